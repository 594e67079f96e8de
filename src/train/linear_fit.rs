//! Fits the weights of a linear evaluator, for one ruleset or several.

use std::sync::atomic::AtomicBool;

use super::adam::Warmth;
use super::course::Course;
use super::selfplay::{Field, Sample, Terms};
use crate::rules::Rules;
use crate::search::{FEATURE_COUNT, Linear, Weights, logistic};

/// Everything that decides what is fitted, but the games.
#[derive(Clone, Debug, PartialEq)]
pub struct FitPlan {
    pub seed: u64,
    /// Fitting ends with the batch in which so many plies have been played.
    pub plies: u64,
    /// Games of a batch on every ruleset.
    pub batch: u64,
    pub lambda: f64,
    /// Step size at the beginning; it falls to 0 in a straight line.
    pub rate: f64,
}

/// Positions of a step.
const STEP: usize = 64;

/// Weights while they are fitted.
pub struct LinearFit {
    fields: Vec<(Field, Linear)>,
    weights: Weights,
    slopes: [f32; FEATURE_COUNT],
    means: [f32; FEATURE_COUNT],
    squares: [f32; FEATURE_COUNT],
    warmth: Warmth,
    course: Course,
}

impl LinearFit {
    /// Begins with the weights `from`, whose sharpness stays as it is: it is a
    /// factor of all others. Each game comes with its key, as for
    /// [`crate::arena::Seeds::new`].
    pub fn new(games: &[(Rules, u64)], from: &Weights, plan: &FitPlan) -> LinearFit {
        let terms = Terms {
            lambda: plan.lambda,
            haste: 0.0,
        };
        let field = |(rules, key): &(Rules, u64)| {
            let field = Field::new(rules, plan.seed, *key, terms);
            (field, Linear::new(rules, from))
        };
        LinearFit {
            fields: games.iter().map(field).collect(),
            weights: from.clone(),
            slopes: [0.0; FEATURE_COUNT],
            means: [0.0; FEATURE_COUNT],
            squares: [0.0; FEATURE_COUNT],
            warmth: Warmth::default(),
            course: Course::new(plan.seed, plan.plies, plan.batch, plan.rate),
        }
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How far it has come.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Plays a batch of games and learns from it; `false`, and nothing is
    /// changed, where `cancel` was set meanwhile.
    pub fn batch(&mut self, pool: &rayon::ThreadPool, cancel: &AtomicBool) -> bool {
        let mut lessons: Vec<Lesson> = Vec::new();
        for (field, linear) in &self.fields {
            let lesson = |sample: &Sample| lesson(linear, sample);
            match self.course.play(field, linear, pool, cancel, lesson) {
                Some(more) => lessons.extend(more),
                None => return false,
            }
        }
        self.course.shuffle(&mut lessons);
        self.learn(&lessons, self.course.rate());
        self.course.count(lessons.len());
        for (_, linear) in &mut self.fields {
            *linear = linear.with_weights(&self.weights);
        }
        true
    }

    fn learn(&mut self, lessons: &[Lesson], rate: f32) {
        let mut values = self.weights.values.map(|value| value as f32);
        for step in lessons.chunks(STEP) {
            for (inputs, target) in step {
                let score: f32 = (inputs.iter().zip(&values)).map(|(x, w)| x * w).sum();
                let off = (logistic(f64::from(score)) as f32 - target) / step.len() as f32;
                for (slope, input) in self.slopes.iter_mut().zip(inputs) {
                    *slope += off * input;
                }
            }
            self.warmth.next();
            let (means, squares) = (&mut self.means, &mut self.squares);
            self.warmth
                .step(rate, &mut values, &mut self.slopes, means, squares);
        }
        self.weights.values = values.map(|value| f64::from(value.clamp(-20.0, 20.0)));
    }
}

/// What each weight is multiplied with in the score, and what should come out.
type Lesson = ([f32; FEATURE_COUNT], f32);

fn lesson(linear: &Linear, sample: &Sample) -> Lesson {
    let inputs = linear.weighed(&sample.position);
    (inputs.map(|input| input as f32), sample.target)
}
