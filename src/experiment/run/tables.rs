//! The tables of an experiment: which there are, and their rows.

use super::blocking::{BLOCKING_MEASURES, BlockingMeasureRow, blocking_rows};
use super::compare::{COMPARE, CompareRow, correct as correct_comparisons};
use super::contest::{
    CONTESTS, ContestRow, Met, RATINGS, RatingRow, SKILL_SPREAD, SkillSpreadRow, contest_rows,
    pool, ratings,
};
use super::done::Done;
use super::effects::{EFFECTS, EffectRow, effect_rows};
use super::exact::{EXACT, ExactRow, correct as correct_exact};
use super::fairest::{FAIREST, FairestRow, fairest_rows};
use super::game_rows::{GAMES, GameRow, MEASURES, MeasureRow};
use super::grand::{GRAND, GrandRow, grand_rows};
use super::plan::{Job, Plan, SKIPPED, SkippedRow};
use super::rows::Variant;
use super::spec::{Derived, Kind, Spec};
use super::trace::{TRACES, TraceRow};
use super::walls::{WALLS, WallRow};
use super::work::Work;
use crate::report::{Sheet, to_csv};

/// A kind of table that an experiment may write.
#[derive(Clone, Debug)]
pub struct TableInfo {
    pub file: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub version: u32,
    pub columns: Vec<&'static str>,
    /// Those of the columns that hold words.
    pub words: Vec<&'static str>,
}

fn info<R>(sheet: &'static Sheet<R>, title: &'static str) -> TableInfo {
    TableInfo {
        file: sheet.file,
        title,
        about: sheet.about,
        version: sheet.version,
        columns: sheet.columns.iter().map(|column| column.name).collect(),
        words: sheet
            .columns
            .iter()
            .filter(|column| column.unit == "text")
            .map(|column| column.name)
            .collect(),
    }
}

/// The tables that the jobs of `spec` write, in the order of the manifest.
pub fn tables_of(spec: &Spec) -> Vec<TableInfo> {
    let has = |kind: Kind| spec.groups.iter().any(|group| group.kind == kind);
    let derives = |derived: Derived| spec.derived.contains(&derived);
    let mut tables = Vec::new();
    if has(Kind::Games) {
        tables.push(info(&GAMES, "Games"));
    }
    if spec
        .groups
        .iter()
        .any(|group| group.kind == Kind::Games && group.measures)
    {
        tables.push(info(&MEASURES, "Measures of the games"));
    }
    if has(Kind::Compare) {
        tables.push(info(&COMPARE, "Changes of rules"));
    }
    if has(Kind::Exact) {
        tables.push(info(&EXACT, "Exact values"));
    }
    if has(Kind::Ladder) || has(Kind::Match) || has(Kind::Trace) {
        tables.push(info(&CONTESTS, "Agents against each other"));
    }
    if has(Kind::Ladder) {
        tables.push(info(&RATINGS, "Ratings of the agents"));
        tables.push(info(&SKILL_SPREAD, "Reach of skill"));
    }
    if has(Kind::Trace) {
        tables.push(info(&TRACES, "Skill traces"));
    }
    if has(Kind::Walls) {
        tables.push(info(&WALLS, "What pairs and walls are worth"));
    }
    if derives(Derived::Fairest) {
        tables.push(info(&FAIREST, "Sticks with which the game is fairest"));
    }
    if derives(Derived::Blocking) {
        tables.push(info(
            &BLOCKING_MEASURES,
            "Measures of blocking side by side",
        ));
    }
    if derives(Derived::Grand) {
        tables.push(info(&GRAND, "The reconstructions side by side"));
        tables.push(info(&EFFECTS, "Which mechanics go with which figures"));
    }
    tables.push(info(&SKIPPED, "What was not done, and why"));
    tables
}

/// Every row of an experiment.
#[derive(Default)]
pub struct Results {
    pub games: Vec<GameRow>,
    pub measures: Vec<MeasureRow>,
    pub compare: Vec<CompareRow>,
    pub exact: Vec<ExactRow>,
    pub contests: Vec<ContestRow>,
    pub ratings: Vec<RatingRow>,
    pub skill: Vec<SkillSpreadRow>,
    pub traces: Vec<TraceRow>,
    pub walls: Vec<WallRow>,
    pub skipped: Vec<SkippedRow>,
    pub fairest: Vec<FairestRow>,
    pub blocking: Vec<BlockingMeasureRow>,
    pub grand: Vec<GrandRow>,
    pub effects: Vec<EffectRow>,
}

impl Results {
    /// From the results of all jobs, in the order of the plan.
    pub fn collect(spec: &Spec, plan: &Plan, done: Vec<Done>) -> Results {
        let mut results = Results {
            skipped: plan.skipped.clone(),
            ..Results::default()
        };
        let mut met = Vec::new();
        // The plan says what a game is called, and may say it anew.
        let named = |variant: &mut Variant, job: &Job| *variant = job.variant.clone();
        for (job, done) in plan.jobs.iter().zip(&done) {
            match done {
                Done::Games(row, measures) => {
                    let mut row = (**row).clone();
                    named(&mut row.variant, job);
                    results
                        .measures
                        .extend(measures.iter().cloned().map(|mut measure| {
                            named(&mut measure.variant, job);
                            row.complete(&mut measure);
                            measure
                        }));
                    results.games.push(row);
                }
                Done::Compare(row) => {
                    let mut row = (**row).clone();
                    named(&mut row.variant, job);
                    results.compare.push(row);
                }
                Done::Exact(row) => {
                    let mut row = (**row).clone();
                    named(&mut row.variant, job);
                    results.exact.push(row);
                }
                Done::Walls(rows) => results.walls.extend(rows.iter().cloned().map(|mut row| {
                    named(&mut row.variant, job);
                    row
                })),
                Done::Pairs(done) => {
                    let Work::Pairs {
                        agents, seed, kind, ..
                    } = &job.work
                    else {
                        continue;
                    };
                    met.push(Met {
                        variant: &job.variant,
                        group: job.group,
                        kind: *kind,
                        seed: *seed,
                        agents,
                        base: job.ruleset.base_digest,
                        done: (**done).clone(),
                    });
                }
                Done::Refused(why) => results.skipped.push(SkippedRow {
                    variant: job.variant.clone(),
                    job: spec.groups[job.group].kind.word().to_string(),
                    agent: job.work.agents(),
                    why: why.clone(),
                }),
            }
        }
        pool(&mut met);
        results.contests = contest_rows(&met);
        let rated = ratings(&met);
        results.ratings = rated.ratings;
        results.skill = rated.spreads;
        results.traces = rated.traces;
        correct_comparisons(&mut results.compare);
        correct_exact(&mut results.exact);
        if spec.derived.contains(&Derived::Fairest) {
            let (games, exact) = (&results.games, &results.exact);
            results.fairest = fairest_rows(&plan.rulesets, games, exact, spec.seed);
        }
        if spec.derived.contains(&Derived::Blocking) {
            results.blocking = blocking_rows(&results);
        }
        if spec.derived.contains(&Derived::Grand) {
            results.grand = grand_rows(plan, &results, &spec.solutions);
            results.effects = effect_rows(plan, &results.grand, spec.seed);
        }
        results
    }

    /// The table of that file as CSV, and the number of its rows.
    pub fn csv(&self, file: &str) -> (Vec<u8>, usize) {
        fn made<R: Clone>(sheet: &'static Sheet<R>, rows: &[R]) -> (Vec<u8>, usize) {
            (to_csv(sheet, rows.iter().cloned()), rows.len())
        }
        match file {
            "games.csv" => made(&GAMES, &self.games),
            "measures.csv" => made(&MEASURES, &self.measures),
            "compare.csv" => made(&COMPARE, &self.compare),
            "exact.csv" => made(&EXACT, &self.exact),
            "contests.csv" => made(&CONTESTS, &self.contests),
            "ratings.csv" => made(&RATINGS, &self.ratings),
            "skill.csv" => made(&SKILL_SPREAD, &self.skill),
            "trace.csv" => made(&TRACES, &self.traces),
            "walls.csv" => made(&WALLS, &self.walls),
            "fairest.csv" => made(&FAIREST, &self.fairest),
            "blocking.csv" => made(&BLOCKING_MEASURES, &self.blocking),
            "grand.csv" => made(&GRAND, &self.grand),
            "effects.csv" => made(&EFFECTS, &self.effects),
            "skipped.csv" => made(&SKIPPED, &self.skipped),
            other => unreachable!("{other} is not among the tables"),
        }
    }
}

/// Every file that some experiment writes.
pub static FILES: [&str; 14] = [
    "games.csv",
    "measures.csv",
    "compare.csv",
    "exact.csv",
    "contests.csv",
    "ratings.csv",
    "skill.csv",
    "trace.csv",
    "walls.csv",
    "fairest.csv",
    "blocking.csv",
    "grand.csv",
    "effects.csv",
    "skipped.csv",
];

/// The columns of every table, in Markdown.
pub fn describe() -> Vec<String> {
    vec![
        GAMES.describe(),
        MEASURES.describe(),
        COMPARE.describe(),
        EXACT.describe(),
        CONTESTS.describe(),
        RATINGS.describe(),
        SKILL_SPREAD.describe(),
        TRACES.describe(),
        WALLS.describe(),
        FAIREST.describe(),
        BLOCKING_MEASURES.describe(),
        GRAND.describe(),
        EFFECTS.describe(),
        SKIPPED.describe(),
    ]
}
