//! From the text of a `spec.toml` to a [`Spec`]; every fault at once, each with
//! its line and what would be right.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use super::figures::check_figures;
use super::read_values::{decimal, switch, whole_number, whole_numbers};
use super::spec::{Derived, Figure, FigureKind, Group, Kind, Quick, Spec, Variation};
use crate::agent::AgentSpec;
use crate::experiment::chance_grid::ChanceGrid;
use crate::ruleset::{
    self, Fault, Faults, Place, Probability, Section, Table, Value, parse_document,
};

/// The name of a group's agent that plays by true values, solved in passing.
pub const PERFECT: &str = "perfect";

/// Games and seeds are below this, so that they are exact in every reader.
const MOST: u64 = 1 << 53;

/// Positions up to which a game is solved unless the group says otherwise.
const MOST_POSITIONS: u64 = 3_000_000;

impl Spec {
    /// Reads `spec.toml` of the experiment in `folder`.
    ///
    /// # Errors
    /// The file cannot be read, or every fault found in it.
    pub fn load(folder: &Path) -> anyhow::Result<Spec> {
        let path = folder.join("spec.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| {
            anyhow::anyhow!(
                "cannot read {}: {error}; an experiment is a folder with a spec.toml, like \
                 experiments/pieces",
                path.display()
            )
        })?;
        let name = std::path::absolute(folder)
            .ok()
            .and_then(|path| Some(path.file_name()?.to_str()?.to_string()))
            .unwrap_or_else(|| "experiment".to_string());
        Ok(Spec::parse(&name, &path.display().to_string(), &text)?)
    }

    /// Reads the text of the spec of the experiment `name`; `file` is named in
    /// faults.
    ///
    /// # Errors
    /// Every fault found.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Spec, Faults> {
        let (table, mut faults) = parse_document(file, text);
        if !faults.is_empty() {
            return Err(Faults::sorted(faults));
        }
        let whole = Place::File(Arc::from(file));
        let mut top = Section::new(&table, "", whole);
        let mut words = |key: &'static str, what: &str| {
            let text = top.text(key);
            if text.is_none() && top.get(key).is_none() {
                top.missing(key, format!("give {what} in quotation marks"));
            }
            text.unwrap_or_default()
        };
        let title = words("title", "a title");
        let question = words("question", "what the experiment asks");
        let method = words("method", "how it answers, in a few sentences");
        let limits = words("limits", "what it cannot tell");
        let seed = whole_number(&mut top, "seed", 0, MOST).unwrap_or(1);
        let max_plies = whole_number(&mut top, "max_plies", 1, u64::from(u32::MAX));
        let quick = read_quick(&mut top);
        let derived = read_derived(&mut top);
        let groups: Vec<Group> = tables(&mut top, "job", true)
            .into_iter()
            .map(|(table, place)| read_group(table, place, seed, &mut faults))
            .collect();
        let figures: Vec<Figure> = tables(&mut top, "figure", false)
            .into_iter()
            .filter_map(|(table, place)| read_figure(table, place, &mut faults))
            .collect();
        faults.extend(top.finish());
        let spec = Spec {
            name: name.to_string(),
            title,
            question,
            method,
            limits,
            seed,
            max_plies: max_plies.map_or(100_000, |plies| plies as u32),
            quick,
            groups,
            derived,
            figures,
        };
        faults.extend(check_figures(&spec));
        if faults.is_empty() {
            Ok(spec)
        } else {
            Err(Faults::sorted(faults))
        }
    }
}

/// The tables of `[[key]]`, with their places.
fn tables<'t>(top: &mut Section<'t>, key: &'static str, needed: bool) -> Vec<(&'t Table, Place)> {
    let Some(value) = top.get(key) else {
        if needed {
            top.missing(key, format!("write [[{key}]] and its keys below it"));
        }
        return Vec::new();
    };
    let right = format!("write [[{key}]], once for each");
    let ruleset::Kind::List(items) = &value.kind else {
        top.wrong_kind(key, value, right);
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        match &item.kind {
            ruleset::Kind::Table(table) => found.push((table, item.place.clone())),
            _ => top.wrong_kind(key, item, right.clone()),
        }
    }
    found
}

fn read_quick(top: &mut Section<'_>) -> Quick {
    let mut quick = Quick {
        divide: 20,
        rulesets: Vec::new(),
    };
    if let Some(value) = top.get("quick") {
        if let ruleset::Kind::Table(table) = &value.kind {
            let mut section = Section::new(table, "quick", value.place.clone());
            if let Some(divide) = whole_number(&mut section, "divide", 1, MOST) {
                quick.divide = divide;
            }
            quick.rulesets = section.texts("rulesets");
            top.faults.extend(section.finish());
        } else {
            top.wrong_kind("quick", value, "write [quick] and its keys below it");
        }
    }
    quick
}

fn read_derived(top: &mut Section<'_>) -> Vec<Derived> {
    let Some(value) = top.get("derived") else {
        return Vec::new();
    };
    let names = || Derived::WORDS.iter().map(|(word, _)| *word);
    let mut found = Vec::new();
    for word in top.texts("derived") {
        match Derived::WORDS.iter().find(|(known, _)| *known == word) {
            Some(&(_, derived)) if !found.contains(&derived) => found.push(derived),
            Some(_) => {}
            None => top.fault(
                "derived",
                value,
                format!("there is no derived table `{word}`"),
                format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            ),
        }
    }
    found
}

fn read_group(table: &Table, place: Place, seed: u64, faults: &mut Vec<Fault>) -> Group {
    let mut section = Section::new(table, "job", place.clone());
    let kind = section.word("kind", &Kind::WORDS);
    if kind.is_none() && section.get("kind").is_none() {
        let words: Vec<&str> = Kind::WORDS.iter().map(|(word, _)| *word).collect();
        section.missing("kind", format!("it is one of {}", words.join(", ")));
    }
    let kind = kind.unwrap_or(Kind::Games);
    let rulesets = section.texts("rulesets");
    if rulesets.is_empty() && section.get("rulesets").is_none() {
        section.missing("rulesets", "give a list of ids, or [\"all\"]");
    }
    let group = Group {
        kind,
        rulesets,
        pieces: whole_numbers(&mut section, "pieces", 1, 10)
            .into_iter()
            .map(|pieces| pieces as u8)
            .collect(),
        sticks: read_sticks(&mut section),
        devices: section.texts("devices"),
        sets: read_sets(&mut section, "set"),
        variants: read_variants(&mut section),
        readings: switch(&mut section, "readings", false),
        seeds: match whole_numbers(&mut section, "seeds", 0, MOST) {
            seeds if seeds.is_empty() => vec![seed],
            seeds => seeds,
        },
        agents: read_agents(&mut section, kind),
        games: read_games(&mut section, kind),
        measures: switch(&mut section, "measures", false),
        truth: switch(&mut section, "truth", false),
        lengths: switch(&mut section, "lengths", true),
        bounds: switch(&mut section, "bounds", true),
        most_positions: whole_number(&mut section, "most_positions", 1, MOST)
            .unwrap_or(MOST_POSITIONS),
        quick: switch(&mut section, "quick", true),
        place,
    };
    if kind == Kind::Compare && group.variants.is_empty() && !group.readings {
        section.missing(
            "variants",
            "a comparison needs `readings = true` or [job.variants] with lines like \
             no-walls = [\"wall=0\"]",
        );
    }
    faults.extend(section.finish());
    group
}

fn read_games(section: &mut Section<'_>, kind: Kind) -> u64 {
    let games = whole_number(section, "games", 0, MOST);
    let Some(value) = section.get("games") else {
        if kind.plays() {
            section.missing("games", "say how many games a job plays, like 10000");
        }
        return 0;
    };
    let Some(games) = games else { return 0 };
    if kind.plays() && games == 0 {
        section.fault("games", value, "no game would be played", "it is 1 or more");
    }
    if matches!(kind, Kind::Ladder | Kind::Match | Kind::Trace) && games % 2 == 1 {
        section.fault(
            "games",
            value,
            "games are played in pairs here",
            format!("give an even number, like {}", games + 1),
        );
    }
    games
}

fn read_agents(section: &mut Section<'_>, kind: Kind) -> Vec<String> {
    let agents = section.texts("agents");
    let Some(value) = section.get("agents") else {
        if kind.plays() {
            section.missing(
                "agents",
                "give a list of agents, like [\"random\", \"cautious\"]",
            );
        }
        return Vec::new();
    };
    for (i, agent) in agents.iter().enumerate() {
        if agents[..i].contains(agent) {
            section.fault(
                "agents",
                value,
                format!("`{agent}` stands twice"),
                "name each once",
            );
        }
        if agent == PERFECT {
            if kind == Kind::Compare {
                section.fault(
                    "agents",
                    value,
                    "`perfect` plays by the values of one game, and here there are two",
                    "compare the values of `exact` jobs instead",
                );
            }
            continue;
        }
        if let Err(error) = AgentSpec::from_str(agent) {
            section.fault("agents", value, error.to_string(), "see `senet agents`");
        }
    }
    let least = match kind {
        Kind::Ladder | Kind::Match => 2,
        Kind::Trace => 3,
        _ => 1,
    };
    if kind.plays() && agents.len() < least {
        let problem = format!("{} agents are too few", agents.len());
        section.fault("agents", value, problem, format!("name {least} or more"));
    }
    agents
}

fn read_sticks(section: &mut Section<'_>) -> Vec<Probability> {
    let mut found = Vec::new();
    let Some(value) = section.get("sticks") else {
        return found;
    };
    for text in section.texts("sticks") {
        match text.parse::<ChanceGrid>() {
            Ok(grid) => found.extend(grid.chances()),
            Err(why) => {
                let right = "it is like \"0.5\" or \"0.3:0.7:0.05\" (from, to, step)";
                section.fault("sticks", value, why, right);
            }
        }
    }
    found
}

/// `["pieces=3", "wall=0"]`.
fn read_sets(section: &mut Section<'_>, key: &'static str) -> Vec<(String, String)> {
    let Some(value) = section.get(key) else {
        return Vec::new();
    };
    let texts = section.texts(key);
    pairs(section, key, value, texts)
}

fn pairs(
    section: &mut Section<'_>,
    key: &str,
    value: &Value,
    texts: Vec<String>,
) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for text in texts {
        match text.split_once('=') {
            Some((key, value)) => found.push((key.trim().into(), value.trim().into())),
            None => section.fault(
                key,
                value,
                format!("`{text}` sets nothing"),
                "write KEY=VALUE, like \"wall=0\"",
            ),
        }
    }
    found
}

fn read_variants(section: &mut Section<'_>) -> Vec<Variation> {
    let Some(value) = section.get("variants") else {
        return Vec::new();
    };
    let ruleset::Kind::Table(table) = &value.kind else {
        let right = "write [job.variants] with lines like no-walls = [\"wall=0\"]";
        section.wrong_kind("variants", value, right);
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, value) in &table.0 {
        let right = "give a list of KEY=VALUE, like [\"wall=0\"]";
        let items = match &value.kind {
            ruleset::Kind::List(items) => items.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.kind {
                ruleset::Kind::Text(text) => texts.push(text.clone()),
                _ => section.wrong_kind(format!("variants.{name}"), item, right),
            }
        }
        let sets = pairs(section, &format!("variants.{name}"), value, texts);
        found.push(Variation {
            name: name.clone(),
            sets,
        });
    }
    found
}

fn read_figure(table: &Table, place: Place, faults: &mut Vec<Fault>) -> Option<Figure> {
    let mut section = Section::new(table, "figure", place.clone());
    let mut needed = |key: &'static str, what: &str| {
        let text = section.text(key);
        if text.is_none() && section.get(key).is_none() {
            section.missing(key, what);
        }
        text
    };
    let id = needed("id", "give a short name without spaces");
    let title = needed("title", "give a title");
    let csv = needed("table", "name a CSV file that the jobs write");
    let x = needed("x", "name a column of the table");
    let y = needed("y", "name a column of the table");
    let x_label = needed("x_label", "say what stands along x, with its unit");
    let y_label = needed("y_label", "say what stands along y, with its unit");
    let alt = needed("alt", "say in a sentence what the picture shows");
    let kind = section.word("kind", &FigureKind::WORDS);
    if kind.is_none() && section.get("kind").is_none() {
        let words: Vec<&str> = FigureKind::WORDS.iter().map(|(word, _)| *word).collect();
        section.missing("kind", format!("it is one of {}", words.join(", ")));
    }
    let figure = Some(Figure {
        low: section.text("low"),
        high: section.text("high"),
        series: section.text("series"),
        filter: read_filter(&mut section),
        log_x: switch(&mut section, "log_x", false),
        reference: decimal(&mut section, "reference"),
        note: section.text("note").unwrap_or_default(),
        id: id.unwrap_or_default(),
        title: title.unwrap_or_default(),
        kind: kind.unwrap_or(FigureKind::Table),
        table: csv.unwrap_or_default(),
        x: x.unwrap_or_default(),
        y: y.unwrap_or_default(),
        x_label: x_label.unwrap_or_default(),
        y_label: y_label.unwrap_or_default(),
        alt: alt.unwrap_or_default(),
        place,
    });
    let found = section.finish();
    let sound = found.is_empty();
    faults.extend(found);
    figure.filter(|_| sound)
}

fn read_filter(section: &mut Section<'_>) -> BTreeMap<String, String> {
    let Some(value) = section.get("filter") else {
        return BTreeMap::new();
    };
    let ruleset::Kind::Table(table) = &value.kind else {
        section.wrong_kind("filter", value, "write it like { agent = \"random\" }");
        return BTreeMap::new();
    };
    let entries = table.0.iter().map(|(column, value)| {
        let text = match &value.kind {
            ruleset::Kind::Text(text) => text.clone(),
            _ => value.text.clone(),
        };
        (column.clone(), text)
    });
    entries.collect()
}
