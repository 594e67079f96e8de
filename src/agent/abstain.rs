use super::{Agent, AgentSpec, AgentSpecError, AnyAgent, Sources, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::{Mechanics, Pairs};
use crate::search::{TIE, best_of};
use crate::types::{Player, SquareSet};

/// Plays as another agent, but puts no piece into a wall (or beside another of
/// its own) while there is another choice: what blocking by choice is worth.
/// What swaps and refuges bring about is left as it is.
pub struct Abstainer {
    agent: AnyAgent,
    from: Formation,
}

#[derive(Clone, Copy)]
enum Formation {
    Walls,
    Pairs,
}

const FORMATIONS: [(&str, Formation); 2] =
    [("walls", Formation::Walls), ("pairs", Formation::Pairs)];

impl Formation {
    /// Pieces in a row that make it; 0 where the player has none.
    fn length(self, mechanics: &Mechanics, player: Player) -> u32 {
        match self {
            Formation::Walls => u32::from(mechanics.wall[player]),
            Formation::Pairs => match mechanics.pairs[player] {
                Pairs::None => 0,
                Pairs::Any | Pairs::Ends => 2,
            },
        }
    }
}

impl Abstainer {
    pub(super) const NAME: &str = "abstain";
    pub(super) const ARGUMENTS: &[(&str, &str)] = &[
        (
            "from=WORD",
            "walls or pairs (walls); who forms no pair forms no wall",
        ),
        (
            "agent=AGENT",
            "who plays, (…) around its arguments (cautious)",
        ),
    ];

    pub(super) fn build(
        spec: &AgentSpec,
        sources: &dyn Sources,
    ) -> Result<Abstainer, AgentSpecError> {
        Ok(Abstainer {
            agent: spec.agent("agent", "cautious", sources)?,
            from: spec.word("from", &FORMATIONS)?.unwrap_or(Formation::Walls),
        })
    }

    /// Whether `spec` is an abstainer from what nobody can form in this game, so
    /// that it plays as the agent in it.
    pub fn idle(spec: &AgentSpec, mechanics: &Mechanics) -> bool {
        let Ok(from) = spec.word("from", &FORMATIONS) else {
            return false;
        };
        let from = from.unwrap_or(Formation::Walls);
        let formed = |player| from.length(mechanics, player) > 0;
        spec.name == Self::NAME && !Player::BOTH.into_iter().any(formed)
    }

    /// The choices left; all where each forms what is not to be formed.
    fn left(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choices {
        choices
            .filtered(|choice| !self.forms(rules, position, points, choice))
            .unwrap_or(*choices)
    }

    fn forms(&self, rules: &Rules, position: &Position, points: u8, choice: Choice) -> bool {
        let Some(mover) = position.to_throw() else {
            return false;
        };
        let length = self.from.length(rules.mechanics(), mover);
        let mut after = *position;
        let event = rules.play(&mut after, points, choice);
        // Bit 0 is no square: a choice that lands nowhere forms nothing.
        let landed = SquareSet(1 << event.landed & !1);
        length > 0 && !(landed & in_runs(after.on(mover), length)).is_empty()
    }
}

/// Those that stand in a run of at least `length`.
fn in_runs(set: SquareSet, length: u32) -> SquareSet {
    let lowest = (1..length).fold(set.0, |runs, i| runs & set.0 >> i);
    SquareSet((0..length).fold(0, |all, i| all | lowest << i))
}

impl Agent for Abstainer {
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        stream: &mut Stream,
    ) -> Choice {
        let left = self.left(rules, position, points, choices);
        if left.len() == choices.len() {
            return self.agent.choose(rules, position, points, choices, stream);
        }
        // Agents that search look at every choice; of what they say of each,
        // the best that is left is taken.
        match self.agent.assess(rules, position, points, stream) {
            None => self.agent.choose(rules, position, points, &left, stream),
            Some(mut assessed) => {
                assessed.retain(|assessment| left.iter().any(|c| c == assessment.choice));
                let best = best_of(&assessed, TIE).expect("a choice is left");
                assessed[best].choice
            }
        }
    }

    fn policy(&self) -> Option<&dyn Policy> {
        self.agent.policy().is_some().then_some(self)
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.agent.suits(mechanics)
    }
}

impl Policy for Abstainer {
    fn weigh(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        let left = self.left(rules, position, points, choices);
        // A stationary agent that weighs equities draws nothing.
        let mut unused = Stream::new(0);
        if left.len() < choices.len()
            && self
                .agent
                .assess(rules, position, points, &mut unused)
                .is_some()
        {
            let choice = self.choose(rules, position, points, choices, &mut unused);
            out.push((choice, 1.0));
        } else {
            self.agent
                .policy()
                .expect("asked as a policy only where the agent is one")
                .weigh(rules, position, points, &left, out);
        }
    }
}
