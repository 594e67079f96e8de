//! Ways of weighing choices: agents that give equities, and the truth.

use anyhow::bail;

use super::contest::Named;
use super::truth::OneTruth;
use crate::agent::{Agent, Stream};
use crate::rules::{Choice, Ply, Position, Rules};
use crate::ruleset::Ruleset;
use crate::search::{Assessment, Evidence, Sample, TIE, best_of, true_values};
use crate::stats::Interval;

/// One way of weighing choices.
pub enum Method {
    Agent(Named),
    Truth(OneTruth),
}

/// What a method says of one decision.
pub struct Opinion {
    /// Every choice in canonical order; none from a method that only chooses.
    pub assessed: Vec<Assessment>,
    /// The place of its choice in canonical order.
    pub best: usize,
}

impl Opinion {
    fn of(assessed: Vec<Assessment>, tie: f64) -> Opinion {
        Opinion {
            best: best_of(&assessed, tie).expect("there is a choice"),
            assessed,
        }
    }
}

/// A choice among the others, as one method sees it.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// From 1.
    pub rank: usize,
    pub choice: Choice,
    /// As game records write it.
    pub text: String,
    pub equity: f64,
    pub interval: Option<Interval>,
    /// Against the best of the method.
    pub regret: f64,
    pub evidence: Evidence,
}

impl Ranked {
    /// What its games say, where games were played.
    pub fn sample(&self) -> Option<Sample> {
        match self.evidence {
            Evidence::Sampled(sample) => Some(sample),
            _ => None,
        }
    }

    /// Descents into the tree, where one was grown.
    pub fn visits(&self) -> Option<u64> {
        match self.evidence {
            Evidence::Visited(visits) => Some(u64::from(visits)),
            _ => None,
        }
    }
}

impl Method {
    /// The agents that `texts` name, fit for `rulesets`.
    ///
    /// # Errors
    /// No such agent, one that cannot play, or one that weighs no equities.
    pub fn agents(texts: &[String], rulesets: &[Ruleset]) -> anyhow::Result<Vec<Method>> {
        let agents = super::contest::agents(texts, rulesets)?;
        for agent in &agents {
            if !agent.agent.weighs() {
                bail!(
                    "agent `{}` gives no equities; name linear, td, expectimax, rollout or mcts, or \
                     a table",
                    agent.text
                );
            }
        }
        Ok(agents.into_iter().map(Method::Agent).collect())
    }

    /// The agents that `texts` name, fit for `rulesets`, also such as only
    /// choose.
    ///
    /// # Errors
    /// No such agent, or one that cannot play.
    pub fn choosers(texts: &[String], rulesets: &[Ruleset]) -> anyhow::Result<Vec<Method>> {
        let agents = super::contest::agents(texts, rulesets)?;
        Ok(agents.into_iter().map(Method::Agent).collect())
    }

    pub fn name(&self) -> &str {
        match self {
            Method::Agent(named) => &named.text,
            Method::Truth(_) => "truth",
        }
    }

    pub fn reproducible(&self) -> bool {
        match self {
            Method::Agent(named) => named.reproducible,
            Method::Truth(_) => true,
        }
    }

    /// Every choice in canonical order.
    pub fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        stream: &mut Stream,
    ) -> Vec<Assessment> {
        match self {
            Method::Agent(named) => named
                .agent
                .assess(rules, position, points, stream)
                .expect("checked to weigh equities"),
            Method::Truth(truth) => true_values(truth.as_ref(), rules, position, points),
        }
    }

    /// What the method thinks of every choice, or which it takes.
    pub fn opinion(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        stream: &mut Stream,
    ) -> Opinion {
        let Method::Agent(named) = self else {
            return Opinion::of(self.assess(rules, position, points, stream), self.tie());
        };
        if let Some(assessed) = named.agent.assess(rules, position, points, stream) {
            return Opinion::of(assessed, self.tie());
        }
        let choices = rules.choices(position, points);
        let taken = named
            .agent
            .choose(rules, position, points, &choices, stream);
        let place = choices.iter().position(|choice| choice == taken);
        Opinion {
            assessed: Vec::new(),
            best: place.expect("an agent takes one of the choices"),
        }
    }

    /// Equities nearer than this are held equal.
    pub fn tie(&self) -> f64 {
        match self {
            Method::Agent(_) => TIE,
            Method::Truth(truth) => truth.resolution(),
        }
    }
}

/// `assessments` from the best to the worst, equals in canonical order: by what
/// the method goes by (see [`Assessment::standing`]), then by equity.
pub fn rank(
    rules: &Rules,
    position: &Position,
    points: u8,
    assessments: &[Assessment],
) -> Vec<Ranked> {
    let best = best_of(assessments, 0.0).map_or(0.0, |best| assessments[best].equity);
    let mut sorted: Vec<&Assessment> = assessments.iter().collect();
    sorted.sort_by(|a, b| {
        let by_standing = b.standing().cmp(&a.standing());
        by_standing.then(b.equity.total_cmp(&a.equity))
    });
    (1..)
        .zip(sorted)
        .map(|(rank, assessment)| Ranked {
            rank,
            choice: assessment.choice,
            text: deed(rules, position, points, assessment.choice),
            equity: assessment.equity,
            interval: assessment.interval(),
            regret: best - assessment.equity,
            evidence: assessment.evidence,
        })
        .collect()
}

/// What `choice` does, as game records write it.
pub fn deed(rules: &Rules, position: &Position, points: u8, choice: Choice) -> String {
    let mut after = *position;
    let event = rules.play(&mut after, points, choice);
    Ply::of(points, choice, &event).deed.to_string()
}

/// Whether the best of a ranked list is proven to be the only best one.
pub fn proven(ranked: &[Ranked]) -> bool {
    let bounds = |ranked: &Ranked| match ranked.evidence {
        Evidence::Proven(bounds) => Some(bounds),
        _ => None,
    };
    let Some(best) = ranked.first().and_then(bounds) else {
        return false;
    };
    ranked[1..]
        .iter()
        .all(|other| bounds(other).is_some_and(|bounds| bounds.hi < best.lo))
}

pub fn evidence_word(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Estimated => "estimated",
        Evidence::Sampled(_) => "sampled",
        Evidence::Visited(_) => "visited",
        Evidence::Solved => "solved",
        Evidence::Proven(_) => "proven",
    }
}
