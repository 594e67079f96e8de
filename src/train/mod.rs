//! Learning evaluators by self-play: TD(λ) with the luck taken out.
//!
//! Serves every ruleset. The learner plays against itself, both sides taking
//! the choice after which the evaluator of the moment sees them best. With `V`
//! that evaluator, and as `B` what one throw of looking ahead makes of it,
//!
//! ```text
//! B(s)  = Σ_t p(t) · max_c V(s after t, c)
//! Gᵢ    = B(sᵢ) + λ · cᵢ · ( Gᵢ₊₁ − V(sᵢ₊₁) )        G = V = the result at the end
//! ```
//!
//! (all seen by one player) is what `V(sᵢ)` is moved to, by the gradient of the
//! cross-entropy. `cᵢ` is 0 after a choice that was drawn at random instead, so
//! that strange positions are seen too and nothing is learned from what nobody
//! would play (C. Watkins, *Learning from delayed rewards*, 1989), else 1. Since
//! `V(sᵢ₊₁)` has the mean `B(sᵢ)` over the throws, this is the λ-return of R.
//! Sutton (*Learning to predict by the methods of temporal differences*, 1988)
//! less the luck of the throws: the same mean, far less noise. G. Tesauro,
//! *Temporal difference learning and TD-Gammon*, 1995.
//!
//! Where games can be put off for ever, an evaluator may come to think well of
//! never finishing: what it expects to win later is as good as a win. *Haste*
//! draws `B` by a small share a ply towards ½, so that a win sooner is worth more.
//!
//! Games are played in batches with the evaluator held fixed, on any number of
//! threads; steps are made in a fixed order afterwards, by Adam (D. Kingma, J.
//! Ba, 2015). So the same seed gives the same bytes for any number of threads.

mod adam;
mod checkpoint;
mod course;
mod exam;
mod learner;
mod linear_fit;
mod selfplay;

pub use checkpoint::CheckpointError;
pub use course::Course;
pub use exam::{Exam, Grade};
pub use learner::{Learner, Plan};
pub use linear_fit::{FitPlan, LinearFit};
