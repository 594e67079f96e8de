//! How well an evaluator chooses, against the truth, on fixed positions.

use rayon::prelude::*;

use crate::agent::{Agent, AnyAgent, Stream};
use crate::arena::{Occasion, Sampler};
use crate::rules::{Choice, Position, Rules};
use crate::search::{Assessment, Evaluator, Truth, best_reply, true_values};
use crate::stats::{Confidence, Interval};

/// Decisions with the true equity of every choice.
pub struct Exam {
    questions: Vec<Question>,
    resolution: f64,
}

struct Question {
    occasion: Occasion,
    values: Vec<Assessment>,
}

/// What came of an exam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    pub decisions: u64,
    /// Decisions for a best choice.
    pub best: u64,
    /// Mean regret of a decision; `None` without one.
    pub regret: Option<f64>,
    /// Its standard error; `None` for fewer than two.
    pub error: Option<f64>,
}

impl Exam {
    /// One decision from each of `games` games that `players` plays against
    /// itself; `seed` and `key` as for [`Sampler::new`].
    pub fn new(
        rules: &Rules,
        truth: &dyn Truth,
        players: &AnyAgent,
        games: u64,
        seed: u64,
        key: u64,
    ) -> Exam {
        let sampler = Sampler::new(rules, players, seed, key, 100_000);
        let questions: Vec<Option<Question>> = (0..games)
            .into_par_iter()
            .map(|game| {
                let occasion = sampler.one(game)?;
                let values = true_values(truth, rules, &occasion.position, occasion.points);
                Some(Question { occasion, values })
            })
            .collect();
        Exam {
            questions: questions.into_iter().flatten().collect(),
            resolution: truth.resolution(),
        }
    }

    /// Lets `evaluator` choose without looking ahead.
    pub fn grade(&self, rules: &Rules, evaluator: &impl Evaluator) -> Grade {
        self.grade_choices(|position, points| {
            let choices = rules.choices(position, points);
            best_reply(evaluator, rules, position, points, choices).0
        })
    }

    /// Lets an agent choose, whose random numbers are the same each time.
    pub fn grade_agent(&self, rules: &Rules, agent: &AnyAgent) -> Grade {
        let mut stream = Stream::new(1);
        self.grade_choices(|position, points| {
            let choices = rules.choices(position, points);
            agent.choose(rules, position, points, &choices, &mut stream)
        })
    }

    fn grade_choices(&self, mut choose: impl FnMut(&Position, u8) -> Choice) -> Grade {
        let (mut best, mut sum, mut squares) = (0, 0.0, 0.0);
        for Question { occasion, values } in &self.questions {
            let Occasion { position, points } = *occasion;
            let taken = choose(&position, points);
            let top = values.iter().map(|value| value.equity).fold(0.0, f64::max);
            let taken = values.iter().find(|value| value.choice == taken);
            let regret = top - taken.expect("every choice has a value").equity;
            best += u64::from(regret <= self.resolution);
            sum += regret;
            squares += regret * regret;
        }
        let n = self.questions.len() as f64;
        let mean = sum / n;
        let spread = (squares / n - mean * mean).max(0.0);
        Grade {
            decisions: self.questions.len() as u64,
            best,
            regret: (n > 0.0).then_some(mean),
            error: (n > 1.0).then(|| (spread / (n - 1.0)).sqrt()),
        }
    }
}

impl Grade {
    /// 95 % interval of the mean regret; `None` for fewer than two decisions.
    pub fn interval(&self) -> Option<Interval> {
        let half = Confidence::P95.normal_quantile() * self.error?;
        Some(Interval::around(self.regret?, half))
    }
}
