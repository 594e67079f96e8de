//! What is said of moves backward.

use super::mechanics::*;
use super::words::{capital, joined, on_squares};
use crate::types::ByPlayer;

impl Mechanics {
    pub(super) fn prose_backward(&self) -> Vec<String> {
        let Backward::Forced {
            from_at_most,
            protection,
        } = self.backward
        else {
            return vec!["No piece ever moves backward by a throw.".to_string()];
        };
        let from = if from_at_most.number() < self.length {
            format!(" on squares 1 to {from_at_most}")
        } else {
            String::new()
        };
        let mut text = vec![format!(
            "A player who has no forward move must move a piece{from} backward by the throw instead, if possible."
        )];
        if self.capture == Capture::Swap && protection != Protection::Everything {
            text.push(
                "Going backward onto an opponent's piece swaps with it, which sends it forward."
                    .to_string(),
            );
        }
        text.extend(self.prose_barring(protection));
        text
    }

    /// What a backward move meets, of all that the game has.
    fn prose_barring(&self, protection: Protection) -> Vec<String> {
        let walls = (self.wall.a, self.wall.b) != (0, 0);
        let pairs = self.pairs != ByPlayer::both(Pairs::None);
        let safe = !self.safe.is_empty();
        let present = |things: &[(bool, &'static str)]| -> Vec<String> {
            let there = things.iter().filter(|(there, _)| *there);
            there.map(|(_, name)| name.to_string()).collect()
        };
        let bars = match protection {
            Protection::Same => present(&[
                (true, "own pieces"),
                (walls, "walls"),
                (pairs, "pairs"),
                (safe, "safe squares"),
            ]),
            Protection::Nothing => present(&[(true, "own pieces"), (walls, "walls")]),
            Protection::Everything => present(&[(walls, "walls")]),
        };
        let mut parts = Vec::new();
        if !bars.is_empty() {
            parts.push(format!(
                "{} bar the way as they do forward",
                joined(bars, "and")
            ));
        }
        if !self.gates.is_empty() {
            parts.push(format!(
                "backward a piece may pass over {}",
                on_squares(self.gates)
            ));
        }
        if protection == Protection::Nothing {
            parts.extend(match (pairs, safe) {
                (true, true) => Some("neither pairs nor safe squares protect".to_string()),
                (true, false) => Some("pairs do not protect".to_string()),
                (false, true) => Some("safe squares do not protect".to_string()),
                (false, false) => None,
            });
        }
        let mut text = Vec::new();
        if !parts.is_empty() {
            text.push(format!("{}.", capital(&parts.join("; "))));
        }
        if protection == Protection::Everything {
            text.push("A backward move ends on an empty square only.".to_string());
        }
        text
    }
}
