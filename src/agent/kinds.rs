//! The list of agents.

use super::{
    Abstainer, AgentSpec, AgentSpecError, AnyAgent, Cautious, First, Greedy, Hybrid, Optimal,
    Racer, Random, Roller, RuleList, Searcher, Sources, TreeSearcher,
};

/// A kind of agent that a text can name.
pub struct AgentKind {
    pub name: &'static str,
    /// One line for `--help` and listings.
    pub about: &'static str,
    /// The arguments it takes, as (form, meaning with the default in brackets);
    /// those whose form ends with … may be given several times.
    pub arguments: &'static [(&'static str, &'static str)],
    /// Of these, the ones that name agents themselves.
    pub agents: &'static [&'static str],
    pub reproducible: Reproducible,
    /// What a decision costs, in words: an order of magnitude on `anubis-5`.
    pub cost: &'static str,
    pub(super) build: Build,
}

type Build = fn(&AgentSpec, &dyn Sources) -> Result<AnyAgent, AgentSpecError>;

/// Whether an agent plays the same again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reproducible {
    /// The same choice for the same position and throw.
    Always,
    /// The same play for the same seed.
    BySeed,
    /// What it plays depends on the speed of the machine.
    No,
}

fn other(agent: impl super::Agent + 'static) -> AnyAgent {
    AnyAgent::Other(Box::new(agent))
}

fn shipped(name: &'static str) -> Result<AnyAgent, AgentSpecError> {
    Ok(other(
        RuleList::shipped(name).expect("it stands among the strategies"),
    ))
}

/// Every kind of agent, in the order of listings.
pub static KINDS: &[AgentKind] = &[
    AgentKind {
        name: "random",
        about: "each legal choice with the same chance",
        arguments: &[],
        agents: &[],
        reproducible: Reproducible::BySeed,
        cost: "nanoseconds",
        build: |_, _| Ok(AnyAgent::Random(Random)),
    },
    AgentKind {
        name: "first",
        about: "the lowest origin; staying before the refuge, a rethrow last",
        arguments: &[],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "nanoseconds",
        build: |_, _| Ok(AnyAgent::First(First)),
    },
    AgentKind {
        name: "racer",
        about: "the piece that is furthest along",
        arguments: &[],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "nanoseconds",
        build: |_, _| Ok(AnyAgent::Racer(Racer)),
    },
    AgentKind {
        name: "cautious",
        about: "bears off, hits lone pieces, keeps pairs, avoids the water",
        arguments: &[],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "nanoseconds",
        build: |_, _| Ok(AnyAgent::Cautious(Cautious)),
    },
    AgentKind {
        name: "blocker",
        about: "builds and keeps walls and pairs before anything but bearing off",
        arguments: &[],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "under a microsecond",
        build: |_, _| shipped("blocker"),
    },
    AgentKind {
        name: "hunter",
        about: "captures first, and keeps as many targets within a throw as it can",
        arguments: &[],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "under a microsecond",
        build: |_, _| shipped("hunter"),
    },
    AgentKind {
        name: "runner",
        about: "runs for home with the foremost piece, blind to the opponent",
        arguments: &[],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "under a microsecond",
        build: |_, _| shipped("runner"),
    },
    AgentKind {
        name: "rules",
        about: "an ordered rule list from a file, such as you can write yourself",
        arguments: &[(
            "FILE",
            "a strategy file, or the name of one that comes along",
        )],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "under a microsecond",
        build: |spec, sources| RuleList::build(spec, sources).map(other),
    },
    AgentKind {
        name: "linear",
        about: "weighted features of the position after the choice, no looking ahead",
        arguments: &[("FILE", "weights, or unblocking (the hand-made ones)")],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "under a microsecond",
        build: |spec, sources| Greedy::build(spec, sources).map(other),
    },
    AgentKind {
        name: "td",
        about: "an evaluator learned by self-play (`senet train`), no looking ahead",
        arguments: &[(
            "FILE",
            "learned weights; without it those that come along for the ruleset",
        )],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "a microsecond",
        build: |spec, sources| Greedy::build_learned(spec, sources).map(other),
    },
    AgentKind {
        name: "expectimax",
        about: "looks some throws ahead and weighs them all (Star1, Star2, table)",
        arguments: Searcher::ARGUMENTS,
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "0.03 ms at depth 2, tenfold with each throw more",
        build: |spec, sources| Searcher::build(spec, sources).map(other),
    },
    AgentKind {
        name: "rollout",
        about: "tries every choice in many games, luck taken out",
        arguments: Roller::ARGUMENTS,
        agents: &[],
        reproducible: Reproducible::BySeed,
        cost: "tens of milliseconds",
        build: |spec, sources| Roller::build(spec, sources).map(other),
    },
    AgentKind {
        name: "mcts",
        about: "grows a tree of choices and throws where it matters (UCT)",
        arguments: TreeSearcher::ARGUMENTS,
        agents: &[],
        reproducible: Reproducible::BySeed,
        cost: "1 ms",
        build: |spec, sources| TreeSearcher::build(spec, sources).map(other),
    },
    AgentKind {
        name: "optimal",
        about: "plays perfectly by a solved table (see `senet solve`)",
        arguments: &[("FILE", "the table, or a file of choices made from one")],
        agents: &[],
        reproducible: Reproducible::Always,
        cost: "under a microsecond where the table is resident",
        build: Optimal::build,
    },
    AgentKind {
        name: "hybrid",
        about: "one agent until few pips are left, another from then on; or tables where they know \
                the position, another agent elsewhere",
        arguments: Hybrid::ARGUMENTS,
        agents: &["first", "then", "else"],
        reproducible: Reproducible::Always,
        cost: "that of the agents it plays with",
        build: Hybrid::build,
    },
    AgentKind {
        name: Abstainer::NAME,
        about: "plays as another agent, but forms no wall (or pair) if it can help it",
        arguments: Abstainer::ARGUMENTS,
        agents: &["agent"],
        reproducible: Reproducible::Always,
        cost: "that of the agent it plays with",
        build: |spec, sources| Abstainer::build(spec, sources).map(other),
    },
];
