//! Games that differ from one as written in the chance of a stick, or in pairs and
//! walls.

use super::{Entry, Game, Maker, What};
use crate::ruleset::{Pairs, Ruleset};
use crate::types::Player;

/// What can be changed in the blocking of a ruleset.
const VARIANTS: [(&str, &[&str]); 4] = [
    ("pairs", &["pairs=false"]),
    ("walls", &["wall=0"]),
    ("both", &["pairs=false", "wall=0"]),
    ("walls-of-two", &["wall=2"]),
];

impl Maker<'_> {
    pub(super) fn sticks(&mut self, word: &str, pieces: u8) -> anyhow::Result<()> {
        for &p in self.args.p.chances() {
            let text = p.to_string();
            let set = format!("stick_p={text}");
            let ruleset = self.changes(pieces, &[&set], None).load(word)?;
            let game = self.source(&ruleset)?;
            let mut label = Game::of(&ruleset)?.label;
            // The chance stands in a column of its own.
            let kept = label.changes.split(';').filter(|change| *change != set);
            label.changes = kept.collect::<Vec<_>>().join(";");
            let what = What::Stick {
                game,
                text,
                p: p.to_f64(),
            };
            self.plan.entries.push(Entry { label, what });
        }
        Ok(())
    }

    pub(super) fn blocking(
        &mut self,
        word: &str,
        pieces: u8,
        written: &Ruleset,
        number: usize,
    ) -> anyhow::Result<()> {
        let label = Game::of(written)?.label;
        let mechanics = &written.mechanics;
        let has_pairs = mechanics.pairs.a != Pairs::None || mechanics.pairs.b != Pairs::None;
        let has_walls = mechanics.wall.a != 0 || mechanics.wall.b != 0;
        for (what, sets) in VARIANTS {
            // Without one of the two, `both` is the other.
            let changes_something = match what {
                "pairs" => has_pairs,
                "walls" | "walls-of-two" => has_walls,
                _ => has_pairs && has_walls,
            };
            if !changes_something {
                continue;
            }
            let removed = self.changes(pieces, sets, None).load(word)?;
            let changed = vec![self.source(&removed)?];
            self.plan.entries.push(Entry {
                label: label.clone(),
                what: What::Blocking {
                    way: "removed",
                    what,
                    written: number,
                    changed,
                },
            });
            if what == "walls-of-two" {
                continue;
            }
            let mut changed = Vec::new();
            for side in ["a", "b"] {
                let sets: Vec<String> = sets
                    .iter()
                    .map(|set| set.replacen('=', &format!(".{side}="), 1))
                    .collect();
                let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
                let denied = self.changes(pieces, &sets, None).load(word)?;
                changed.push(self.source(&denied)?);
            }
            // A throws first unless the ruleset says otherwise.
            if written.mechanics.start.to_throw == Player::B {
                changed.reverse();
            }
            self.plan.entries.push(Entry {
                label: label.clone(),
                what: What::Blocking {
                    way: "denied",
                    what,
                    written: number,
                    changed,
                },
            });
        }
        Ok(())
    }
}
