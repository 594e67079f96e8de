//! The written form of a ruleset (serde mirror of the file) and its checking.

use super::mechanics::*;
use crate::types::*;
use std::collections::BTreeMap;

use serde::Deserialize;

/// A checked ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    pub id: String,
    pub mechanics: Mechanics,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: Option<String>,
    base: Option<String>,
    #[serde(default)]
    rules: toml::Table,
    #[serde(default)]
    readings: BTreeMap<String, Reading>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading {
    #[allow(dead_code)]
    why: String,
    set: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
struct Keys {
    length: u8,
    pieces: u8,
    layout: Option<String>,
    #[serde(default)]
    layout_shift: u8,
    throws: String,
    again: Option<Vec<u8>>,
    after_pass: Option<String>,
    passing: Option<String>,
    capture: String,
    pairs: bool,
    wall: u8,
    safe: Vec<u8>,
    gates: Vec<u8>,
    exit_only: Vec<u8>,
    traps: Vec<u8>,
    refuge: Option<u8>,
    refuge_search: Option<String>,
    #[serde(default)]
    off: BTreeMap<String, Vec<u8>>,
    right_of_exit: Option<u8>,
    right_lasts: Option<String>,
    wrong_throw_returns: Option<Vec<u8>>,
    backward: String,
    back_from: Option<u8>,
    backward_protection: Option<String>,
    must_leave: Option<Vec<u8>>,
    stay: Option<Vec<u8>>,
    stay_leave: Option<String>,
    rethrow: Option<BTreeMap<String, Vec<u8>>>,
    win: String,
}

fn set(v: &[u8]) -> SquareSet {
    v.iter().map(|&s| Square::new(s).expect("square")).collect()
}

/// One of the rulesets compiled into the binary, with readings and `key=value`
/// changes (value in TOML) applied in order.
pub fn load_builtin(id: &str, readings: &[&str], sets: &[(&str, &str)]) -> anyhow::Result<Ruleset> {
    let path = format!("{}/data/rulesets/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path)?;
    let file: File = toml::from_str(&text)?;
    let mut rules = file.rules.clone();
    let mut known = file.readings;
    if let Some(base) = &file.base {
        let base: File = toml::from_str(&std::fs::read_to_string(format!(
            "{}/data/rulesets/{base}.toml",
            env!("CARGO_MANIFEST_DIR")
        ))?)?;
        let mut merged = base.rules;
        merged.extend(rules);
        rules = merged;
        for (k, v) in base.readings {
            known.entry(k).or_insert(v);
        }
    }
    for name in readings {
        let reading = known
            .get(*name)
            .ok_or_else(|| anyhow::anyhow!("{id} has no reading {name}"))?;
        rules.extend(reading.set.clone());
    }
    for (key, value) in sets {
        let table: toml::Table = toml::from_str(&format!("{key} = {value}"))?;
        rules.extend(table);
    }
    let keys: Keys = Keys::deserialize(rules)?;
    Ok(Ruleset {
        id: file.id.unwrap_or_else(|| id.to_string()),
        mechanics: build(keys),
    })
}

fn build(k: Keys) -> Mechanics {
    let odd: Vec<u8> = (0..k.pieces).map(|i| 2 * i + 1 + k.layout_shift).collect();
    let mut even: Vec<u8> = (0..k.pieces).map(|i| 2 * i + 2 + k.layout_shift).collect();
    let start = match k.layout.as_deref() {
        Some("odd") => ByPlayer::new(set(&odd), set(&even)),
        Some("even-ahead") => {
            *even.last_mut().unwrap() += 1;
            ByPlayer::new(set(&even), set(&odd))
        }
        _ => panic!("layout"),
    };
    let (points, again): (&[(u8, u128)], &[u8]) = match k.throws.as_str() {
        "sticks-5" => (&[(1, 4), (2, 6), (3, 4), (4, 1), (5, 1)], &[1, 4, 5]),
        "sticks-6" => (&[(1, 4), (2, 6), (3, 4), (4, 1), (6, 1)], &[1, 4, 6]),
        "long-die" => (&[(1, 1), (2, 1), (3, 1), (4, 1)], &[]),
        other => panic!("{other}"),
    };
    let mut off = [SquareSet::EMPTY; MAX_POINTS as usize + 1];
    for (square, points) in &k.off {
        for &t in points {
            off[t as usize].insert(Square::new(square.parse().unwrap()).unwrap());
        }
    }
    Mechanics {
        length: k.length,
        pieces: k.pieces,
        start: Start {
            squares: start,
            to_throw: Player::A,
        },
        throws: ThrowTable::new(points.iter().copied()).unwrap(),
        again: k.again.unwrap_or(again.to_vec()).into_iter().collect(),
        after_pass: match k.after_pass.as_deref() {
            Some("as-thrown") => AfterPass::AsThrown,
            _ => AfterPass::TurnEnds,
        },
        passing: match k.passing.as_deref() {
            Some("free") => Passing::Free,
            _ => Passing::Forced,
        },
        capture: match k.capture.as_str() {
            "swap" => Capture::Swap,
            _ => Capture::Remove,
        },
        pairs: ByPlayer::both(if k.pairs { Pairs::Any } else { Pairs::None }),
        wall: ByPlayer::both(k.wall),
        safe: set(&k.safe),
        gates: set(&k.gates),
        exit_only: set(&k.exit_only),
        traps: set(&k.traps),
        refuge: k.refuge.map(|square| Refuge {
            square: Square::new(square).unwrap(),
            search: match k.refuge_search.as_deref() {
                Some("after") => Search::After,
                _ => Search::Before,
            },
        }),
        off,
        right_of_exit: k.right_of_exit.map(|won_on| RightOfExit {
            won_on: Square::new(won_on).unwrap(),
            lasts: match k.right_lasts.as_deref() {
                Some("forever") => RightLasts::Forever,
                _ => RightLasts::UntilBelow,
            },
            wrong_throw_returns: set(&k.wrong_throw_returns.unwrap_or_default()),
        }),
        backward: match k.backward.as_str() {
            "forced" => Backward::Forced {
                from_at_most: Square::new(k.back_from.unwrap_or(k.length)).unwrap(),
                protection: match k.backward_protection.as_deref() {
                    Some("nothing") => Protection::Nothing,
                    _ => Protection::Same,
                },
            },
            _ => Backward::None,
        },
        must_leave: set(&k.must_leave.unwrap_or_default()),
        stay: k.stay.map(|on| Stay {
            on: set(&on),
            leave: match k.stay_leave.as_deref() {
                Some("later") => Leave::Later,
                _ => Leave::Never,
            },
        }),
        rethrow: k.rethrow.map(|table| {
            let (from, points) = table.into_iter().next().unwrap();
            Rethrow {
                from: Square::new(from.parse().unwrap()).unwrap(),
                points: points.into_iter().collect(),
            }
        }),
        win: match k.win.as_str() {
            "all-home" => Win::AllHome,
            _ => Win::MostHome,
        },
    }
}
