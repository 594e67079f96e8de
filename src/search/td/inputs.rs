//! What the net sees of a position.
//!
//! Inputs of value 0 or 1, seen by the player about to throw, for its own side
//! and then for the opponent's (squares as their owner counts them):
//!
//! ```text
//! piece on square s, in one of four states      loose · within reach of the
//!                                               other side's next throw · with a
//!                                               neighbour that protects it · in a wall
//! piece with a star on square s                 where the ruleset has stars
//! number home                                   one for each number
//! number in hand or lost                        where the ruleset has a hand or removes
//! ```
//!
//! then what is of no side (opening still to come, pieces waiting, a piece just
//! entered, who throws where the rules differ by player). Last come the inputs
//! with any value, [`DENSE`] of them, and a constant.

use crate::rules::{Mark, Position, Rules};
use crate::ruleset::{Capture, Mechanics, OpenWith, Pairs, StartFile};
use crate::types::{Player, SquareSet};

use super::super::features::Basis;
use super::super::linear::Linear;
use super::super::weights::Weights;

/// Inputs with any value: the linear evaluator's score; the chance that the
/// next throw can capture, own and opponent's; the chance that it has no
/// forward move, own and opponent's; the throws that both sides need yet, in
/// tens; and the constant 1.
pub const DENSE: usize = 7;

const STATES: usize = 4;

/// At most so many inputs are 1 at a time: two sides of ten pieces, all
/// starred, two counts each, and two others.
const MOST: usize = 48;

/// The inputs of one position that are not 0.
#[derive(Clone, Copy, Debug)]
pub struct Active {
    ones: [u16; MOST],
    count: usize,
    pub dense: [f32; DENSE],
}

impl Default for Active {
    #[inline(always)]
    fn default() -> Active {
        Active {
            ones: [0; MOST],
            count: 0,
            dense: [0.0; DENSE],
        }
    }
}

impl Active {
    /// The numbers of the inputs that are 1.
    #[inline(always)]
    pub fn ones(&self) -> &[u16] {
        &self.ones[..self.count]
    }

    #[inline(always)]
    fn push(&mut self, input: usize) {
        self.ones[self.count] = input as u16;
        self.count += 1;
    }

    #[inline(always)]
    fn push_set(&mut self, first: usize, mut set: u32) {
        while set != 0 {
            self.push(first + set.trailing_zeros() as usize - 1);
            set &= set - 1;
        }
    }
}

/// Where a group of inputs begins, if the ruleset has it.
type Place = Option<usize>;

#[derive(Clone, Debug)]
struct Throw {
    points: u32,
    probability: f32,
    lands: u32,
    leaves: u32,
    /// Whether a piece in hand may enter with it.
    enters: bool,
}

/// How the other side's squares are seen.
#[derive(Clone, Debug)]
enum Seen {
    /// One track.
    Same,
    /// Two tracks; the shared squares have the same numbers on both.
    Masked(u32),
    /// Two tracks; pairs of A's and B's bits.
    Mapped(Vec<[u32; 2]>),
}

/// The inputs of one ruleset.
#[derive(Clone, Debug)]
pub struct Inputs {
    base: Linear,
    squares: usize,
    stars: [Place; 2],
    home: [usize; 2],
    absent: [Place; 2],
    unopened: Place,
    waiting: Place,
    entered: Place,
    seat: Place,
    opener: Player,
    /// All inputs of value 0 or 1.
    sparse: usize,
    pieces: u32,
    throws: Vec<Throw>,
    seen: Seen,
    pairs: [Pairs; 2],
    wall: [u32; 2],
    groups: u32,
    /// Squares on which nothing is captured; all of them where nothing ever is.
    safe: u32,
    stay_on: u32,
}

/// What one side looks like to the other.
struct Front {
    on: u32,
    paired: u32,
    walled: u32,
    /// Pieces that may be captured, as far as pairs and safe squares decide.
    loose: u32,
    /// Squares that its next throw may land on, by its own numbers.
    reach: u32,
}

impl Inputs {
    /// The inputs of a ruleset, `base` the weights of the linear evaluator
    /// whose score is one of them.
    pub fn new(rules: &Rules, base: &Weights) -> Inputs {
        let mechanics = rules.mechanics();
        let basis = Basis::new(rules);
        let squares = usize::from(mechanics.length);
        let pieces = usize::from(mechanics.pieces);
        let mut next = 2 * STATES * squares;
        let mut group = |wanted: bool, size: usize| {
            let first = next;
            next += if wanted { size } else { 0 };
            wanted.then_some(first)
        };
        let has_stars = mechanics.right_of_exit.is_some() || mechanics.returned_to().is_some();
        let stars = [(); 2].map(|()| group(has_stars, squares));
        let home = [(); 2].map(|()| group(true, pieces + 1).unwrap_or_default());
        let may_lack = mechanics.hand.is_some() || mechanics.capture == Capture::Remove;
        let absent = [(); 2].map(|()| group(may_lack, pieces + 1));
        let unopened = group(mechanics.opening.is_some(), 2);
        let waits = mechanics.file == StartFile::Waits;
        let waiting = group(waits, usize::from(mechanics.waiting_at_start()) + 1);
        let entered = group(mechanics.hand.is_some(), 1);
        let seat = group(differs_by_player(mechanics), 1);
        let throws = basis.throws.all().iter().map(|chance| {
            let t = usize::from(chance.points);
            Throw {
                points: u32::from(chance.points),
                probability: chance.probability as f32,
                lands: basis.lone.lands[t].0,
                leaves: basis.lone.leaves[t].0,
                enters: (mechanics.hand).is_some_and(|hand| hand.points.contains(chance.points)),
            }
        });
        Inputs {
            base: Linear::new(rules, base),
            squares,
            stars,
            home,
            absent,
            unopened,
            waiting,
            entered,
            seat,
            opener: (mechanics.opening).map_or(Player::A, |opening| opening.player),
            sparse: next,
            pieces: pieces as u32,
            throws: throws.collect(),
            seen: Seen::of(mechanics),
            pairs: Player::BOTH.map(|player| mechanics.pairs[player]),
            wall: Player::BOTH.map(|player| u32::from(mechanics.wall[player])),
            groups: SquareSet::up_to(mechanics.group_limit).0,
            safe: match mechanics.capture {
                Capture::None => u32::MAX,
                _ => mechanics.safe.0,
            },
            stay_on: basis.stay_on.0,
        }
    }

    /// Rows of weights that a net for these inputs has: one for each input.
    pub fn rows(&self) -> usize {
        self.sparse + DENSE
    }

    /// Inputs of value 0 or 1.
    pub fn sparse(&self) -> usize {
        self.sparse
    }

    /// The row of the linear evaluator's score.
    pub fn base_row(&self) -> usize {
        self.sparse
    }

    /// Sets `active`, which is empty, to the inputs of a position, which must
    /// not be over.
    #[inline]
    pub fn fill(&self, position: &Position, active: &mut Active) {
        let me = position.to_throw().unwrap_or(Player::A);
        let sides = [me, !me];
        let absent = sides.map(|player| {
            self.pieces - u32::from(position.home(player)) - position.on(player).len()
        });
        let [mine, theirs] = [
            self.front(position, me, absent[0]),
            self.front(position, !me, absent[1]),
        ];
        self.fill_side(0, me, &mine, &theirs, active);
        self.fill_side(1, !me, &theirs, &mine, active);
        for (side, player) in sides.into_iter().enumerate() {
            active.push(self.home[side] + usize::from(position.home(player)));
            if let Some(first) = self.absent[side] {
                active.push(first + absent[side] as usize);
            }
            if let Some(first) = self.stars[side] {
                active.push_set(first, position.starred(player).0);
            }
        }
        match (position.mark(), self.unopened, self.waiting, self.entered) {
            (Mark::Unopened, Some(first), ..) => {
                active.push(first + usize::from(me != self.opener));
            }
            (Mark::Waiting(count), _, Some(first), _) => active.push(first + usize::from(count)),
            (Mark::Entered, _, _, Some(first)) => active.push(first),
            _ => {}
        }
        if let (Some(first), Player::A) = (self.seat, me) {
            active.push(first);
        }
        let (score, rest) = self.base.score_and_rest(position);
        let targets = [
            self.seen_by(me, theirs.loose),
            self.seen_by(!me, mine.loose),
        ];
        let mut chances = [0.0f32; 4];
        for throw in &self.throws {
            let p = throw.probability;
            for (side, (own, other)) in [(&mine, &theirs), (&theirs, &mine)].into_iter().enumerate()
            {
                let enters = u32::from(throw.enters && absent[side] > 0) << throw.points;
                let ends = (own.on & throw.lands) << throw.points | enters;
                let stayers = own.on & self.stay_on;
                let movable = if stayers == 0 { own.on } else { stayers };
                let barred = own.on | other.on & !other.loose;
                let moves = movable & (throw.lands & !(barred >> throw.points) | throw.leaves);
                chances[side] += if ends & targets[side] != 0 { p } else { 0.0 };
                chances[2 + side] += if moves | enters == 0 { p } else { 0.0 };
            }
        }
        active.dense = [
            score as f32,
            chances[0],
            chances[1],
            chances[2],
            chances[3],
            (0.1 * rest) as f32,
            1.0,
        ];
    }

    #[inline(always)]
    fn fill_side(
        &self,
        side: usize,
        owner: Player,
        own: &Front,
        other: &Front,
        active: &mut Active,
    ) {
        let threatened = own.loose & self.seen_by(owner, other.reach);
        let paired = own.paired & !own.walled;
        let loose = own.on & !(own.walled | paired | threatened);
        let threatened = threatened & !own.walled;
        for (state, set) in [loose, threatened, paired, own.walled]
            .into_iter()
            .enumerate()
        {
            active.push_set((side * STATES + state) * self.squares, set);
        }
    }

    #[inline(always)]
    fn front(&self, position: &Position, owner: Player, absent: u32) -> Front {
        let on = position.on(owner).0;
        let grouped = on & self.groups;
        let (left, right) = (grouped & grouped << 1, grouped & grouped >> 1);
        let paired = match self.pairs[owner.index()] {
            Pairs::None => 0,
            Pairs::Any => left | right,
            Pairs::Ends => left ^ right,
        } & !self.safe;
        let wall = self.wall[owner.index()];
        let mut first = if wall == 0 { 0 } else { grouped };
        for i in 1..wall {
            first &= grouped >> i;
        }
        let walled = (0..wall).fold(0, |walled, i| walled | first << i);
        let reach = self.throws.iter().fold(0, |reach, throw| {
            let enters = u32::from(throw.enters && absent > 0) << throw.points;
            reach | (on & throw.lands) << throw.points | enters
        });
        Front {
            on,
            paired,
            walled,
            loose: on & !paired & !self.safe,
            reach,
        }
    }

    /// The other side's squares by the numbers of `player`'s track.
    #[inline(always)]
    fn seen_by(&self, player: Player, squares: u32) -> u32 {
        match &self.seen {
            Seen::Same => squares,
            Seen::Masked(shared) => squares & shared,
            Seen::Mapped(pairs) => pairs.iter().fold(0, |seen, pair| {
                let [own, other] = [pair[player.index()], pair[(!player).index()]];
                seen | if squares & other != 0 { own } else { 0 }
            }),
        }
    }
}

impl Seen {
    fn of(mechanics: &Mechanics) -> Seen {
        let Some(cells) = &mechanics.cells else {
            return Seen::Same;
        };
        if cells.shared.iter().all(|(a, b)| a == b) {
            return Seen::Masked(
                cells
                    .shared
                    .iter()
                    .map(|(a, _)| *a)
                    .collect::<SquareSet>()
                    .0,
            );
        }
        let bits = |&(a, b)| [SquareSet::single(a).0, SquareSet::single(b).0];
        Seen::Mapped(cells.shared.iter().map(bits).collect())
    }
}

/// Whether the same position is worth another equity to A than to B.
fn differs_by_player(mechanics: &Mechanics) -> bool {
    let by_opening = mechanics
        .opening
        .is_some_and(|opening| matches!(opening.with, OpenWith::Piece(_)));
    mechanics.pairs.a != mechanics.pairs.b || mechanics.wall.a != mechanics.wall.b || by_opening
}
