//! The perfect player's choices, for all colourings of a block at a time.

use super::super::colour::Colourings;
use super::super::geometry::{Op, Plan};
use super::super::layers::Layer;
use super::super::perfect::perfect_choice;
use super::super::recolour::Routes;
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
    tied: Vec<bool>,
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
            routes: Routes::new(colourings, mechanics.stay.is_some()),
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
            tied: vec![false; cells],
        }
    }

    /// Appends where each colouring of `block` goes with each throw, throws
    /// innermost; returns how many of these were decided between equals.
    pub fn choose<const W: usize>(
        &self,
        plan: &Plan<W>,
        block: u32,
        room: &mut Choice,
        out: &mut Vec<Next>,
    ) -> u64 {
        room.best.fill(-1.0);
        room.tied.fill(false);
        for op in plan.outer.iter().chain(&plan.inner) {
            self.take(op, room);
        }
        let mut ties = 0;
        for c in 0..self.len {
            for throw in 0..self.throws {
                let at = throw * self.len + c;
                debug_assert!(room.best[at] >= 0.0, "there is always a choice");
                if room.tied[at] {
                    ties += 1;
                    let place = block as usize * self.len + c;
                    out.push(self.decide(place, throw));
                } else {
                    out.push(room.next[at]);
                }
            }
        }
        ties
    }

    fn take<const W: usize>(&self, op: &Op<W>, room: &mut Choice) {
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
                room.tied[at] = false;
            } else if value == room.best[at] && next != room.next[at] {
                room.tied[at] = true;
            }
        }
    }

    /// Decides between equals, through the rules: the lowest origin, then the
    /// smaller text.
    fn decide(&self, place: usize, throw: usize) -> Next {
        let encoding = self.table.encoding();
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
