//! The identity of a game: a digest of its mechanics and of nothing else.
//!
//! The canonical text has a line `key=value` for each key that differs from
//! its default, sorted by key. Keys added later have a default that means the
//! old game, so they change no digest that is already in print.

use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest as _, Sha256};

use super::mechanics::*;
use crate::types::{ByPlayer, MAX_LENGTH, Player, PointSet};

/// The first 64 bits of the SHA-256 of [`Mechanics::canonical`]; written as 16
/// hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 8]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Mechanics {
    /// What identifies this game: equal for games that are played alike.
    pub fn digest(&self) -> Digest {
        let mut text = String::new();
        for (key, value) in self.canonical() {
            text.push_str(&format!("{key}={value}\n"));
        }
        let hash = Sha256::digest(text.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash[..8]);
        Digest(first)
    }

    /// Every key that is not at its default, with its value as text. Squares
    /// and points are joined by commas, weights reduced to lowest terms.
    pub fn canonical(&self) -> BTreeMap<&'static str, String> {
        let mut keys = Keys::default();
        keys.unless(self.length == MAX_LENGTH, "length", self.length);
        keys.put("pieces", self.pieces);
        keys.put("start.a", self.start.squares.a);
        keys.put("start.b", self.start.squares.b);
        keys.unless(
            self.start.to_throw == Player::A,
            "first",
            self.start.to_throw,
        );
        let throws: Vec<String> = self
            .throws
            .throws()
            .iter()
            .map(|throw| format!("{}:{}", throw.points, throw.weight))
            .collect();
        keys.put("throws", throws.join(","));
        keys.unless(self.again.is_empty(), "again", points(self.again));
        keys.unless(
            self.after_pass == AfterPass::TurnEnds,
            "after_pass",
            "as-thrown",
        );
        keys.unless(self.passing == Passing::Forced, "passing", "free");
        let capture = match self.capture {
            Capture::Swap => "swap",
            Capture::Remove => "remove",
            Capture::Low => "low",
            Capture::Hand => "hand",
            Capture::None => "none",
        };
        keys.unless(self.capture == Capture::Swap, "capture", capture);
        keys.sides("pairs", self.pairs, Pairs::None, |pairs| {
            let ends = pairs == Pairs::Ends;
            (if ends { "ends" } else { "any" }).into()
        });
        keys.sides("wall", self.wall, 0, |wall| wall.to_string());
        // What is said of squares on which nothing ever rests decides nothing.
        let empty = self.never_rested();
        for (key, set) in [
            ("safe", self.safe - empty),
            ("gates", self.gates),
            ("exit_only", self.exit_only - empty),
            ("traps", self.traps),
            ("must_leave", self.must_leave - empty),
        ] {
            keys.unless(set.is_empty(), key, set);
        }
        if let Some(refuge) = self.refuge {
            keys.put("refuge", refuge.square);
            let search = match refuge.search {
                Search::Before => "before",
                Search::After => "after",
                Search::Only => "only",
            };
            keys.unless(refuge.search == Search::Before, "refuge_search", search);
        }
        let off: Vec<String> = self
            .bear_off()
            .filter(|&(square, _)| !empty.contains(square))
            .map(|(square, thrown)| format!("{square}:{}", points(thrown)))
            .collect();
        keys.unless(off.is_empty(), "off", off.join(";"));
        if let Some(right) = self.right_of_exit {
            keys.put("right_of_exit", right.won_on);
            keys.unless(
                right.lasts == RightLasts::UntilBelow,
                "right_lasts",
                "forever",
            );
            let wrong = right.wrong_throw_returns;
            keys.unless(wrong.is_empty(), "wrong_throw_returns", wrong);
        }
        if let Backward::Forced {
            from_at_most,
            protection,
        } = self.backward
        {
            keys.put("backward", "forced");
            let everywhere = from_at_most.number() == self.length;
            keys.unless(everywhere, "back_from", from_at_most);
            let protects = match protection {
                Protection::Same => "same",
                Protection::Nothing => "nothing",
                Protection::Everything => "everything",
            };
            keys.unless(
                protection == Protection::Same,
                "backward_protection",
                protects,
            );
        }
        if let Some(stay) = self.stay {
            keys.put("stay", stay.on);
            keys.unless(stay.leave == Leave::Never, "stay_leave", "later");
        }
        if let Some(rethrow) = self.rethrow {
            keys.put(
                "rethrow",
                format!("{}:{}", rethrow.from, points(rethrow.points)),
            );
        }
        keys.unless(self.win == Win::AllHome, "win", "most-home");
        self.canonical_features(&mut keys);
        keys.0
    }
}

#[derive(Default)]
pub(super) struct Keys(BTreeMap<&'static str, String>);

impl Keys {
    pub(super) fn put(&mut self, key: &'static str, value: impl fmt::Display) {
        self.0.insert(key, value.to_string());
    }

    pub(super) fn unless(&mut self, default: bool, key: &'static str, value: impl fmt::Display) {
        if !default {
            self.put(key, value);
        }
    }

    fn sides<T: Copy + PartialEq>(
        &mut self,
        key: &'static str,
        sides: ByPlayer<T>,
        default: T,
        show: impl Fn(T) -> String,
    ) {
        let text = sides.map(|side| {
            if side == default {
                "-".to_string()
            } else {
                show(side)
            }
        });
        if sides.a == sides.b {
            self.unless(sides.a == default, key, text.a);
        } else {
            self.put(key, format!("{}/{}", text.a, text.b));
        }
    }
}

/// Ascending, joined by commas.
pub(super) fn points(set: PointSet) -> String {
    set.iter()
        .map(|t| t.to_string())
        .collect::<Vec<_>>()
        .join(",")
}

#[cfg(test)]
mod tests {
    use crate::ruleset::{builtin_ids, load_builtin};

    /// Digests stand in published tables: a change here means that a game
    /// changed, or that old tables no longer say which game they are about.
    const DIGESTS: [(&str, &str); 33] = [
        ("anubis-5", "14bd9c88e71d0c09"),
        ("sawah-5", "14bd9c88e71d0c09"),
        ("sawah-7", "971cb5e2b6e799ce"),
        ("sawah-5-six", "fa4ee86106654591"),
        ("sawah-7-six", "baaadf6f3c271649"),
        ("nile-5-six", "f7c7081fe82c4e1f"),
        ("nile-7-six", "4e9ec2b82923fb26"),
        ("nile-5-five", "74510af02cf8223e"),
        ("nile-7-five", "bfe912bb9f577206"),
        ("ankh-7", "a8a0a7e87ca5ff63"),
        ("ankh-5", "351237a20cf537a5"),
        ("standard-5", "ffea486469bce972"),
        ("bell-10", "408dcebcec8d02ba"),
        ("kendall-7", "04cdb99f0ff704ce"),
        ("kendall-5", "43245512b3c95da9"),
        ("modern-7", "ba1f98c6a43aa429"),
        ("modern-5", "a380a66d1e9ff0e1"),
        ("skyruk-7", "6614bb50a37d6929"),
        ("skyruk-5", "0887ef3b8506ebaf"),
        ("dutch-5", "d8914aa11db7bb25"),
        ("dutch-5-back", "b179df96b0d602c7"),
        ("toy-5", "3b6744f35a222b15"),
        ("kalish-7", "7bebfd3a0cfc2b1b"),
        ("syrian-7", "2f9cb8848a0bb8de"),
        ("jequier-5", "e1f7d483174e1fe1"),
        ("bga-5", "76c7e5d717f4464f"),
        ("bgfl-7", "e904652b394ff206"),
        ("piccione-5", "ce5bd7680ab89eec"),
        ("ur-finkel", "e62bfb64fa53016d"),
        ("ur-masters", "b99e494455c7663d"),
        ("ur-blitz", "514badbeb779f216"),
        ("aseb-5", "b5948748ba7dde9f"),
        ("twenty-7", "67e2d5aa816e42ae"),
    ];

    fn digest(id: &str, sets: &[(&str, &str)]) -> String {
        load_builtin(id, &[], sets).unwrap().digest().to_string()
    }

    #[test]
    fn published_digests_stand() {
        let now: Vec<(&str, String)> = builtin_ids().map(|id| (id, digest(id, &[]))).collect();
        let golden: Vec<(&str, String)> = DIGESTS
            .iter()
            .map(|&(id, digest)| (id, digest.to_string()))
            .collect();
        assert_eq!(now, golden);
    }

    #[test]
    fn the_same_game_in_other_words_has_the_same_digest() {
        for set in [
            ("first", "a"),
            ("stick_p", "0.50"),
            ("stick_p", "\"1/2\""),
            ("start", "{ a = [9, 1, 3, 5, 7], b = [2, 4, 6, 8, 10] }"),
            (
                "throws",
                "{ points = { 1 = 0.25, 2 = 0.375, 3 = 0.25, 4 = 0.0625, 5 = 0.0625 }, again = [1, 4, 5] }",
            ),
            ("pairs", "{ a = true, b = true }"),
            ("after_pass", "turn-ends"),
            // Nothing rests on the trap 27.
            ("safe", "[26, 28, 29, 30]"),
            ("off", "exact"),
        ] {
            assert_eq!(
                digest("anubis-5", &[set]),
                digest("sawah-5", &[]),
                "{set:?}"
            );
        }
        // No 5 is thrown, so what it does on 26 decides nothing.
        assert_eq!(
            digest("anubis-5", &[("throws", "sticks-6")]),
            digest("sawah-5-six", &[])
        );
    }

    #[test]
    fn every_change_of_play_changes_the_digest() {
        let mut seen = vec![digest("anubis-5", &[])];
        for set in [
            ("pieces", "4"),
            ("layout", "even"),
            ("first", "b"),
            ("throws", "sticks-6"),
            ("stick_p", "0.6"),
            ("again", "[1, 5]"),
            ("after_pass", "as-thrown"),
            ("passing", "free"),
            ("pairs", "false"),
            ("pairs.b", "false"),
            ("pairs.a", "false"),
            ("wall", "0"),
            ("wall.b", "2"),
            ("safe", "[26]"),
            ("gates", "[]"),
            ("exit_only", "[]"),
            ("traps", "[]"),
            ("refuge", "14"),
            ("refuge_search", "after"),
            ("off.29", "[2, 3]"),
            ("backward", "forced"),
            ("must_leave", "[26]"),
            ("rethrow", "{ 26 = [1] }"),
            ("pairs", "\"ends\""),
            ("group_limit", "26"),
            ("gate_mode", "halt"),
            ("gate_fall", "28"),
            ("again_on", "[26]"),
            ("again_capture", "true"),
            ("again_not", "[\"trap\"]"),
            ("capture", "low"),
            ("capture", "none"),
            ("off", "over"),
            ("off.30", "\"any\""),
            ("off_none_below", "21"),
            ("only_from", "[26]"),
            ("opening_piece", "10"),
            ("opening_points", "[1]"),
            ("enter", "[1]"),
            ("file", "waits"),
            ("score", "rows"),
        ] {
            let changed = digest("anubis-5", &[set]);
            assert!(!seen.contains(&changed), "{set:?}");
            seen.push(changed);
        }
    }
}
