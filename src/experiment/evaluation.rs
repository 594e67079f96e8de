//! Exact results of two policies in any game: by the solver's layers where they
//! hold it, else by a list of the positions that can arise.

use crate::rules::{Policy, Rules};
use crate::search::{ChainError, ChainProgress, Room, Spread, evaluate_listed};
use crate::solver::policy::{EvaluateError, EvaluateOptions, EvaluateProgress, Moments, evaluate};

/// What two policies come to from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluated {
    /// `layers` or `list`.
    pub method: &'static str,
    /// The share of the first player, who throws first: chance of winning and half
    /// that of a draw.
    pub first_share: f64,
    /// The chance of a draw.
    pub draw: f64,
    pub plies: Spread,
    pub turns: Spread,
}

/// How much may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of memory for layers.
    pub layers: u64,
    pub list: Room,
}

/// How far an evaluation is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    Layers(EvaluateProgress),
    List(ChainProgress),
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Unevaluated {
    #[error(transparent)]
    Layers(EvaluateError),
    #[error(transparent)]
    List(ChainError),
}

/// Evaluates `policies` (of A and B) against each other; `tell` hears how far it
/// is.
///
/// # Errors
/// The game is too large, or may not end.
pub fn evaluate_policies(
    rules: &Rules,
    policies: [&dyn Policy; 2],
    limits: Limits,
    tell: &mut dyn FnMut(Progress),
) -> Result<Evaluated, Unevaluated> {
    let options = EvaluateOptions {
        memory: limits.layers,
        ..EvaluateOptions::default()
    };
    let spread = |Moments { mean, variance }| Spread {
        mean,
        variance: f64::max(variance, 0.0),
    };
    let layers = evaluate(rules, policies, options, &mut |progress| {
        tell(Progress::Layers(progress));
    });
    match layers {
        Ok(found) => Ok(Evaluated {
            method: "layers",
            first_share: found.win,
            draw: 0.0,
            plies: spread(found.plies),
            turns: spread(found.turns),
        }),
        Err(EvaluateError::Unsupported(_)) => {
            let found = evaluate_listed(rules, policies, limits.list, &mut |progress| {
                tell(Progress::List(progress));
            });
            let found = found.map_err(Unevaluated::List)?;
            Ok(Evaluated {
                method: "list",
                first_share: found.first_share,
                draw: found.draw,
                plies: found.plies,
                turns: found.turns,
            })
        }
        Err(error) => Err(Unevaluated::Layers(error)),
    }
}
