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
    #[error("there is no agent `{name}`; the agents are {}", names())]
    UnknownName { name: String },
    #[error("agent `{text}`: `{name}` takes no argument `{argument}`; {}{hint}", takes(.name))]
    UnknownArgument {
        text: String,
        name: String,
        argument: String,
        /// What may have been meant, if anything.
        hint: String,
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
    #[error("agent `{text}`: every ( needs a ), as in hybrid:then=(expectimax:depth=1):pips=80")]
    Parentheses { text: String },
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
        if self.value("ms").is_some() {
            return Ok(Reproducible::No);
        }
        // Of those it plays with, the least reproducible counts.
        let mut inner = kind.agents.iter().filter_map(|key| self.value(key));
        inner.try_fold(kind.reproducible, |least, text| {
            let inner: AgentSpec = text.parse()?;
            Ok(least.max(inner.reproducible()?))
        })
    }

    /// Whether it, or an agent it plays with, plays by the learned weights that
    /// come along with the program.
    ///
    /// # Errors
    /// An unknown name or argument.
    pub fn plays_by_shipped_weights(&self) -> Result<bool, AgentSpecError> {
        let kind = self.check()?;
        let own = match self.name.as_str() {
            "td" => self.bare().is_none_or(|name| name == "builtin"),
            "linear" => self.bare() == Some("td"),
            _ => self.value("eval") == Some("td"),
        };
        let mut inner = kind.agents.iter().filter_map(|key| self.value(key));
        inner.try_fold(own, |any, text| {
            let inner: AgentSpec = text.parse()?;
            Ok(any | inner.plays_by_shipped_weights()?)
        })
    }

    /// For an argument that is not known: it may belong to an agent before it.
    fn hint(&self, kind: &AgentKind, argument: usize) -> String {
        let before = self.arguments[..argument].last();
        let agent = before.and_then(|before| {
            let key = before.key.as_deref()?;
            kind.agents.contains(&key).then_some((key, &before.value))
        });
        agent.map_or(String::new(), |(key, value)| {
            format!(
                "; an agent with arguments stands in parentheses: {key}=({value}:{})",
                self.arguments[argument]
            )
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
            name: self.name.clone(),
        })?;
        for (i, argument) in self.arguments.iter().enumerate() {
            let known = kind.arguments.iter().find(|&&(form, _)| {
                form.split_once('=').map(|(key, _)| key) == argument.key.as_deref()
            });
            let Some((form, _)) = known else {
                return Err(AgentSpecError::UnknownArgument {
                    text: self.to_string(),
                    name: self.name.clone(),
                    argument: argument.to_string(),
                    hint: self.hint(kind, i),
                });
            };
            let again = self.arguments[..i].iter().any(|a| a.key == argument.key);
            if again && !form.ends_with('…') {
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
        let parts = split(text).ok_or_else(|| AgentSpecError::Parentheses {
            text: text.to_string(),
        })?;
        let mut parts = parts.into_iter();
        let name = parts.next().unwrap_or_default().to_string();
        let arguments = parts
            .map(|part| match part.split_once('=') {
                _ if part.is_empty() => Err(AgentSpecError::EmptyArgument {
                    text: text.to_string(),
                }),
                // In parentheses an = belongs to the value, as in optimal:(a=b.table).
                Some((key, value)) if !key.starts_with('(') => Ok(Argument {
                    key: Some(key.to_string()),
                    value: value.to_string(),
                }),
                _ => Ok(Argument {
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

/// The text without the parentheses around it, if there are any.
pub(super) fn inside(text: &str) -> &str {
    text.strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(text)
}

/// The parts between the colons that stand in no parentheses; `None` where
/// these do not match.
fn split(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0u32);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ':' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    (depth == 0).then_some(parts)
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
