//! Many positions at once.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use rayon::prelude::*;

use super::analyze::{Args, agent_texts, table_texts};
use super::contest::{self, Clock, Named};
use super::method::{Method, Opinion, deed, evidence_word, rank};
use super::ruleset_args::tell_apart;
use super::truth::OneTruth;
use super::{
    interrupt::{self, Kept},
    matches, tables, threads,
};
use crate::arena::{Occasion, Sampler};
use crate::experiment::{
    ANALYSIS, AgainstTruth, ChoiceRow, METHODS, Manifest, MethodRow, SampleFigures, Status,
};
use crate::report::{ratio, write_whole};
use crate::rules::{Rules, parse_position};
use crate::ruleset::Ruleset;
use crate::search::{Assessment, Dropped, true_values};
use crate::types::Player;

/// A ruleset with all that is needed to analyze on it.
struct Field {
    ruleset: Ruleset,
    rules: Rules,
    truth: Option<OneTruth>,
}

/// A position to analyze and the number of its ruleset.
struct Item {
    field: usize,
    occasion: Occasion,
}

/// What the methods say of one item, and the truth of it.
struct Weighed {
    by_method: Vec<Opinion>,
    truth: Option<Vec<Assessment>>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (rulesets, lines) = match &args.positions {
        Some(path) => read_positions(path, args)?,
        None => {
            let mut rulesets = args.play.changes.load_all(&args.rulesets)?;
            tell_apart(&mut rulesets);
            (rulesets, Vec::new())
        }
    };
    let methods = Method::choosers(&agent_texts(args), &rulesets)?;
    let truths = contest::truths(table_texts(args), &rulesets)?;
    let players = Named::new(&args.players)?;
    players.check(&rulesets)?;
    let fields: Vec<Field> = rulesets
        .iter()
        .zip(truths)
        .map(|(ruleset, truth)| Field {
            ruleset: ruleset.clone(),
            rules: Rules::new(&ruleset.mechanics),
            truth,
        })
        .collect();
    let pool = threads::pool(args.play.threads, None)?;
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let cancel = interrupt::watch(Kept::Finished)?;
    let clock = Clock::start();
    let items = match args.sample {
        Some(count) => pool.install(|| sample(args, &fields, &players, count)),
        None => lines,
    };
    let bar = contest::bar(items.len() as u64, "positions");
    let weighed: Vec<Option<Weighed>> = pool.install(|| {
        items
            .par_iter()
            .enumerate()
            .map(|(number, item)| {
                if cancel.load(Ordering::Relaxed) {
                    return None;
                }
                let weighed = weigh(args, &fields[item.field], &methods, item, number);
                bar.inc(1);
                Some(weighed)
            })
            .collect()
    });
    bar.finish_and_clear();
    // Of an interrupted run the items up to the first that is missing count.
    let done: Vec<(&Item, Weighed)> = items
        .iter()
        .zip(weighed.into_iter().map_while(|w| w))
        .collect();
    let status = if done.len() == items.len() {
        Status::Complete
    } else {
        Status::Partial
    };
    let games: Vec<[u64; 2]> = (0..fields.len())
        .map(|number| {
            let count = done.iter().filter(|(item, _)| item.field == number).count() as u64;
            args.sample.map_or([0; 2], |asked| [asked, count])
        })
        .collect();
    let threads = pool.current_num_threads();
    let mut manifest = clock.manifest(&args.play, threads, status, &rulesets, &games);
    let by_time = methods.iter().filter(|method| !method.reproducible());
    manifest.not_reproducible = contest::distinct(by_time.map(Method::name));
    if args.sample.is_some() {
        let players = contest::not_reproducible([&players]);
        manifest.not_reproducible.extend(players);
    }
    write(args, &fields, &methods, &players, &done, manifest)?;
    Ok(interrupt::exit_code())
}

fn weigh(args: &Args, field: &Field, methods: &[Method], item: &Item, number: usize) -> Weighed {
    let Occasion { position, points } = item.occasion;
    let seeds = contest::seeds(args.play.seed, &field.ruleset);
    Weighed {
        by_method: methods
            .iter()
            .map(|method| {
                let mut stream = seeds.agent(number as u64, Player::A);
                method.opinion(&field.rules, &position, points, &mut stream)
            })
            .collect(),
        truth: field
            .truth
            .as_ref()
            .map(|truth| true_values(truth.as_ref(), &field.rules, &position, points)),
    }
}

fn sample(args: &Args, fields: &[Field], players: &Named, count: u64) -> Vec<Item> {
    let of_field = |(number, field): (usize, &Field)| {
        let key = u64::from_be_bytes(field.ruleset.base_digest.0);
        let max_plies = args.play.max_plies.get();
        let sampler = Sampler::new(&field.rules, &players.agent, args.play.seed, key, max_plies);
        let occasions: Vec<Option<Occasion>> = (0..count)
            .into_par_iter()
            .map(|game| sampler.one(game))
            .collect();
        let items = occasions.into_iter().flatten();
        items
            .map(|occasion| Item {
                field: number,
                occasion,
            })
            .collect::<Vec<_>>()
    };
    fields.iter().enumerate().flat_map(of_field).collect()
}

/// Every fault of the file is reported at once.
fn read_positions(path: &Path, args: &Args) -> anyhow::Result<(Vec<Ruleset>, Vec<Item>)> {
    let mut text = String::new();
    if path == Path::new("-") {
        io::stdin().read_to_string(&mut text)?;
    } else {
        text =
            fs::read_to_string(path).with_context(|| format!("--positions {}", path.display()))?;
    }
    let (mut rulesets, mut rules) = (Vec::<Ruleset>::new(), Vec::<Rules>::new());
    let (mut items, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let read = (|| -> anyhow::Result<Item> {
            let fields: Vec<&str> = line.split(';').collect();
            let [id, position, points] = fields[..] else {
                bail!("`{line}` should have the form RULESET;POSITION;THROW");
            };
            let known = rulesets.iter().position(|ruleset| ruleset.id == id);
            let field = match known {
                Some(field) => field,
                None => {
                    let ruleset = args.play.changes.load(id)?;
                    rules.push(Rules::new(&ruleset.mechanics));
                    rulesets.push(ruleset);
                    rulesets.len() - 1
                }
            };
            let mechanics = rules[field].mechanics();
            let position = parse_position(mechanics, position)?;
            if position.is_over() {
                bail!("the game is over in {position}, so there is nothing to choose");
            }
            let points: u8 = points
                .parse()
                .ok()
                .filter(|&points| points < 16 && mechanics.throws.points().contains(points))
                .with_context(|| format!("`{points}` is no throw of {id}"))?;
            Ok(Item {
                field,
                occasion: Occasion { position, points },
            })
        })();
        match read {
            Ok(item) => items.push(item),
            Err(error) => faults.push(format!("line {number}: {error:#}")),
        }
    }
    if items.is_empty() && faults.is_empty() {
        faults.push("no position in it".to_string());
    }
    if !faults.is_empty() {
        bail!("{}: {}", path.display(), faults.join("\n  "));
    }
    Ok((rulesets, items))
}

fn write(
    args: &Args,
    fields: &[Field],
    methods: &[Method],
    players: &Named,
    done: &[(&Item, Weighed)],
    mut manifest: Manifest,
) -> anyhow::Result<()> {
    let players_reproducible = args.sample.is_none() || players.reproducible;
    let rows = choice_rows(fields, methods, done, players_reproducible);
    let by_method = method_rows(fields, methods, done, players_reproducible);
    print(args, &by_method);
    let mut files = Vec::new();
    matches::write(&args.out, &ANALYSIS, rows, &mut files)?;
    matches::write(&args.out, &METHODS, by_method, &mut files)?;
    manifest.files = files;
    write_whole(
        &args.out.join("manifest.json"),
        manifest.to_json().as_bytes(),
    )?;
    say!("written to {}", args.out.display());
    Ok(())
}

fn choice_rows(
    fields: &[Field],
    methods: &[Method],
    done: &[(&Item, Weighed)],
    players_reproducible: bool,
) -> Vec<ChoiceRow> {
    let mut rows = Vec::new();
    for (number, (item, weighed)) in (1..).zip(done) {
        let field = &fields[item.field];
        let Occasion { position, points } = item.occasion;
        let true_best = weighed.truth.as_ref().map(|values| largest(values));
        let row = |method: &str, reproducible, choice, rank: usize| {
            let truth = weighed
                .truth
                .as_ref()
                .and_then(|values| values.iter().find(|value| value.choice == choice));
            ChoiceRow {
                ruleset: field.ruleset.id.clone(),
                digest: field.ruleset.digest().to_string(),
                number,
                position: position.to_string(),
                points: u64::from(points),
                method: method.to_string(),
                reproducible,
                players_reproducible,
                choice: deed(&field.rules, &position, points, choice),
                rank: rank as u64,
                evidence: "chosen",
                true_equity: truth.map(|truth| truth.equity),
                true_regret: truth
                    .zip(true_best)
                    .map(|(truth, best)| best - truth.equity),
                ..ChoiceRow::default()
            }
        };
        let named = methods
            .iter()
            .map(|method| (method.name(), method.reproducible()));
        let lists = named
            .zip(weighed.by_method.iter().map(|opinion| &opinion.assessed))
            .chain(weighed.truth.iter().map(|values| (("truth", true), values)));
        for ((method, reproducible), assessed) in lists {
            for ranked in rank(&field.rules, &position, points, assessed) {
                rows.push(ChoiceRow {
                    equity: Some(ranked.equity),
                    interval: ranked.interval,
                    regret: Some(ranked.regret),
                    evidence: evidence_word(ranked.evidence),
                    sample: ranked.sample().map(|sample| SampleFigures {
                        standard_error: sample.standard_error,
                        games: sample.games,
                        dropped: sample.dropped == Dropped::Yes,
                    }),
                    visits: ranked.visits(),
                    ..row(method, reproducible, ranked.choice, ranked.rank)
                });
            }
        }
        let choices = field.rules.choices(&position, points);
        for (method, opinion) in methods.iter().zip(&weighed.by_method) {
            if opinion.assessed.is_empty() {
                let taken = choices.nth(opinion.best as u32);
                rows.push(row(method.name(), method.reproducible(), taken, 1));
            }
        }
    }
    rows
}

fn largest(values: &[Assessment]) -> f64 {
    values.iter().map(|value| value.equity).fold(0.0, f64::max)
}

fn method_rows(
    fields: &[Field],
    methods: &[Method],
    done: &[(&Item, Weighed)],
    players_reproducible: bool,
) -> Vec<MethodRow> {
    let mut rows = Vec::new();
    for (number, field) in fields.iter().enumerate() {
        for (m, method) in methods.iter().enumerate() {
            let mut row = MethodRow {
                ruleset: field.ruleset.id.clone(),
                method: method.name().to_string(),
                reproducible: method.reproducible(),
                players_reproducible,
                against_truth: field.truth.as_ref().map(|_| AgainstTruth::default()),
                ..MethodRow::default()
            };
            let own = done.iter().filter(|(item, _)| item.field == number);
            for (item, weighed) in own {
                let Occasion { position, points } = item.occasion;
                if field.rules.choices(&position, points).len() < 2 {
                    continue;
                }
                row.positions += 1;
                let best = weighed.by_method[m].best;
                row.agrees += u64::from(best == weighed.by_method[0].best);
                if let (Some(values), Some(truth)) = (&weighed.truth, &field.truth) {
                    let regret = largest(values) - values[best].equity;
                    let sums = row.against_truth.get_or_insert_default();
                    sums.best += u64::from(regret <= truth.resolution());
                    sums.regret += regret;
                    sums.squares += regret * regret;
                }
            }
            rows.push(row);
        }
    }
    rows
}

fn print(args: &Args, rows: &[MethodRow]) {
    let lines = rows.iter().map(|row| {
        vec![
            row.ruleset.clone(),
            super::contest::marked(&row.method, row.reproducible),
            row.positions.to_string(),
            tables::percent(ratio(row.agrees, row.positions), None),
            tables::percent(row.best_share(), None),
            tables::with_interval(row.regret_mean(), row.regret_interval(), 5, ""),
        ]
    });
    let header = [
        "ruleset",
        "method",
        "positions",
        "agrees with the first",
        "best choice",
        "regret",
    ];
    say!("{}", tables::plain(&header, lines.collect(), 2));
    say!("positions: those with two or more choices; with one, nobody differs");
    if rows.iter().any(|row| !row.players_reproducible) {
        say!(
            "the games sampled from are played by {}",
            super::contest::marked(&args.players, false)
        );
    }
}
