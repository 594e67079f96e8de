//! What the measures of Ludii need of one game: its evaluations in their
//! order, and the squares of its board.

use crate::ruleset::Mechanics;
use crate::types::{MAX_LENGTH, Player, Square};

/// Evaluations of A before each ply, −1 to 1; B's are the negatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Evaluations(Vec<f64>);

/// How the winner was behind: d = e(the leader) − e(the winner) before each
/// ply, 0 to 2; for a draw the mean over both players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Drama {
    pub average: f64,
    pub median: f64,
    pub maximum: f64,
    pub variance: f64,
    /// Largest rise from one ply to the next, 0 or more.
    pub increase: f64,
    /// Largest fall, 0 or less.
    pub decrease: f64,
}

impl Evaluations {
    pub fn push(&mut self, of_a: f64) {
        self.0.push(of_a);
    }

    fn of(&self, player: Player) -> impl Iterator<Item = f64> + Clone {
        let sign = match player {
            Player::A => 1.0,
            Player::B => -1.0,
        };
        self.0.iter().map(move |e| sign * e)
    }

    /// Times that another player is the expected winner than before. Level
    /// evaluations, where nobody is, count as a state of their own.
    pub fn lead_changes(&self) -> u32 {
        let leader = |e: f64| if e == 0.0 { 0 } else { e.signum() as i32 };
        let changes = self.0.windows(2).filter(|e| leader(e[0]) != leader(e[1]));
        changes.count() as u32
    }

    /// Of the evaluation of either player over the game.
    pub fn variance(&self) -> f64 {
        variance(self.0.iter().copied())
    }

    /// Mean of (V − result)² over the plies, V = (1 + e)/2.
    pub fn brier(&self, winner: Option<Player>) -> f64 {
        let result = match winner {
            Some(Player::A) => 1.0,
            Some(Player::B) => 0.0,
            None => 0.5,
        };
        mean(self.0.iter().map(|e| (0.5 + 0.5 * e - result).powi(2)))
    }

    pub fn drama(&self, winner: Option<Player>) -> Drama {
        let behind: Vec<f64> = match winner {
            Some(winner) => self.of(winner).map(|e| e.abs() - e).collect(),
            None => self.0.iter().map(|e| e.abs()).collect(),
        };
        let mut sorted = behind.clone();
        sorted.sort_by(f64::total_cmp);
        let steps = behind.windows(2).map(|d| d[1] - d[0]);
        Drama {
            average: mean(behind.iter().copied()),
            median: sorted.get(sorted.len() / 2).copied().unwrap_or(0.0),
            maximum: sorted.last().copied().unwrap_or(0.0),
            variance: variance(behind.iter().copied()),
            increase: steps.clone().fold(0.0, f64::max),
            decrease: steps.fold(0.0, f64::min),
        }
    }

    /// The largest evaluation of the loser, and the number of plies played
    /// when the winner's was first above it; all plies where it never was.
    pub fn decisiveness(&self, winner: Player) -> (f64, usize) {
        let threshold = self.of(!winner).fold(-1.0, f64::max);
        let at = self.of(winner).position(|e| e > threshold);
        (threshold, at.unwrap_or(self.0.len()))
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// Of all values, not of a sample.
fn variance(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let centre = mean(values.clone());
    mean(values.map(|value| (value - centre).powi(2)))
}

/// The squares of a board, each a bit.
pub(super) struct Sites {
    /// B's squares that are none of A's have bits of their own.
    of_b: [u8; MAX_LENGTH as usize + 1],
    /// Squares of the board.
    pub cells: u32,
    /// Squares of the tracks.
    pub used: u32,
    /// Cells, edges and vertices together, where the shape is known: that of
    /// 3 rows of 10.
    pub elements: Option<u32>,
}

/// Where B's own squares begin.
const OWN: u8 = 64;

impl Sites {
    pub fn new(mechanics: &Mechanics) -> Sites {
        let length = mechanics.length;
        let of_b = std::array::from_fn(|number| {
            let number = number as u8;
            match (&mechanics.cells, Square::new(number)) {
                (Some(cells), Some(square)) => cells
                    .seen_by(Player::A, square)
                    .map_or(OWN + number, Square::number),
                _ => number,
            }
        });
        let own = (1..=length)
            .filter(|&n| of_b[usize::from(n)] >= OWN)
            .count() as u32;
        let used = u32::from(length) + own;
        // Where 30 is home itself the track is one square shorter.
        let senet = mechanics.cells.is_none() && length + 1 >= MAX_LENGTH;
        Sites {
            of_b,
            cells: if senet { u32::from(MAX_LENGTH) } else { used },
            used,
            elements: senet.then_some(30 + (3 * 11 + 4 * 10) + 4 * 11),
        }
    }

    /// The squares with a piece, from those of A and of B as each numbers them.
    pub fn of(&self, on: [u32; 2]) -> u128 {
        let mut sites = u128::from(on[0]);
        let mut rest = on[1];
        while rest != 0 {
            sites |= 1 << self.of_b[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        sites
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::load_builtin;

    fn evaluations(list: &[f64]) -> Evaluations {
        Evaluations(list.to_vec())
    }

    /// A wins: behind by 0, 0.4, 1.2, 0, 0.
    #[test]
    fn drama_worked_by_hand() {
        let game = evaluations(&[0.1, -0.2, -0.6, 0.4, 0.9]);
        let drama = game.drama(Some(Player::A));
        assert!((drama.average - 0.32).abs() < 1e-12);
        assert_eq!(drama.median, 0.0);
        assert!((drama.maximum - 1.2).abs() < 1e-12);
        assert!((drama.increase - 0.8).abs() < 1e-12);
        assert!((drama.decrease + 1.2).abs() < 1e-12);
        // Squares: 0.16 + 1.44 = 1.6; 1.6/5 − 0.32² = 0.2176.
        assert!((drama.variance - 0.2176).abs() < 1e-12);
        assert_eq!(game.lead_changes(), 2);
        // For B, the loser, nothing is turned round: she was behind at the others.
        let of_b = game.drama(Some(Player::B));
        assert!((of_b.average - (0.2 + 0.8 + 1.8) / 5.0).abs() < 1e-12);
        let drawn = game.drama(None);
        assert!((drawn.average - 2.2 / 5.0).abs() < 1e-12);
    }

    #[test]
    fn decisiveness_is_where_the_winner_passes_all_that_the_loser_had() {
        let game = evaluations(&[0.1, -0.5, 0.5, 0.6, 0.9]);
        assert_eq!(game.decisiveness(Player::A), (0.5, 3));
        assert_eq!(game.decisiveness(Player::B), (0.9, 5));
    }

    #[test]
    fn stability_and_brier_worked_by_hand() {
        let game = evaluations(&[1.0, 0.0, -1.0, 0.0]);
        assert_eq!(game.variance(), 0.5);
        // V = 1, ½, 0, ½ against 1: 0, ¼, 1, ¼.
        assert_eq!(game.brier(Some(Player::A)), 1.5 / 4.0);
        assert_eq!(evaluations(&[0.0; 3]).brier(Some(Player::B)), 0.25);
        assert_eq!(game.lead_changes(), 3);
    }

    #[test]
    fn boards_have_their_squares() {
        let sites = |id: &str| Sites::new(&load_builtin(id, &[], &[]).unwrap().mechanics);
        let senet = sites("anubis-5");
        assert_eq!(
            (senet.cells, senet.used, senet.elements),
            (30, 30, Some(147))
        );
        // Two tracks of fourteen that share eight squares.
        let ur = sites("ur-finkel");
        assert_eq!((ur.cells, ur.used, ur.elements), (20, 20, None));
        // B on one square of its own and on a shared one where A is too.
        let shared = (1..=14).find(|&n| ur.of([1 << n, 1 << n]).count_ones() == 1);
        let own = (1..=14).find(|&n| ur.of([1 << n, 1 << n]).count_ones() == 2);
        assert!(shared.is_some() && own.is_some());
    }
}
