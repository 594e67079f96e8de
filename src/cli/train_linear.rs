//! `senet train --linear`.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use super::contest::{self, Clock};
use super::interrupt;
use super::train::Args;
use crate::experiment::{LearnedEntry, Status};
use crate::report::write_whole;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::search::{FEATURES, Weights};
use crate::train::{FitPlan, LinearFit};

/// Fits one set of weights for all `rulesets` and writes `linear.toml` and the
/// manifest.
pub fn run(
    args: &Args,
    rulesets: &[Ruleset],
    pool: &rayon::ThreadPool,
    cancel: &AtomicBool,
) -> anyhow::Result<ExitCode> {
    let clock = Clock::start();
    let from = args.base(&rulesets[0])?;
    let plan = FitPlan {
        seed: args.play.seed,
        plies: args.plies,
        batch: args.batch,
        lambda: args.lambda,
        rate: args.rate.unwrap_or(0.02),
    };
    let games: Vec<(Rules, u64)> = rulesets
        .iter()
        .map(|ruleset| {
            let key = u64::from_be_bytes(ruleset.base_digest.0);
            (Rules::new(&ruleset.mechanics), key)
        })
        .collect();
    let mut fit = LinearFit::new(&games, &from, &plan);
    let bar = contest::bar(args.plies, "plies");
    while !fit.course().is_done() && fit.batch(pool, cancel) {
        bar.set_position(fit.course().plies().min(args.plies));
    }
    bar.finish_and_clear();
    if !fit.course().is_done() {
        say!("broken off: no weights were written");
        return Ok(interrupt::exit_code());
    }
    let weights = Weights {
        ruleset: match rulesets {
            [only] => Some(only.digest().to_string()),
            _ => None,
        },
        ..fit.weights().clone()
    };
    say!("{} plies; weights before and after", fit.course().plies());
    for info in FEATURES {
        let (before, after) = (from.of(info.feature), weights.of(info.feature));
        say!("  {:14} {before:8.3} {after:8.3}", info.name);
    }
    write_whole(&args.out.join("linear.toml"), weights.to_text().as_bytes())?;
    let played = vec![[fit.course().games(); 2]; rulesets.len()];
    let threads = pool.current_num_threads();
    let mut manifest = clock.manifest(&args.play, threads, Status::Complete, rulesets, &played);
    manifest.learned = vec![LearnedEntry {
        ruleset: None,
        plies_asked: args.plies,
        plies: fit.course().plies(),
    }];
    let path = args.out.join("manifest.json");
    write_whole(&path, manifest.to_json().as_bytes())?;
    say!("written to {}", args.out.display());
    Ok(interrupt::exit_code())
}
