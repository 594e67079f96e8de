//! Findings as rows.

use super::plan::{Entry, Plan, What};
use crate::experiment::study::{
    AdvantageRow, AgentRow, BlockingValueRow, CheckRow, CurveRow, DerivativeRow, Figures, Finding,
    JobEntry, MARGIN_EDGES, MarginRow, MatchedRow, NotableRow, OpeningRow, ReachRow, StickRow,
};

/// The rows of a topic.
#[derive(Default)]
pub struct Rows {
    pub advantage: Vec<AdvantageRow>,
    pub sticks: Vec<StickRow>,
    pub blocking: Vec<BlockingValueRow>,
    pub matched: Vec<MatchedRow>,
    pub openings: Vec<OpeningRow>,
    pub agents: Vec<AgentRow>,
    pub margins: Vec<MarginRow>,
    pub notable: Vec<NotableRow>,
    pub reach: Vec<ReachRow>,
    pub curve: Vec<CurveRow>,
    pub checks: Vec<CheckRow>,
    pub derivatives: Vec<DerivativeRow>,
}

impl Rows {
    /// Adds the rows of an entry; `findings` are those of its tasks.
    pub fn add(&mut self, plan: &Plan, entry: &Entry, findings: Vec<JobEntry>) {
        let game = entry.label.clone();
        let mut figures: Vec<Figures> = Vec::new();
        for finding in findings.into_iter().map(|entry| entry.finding) {
            match finding {
                Finding::Figures(found) => figures.push(found),
                Finding::Matched(found) => {
                    let row = |found| MatchedRow {
                        game: game.clone(),
                        found,
                    };
                    self.matched.extend(found.into_iter().map(row));
                }
                Finding::Openings(found) => {
                    let table = table_of(plan, &entry.what);
                    let row = |choice| OpeningRow {
                        game: game.clone(),
                        table: table.clone(),
                        choice,
                    };
                    self.openings.extend(found.into_iter().map(row));
                }
                Finding::Decisions(found) => self.decisions(entry, found),
                Finding::Reach(found) => {
                    for &point in &found.visited {
                        self.curve.push(CurveRow {
                            game: game.clone(),
                            positions: found.positions,
                            point,
                        });
                    }
                    self.reach.push(ReachRow {
                        game: game.clone(),
                        found,
                    });
                }
                Finding::Check(found) => self.checks.push(CheckRow {
                    game: game.clone(),
                    table: table_of(plan, &entry.what),
                    found,
                }),
                Finding::Derivatives(found) => {
                    let row = |form| DerivativeRow {
                        game: game.clone(),
                        positions: found.positions,
                        games: found.games,
                        form,
                    };
                    self.derivatives.extend(found.forms.into_iter().map(row));
                }
            }
        }
        let mut figures = figures.into_iter();
        match &entry.what {
            What::Advantage(_) => self.advantage.extend(figures.map(|figures| AdvantageRow {
                game: game.clone(),
                figures,
            })),
            What::Stick { text, p, .. } => self.sticks.extend(figures.map(|figures| StickRow {
                game: game.clone(),
                stick_p: text.clone(),
                p: *p,
                figures,
            })),
            What::Blocking { way, what, .. } => {
                if let Some(written) = figures.next() {
                    self.blocking.push(BlockingValueRow {
                        game,
                        way,
                        what,
                        written,
                        changed: figures.collect(),
                    });
                }
            }
            _ => {}
        }
    }

    fn decisions(&mut self, entry: &Entry, found: crate::experiment::study::DecisionsFound) {
        let game = &entry.label;
        for (class, &count) in found.margins.iter().enumerate() {
            self.margins.push(MarginRow {
                game: game.clone(),
                games: found.games,
                resolution: found.resolution,
                above: class.checked_sub(1).map(|below| MARGIN_EDGES[below]),
                up_to: MARGIN_EDGES.get(class).copied().filter(|_| class > 0),
                count,
                of: found.decisions,
            });
        }
        let closest = found.closest.into_iter().map(|one| (None, one));
        let mut notable: Vec<_> = (1..).zip(closest).collect();
        for agent in found.agents {
            let blunders = agent.blunders.iter().cloned();
            notable.extend((1..).zip(blunders.map(|one| (Some(agent.agent.clone()), one))));
            self.agents.push(AgentRow {
                game: game.clone(),
                games: found.games,
                found: agent,
            });
        }
        for (rank, (agent, found)) in notable {
            self.notable.push(NotableRow {
                game: game.clone(),
                agent,
                rank,
                found,
            });
        }
    }
}

/// Precision, bounds and tolerance of the table behind an entry.
fn table_of(plan: &Plan, what: &What) -> String {
    let tasks = what.tasks();
    let (_, number) = tasks.first().expect("an entry rests on a task");
    plan.sources[*number].kind.name()
}
