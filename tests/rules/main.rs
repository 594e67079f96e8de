//! Tests of the rules: two engines that must agree, counts that must stand,
//! and hand-made positions for each special rule.

mod common;
mod conformance;
mod events;
mod lockstep;
mod perft;
mod placements;
mod properties;
mod special_rules;
mod starts;
