//! The rules of one ruleset as a program: positions, choices, play.
//!
//! [`Rules`] is the compiled engine: bit masks and flat tables made once from
//! the checked [`Mechanics`](crate::ruleset::Mechanics). [`mod@reference`] is the same
//! rules written a second time, slow and plain; tests hold the two together.

mod choices;
mod compile;
mod compile_features;
mod legal;
mod legal_features;
mod notation;
pub mod perft;
mod play;
mod play_features;
mod ply;
mod policy;
mod position;
mod position_faults;
mod position_text;
pub mod record;
pub mod reference;

pub use choices::{Choice, ChoiceKind, Choices};
pub(crate) use compile::Reach;
pub use compile::Rules;
pub use notation::{NotationError, parse_position};
pub use play::Event;
pub use ply::{Deed, Landing, Ply, PlyError, Target};
pub use policy::Policy;
pub use position::{Mark, Outcome, Position, Setup};
pub use position_faults::PositionFault;
