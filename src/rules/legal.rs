//! Finding the legal choices of a position and a throw.
//!
//! One path serves all games. The mechanics that most games do without are
//! asked for under `UNUSUAL`, so that games without any of them have a path
//! compiled without a trace of these questions.

use super::choices::{ChoiceKind, Choices};
use super::compile::{Rules, all_ones};
use super::legal_features::Movable;
use super::position::Position;

impl Rules {
    /// The legal choices of the player about to throw with a throw of `points`.
    ///
    /// The position must not be over.
    #[inline(always)]
    pub fn choices(&self, position: &Position, points: u8) -> Choices {
        if self.unusual {
            // A copy, so that the position itself can stay in registers.
            let position = *position;
            self.unusual_choices(&position, points)
        } else {
            self.choices_as::<false>(position, points)
        }
    }

    /// Called cold, so that the usual path is laid out as if this were not.
    #[cold]
    #[inline(never)]
    fn unusual_choices(&self, position: &Position, points: u8) -> Choices {
        self.choices_as::<true>(position, points)
    }

    /// [`Self::choices`] where it is known whether the rules are
    /// [unusual](Self::is_unusual).
    #[inline(always)]
    pub(crate) fn choices_as<const UNUSUAL: bool>(
        &self,
        position: &Position,
        points: u8,
    ) -> Choices {
        debug_assert!(!position.is_over());
        let t = usize::from(points);
        let me = usize::from(position.turn & 1);
        let own = position.on[me];
        let opponent = self.opponent::<UNUSUAL>(position, me);
        let runs = if UNUSUAL {
            0
        } else {
            self.runs(opponent, me ^ 1)
        };
        if own & self.stay_on != 0 {
            let runs = self.runs(opponent & self.features.groups, me ^ 1);
            return self.stayer_choices(position, runs, t, me);
        }
        let movable = if UNUSUAL {
            match self.movable(position, points, me) {
                Movable::These(movable) => movable,
                Movable::Settled(choices) => return choices,
            }
        } else {
            own
        };
        let paired = if UNUSUAL {
            self.paired(position, opponent, me ^ 1)
        } else {
            (opponent << 1 | opponent >> 1) & self.pair_mask[me ^ 1]
        };
        let barred = own | opponent & (paired | self.safe);
        let open = if UNUSUAL {
            !self.walled_off(opponent, points, me ^ 1).forward
        } else {
            !self.blocked_forward(runs, points, me ^ 1)
        };
        let exits = self.exits::<UNUSUAL>(position, me, t);
        let forward = movable & (self.forward_from[t] | exits) & !(barred >> points);
        let mut choices = Choices {
            movers: forward & open,
            stayers: forward & open & self.forward_from[t] & self.stay_on >> points,
            leavers: 0,
            kind: ChoiceKind::Forward,
            rethrow: own & self.rethrow_from[t] != 0,
            decline: false,
        };
        if UNUSUAL {
            self.add_unusual_forward(&mut choices, position, points, me, movable, barred, open);
        }
        if self.refuge_can_fail {
            choices.movers &= !self.without_refuge_forward(position, me, t);
        }
        let leaving = choices.movers & self.must_leave;
        if leaving != 0 {
            choices.movers = leaving;
            choices.stayers &= self.must_leave;
        }
        if UNUSUAL {
            self.narrow_opening(&mut choices, position, me);
        }
        if choices.movers | choices.stayers == 0 && self.back_from[t] != 0 {
            self.add_backward::<UNUSUAL>(&mut choices, position, runs, points, me, movable);
        }
        if UNUSUAL {
            self.settle(&mut choices, position);
        }
        if self.free_pass {
            choices.decline = choices.movers | choices.stayers != 0 || choices.rethrow;
        }
        choices
    }

    /// The opponent's pieces as the mover, of index `me`, numbers the squares.
    #[inline(always)]
    pub(super) fn opponent<const UNUSUAL: bool>(&self, position: &Position, me: usize) -> u32 {
        let squares = position.on[me ^ 1];
        match &self.features.cells {
            Some(maps) if UNUSUAL => maps[me].see(squares),
            _ => squares,
        }
    }

    /// Lowest squares of the runs of `squares` long enough to be a wall.
    #[inline(always)]
    pub(super) fn runs(&self, squares: u32, owner: usize) -> u32 {
        let wall = self.wall[owner];
        if wall == 0 {
            return 0;
        }
        let mut runs = squares;
        for i in 1..wall {
            runs &= squares >> i;
        }
        runs
    }

    /// Squares from which a wall hinders a forward move with `points`.
    #[inline(always)]
    fn blocked_forward(&self, runs: u32, points: u8, owner: usize) -> u32 {
        let mut blocked = 0;
        for i in 1..=self.wall_reach {
            let counts = self.wall[owner] + i <= u32::from(points);
            blocked |= if counts { runs >> i } else { 0 };
        }
        blocked
    }

    /// Squares from which a piece leaves the track, borne off or refused.
    #[inline(always)]
    fn exits<const UNUSUAL: bool>(&self, position: &Position, me: usize, t: usize) -> u32 {
        if UNUSUAL && position.on[me] & self.features.holds_back != 0 {
            return self.refused_from[t];
        }
        match self.right {
            None => self.off_from[t],
            Some(right) => {
                let entitled = position.starred[me] | right.won_on;
                self.refused_from[t] | self.off_from[t] & entitled
            }
        }
    }

    fn add_backward<const UNUSUAL: bool>(
        &self,
        choices: &mut Choices,
        position: &Position,
        runs: u32,
        points: u8,
        me: usize,
        movable: u32,
    ) {
        let own = position.on[me];
        let opponent = self.opponent::<UNUSUAL>(position, me);
        let paired = if UNUSUAL {
            self.paired(position, opponent, me ^ 1)
        } else {
            (opponent << 1 | opponent >> 1) & self.pair_mask[me ^ 1]
        };
        let barred = own | opponent & (paired & self.pair_backward | self.safe_backward);
        let mut blocked = 0;
        if UNUSUAL {
            blocked = self.walled_off(opponent, points, me ^ 1).backward;
        } else {
            for i in self.wall[me ^ 1]..u32::from(points) {
                blocked |= runs << i;
            }
        }
        choices.kind = ChoiceKind::Backward;
        choices.movers =
            movable & self.back_from[usize::from(points)] & !(barred << points) & !blocked;
        choices.stayers = choices.movers & self.stay_on << points;
        if self.refuge_can_fail {
            let trapped = choices.movers & self.traps << points;
            choices.movers &=
                !self.without_refuge(trapped, position, me, |s| s - u32::from(points));
        }
    }

    /// What a player with pieces staying on traps may do.
    #[cold]
    fn stayer_choices(&self, position: &Position, runs: u32, t: usize, me: usize) -> Choices {
        let stayers = position.on[me] & self.stay_on;
        let listed = match self.right {
            None => self.mechanics.off[t].0,
            Some(right) => self.off_from[t] & (position.starred[me] | right.won_on),
        };
        // Bearing off passes over every square above.
        let below_a_wall = runs.checked_ilog2().map_or(0, |top| (1 << top) - 1);
        let allowed = all_ones(position.on[me] & self.features.holds_back == 0);
        let off = stayers & listed & self.off_from[t] & !below_a_wall & allowed;
        let occupied = position.on[me] | position.on[me ^ 1];
        let may_leave = self.may_leave && off == 0 && self.refuge_squares & !occupied != 0;
        let leave = stayers & !listed & all_ones(may_leave);
        Choices {
            movers: off | leave,
            stayers: 0,
            leavers: leave,
            kind: ChoiceKind::Forward,
            rethrow: false,
            decline: leave != 0 || (self.free_pass && off != 0),
        }
    }

    /// Of the forward movers, those whose refuge would be full.
    #[cold]
    fn without_refuge_forward(&self, position: &Position, me: usize, t: usize) -> u32 {
        let off = match self.right {
            _ if position.on[me] & self.features.holds_back != 0 => 0,
            None => self.off_from[t],
            Some(right) => self.off_from[t] & (position.starred[me] | right.won_on),
        };
        let refused = self.refused_from[t] & !off;
        let trapped = self.traps >> t & self.forward_from[t];
        let own = position.on[me];
        self.without_refuge(trapped & own, position, me, |s| s + t as u32)
            | self.without_refuge(refused & own, position, me, |s| s)
    }

    /// Of the origins `sent`, those whose piece would find no free square. The
    /// destination is where it lands first: its own square if it does not.
    fn without_refuge(
        &self,
        mut sent: u32,
        position: &Position,
        me: usize,
        destination: impl Fn(u32) -> u32,
    ) -> u32 {
        let opponent = position.on[me ^ 1];
        let mut full = 0;
        while sent != 0 {
            let s = sent.trailing_zeros();
            sent &= sent - 1;
            let d = destination(s);
            // A swap fills the origin again.
            let swapped = !self.removes && self.traps & opponent & (1u64 << d) as u32 != 0;
            let origin = if swapped { 0 } else { 1 << s };
            let occupied = (position.on[me] | opponent) & !origin;
            if self.refuge_squares & !occupied == 0 {
                full |= 1 << s;
            }
        }
        full
    }
}
