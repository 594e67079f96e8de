//! The text form of an agent: `name:key=value:key=value`.

use std::fmt;
use std::str::FromStr;

use super::kinds::{AgentKind, KINDS, Reproducible};
use super::{AnyAgent, NoSources, Sources};

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
    #[error("agent `{text}`: the argument `{key}` is given twice")]
    Repeated { text: String, key: String },
    #[error("agent `{text}`: `{argument}` will not do; {right}")]
    Value {
        text: String,
        argument: String,
        right: String,
    },
    #[error("agent `{text}`: {why}")]
    Unusable { text: String, why: String },
    #[error("agent `{text}`: an argument between two `:` is empty; the form is name:key=value")]
    EmptyArgument { text: String },
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
    /// Makes an agent that needs no file.
    ///
    /// # Errors
    /// As [`build_with`](Self::build_with), and that a file is asked for.
    pub fn build(&self) -> Result<AnyAgent, AgentSpecError> {
        self.build_with(&NoSources)
    }

    /// Makes the agent; `sources` has the files that its arguments name.
    ///
    /// # Errors
    /// An unknown name or argument, a value out of range, a file that is
    /// missing or not what it should be.
    pub fn build_with(&self, sources: &dyn Sources) -> Result<AnyAgent, AgentSpecError> {
        (self.check()?.build)(self, sources)
    }

    /// Whether the same seed gives the same play.
    ///
    /// # Errors
    /// An unknown name or argument.
    pub fn reproducible(&self) -> Result<Reproducible, AgentSpecError> {
        let kind = self.check()?;
        Ok(match self.value("ms") {
            Some(_) => Reproducible::No,
            None => kind.reproducible,
        })
    }

    pub(super) fn unusable(&self, why: String) -> AgentSpecError {
        AgentSpecError::Unusable {
            text: self.to_string(),
            why,
        }
    }

    /// Refuses names and arguments that no agent has.
    fn check(&self) -> Result<&'static AgentKind, AgentSpecError> {
        let kind = kind(&self.name).ok_or_else(|| AgentSpecError::UnknownName {
            text: self.to_string(),
            name: self.name.clone(),
        })?;
        for (i, argument) in self.arguments.iter().enumerate() {
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
            if self.arguments[..i].iter().any(|a| a.key == argument.key) {
                return Err(AgentSpecError::Repeated {
                    text: self.to_string(),
                    key: argument.key.clone().unwrap_or(argument.value.clone()),
                });
            }
        }
        Ok(kind)
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
        spec.check()?;
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
