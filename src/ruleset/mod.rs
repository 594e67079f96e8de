//! Rulesets: from a commented text file to checked [`Mechanics`].
//!
//! A file is parsed into values that know their place, laid over its base,
//! changed by readings and by keys set on the command line, and only then
//! checked; every fault is reported at once. [`load`] does it all.

mod build;
mod builtin;
mod casting;
mod check;
mod check_features;
mod device;
mod device_file;
mod difference;
mod digest;
mod digest_features;
mod fault;
mod features;
mod features_file;
mod file;
mod idle;
mod inherited;
mod layout;
mod load;
mod mechanics;
mod open;
mod overlay;
mod probability;
mod prose;
mod prose_backward;
mod prose_features;
mod provenance;
mod reach;
mod reader;
mod reader_squares;
mod restore;
mod restore_features;
mod schema;
mod schema_rules;
mod standin;
mod start;
mod value;
mod words;

pub use builtin::builtin_ids;
pub use casting::Casting;
pub use device::{Cast, Device, device, devices};
pub use difference::Difference;
pub use digest::Digest;
pub(crate) use fault::nearest;
pub use fault::{Fault, Faults, Overlay, Place};
pub use features::{
    Bump, Cells, Divert, Entered, GateMode, Grants, Hand, Hold, HoldGrants, HoldLanding,
    HoldOthers, HoldPairs, HoldWait, OpenWith, Opening, Returned, Score, StartFile, TrapTo,
};
pub use file::Reading;
pub use layout::{Layout, Place as BoardPlace};
pub use load::{Ruleset, check, load, load_builtin, load_from};
pub use mechanics::{
    AfterPass, Backward, Capture, Leave, Mechanics, Pairs, Passing, Protection, Refuge, Rethrow,
    RightLasts, RightOfExit, Search, Start, Stay, Win,
};
pub use probability::{Probability, ProbabilityError};
pub use provenance::{Evidence, Provenance};
pub(crate) use reader::Section;
pub use schema::json_schema;
pub(crate) use value::{Kind, Table, Value, parse_document};
