//! Mergeable accumulators, intervals and tests. Knows nothing of the game,
//! opens no files and prints nothing.
//!
//! Every accumulator holds integers only, so a reduction gives the same bytes
//! in whatever order and over however many threads it is done. All of them
//! obey the law of [`Merge`]. A figure that the data cannot give (the mean of
//! nothing, the spread of one value) is `None`, never 0 and never NaN.

mod bradley_terry;
mod chi_square;
mod deviations;
mod elo;
mod gsprt;
mod histogram;
mod holm;
mod interval;
mod linear;
mod merge;
mod moments;
mod normal;
mod paired;
mod pentanomial;
mod proportion;
mod two_sample;
mod variance_ratio;

pub use bradley_terry::{MatchResult, Ratings, RatingsError};
pub use chi_square::{ChiSquare, ChiSquareError, chi_square_fit};
pub use elo::{elo_of_score, score_of_elo};
pub use gsprt::{Decision, Gsprt, GsprtError};
pub use histogram::Histogram;
pub use holm::holm;
pub use interval::{Confidence, ConfidenceError, Interval};
pub use linear::solve as solve_linear;
pub use merge::{Merge, merge_all};
pub use moments::Moments;
pub use normal::two_sided_p;
pub use paired::{Law, PairedDifference};
pub use pentanomial::Pentanomial;
pub use proportion::Proportion;
pub use two_sample::{MeanDifference, difference_of_means, difference_of_proportions};
pub use variance_ratio::variance_ratio_interval;
