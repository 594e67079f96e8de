//! Reading the arguments of a spec: numbers in a range, words of a list.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::spec::{AgentSpec, AgentSpecError};

impl AgentSpec {
    /// The value given for `key`.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.arguments
            .iter()
            .find(|argument| argument.key.as_deref() == Some(key))
            .map(|argument| argument.value.as_str())
    }

    /// The value that stands without a key.
    pub(super) fn bare(&self) -> Option<&str> {
        self.arguments
            .iter()
            .find(|argument| argument.key.is_none())
            .map(|argument| argument.value.as_str())
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

    fn wrong(&self, key: &str, right: &str) -> AgentSpecError {
        AgentSpecError::Value {
            text: self.to_string(),
            argument: format!("{key}={}", self.value(key).unwrap_or_default()),
            right: right.to_string(),
        }
    }
}
