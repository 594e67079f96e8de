//! Hand-made positions for the special rules of each family. What must come
//! out was written by hand from the rules; both engines are asked.

mod ankh;
mod anubis;
mod bell;
mod hand;
mod kendall;
mod leaflets;
mod nile;
mod skyruk;
mod standard;
mod water;
mod worked_example;

use senet::rules::{ChoiceKind, Position, Rules, parse_position};

use crate::common::{agreed, load, position};

struct Game {
    name: String,
    rules: Rules,
}

fn game(id: &str) -> Game {
    game_with(id, &[])
}

fn game_with(id: &str, readings: &[&str]) -> Game {
    game_changed(id, readings, &[])
}

fn game_changed(id: &str, readings: &[&str], sets: &[(&str, &str)]) -> Game {
    Game {
        name: format!("{id} {readings:?} {sets:?}"),
        rules: Rules::new(&load(id, readings, sets)),
    }
}

impl Game {
    /// The choices of `before` with `points` lead to `after`, in canonical
    /// order.
    #[track_caller]
    fn leads_to(&self, before: &str, points: u8, after: &[&str]) {
        let position = position(self.rules.mechanics(), before);
        let choices = agreed(&self.name, &self.rules, &position, points);
        let actual: Vec<String> = choices.iter().map(|(_, next)| next.to_string()).collect();
        assert_eq!(actual, after, "{}: {before} with {points}", self.name);
    }

    /// Nothing moves and the only choice is of this kind.
    #[track_caller]
    fn only(&self, before: &str, points: u8, kind: ChoiceKind, after: &str) {
        self.leads_to(before, points, &[after]);
        self.kinds(before, points, &[kind]);
    }

    #[track_caller]
    fn passes(&self, before: &str, points: u8, after: &str) {
        self.only(before, points, ChoiceKind::Pass, after);
    }

    #[track_caller]
    fn kinds(&self, before: &str, points: u8, kinds: &[ChoiceKind]) {
        let position = position(self.rules.mechanics(), before);
        let choices = agreed(&self.name, &self.rules, &position, points);
        let actual: Vec<ChoiceKind> = choices.iter().map(|(choice, _)| choice.kind).collect();
        assert_eq!(actual, kinds, "{}: {before} with {points}", self.name);
    }

    /// The position after the piece on `from` has moved.
    #[track_caller]
    fn after(&self, before: &Position, points: u8, from: u8) -> Position {
        let choices = agreed(&self.name, &self.rules, before, points);
        let mut chosen = choices.iter().filter(|(choice, _)| {
            let origin = choice.from();
            origin.is_some_and(|origin| origin.number() == from)
        });
        chosen.next().expect("the piece can move").1
    }

    #[track_caller]
    fn refuses(&self, text: &str, why: &str) {
        let error = parse_position(self.rules.mechanics(), text)
            .expect_err("no position of this ruleset")
            .to_string();
        assert!(error.contains(why), "{}: {text}: {error}", self.name);
    }
}
