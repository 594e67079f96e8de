//! One piece alone on the track: how long it takes to bear it off.
//!
//! Serves every ruleset, since it only asks the compiled rules what a lone
//! piece may do. With `E(s)` the expected number of throws until a piece on
//! `s` is home, nobody else on the board and every throw one's own:
//!
//! ```text
//! E(s) = 1 + Σ_t p(t) · min_c E(s after t, c)          E(home) = 0
//! ```
//!
//! iterated in place to its fixed point. This weighs gates, traps, refuges,
//! exact exits and the right of exit in the one unit that all rulesets share.

use crate::rules::{ChoiceKind, Position, Rules, Setup};
use crate::ruleset::{Capture, Mechanics, StartFile, Win};
use crate::types::{ByPlayer, Player, PointSet, Square, SquareSet};

use super::throws::Throws;

/// A piece that cannot get home counts as this many throws away.
const FOREVER: f64 = 1000.0;

/// The last change of a throw count that still asks for another sweep.
const SETTLED: f64 = 1e-10;

/// What the track does to a lone piece, by whether it has the right of exit by
/// a star (`[0]` without, `[1]` with) and by square; where no piece can rest,
/// 0 throughout.
#[derive(Clone, Debug)]
pub struct Lone {
    /// Expected throws until home; at index 0 for a piece in hand.
    pub throws: [[f64; 32]; 2],
    /// The chance that the next throw leaves no forward move.
    pub stuck: [[f64; 32]; 2],
    /// The chance that the next throw can send the piece to the refuge.
    pub sent_back: [[f64; 32]; 2],
    /// Squares on which a piece may carry a star.
    pub starred: SquareSet,
    /// By points: squares from which a forward move lands as many squares on.
    pub lands: [SquareSet; 16],
    /// By points: squares from which a forward move lands nowhere: it bears
    /// off or is refused exit.
    pub leaves: [SquareSet; 16],
}

impl Lone {
    pub fn new(mechanics: &Mechanics) -> Lone {
        // The lone piece is A's; removal as the capture lets B have none.
        let mechanics = Mechanics {
            pieces: 1,
            capture: Capture::Remove,
            win: Win::AllHome,
            opening: None,
            file: StartFile::Free,
            ..mechanics.clone()
        };
        let rules = Rules::new(&mechanics);
        let throws = Throws::new(&rules);
        let mut lone = Lone {
            throws: [[0.0; 32]; 2],
            stuck: [[0.0; 32]; 2],
            sent_back: [[0.0; 32]; 2],
            starred: SquareSet::EMPTY,
            lands: [SquareSet::EMPTY; 16],
            leaves: [SquareSet::EMPTY; 16],
        };
        let places = places(&mechanics);
        for (place, position) in &places {
            lone.look(&rules, &throws, *place, position);
        }
        lone.settle(&rules, &throws, &places);
        lone
    }

    /// Expected throws until home of the piece on `square`.
    pub fn throws_from(&self, square: Square, starred: bool) -> f64 {
        self.throws[usize::from(starred)][usize::from(square.number())]
    }

    /// The farthest that a piece without a star can be from home, in throws.
    pub fn farthest(&self) -> f64 {
        self.throws[0].iter().copied().fold(0.0, f64::max)
    }

    fn look(&mut self, rules: &Rules, throws: &Throws, place: Place, position: &Position) {
        if place.star == 1 {
            self.starred.insert(place.square);
        }
        let square = usize::from(place.square.number());
        for chance in throws.all() {
            let points = chance.points;
            let choices = rules.choices(position, points);
            let (mut forward, mut sent_back) = (false, false);
            for choice in choices.iter() {
                let event = rules.play(&mut position.clone(), points, choice);
                let ahead = matches!(choice.kind, ChoiceKind::Forward | ChoiceKind::ForwardStay);
                forward |= ahead;
                sent_back |= event.trapped || event.refused;
                if ahead && place.star == 0 {
                    let nowhere = event.off || event.refused;
                    let sets = if nowhere {
                        &mut self.leaves
                    } else {
                        &mut self.lands
                    };
                    sets[usize::from(points)].insert(place.square);
                }
            }
            if !forward {
                self.stuck[place.star][square] += chance.probability;
            }
            if sent_back {
                self.sent_back[place.star][square] += chance.probability;
            }
        }
    }

    fn settle(&mut self, rules: &Rules, throws: &Throws, places: &[(Place, Position)]) {
        let on_board = places
            .iter()
            .map(|&(place, position)| ((place.star, usize::from(place.square.number())), position));
        let in_hand = in_hand(rules.mechanics()).map(|position| ((0, 0), position));
        let positions: Vec<((usize, usize), Position)> =
            in_hand.into_iter().chain(on_board).collect();
        loop {
            let mut change = 0.0f64;
            for (index, position) in positions.iter().rev() {
                let mut expected = 1.0;
                for chance in throws.all() {
                    let choices = rules.choices(position, chance.points);
                    let best = rules
                        .successors(position, chance.points, choices)
                        .map(|(_, next)| self.left(&next))
                        .fold(FOREVER, f64::min);
                    expected += chance.probability * best;
                }
                let slot = &mut self.throws[index.0][index.1];
                let expected = expected.min(FOREVER);
                change = change.max((expected - *slot).abs());
                *slot = expected;
            }
            if change < SETTLED {
                return;
            }
        }
    }

    fn left(&self, position: &Position) -> f64 {
        let star = position.starred(Player::A).len() as usize;
        match position.on(Player::A).first() {
            Some(square) => self.throws[star][usize::from(square.number())],
            None if position.home(Player::A) == 0 => self.throws[0][0],
            None => 0.0,
        }
    }
}

#[derive(Clone, Copy)]
struct Place {
    square: Square,
    star: usize,
}

/// The position with A's only piece in hand, where the ruleset has one.
fn in_hand(mechanics: &Mechanics) -> Option<Position> {
    mechanics.hand?;
    let setup = Setup {
        to_throw: Some(Player::A),
        ..Setup::default()
    };
    Position::new(mechanics, &setup).ok()
}

/// Every place at which a lone piece can rest, with A to throw.
fn places(mechanics: &Mechanics) -> Vec<(Place, Position)> {
    let mut places = Vec::new();
    for square in SquareSet::up_to(mechanics.length).iter() {
        for star in 0..2 {
            let on = SquareSet::single(square);
            let starred = if star == 1 { on } else { SquareSet::EMPTY };
            let setup = Setup {
                on: ByPlayer::new(on, SquareSet::EMPTY),
                starred: ByPlayer::new(starred, SquareSet::EMPTY),
                home: ByPlayer::both(0),
                to_throw: Some(Player::A),
                ..Setup::default()
            };
            if let Ok(position) = Position::new(mechanics, &setup) {
                places.push((Place { square, star }, position));
            }
        }
    }
    places
}

/// The mean number of throws in a turn: a turn goes on with the chance that a
/// throw grants another.
pub(super) fn throws_per_turn(throws: &Throws, again: PointSet) -> f64 {
    1.0 / (1.0 - chance_of_another(throws, again)).max(1.0 / FOREVER)
}

/// The chance that a throw grants another.
pub(super) fn chance_of_another(throws: &Throws, again: PointSet) -> f64 {
    throws
        .all()
        .iter()
        .filter(|chance| again.contains(chance.points))
        .map(|chance| chance.probability)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::load_builtin;

    fn lone(id: &str) -> Lone {
        Lone::new(&load_builtin(id, &[], &[]).unwrap().mechanics)
    }

    fn at(lone: &Lone, square: u8) -> f64 {
        lone.throws_from(Square::new(square).unwrap(), false)
    }

    #[test]
    fn exits_by_one_throw_alone_take_the_inverse_of_its_chance() {
        let lone = lone("anubis-5");
        assert!((at(&lone, 28) - 4.0).abs() < 1e-9, "a 3 has 4 of 16");
        assert!((at(&lone, 29) - 16.0 / 6.0).abs() < 1e-9, "a 2 has 6 of 16");
        assert!((at(&lone, 30) - 4.0).abs() < 1e-9, "a 1 has 4 of 16");
        assert_eq!(at(&lone, 27), 0.0, "nothing rests on the trap");
    }

    #[test]
    fn traps_refuges_and_stuck_throws_are_seen() {
        let lone = lone("anubis-5");
        assert_eq!(lone.sent_back[0][26], 0.25, "a 1 from 26");
        assert_eq!(lone.stuck[0][28], 0.75, "all but a 3 on 28");
        assert_eq!(lone.stuck[0][1], 0.0);
        assert!(lone.stuck[0][25] == 0.75, "only a 1 reaches the gate");
    }

    #[test]
    fn a_star_shortens_the_way_home() {
        let lone = lone("nile-5-six");
        assert!(!lone.starred.is_empty());
        for square in lone.starred.iter() {
            assert!(lone.throws_from(square, true) < lone.throws_from(square, false));
        }
    }
}
