//! A `[[job]]` of a spec.

use std::path::Path;
use std::str::FromStr;

use super::read::PERFECT;
use super::read_rules::{Games, read_devices, read_rulesets};
use super::read_values::{switch, whole_number, whole_numbers};
use super::spec::{Group, Kind};
use crate::agent::{AgentSpec, AgentSpecError, Reproducible};
use crate::ruleset::{self, Fault, Place, Section, Table, builtin_ids, nearest};

/// Games and seeds are below this, so that they are exact in every reader.
pub const MOST: u64 = 1 << 53;

/// Positions up to which a game is solved unless the group says otherwise.
const MOST_POSITIONS: u64 = 3_000_000;

/// `seed` is that of groups that name none; paths of rulesets start at `folder`.
pub fn read_group(
    table: &Table,
    place: Place,
    seed: u64,
    folder: &Path,
    faults: &mut Vec<Fault>,
) -> Group {
    let mut section = Section::new(table, "job", place.clone());
    let kind = section.word("kind", &Kind::WORDS);
    if kind.is_none() && section.get("kind").is_none() {
        let words: Vec<&str> = Kind::WORDS.iter().map(|(word, _)| *word).collect();
        section.missing("kind", format!("it is one of {}", words.join(", ")));
    }
    let kind = kind.unwrap_or(Kind::Games);
    let rulesets = read_rulesets(&mut section, folder);
    if rulesets.is_empty() && section.get("rulesets").is_none() {
        section.missing("rulesets", "give a list of ids, or [\"all\"]");
    }
    let except = read_except(&mut section, &rulesets);
    let pieces = whole_numbers(&mut section, "pieces", 1, 10);
    let pieces: Vec<u8> = pieces.into_iter().map(|pieces| pieces as u8).collect();
    let devices = read_devices(&mut section);
    let mut games = Games::new(folder, &rulesets, &pieces, &devices);
    let sets = games.read_sets(&mut section);
    let variants = games.read_variants(&mut section);
    let sticks = games.read_sticks(&mut section);
    let group = Group {
        kind,
        except,
        pieces,
        sticks,
        devices,
        sets,
        variants,
        readings: switch(&mut section, "readings", false),
        seeds: read_seeds(&mut section, seed),
        agents: read_agents(&mut section, kind),
        games: read_games(&mut section, kind),
        measures: switch(&mut section, "measures", false),
        truth: switch(&mut section, "truth", false),
        lengths: switch(&mut section, "lengths", true),
        bounds: switch(&mut section, "bounds", true),
        most_positions: whole_number(&mut section, "most_positions", 1, MOST)
            .unwrap_or(MOST_POSITIONS),
        quick: switch(&mut section, "quick", true),
        rulesets,
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

fn read_seeds(section: &mut Section<'_>, usual: u64) -> Vec<u64> {
    let seeds = whole_numbers(section, "seeds", 0, MOST);
    let Some(value) = section.get("seeds") else {
        return vec![usual];
    };
    if let ruleset::Kind::List(items) = &value.kind
        && items.is_empty()
    {
        let right = "name a seed, or leave `seeds` out for the one of the spec";
        section.fault("seeds", value, "the list is empty", right);
    }
    for (i, seed) in seeds.iter().enumerate() {
        if seeds[..i].contains(seed) {
            section.fault(
                "seeds",
                value,
                format!("{seed} stands twice"),
                "name each once: the same seed gives the same games",
            );
        }
    }
    seeds
}

/// Rulesets left out, each of which must be in the list.
fn read_except(section: &mut Section<'_>, rulesets: &[String]) -> Vec<String> {
    let except = section.texts("except");
    let Some(value) = section.get("except") else {
        return except;
    };
    let all = rulesets.iter().any(|id| id == "all");
    let mut known: Vec<&str> = rulesets.iter().map(String::as_str).collect();
    if all {
        for id in builtin_ids() {
            known.push(id);
        }
    }
    for id in &except {
        if !known.contains(&id.as_str()) {
            let right = match nearest(id, known.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => "name some that are in `rulesets`".to_string(),
            };
            section.fault(
                "except",
                value,
                format!("`{id}` is not among the rulesets"),
                right,
            );
        }
    }
    except
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
        if let Err(problem) = suitable(agent) {
            section.fault("agents", value, problem, "see `senet agents`");
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

/// Whether the text names an agent that plays the same again.
fn suitable(agent: &str) -> Result<(), String> {
    let parsed = AgentSpec::from_str(agent).and_then(|parsed| parsed.reproducible());
    match parsed {
        Ok(Reproducible::No) => Err(format!(
            "agent `{agent}` stops by the clock, so its results could not be made again; limit its \
             nodes or iterations instead"
        )),
        Ok(_) => Ok(()),
        // Its list of agents ends the sentence.
        Err(error @ AgentSpecError::UnknownName { .. }) => Err(format!("{error}, {PERFECT}")),
        Err(error) => Err(error.to_string()),
    }
}
