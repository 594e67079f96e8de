//! Strategies written as text: an ordered list of rules.
//!
//! ```toml
//! format = "senet-strategy-1"
//! about = "one line that says how it plays"
//! rules = ["prefer bears-off", "when behind most paired", "avoid sent-back"]
//! ```
//!
//! ```text
//! rule      = [ "when " condition " " ] wish
//! wish      = ( "prefer " | "avoid " ) fact | ( "most " | "least " ) quantity
//! ```
//!
//! The legal choices pass through the rules in order. Each rule whose condition
//! holds keeps the choices that fulfil it best (those of which the fact is
//! true, or false, if there are any; those with the largest, or smallest,
//! quantity). What is left at the end is decided by canonical order: lowest
//! origin, staying before going to the refuge, a rethrow last.

use serde::Deserialize;

use super::deterministic::Deterministic;
use super::look::{CONDITIONS, Condition, FACTS, Fact, Look, QUANTITIES, Quantity};
use super::{AgentSpec, AgentSpecError, Sources};
use crate::rules::{Choice, Choices, Position, Rules};

const FORMAT: &str = "senet-strategy-1";

/// The strategies that come with the program, by name.
pub static STRATEGIES: &[(&str, &str)] = &[
    (
        "blocker",
        include_str!("../../data/strategies/blocker.toml"),
    ),
    ("hunter", include_str!("../../data/strategies/hunter.toml")),
    ("runner", include_str!("../../data/strategies/runner.toml")),
    (
        "cautious",
        include_str!("../../data/strategies/cautious.toml"),
    ),
];

/// A strategy read from its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleList {
    about: String,
    rules: Vec<Rule>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    when: Option<Condition>,
    wish: Wish,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Prefer(Fact),
    Avoid(Fact),
    Most(Quantity),
    Least(Quantity),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    about: String,
    rules: Vec<String>,
}

impl RuleList {
    /// # Errors
    /// Text that is no TOML of this form, or every rule that cannot be read
    /// with what would be right, as one message.
    pub fn parse(text: &str) -> Result<RuleList, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        if file.format != FORMAT {
            return Err(format!(
                "format is `{}`; this program reads `{FORMAT}`",
                file.format
            ));
        }
        let (rules, faults): (Vec<_>, Vec<_>) = (1..)
            .zip(&file.rules)
            .map(|(i, text)| rule(text).map_err(|why| format!("rule {i} `{text}`: {why}")))
            .partition(Result::is_ok);
        if !faults.is_empty() {
            let faults: Vec<String> = faults.into_iter().filter_map(Result::err).collect();
            return Err(faults.join("; "));
        }
        Ok(RuleList {
            about: file.about,
            rules: rules.into_iter().filter_map(Result::ok).collect(),
        })
    }

    /// The strategy of this name that comes with the program.
    pub fn shipped(name: &str) -> Option<RuleList> {
        STRATEGIES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| RuleList::parse(text).expect("shipped strategies are well-formed"))
    }

    /// The line that says how it plays.
    pub fn about(&self) -> &str {
        &self.about
    }

    pub(super) fn build(
        spec: &AgentSpec,
        sources: &dyn Sources,
    ) -> Result<RuleList, AgentSpecError> {
        let Some(name) = spec.bare() else {
            let names: Vec<&str> = STRATEGIES.iter().map(|(name, _)| *name).collect();
            return Err(spec.unusable(format!(
                "name a file, or a strategy that comes along: {}",
                names.join(", ")
            )));
        };
        if let Some(list) = RuleList::shipped(name) {
            return Ok(list);
        }
        let text = sources.text(name).map_err(|why| spec.unusable(why))?;
        RuleList::parse(&text).map_err(|why| spec.unusable(format!("{name}: {why}")))
    }
}

fn rule(text: &str) -> Result<Rule, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (when, wish) = match words[..] {
        ["when", condition, ref wish @ ..] => (Some(named(condition, CONDITIONS)?), wish),
        ref wish => (None, wish),
    };
    let wish = match wish {
        ["prefer", fact] => Wish::Prefer(named(fact, FACTS)?),
        ["avoid", fact] => Wish::Avoid(named(fact, FACTS)?),
        ["most", quantity] => Wish::Most(named(quantity, QUANTITIES)?),
        ["least", quantity] => Wish::Least(named(quantity, QUANTITIES)?),
        _ => {
            return Err(
                "a rule is `prefer FACT`, `avoid FACT`, `most QUANTITY` or `least QUANTITY`, \
                 with `when CONDITION` before it if need be"
                    .to_string(),
            );
        }
    };
    Ok(Rule { when, wish })
}

fn named<T: Copy>(word: &str, list: &[(&str, T, &str)]) -> Result<T, String> {
    list.iter()
        .find(|(name, ..)| *name == word)
        .map(|&(_, meaning, _)| meaning)
        .ok_or_else(|| {
            let names: Vec<&str> = list.iter().map(|(name, ..)| *name).collect();
            format!("`{word}` should be one of {}", names.join(", "))
        })
}

impl Deterministic for RuleList {
    /// The choice that the rules leave.
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        let mut left: Vec<Look> = choices
            .iter()
            .map(|choice| Look::new(rules, position, points, choice))
            .collect();
        for rule in &self.rules {
            let holds = rule.when.is_none_or(|when| left[0].holds(when));
            if left.len() > 1 && holds {
                let merit = |look: &Look| match rule.wish {
                    Wish::Prefer(fact) => i32::from(look.fact(fact)),
                    Wish::Avoid(fact) => -i32::from(look.fact(fact)),
                    Wish::Most(quantity) => look.quantity(quantity),
                    Wish::Least(quantity) => -look.quantity(quantity),
                };
                let best = left.iter().map(merit).max();
                left.retain(|look| Some(merit(look)) == best);
            }
        }
        left[0].choice
    }
}
