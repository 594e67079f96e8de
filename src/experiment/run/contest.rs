//! `kind = "ladder"` and `"match"`: agents against each other in pairs of games,
//! and ratings from them.

use super::done::PairsDone;
use super::rows::{Estimate, Variant, corrected, table};
use super::spec::Kind;
use super::trace::{TraceRow, trace};
use crate::ruleset::Digest;
use crate::stats::{Confidence, MatchResult, Merge, Pentanomial, Ratings};

table! {
    /// Two agents on one game.
    ContestRow, CONTESTS, "contests.csv", 1,
    "A row is two agents on one game: each game played twice, on the same throws with seats \
     changed. Scores are those of agent 1. Intervals are at 95 % over pairs. Rulesets that are the \
     same game (the same digest) share their figures: pairs that were played on different throws \
     are put together. Holm's correction is over all different games and agents of the file.";
    seed: u64, "number", "master seed of the throws and the agents";
    agent_1: String, "text", "agent whose figures these are";
    agent_2: String, "text", "its opponent";
    pairs: u64, "pairs", "pairs that count";
    unfinished: u64, "pairs", "pairs with a game that was given up; in no other figure";
    score: Option<f64>, "share", "points a game";
    score_lo: Option<f64>, "share", "its interval, lower end";
    score_hi: Option<f64>, "share", "upper end";
    elo: Option<f64>, "Elo", "difference that the score stands for; the effect size";
    elo_lo: Option<f64>, "Elo", "its interval, lower end";
    elo_hi: Option<f64>, "Elo", "upper end";
    nelo: Option<f64>, "normalised Elo", "difference in units of the spread of results";
    p: Option<f64>, "p-value", "p-value of equal strength";
    holm: Option<f64>, "p-value", "the same after Holm's correction";
    verdict: String, "text", "`better`, `worse` or `no difference shown`, at 5 % after the correction";
    plies_mean: Option<f64>, "plies", "mean length of a game";
    unexplained: Option<f64>, "share", "share of the variance of single results that knowing who plays does not explain, 4·s·(1 − s) of the score s";
    luck_share: Option<f64>, "ratio", "variance of the luck of the throws by that of the results (more than 1 where luck and choices go together), against true values; empty where none are taken";
    adjusted: Option<f64>, "share", "points a game with the luck taken out";
    adjusted_lo: Option<f64>, "share", "its interval, lower end";
    adjusted_hi: Option<f64>, "share", "upper end";
    regret_1: Option<f64>, "share", "equity that agent 1 loses a decision, against true values";
    regret_2: Option<f64>, "share", "the same of agent 2";
    unexplained_lo: Option<f64>, "share", "lower end of the interval of `unexplained`, that of the score carried over; none where all pairs ended alike";
    unexplained_hi: Option<f64>, "share", "upper end";
    luck_share_lo: Option<f64>, "ratio", "lower end of the interval of `luck_share`, by the method of Pitman and Morgan, a pair counted as one game";
    luck_share_hi: Option<f64>, "ratio", "upper end";
}

table! {
    /// An agent's place on one game.
    RatingRow, RATINGS, "ratings.csv", 1,
    "A row is one agent on one game. Ratings are the most likely ones of the model of Bradley and \
     Terry about a mean of 0, with 95 % intervals from the spread between pairs.";
    seed: u64, "number", "master seed of the throws and the agents";
    agent: String, "text", "the agent";
    rank: Option<u64>, "number", "place, 1 the best; empty where no finite ratings fit";
    elo: Option<f64>, "Elo", "rating";
    elo_lo: Option<f64>, "Elo", "its interval, lower end";
    elo_hi: Option<f64>, "Elo", "upper end";
    pairs: u64, "pairs", "pairs of the agent";
    score: Option<f64>, "share", "points a game against all others";
    score_lo: Option<f64>, "share", "its interval, lower end";
    score_hi: Option<f64>, "share", "upper end";
}

table! {
    /// How much there is to gain by skill on one game.
    SkillSpreadRow, SKILL_SPREAD, "skill.csv", 1,
    "A row is one game: from the worst to the best of its agents. Intervals are at 95 %.";
    seed: u64, "number", "master seed of the throws and the agents";
    best: String, "text", "the agent rated highest";
    worst: String, "text", "the agent rated lowest";
    elo_spread: Option<f64>, "Elo", "difference of their ratings";
    elo_spread_lo: Option<f64>, "Elo", "its interval, lower end";
    elo_spread_hi: Option<f64>, "Elo", "upper end";
    score: Option<f64>, "share", "points a game of the best against the worst";
    score_lo: Option<f64>, "share", "its interval, lower end";
    score_hi: Option<f64>, "share", "upper end";
    unexplained: Option<f64>, "share", "share of the variance of their single results that is not who plays: 4·s·(1 − s)";
    luck_share: Option<f64>, "ratio", "variance of the luck of the throws by that of the results of these two (more than 1 where luck and choices go together), against true values; empty where none are taken";
    unexplained_lo: Option<f64>, "share", "lower end of the interval of `unexplained`, that of the score carried over; none where all pairs ended alike";
    unexplained_hi: Option<f64>, "share", "upper end";
    luck_share_lo: Option<f64>, "ratio", "lower end of the interval of `luck_share`, by the method of Pitman and Morgan, a pair counted as one game";
    luck_share_hi: Option<f64>, "ratio", "upper end";
    pairs: Option<u64>, "pairs", "pairs that these two played";
}

/// Two agents that have met.
pub struct Met<'a> {
    pub variant: &'a Variant,
    pub group: usize,
    pub kind: Kind,
    pub seed: u64,
    pub agents: &'a [String; 2],
    /// Of the rules before the job's changes: it decides the throws.
    pub base: Digest,
    pub done: PairsDone,
}

impl Met<'_> {
    /// Whether the same agents play the same game for the same purpose.
    fn repeats(&self, other: &Met<'_>) -> bool {
        let game = |met: &Met<'_>| (met.group, met.kind, met.seed, met.variant.variant.clone());
        game(self) == game(other)
            && self.agents == other.agents
            && self.variant.digest == other.variant.digest
    }

    fn row(&self) -> ContestRow {
        let result = &self.done.0;
        let pairs = &result.pairs;
        let score = Estimate::new(pairs.score(), pairs.interval(Confidence::P95));
        let finite = |figure: f64| Some(figure).filter(|figure| figure.is_finite());
        let elo = pairs.elo_interval(Confidence::P95);
        let skill = result.skill.as_ref();
        let adjusted = skill.map_or(Estimate::default(), |skill| {
            let adjusted = skill.pairs.adjusted;
            let interval = adjusted.interval(crate::stats::Law::Student, Confidence::P95);
            Estimate::new(adjusted.mean(), interval).scaled(1.0 / crate::arena::BILLION)
        });
        let luck_share = skill.and_then(|skill| skill.luck_share_interval(Confidence::P95));
        let unexplained = unexplained(score);
        // Φ((s − ½)/SE) of one who is as good: twice the smaller tail.
        let p = pairs
            .superiority()
            .map(|better| 2.0 * better.min(1.0 - better));
        ContestRow {
            variant: self.variant.clone(),
            seed: self.seed,
            agent_1: self.agents[0].clone(),
            agent_2: self.agents[1].clone(),
            pairs: pairs.pairs(),
            unfinished: result.unfinished,
            score: score.value,
            score_lo: score.lo,
            score_hi: score.hi,
            elo: pairs.elo(),
            elo_lo: elo.and_then(|i| finite(i.lo)),
            elo_hi: elo.and_then(|i| finite(i.hi)),
            nelo: pairs.normalised_elo(),
            p,
            plies_mean: crate::report::ratio(result.plies, result.games()),
            unexplained: unexplained.value,
            luck_share: skill.and_then(|skill| skill.games.luck_share()),
            adjusted: adjusted.value,
            adjusted_lo: adjusted.lo,
            adjusted_hi: adjusted.hi,
            regret_1: skill.and_then(|skill| skill.agents[0].mean_regret()),
            regret_2: skill.and_then(|skill| skill.agents[1].mean_regret()),
            unexplained_lo: unexplained.lo,
            unexplained_hi: unexplained.hi,
            luck_share_lo: luck_share.map(|i| i.lo),
            luck_share_hi: luck_share.map(|i| i.hi),
            ..ContestRow::default()
        }
    }
}

/// 4·s·(1 − s) of a score s: largest at one half, so an interval of the score
/// that holds one half reaches 1. Pairs that all ended alike show no spread, and
/// give none.
fn unexplained(score: Estimate) -> Estimate {
    let left = |s: f64| 4.0 * s * (1.0 - s);
    let ends = score.lo.zip(score.hi).filter(|(lo, hi)| lo < hi);
    Estimate {
        value: score.value.map(left),
        lo: ends.map(|(lo, hi)| left(lo).min(left(hi))),
        hi: ends.map(|(lo, hi)| left(0.5f64.clamp(lo, hi))),
    }
}

/// Gives contests of the same agents on the same game the same result. Where
/// rulesets become one game by a change, as with fewer pieces, they were played
/// on different throws, and all their pairs count; where they are one game as
/// written, they are the same pairs.
pub fn pool(met: &mut [Met<'_>]) {
    let pooled: Vec<PairsDone> = met
        .iter()
        .map(|one| {
            let mut bases: Vec<&Digest> = Vec::new();
            let mut all = PairsDone::default();
            for other in met.iter().filter(|other| one.repeats(other)) {
                if !bases.contains(&&other.base) {
                    bases.push(&other.base);
                    all.0.merge(&other.done.0);
                }
            }
            all
        })
        .collect();
    for (one, all) in met.iter_mut().zip(pooled) {
        one.done = all;
    }
}

/// The level of verdicts.
const LEVEL: f64 = 0.05;

/// The rows of all contests.
pub fn contest_rows(met: &[Met<'_>]) -> Vec<ContestRow> {
    let mut rows: Vec<ContestRow> = met.iter().map(Met::row).collect();
    let tests = rows.iter().map(|row| {
        let agents = format!("{} {}", row.agent_1, row.agent_2);
        (
            format!("{} {agents} {}", row.variant.digest, row.seed),
            row.p,
        )
    });
    let holm = corrected(tests.collect());
    for (row, holm) in rows.iter_mut().zip(holm) {
        row.holm = holm;
        row.verdict = match row.holm {
            Some(p) if p < LEVEL && row.score > Some(0.5) => "better",
            Some(p) if p < LEVEL => "worse",
            _ => "no difference shown",
        }
        .to_string();
    }
    rows
}

/// What follows from all contests of one game.
#[derive(Default)]
pub struct Rated {
    pub ratings: Vec<RatingRow>,
    pub spreads: Vec<SkillSpreadRow>,
    pub traces: Vec<TraceRow>,
}

/// Ratings and spreads of every ladder, and every skill trace.
pub fn ratings(met: &[Met<'_>]) -> Rated {
    let mut rated = Rated::default();
    let mut from = 0;
    while from < met.len() {
        let same = |other: &Met<'_>| {
            other.group == met[from].group
                && other.variant == met[from].variant
                && other.seed == met[from].seed
        };
        let count = met[from..].iter().take_while(|other| same(other)).count();
        let ladder = &met[from..from + count];
        from += count;
        match ladder[0].kind {
            Kind::Ladder => {
                let (rows, spread) = rate(ladder);
                rated.ratings.extend(rows);
                rated.spreads.extend(spread);
            }
            Kind::Trace => rated.traces.extend(trace(ladder)),
            _ => {}
        }
    }
    rated
}

/// One ladder: all contests of one game.
fn rate(ladder: &[Met<'_>]) -> (Vec<RatingRow>, Option<SkillSpreadRow>) {
    let mut agents: Vec<&String> = Vec::new();
    for agent in ladder.iter().flat_map(|met| met.agents) {
        if !agents.contains(&agent) {
            agents.push(agent);
        }
    }
    let number = |agent: &String| agents.iter().position(|known| *known == agent);
    let results: Vec<MatchResult> = ladder
        .iter()
        .map(|met| MatchResult {
            one: number(&met.agents[0]).expect("collected"),
            two: number(&met.agents[1]).expect("collected"),
            pairs: met.done.0.pairs,
        })
        .collect();
    let fit = Ratings::fit(agents.len(), &results).ok();
    let half = Confidence::P95.normal_quantile();
    let mut rows: Vec<RatingRow> = agents
        .iter()
        .enumerate()
        .map(|(i, agent)| {
            let mut pairs = Pentanomial::default();
            for result in &results {
                if result.one == i {
                    pairs.merge(&result.pairs);
                } else if result.two == i {
                    pairs.merge(&result.pairs.turned());
                }
            }
            let elo = fit
                .as_ref()
                .map(|fit| (fit.elo[i], half * fit.standard_error(i)));
            let score = Estimate::new(pairs.score(), pairs.interval(Confidence::P95));
            RatingRow {
                variant: ladder[0].variant.clone(),
                seed: ladder[0].seed,
                agent: agent.to_string(),
                rank: None,
                elo: elo.map(|(elo, _)| elo),
                elo_lo: elo.map(|(elo, half)| elo - half),
                elo_hi: elo.map(|(elo, half)| elo + half),
                pairs: pairs.pairs(),
                score: score.value,
                score_lo: score.lo,
                score_hi: score.hi,
            }
        })
        .collect();
    let Some(fit) = fit else {
        return (rows, None);
    };
    rows.sort_by(|a, b| b.elo.unwrap_or(0.0).total_cmp(&a.elo.unwrap_or(0.0)));
    for (rank, row) in (1..).zip(&mut rows) {
        row.rank = Some(rank);
    }
    let (best, worst) = (&rows[0].agent, &rows[rows.len() - 1].agent);
    let [one, two] = [best, worst].map(|agent| number(agent).expect("collected"));
    let (difference, error) = fit.difference(one, two);
    let direct = ladder
        .iter()
        .find(|met| met.agents.contains(best) && met.agents.contains(worst));
    let direct = direct.map(|met| {
        let row = met.row();
        let turned = met.agents[0] != *best;
        let score = Estimate {
            value: row.score,
            lo: row.score_lo,
            hi: row.score_hi,
        };
        let score = if turned { turn(score) } else { score };
        (score, row)
    });
    let spread = SkillSpreadRow {
        variant: ladder[0].variant.clone(),
        seed: ladder[0].seed,
        best: best.clone(),
        worst: worst.clone(),
        elo_spread: Some(difference),
        elo_spread_lo: Some(difference - half * error),
        elo_spread_hi: Some(difference + half * error),
        score: direct.as_ref().and_then(|(score, _)| score.value),
        score_lo: direct.as_ref().and_then(|(score, _)| score.lo),
        score_hi: direct.as_ref().and_then(|(score, _)| score.hi),
        unexplained: direct.as_ref().and_then(|(_, row)| row.unexplained),
        luck_share: direct.as_ref().and_then(|(_, row)| row.luck_share),
        unexplained_lo: direct.as_ref().and_then(|(_, row)| row.unexplained_lo),
        unexplained_hi: direct.as_ref().and_then(|(_, row)| row.unexplained_hi),
        luck_share_lo: direct.as_ref().and_then(|(_, row)| row.luck_share_lo),
        luck_share_hi: direct.as_ref().and_then(|(_, row)| row.luck_share_hi),
        pairs: direct.as_ref().map(|(_, row)| row.pairs),
    };
    (rows, Some(spread))
}

/// The share of the other player.
fn turn(score: Estimate) -> Estimate {
    Estimate {
        value: score.value.map(|s| 1.0 - s),
        lo: score.hi.map(|s| 1.0 - s),
        hi: score.lo.map(|s| 1.0 - s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_score_leaves_open_has_the_interval_of_the_score() {
        let score = |value, lo, hi| Estimate {
            value: Some(value),
            lo: Some(lo),
            hi: Some(hi),
        };
        let found = unexplained(score(0.75, 0.5, 1.0));
        assert_eq!(
            (found.value, found.lo, found.hi),
            (Some(0.75), Some(0.0), Some(1.0))
        );
        let across = unexplained(score(0.5, 0.25, 0.6));
        assert_eq!((across.lo, across.hi), (Some(0.75), Some(1.0)));
        // A hundred pairs won are no certainty.
        assert_eq!(unexplained(score(1.0, 1.0, 1.0)).lo, None);
    }
}
