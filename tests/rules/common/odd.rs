//! Mechanics combined as no source does, so that the engines are compared on
//! every field and not only where the shipped rulesets go.

use senet::ruleset::{
    AfterPass, Backward, Capture, Leave, Mechanics, Pairs, Passing, Protection, Rethrow,
    RightLasts, RightOfExit, Search, Stay, Win,
};
use senet::types::{ByPlayer, MAX_LENGTH, Player, Square, SquareSet, ThrowTable};

use super::odd_features;
use super::{Variant, load};

/// A ruleset, what is odd about it, and the change.
pub(super) type Edit = (&'static str, &'static str, fn(&mut Mechanics));

pub fn odd_variants() -> Vec<Variant> {
    EDITS
        .iter()
        .chain(odd_features::EDITS)
        .map(|&(id, what, edit)| {
            let mut mechanics = load(id, &[], &[]);
            edit(&mut mechanics);
            Variant {
                name: format!("{id}, {what}"),
                mechanics,
            }
        })
        .collect()
}

pub(super) fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

pub(super) fn squares(numbers: &[u8]) -> SquareSet {
    numbers.iter().map(|&number| square(number)).collect()
}

pub(super) fn throws(points: &[u8]) -> ThrowTable {
    ThrowTable::new(points.iter().map(|&points| (points, 1))).expect("a table")
}

pub(super) fn forced(from_at_most: u8, protection: Protection) -> Backward {
    Backward::Forced {
        from_at_most: square(from_at_most),
        protection,
    }
}

pub(super) fn refuge(mechanics: &mut Mechanics, at: u8, search: Search) {
    let refuge = mechanics.refuge.as_mut().expect("a refuge");
    refuge.square = square(at);
    refuge.search = search;
}

const EDITS: &[Edit] = &[
    ("anubis-5", "no walls", |m| m.wall = ByPlayer::both(0)),
    ("sawah-7", "walls of two", |m| m.wall = ByPlayer::both(2)),
    ("sawah-7", "walls of four", |m| m.wall = ByPlayer::both(4)),
    ("sawah-7-six", "walls of five", |m| {
        m.wall = ByPlayer::both(5)
    }),
    ("nile-7-six", "walls of two for A, none for B", |m| {
        m.wall = ByPlayer::new(2, 0);
    }),
    ("nile-5-six", "walls of four for A, of two for B", |m| {
        m.wall = ByPlayer::new(4, 2);
    }),
    ("anubis-5", "no pairs", |m| {
        m.pairs = ByPlayer::both(Pairs::None)
    }),
    ("ankh-7", "pairs for B alone", |m| m.pairs.a = Pairs::None),
    ("nile-7-five", "pairs for A alone", |m| {
        m.pairs.b = Pairs::None
    }),
    ("standard-5", "walls and no pairs", |m| {
        m.pairs = ByPlayer::both(Pairs::None);
        m.wall = ByPlayer::both(3);
    }),
    ("nile-5-five", "nothing safe", |m| m.safe = SquareSet::EMPTY),
    ("sawah-7", "refuge on 2, soon full", |m| {
        refuge(m, 2, Search::Before);
    }),
    ("nile-7-six", "refuge on 29, soon full", |m| {
        refuge(m, 29, Search::After);
    }),
    (
        "nile-7-five",
        "refuge on 28, search back over the trap",
        |m| {
            refuge(m, 28, Search::Before);
        },
    ),
    ("ankh-7", "refuge on 1, soon full, leaving later", |m| {
        refuge(m, 1, Search::Before);
        m.stay = Some(Stay {
            on: squares(&[27]),
            leave: Leave::Later,
        });
    }),
    (
        "ankh-7",
        "stays on 20 and 27, leaving later, free passing",
        |m| {
            m.traps = squares(&[20, 27]);
            m.stay = Some(Stay {
                on: squares(&[20, 27]),
                leave: Leave::Later,
            });
            m.passing = Passing::Free;
            m.after_pass = AfterPass::AsThrown;
        },
    ),
    ("ankh-5", "stays on 27 of three traps", |m| {
        m.traps = squares(&[14, 24, 27]);
        m.safe = SquareSet::EMPTY;
        m.after_pass = AfterPass::AsThrown;
    }),
    (
        "nile-7-six",
        "right of exit and staying, refuge soon full",
        |m| {
            m.stay = Some(Stay {
                on: squares(&[27]),
                leave: Leave::Later,
            });
            m.right_of_exit
                .as_mut()
                .expect("a right")
                .wrong_throw_returns = squares(&[24, 28]);
            refuge(m, 28, Search::After);
        },
    ),
    (
        "nile-5-five",
        "a trap below the square that wins the right",
        |m| {
            m.traps = squares(&[24, 27]);
            refuge(m, 28, Search::After);
        },
    ),
    ("ankh-5", "walls of two, nothing protects backward", |m| {
        m.wall = ByPlayer::both(2);
        m.backward = forced(30, Protection::Nothing);
    }),
    ("ankh-7", "rethrow with 1 and 2 on 15, must leave 15", |m| {
        m.rethrow = Some(Rethrow {
            from: square(15),
            points: [1, 2].into_iter().collect(),
        });
        m.must_leave = squares(&[15, 26]);
    }),
    ("anubis-5", "rethrow without another throw", |m| {
        m.rethrow = Some(Rethrow {
            from: square(26),
            points: [2, 3].into_iter().collect(),
        });
        m.again = Default::default();
    }),
    (
        "nile-5-five",
        "right of exit with gates, exit-only squares, search before",
        |m| {
            m.gates = squares(&[20, 26]);
            m.exit_only = squares(&[28, 30]);
            m.refuge.as_mut().expect("a refuge").search = Search::Before;
        },
    ),
    (
        "nile-7-six",
        "right kept, wrong throws return, walls of two",
        |m| {
            m.right_of_exit = Some(RightOfExit {
                won_on: square(26),
                lasts: RightLasts::Forever,
                wrong_throw_returns: squares(&[25, 28, 29, 30]),
            });
            m.wall = ByPlayer::both(2);
            m.safe = SquareSet::EMPTY;
        },
    ),
    ("nile-5-six", "right won on 20, back from 22 at most", |m| {
        m.right_of_exit = Some(RightOfExit {
            won_on: square(20),
            lasts: RightLasts::UntilBelow,
            wrong_throw_returns: squares(&[29]),
        });
        m.backward = forced(22, Protection::Nothing);
        m.passing = Passing::Free;
    }),
    ("bell-10", "backward, walls and pairs", |m| {
        m.backward = forced(30, Protection::Same);
        m.wall = ByPlayer::both(3);
        m.pairs = ByPlayer::both(Pairs::Any);
    }),
    (
        "bell-10",
        "backward without protection, trap and refuge",
        |m| {
            m.backward = forced(28, Protection::Nothing);
            m.traps = squares(&[24]);
            m.refuge = Some(senet::ruleset::Refuge {
                square: square(23),
                search: Search::After,
            });
            m.safe = squares(&[10]);
        },
    ),
    ("nile-7-six", "captures remove, most home wins", |m| {
        m.capture = Capture::Remove;
        m.win = Win::MostHome;
    }),
    ("ankh-7", "captures remove, most home wins", |m| {
        m.capture = Capture::Remove;
        m.win = Win::MostHome;
        m.safe = SquareSet::EMPTY;
    }),
    ("anubis-5", "swaps, most home wins, B throws first", |m| {
        m.win = Win::MostHome;
        m.start.to_throw = Player::B;
    }),
    ("sawah-7", "throws of 0, 1, 7 and 15", |m| {
        m.throws = throws(&[0, 1, 7, 15]);
        m.again = [0, 7].into_iter().collect();
        m.after_pass = AfterPass::AsThrown;
        m.off[7] = squares(&[26, 29]);
        m.off[15] = squares(&[16, 26, 30]);
        m.backward = forced(30, Protection::Same);
    }),
    (
        "nile-7-six",
        "throws of 0, 3, 9 and 14, walls of six",
        |m| {
            m.throws = throws(&[0, 3, 9, 14]);
            m.wall = ByPlayer::new(6, 3);
            if let Some(right) = &mut m.right_of_exit {
                right.wrong_throw_returns = squares(&[28, 29, 30]);
            }
        },
    ),
    ("ankh-5", "throws of 1, 3, 4 and 6", |m| {
        m.throws = throws(&[1, 3, 4, 6]);
        m.off[6] = squares(&[25, 26, 27]);
    }),
    ("standard-5", "a track of 20", |m| shorten(m, 10)),
    ("ankh-7", "a track of 20", |m| shorten(m, 10)),
    ("nile-5-six", "a track of 24", |m| shorten(m, 6)),
];

/// Cuts squares from the first row and moves all special squares down.
fn shorten(mechanics: &mut Mechanics, by: u8) {
    let down = |set: &mut SquareSet| {
        *set = set
            .iter()
            .filter_map(|square| Square::new(square.number().saturating_sub(by)))
            .collect();
    };
    let down_one = |place: &mut Square| *place = square(place.number() - by);
    mechanics.length = MAX_LENGTH - by;
    for set in [
        &mut mechanics.safe,
        &mut mechanics.gates,
        &mut mechanics.exit_only,
        &mut mechanics.traps,
        &mut mechanics.must_leave,
    ] {
        down(set);
    }
    mechanics.off.iter_mut().for_each(down);
    if let Some(refuge) = &mut mechanics.refuge {
        down_one(&mut refuge.square);
    }
    if let Some(right) = &mut mechanics.right_of_exit {
        down_one(&mut right.won_on);
        down(&mut right.wrong_throw_returns);
    }
    if let Some(stay) = &mut mechanics.stay {
        down(&mut stay.on);
    }
    if let Some(rethrow) = &mut mechanics.rethrow {
        down_one(&mut rethrow.from);
    }
    if let Backward::Forced { from_at_most, .. } = &mut mechanics.backward {
        down_one(from_at_most);
    }
}
