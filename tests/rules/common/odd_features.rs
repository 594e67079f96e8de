//! Odd combinations of what the literature's games add.

use senet::ruleset::{
    AfterPass, Backward, Bump, Capture, Divert, Entered, GateMode, Grants, Hand, Hold, HoldGrants,
    HoldLanding, HoldOthers, HoldPairs, HoldWait, Mechanics, OpenWith, Opening, Pairs, Passing,
    Protection, Rethrow, Returned, Search, StartFile, TrapTo,
};
use senet::types::{ByPlayer, Player, PointSet, SquareSet};

use super::odd::{Edit, forced, refuge, square, squares, throws};

fn points(points: &[u8]) -> PointSet {
    points.iter().copied().collect()
}

fn hold(mechanics: &mut Mechanics) -> &mut Hold {
    mechanics.hold.as_mut().expect("water")
}

fn range(first: u8, last: u8) -> SquareSet {
    squares(&(first..=last).collect::<Vec<_>>())
}

pub(super) const EDITS: &[Edit] = &[
    (
        "kendall-5",
        "water that others leave free, back as thrown",
        |m| {
            refuge(m, 15, Search::Before);
            let hold = hold(m);
            hold.others = HoldOthers::Move;
            hold.grants = HoldGrants::AsThrown;
            hold.returned = Returned::Free;
            hold.back = points(&[1, 2]);
        },
    ),
    (
        "kendall-7",
        "others move beside water and a returned piece",
        |m| {
            hold(m).others = HoldOthers::Move;
            hold(m).grants = HoldGrants::AsThrown;
        },
    ),
    (
        "kendall-7",
        "anyone lands in the water, walls of two",
        |m| {
            hold(m).landing = HoldLanding::Ordinary;
            m.bump = None;
            m.wall = ByPlayer::both(2);
            m.safe = squares(&[30]);
        },
    ),
    ("kendall-5", "water on 20, 27 and 29", |m| {
        hold(m).on = squares(&[20, 27, 29]);
        m.exit_only = squares(&[28, 30]);
        m.bump = None;
        m.gates = SquareSet::EMPTY;
        m.again = points(&[1, 2, 3]);
    }),
    ("kendall-5", "a trap on 20 and one refuge for all", |m| {
        m.traps = squares(&[20]);
        hold(m).wait = HoldWait::Never;
    }),
    (
        "kendall-7",
        "bumps from 24 onto 25 to 28, pairs protect",
        |m| {
            m.gates = SquareSet::EMPTY;
            m.bump = Some(Bump {
                from: square(24),
                onto: range(25, 28),
                to: square(29),
            });
            hold(m).pairs = HoldPairs::Protect;
            hold(m).landing = HoldLanding::Ordinary;
        },
    ),
    ("kendall-7", "falls from 13 to 20, walls of two", |m| {
        m.gates = squares(&[13]);
        m.gate_mode = GateMode::FallTo(square(20));
        m.wall = ByPlayer::both(2);
        m.throws = throws(&[1, 2, 5, 8]);
    }),
    ("kendall-5", "falls into a trap", |m| {
        m.gate_mode = GateMode::FallTo(square(28));
        m.traps = squares(&[28]);
        m.bump = None;
        refuge(m, 15, Search::Before);
        hold(m).returned = Returned::Free;
    }),
    ("kendall-7", "B opens with 1 or 2, free passing", |m| {
        m.opening = Some(Opening {
            player: Player::B,
            with: OpenWith::Points(points(&[1, 2])),
        });
        m.passing = Passing::Free;
        m.after_pass = AfterPass::AsThrown;
    }),
    (
        "kendall-5",
        "a piece in the second row keeps all on the board",
        |m| {
            m.off_none_below = 21;
            hold(m).others = HoldOthers::Move;
            hold(m).wait = HoldWait::Never;
        },
    ),
    ("skyruk-7", "whole runs of three, of the whole track", |m| {
        m.wall = ByPlayer::both(3);
        m.group_limit = 30;
        m.safe = SquareSet::EMPTY;
    }),
    (
        "skyruk-5",
        "ends for A, any for B, walls of two and three",
        |m| {
            m.pairs.b = Pairs::Any;
            m.wall = ByPlayer::new(2, 3);
            m.group_limit = 20;
        },
    ),
    ("skyruk-7", "halting on 13 and 26, long throws", |m| {
        m.gates = squares(&[13, 26]);
        m.throws = throws(&[1, 3, 6, 9]);
        m.off[9] = squares(&[22, 26, 27, 28]);
    }),
    (
        "skyruk-7",
        "diverted from the third row, search after",
        |m| {
            m.divert = Some(Divert {
                from: range(20, 26),
                to: square(27),
            });
            m.gates = SquareSet::EMPTY;
            m.grants.resting_on = squares(&[15, 26, 27]);
            m.only_from = SquareSet::EMPTY;
            refuge(m, 15, Search::After);
        },
    ),
    (
        "skyruk-5",
        "only pieces of the second row, waiting offered",
        |m| {
            m.only_from = range(11, 20);
            hold(m).wait = HoldWait::Offered;
            m.grants.never_on_trap = true;
        },
    ),
    ("modern-7", "groups up to 15, walls of two", |m| {
        m.group_limit = 15;
        m.wall = ByPlayer::both(2);
        m.safe = SquareSet::EMPTY;
    }),
    ("modern-5", "no captures going back, ends", |m| {
        m.pairs = ByPlayer::both(Pairs::Ends);
        m.backward = forced(30, Protection::Everything);
    }),
    ("kalish-7", "captures and many squares grant throws", |m| {
        m.grants = Grants {
            resting_on: squares(&[5, 10, 15, 20, 26]),
            capture: true,
            never_backward: false,
            never_on_trap: true,
        };
        m.again = points(&[2]);
        m.safe = SquareSet::EMPTY;
    }),
    ("kalish-7", "low captures over traps on 1, 3 and 27", |m| {
        m.capture = Capture::Low;
        m.traps = squares(&[1, 3, 27]);
        m.start.squares = ByPlayer::new(range(4, 10), range(11, 17));
        m.safe = SquareSet::EMPTY;
    }),
    ("kalish-7", "no captures at all", |m| {
        m.capture = Capture::None;
        m.grants.never_backward = false;
    }),
    (
        "ankh-7",
        "staying throws again, backward and trap never",
        |m| {
            m.grants = Grants {
                resting_on: squares(&[27]),
                capture: true,
                never_backward: true,
                never_on_trap: false,
            };
            m.off_none_below = 5;
        },
    ),
    ("ankh-5", "traps never grant, only 26 and 15 move", |m| {
        m.grants.never_on_trap = true;
        m.only_from = squares(&[15, 26]);
        m.group_limit = 26;
    }),
    (
        "nile-7-six",
        "right of exit in groups up to 20, low captures",
        |m| {
            m.group_limit = 20;
            m.capture = Capture::Low;
            m.off_none_below = 11;
        },
    ),
    ("nile-5-five", "halting on 26 with a right of exit", |m| {
        m.gates = squares(&[20, 26]);
        m.gate_mode = GateMode::Halt;
        m.grants.resting_on = squares(&[26]);
    }),
    ("dutch-5", "A opens second with the piece on 8", |m| {
        m.opening = Some(Opening {
            player: Player::A,
            with: OpenWith::Piece(square(8)),
        });
        m.passing = Passing::Free;
    }),
    (
        "dutch-5-back",
        "home from the second row, whatever the throw",
        |m| {
            m.off_none_below = 11;
            m.off = Default::default();
            for points in 1..=6 {
                m.off[usize::from(points)] = range(30 - points, 29);
            }
        },
    ),
    ("toy-5", "throws of 0, opening kept by passes", |m| {
        m.throws = throws(&[0, 1, 4, 6]);
        m.backward = Backward::None;
        m.after_pass = AfterPass::AsThrown;
        m.again = points(&[0, 6]);
    }),
    ("jequier-5", "swaps and no way back", |m| {
        m.capture = Capture::Swap;
        m.backward = Backward::None;
        m.off_none_below = 1;
    }),
    ("jequier-5", "files of pieces on two squares each", |m| {
        m.start.squares = ByPlayer::new(squares(&[1, 2, 5, 6, 9]), squares(&[3, 4, 7, 8, 12]));
        m.grants.capture = true;
    }),
    ("bga-5", "others move, landing only if empty", |m| {
        hold(m).others = HoldOthers::Move;
        hold(m).landing = HoldLanding::EmptyOnly;
        hold(m).pairs = HoldPairs::Lost;
        m.grants.resting_on = squares(&[15, 27]);
    }),
    ("bga-5", "rethrow beside water, free passing", |m| {
        m.rethrow = Some(Rethrow {
            from: square(26),
            points: points(&[1, 2]),
        });
        hold(m).others = HoldOthers::Move;
        m.passing = Passing::Free;
    }),
    ("syrian-7", "sweeping the third row upward", |m| {
        m.sweep = range(22, 30);
        m.off[1] = squares(&[30]);
        refuge(m, 12, Search::After);
        m.wall = ByPlayer::both(2);
    }),
    (
        "syrian-7",
        "sweeping 26 and 28 as well, with pairs and free passing",
        |m| {
            m.sweep = squares(&[26, 28]);
            m.pairs = ByPlayer::both(Pairs::Any);
            m.passing = Passing::Free;
        },
    ),
    (
        "piccione-5",
        "captures to the hand, pairs, walls of two",
        |m| {
            m.capture = Capture::Hand;
            m.pairs = ByPlayer::both(Pairs::Any);
            m.wall = ByPlayer::both(2);
            m.backward = forced(26, Protection::Same);
            m.safe = squares(&[15]);
        },
    ),
    (
        "piccione-5",
        "entering with 1, 2 and 3 for good, gates",
        |m| {
            m.hand = Some(Hand {
                points: points(&[1, 2, 3]),
                then: Entered::Nothing,
            });
            m.gates = squares(&[2, 26]);
            m.grants.never_on_trap = true;
            m.again = points(&[1, 5]);
            m.must_leave = squares(&[3, 4]);
        },
    ),
    (
        "piccione-5",
        "captures to the hand, traps to a refuge",
        |m| {
            m.capture = Capture::Hand;
            m.trap_to = TrapTo::Refuge;
            m.refuge = Some(senet::ruleset::Refuge {
                square: square(2),
                search: Search::After,
            });
            m.traps = squares(&[10, 20, 27]);
        },
    ),
    ("ur-finkel", "nothing captured, must leave rosettes", |m| {
        m.capture = Capture::None;
        m.must_leave = squares(&[4, 8, 14]);
        m.passing = Passing::Free;
    }),
    (
        "ur-masters",
        "a gate on 12, halting, and a trap on 10",
        |m| {
            m.gates = squares(&[12]);
            m.gate_mode = GateMode::Halt;
            m.traps = squares(&[10]);
            m.trap_to = TrapTo::Hand;
        },
    ),
    ("ur-blitz", "none home while one is behind 5", |m| {
        m.off_none_below = 5;
        m.exit_only = squares(&[15, 16]);
        m.after_pass = AfterPass::AsThrown;
        m.again = points(&[0, 4]);
    }),
    ("aseb-5", "only 8 and 12 move, entering with 1 and 2", |m| {
        m.only_from = squares(&[8, 12]);
        m.hand = Some(Hand {
            points: points(&[1, 2]),
            then: Entered::Nothing,
        });
        m.safe = SquareSet::EMPTY;
    }),
    ("twenty-7", "whatever runs past the end is home", |m| {
        for points in 1..=10 {
            m.off[usize::from(points)] = range(17 - points, 16);
        }
        m.grants.capture = true;
    }),
    ("standard-5", "pieces of the start wait", |m| {
        m.file = StartFile::Waits;
        m.backward = forced(30, Protection::Everything);
    }),
];
