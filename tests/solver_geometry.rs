//! The moves that the block solver works out for whole blocks are those of the
//! rules' engine, position by position.

use std::collections::BTreeSet;

use senet::rules::{Position, Rules};
use senet::ruleset::{
    AfterPass, Backward, Divert, GateMode, Grants, HoldGrants, HoldLanding, HoldOthers, HoldPairs,
    HoldWait, Leave, Mechanics, Pairs, Passing, Protection, Refuge, Returned, Search, Stay,
    load_builtin,
};
use senet::solver::colour::Colourings;
use senet::solver::encoding::Encoding;
use senet::solver::geometry::{Geometry, Plan, Source};
use senet::solver::kernel::Level;
use senet::solver::layers::Layer;
use senet::solver::recolour::{Grouping, Routes};
use senet::types::{ByPlayer, PointSet, Square, SquareSet};

/// What can follow on a throw: the array it is looked up in, and the place.
type Nexts = BTreeSet<(u8, usize)>;

struct Game<'a> {
    rules: &'a Rules,
    encoding: &'a Encoding,
}

impl Game<'_> {
    fn by_rules(&self, layer: Layer, position: &Position, points: u8) -> Nexts {
        let layers = &self.encoding.layers;
        let next = |next: Position| {
            let Some(mover) = next.to_throw() else {
                return (Source::Won as u8, 0);
            };
            let off = next.on(layer.mover).len() < u32::from(layer.mine);
            let again = mover == layer.mover;
            let (source, same) = match (off, again) {
                (false, true) => (Source::Own, layer),
                (false, false) => (Source::Partner, layers.partner(layer)),
                (true, _) => {
                    let lower = layers.layer(layer.mover, layer.mine - 1, layer.theirs);
                    if again {
                        (Source::Lower, lower)
                    } else {
                        (Source::LowerPartner, layers.partner(lower))
                    }
                }
            };
            let (layer, place) = self.encoding.place(&next);
            assert_eq!(layer, same, "{position} with {points}");
            (source as u8, place)
        };
        let choices = self.rules.choices(position, points);
        let successors = self.rules.successors(position, points, choices);
        successors.map(|(_, position)| next(position)).collect()
    }

    fn by_plan(
        &self,
        plan: &Plan<4>,
        throw: usize,
        colouring: usize,
        (routes, strides): (&Routes, [usize; 5]),
    ) -> Nexts {
        let ops = plan.outer.iter().chain(&plan.inner);
        ops.filter(|op| usize::from(op.throw) == throw)
            .filter(|op| op.mask.0[colouring / 64] >> (colouring % 64) & 1 == 1)
            .map(|op| match op.source {
                Source::Won => (Source::Won as u8, 0),
                source => {
                    let of = routes.routes[usize::from(op.route)].source[colouring];
                    let stride = strides[source as usize];
                    (source as u8, op.block as usize * stride + usize::from(of))
                }
            })
            .collect()
    }

    /// Compares every `step`-th block of the layers with up to `most` pieces.
    fn compare(&self, most: u8, step: usize) {
        let mechanics = self.rules.mechanics();
        for group in self.encoding.layers.groups() {
            let layer = group[0];
            let pieces = usize::from(layer.mine + layer.theirs);
            if pieces > usize::from(most) {
                continue;
            }
            let colourings: Vec<Colourings> = (group.iter())
                .map(|layer| Colourings::new(pieces, usize::from(layer.mine)))
                .collect();
            let movers: Vec<_> = (group.iter().zip(&colourings))
                .map(|(layer, colourings)| (layer.mover, colourings))
                .collect();
            let index = self.encoding.blocks(pieces);
            let below = self.encoding.blocks(pieces - 1);
            let geometry: Geometry<4> = Geometry::new(self.rules, index, below, &movers);
            let mut plans = vec![Plan::default(); group.len()];
            for block in (0..index.blocks()).step_by(step) {
                let (squares, stars) = index.unrank(block);
                geometry.plan(Level::detect(), squares, stars, block, &mut plans);
                for ((&layer, colourings), plan) in group.iter().zip(&colourings).zip(&plans) {
                    let len = colourings.len();
                    let lower = match layer.mine {
                        1 => 0,
                        mine => Colourings::new(pieces - 1, usize::from(mine) - 1).len(),
                    };
                    let routes =
                        Routes::new(colourings, mechanics.stay.is_some(), Grouping::single(len));
                    let read = (&routes, [len, len, lower, lower, 0]);
                    for colouring in 0..len {
                        let place = block as usize * len + colouring;
                        let position = self.encoding.position(mechanics, layer, place);
                        for (throw, points) in mechanics.throws.throws().iter().enumerate() {
                            assert_eq!(
                                self.by_plan(plan, throw, colouring, read),
                                self.by_rules(layer, &position, points.points),
                                "{position} with {}",
                                points.points
                            );
                        }
                    }
                }
            }
        }
    }
}

fn compare(mechanics: &Mechanics, most: u8, step: usize) {
    let rules = Rules::new(mechanics);
    let encoding = Encoding::new(mechanics).unwrap();
    let game = Game {
        rules: &rules,
        encoding: &encoding,
    };
    game.compare(most, step);
}

fn mechanics(id: &str, readings: &[&str], pieces: &str) -> Mechanics {
    let ruleset = load_builtin(id, readings, &[("pieces", pieces)]);
    ruleset.unwrap().mechanics
}

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

fn squares(numbers: &[u8]) -> SquareSet {
    numbers.iter().copied().map(square).collect()
}

#[test]
fn water_bumps_and_returned_pieces_are_those_of_the_rules() {
    for readings in [&[][..], &["trap"], &["row"], &["trap", "row"]] {
        println!("{readings:?}");
        compare(&mechanics("kendall-5", readings, "2"), 4, 1);
    }
    compare(&mechanics("kendall-5", &["trap", "row"], "3"), 6, 997);
}

#[test]
fn games_of_every_family_are_those_of_the_rules() {
    for (id, readings) in [
        ("anubis-5", &[][..]),
        ("anubis-5", &["backward", "free-last"]),
        ("standard-5", &["may-pass", "throw-again-after-pass"]),
        ("nile-5-six", &["wrong-throw-returns"]),
        ("ankh-5", &["leave-later"]),
        ("modern-5", &[]),
        ("bgfl-7", &["safe-last"]),
        ("kalish-7", &[]),
        ("bga-5", &[]),
        ("skyruk-5", &[]),
    ] {
        println!("{id} {readings:?}");
        compare(&mechanics(id, readings, "3"), 6, 2003);
    }
}

type Edit = (&'static str, fn(&mut Mechanics));

/// What no shipped game has, but files may say.
const ODD: &[Edit] = &[
    ("others move beside water", |m| {
        let hold = m.hold.as_mut().unwrap();
        hold.others = HoldOthers::Move;
        hold.grants = HoldGrants::AsThrown;
        hold.back = [1, 2].into_iter().collect::<PointSet>();
    }),
    (
        "others move, those who returned are free, no waiting",
        |m| {
            m.refuge = Some(Refuge {
                square: square(15),
                search: Search::Before,
            });
            let hold = m.hold.as_mut().unwrap();
            hold.others = HoldOthers::Move;
            hold.returned = Returned::Free;
            hold.wait = HoldWait::Never;
            m.off_none_below = 21;
        },
    ),
    ("anyone lands in the water, walls of two", |m| {
        m.hold.as_mut().unwrap().landing = HoldLanding::Ordinary;
        m.bump = None;
        m.wall = ByPlayer::both(2);
        m.safe = squares(&[30]);
    }),
    ("water on 20, 27 and 29", |m| {
        m.hold.as_mut().unwrap().on = squares(&[20, 27, 29]);
        m.exit_only = squares(&[28, 30]);
        m.gates = SquareSet::EMPTY;
        m.bump = None;
    }),
    ("a trap and one refuge for all, pairs protect", |m| {
        m.traps = squares(&[20]);
        m.hold.as_mut().unwrap().pairs = HoldPairs::Protect;
    }),
    ("falls from 13 to 20, walls of two", |m| {
        m.gates = squares(&[13]);
        m.gate_mode = GateMode::FallTo(square(20));
        m.wall = ByPlayer::both(2);
    }),
    ("free passing, halting at gates", |m| {
        m.passing = Passing::Free;
        m.after_pass = AfterPass::AsThrown;
        m.gates = squares(&[13, 26]);
        m.gate_mode = GateMode::Halt;
        m.bump = None;
    }),
    (
        "captures and two squares grant throws, trap and staying",
        |m| {
            m.hold = None;
            m.traps = squares(&[20, 27]);
            m.stay = Some(Stay {
                on: squares(&[27]),
                leave: Leave::Later,
            });
            m.bump = None;
            m.grants = Grants {
                resting_on: squares(&[12, 27]),
                capture: true,
                ..Grants::default()
            };
            m.refuge = Some(Refuge {
                square: square(15),
                search: Search::Before,
            });
        },
    ),
    (
        "no backward move and no water grants, backward onto empty squares",
        |m| {
            m.grants = Grants {
                resting_on: squares(&[9, 26, 27]),
                never_backward: true,
                never_on_trap: true,
                ..Grants::default()
            };
            m.backward = Backward::Forced {
                from_at_most: square(26),
                protection: Protection::Everything,
            };
        },
    ),
    ("ends of rows protect, walls as whole rows, up to 20", |m| {
        m.pairs = ByPlayer::both(Pairs::Ends);
        m.wall = ByPlayer::both(2);
        m.group_limit = 20;
        m.hold.as_mut().unwrap().pairs = HoldPairs::Protect;
    }),
    ("ends of one player's rows, no water", |m| {
        m.pairs.b = Pairs::Ends;
        m.wall.b = 3;
        m.hold = None;
        m.refuge = None;
        m.bump = None;
    }),
    ("only from 9 and 26, diverted to 12", |m| {
        m.only_from = squares(&[9, 26]);
        m.divert = Some(Divert {
            from: squares(&[8, 9, 10]),
            to: square(12),
        });
    }),
    (
        "only from 20, others move beside water, diverted into it",
        |m| {
            m.only_from = squares(&[20]);
            m.divert = Some(Divert {
                from: squares(&[22, 26]),
                to: square(27),
            });
            m.bump = None;
            let hold = m.hold.as_mut().unwrap();
            hold.others = HoldOthers::Move;
            hold.returned = Returned::Free;
        },
    ),
    ("pairs of one player alone", |m| {
        m.pairs.a = senet::ruleset::Pairs::None;
        m.wall.b = 2;
    }),
];

#[test]
fn odd_games_are_those_of_the_rules() {
    for (what, edit) in ODD {
        println!("{what}");
        let mut mechanics = mechanics("kendall-5", &[], "2");
        edit(&mut mechanics);
        compare(&mechanics, 4, 7);
    }
}
