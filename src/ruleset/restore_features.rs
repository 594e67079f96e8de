//! The [`features`](super::features) from their canonical keys; the inverse of
//! `digest_features`.

use super::features::*;
use super::mechanics::Mechanics;
use super::restore::{Keys, list, points, square, squares};
use crate::types::{Player, SquareSet};

impl Mechanics {
    /// Takes the keys of the features and sets them here.
    pub(super) fn restore_features(&mut self, keys: &mut Keys) -> Result<(), String> {
        self.grants = grants(keys)?;
        self.group_limit = keys.number("group_limit", self.length)?;
        self.gate_mode = keys.one_of("gate_mode", GateMode::Exact, &[("halt", GateMode::Halt)])?;
        if let Some(text) = keys.take("gate_fall") {
            self.gate_mode = GateMode::FallTo(square(&text)?);
        }
        if let Some(text) = keys.take("divert") {
            let (from, to) = halves("divert", &text, '>')?;
            self.divert = Some(Divert {
                from: squares(from)?,
                to: square(to)?,
            });
        }
        if let Some(text) = keys.take("bump") {
            let (from, rest) = halves("bump", &text, ':')?;
            let (onto, to) = halves("bump", rest, '>')?;
            self.bump = Some(Bump {
                from: square(from)?,
                onto: squares(onto)?,
                to: square(to)?,
            });
        }
        self.trap_to = keys.one_of("trap_to", TrapTo::Refuge, &[("hand", TrapTo::Hand)])?;
        self.off_none_below = keys.number("off_none_below", 1)?;
        self.only_from = keys.squares("only_from")?;
        self.hold = hold(keys)?;
        self.opening = opening(keys)?;
        self.file = keys.one_of("file", StartFile::Free, &[("waits", StartFile::Waits)])?;
        self.hand = match keys.take("enter") {
            None => None,
            Some(text) => Some(Hand {
                points: points(&text)?,
                then: keys.one_of(
                    "entered",
                    Entered::Nothing,
                    &[("must-move", Entered::MustMove)],
                )?,
            }),
        };
        self.sweep = keys.squares("sweep")?;
        self.cells = match keys.take("cells") {
            None => None,
            Some(text) => {
                let shared = list(&text, ',').into_iter().map(|pair| {
                    let (a, b) = halves("cells", pair, '=')?;
                    Ok((square(a)?, square(b)?))
                });
                let shared = shared.collect::<Result<_, String>>()?;
                Some(Cells { shared })
            }
        };
        self.score = keys.one_of("score", Score::None, &[("rows", Score::Rows)])?;
        Ok(())
    }
}

fn grants(keys: &mut Keys) -> Result<Grants, String> {
    let resting_on = keys.squares("again_on")?;
    let capture = keys.one_of("again_capture", false, &[("yes", true)])?;
    let mut grants = Grants {
        resting_on,
        capture,
        ..Grants::default()
    };
    for word in list(&keys.take("again_not").unwrap_or_default(), ',') {
        match word {
            "backward" => grants.never_backward = true,
            "trap" => grants.never_on_trap = true,
            _ => return Err(format!("again_not: {word} instead of backward or trap")),
        }
    }
    Ok(grants)
}

fn hold(keys: &mut Keys) -> Result<Option<Hold>, String> {
    let on: SquareSet = keys.squares("hold")?;
    if on.is_empty() {
        return Ok(None);
    }
    Ok(Some(Hold {
        on,
        back: points(&keys.take("hold_back").unwrap_or_default())?,
        landing: keys.one_of(
            "hold_landing",
            HoldLanding::Ordinary,
            &[("empty-only", HoldLanding::EmptyOnly)],
        )?,
        others: keys.one_of(
            "hold_others",
            HoldOthers::StandStill,
            &[("move", HoldOthers::Move)],
        )?,
        wait: keys.one_of(
            "hold_wait",
            HoldWait::Never,
            &[("offered", HoldWait::Offered)],
        )?,
        grants: keys.one_of(
            "hold_grants",
            HoldGrants::AsThrown,
            &[("never", HoldGrants::Never)],
        )?,
        returned: keys.one_of(
            "hold_returned",
            Returned::Free,
            &[("must-move", Returned::MustMove)],
        )?,
        pairs: keys.one_of(
            "hold_pairs",
            HoldPairs::Protect,
            &[("lost", HoldPairs::Lost)],
        )?,
    }))
}

/// Like `B with points 1` or `B with piece 9`.
fn opening(keys: &mut Keys) -> Result<Option<Opening>, String> {
    let Some(text) = keys.take("opening") else {
        return Ok(None);
    };
    let wrong = || format!("opening: {text} cannot be read");
    let (player, with) = text.split_once(" with ").ok_or_else(wrong)?;
    let player = match player {
        "A" => Player::A,
        "B" => Player::B,
        _ => return Err(wrong()),
    };
    let with = match with.split_once(' ').ok_or_else(wrong)? {
        ("points", set) => OpenWith::Points(points(set)?),
        ("piece", from) => OpenWith::Piece(square(from)?),
        _ => return Err(wrong()),
    };
    Ok(Some(Opening { player, with }))
}

fn halves<'t>(key: &str, text: &'t str, at: char) -> Result<(&'t str, &'t str), String> {
    text.split_once(at)
        .ok_or_else(|| format!("{key}: {text} has no {at}"))
}
