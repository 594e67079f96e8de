//! The charts of a study of skill and luck.

use std::path::Path;

use super::contest;
use crate::experiment::{SkillLuckRow, Study};
use crate::report::chart::{
    self, Axis, Estimate, Forest, ForestPanel, ForestRow, Mark, Plot, PlotPanel, PlotSeries,
};

/// `phases.png`: points against perfect play by where random and perfect play
/// change, and `agents.png`: how far each agent is behind.
pub fn draw(folder: &Path, rows: &[SkillLuckRow], games: u64) -> anyhow::Result<()> {
    let rulesets = contest::distinct(rows.iter().map(|row| row.row.label.ruleset.as_str()));
    let note = format!("{games} games each, in pairs on the same throws; 95 % intervals");
    chart::draw(&phases(&rulesets, rows, &note), &folder.join("phases"))?;
    chart::draw(&agents(&rulesets, rows, &note), &folder.join("agents"))
}

fn phases(rulesets: &[String], rows: &[SkillLuckRow], note: &str) -> Plot {
    let series = |ruleset: &str, study: Study, name: &str| PlotSeries {
        name: name.to_string(),
        mark: Mark::Line,
        points: rows
            .iter()
            .filter(|row| row.study == study && row.row.label.ruleset == ruleset)
            .filter_map(|row| {
                let left = row.pips? as f64 / row.pips_at_start as f64;
                let estimate = Estimate {
                    value: row.row.adjusted()?,
                    interval: row.row.adjusted_interval(),
                };
                Some((left, estimate))
            })
            .collect(),
    };
    let panels = rulesets.iter().map(|ruleset| PlotPanel {
        x: Axis::percent(format!(
            "{ruleset}: squares to go at the change, of those at the start"
        )),
        y: Axis::percent("points a game against perfect play"),
        reference: Some(0.5),
        series: vec![
            series(ruleset, Study::PerfectEnd, "random, then perfect"),
            series(ruleset, Study::PerfectBeginning, "perfect, then random"),
        ],
    });
    Plot {
        title: "Which phase decides".to_string(),
        notes: vec![note.to_string(), "luck of the throws taken out".to_string()],
        panels: panels.collect(),
    }
}

fn agents(rulesets: &[String], rows: &[SkillLuckRow], note: &str) -> Forest {
    let own = |agent: &str, ruleset: &str| {
        rows.iter().find(|row| {
            row.study == Study::Agent
                && row.row.label.agents[0] == agent
                && row.row.label.ruleset == ruleset
        })
    };
    let names = rows.iter().filter(|row| row.study == Study::Agent);
    let names = contest::distinct(names.map(|row| row.row.label.agents[0].as_str()));
    let cells = |agent: &str| {
        let score = |ruleset: &String| {
            let row = own(agent, ruleset)?;
            Some(Estimate {
                value: row.row.adjusted()?,
                interval: row.row.adjusted_interval(),
            })
        };
        let rest = |ruleset: &String| {
            Some(Estimate {
                value: own(agent, ruleset)?.rest_share()?,
                interval: None,
            })
        };
        vec![
            rulesets.iter().map(score).collect(),
            rulesets.iter().map(rest).collect(),
        ]
    };
    Forest {
        title: "Agents against perfect play".to_string(),
        notes: vec![note.to_string()],
        series: rulesets.to_vec(),
        panels: vec![
            ForestPanel {
                axis: Axis::percent("points a game, luck taken out"),
                reference: Some(0.5),
            },
            ForestPanel {
                axis: Axis::percent("spread of results made by choices (variance)"),
                reference: Some(0.0),
            },
        ],
        rows: names
            .iter()
            .map(|agent| ForestRow {
                label: {
                    let own = |row: &&SkillLuckRow| row.row.label.agents[0] == *agent;
                    let by_time = rows.iter().find(own);
                    contest::marked(agent, by_time.is_none_or(|row| row.row.label.reproducible))
                },
                cells: cells(agent),
            })
            .collect(),
    }
}
