//! Learns a [`Td`] evaluator.

use std::sync::atomic::AtomicBool;

use super::adam::Warmth;
use super::course::Course;
use super::selfplay::{Field, Sample, Terms};
use crate::agent::Stream;
use crate::rules::Rules;
use crate::search::{Active, Evaluator, Inputs, Learning, Net, Td, TdWeights, Weights, logistic};

/// Everything that decides what is learned, but the game.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub seed: u64,
    /// Learning ends with the batch in which so many plies have been played.
    pub plies: u64,
    /// Games of a batch.
    pub batch: u64,
    pub lambda: f64,
    /// By which share each ply draws an equity towards ½, 0 for not at all.
    pub haste: f64,
    /// Step size at the beginning; it falls to 0 in a straight line.
    pub rate: f64,
    /// Hidden units.
    pub hidden: usize,
}

/// Positions of a step.
const STEP: usize = 32;

/// Weights to the hidden units begin between plus and minus this.
const SPREAD: f32 = 0.1;

/// A net while it learns.
#[derive(Clone, Debug)]
pub struct Learner {
    pub(super) plan: Plan,
    pub(super) base: Weights,
    field: Field,
    td: Td,
    pub(super) net: Net,
    pub(super) means: Net,
    pub(super) squares: Net,
    pub(super) warmth: Warmth,
    pub(super) course: Course,
}

impl Learner {
    /// A learner that has seen nothing: it plays as the linear evaluator with
    /// the weights `base`. `key` as for [`crate::arena::Seeds::new`].
    pub fn new(rules: &Rules, base: &Weights, plan: &Plan, key: u64) -> Learner {
        let inputs = Inputs::new(rules, base);
        let zeros = Net::zeros(inputs.rows(), plan.hidden);
        let mut net = zeros.clone();
        let mut stream = Stream::new(plan.seed ^ key);
        let [layer, skip, _] = net.slices_mut();
        for weight in layer {
            let part = (stream.word() >> 40) as f32 / (1u64 << 24) as f32;
            *weight = SPREAD * (2.0 * part - 1.0);
        }
        skip[inputs.base_row()] = 1.0;
        Learner {
            field: Field::new(
                rules,
                plan.seed,
                key,
                Terms {
                    lambda: plan.lambda,
                    haste: plan.haste,
                },
            ),
            td: Td::of_parts(inputs, net.clone()),
            net,
            means: zeros.clone(),
            squares: zeros,
            warmth: Warmth::default(),
            course: Course::new(plan.seed, plan.plies, plan.batch, plan.rate),
            plan: plan.clone(),
            base: base.clone(),
        }
    }

    /// The digest of the game.
    pub fn digest(&self) -> String {
        self.field.rules.mechanics().digest().to_string()
    }

    /// How far it has come.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Plays a batch of games and learns from it; `false`, and nothing is
    /// changed, where `cancel` was set meanwhile.
    pub fn batch(&mut self, pool: &rayon::ThreadPool, cancel: &AtomicBool) -> bool {
        self.td.set_net(&self.net);
        let (field, td, course) = (&self.field, &self.td, &self.course);
        let Some(mut samples) = course.play(field, td, pool, cancel, |sample| *sample) else {
            return false;
        };
        course.shuffle(&mut samples);
        self.learn(&samples, self.course.rate());
        self.course.count(samples.len());
        true
    }

    fn learn(&mut self, samples: &[Sample], rate: f32) {
        let mut gradient = Net::zeros(self.net.rows(), self.net.hidden());
        let mut hidden = [0.0; 64];
        for step in samples.chunks(STEP) {
            for sample in step {
                let mut active = Active::default();
                self.td.inputs().fill(&sample.position, &mut active);
                let score = self.net.forward(&active, &mut hidden);
                let off = logistic(f64::from(score)) as f32 - sample.target;
                let slope = off / step.len() as f32;
                self.net.backward(&active, &hidden, slope, &mut gradient);
            }
            self.warmth.next();
            let slices = (self.net.slices_mut().into_iter())
                .zip(gradient.slices_mut())
                .zip(
                    self.means
                        .slices_mut()
                        .into_iter()
                        .zip(self.squares.slices_mut()),
                );
            for ((weights, gradient), (means, squares)) in slices {
                self.warmth.step(rate, weights, gradient, means, squares);
            }
        }
    }

    /// The evaluator as it is now.
    pub fn evaluator(&self) -> impl Evaluator + use<> {
        Td::of_parts(self.td.inputs().clone(), self.net.clone())
    }

    /// What has been learned, as a file of the game that `ruleset` names.
    pub fn weights(&self, ruleset: &str) -> TdWeights {
        TdWeights {
            ruleset: ruleset.to_string(),
            digest: self.digest(),
            base: self.base.clone(),
            net: self.net.clone(),
            learning: Learning {
                batch: Some(self.plan.batch),
                version: env!("CARGO_PKG_VERSION").to_string(),
                seed: self.plan.seed,
                games: self.course.games(),
                plies: self.course.plies(),
                lambda: self.plan.lambda,
                haste: self.plan.haste,
                rate: self.plan.rate,
            },
        }
    }
}
