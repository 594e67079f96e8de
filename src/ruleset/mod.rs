//! Rulesets: from a commented text file to checked [`Mechanics`].

mod mechanics;
mod schema;

pub use mechanics::{
    AfterPass, Backward, Capture, Leave, Mechanics, Pairs, Passing, Protection, Refuge, Rethrow,
    RightLasts, RightOfExit, Search, Start, Stay, Win,
};
pub use schema::{Ruleset, load_builtin};
