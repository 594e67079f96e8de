//! From [`Mechanics`] to masks and tables.
//!
//! All that depends on a square and a number of points alone is decided here,
//! once: gates, exit-only squares, the end of the track, the bear-off table.
//! What depends on the pieces is left to a few shifts and masks in
//! [`super::choices`] and [`super::play`].

use crate::ruleset::{
    AfterPass, Backward, Capture, Hand, Leave, Mechanics, Pairs, Passing, Protection, Search,
    TrapTo, Win,
};
use crate::types::{MAX_POINTS, Player, SquareSet};

use super::compile_features::Features;
use super::position::Position;

pub(super) const POINTS: usize = MAX_POINTS as usize + 1;

/// The compiled rules of one ruleset.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) mechanics: Mechanics,
    /// By points: squares from which a forward move ends on the track, as far
    /// as the squares alone decide.
    pub(super) forward_from: [u32; POINTS],
    /// By points: squares from which the piece is borne off. With a right of
    /// exit: only if it has the right.
    pub(super) off_from: [u32; POINTS],
    /// By points: squares from which a forward move ends in the refuge without
    /// landing anywhere (refused exit).
    pub(super) refused_from: [u32; POINTS],
    /// By points: squares from which a backward move may start.
    pub(super) back_from: [u32; POINTS],
    /// By owner: all ones where that player's neighbouring pieces protect each
    /// other.
    pub(super) pair_mask: [u32; 2],
    /// By owner: the shortest wall, 0 = none.
    pub(super) wall: [u32; 2],
    /// The longest throw that any wall can hinder is `wall + reach`.
    pub(super) wall_reach: u32,
    pub(super) safe: u32,
    /// Squares on which a piece is safe from backward moves.
    pub(super) safe_backward: u32,
    /// All ones where pairs protect from backward moves.
    pub(super) pair_backward: u32,
    pub(super) traps: u32,
    pub(super) refuge_squares: u32,
    pub(super) refuge_search: Search,
    /// Whether the refuge and all squares searched from it can be full.
    pub(super) refuge_can_fail: bool,
    pub(super) stay_on: u32,
    pub(super) may_leave: bool,
    pub(super) must_leave: u32,
    /// By points: squares of which one must be held to throw again instead of
    /// moving.
    pub(super) rethrow_from: [u32; POINTS],
    pub(super) free_pass: bool,
    pub(super) pass_keeps_turn: bool,
    pub(super) removes: bool,
    pub(super) most_home: bool,
    pub(super) right: Option<Right>,
    pub(super) length: u32,
    pub(super) pieces: u8,
    pub(super) again: u32,
    /// Whether `features` holds anything that decides play.
    pub(super) unusual: bool,
    pub(super) features: Box<Features>,
}

/// The right of exit as masks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Right {
    /// The square that wins the right.
    pub won_on: u32,
    /// Squares on which the right lasts once won.
    pub lasts: u32,
}

/// Squares by what a throw can do from them, see [`Rules`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// A forward move ends on the track.
    pub forward: u32,
    /// The piece is borne off (with a right of exit: only if it has the right).
    pub off: u32,
    /// A forward move ends in the refuge without landing.
    pub refused: u32,
    /// A backward move may start.
    pub back: u32,
    /// A forward move ends elsewhere than the throw says: see
    /// [`Rules::short_target`].
    pub short: u32,
}

impl Rules {
    pub fn new(mechanics: &Mechanics) -> Rules {
        let track = SquareSet::up_to(mechanics.length).0;
        let length = u32::from(mechanics.length);
        let stay = mechanics.stay;
        let mut rules = Rules {
            forward_from: [0; POINTS],
            off_from: [0; POINTS],
            refused_from: [0; POINTS],
            back_from: [0; POINTS],
            pair_mask: Player::BOTH.map(|p| all_ones(mechanics.pairs[p] == Pairs::Any)),
            wall: Player::BOTH.map(|p| u32::from(mechanics.wall[p])),
            wall_reach: wall_reach(mechanics),
            safe: mechanics.safe.0,
            unusual: Features::any(mechanics),
            features: Box::new(Features::new(mechanics)),
            safe_backward: 0,
            pair_backward: 0,
            traps: mechanics.traps.0,
            refuge_squares: 0,
            refuge_search: Search::Before,
            refuge_can_fail: false,
            stay_on: stay.map_or(0, |stay| stay.on.0),
            may_leave: stay.is_some_and(|stay| stay.leave == Leave::Later),
            must_leave: mechanics.must_leave.0,
            rethrow_from: [0; POINTS],
            free_pass: mechanics.passing == Passing::Free,
            pass_keeps_turn: mechanics.after_pass == AfterPass::AsThrown,
            removes: matches!(mechanics.capture, Capture::Remove | Capture::Hand),
            most_home: mechanics.win == Win::MostHome,
            right: mechanics.right_of_exit.map(|right| Right {
                won_on: SquareSet::single(right.won_on).0,
                lasts: (1..=mechanics.length)
                    .filter_map(crate::types::Square::new)
                    .filter(|&s| s != right.won_on && right.lasts_on(s))
                    .collect::<SquareSet>()
                    .0,
            }),
            length,
            pieces: mechanics.pieces,
            again: u32::from(mechanics.again.0),
            mechanics: mechanics.clone(),
        };
        rules.safe |= rules.features.empty_only | all_ones(mechanics.capture == Capture::None);
        if let Some(refuge) = mechanics.refuge {
            let square = u32::from(refuge.square.number());
            let below = (2u32 << square) - 1;
            rules.refuge_search = refuge.search;
            rules.refuge_squares = match refuge.search {
                Search::Before => below,
                Search::After => !below | 1 << square,
                Search::Only => 1 << square,
            } & track
                & !rules.traps;
            let sends = !mechanics.traps.is_empty() && mechanics.trap_to == TrapTo::Refuge
                || mechanics.right_of_exit.is_some();
            let room = rules.refuge_squares.count_ones();
            rules.refuge_can_fail = sends && room < 2 * u32::from(mechanics.pieces);
        }
        if let Some(rethrow) = mechanics.rethrow {
            for t in rethrow.points.iter() {
                rules.rethrow_from[usize::from(t)] |= SquareSet::single(rethrow.from).0;
            }
        }
        if let Backward::Forced { protection, .. } = mechanics.backward {
            let same = protection == Protection::Same;
            rules.safe_backward = match protection {
                Protection::Same => rules.safe,
                Protection::Nothing => rules.features.empty_only,
                Protection::Everything => u32::MAX,
            };
            rules.pair_backward = all_ones(same);
        }
        rules.fill_move_tables();
        rules
    }

    fn fill_move_tables(&mut self) {
        let mechanics = self.mechanics.clone();
        let wrong = mechanics
            .right_of_exit
            .map_or(0, |right| right.wrong_throw_returns.0);
        let fixed = mechanics.held().0;
        for t in 1..POINTS as u32 {
            let i = t as usize;
            let enters = |hand: Hand| t <= self.length && hand.points.contains(t as u8);
            let gates_below = mechanics.gates.0 & ((1 << t) - 1);
            if mechanics.hand.is_some_and(enters) && gates_below == 0 {
                self.forward_from[i] |= 1;
            }
            for s in 1..=self.length {
                let (d, bit) = (s + t, 1u32 << s);
                let jumped = ((1u64 << d.min(self.length + 1)) - (2u64 << s)) as u32;
                let gate_open = mechanics.gates.0 & jumped == 0;
                let locked = (mechanics.exit_only.0 | fixed) & bit != 0;
                if gate_open && d > self.length && self.right.is_none() {
                    self.off_from[i] |= mechanics.off[i].0 & bit;
                } else if gate_open && (d > self.length || wrong & bit != 0) {
                    if d == self.length + 1 {
                        self.off_from[i] |= bit;
                    }
                    if !locked {
                        self.refused_from[i] |= bit;
                    }
                } else if gate_open && !locked {
                    self.forward_from[i] |= bit;
                }
                if let Backward::Forced { from_at_most, .. } = mechanics.backward
                    && s > t
                    && s <= u32::from(from_at_most.number())
                    && fixed & bit == 0
                {
                    self.back_from[i] |= bit;
                }
            }
        }
    }

    /// The mechanics these rules were made from.
    pub fn mechanics(&self) -> &Mechanics {
        &self.mechanics
    }

    /// What `points` can do as far as squares alone decide.
    pub(crate) fn reach(&self, points: u8) -> Reach {
        let t = usize::from(points);
        Reach {
            forward: self.forward_from[t],
            off: self.off_from[t],
            refused: self.refused_from[t],
            back: self.back_from[t],
            short: self.features.short_from[t],
        }
    }

    /// Where a move from `from` ends that would pass a gate and may not.
    pub(crate) fn short_target(&self, from: u32) -> u32 {
        self.features.short_to[from as usize].trailing_zeros()
    }

    /// The refuge or the first free square in its direction, where one of them
    /// is not in `occupied`.
    pub(crate) fn free_refuge(&self, occupied: u32) -> Option<u32> {
        let free = self.refuge_squares & !occupied;
        (free != 0).then(|| match self.refuge_search {
            Search::Before => 31 - free.leading_zeros(),
            Search::After | Search::Only => free.trailing_zeros(),
        })
    }

    /// Whether the ruleset has mechanics that most games do without. A loop
    /// over many plies asks once and then plays one way.
    pub(crate) fn is_unusual(&self) -> bool {
        self.unusual
    }

    /// The position in which games begin.
    pub fn start(&self) -> Position {
        Position::start(&self.mechanics)
    }

    /// The first player: who throws first from the start.
    pub fn first(&self) -> Player {
        self.mechanics.start.to_throw
    }
}

pub(super) fn all_ones(yes: bool) -> u32 {
    if yes { u32::MAX } else { 0 }
}

/// How many more squares than the shortest wall the longest throw passes over.
fn wall_reach(mechanics: &Mechanics) -> u32 {
    Player::BOTH
        .into_iter()
        .map(|player| mechanics.wall[player])
        .filter(|&wall| wall > 0)
        .map(|wall| u32::from(mechanics.throws.max_points().saturating_sub(wall)))
        .max()
        .unwrap_or(0)
}
