use super::endgame::{Endgame, Solved};
use super::per_rules::PerRules;
use super::{Agent, AgentSpec, AgentSpecError, AnyAgent, Sources, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::Assessment;

/// Plays perfectly wherever a table knows the position, as another agent
/// elsewhere. Tables of the same game with fewer pieces know its end.
pub struct Tabled {
    solved: Vec<Solved>,
    otherwise: AnyAgent,
    endgames: PerRules<Vec<Endgame>>,
}

impl Tabled {
    /// Of `hybrid:table=FILE:else=AGENT`.
    pub(super) fn build(spec: &AgentSpec, sources: &dyn Sources) -> Result<Tabled, AgentSpecError> {
        for key in ["first", "then", "pips"] {
            if spec.value(key).is_some() {
                return Err(spec.unusable(format!(
                    "with table, the other agent is named by else; {key} belongs to a change by \
                     the squares still to go"
                )));
            }
        }
        let solved = spec
            .values("table")
            .map(|name| Solved::read(name, sources).map_err(|why| spec.unusable(why)))
            .collect::<Result<_, _>>()?;
        Ok(Tabled {
            solved,
            otherwise: spec.agent("else", "expectimax:depth=2", sources)?,
            endgames: PerRules::new(),
        })
    }

    /// Asks the first table that knows the position.
    fn ask<T>(&self, rules: &Rules, question: impl Fn(&Endgame) -> Option<T>) -> Option<T> {
        let endgames = self.endgames.get(rules, || {
            let of = |solved| Endgame::new(solved, rules.mechanics());
            let known = self.solved.iter().map(of);
            known
                .map(|endgame| endgame.expect("asked before whether it suits"))
                .collect()
        });
        endgames.iter().find_map(question)
    }
}

impl Agent for Tabled {
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        stream: &mut Stream,
    ) -> Choice {
        self.ask(rules, |endgame| endgame.best(position, points, choices))
            .unwrap_or_else(|| {
                self.otherwise
                    .choose(rules, position, points, choices, stream)
            })
    }

    fn policy(&self) -> Option<&dyn Policy> {
        self.otherwise.policy().is_some().then_some(self)
    }

    fn weighs(&self) -> bool {
        self.otherwise.weighs() && self.solved.iter().all(Solved::weighs)
    }

    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        stream: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        let by_table = self.ask(rules, |endgame| {
            let known = endgame.knows(position);
            known.then(|| endgame.assess(rules, position, points))
        });
        by_table.unwrap_or_else(|| self.otherwise.assess(rules, position, points, stream))
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        for solved in &self.solved {
            solved.fewer(mechanics)?;
        }
        self.otherwise.suits(mechanics)
    }
}

impl Policy for Tabled {
    fn weigh(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        match self.ask(rules, |endgame| endgame.best(position, points, choices)) {
            Some(best) => out.push((best, 1.0)),
            None => self
                .otherwise
                .policy()
                .expect("asked as a policy only where the other agent is one")
                .weigh(rules, position, points, choices, out),
        }
    }
}
