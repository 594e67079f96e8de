//! The moves of a block: for each throw and piece the target block, the way
//! its colourings change, and the colourings for which the move is legal.
//!
//! Serves every game in which pieces leave the board only by being borne off
//! (swaps, no removals): gates, traps, refuges, refused exits, stars, staying,
//! held and returned pieces, bumps, diverted moves, rethrows, backward moves, free passes, throws
//! granted by a square or a capture, and pairs and walls that differ by player. What a move does depends on the
//! squares of the block alone; whether it may be made is a set of colourings,
//! put together from "piece k is the mover's", "a wall stands between", "the
//! target is paired", "a piece of the mover is held".

mod bonds;
mod legal;
mod moves;
mod planner;
mod water;

use crate::rules::{Reach, Rules};
use crate::ruleset::{
    AfterPass, Backward, Bump, Divert, GateMode, Grants, HoldLanding, Leave, Mechanics, Pairs,
    Passing, Protection,
};
use crate::types::{Player, SquareSet};

use super::colour::Colourings;
use super::ground::Ground;
use super::index::BlockIndex;
use super::kernel::Level;
use super::mask::Mask;
use bonds::Bonds;
use planner::Planner;
use water::Water;

/// Which array a move reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Source {
    /// The layer itself: the mover throws again.
    Own,
    /// The same pieces seen by the other side, who throws next.
    Partner,
    /// A piece less, the mover throws again.
    Lower,
    /// A piece less, the other side throws next.
    LowerPartner,
    /// The game is won.
    Won,
}

/// One move of one piece with one throw, for all colourings that allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op<const W: usize> {
    pub mask: Mask<W>,
    /// Target block in the numbering of the source's pieces.
    pub block: u32,
    /// Number of the route (see [`super::recolour::Routes`]).
    pub route: u16,
    /// Index into the throw table.
    pub throw: u8,
    pub source: Source,
}

/// All moves of a block for one member of its group.
#[derive(Clone, Debug)]
pub struct Plan<const W: usize> {
    /// Moves to other blocks.
    pub outer: Vec<Op<W>>,
    /// Moves within the block, ascending by throw.
    pub inner: Vec<Op<W>>,
}

impl<const W: usize> Plan<W> {
    /// What its moves to other blocks read.
    #[inline(always)]
    pub fn sources(&self) -> impl Iterator<Item = (Source, u32)> {
        self.outer.iter().map(|op| (op.source, op.block))
    }
}

impl<const W: usize> Default for Plan<W> {
    fn default() -> Self {
        Plan {
            outer: Vec::with_capacity(128),
            inner: Vec::with_capacity(64),
        }
    }
}

/// What is known of the colourings before any block is seen, for one member.
#[derive(Clone, Debug)]
struct Member<const W: usize> {
    all: Mask<W>,
    mine: Vec<Mask<W>>,
    theirs: Vec<Mask<W>>,
    /// Which of the opponent's pieces their neighbours protect; with `Ends` walls
    /// bar as whole runs.
    pairs: Pairs,
    /// The shortest wall of the opponent, 0 = none.
    wall: u32,
    /// Whether bearing off a piece wins.
    last: bool,
}

/// Makes the plans of the blocks of one group of layers.
pub struct Geometry<'a, const W: usize> {
    rules: &'a Rules,
    index: &'a BlockIndex,
    /// The blocks of a piece less.
    below: &'a BlockIndex,
    members: Vec<Member<W>>,
    throws: Vec<ThrowReach>,
    /// Pairs and walls are made of pieces on these squares alone.
    groups: u32,
    safe: u32,
    safe_backward: u32,
    pairs_backward: bool,
    /// Whether the game has mechanics that few games have: throws granted by a
    /// square or a capture, rows protected by their ends, backward moves onto
    /// empty squares alone, squares that are left first, diverted moves.
    unusual: bool,
    /// Backward moves capture nothing.
    onto_empty: bool,
    /// What grants a throw, or withholds it, beside the points.
    grants: Granting,
    traps: u32,
    stay_on: u32,
    must_leave: u32,
    /// While the mover has a piece here, only such pieces may move.
    only_from: u32,
    divert: Option<Divert>,
    /// While the mover has a piece here, nobody is borne off.
    keeps_back: u32,
    /// A move that would pass a gate goes to the square to fall to, if that is
    /// empty.
    falls: bool,
    bump: Option<Bump>,
    water: Option<Water>,
    won_on: u32,
    /// Squares on which a right of exit lasts.
    rights_last: u32,
    may_leave: bool,
    free_pass: bool,
    pass_keeps_turn: bool,
}

/// [`Grants`] as squares.
struct Granting {
    resting_on: u32,
    capture: bool,
    never_backward: bool,
    never_on: u32,
}

struct ThrowReach {
    points: u32,
    again: bool,
    rethrow_from: u32,
    reach: Reach,
}

impl<'a, const W: usize> Geometry<'a, W> {
    /// `members`: the mover and the colourings of each layer of the group.
    pub fn new(
        rules: &'a Rules,
        index: &'a BlockIndex,
        below: &'a BlockIndex,
        members: &[(Player, &Colourings)],
    ) -> Geometry<'a, W> {
        let mechanics = rules.mechanics();
        let stay_on = mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on);
        let empty_only = mechanics
            .hold
            .filter(|hold| hold.landing == HoldLanding::EmptyOnly)
            .map_or(0, |hold| hold.on.0);
        let safe = mechanics.safe.0 | empty_only;
        let same = !matches!(
            mechanics.backward,
            Backward::Forced {
                protection: Protection::Nothing,
                ..
            }
        );
        let onto_empty = matches!(
            mechanics.backward,
            Backward::Forced {
                protection: Protection::Everything,
                ..
            }
        );
        let ends = Player::BOTH
            .into_iter()
            .any(|player| mechanics.pairs[player] == Pairs::Ends);
        Geometry {
            rules,
            index,
            below,
            members: members
                .iter()
                .map(|&(mover, colourings)| Member::new(mechanics, mover, colourings))
                .collect(),
            throws: throws(rules),
            groups: SquareSet::up_to(mechanics.group_limit).0,
            safe,
            safe_backward: if same { safe } else { empty_only },
            pairs_backward: same,
            unusual: mechanics.grants != Grants::default()
                || ends
                || onto_empty
                || !mechanics.only_from.is_empty()
                || mechanics.divert.is_some(),
            onto_empty,
            grants: Granting::of(mechanics),
            traps: mechanics.traps.0,
            stay_on: stay_on.0,
            must_leave: mechanics.must_leave.0,
            only_from: mechanics.only_from.0,
            divert: mechanics.divert,
            keeps_back: SquareSet::up_to(mechanics.off_none_below - 1).0,
            falls: matches!(mechanics.gate_mode, GateMode::FallTo(_)),
            bump: mechanics.bump,
            water: Water::of(mechanics),
            won_on: mechanics
                .right_of_exit
                .map_or(0, |right| SquareSet::single(right.won_on).0),
            rights_last: match mechanics.right_of_exit {
                Some(_) => index.places().starrable.0,
                None => 0,
            },
            may_leave: mechanics
                .stay
                .is_some_and(|stay| stay.leave == Leave::Later),
            free_pass: mechanics.passing == Passing::Free,
            pass_keeps_turn: mechanics.after_pass == AfterPass::AsThrown,
        }
    }

    /// Puts the moves of the block of `set` and `stars`, number `block`, into
    /// `plans`, one a member.
    pub fn plan(&self, level: Level, set: u32, stars: u32, block: u32, plans: &mut [Plan<W>]) {
        match level {
            Level::Portable => self.plan_portable(set, stars, block, plans),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level says that the machine has the instructions.
            Level::Avx2(_) => unsafe { self.plan_avx2(set, stars, block, plans) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Level::Avx512(_) => unsafe { self.plan_avx512(set, stars, block, plans) },
        }
    }

    #[inline(never)]
    fn plan_portable(&self, set: u32, stars: u32, block: u32, plans: &mut [Plan<W>]) {
        self.plan_inline(set, stars, block, plans);
    }

    /// The same with more instructions for the compiler to choose from.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn plan_avx2(&self, set: u32, stars: u32, block: u32, plans: &mut [Plan<W>]) {
        self.plan_inline(set, stars, block, plans);
    }

    /// The same with more still.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn plan_avx512(&self, set: u32, stars: u32, block: u32, plans: &mut [Plan<W>]) {
        self.plan_inline(set, stars, block, plans);
    }

    #[inline(always)]
    fn plan_inline(&self, set: u32, stars: u32, block: u32, plans: &mut [Plan<W>]) {
        for plan in plans.iter_mut() {
            plan.outer.clear();
            plan.inner.clear();
        }
        if self.unusual {
            self.fill::<true>(set, stars, block, plans);
        } else {
            self.fill::<false>(set, stars, block, plans);
        }
    }

    #[inline(always)]
    fn fill<const UNUSUAL: bool>(&self, set: u32, stars: u32, block: u32, plans: &mut [Plan<W>]) {
        let mut planner: Planner<'_, '_, W, UNUSUAL> = Planner {
            geometry: self,
            set,
            stars,
            block,
            ground: Ground::new(self.index, set, stars),
            plans,
            throw: 0,
            again: false,
            withheld: false,
            any: [Mask::EMPTY; 2],
            gate: [Mask::EMPTY; 2],
            bonds: Bonds::of(self, set, stars),
        };
        for throw in 0..self.throws.len() {
            planner.plan_throw(throw);
        }
    }
}

impl Granting {
    fn of(mechanics: &Mechanics) -> Granting {
        let grants = mechanics.grants;
        Granting {
            resting_on: grants.resting_on.0,
            capture: grants.capture,
            never_backward: grants.never_backward,
            never_on: match grants.never_on_trap {
                true => (mechanics.traps | mechanics.held()).0,
                false => 0,
            },
        }
    }
}

fn throws(rules: &Rules) -> Vec<ThrowReach> {
    let mechanics = rules.mechanics();
    mechanics
        .throws
        .throws()
        .iter()
        .map(|throw| ThrowReach {
            points: u32::from(throw.points),
            again: mechanics.again.contains(throw.points),
            rethrow_from: mechanics
                .rethrow
                .filter(|rethrow| rethrow.points.contains(throw.points))
                .map_or(0, |rethrow| SquareSet::single(rethrow.from).0),
            reach: rules.reach(throw.points),
        })
        .collect()
}

impl<const W: usize> Member<W> {
    fn new(mechanics: &Mechanics, mover: Player, colourings: &Colourings) -> Member<W> {
        let piece = |k: usize, bit: u32| {
            Mask::of(colourings.len(), |c| colourings.words[c] >> k & 1 == bit)
        };
        Member {
            all: Mask::of(colourings.len(), |_| true),
            mine: (0..colourings.pieces).map(|k| piece(k, 1)).collect(),
            theirs: (0..colourings.pieces).map(|k| piece(k, 0)).collect(),
            pairs: mechanics.pairs[!mover],
            wall: u32::from(mechanics.wall[!mover]),
            last: colourings.mine == 1,
        }
    }
}
