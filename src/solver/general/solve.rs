//! Solving a whole game: its groups from the last to the first.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::rules::{Position, Rules};
use crate::solver::memory::resident_bytes;

use super::GeneralError;
use super::key::Group;
use super::list::{Found, List, Members, Room};
use super::play::{Played, Plays};
use super::sweep::{Direction, GroupSweep, Pair, SweepReport, Values};
use super::ways::{Maker, Portion, Way, Ways, portions};

/// How a game is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// A group rests when no interval is wider; where lengths are wanted, 10⁻¹⁰
    /// at most.
    pub tolerance: f64,
    /// Sweeps after which a group is given up.
    pub most_sweeps: u32,
    /// 1 or more.
    pub threads: usize,
    /// Bytes that may be used.
    pub memory: u64,
    pub lengths: Lengths,
    /// Bytes a position to leave free for what is done with the result.
    pub reserve: usize,
}

impl Options {
    /// The widest interval at which a group rests.
    pub fn widest(&self) -> f64 {
        match self.lengths {
            Lengths::Skip => self.tolerance,
            Lengths::Find => self.tolerance.min(NARROW),
        }
    }

    fn room(&self, throws: usize) -> Room {
        Room {
            memory: self.memory,
            each: size_of::<u64>()
                + size_of::<Pair>()
                + self.reserve
                + match self.lengths {
                    Lengths::Skip => 0,
                    Lengths::Find => size_of::<Played>() + throws * size_of::<Way>(),
                },
        }
    }
}

/// Intervals may be so wide at most where perfect play is followed, so that
/// choices of equal value are seen to be equal.
const NARROW: f64 = super::play::TIE / 10.0;

/// Whether perfect play is followed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    Skip,
    /// See [`super::play`].
    Find,
}

/// What is known of a solved group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupReport {
    pub group: Group,
    pub positions: usize,
    pub sweeps: u32,
    /// Largest change of the last sweep.
    pub change: f64,
    /// Largest changes of all sweeps.
    pub changes: Vec<f64>,
    pub updated: u64,
    pub widest: f64,
    /// A position with the widest interval.
    pub where_widest: Position,
    /// Whether the tolerance was reached.
    pub rests: bool,
    /// Whether the ways were kept in memory.
    pub kept: bool,
}

/// What the solver tells while it works.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    Listing(Found),
    /// A group begins: its number of all, and positions.
    Group {
        number: usize,
        groups: usize,
        positions: usize,
    },
    Sweep {
        sweep: u32,
        report: &'a SweepReport,
    },
}

/// A solved game.
pub struct Solved {
    pub list: List,
    pub values: Values,
    /// In the order in which they were solved.
    pub groups: Vec<GroupReport>,
    /// Perfect play, where it was wanted and all groups rest.
    pub plays: Option<Plays>,
}

impl Solved {
    /// Bounds on the value of a position for the player about to throw; `None`
    /// where it cannot arise from the start.
    pub fn interval(&self, position: &Position) -> Option<Pair> {
        Some(self.values.get(self.list.number(position)?))
    }

    /// What perfect play from a position comes to.
    pub fn played(&self, position: &Position) -> Option<Played> {
        Some(self.plays.as_ref()?.get(self.list.number(position)?))
    }
}

/// Changes no larger than this are rounding: nothing improves any more.
const STILL: f64 = 1e-15;

/// Solves what can arise from `from`.
///
/// # Errors
/// See [`GeneralError`].
pub fn solve(
    rules: &Rules,
    from: &Position,
    options: &Options,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Solved, GeneralError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()?;
    pool.install(|| {
        let mut found = |found| progress(Progress::Listing(found));
        let room = options.room(rules.mechanics().throws.throws().len());
        let list = List::new(rules, from, room, stop, &mut found)?;
        Solver::new(rules, list, options, room)?.solve(stop, progress)
    })
}

struct Solver<'a> {
    rules: &'a Rules,
    list: List,
    options: &'a Options,
    chances: Vec<f64>,
    values: Values,
    plays: Option<Plays>,
    /// Bytes that all this takes.
    needed: u64,
}

impl<'a> Solver<'a> {
    fn new(
        rules: &'a Rules,
        list: List,
        options: &'a Options,
        room: Room,
    ) -> Result<Solver<'a>, GeneralError> {
        let positions = list.positions();
        let needed = room.needed(positions);
        if needed > options.memory {
            return Err(GeneralError::Memory {
                found: positions,
                all: true,
                needed,
                allowed: options.memory,
            });
        }
        Ok(Solver {
            chances: chances(rules),
            values: Values::open(positions),
            plays: match options.lengths {
                Lengths::Skip => None,
                Lengths::Find => Some(Plays::new(positions)),
            },
            rules,
            list,
            options,
            needed,
        })
    }

    fn solve(
        mut self,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Solved, GeneralError> {
        let mut reports = Vec::new();
        let count = self.list.groups().len();
        for number in (0..count).rev() {
            let members = &self.list.groups()[number];
            progress(Progress::Group {
                number: count - 1 - number,
                groups: count,
                positions: members.keys().len(),
            });
            let portions = portions(&self.list, members);
            let maker = Maker {
                rules: self.rules,
                list: &self.list,
                members,
            };
            let ways = prepare(&maker, &portions, self.needed, self.options.memory);
            let report = self.solve_group(&maker, &portions, &ways, stop, progress)?;
            if !report.rests {
                // Which choices are equal is not known then.
                self.plays = None;
            }
            if let Some(plays) = &mut self.plays {
                plays.follow(&maker, &portions, &ways, &self.chances, &self.values, stop)?;
            }
            reports.push(report);
        }
        Ok(Solved {
            list: self.list,
            values: self.values,
            groups: reports,
            plays: self.plays,
        })
    }

    fn solve_group(
        &self,
        maker: &Maker,
        portions: &[Vec<Portion>],
        ways: &Ways,
        stop: &AtomicBool,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<GroupReport, GeneralError> {
        let tolerance = self.options.widest();
        let narrow = tolerance / 4.0;
        let group = GroupSweep::new(*maker, portions, ways, &self.chances, &self.values, narrow);
        let mut report = SweepReport::default();
        let mut updated = 0;
        let mut changes = Vec::new();
        let mut sweeps = 0;
        while sweeps < self.options.most_sweeps {
            let direction = if sweeps % 4 == 3 {
                Direction::Up
            } else {
                Direction::Down
            };
            report = group.sweep(direction);
            sweeps += 1;
            updated += report.updated;
            changes.push(report.change);
            progress(Progress::Sweep {
                sweep: sweeps,
                report: &report,
            });
            if report.widest <= tolerance || report.change <= STILL {
                break;
            }
            if stop.load(Relaxed) {
                return Err(GeneralError::Interrupted);
            }
        }
        let (widest, place) = self.widest(maker.members);
        Ok(GroupReport {
            group: maker.members.group,
            positions: maker.members.keys().len(),
            sweeps,
            change: report.change,
            changes,
            updated,
            widest,
            where_widest: self.list.codec().shown(maker.members.keys()[place]),
            rests: widest <= tolerance,
            kept: matches!(ways, Ways::Kept(_)),
        })
    }

    /// The widest interval of a group and the first place that has it.
    fn widest(&self, members: &Members) -> (f64, usize) {
        let mut widest = (0.0, 0);
        for place in 0..members.keys().len() {
            let width = self.values.get(members.first + place).width();
            if width > widest.0 {
                widest = (width, place);
            }
        }
        widest
    }
}

/// Room for stacks, the allocator and what is small.
pub(super) const ALLOWANCE: u64 = 48 << 20;

/// The ways of a group, kept if there is room beside the `held` bytes.
pub(super) fn prepare(maker: &Maker, portions: &[Vec<Portion>], held: u64, memory: u64) -> Ways {
    let estimate = Ways::estimate(maker.rules, maker.list, maker.members, portions);
    let held = held.max(resident_bytes().unwrap_or(0));
    if held + estimate <= memory {
        Ways::keep(maker.rules, maker.list, maker.members, portions)
    } else {
        Ways::Made
    }
}

/// The chances of the throws, in their order.
pub(super) fn chances(rules: &Rules) -> Vec<f64> {
    let throws = &rules.mechanics().throws;
    throws
        .throws()
        .iter()
        .map(|throw| throws.probability(throw.points))
        .collect()
}
