//! Legal choices where a ruleset has unusual mechanics.

use super::choices::{ChoiceKind, Choices};
use super::compile::Rules;
use super::position::{ENTERED, Position, WAITING};

/// Which pieces a player may look to for a move.
pub(super) enum Movable {
    /// Pieces on these squares; bit 0 = a piece in hand.
    These(u32),
    /// The choices are these, whatever moves there are.
    Settled(Choices),
}

/// Origins from which walls forbid a move.
pub(super) struct WalledOff {
    pub forward: u32,
    pub backward: u32,
}

const NOTHING: Choices = Choices {
    movers: 0,
    leavers: 0,
    stayers: 0,
    kind: ChoiceKind::Forward,
    rethrow: false,
    decline: false,
};

impl Rules {
    /// Who may be moved at all, forward or backward.
    #[inline]
    pub(super) fn movable(&self, position: &Position, points: u8, me: usize) -> Movable {
        let features = &self.features;
        let own = position.on[me];
        if self.waits_to_open(position, points, me) {
            return Movable::Settled(NOTHING);
        }
        if features.held_alone && own & features.held != 0 {
            return Movable::Settled(self.held_choices(position, points, me));
        }
        let mut movable = own;
        if features.has_hand {
            let in_hand = self.pieces - position.home[me] - own.count_ones() as u8;
            movable |= u32::from(in_hand != 0);
        }
        let returned = position.starred[me] & features.returned;
        if returned != 0 && own & features.held == 0 {
            movable = returned;
        }
        if own & features.only_from != 0 {
            movable &= features.only_from;
        }
        if features.waits {
            let waiting = u32::from(position.mark & !WAITING);
            movable &= !((1 << waiting) - 1);
        }
        if position.mark == ENTERED {
            movable &= 2;
        }
        Movable::These(movable)
    }

    /// Whether the player passes because the opening throw has not come.
    #[inline]
    pub(super) fn waits_to_open(&self, position: &Position, points: u8, me: usize) -> bool {
        self.is_unopened(position, me)
            && self
                .features
                .open_points
                .is_some_and(|open| open >> points & 1 == 0)
    }

    /// Whether the opening of the player of index `me` is still to come.
    #[inline]
    pub(super) fn is_unopened(&self, position: &Position, me: usize) -> bool {
        me == self.features.opener && position.is_unopened()
    }

    /// What a player may do whose held pieces keep all others still.
    fn held_choices(&self, position: &Position, points: u8, me: usize) -> Choices {
        let features = &self.features;
        let held = position.on[me] & features.held;
        let opponent = self.opponent::<true>(position, me);
        let allowed = position.on[me] & features.holds_back == 0;
        let open = !self.walled_off(opponent, points, me ^ 1).forward;
        let off = if allowed {
            held & self.off_from[usize::from(points)] & open
        } else {
            0
        };
        if off != 0 {
            return Choices {
                movers: off,
                decline: self.free_pass,
                ..NOTHING
            };
        }
        let leavers = self.held_leavers(position, points, me, held);
        Choices {
            movers: leavers,
            leavers,
            decline: leavers != 0 && (features.may_wait || self.free_pass),
            ..NOTHING
        }
    }

    /// Of the pieces on `held`, those that may go to the refuge.
    fn held_leavers(&self, position: &Position, points: u8, me: usize, held: u32) -> u32 {
        let occupied = position.on[me] | self.opponent::<true>(position, me);
        let room = self.refuge_squares & !occupied != 0;
        if room && self.features.hold_back >> points & 1 == 1 {
            held
        } else {
            0
        }
    }

    /// Squares on which a piece of `owner`, whose pieces stand on `squares`, is
    /// protected by others.
    #[inline]
    pub(super) fn paired(&self, position: &Position, squares: u32, owner: usize) -> u32 {
        let features = &self.features;
        let group = squares & features.groups;
        let (before, after) = (group << 1, group >> 1);
        let inner = before & after & features.pair_ends[owner];
        let own = position.on[owner];
        let hindered = own & features.held | position.starred[owner] & features.returned;
        let lost = if hindered != 0 {
            features.held_unpairs
        } else {
            0
        };
        (before | after) & !inner & group & features.pairs[owner] & !lost
    }

    /// Where walls of `owner`, whose pieces stand on `squares`, forbid moves.
    #[inline]
    pub(super) fn walled_off(&self, squares: u32, points: u8, owner: usize) -> WalledOff {
        let mut walled = WalledOff {
            forward: 0,
            backward: 0,
        };
        let (mut starts, length) = self.barriers(squares, owner);
        let t = u32::from(points);
        while starts != 0 {
            let first = starts.trailing_zeros();
            starts &= starts - 1;
            let last = first + length(first) - 1;
            if last + 1 >= first + t {
                continue;
            }
            let below_first = (1u64 << first) - 1;
            let reach = (1u64 << (last + 1).saturating_sub(t)) - 1;
            walled.forward |= (below_first & !reach) as u32;
            let up_to_last = (2u64 << last) - 1;
            walled.backward |= (((1u64 << (first + t)) - 1) & !up_to_last) as u32;
        }
        walled
    }

    /// Whether a wall lies strictly between squares `from` and `to`.
    fn wall_between(&self, squares: u32, from: u32, to: u32, owner: usize) -> bool {
        let (mut starts, length) = self.barriers(squares, owner);
        starts &= !((2 << from) - 1);
        while starts != 0 {
            let first = starts.trailing_zeros();
            starts &= starts - 1;
            if first + length(first) <= to {
                return true;
            }
        }
        false
    }

    /// What bars the way: the lowest squares of the walls, and how long the
    /// wall is that begins on a square. Whole runs where they bar as such, else
    /// every few squares that are enough.
    #[inline]
    fn barriers(&self, squares: u32, owner: usize) -> (u32, impl Fn(u32) -> u32) {
        let group = squares & self.features.groups;
        let whole = self.features.pair_ends[owner] != 0;
        let wall = self.wall[owner];
        let mut starts = self.runs(group, owner);
        if whole {
            starts &= !(group << 1);
        }
        let length = move |first: u32| {
            if whole {
                (group >> first).trailing_ones()
            } else {
                wall
            }
        };
        (starts, length)
    }

    /// Forward moves that end elsewhere than the throw says, or in other ways
    /// than usual.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the state of one search"
    )]
    #[inline]
    pub(super) fn add_unusual_forward(
        &self,
        choices: &mut Choices,
        position: &Position,
        points: u8,
        me: usize,
        movable: u32,
        barred: u32,
        open: u32,
    ) {
        let features = &self.features;
        let t = usize::from(points);
        let own = position.on[me];
        let opponent = self.opponent::<true>(position, me);
        let occupied = own | opponent;
        let mut short = movable & features.short_from[t];
        while short != 0 {
            let from = short.trailing_zeros();
            short &= short - 1;
            let target = features.short_to[from as usize];
            let taken = if features.falls { occupied } else { barred };
            if target & taken == 0
                && !self.wall_between(opponent, from, target.trailing_zeros(), me ^ 1)
            {
                choices.movers |= 1 << from;
            }
        }
        let diverted = movable & features.divert_from & self.forward_from[t] & occupied >> points;
        if diverted != 0 {
            let origins = diverted & open;
            choices.movers &= !diverted;
            if occupied & features.divert_to == 0 {
                choices.movers |= origins;
            } else {
                choices.movers |= self.with_refuge(origins, occupied);
            }
        }
        if choices.movers & features.bump_from & self.forward_from[t] != 0
            && features.bump_from << points & features.bump_onto & opponent != 0
            && occupied & features.bump_to != 0
        {
            choices.movers &= !features.bump_from;
        }
        let held = movable & features.held & !choices.movers;
        if held != 0 {
            choices.leavers = self.held_leavers(position, points, me, held);
            choices.movers |= choices.leavers;
        }
    }

    /// Of the `origins`, those whose piece finds a free square in the refuge,
    /// its own counting as free.
    fn with_refuge(&self, origins: u32, occupied: u32) -> u32 {
        let free = self.refuge_squares & !occupied;
        if free != 0 {
            origins
        } else {
            origins & self.refuge_squares
        }
    }

    /// Narrows the first move of a player to the piece that must make it.
    #[inline]
    pub(super) fn narrow_opening(&self, choices: &mut Choices, position: &Position, me: usize) {
        let piece = self.features.open_piece;
        if piece & (choices.movers | choices.stayers) != 0 && self.is_unopened(position, me) {
            choices.movers &= piece;
            choices.leavers &= piece;
            choices.stayers &= piece;
        }
    }

    /// The last word: waiting is offered, and a piece just entered that cannot
    /// move on goes back.
    #[inline]
    pub(super) fn settle(&self, choices: &mut Choices, position: &Position) {
        choices.leavers &= choices.movers;
        choices.decline = choices.leavers != 0 && self.features.may_wait;
        if position.mark == ENTERED
            && (choices.kind == ChoiceKind::Backward || choices.movers | choices.stayers == 0)
        {
            choices.kind = ChoiceKind::Forward;
            choices.movers = 2;
            choices.leavers = 2;
            choices.stayers = 0;
        }
    }
}
