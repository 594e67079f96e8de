//! The rows of games that an agent played against itself.
//!
//! The interval of a share of plies, such as that of the blocked ones, comes from
//! the spread between the batches of [`super::games`]: plies of one game are not
//! independent, games are. With nᵢ and dᵢ the counts of batch i, B batches and
//! R = Σn/Σd (W. Cochran, *Sampling techniques*, 1977, ch. 6):
//!
//! ```text
//! SE(R) = √( Σ (nᵢ − R·dᵢ)² · B/(B − 1) ) / Σd
//! ```

use super::games::Played;
use super::rows::{Estimate, table};
use crate::arena::{MILLION, Measures};
use crate::report::ratio;
use crate::rules::ChoiceKind;
use crate::stats::{Confidence, Histogram, Interval, Law, PairedDifference, Proportion};

table! {
    /// Games of an agent against itself.
    GameRow, GAMES, "games.csv", 1,
    "A row is one game as played by one agent against itself. Lengths and shares of plies are \
     those of the finished games. Intervals are at 95 %: Wilson's for shares of games, Student's for means, and for \
     shares of plies Student's over 32 batches of games.";
    seed: u64, "number", "master seed of the throws and the agents";
    agent: String, "text", "agent on both seats";
    games: u64, "games", "games played";
    wins_a: u64, "games", "games won by A";
    wins_b: u64, "games", "games won by B";
    draws: u64, "games", "games drawn";
    unfinished: u64, "games", "games given up at the ply limit; in no share and no length";
    first_share: Option<f64>, "share", "share of the first player, who throws first, a draw counting half";
    first_lo: Option<f64>, "share", "its interval, lower end";
    first_hi: Option<f64>, "share", "upper end";
    plies_mean: Option<f64>, "plies", "mean length";
    plies_lo: Option<f64>, "plies", "its interval, lower end";
    plies_hi: Option<f64>, "plies", "upper end";
    plies_sd: Option<f64>, "plies", "standard deviation of the length";
    plies_p05: Option<u64>, "plies", "5 % of the games are at most so long";
    plies_p50: Option<u64>, "plies", "median length";
    plies_p95: Option<u64>, "plies", "95 % of the games are at most so long";
    turns_mean: Option<f64>, "turns", "mean number of turns";
    turns_lo: Option<f64>, "turns", "its interval, lower end";
    turns_hi: Option<f64>, "turns", "upper end";
    moves_mean: Option<f64>, "moves", "mean number of plies in which a piece moves";
    again_share: Option<f64>, "share", "plies after which the same player throws again, of all plies of the finished games that do not end one";
    again_lo: Option<f64>, "share", "its interval, lower end";
    again_hi: Option<f64>, "share", "upper end";
    captures_per_game: Option<f64>, "captures", "swaps or removals a game";
    captures_lo: Option<f64>, "captures", "its interval, lower end";
    captures_hi: Option<f64>, "captures", "upper end";
    blocked_share: Option<f64>, "share", "plies in which the opponent's pairs or walls took away a choice";
    blocked_lo: Option<f64>, "share", "its interval, lower end";
    blocked_hi: Option<f64>, "share", "upper end";
    wall_share: Option<f64>, "share", "plies before which a wall (three in a row where the rules have none) stands";
    passes_share: Option<f64>, "share", "plies in which nothing moves and the throw goes over";
    decision_share: Option<f64>, "share", "plies with two or more choices";
    decision_lo: Option<f64>, "share", "its interval, lower end";
    decision_hi: Option<f64>, "share", "upper end";
    choices_mean: Option<f64>, "choices", "mean number of choices, a pass counting as one";
    lead_changes_mean: Option<f64>, "changes", "changes of the leader by squares still to go, looked at after each turn";
    lead_changes_lo: Option<f64>, "changes", "its interval, lower end";
    lead_changes_hi: Option<f64>, "changes", "upper end";
    winner_ahead_share: Option<f64>, "share", "turns of the won games after which the later winner is ahead";
    margin_mean: Option<f64>, "pieces", "pieces that the loser has left";
}

table! {
    /// One measure of the games of a [`GameRow`].
    MeasureRow, MEASURES, "measures.csv", 1,
    "A row is one measure, by its name in Ludii, of the games of one row of `games.csv`. \
     docs/measures.md defines each. Intervals are at 95 %: Wilson's for shares of games, else \
     Student's over games.";
    seed: u64, "number", "master seed of the throws and the agents";
    agent: String, "text", "agent on both seats";
    measure: String, "text", "name of the measure";
    unit: String, "text", "unit of the value";
    value: Option<f64>, "as the measure", "mean over the games that have it";
    lo: Option<f64>, "as the measure", "its interval, lower end";
    hi: Option<f64>, "as the measure", "upper end";
    games: u64, "games", "games with a value";
    evaluation: String, "text", "what stands for the evaluation of positions: `race/k`, k the scale of its deviation, or `truth`";
}

/// How evenly results fall, by Ludii's name.
const UNIFORMITY: &str = "Outcome Uniformity";

impl GameRow {
    /// Gives a measure of these games that was kept without an interval the one
    /// that follows from the games' results.
    pub fn complete(&self, measure: &mut MeasureRow) {
        if measure.measure == UNIFORMITY {
            let found = uniformity([self.wins_a, self.wins_b], self.games);
            (measure.lo, measure.hi) = (found.lo, found.hi);
        }
    }
}

impl Played {
    /// A ratio of two counts with its interval over batches.
    fn share(&self, part: impl Fn(&Measures) -> u64, whole: impl Fn(&Measures) -> u64) -> Estimate {
        let pairs: Vec<(f64, f64)> = self
            .batches
            .iter()
            .map(|batch| (part(batch) as f64, whole(batch) as f64))
            .collect();
        let total: f64 = pairs.iter().map(|pair| pair.1).sum();
        let value = ratio(part(&self.all), whole(&self.all));
        let interval = value.filter(|_| pairs.len() >= 2).map(|value| {
            let count = pairs.len() as f64;
            let squares: f64 = pairs.iter().map(|(n, d)| (n - value * d).powi(2)).sum();
            let error = (squares * count / (count - 1.0)).sqrt() / total;
            let half = Confidence::P95.student_quantile(count - 1.0) * error;
            Interval::around(value, half)
        });
        Estimate::new(value, interval)
    }

    /// The row of these games, its label left open.
    pub fn row(&self) -> GameRow {
        let results = &self.all.results;
        let games = &self.all.games;
        let plies = &self.all.plies;
        let first = results.wins[self.first.index()];
        let first = Proportion::with_draws(first, results.draws, results.finished());
        let first = Estimate::new(first.share(), first.wilson(Confidence::P95));
        let mean =
            |of: &Histogram| Estimate::new(of.mean(), of.interval(Law::Student, Confidence::P95));
        let (length, turns) = (mean(&results.plies), mean(&games.turns));
        let leads = mean(&games.lead_changes);
        let again = self.share(|m| again(m).0, |m| again(m).1).within(0.0, 1.0);
        let captures = self.share(|m| m.plies.captured(), |m| m.results.finished());
        let by_ply =
            |of: fn(&Measures) -> u64| self.share(of, |m| m.plies.plies()).within(0.0, 1.0);
        let blocked = by_ply(|m| m.plies.blocked);
        let decisions = by_ply(|m| m.plies.decisions);
        let passes = plies.of_kind(&[ChoiceKind::Pass, ChoiceKind::Decline]);
        GameRow {
            games: results.games(),
            wins_a: results.wins[0],
            wins_b: results.wins[1],
            draws: results.draws,
            unfinished: results.unfinished,
            first_share: first.value,
            first_lo: first.lo,
            first_hi: first.hi,
            plies_mean: length.value,
            plies_lo: length.lo,
            plies_hi: length.hi,
            plies_sd: results.plies.sd(),
            plies_p05: results.plies.percentile(5),
            plies_p50: results.plies.percentile(50),
            plies_p95: results.plies.percentile(95),
            turns_mean: turns.value,
            turns_lo: turns.lo,
            turns_hi: turns.hi,
            moves_mean: games.moves.mean(),
            again_share: again.value,
            again_lo: again.lo,
            again_hi: again.hi,
            captures_per_game: captures.value,
            captures_lo: captures.lo,
            captures_hi: captures.hi,
            blocked_share: blocked.value,
            blocked_lo: blocked.lo,
            blocked_hi: blocked.hi,
            wall_share: ratio(plies.with_wall, plies.plies()),
            passes_share: ratio(passes, plies.plies()),
            decision_share: decisions.value,
            decision_lo: decisions.lo,
            decision_hi: decisions.hi,
            choices_mean: ratio(plies.choices, plies.plies()),
            lead_changes_mean: leads.value,
            lead_changes_lo: leads.lo,
            lead_changes_hi: leads.hi,
            winner_ahead_share: ratio(games.turns_winner_ahead, games.turns_of_won),
            margin_mean: games.margin.mean(),
            ..GameRow::default()
        }
    }

    /// The rows of the measures, their labels left open.
    pub fn measure_rows(&self) -> Vec<MeasureRow> {
        let Some(ludii) = &self.ludii else {
            return Vec::new();
        };
        let mut rows = self.outcome_rows();
        rows.extend(ludii.iter().map(|(measure, values)| {
            let interval = values.interval(Law::Student, Confidence::P95);
            let estimate = Estimate::new(values.mean(), interval).scaled(1.0 / MILLION);
            row(measure.name, measure.unit, estimate, values.count())
        }));
        for row in &mut rows {
            row.evaluation.clone_from(&self.evaluation);
        }
        rows
    }

    /// Measures that are shares of all games.
    fn outcome_rows(&self) -> Vec<MeasureRow> {
        let results = &self.all.results;
        let games = results.games();
        let share = |count: u64| {
            let share = Proportion::new(count, games);
            Estimate::new(share.share(), share.wilson(Confidence::P95))
        };
        let turns = &self.all.games.turns;
        vec![
            row(
                "AdvantageP1",
                "share",
                share(results.wins[self.first.index()]),
                games,
            ),
            row(
                "Balance",
                "share",
                balance(lead(results.wins, games)),
                games,
            ),
            row(
                "Completion",
                "share",
                share(results.wins[0] + results.wins[1]),
                games,
            ),
            row("Drawishness", "share", share(results.draws), games),
            row("Timeouts", "share", share(results.unfinished), games),
            row(
                UNIFORMITY,
                "1 − square of a result",
                uniformity(results.wins, games),
                games,
            ),
            row(
                "Duration Turns Std Dev",
                "turns",
                Estimate::new(turns.sd(), None),
                turns.count(),
            ),
        ]
    }
}

/// Plies of the finished games after which the thrower throws again, and all
/// that do not end a game.
fn again(measures: &Measures) -> (u64, u64) {
    let sum = |of: &Histogram| of.moments().sum() as u64;
    let plies = sum(&measures.results.plies);
    let turns = sum(&measures.games.turns);
    (plies - turns, plies - measures.results.finished())
}

/// Share of A − share of B, of all games.
fn lead(wins: [u64; 2], games: u64) -> Estimate {
    let mut lead = PairedDifference::default();
    for (count, sign) in [(wins[0], 1), (wins[1], -1), (games - wins[0] - wins[1], 0)] {
        (0..count).for_each(|_| lead.record(sign));
    }
    Estimate::new(lead.mean(), lead.interval(Law::Normal, Confidence::P95))
}

/// The size of a difference, with the ends of its interval, 0 to 1.
fn size(difference: Estimate) -> Estimate {
    let ends = difference.lo.zip(difference.hi);
    Estimate {
        value: difference.value.map(f64::abs),
        lo: ends.map(|(lo, hi)| 0.0f64.clamp(lo, hi).abs()),
        hi: ends.map(|(lo, hi)| lo.abs().max(hi.abs()).min(1.0)),
    }
}

/// 1 − |share of A − share of B|, from the difference and its interval.
fn balance(difference: Estimate) -> Estimate {
    let size = size(difference);
    Estimate {
        value: size.value.map(|d| 1.0 - d),
        lo: size.hi.map(|d| 1.0 - d),
        hi: size.lo.map(|d| 1.0 - d),
    }
}

/// 1 − the variance of a player's result (1, 0, −1), mean over both players:
/// the square of the lead and the share of games that nobody won. The interval
/// is that of the lead carried over, so there is none where some game had no
/// winner.
fn uniformity(wins: [u64; 2], games: u64) -> Estimate {
    let lead = size(lead(wins, games));
    let none = games - wins[0] - wins[1];
    let square = |d: f64| d * d;
    let end = |end: Option<f64>| end.filter(|_| none == 0).map(square);
    Estimate {
        value: lead
            .value
            .zip(ratio(none, games))
            .map(|(lead, none)| square(lead) + none),
        lo: end(lead.lo),
        hi: end(lead.hi),
    }
}

fn row(measure: &str, unit: &str, estimate: Estimate, games: u64) -> MeasureRow {
    MeasureRow {
        measure: measure.to_string(),
        unit: unit.to_string(),
        value: estimate.value,
        lo: estimate.lo,
        hi: estimate.hi,
        games,
        ..MeasureRow::default()
    }
}
