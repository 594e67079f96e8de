//! Who is likely to win, from the squares still to go alone.
//!
//! Serves every ruleset. Each player is taken to run home undisturbed, turn by
//! turn, without captures, walls, traps or squares that need an exact throw.
//! With E and Var the mean and the variance of the points of a turn, a player
//! with P squares to go needs about P/E turns, and what is thrown in them
//! varies by P·Var/E. So, the player about to throw being half a turn ahead,
//!
//! ```text
//! V(A) = Φ( (P_B − P_A ± E/2) / √((P_A + P_B) · Var/E) )
//! ```
//!
//! the form of the pip-count formula of backgammon that is known as the
//! Kleinman metric (D. Kleinman, *Vision laughs at counting*, 1980). The turn
//! goes on while a throw grants another: with X the points of a throw and G
//! whether it grants one, q = P(G),
//!
//! ```text
//! E = E[X]/(1 − q)        E[S²] = (E[X²] + 2·E[X·G]·E)/(1 − q)
//! ```
//!
//! Captures and water make the way longer and the end less certain than that,
//! so the deviation is multiplied by a scale, which [`Calibrator`] chooses from
//! [`SCALES`]: the one whose estimates come nearest to the results of games that
//! are played for this alone (least mean of (V − result)², each game weighing
//! the same). It still knows nothing of the board: it is an estimate of who
//! leads, not the true chance. How good it is, the Brier score of the measures
//! says.

use statrs::distribution::{ContinuousCDF, Normal};

use super::game::{GameResult, Observer, Ply};
use super::pairing::half_points;
use crate::rules::{Outcome, Position, Rules};
use crate::types::Player;

/// The estimate for one ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// Mean points of a turn.
    mean: f64,
    /// Variance of the points of a turn by its mean.
    spread: f64,
    /// Squares of a whole way, bearing off included.
    way: u32,
    pieces: u32,
    /// What the deviation is multiplied by.
    scale: f64,
}

/// The scales that are tried.
pub const SCALES: [f64; 12] = [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 12.0, 20.0];

impl Race {
    pub fn new(rules: &Rules) -> Race {
        let mechanics = rules.mechanics();
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            let throws = mechanics.throws.throws().iter();
            throws
                .map(|throw| {
                    let again = f64::from(u8::from(mechanics.again.contains(throw.points)));
                    let chance = mechanics.throws.probability(throw.points);
                    chance * of(f64::from(throw.points), again)
                })
                .sum()
        };
        // Where every throw grants another the turn is taken as one throw.
        let q = Some(sum(&|_, again| again))
            .filter(|&q| q < 1.0)
            .unwrap_or(0.0);
        let goes_on = |again: f64| if q > 0.0 { again } else { 0.0 };
        let mean = sum(&|x, _| x) / (1.0 - q);
        let square = (sum(&|x, _| x * x) + 2.0 * sum(&|x, g| x * goes_on(g)) * mean) / (1.0 - q);
        Race {
            mean,
            spread: (square - mean * mean) / mean,
            way: u32::from(mechanics.length) + 1,
            pieces: u32::from(mechanics.pieces),
            scale: 1.0,
        }
    }

    /// Squares that `player` has still to go; a piece in hand, or captured for
    /// good, has its whole way.
    pub fn to_go(&self, player: Player, position: &Position) -> u32 {
        let on = position.on(player);
        let gone: u32 = on.iter().map(|square| u32::from(square.number())).sum();
        (self.pieces - u32::from(position.home(player))) * self.way - gone
    }

    /// The same with another scale.
    pub fn scaled(self, scale: f64) -> Race {
        Race { scale, ..self }
    }

    /// What the deviation is multiplied by.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// A's estimated chance of winning, 0 to 1; where the game is over, the
    /// result.
    pub fn chance_of_a(&self, rules: &Rules, position: &Position) -> f64 {
        match position.to_throw() {
            Some(thrower) => chance(self.lead(thrower, position) / self.scale),
            None => match position.outcome(rules.mechanics()) {
                Some(Outcome::Won(Player::A)) => 1.0,
                Some(Outcome::Won(Player::B)) => 0.0,
                _ => 0.5,
            },
        }
    }

    /// A's lead in deviations of the undisturbed race.
    fn lead(&self, thrower: Player, position: &Position) -> f64 {
        let [a, b] = Player::BOTH.map(|player| f64::from(self.to_go(player, position)));
        let half_turn = match thrower {
            Player::A => 0.5 * self.mean,
            Player::B => -0.5 * self.mean,
        };
        let deviation = ((a + b) * self.spread).sqrt();
        if deviation == 0.0 {
            return (b - a + half_turn).signum() * f64::INFINITY;
        }
        (b - a + half_turn) / deviation
    }
}

fn chance(deviations: f64) -> f64 {
    Normal::standard().cdf(deviations)
}

/// The observer that finds the scale of the race for the games it watches.
pub struct Calibrator {
    race: Race,
    /// By scale: sum over the finished games of their mean squared errors.
    errors: [f64; SCALES.len()],
}

impl Calibrator {
    pub fn new(rules: &Rules) -> Calibrator {
        Calibrator {
            race: Race::new(rules),
            errors: [0.0; SCALES.len()],
        }
    }

    /// The race with the scale that errs least; of equals the smaller one.
    pub fn finish(self) -> Race {
        let best = (0..SCALES.len()).min_by(|&x, &y| self.errors[x].total_cmp(&self.errors[y]));
        self.race.scaled(SCALES[best.expect("there are scales")])
    }
}

impl Observer for Calibrator {
    type Game = Vec<f64>;

    fn ply(&mut self, leads: &mut Vec<f64>, ply: &Ply<'_>) {
        if let Some(thrower) = ply.before.to_throw() {
            leads.push(self.race.lead(thrower, ply.before));
        }
    }

    fn end(&mut self, leads: &Vec<f64>, _: &Position, result: &GameResult) {
        let Some(points) = half_points(result, Player::A) else {
            return;
        };
        let result = points as f64 / 2.0;
        for (sum, scale) in self.errors.iter_mut().zip(SCALES) {
            let squares = leads
                .iter()
                .map(|lead| (chance(lead / scale) - result).powi(2));
            *sum += squares.sum::<f64>() / leads.len() as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_position;
    use crate::ruleset::load_builtin;

    fn race(id: &str) -> (Rules, Race) {
        let rules = Rules::new(&load_builtin(id, &[], &[]).unwrap().mechanics);
        let race = Race::new(&rules);
        (rules, race)
    }

    /// Fair sticks: 37/16 points a throw and 3/8 of them again make a mean of
    /// 3.7. E[X²] = (4 + 24 + 36 + 16 + 25)/16 = 105/16; E[X·G] = (4 + 4 + 5)/16
    /// = 13/16; E[S²] = (105/16 + 2·13/16·3.7)/(5/8) = 20.12; less 13.69.
    #[test]
    fn the_points_of_a_turn_are_those_worked_out_by_hand() {
        let (_, race) = race("anubis-5");
        assert!((race.mean - 3.7).abs() < 1e-12);
        assert!((race.spread * race.mean - (20.12 - 13.69)).abs() < 1e-9);
    }

    #[test]
    fn the_estimate_is_fair_and_follows_the_lead() {
        let (rules, race) = race("anubis-5");
        let chance = |text: &str| {
            let position = parse_position(rules.mechanics(), text).unwrap();
            race.chance_of_a(&rules, &position)
        };
        let start = race.chance_of_a(&rules, &rules.start());
        // B is five squares ahead, half a turn is 1.85, the deviation √(255 · 6.43/3.7)
        // = 21.05: Φ(−3.15/21.05).
        assert!((start - 0.44052).abs() < 1e-4, "{start}");
        let (ahead, behind) = ("28,30/1,2 3-3 A", "1,2/28,30 3-3 A");
        assert!(chance(ahead) > 0.99 && chance(behind) < 0.01);
        // The same with the colours changed.
        let sum = chance("5,9,20/3,4,22 2-2 A") + chance("3,4,22/5,9,20 2-2 B");
        assert!((sum - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_piece_in_hand_has_its_whole_way_to_go() {
        let (rules, race) = race("ur-finkel");
        let way = u32::from(rules.mechanics().length) + 1;
        assert_eq!(race.to_go(Player::A, &rules.start()), 7 * way);
    }
}
