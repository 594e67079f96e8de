//! Masks and tables of the mechanics that most games do without.

use crate::ruleset::{
    Backward, Capture, Entered, GateMode, HoldGrants, HoldLanding, HoldOthers, HoldPairs, HoldWait,
    Mechanics, OpenWith, Pairs, Protection, Returned, StartFile, TrapTo,
};
use crate::types::{Player, SquareSet};

use super::compile::{POINTS, all_ones};

/// What the unusual paths of [`super::legal`] and [`super::play`] look up.
#[derive(Clone, Debug)]
pub(super) struct Features {
    /// Pairs and walls count pieces on these squares alone.
    pub groups: u32,
    /// By owner: all ones where only the ends of a run are protected.
    pub pair_ends: [u32; 2],
    /// By owner: all ones where there are pairs.
    pub pairs: [u32; 2],
    /// By points: squares from which a move would pass a gate, but ends short
    /// of it or falls; bit 0 for entering.
    pub short_from: [u32; POINTS],
    /// By origin: where such a move ends.
    pub short_to: [u32; 32],
    /// Where such a move ends only if the square is empty.
    pub falls: bool,
    pub divert_from: u32,
    pub divert_to: u32,
    pub bump_from: u32,
    pub bump_onto: u32,
    pub bump_to: u32,
    /// The mover bears off only while it has no piece on these squares.
    pub holds_back: u32,
    pub only_from: u32,
    pub held: u32,
    /// Squares that may be landed on only while empty.
    pub empty_only: u32,
    /// All ones where a player with a held or returned piece has no pairs.
    pub held_unpairs: u32,
    /// Points with which a held piece may go to the refuge.
    pub hold_back: u32,
    pub held_alone: bool,
    pub may_wait: bool,
    pub held_never_grants: u32,
    /// The square of returned pieces.
    pub returned: u32,
    /// Index of the player with an opening; 2 for none.
    pub opener: usize,
    /// Points that open, where these do.
    pub open_points: Option<u32>,
    /// The square of the piece that opens, where one does.
    pub open_piece: u32,
    pub waits: bool,
    pub has_hand: bool,
    pub enter_moves_on: bool,
    pub trap_to_hand: bool,
    pub low: bool,
    pub resting_on: u32,
    pub capture_grants: u32,
    pub never_backward: bool,
    /// Squares on which a move that ends there grants nothing.
    pub never_on: u32,
    pub sweep: u32,
    pub cells: Option<Box<[CellMap; 2]>>,
    /// Squares of the track that are no traps.
    pub no_traps: u32,
}

/// How a player sees the other's squares, a byte at a time.
#[derive(Clone, Debug)]
pub(super) struct CellMap([[u32; 256]; 4]);

impl CellMap {
    fn new(mechanics: &Mechanics, player: Player) -> CellMap {
        let mut tables = [[0; 256]; 4];
        for (byte, table) in (0u32..).zip(&mut tables) {
            for (bits, entry) in (0u32..).zip(table.iter_mut()) {
                let squares = SquareSet(bits << (8 * byte) & SquareSet::up_to(mechanics.length).0);
                *entry = mechanics.seen_by(player, squares).0;
            }
        }
        CellMap(tables)
    }

    #[inline]
    pub fn see(&self, squares: u32) -> u32 {
        let [a, b, c, d] = squares.to_le_bytes().map(usize::from);
        self.0[0][a] | self.0[1][b] | self.0[2][c] | self.0[3][d]
    }
}

impl Features {
    pub fn new(mechanics: &Mechanics) -> Features {
        let hold = mechanics.hold;
        let opening = mechanics.opening;
        let bump = mechanics.bump;
        let divert = mechanics.divert;
        let single = |square| SquareSet::single(square).0;
        let empty_only = hold.filter(|hold| hold.landing == HoldLanding::EmptyOnly);
        let unpairs = hold.is_some_and(|hold| hold.pairs == HoldPairs::Lost);
        let never = hold.is_some_and(|hold| hold.grants == HoldGrants::Never);
        let mut features = Features {
            groups: SquareSet::up_to(mechanics.group_limit).0,
            pair_ends: Player::BOTH.map(|p| all_ones(mechanics.pairs[p] == Pairs::Ends)),
            pairs: Player::BOTH.map(|p| all_ones(mechanics.pairs[p] != Pairs::None)),
            short_from: [0; POINTS],
            short_to: [0; 32],
            falls: matches!(mechanics.gate_mode, GateMode::FallTo(_)),
            divert_from: divert.map_or(0, |divert| divert.from.0),
            divert_to: divert.map_or(0, |divert| single(divert.to)),
            bump_from: bump.map_or(0, |bump| single(bump.from)),
            bump_onto: bump.map_or(0, |bump| bump.onto.0),
            bump_to: bump.map_or(0, |bump| single(bump.to)),
            holds_back: SquareSet::up_to(mechanics.off_none_below - 1).0,
            only_from: mechanics.only_from.0,
            held: mechanics.held().0,
            empty_only: empty_only.map_or(0, |hold| hold.on.0),
            held_unpairs: all_ones(unpairs),
            hold_back: hold.map_or(0, |hold| u32::from(hold.back.0)),
            held_alone: hold.is_some_and(|hold| hold.others == HoldOthers::StandStill),
            may_wait: hold.is_some_and(|hold| hold.wait == HoldWait::Offered),
            held_never_grants: if never { mechanics.held().0 } else { 0 },
            returned: hold
                .filter(|hold| hold.returned == Returned::MustMove)
                .and(mechanics.refuge)
                .map_or(0, |refuge| single(refuge.square)),
            opener: opening.map_or(2, |opening| opening.player.index()),
            open_points: None,
            open_piece: 0,
            waits: mechanics.file == StartFile::Waits,
            has_hand: mechanics.hand.is_some(),
            enter_moves_on: mechanics
                .hand
                .is_some_and(|hand| hand.then == Entered::MustMove),
            trap_to_hand: mechanics.trap_to == TrapTo::Hand,
            low: mechanics.capture == Capture::Low,
            resting_on: mechanics.grants.resting_on.0,
            capture_grants: all_ones(mechanics.grants.capture),
            never_backward: mechanics.grants.never_backward,
            never_on: if mechanics.grants.never_on_trap {
                (mechanics.traps | mechanics.held()).0
            } else {
                0
            },
            sweep: mechanics.sweep.0,
            cells: mechanics
                .cells
                .as_ref()
                .map(|_| Box::new(Player::BOTH.map(|player| CellMap::new(mechanics, player)))),
            no_traps: (SquareSet::up_to(mechanics.length) - mechanics.traps).0,
        };
        match opening.map(|opening| opening.with) {
            None => {}
            Some(OpenWith::Points(points)) => features.open_points = Some(u32::from(points.0)),
            Some(OpenWith::Piece(square)) => features.open_piece = single(square),
        }
        features.fill_short(mechanics);
        features
    }

    /// Moves that would pass a gate and end elsewhere instead.
    fn fill_short(&mut self, mechanics: &Mechanics) {
        if mechanics.gate_mode == GateMode::Exact {
            return;
        }
        let fixed = (mechanics.exit_only | mechanics.held()).0;
        for s in 0..u32::from(mechanics.length) {
            let above = mechanics.gates.0 & !((2 << s) - 1);
            let gate = above.trailing_zeros();
            if above == 0 || fixed >> s & 1 == 1 {
                continue;
            }
            self.short_to[s as usize] = match mechanics.gate_mode {
                GateMode::FallTo(square) => SquareSet::single(square).0,
                _ => 1 << gate,
            };
            for t in 1..POINTS as u32 {
                let may_enter = mechanics
                    .hand
                    .is_some_and(|hand| hand.points.contains(t as u8));
                if s + t > gate && (s > 0 || may_enter) {
                    self.short_from[t as usize] |= 1 << s;
                }
            }
        }
    }

    /// Whether any of them is there, so that choices and plays must look.
    pub fn any(mechanics: &Mechanics) -> bool {
        let everything = matches!(
            mechanics.backward,
            Backward::Forced {
                protection: Protection::Everything,
                ..
            }
        );
        let ends = Player::BOTH.map(|player| mechanics.pairs[player] == Pairs::Ends);
        everything
            || ends != [false; 2]
            || matches!(
                mechanics.capture,
                Capture::Low | Capture::Hand | Capture::None
            )
            || mechanics.group_limit != mechanics.length
            || mechanics.gate_mode != GateMode::Exact
            || mechanics.grants != Default::default()
            || mechanics.divert.is_some()
            || mechanics.bump.is_some()
            || mechanics.off_none_below > 1
            || !mechanics.only_from.is_empty()
            || mechanics.hold.is_some()
            || mechanics.opening.is_some()
            || mechanics.file == StartFile::Waits
            || mechanics.hand.is_some()
            || mechanics.trap_to == TrapTo::Hand
            || !mechanics.sweep.is_empty()
            || mechanics.cells.is_some()
    }
}
