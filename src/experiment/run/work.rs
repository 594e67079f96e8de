//! What a job does.

use super::spec::Kind;
use crate::ruleset::Ruleset;

/// A piece of work with all that decides it, beside the game it is about.
#[derive(Clone, Debug)]
pub enum Work {
    Games {
        agent: String,
        seed: u64,
        games: u64,
        measures: bool,
        truth: bool,
    },
    Compare {
        base: Box<Ruleset>,
        /// Why the reading is one; empty for other changes.
        why: String,
        agent: String,
        seed: u64,
        games: u64,
    },
    Exact {
        agent: String,
        seed: u64,
        games: u64,
        lengths: bool,
        bounds: bool,
    },
    Pairs {
        agents: [String; 2],
        seed: u64,
        games: u64,
        truth: bool,
        kind: Kind,
    },
    Walls {
        bounds: bool,
    },
}

impl Work {
    /// All of it in words; `most` is the number of positions above which a game
    /// is not solved.
    pub fn key(&self, most: u64) -> String {
        match self {
            Work::Games {
                agent,
                seed,
                games,
                measures,
                truth,
            } => format!(
                "agent={agent} seed={seed} games={games} measures={measures} truth={truth} most={most}"
            ),
            Work::Compare {
                base,
                agent,
                seed,
                games,
                ..
            } => {
                format!(
                    "against={} agent={agent} seed={seed} games={games} most={most}",
                    base.digest()
                )
            }
            Work::Exact {
                agent,
                seed,
                games,
                lengths,
                bounds,
            } => format!(
                "agent={agent} seed={seed} games={games} lengths={lengths} bounds={bounds} most={most}"
            ),
            Work::Pairs {
                agents: [one, two],
                seed,
                games,
                truth,
                ..
            } => {
                format!("agents={one},{two} seed={seed} games={games} truth={truth} most={most}")
            }
            Work::Walls { bounds } => format!("bounds={bounds} most={most}"),
        }
    }

    /// The agents that play.
    pub fn players(&self) -> &[String] {
        match self {
            Work::Games { agent, .. } | Work::Compare { agent, .. } | Work::Exact { agent, .. } => {
                std::slice::from_ref(agent)
            }
            Work::Pairs { agents, .. } => agents,
            Work::Walls { .. } => &[],
        }
    }

    /// Who plays, for lists.
    pub fn agents(&self) -> String {
        self.players().join(" v ")
    }

    /// Games played, each of a pair counted.
    pub fn games(&self) -> u64 {
        match self {
            Work::Games { games, .. } | Work::Exact { games, .. } | Work::Pairs { games, .. } => {
                *games
            }
            Work::Compare { games, .. } => 2 * games,
            Work::Walls { .. } => 0,
        }
    }
}
