//! Mergeable accumulators, intervals and tests. Knows nothing of the game,
//! opens no files and prints nothing.
//!
//! Every accumulator holds integers only, so a reduction gives the same bytes
//! in whatever order and over however many threads it is done. All of them
//! obey the law of [`Merge`]. A figure that the data cannot give (the mean of
//! nothing, the spread of one value) is `None`, never 0 and never NaN.

mod chi_square;
mod deviations;
mod histogram;
mod holm;
mod interval;
mod merge;
mod moments;
mod paired;
mod proportion;
mod two_sample;

pub use chi_square::{ChiSquare, ChiSquareError, chi_square_fit};
pub use histogram::Histogram;
pub use holm::holm;
pub use interval::{Confidence, ConfidenceError, Interval};
pub use merge::{Merge, merge_all};
pub use moments::Moments;
pub use paired::{Law, PairedDifference};
pub use proportion::Proportion;
pub use two_sample::{MeanDifference, difference_of_means, difference_of_proportions};
