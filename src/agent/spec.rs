//! The text form of an agent: `name:key=value:key=value`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::{AnyAgent, Cautious, First, Optimal, Racer, Random};

/// What to build, not yet built. Displays as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentSpec {
    pub name: String,
    pub arguments: Vec<Argument>,
}

/// One part after the name: `key=value`, or a bare `value`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    pub key: Option<String>,
    pub value: String,
}

/// A kind of agent that a text can name.
pub struct AgentKind {
    pub name: &'static str,
    /// One line for `--help` and listings.
    pub about: &'static str,
    /// The arguments it takes, as (form, meaning).
    pub arguments: &'static [(&'static str, &'static str)],
    build: fn(&AgentSpec) -> Result<AnyAgent, AgentSpecError>,
}

/// Every kind of agent, in the order of listings.
pub static KINDS: &[AgentKind] = &[
    AgentKind {
        name: "random",
        about: "each legal choice with the same chance",
        arguments: &[],
        build: |_| Ok(AnyAgent::Random(Random)),
    },
    AgentKind {
        name: "first",
        about: "the lowest origin; staying before the refuge, a rethrow last",
        arguments: &[],
        build: |_| Ok(AnyAgent::First(First)),
    },
    AgentKind {
        name: "racer",
        about: "the piece that is furthest along",
        arguments: &[],
        build: |_| Ok(AnyAgent::Racer(Racer)),
    },
    AgentKind {
        name: "cautious",
        about: "bears off, hits lone pieces, keeps pairs, avoids the water",
        arguments: &[],
        build: |_| Ok(AnyAgent::Cautious(Cautious)),
    },
    AgentKind {
        name: "optimal",
        about: "plays perfectly by a solved table (see `senet solve`)",
        arguments: &[("FILE", "the table")],
        build: optimal,
    },
];

fn optimal(spec: &AgentSpec) -> Result<AnyAgent, AgentSpecError> {
    let unusable = |why: String| AgentSpecError::Unusable {
        text: spec.to_string(),
        why,
    };
    let [file] = &spec.arguments[..] else {
        return Err(unusable(
            "it needs one table, as in optimal:FILE".to_string(),
        ));
    };
    Optimal::open(Path::new(&file.value))
        .map(|agent| AnyAgent::Other(Box::new(agent)))
        .map_err(|error| unusable(error.to_string()))
}

/// Why a text names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentSpecError {
    #[error("agent `{text}`: there is no agent `{name}`; there are {}", names())]
    UnknownName { text: String, name: String },
    #[error("agent `{text}`: `{name}` takes no argument `{argument}`; {}", takes(.name))]
    UnknownArgument {
        text: String,
        name: String,
        argument: String,
    },
    #[error("agent `{text}`: an argument between two `:` is empty; the form is name:key=value")]
    EmptyArgument { text: String },
    #[error("agent `{text}`: {why}")]
    Unusable { text: String, why: String },
}

fn names() -> String {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    names.join(", ")
}

fn takes(name: &str) -> String {
    let forms: Vec<&str> = kind(name)
        .into_iter()
        .flat_map(|kind| kind.arguments)
        .map(|&(form, _)| form)
        .collect();
    if forms.is_empty() {
        "it takes none".to_string()
    } else {
        format!("it takes {}", forms.join(", "))
    }
}

fn kind(name: &str) -> Option<&'static AgentKind> {
    KINDS.iter().find(|kind| kind.name == name)
}

impl AgentSpec {
    /// Makes the agent.
    ///
    /// # Errors
    /// An unknown name or argument.
    pub fn build(&self) -> Result<AnyAgent, AgentSpecError> {
        let kind = kind(&self.name).ok_or_else(|| AgentSpecError::UnknownName {
            text: self.to_string(),
            name: self.name.clone(),
        })?;
        for argument in &self.arguments {
            let known = kind.arguments.iter().any(|&(form, _)| {
                form.split_once('=').map(|(key, _)| key) == argument.key.as_deref()
            });
            if !known {
                return Err(AgentSpecError::UnknownArgument {
                    text: self.to_string(),
                    name: self.name.clone(),
                    argument: argument.to_string(),
                });
            }
        }
        (kind.build)(self)
    }
}

impl FromStr for AgentSpec {
    type Err = AgentSpecError;

    /// Reads the form and refuses names and arguments that no agent has.
    fn from_str(text: &str) -> Result<AgentSpec, AgentSpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default().to_string();
        let arguments = parts
            .map(|part| match part.split_once('=') {
                _ if part.is_empty() => Err(AgentSpecError::EmptyArgument {
                    text: text.to_string(),
                }),
                Some((key, value)) => Ok(Argument {
                    key: Some(key.to_string()),
                    value: value.to_string(),
                }),
                None => Ok(Argument {
                    key: None,
                    value: part.to_string(),
                }),
            })
            .collect::<Result<_, _>>()?;
        let spec = AgentSpec { name, arguments };
        spec.build()?;
        Ok(spec)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for argument in &self.arguments {
            write!(f, ":{argument}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(key) = &self.key {
            write!(f, "{key}=")?;
        }
        f.write_str(&self.value)
    }
}
