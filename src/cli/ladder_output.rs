//! From the matches of a ladder to ratings, tables and a chart.

use std::path::Path;

use super::contest::{self, Named};
use super::{matches, tables};
use crate::experiment::{CROSS, CrossRow, FileEntry, MatchRow, RATINGS, RatingRow, SkillRow};
use crate::report::chart::{
    self, Axis, Estimate, Forest, ForestPanel, ForestRow, Mark, Plot, PlotPanel, PlotSeries,
};
use crate::ruleset::Ruleset;
use crate::stats::{MatchResult, Merge, Pentanomial, Ratings};

/// The ratings of one ruleset, or of all.
pub struct Rated {
    pub ruleset: String,
    /// The best first.
    pub ratings: Vec<RatingRow>,
    /// Of every two agents, both ways.
    pub cross: Vec<CrossRow>,
    /// Why there are no ratings, if so.
    pub why_not: Option<String>,
    /// Whether every two agents have met in more than one pair.
    spread: bool,
}

const ALL: &str = "all";

/// Ratings of each ruleset and, where there are several, of all together.
pub fn rate(agents: &[Named], rulesets: &[Ruleset], rows: &[MatchRow]) -> Vec<Rated> {
    let per_ruleset = rows.len() / rulesets.len();
    let mut rated: Vec<Rated> = rulesets
        .iter()
        .zip(rows.chunks(per_ruleset))
        .map(|(ruleset, rows)| rate_one(&ruleset.id, agents, rows))
        .collect();
    if rulesets.len() > 1 {
        rated.insert(0, rate_one(ALL, agents, rows));
    }
    rated
}

fn rate_one(ruleset: &str, agents: &[Named], rows: &[MatchRow]) -> Rated {
    let number = |name: &str| agents.iter().position(|agent| agent.text == name);
    let results: Vec<MatchResult> = rows
        .iter()
        .map(|row| {
            let [one, two] = row.label.agents.each_ref().map(|name| number(name));
            MatchResult {
                one: one.expect("an agent of the ladder"),
                two: two.expect("an agent of the ladder"),
                pairs: *row.pairs(),
            }
        })
        .collect();
    let fit = Ratings::fit(agents.len(), &results);
    let why_not = fit.as_ref().err().map(|error| {
        let crate::stats::RatingsError::Unlinked(one, two) = *error;
        format!(
            "{ruleset}: no finite ratings fit, since {} never took a point from {}, not even by \
             way of others",
            agents[one].text, agents[two].text
        )
    });
    let fit = fit.ok();
    // The spread between pairs cannot be seen in one: an error of 0 would be told.
    let spread = results.iter().all(|result| result.pairs.pairs() != 1);
    let pairs_of = |agent: usize, other: Option<usize>| {
        let mut sum = Pentanomial::default();
        for result in &results {
            if result.one == agent && other.is_none_or(|other| other == result.two) {
                sum.merge(&result.pairs);
            } else if result.two == agent && other.is_none_or(|other| other == result.one) {
                sum.merge(&result.pairs.turned());
            }
        }
        sum
    };
    let mut ratings: Vec<RatingRow> = agents
        .iter()
        .enumerate()
        .map(|(i, agent)| RatingRow {
            ruleset: ruleset.to_string(),
            agent: agent.text.clone(),
            reproducible: agent.reproducible,
            rank: None,
            elo: fit.as_ref().map(|fit| fit.elo[i]),
            standard_error: fit
                .as_ref()
                .filter(|_| spread)
                .map(|fit| fit.standard_error(i)),
            pairs: pairs_of(i, None),
        })
        .collect();
    ratings.sort_by(|a, b| {
        let score = |row: &RatingRow| row.elo.or(row.pairs.score()).unwrap_or(0.0);
        score(b).total_cmp(&score(a))
    });
    if fit.is_some() {
        for (rank, row) in (1..).zip(&mut ratings) {
            row.rank = Some(rank);
        }
    }
    let order: Vec<usize> = ratings
        .iter()
        .filter_map(|row| number(&row.agent))
        .collect();
    let cross = order
        .iter()
        .flat_map(|&i| order.iter().map(move |&j| (i, j)))
        .filter(|(i, j)| i != j)
        .map(|(i, j)| CrossRow {
            ruleset: ruleset.to_string(),
            agents: [agents[i].text.clone(), agents[j].text.clone()],
            reproducible: agents[i].reproducible && agents[j].reproducible,
            pairs: pairs_of(i, Some(j)),
            difference: fit.as_ref().map(|fit| {
                let (difference, error) = fit.difference(i, j);
                (difference, spread.then_some(error))
            }),
            superiority: fit
                .as_ref()
                .filter(|_| spread)
                .map(|fit| fit.superiority(i, j)),
        })
        .collect();
    Rated {
        ruleset: ruleset.to_string(),
        ratings,
        cross,
        why_not,
        spread,
    }
}

/// Writes `ratings.csv` and `cross.csv`.
pub fn write(folder: &Path, rated: Vec<Rated>, files: &mut Vec<FileEntry>) -> anyhow::Result<()> {
    let (mut ratings, mut cross) = (Vec::new(), Vec::new());
    for rated in rated {
        ratings.extend(rated.ratings);
        cross.extend(rated.cross);
    }
    matches::write(folder, &RATINGS, ratings, files)?;
    matches::write(folder, &CROSS, cross, files)
}

/// Prints the first table (all rulesets together, or the only one) in full:
/// ratings and the score of each against each, in percent.
pub fn print(rated: &[Rated]) {
    for why in rated.iter().filter_map(|rated| rated.why_not.as_ref()) {
        say!("{why}");
    }
    let Some(rated) = rated.first() else {
        return;
    };
    say!("{}", rated.ruleset);
    let numbers: Vec<String> = (1..=rated.ratings.len()).map(|n| n.to_string()).collect();
    let mut header = vec!["", "agent", "rating", "score", "pairs"];
    header.extend(numbers.iter().map(String::as_str));
    let rows = rated.ratings.iter().enumerate().map(|(i, row)| {
        let mut cells = vec![
            numbers[i].clone(),
            contest::marked(&row.agent, row.reproducible),
            tables::elo(row.elo, row.interval()),
            tables::percent(row.pairs.score(), None),
            row.pairs.pairs().to_string(),
        ];
        cells.extend(rated.ratings.iter().map(|other| {
            let cell = rated
                .cross
                .iter()
                .find(|cell| cell.agents == [row.agent.clone(), other.agent.clone()]);
            tables::number(
                cell.and_then(|cell| cell.pairs.score()).map(|s| 100.0 * s),
                1,
            )
        }));
        cells
    });
    say!("{}", tables::plain(&header, rows.collect(), 2));
    if !rated.spread {
        say!("{}", tables::ONE_PAIR);
    }
}

/// `ratings.png` and `ratings.svg`: a row an agent, a panel a ruleset, or a row
/// a ruleset where there are many.
pub fn draw(folder: &Path, rated: &[Rated], games: u64) -> anyhow::Result<()> {
    let Some(first) = rated.first() else {
        return Ok(());
    };
    let estimate = |rated: &Rated, agent: &str| {
        let row = rated.ratings.iter().find(|row| row.agent == agent)?;
        Some(Estimate {
            value: row.elo?,
            interval: row.interval(),
        })
    };
    let agents: Vec<&str> = first.ratings.iter().map(|row| row.agent.as_str()).collect();
    let rows = if rated.len() == 1 {
        agents
            .iter()
            .map(|agent| ForestRow {
                label: agent.to_string(),
                cells: vec![vec![estimate(first, agent)]],
            })
            .collect()
    } else {
        rated
            .iter()
            .map(|rated| ForestRow {
                label: rated.ruleset.clone(),
                cells: vec![agents.iter().map(|agent| estimate(rated, agent)).collect()],
            })
            .collect()
    };
    let series = if rated.len() == 1 {
        vec![first.ruleset.clone()]
    } else {
        agents.iter().map(|agent| agent.to_string()).collect()
    };
    let title = match rated.len() {
        1 => format!("Ratings of the agents on {}", first.ruleset),
        _ => "Ratings of the agents by ruleset".to_string(),
    };
    let chart = Forest {
        title,
        notes: vec![format!(
            "{games} games of each two agents on each ruleset, in pairs on the same throws; 95 % \
             intervals"
        )],
        series,
        panels: vec![ForestPanel {
            axis: Axis::new("rating about the mean of all agents", "Elo"),
            reference: Some(0.0),
        }],
        rows,
    };
    chart::draw(&chart, &folder.join("ratings"))
}

/// `regret.png` and `regret.svg`: how the winning chance that an agent gives
/// away in a game turns into its rating; a panel a ruleset.
///
/// Agents come in the order of the first table, so that each looks here as in
/// `ratings.png`.
pub fn draw_skill(folder: &Path, rated: &[Rated], skill: &[SkillRow]) -> anyhow::Result<()> {
    let Some(first) = rated.first() else {
        return Ok(());
    };
    let panels = rated
        .iter()
        .filter(|rated| rated.ruleset != ALL)
        .map(|rated| {
            let rows = first.ratings.iter().filter_map(|of| {
                let own = |row: &&RatingRow| row.agent == of.agent;
                rated.ratings.iter().find(own)
            });
            let series = rows.map(|row| {
                let own = skill.iter().filter(|skill| {
                    skill.label.ruleset == rated.ruleset
                        && skill.label.agents[skill.agent] == row.agent
                });
                let (lost, count) = own
                    .filter_map(SkillRow::regret_per_game)
                    .fold((0.0, 0.0), |(sum, count), regret| {
                        (sum + regret, count + 1.0)
                    });
                let estimate = row.elo.map(|value| Estimate {
                    value,
                    interval: row.interval(),
                });
                PlotSeries {
                    name: row.agent.clone(),
                    mark: Mark::Points,
                    // Every agent meets every other in as many games.
                    points: estimate
                        .map(|estimate| (lost / count, estimate))
                        .into_iter()
                        .collect(),
                }
            });
            PlotPanel {
                x: Axis::percent(format!("{}: winning chance lost in a game", rated.ruleset)),
                y: Axis::new("rating about the mean of all agents", "Elo"),
                reference: Some(0.0),
                series: series.collect(),
            }
        });
    let plot = Plot {
        title: "How regret turns into rating".to_string(),
        notes: vec![
            "regret of all choices of a game against perfect play; 95 % intervals".to_string(),
        ],
        panels: panels.collect(),
    };
    chart::draw(&plot, &folder.join("regret"))
}
