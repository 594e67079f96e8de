//! The rulesets for the reader: a row each in one table, a card each with the
//! board.

use crate::experiment::shared_columns::ruleset_column;
use crate::report::html::RulesetCard;
use crate::report::{BoardPicture, BoardSquare, Cell, Column, Sheet, SquareMark, column};
use crate::ruleset::{
    Backward, BoardPlace, Capture, Layout, Mechanics, Pairs, Provenance, Ruleset, Win,
};
use crate::types::{ByPlayer, Player, PointSet, Square, SquareSet};

/// `rulesets.csv`.
pub static RULESETS: Sheet<Ruleset> = Sheet {
    file: "rulesets.csv",
    version: 1,
    about: "A row is one ruleset, its chief rules in columns. Cells of two players who differ \
        read A's/B's; a dash is no such rule.",
    columns: COLUMNS,
};

static COLUMNS: &[Column<Ruleset>] = &[
    ruleset_column!(|r| r.id),
    column!("after", "text", "whose reconstruction it is", |r| {
        Cell::Text(after(r.provenance.as_ref()))
    }),
    column!("evidence", "text", "how much its source decides", |r| r
        .provenance
        .as_ref()
        .and_then(|p| p.evidence)
        .map(|e| e.word())),
    column!("pieces", "pieces", "pieces a side", |r| u64::from(
        r.mechanics.pieces
    )),
    column!("squares", "squares", "squares of a player's track", |r| {
        u64::from(r.mechanics.length)
    }),
    column!("throws", "text", "casting device", |r| Cell::Text(
        r.casting.device.title().to_string()
    )),
    column!("again", "points", "points that grant another throw", |r| {
        Cell::Text(points(r.mechanics.again))
    }),
    column!("capture", "text", "what becomes of a captured piece", |r| {
        capture(&r.mechanics)
    }),
    column!("pairs", "text", "whose neighbours protect", |r| Cell::Text(
        by_player(r.mechanics.pairs.map(pairs))
    )),
    column!("wall", "pieces", "pieces in a row that bar the way", |r| {
        Cell::Text(by_player(r.mechanics.wall.map(|wall| match wall {
            0 => "-".to_string(),
            wall => wall.to_string(),
        })))
    }),
    column!("backward", "text", "moves backward", |r| {
        match r.mechanics.backward {
            Backward::None => "-",
            Backward::Forced { .. } => "forced",
        }
    }),
    column!(
        "gates",
        "squares",
        "squares that a move may not jump",
        |r| set(r.mechanics.gates)
    ),
    column!("traps", "squares", "squares that send a piece away", |r| {
        set(r.mechanics.traps)
    }),
    column!("refuge", "square", "where such a piece goes", |r| {
        Cell::Text(
            r.mechanics
                .refuge
                .map_or("-".to_string(), |refuge| refuge.square.to_string()),
        )
    }),
    column!("safe", "squares", "squares on which pieces are safe", |r| {
        set(r.mechanics.safe)
    }),
    column!("win", "text", "how the game is won", |r| {
        match r.mechanics.win {
            Win::AllHome => "all home",
            Win::MostHome => "most home",
        }
    }),
    column!("digest", "text", "identity of its mechanics", |r| {
        Cell::Text(r.digest().to_string())
    }),
];

fn after(provenance: Option<&Provenance>) -> String {
    let Some(source) = provenance else {
        return String::new();
    };
    let (who, when) = if source.after.is_empty() {
        (&source.author, &source.year)
    } else {
        (&source.after, &source.after_year)
    };
    match (who.as_str(), when.as_str()) {
        (who, "") => who.to_string(),
        ("", _) => String::new(),
        (who, when) => format!("{who} ({when})"),
    }
}

fn points(set: PointSet) -> String {
    let points: Vec<String> = set.iter().map(|t| t.to_string()).collect();
    if points.is_empty() {
        return "-".to_string();
    }
    points.join(",")
}

fn capture(mechanics: &Mechanics) -> &'static str {
    match mechanics.capture {
        Capture::Swap => "swap",
        Capture::Remove => "remove",
        Capture::Low => "low",
        Capture::Hand => "hand",
        Capture::None => "-",
    }
}

fn pairs(pairs: Pairs) -> String {
    match pairs {
        Pairs::None => "-",
        Pairs::Any => "any",
        Pairs::Ends => "ends",
    }
    .to_string()
}

fn by_player(text: ByPlayer<String>) -> String {
    if text.a == text.b {
        text.a
    } else {
        format!("{}/{}", text.a, text.b)
    }
}

fn set(squares: SquareSet) -> Cell {
    Cell::Text(if squares.is_empty() {
        "-".to_string()
    } else {
        squares.to_string()
    })
}

/// The board of a ruleset with its special squares and the pieces of its start.
pub fn picture(mechanics: &Mechanics, layout: &Layout) -> BoardPicture {
    let marks = marks(mechanics);
    let squares = layout.squares().map(|(place, at)| {
        let BoardPlace { row, column } = place;
        // A square drawn for one player alone may still be the other's too.
        let seen = |player: Player| {
            at[player].or_else(|| {
                let theirs = SquareSet::single(at[!player]?);
                mechanics.seen_by(player, theirs).first()
            })
        };
        let numbers = ByPlayer::new(seen(Player::A), seen(Player::B));
        let holds = |player: Player, set: SquareSet| {
            numbers[player].is_some_and(|square| set.contains(square))
        };
        BoardSquare {
            row,
            column,
            numbers: numbers.map(|square: Option<Square>| square.map(Square::number)),
            marks: SquareMark::ALL
                .into_iter()
                .filter(|mark| {
                    let set = marks.iter().find(|(of, _)| of == mark).map(|(_, set)| *set);
                    set.is_some_and(|set| Player::BOTH.iter().any(|&p| holds(p, set)))
                })
                .collect(),
            piece: Player::BOTH
                .into_iter()
                .find(|&player| holds(player, mechanics.start.squares[player])),
        }
    });
    BoardPicture {
        rows: layout.rows,
        columns: layout.columns,
        squares: squares.collect(),
    }
}

/// Squares with a special rule.
fn marks(mechanics: &Mechanics) -> [(SquareMark, SquareSet); 8] {
    let refuge = mechanics.refuge.map(|refuge| refuge.square);
    let won_on = mechanics.right_of_exit.map(|right| right.won_on);
    [
        (SquareMark::Gate, mechanics.gates),
        (SquareMark::Refuge, refuge.into_iter().collect()),
        (SquareMark::Safe, mechanics.safe),
        (SquareMark::Trap, mechanics.traps),
        (SquareMark::Hold, mechanics.held()),
        (SquareMark::ExitOnly, mechanics.exit_only),
        (SquareMark::RightOfExit, won_on.into_iter().collect()),
        (SquareMark::Again, mechanics.grants.resting_on),
    ]
}

/// The card of a ruleset, with the drawing of its board.
pub(super) fn card(ruleset: &Ruleset, board: String) -> RulesetCard {
    let source = ruleset.provenance.as_ref();
    let parts = source.map_or(Vec::new(), |source| {
        let quoted = |title: &String| match title.as_str() {
            "" => String::new(),
            title => format!("“{title}”"),
        };
        let after = after(Some(source));
        vec![
            quoted(&source.title),
            source.author.clone(),
            source.publisher.clone(),
            source.year.clone(),
            match after.as_str() {
                "" => String::new(),
                after => format!("after {after}"),
            },
        ]
    });
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    RulesetCard {
        id: ruleset.id.clone(),
        name: ruleset.name.clone(),
        digest: ruleset.digest().to_string(),
        evidence: source
            .and_then(|source| source.evidence)
            .map_or(String::new(), |evidence| evidence.word().to_string()),
        source: parts.join(", "),
        board,
        prose: ruleset.mechanics.prose(),
        attested: source.map_or(Vec::new(), |source| source.attested.clone()),
        guessed: source.map_or(Vec::new(), |source| source.guessed.clone()),
        readings: ruleset
            .readings
            .iter()
            .map(|reading| {
                let sets = reading
                    .sets
                    .iter()
                    .map(|(key, value)| format!("{key} = {value}"));
                [
                    reading.name.clone(),
                    reading.why.clone(),
                    sets.collect::<Vec<_>>().join(", "),
                ]
            })
            .collect(),
    }
}
