//! The perfect player's choices, for all colourings of a block at a time.

use super::super::colour::Colourings;
use super::super::geometry::{Op, Plan};
use super::super::layers::Layer;
use super::super::perfect::perfect_choice;
#[cfg(any(test, doc))]
use super::super::recolour::Recolour;
use super::super::recolour::{Grouping, Routes};
use super::super::table::Table;
use super::super::value::Value;
use super::{Next, read_by};
use crate::rules::Rules;

/// What one member of a group chooses from.
pub(super) struct Chooser<'a, V> {
    table: &'a Table,
    rules: &'a Rules,
    layer: Layer,
    routes: Routes,
    /// By source: the values of its layer (lower and upper bounds, or twice
    /// the same), and its colourings a block.
    values: [[&'a [V]; 2]; 4],
    stride: [usize; 4],
    throws: usize,
    pub len: usize,
}

/// Room for the choices of one block, by throw and colouring.
pub(super) struct Choice {
    best: Vec<f64>,
    next: Vec<Next>,
    /// Number of the move that is held, in the order of the plan.
    held: Vec<u16>,
    tie: Vec<Tie>,
    /// By move: the square it starts from, once that has been asked for.
    origins: Vec<Option<Origin>>,
}

/// How the best of the values so far is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    None,
    /// The lower origin decided.
    Decided,
    /// It takes the rules to decide.
    Open,
}

/// Where a move starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Square(u32),
    /// Nothing moves, or the plan does not say.
    Unknown,
}

impl<'a, V: Value> Chooser<'a, V> {
    pub fn new(table: &'a Table, rules: &'a Rules, layer: Layer, colourings: &Colourings) -> Self {
        let mechanics = rules.mechanics();
        let numbers = read_by(table, layer);
        let lower = colourings.pieces.saturating_sub(1);
        let last = colourings.mine == 1;
        let stride = if last {
            colourings.len()
        } else {
            Colourings::new(lower, colourings.mine - 1).len()
        };
        Chooser {
            table,
            rules,
            layer,
            routes: Routes::new(
                colourings,
                mechanics.stay.is_some(),
                Grouping::single(colourings.len()),
            ),
            values: numbers.map(|number| table.stored::<V>(number)),
            stride: [colourings.len(), colourings.len(), stride, stride],
            throws: mechanics.throws.throws().len(),
            len: colourings.len(),
        }
    }

    pub fn room(&self) -> Choice {
        let cells = self.throws * self.len;
        Choice {
            best: vec![0.0; cells],
            next: vec![Next(0); cells],
            held: vec![0; cells],
            tie: vec![Tie::None; cells],
            origins: Vec::new(),
        }
    }

    /// Appends where each colouring of `block`, which has the squares `set`, goes
    /// with each throw, throws innermost; returns how many of these were decided
    /// between equals.
    pub fn choose<const W: usize>(
        &self,
        plan: &Plan<W>,
        block: u32,
        set: u32,
        room: &mut Choice,
        out: &mut Vec<Next>,
    ) -> u64 {
        room.best.fill(-1.0);
        room.tie.fill(Tie::None);
        room.origins.clear();
        room.origins
            .resize(plan.outer.len() + plan.inner.len(), None);
        let op = |number: u16| {
            let number = usize::from(number);
            plan.outer
                .get(number)
                .unwrap_or_else(|| &plan.inner[number - plan.outer.len()])
        };
        for number in 0..room.origins.len() as u16 {
            self.take(&op, number, block, set, room);
        }
        let mut ties = 0;
        for c in 0..self.len {
            for throw in 0..self.throws {
                let at = throw * self.len + c;
                debug_assert!(room.best[at] >= 0.0, "there is always a choice");
                ties += u64::from(room.tie[at] != Tie::None);
                if room.tie[at] == Tie::Open {
                    let place = block as usize * self.len + c;
                    out.push(self.decide(place, throw));
                } else {
                    out.push(room.next[at]);
                }
            }
        }
        ties
    }

    fn take<'p, const W: usize>(
        &self,
        ops: &impl Fn(u16) -> &'p Op<W>,
        number: u16,
        block: u32,
        set: u32,
        room: &mut Choice,
    ) {
        let op = ops(number);
        let first = usize::from(op.throw) * self.len;
        let source = op.source as usize;
        let route = &self.routes.routes[usize::from(op.route)].source;
        for c in op.mask.iter() {
            let (value, next) = if source == Next::WON {
                (1.0, Next::new(source, 0))
            } else {
                let place = op.block as usize * self.stride[source] + usize::from(route[c]);
                let [low, high] = self.values[source];
                let value = (low[place].to_f64() + high[place].to_f64()) / 2.0;
                let passes = Next::passes(source);
                let value = if passes { 1.0 - value } else { value };
                (value, Next::new(source, place))
            };
            let at = first + c;
            if value > room.best[at] {
                room.best[at] = value;
                room.next[at] = next;
                room.held[at] = number;
                room.tie[at] = Tie::None;
            } else if value == room.best[at] && next != room.next[at] {
                let mut origin = |number: u16| {
                    *room.origins[usize::from(number)]
                        .get_or_insert_with(|| self.origin(ops(number), block, set))
                };
                match (origin(room.held[at]), origin(number)) {
                    (Origin::Square(held), Origin::Square(new)) if held != new => {
                        if new < held {
                            room.next[at] = next;
                            room.held[at] = number;
                        }
                        if room.tie[at] == Tie::None {
                            room.tie[at] = Tie::Decided;
                        }
                    }
                    _ => room.tie[at] = Tie::Open,
                }
            }
        }
    }

    /// The square that the piece of a move starts from.
    fn origin<const W: usize>(&self, op: &Op<W>, block: u32, set: u32) -> Origin {
        let pieces = set.count_ones() as usize;
        let square = |k: usize| (0..k).fold(set, |set, _| set & (set - 1)).trailing_zeros();
        match moved_piece(usize::from(op.route) / 2, pieces) {
            Some(k) => Origin::Square(square(k)),
            None if op.block == block => Origin::Unknown,
            None => {
                let index = self.table.blocks().blocks(pieces);
                let left = set & !index.unrank(op.block).0;
                if left.count_ones() == 1 {
                    Origin::Square(left.trailing_zeros())
                } else {
                    Origin::Unknown
                }
            }
        }
    }

    /// Decides between equals, through the rules: the lowest origin, then the
    /// smaller text.
    fn decide(&self, place: usize, throw: usize) -> Next {
        let encoding = self.table.blocks();
        let position = encoding.position(self.rules.mechanics(), self.layer, place);
        let points = self.rules.mechanics().throws.throws()[throw].points;
        let choices = self.rules.choices(&position, points);
        let (_, best) = perfect_choice(self.table, self.rules, &position, points, choices);
        match best.to_throw() {
            None => Next::new(Next::WON, 0),
            Some(next) => {
                let again = position.to_throw() == Some(next);
                let (layer, place) = encoding.place(&best);
                let off = layer.mine + layer.theirs < self.layer.mine + self.layer.theirs;
                let source = match (off, again) {
                    (false, true) => Next::OWN,
                    (false, false) => Next::PARTNER,
                    (true, true) => Next::LOWER,
                    (true, false) => Next::LOWER_PARTNER,
                };
                Next::new(source, place)
            }
        }
    }
}

/// Which piece of `pieces` a map of colourings is about, by the map's number (see
/// [`Recolour::id`]); `None` for the map that changes nothing.
fn moved_piece(id: usize, pieces: usize) -> Option<usize> {
    let square = pieces * pieces;
    match id {
        0 => None,
        id if id <= square => Some((id - 1) / pieces),
        id if id <= 2 * square => Some((id - 1 - square) / pieces),
        id if id <= 2 * square + pieces => Some(id - 1 - 2 * square),
        id => Some((id - 1 - pieces) / square - 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_piece_of_a_map_is_read_from_its_number() {
        for pieces in 2..=10 {
            assert_eq!(moved_piece(Recolour::Keep.id(pieces), pieces), None);
            for from in 0..pieces {
                let of = |map: Recolour| moved_piece(map.id(pieces), pieces);
                assert_eq!(of(Recolour::Drop { from }), Some(from));
                for other in 0..pieces {
                    assert_eq!(of(Recolour::Turn { from, to: other }), Some(from));
                    let captured = other;
                    assert_eq!(of(Recolour::Swap { from, captured }), Some(from));
                    for to in 0..pieces {
                        let map = Recolour::SwapTurn { from, captured, to };
                        assert_eq!(of(map), Some(from));
                    }
                }
            }
        }
    }
}
