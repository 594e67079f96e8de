//! The page that `rules show` prints.

use std::fmt::Write;

use super::boards;
use crate::ruleset::{Cast, Device, Mechanics, Provenance, Ruleset};
use crate::types::{PointSet, Square, SquareSet};

const WIDTH: usize = 78;

pub(super) fn text(ruleset: &Ruleset) -> String {
    let mut page = Page::default();
    page.line(&ruleset.name);
    page.line(&"=".repeat(ruleset.name.chars().count()));
    page.line(&format!(
        "ruleset {}   digest {}",
        ruleset.label(),
        ruleset.digest()
    ));
    if ruleset.digest() != ruleset.base_digest {
        page.line(&format!(
            "{} unchanged has digest {}",
            ruleset.id, ruleset.base_digest
        ));
    }
    if !ruleset.bases.is_empty() {
        page.line(&format!("based on {}", ruleset.bases.join(", ")));
    }
    page.heading("Source");
    match &ruleset.provenance {
        Some(provenance) => source(&mut page, provenance),
        None => page.line("The file names no source."),
    }
    page.heading("Rules");
    for paragraph in ruleset.mechanics.prose() {
        page.wrapped(&paragraph, "", "");
    }
    page.heading("Throws");
    throws(&mut page, ruleset);
    page.heading("Bearing off");
    bear_off(&mut page, &ruleset.mechanics);
    if !ruleset.readings.is_empty() {
        page.heading("Readings");
        for reading in &ruleset.readings {
            let mark = if ruleset.applied.contains(&reading.name) {
                " (applied)"
            } else {
                ""
            };
            let sets: Vec<String> = reading
                .sets
                .iter()
                .map(|(key, value)| format!("{key} = {value}"))
                .collect();
            page.line(&format!("{}{mark}: {}", reading.name, sets.join(", ")));
            page.wrapped(&reading.why, "    ", "    ");
        }
    }
    page.heading("Start");
    board(&mut page, ruleset);
    page.0
}

fn source(page: &mut Page, source: &Provenance) {
    let evidence = source.evidence.map_or("", |evidence| evidence.word());
    for (what, text) in [
        ("title", source.title.as_str()),
        ("author", &source.author),
        ("publisher", &source.publisher),
        ("year", &source.year),
        ("language", &source.language),
        ("url", &source.url),
        ("after", &source.after),
        ("after year", &source.after_year),
        ("evidence", evidence),
    ] {
        if !text.is_empty() {
            page.wrapped(text, &format!("{what:<11}"), &" ".repeat(11));
        }
    }
    for (what, list) in [
        ("The text says:", &source.attested),
        ("Chosen here:", &source.guessed),
    ] {
        if !list.is_empty() {
            page.line(what);
            for item in list {
                page.wrapped(item, "  - ", "    ");
            }
        }
    }
}

fn throws(page: &mut Page, ruleset: &Ruleset) {
    let casting = &ruleset.casting;
    page.wrapped(&what_is_thrown(&casting.device), "", "");
    if casting.device.has_sticks() {
        page.line(&format!(
            "Chance of the counted face of each: {}",
            casting.stick
        ));
    }
    let mechanics = &ruleset.mechanics;
    page.line("points  weight  chance   another throw");
    for throw in mechanics.throws.throws() {
        let again = if mechanics.again.contains(throw.points) {
            "yes"
        } else {
            "no"
        };
        page.line(&format!(
            "{:>6}  {:>6}  {:>6.2} %  {again}",
            throw.points,
            throw.weight,
            100.0 * mechanics.throws.probability(throw.points)
        ));
    }
    page.line(&format!("   sum  {:>6}", mechanics.throws.total()));
}

/// What the device says of itself, or what can be said of one written out.
fn what_is_thrown(device: &Device) -> String {
    match device.cast {
        _ if !device.text.is_empty() => device.text.clone(),
        Cast::Sticks { count, blank } => format!(
            "Two-sided sticks, {count} of them: the points are the light faces up, {blank} where \
             there are none."
        ),
        Cast::Weights(_) => {
            "One cast makes these points, with chances in proportion to the weights.".to_string()
        }
    }
}

fn bear_off(page: &mut Page, mechanics: &Mechanics) {
    let empty = mechanics.never_rested();
    if let Some(right) = mechanics.right_of_exit {
        page.line("square  points");
        let from = mechanics.length + 1 - mechanics.throws.max_points().min(mechanics.length);
        for square in from..=mechanics.length {
            let points = mechanics.length + 1 - square;
            let entitled = Square::new(square).is_some_and(|square| {
                (square == right.won_on || right.lasts_on(square)) && !empty.contains(square)
            });
            if entitled && mechanics.throws.points().contains(points) {
                page.line(&format!("{square:>6}  {points}"));
            }
        }
        page.line(&format!(
            "Only for a piece that has the right of exit, won on {}.",
            right.won_on
        ));
        return;
    }
    page.line("square  points");
    let rows = mechanics.bear_off();
    for (square, points) in rows.filter(|&(square, _)| !empty.contains(square)) {
        page.line(&format!("{:>6}  {}", square.number(), list(points)));
    }
}

fn list(points: PointSet) -> String {
    points
        .iter()
        .map(|t| t.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

fn board(page: &mut Page, ruleset: &Ruleset) {
    let mechanics = &ruleset.mechanics;
    let refuge = mechanics
        .refuge
        .map(|refuge| SquareSet::single(refuge.square));
    let won_on = mechanics
        .right_of_exit
        .map(|right| SquareSet::single(right.won_on));
    let legend = [
        ("~", "trap", mechanics.traps),
        ("=", "gate", mechanics.gates),
        ("^", "refuge", refuge.unwrap_or_default()),
        ("+", "safe", mechanics.safe - mechanics.never_rested()),
        (">", "exit only", mechanics.exit_only),
        ("*", "right of exit", won_on.unwrap_or_default()),
        ("w", "water that holds", mechanics.held()),
        ("#", "throws again", mechanics.grants.resting_on),
    ];
    let used: Vec<String> = legend
        .iter()
        .filter(|(_, _, squares)| !squares.is_empty())
        .map(|(mark, what, _)| format!("{mark} {what}"))
        .collect();
    page.0.push_str(&boards::draw(
        ruleset,
        |player, square| {
            let stands = mechanics.start.squares[player].contains(square);
            stands.then(|| player.to_string())
        },
        |square| {
            let marks = legend.iter().filter(|legend| legend.2.contains(square));
            marks.map(|(mark, _, _)| *mark).collect()
        },
    ));
    if !used.is_empty() {
        page.line(&format!("  {}", used.join("   ")));
    }
    page.line(&format!("  {} throws first.", mechanics.start.to_throw));
}

/// Text in lines of at most [`WIDTH`] characters.
#[derive(Default)]
struct Page(String);

impl Page {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn heading(&mut self, text: &str) {
        let _ = writeln!(self.0, "\n{text}\n{}", "-".repeat(text.len()));
    }

    fn wrapped(&mut self, text: &str, first: &str, rest: &str) {
        let mut line = first.to_string();
        let mut empty = true;
        for word in text.split_whitespace() {
            if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.line(&line);
                line = rest.to_string();
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        self.line(&line);
    }
}
