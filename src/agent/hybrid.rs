use super::{Agent, AgentSpec, AgentSpecError, AnyAgent, Sources, Stream, Tabled};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::Assessment;
use crate::types::Player;

/// Plays as one agent while many pips are still to go and as another once few
/// are left: tells which phase of the game decides.
pub struct Hybrid {
    first: AnyAgent,
    then: AnyAgent,
    /// The second agent plays where both sides together have at most so many
    /// squares still to go.
    pips: u32,
}

impl Hybrid {
    pub(super) const ARGUMENTS: &[(&str, &str)] = &[
        (
            "first=AGENT",
            "who begins, (…) around its arguments (random)",
        ),
        ("then=AGENT", "who goes on (cautious)"),
        (
            "pips=K",
            "squares that both sides together have still to go when it changes, 0 to 1000 (80)",
        ),
        (
            "table=FILE…",
            "instead of these: a solved table (or file of choices) of the game, or of the same game \
             with fewer pieces, whose positions are played perfectly; may be given several times",
        ),
        (
            "else=AGENT",
            "who plays where no table knows the position (expectimax:depth=2)",
        ),
    ];

    pub(super) fn build(
        spec: &AgentSpec,
        sources: &dyn Sources,
    ) -> Result<AnyAgent, AgentSpecError> {
        if spec.value("table").is_some() {
            return Ok(AnyAgent::Other(Box::new(Tabled::build(spec, sources)?)));
        }
        if spec.value("else").is_some() {
            let why = "else names who plays where no table knows the position; name a table too, as \
                       in hybrid:table=FILE:else=linear";
            return Err(spec.unusable(why.to_string()));
        }
        Ok(AnyAgent::Other(Box::new(Hybrid {
            first: spec.agent("first", "random", sources)?,
            then: spec.agent("then", "cautious", sources)?,
            pips: spec.number("pips", 0..=1000)?.unwrap_or(80),
        })))
    }

    /// `first` until both sides together have at most `pips` squares to go,
    /// `then` from then on.
    pub fn new(first: AnyAgent, then: AnyAgent, pips: u32) -> Hybrid {
        Hybrid { first, then, pips }
    }

    fn acting(&self, rules: &Rules, position: &Position) -> &AnyAgent {
        if pips_to_go(rules, position) > self.pips {
            &self.first
        } else {
            &self.then
        }
    }
}

/// Squares that the pieces of both sides on the board have still to go
/// together, bearing off included.
pub fn pips_to_go(rules: &Rules, position: &Position) -> u32 {
    let past = u32::from(rules.mechanics().length) + 1;
    Player::BOTH
        .iter()
        .flat_map(|&player| position.on(player).iter())
        .map(|square| past - u32::from(square.number()))
        .sum()
}

impl Agent for Hybrid {
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        stream: &mut Stream,
    ) -> Choice {
        self.acting(rules, position)
            .choose(rules, position, points, choices, stream)
    }

    fn policy(&self) -> Option<&dyn Policy> {
        let both = self.first.policy().is_some() && self.then.policy().is_some();
        both.then_some(self)
    }

    fn weighs(&self) -> bool {
        self.first.weighs() && self.then.weighs()
    }

    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        stream: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        self.acting(rules, position)
            .assess(rules, position, points, stream)
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.first.suits(mechanics)?;
        self.then.suits(mechanics)
    }
}

impl Policy for Hybrid {
    fn weigh(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        self.acting(rules, position)
            .policy()
            .expect("asked as a policy only where both agents are one")
            .weigh(rules, position, points, choices, out);
    }
}
