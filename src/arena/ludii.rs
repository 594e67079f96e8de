//! The measures of the general system Ludii, by their names.
//!
//! The definitions are those of Ludii's evaluation module (M. Stephenson, D.
//! Soemers, É. Piette, C. Browne, *General game heuristic prediction based on
//! ludeme descriptions* and *Measuring board game distance*, 2021–2022; source
//! `Evaluation/src/metrics` of Ludeme/Ludii), which go back to C. Browne,
//! *Automatic generation and evaluation of recombination games*, PhD thesis,
//! Queensland University of Technology, 2008. `docs/measures.md` has every
//! formula, and what differs here.
//!
//! Ludii evaluates states by short UCT searches; here the place of the
//! evaluation is taken by [`Race`], or by true values where the game is
//! solved. Either is put on Ludii's scale: e = 2V − 1, −1 to 1.
//!
//! A measure has one value a game; sums are of whole millionths, so they are
//! the same in any order.

use std::collections::HashSet;

use super::game::{GameResult, Observer, Ply};
use super::ludii_game::{Evaluations, Sites};
use super::race::Race;
use crate::rules::{Outcome, Position, Rules};
use crate::search::{Truth, true_equity};
use crate::stats::{Merge, PairedDifference};
use crate::types::Player;

/// What the values are counted in.
pub const MILLION: f64 = 1e6;

/// A measure with one value a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LudiiMeasure {
    /// Ludii's name, or ours where Ludii has none.
    pub name: &'static str,
    pub unit: &'static str,
    pub about: &'static str,
}

macro_rules! measures {
    ($($id:ident = $name:literal, $unit:literal, $about:literal;)*) => {
        /// Where each measure stands in [`LUDII_MEASURES`].
        #[derive(Clone, Copy)]
        #[repr(usize)]
        enum Id { $($id),* }

        /// Every measure that has a value a game, in the order of the tables.
        pub static LUDII_MEASURES: &[LudiiMeasure] = &[
            $(LudiiMeasure { name: $name, unit: $unit, about: $about }),*
        ];
    };
}

measures! {
    DurationPlies = "Duration Plies", "plies", "throws of a game; a pass counts (Ludii's Duration Moves)";
    DurationMoves = "Duration Moves", "moves", "plies in which a piece moves";
    DurationTurns = "Duration Turns", "turns", "runs of plies of one player";
    DecisionMoves = "Decision Moves", "share", "plies with two or more choices, of all plies";
    BranchingAverage = "Branching Factor Average", "choices", "mean number of choices, a forced pass counting as one";
    BranchingMaximum = "Branching Factor Maximum", "choices", "largest number of choices";
    DecisionFactor = "Decision Factor Average", "choices", "mean number of choices of the plies with two or more";
    LeadChange = "Lead Change", "changes per ply", "changes of the expected winner, by plies";
    Stability = "Stability", "square of e", "variance of the evaluation over the game";
    DramaAverage = "Drama Average", "e", "mean of how far the evaluation of the later winner is below the other's";
    DramaMedian = "Drama Median", "e", "median of the same";
    DramaMaximum = "Drama Maximum", "e", "largest value of the same";
    DramaVariance = "Drama Variance", "square of e", "variance of the same over the game";
    DramaIncrease = "Drama Max Increase", "e", "largest rise of the same in a ply";
    DramaDecrease = "Drama Max Decrease", "e", "largest fall of the same in a ply, negative";
    DecisivenessThreshold = "Decisiveness Threshold", "e", "largest evaluation that a player reached who did not win";
    DecisivenessMoves = "Decisiveness Moves", "share", "of the plies, those played when the winner's evaluation first passed that threshold (the clincher)";
    CoverageDefault = "Board Coverage Default", "share", "squares of the board on which a piece stood at some time";
    CoverageFull = "Board Coverage Full", "share", "the same, of all cells, edges and vertices of the board";
    CoverageUsed = "Board Coverage Used", "share", "the same, of the squares of the tracks";
    SitesAverage = "Board Sites Occupied Average", "share", "squares occupied, of the squares of the board, mean over the positions";
    PieceAverage = "Piece Number Average", "pieces", "pieces on the board, mean over the positions";
    PieceChange = "Piece Number Change Average", "pieces per ply", "pieces on the board at the end less those at the start, by plies";
    DistanceAverage = "Move Distance Average", "squares", "squares travelled by the piece that moves, mean over its moves on the board";
    DistanceMaximum = "Move Distance Maximum", "squares", "the largest of these";
    Positional = "Positional Repetition", "share", "positions that were there before, whoever throws";
    Situational = "Situational Repetition", "share", "the same, who throws and all marks of the position included";
    Captures = "Captures", "captures", "swaps or removals of a game (not of Ludii)";
    Passes = "Passes", "plies", "plies of a game in which nothing moves (not of Ludii)";
    Brier = "Estimate Brier Score", "square of a share", "mean of (V − result)² over the positions: how well V foretells the winner; 0.25 for one who always says a half (not of Ludii)";
}

/// Number of measures.
const COUNT: usize = LUDII_MEASURES.len();

/// What stands for the evaluation of a position.
#[derive(Clone, Copy)]
pub enum Evaluate<'a> {
    Race(Race),
    /// True values of the game, both sides perfect.
    Truth(&'a dyn Truth),
}

impl Evaluate<'_> {
    /// As tables name it.
    pub fn name(&self) -> &'static str {
        match self {
            Evaluate::Race(_) => "race",
            Evaluate::Truth(_) => "truth",
        }
    }

    /// A's chance of winning, 0 to 1.
    pub fn chance_of_a(&self, rules: &Rules, position: &Position) -> f64 {
        match self {
            Evaluate::Race(race) => race.chance_of_a(rules, position),
            Evaluate::Truth(truth) => true_equity(Player::A, *truth, rules, position),
        }
    }
}

/// Sums over the finished games, by measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LudiiMeasures {
    values: [PairedDifference; COUNT],
}

impl Default for LudiiMeasures {
    fn default() -> Self {
        LudiiMeasures {
            values: [PairedDifference::default(); COUNT],
        }
    }
}

impl LudiiMeasures {
    /// Each measure with its values, in millionths, one a finished game. A game
    /// that has no value (no move, no decision) is left out.
    pub fn iter(&self) -> impl Iterator<Item = (&'static LudiiMeasure, &PairedDifference)> {
        LUDII_MEASURES.iter().zip(&self.values)
    }

    /// The values of the measure called `name`.
    ///
    /// # Panics
    /// There is no such measure.
    pub fn of(&self, name: &str) -> &PairedDifference {
        let found = self.iter().find(|(measure, _)| measure.name == name);
        found.expect("a measure of the list").1
    }

    fn record(&mut self, id: Id, value: f64) {
        self.values[id as usize].record((value * MILLION).round() as i64);
    }
}

impl Merge for LudiiMeasures {
    fn merge(&mut self, other: &Self) {
        for (value, more) in self.values.iter_mut().zip(&other.values) {
            value.merge(more);
        }
    }
}

/// The observer that fills [`LudiiMeasures`].
pub struct LudiiMeter<'a> {
    evaluate: Evaluate<'a>,
    sites: Sites,
    measures: LudiiMeasures,
}

/// What the meter notes of one game.
#[derive(Clone, Debug, Default)]
pub struct LudiiNotes {
    evaluations: Evaluations,
    /// Squares, by the board, on which a piece stood.
    covered: u128,
    occupied: u64,
    pieces: u64,
    pieces_at_start: u32,
    plies: u32,
    moves: u32,
    turns: u32,
    decisions: u32,
    choices: u64,
    choices_of_decisions: u64,
    most_choices: u32,
    distances: u32,
    distance: u64,
    longest: u32,
    captures: u32,
    positions: HashSet<([u32; 2], [u8; 2])>,
    situations: HashSet<Position>,
}

impl<'a> LudiiMeter<'a> {
    pub fn new(rules: &Rules, evaluate: Evaluate<'a>) -> LudiiMeter<'a> {
        LudiiMeter {
            evaluate,
            sites: Sites::new(rules.mechanics()),
            measures: LudiiMeasures::default(),
        }
    }

    pub fn finish(self) -> LudiiMeasures {
        self.measures
    }

    fn see(&self, notes: &mut LudiiNotes, position: &Position) {
        let on = Player::BOTH.map(|player| position.on(player).0);
        let home = Player::BOTH.map(|player| position.home(player));
        let sites = self.sites.of(on);
        notes.covered |= sites;
        notes.occupied += u64::from(sites.count_ones());
        notes.pieces += u64::from(on[0].count_ones() + on[1].count_ones());
        notes.positions.insert((on, home));
        notes.situations.insert(*position);
    }
}

impl Observer for LudiiMeter<'_> {
    type Game = LudiiNotes;

    fn ply(&mut self, notes: &mut LudiiNotes, ply: &Ply<'_>) {
        if notes.plies == 0 {
            self.see(notes, ply.before);
            let on = Player::BOTH.map(|player| ply.before.on(player).0.count_ones());
            notes.pieces_at_start = on[0] + on[1];
        }
        let chance = self.evaluate.chance_of_a(ply.rules, ply.before);
        notes.evaluations.push(2.0 * chance - 1.0);
        self.see(notes, ply.after);
        notes.plies += 1;
        notes.turns += u32::from(ply.event.turn_ended);
        let choices = ply.choices.len();
        notes.choices += u64::from(choices);
        notes.most_choices = notes.most_choices.max(choices);
        if choices >= 2 {
            notes.decisions += 1;
            notes.choices_of_decisions += u64::from(choices);
        }
        notes.captures += u32::from(ply.event.captured != 0);
        if !ply.choice.kind.moves() {
            return;
        }
        notes.moves += 1;
        let from = ply.choice.origin_number();
        let to = ply.event.landed;
        if from != 0 && to != 0 && !ply.event.off && from != to {
            let distance = u32::from(from.abs_diff(to));
            notes.distances += 1;
            notes.distance += u64::from(distance);
            notes.longest = notes.longest.max(distance);
        }
    }

    fn end(&mut self, notes: &LudiiNotes, last: &Position, result: &GameResult) {
        let Some(outcome) = result.outcome else {
            return;
        };
        let plies = f64::from(notes.plies);
        let positions = plies + 1.0;
        let sums = &mut self.measures;
        sums.record(Id::DurationPlies, plies);
        sums.record(Id::DurationMoves, f64::from(notes.moves));
        sums.record(Id::DurationTurns, f64::from(notes.turns));
        sums.record(Id::DecisionMoves, f64::from(notes.decisions) / plies);
        sums.record(Id::BranchingAverage, notes.choices as f64 / plies);
        sums.record(Id::BranchingMaximum, f64::from(notes.most_choices));
        if notes.decisions > 0 {
            let mean = notes.choices_of_decisions as f64 / f64::from(notes.decisions);
            sums.record(Id::DecisionFactor, mean);
        }
        let winner = match outcome {
            Outcome::Won(player) => Some(player),
            Outcome::Draw => None,
        };
        let evaluations = &notes.evaluations;
        sums.record(
            Id::LeadChange,
            f64::from(evaluations.lead_changes()) / plies,
        );
        sums.record(Id::Stability, evaluations.variance());
        sums.record(Id::Brier, evaluations.brier(winner));
        let drama = evaluations.drama(winner);
        sums.record(Id::DramaAverage, drama.average);
        sums.record(Id::DramaMedian, drama.median);
        sums.record(Id::DramaMaximum, drama.maximum);
        sums.record(Id::DramaVariance, drama.variance);
        sums.record(Id::DramaIncrease, drama.increase);
        sums.record(Id::DramaDecrease, drama.decrease);
        if let Some(winner) = winner {
            let (threshold, at) = evaluations.decisiveness(winner);
            sums.record(Id::DecisivenessThreshold, threshold);
            sums.record(Id::DecisivenessMoves, at as f64 / plies);
        }
        let covered = f64::from(notes.covered.count_ones());
        sums.record(Id::CoverageDefault, covered / f64::from(self.sites.cells));
        if let Some(elements) = self.sites.elements {
            sums.record(Id::CoverageFull, covered / f64::from(elements));
        }
        sums.record(Id::CoverageUsed, covered / f64::from(self.sites.used));
        let cells = f64::from(self.sites.cells);
        sums.record(Id::SitesAverage, notes.occupied as f64 / positions / cells);
        sums.record(Id::PieceAverage, notes.pieces as f64 / positions);
        let on = Player::BOTH.map(|player| last.on(player).0.count_ones());
        let change = f64::from(on[0] + on[1]) - f64::from(notes.pieces_at_start);
        sums.record(Id::PieceChange, change / plies);
        if notes.distances > 0 {
            let mean = notes.distance as f64 / f64::from(notes.distances);
            sums.record(Id::DistanceAverage, mean);
            sums.record(Id::DistanceMaximum, f64::from(notes.longest));
        }
        let repeated = |different: usize| 1.0 - different as f64 / positions;
        sums.record(Id::Positional, repeated(notes.positions.len()));
        sums.record(Id::Situational, repeated(notes.situations.len()));
        sums.record(Id::Captures, f64::from(notes.captures));
        sums.record(Id::Passes, f64::from(notes.plies - notes.moves));
    }
}
