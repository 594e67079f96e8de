//! Reading the arguments of a spec: numbers in a range, words of a list.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::spec::{AgentSpec, AgentSpecError, inside};
use super::{AnyAgent, Sources};

impl AgentSpec {
    /// The value given for `key`, without parentheses around it.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.values(key).next()
    }

    /// All values given for `key`.
    pub(super) fn values<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a str> {
        self.arguments
            .iter()
            .filter(move |argument| argument.key.as_deref() == Some(key))
            .map(|argument| inside(&argument.value))
    }

    /// The value that stands without a key.
    pub(super) fn bare(&self) -> Option<&str> {
        self.arguments
            .iter()
            .find(|argument| argument.key.is_none())
            .map(|argument| inside(&argument.value))
    }

    /// The number given for `key`.
    pub(super) fn number<T: FromStr + PartialOrd + Display>(
        &self,
        key: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, AgentSpecError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        value
            .parse()
            .ok()
            .filter(|number| range.contains(number))
            .map(Some)
            .ok_or_else(|| {
                let (low, high) = range.into_inner();
                self.wrong(key, &format!("it is a number from {low} to {high}"))
            })
    }

    /// The number given for `key`, or `None` where the word `none` is given
    /// instead.
    pub(super) fn number_or<T: FromStr + PartialOrd + Display>(
        &self,
        key: &str,
        none: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<Option<T>>, AgentSpecError> {
        if self.value(key) == Some(none) {
            return Ok(Some(None));
        }
        let right = format!("a number from {} to {}", range.start(), range.end());
        self.number(key, range)
            .map(|number| number.map(Some))
            .map_err(|_| self.wrong(key, &format!("it is {right}, or {none}")))
    }

    /// What the word given for `key` stands for.
    pub(super) fn word<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, AgentSpecError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        words
            .iter()
            .find(|(word, _)| *word == value)
            .map(|&(_, meaning)| Some(meaning))
            .ok_or_else(|| {
                let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                self.wrong(key, &format!("it is one of {}", words.join(", ")))
            })
    }

    /// The agent given for `key`, in parentheses where it has arguments of its
    /// own; `default` where none is.
    pub(super) fn agent(
        &self,
        key: &str,
        default: &str,
        sources: &dyn Sources,
    ) -> Result<AnyAgent, AgentSpecError> {
        let text = self.value(key).unwrap_or(default);
        text.parse::<AgentSpec>()?.build_with(sources)
    }

    fn wrong(&self, key: &str, right: &str) -> AgentSpecError {
        AgentSpecError::Value {
            text: self.to_string(),
            argument: format!("{key}={}", self.value(key).unwrap_or_default()),
            right: right.to_string(),
        }
    }
}
