//! Plain value iteration: the equation and nothing else, one position after the
//! other, until nothing changes.

/// What can follow a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// The game is over; worth 1, 0.5 or 0 to the player who threw.
    Over(f64),
    /// The position with this number; the same player throws again.
    Same(u32),
    /// The position with this number; the other player throws.
    Other(u32),
}

const OTHER: u32 = 1 << 31;
const WON: u32 = OTHER - 1;
const DRAWN: u32 = OTHER - 2;
const LOST: u32 = OTHER - 3;

/// What can follow every position of a game, in the order of their numbers.
pub struct Ways {
    /// By throw.
    chances: Vec<f64>,
    ways: Vec<u32>,
    /// By position and throw: where its ways begin; and the end.
    first: Vec<usize>,
}

impl Ways {
    pub fn new(chances: Vec<f64>) -> Ways {
        Ways {
            chances,
            ways: Vec::new(),
            first: vec![0],
        }
    }

    /// Adds what can follow the next throw, or the next position's first one.
    pub fn push_throw(&mut self, next: impl IntoIterator<Item = Next>) {
        self.ways.extend(next.into_iter().map(|next| match next {
            Next::Over(1.0) => WON,
            Next::Over(0.5) => DRAWN,
            Next::Over(value) => {
                assert_eq!(value, 0.0);
                LOST
            }
            Next::Same(number) => number,
            Next::Other(number) => OTHER | number,
        }));
        self.first.push(self.ways.len());
    }

    /// How many positions have all their throws.
    pub fn positions(&self) -> usize {
        (self.first.len() - 1) / self.chances.len()
    }

    /// The chance of winning (half a draw counted) of the player about to throw in
    /// each position. `order`: in which order positions are visited, all of them.
    pub fn values(&self, order: &[u32], settled: f64) -> Vec<f64> {
        assert_eq!(order.len(), self.positions());
        let mut values = vec![0.5; order.len()];
        for _ in 0..100_000 {
            let mut change = 0.0f64;
            for &position in order {
                let new = self.backed_up(position as usize, &values);
                let old = &mut values[position as usize];
                change = change.max((new - *old).abs());
                *old = new;
            }
            if change < settled {
                return values;
            }
        }
        panic!("value iteration does not settle");
    }

    fn backed_up(&self, position: usize, values: &[f64]) -> f64 {
        let value = |&way: &u32| match way {
            WON => 1.0,
            DRAWN => 0.5,
            LOST => 0.0,
            way if way & OTHER != 0 => 1.0 - values[(way & !OTHER) as usize],
            way => values[way as usize],
        };
        let first = &self.first[position * self.chances.len()..];
        let throws = self.chances.iter().zip(first.windows(2));
        throws
            .map(|(chance, ways)| {
                let ways = &self.ways[ways[0]..ways[1]];
                chance * ways.iter().map(value).fold(0.0, f64::max)
            })
            .sum()
    }
}
