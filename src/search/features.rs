//! What the linear evaluator looks at, feature by feature.
//!
//! Every feature is measured for each side and counts as own minus opponent's,
//! own being the player about to throw. Most are in *throws*: what they cost or
//! gain in a race, in units of one average throw, so that one set of weights
//! makes sense on every ruleset. This file computes them square by square, for
//! explanation and as the slow twin of [`super::Linear`].

use crate::rules::{Position, Rules};
use crate::ruleset::{Capture, Mechanics, Pairs};
use crate::types::{Player, Square, SquareSet};

use super::lone::{Lone, throws_per_turn};
use super::throws::Throws;

/// A feature's number, its index in weights and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(usize)]
pub enum Feature {
    Pips,
    Waste,
    Home,
    Lost,
    Paired,
    Safe,
    Exposed,
    ExposedLater,
    Walls,
    Barred,
    Stuck,
    Trap,
    Stayers,
    Right,
    Immobile,
    Tempo,
}

/// How a feature is written and what it means.
#[derive(Clone, Copy, Debug)]
pub struct FeatureInfo {
    pub feature: Feature,
    /// The key in a weights file.
    pub name: &'static str,
    /// What is measured for a side, with its unit.
    pub about: &'static str,
}

macro_rules! features {
    ($($feature:ident $name:literal $about:literal)*) => {
        &[$(FeatureInfo { feature: Feature::$feature, name: $name, about: $about }),*]
    };
}

/// All features, in the order of [`Feature`].
pub static FEATURES: &[FeatureInfo; FEATURE_COUNT] = features! {
    Pips "pips" "squares still to go until all pieces on the board are off, in average throws"
    Waste "waste" "throws that the pieces, each alone, lose to gates, traps and exact exits on their way: expected throws until home less pips"
    Home "home" "pieces borne off"
    Lost "lost" "pieces captured for good, each at the longest way home, in throws"
    Paired "paired" "pieces that a neighbour protects from capture, safe squares not counted"
    Safe "safe" "pieces on safe squares"
    Exposed "exposed" "pieces that the opponent can capture with the throw it is about to make, as far as squares and pairs decide; each at what a capture costs: one throw, or where it is for good the longest way home"
    ExposedLater "exposed_later" "the same for the side that is about to throw itself"
    Walls "walls" "runs as long as the shortest wall, overlapping ones counted each"
    Barred "barred" "pieces close enough behind an opponent's wall for some throw to run into it"
    Stuck "stuck" "chance that the next throw has no forward move for a piece, were it alone, summed over pieces: how gates and exact exits hold them up"
    Trap "trap" "chance that the next throw can send a piece to the refuge, were it alone, summed over pieces"
    Stayers "stayers" "pieces staying on a trap"
    Right "right" "pieces that have the right of exit"
    Immobile "immobile" "chance that the next throw has no forward move at all, walls left aside; with a stayer, that it does not bear it off"
    Tempo "tempo" "half an average turn, in throws, for the player about to throw; 0 for the other"
};

/// How many features there are.
pub const FEATURE_COUNT: usize = Feature::Tempo as usize + 1;

/// What the features need to know of a ruleset.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub mechanics: Mechanics,
    pub lone: Lone,
    pub throws: Throws,
    /// The longest way home, in throws.
    pub farthest: f64,
    /// What a capture costs the captured side, in throws.
    pub capture_cost: f64,
    /// Half an average turn, in throws.
    pub half_turn: f64,
    /// Squares on which a piece has the right of exit without a star.
    pub won_on: SquareSet,
    pub stay_on: SquareSet,
}

impl Basis {
    pub fn new(rules: &Rules) -> Basis {
        let mechanics = rules.mechanics().clone();
        let lone = Lone::new(&mechanics);
        let throws = Throws::new(rules);
        let farthest = lone.farthest();
        Basis {
            farthest,
            capture_cost: match mechanics.capture {
                Capture::Swap => 1.0,
                Capture::Remove | Capture::Low | Capture::Hand => farthest,
                Capture::None => 0.0,
            },
            half_turn: throws_per_turn(&throws, mechanics.again) / 2.0,
            won_on: mechanics
                .right_of_exit
                .map_or(SquareSet::EMPTY, |right| SquareSet::single(right.won_on)),
            stay_on: mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on),
            lone,
            throws,
            mechanics,
        }
    }

    /// Squares still to go from `square`, in average throws.
    pub fn pips(&self, square: usize) -> f64 {
        (f64::from(self.mechanics.length) + 1.0 - square as f64) / self.throws.mean_points()
    }
}

/// The features of one side.
fn side(basis: &Basis, position: &Position, owner: Player) -> [f64; FEATURE_COUNT] {
    let mechanics = &basis.mechanics;
    let (own, other) = (position.on(owner), position.on(!owner));
    let stars = position.starred(owner);
    let throws_next = position.to_throw() == Some(owner);
    let mut values = [0.0; FEATURE_COUNT];
    let mut add = |feature: Feature, value: f64| values[feature as usize] += value;
    for square in own.iter() {
        let (star, s) = (usize::from(stars.contains(square)), square_index(square));
        let pips = basis.pips(s);
        add(Feature::Pips, pips);
        add(Feature::Waste, basis.lone.throws[star][s] - pips);
        add(Feature::Stuck, basis.lone.stuck[star][s]);
        add(Feature::Trap, basis.lone.sent_back[star][s]);
        add(Feature::Safe, count(mechanics.safe.contains(square)));
        add(Feature::Stayers, count(basis.stay_on.contains(square)));
        let right = star == 1 || basis.won_on.contains(square);
        add(Feature::Right, count(right));
        let paired = is_paired(mechanics, owner, own, square) && !mechanics.safe.contains(square);
        add(Feature::Paired, count(paired));
        if is_exposed(basis, owner, own, other, square) {
            let exposed = match throws_next {
                true => Feature::ExposedLater,
                false => Feature::Exposed,
            };
            add(exposed, basis.capture_cost);
        }
        add(
            Feature::Barred,
            count(is_barred(mechanics, !owner, other, square)),
        );
        add(
            Feature::Walls,
            count(starts_wall(mechanics, owner, own, square)),
        );
    }
    let home = position.home(owner);
    let lost = f64::from(mechanics.pieces) - f64::from(home) - f64::from(own.len());
    add(Feature::Home, f64::from(home));
    add(Feature::Lost, lost * basis.farthest);
    add(Feature::Immobile, immobile(basis, owner, own, other));
    add(Feature::Tempo, count(throws_next) * basis.half_turn);
    values
}

fn square_index(square: Square) -> usize {
    usize::from(square.number())
}

fn count(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

fn step(square: Square, by: i16) -> Option<Square> {
    u8::try_from(i16::from(square.number()) + by)
        .ok()
        .and_then(Square::new)
}

fn holds(set: SquareSet, square: Option<Square>) -> bool {
    square.is_some_and(|square| set.contains(square))
}

fn is_paired(mechanics: &Mechanics, owner: Player, own: SquareSet, square: Square) -> bool {
    mechanics.pairs[owner] == Pairs::Any
        && (holds(own, step(square, -1)) || holds(own, step(square, 1)))
}

fn is_exposed(
    basis: &Basis,
    owner: Player,
    own: SquareSet,
    other: SquareSet,
    square: Square,
) -> bool {
    let mechanics = &basis.mechanics;
    !mechanics.safe.contains(square)
        && !is_paired(mechanics, owner, own, square)
        && basis.throws.all().iter().any(|chance| {
            let from = step(square, -i16::from(chance.points));
            holds(other & basis.lone.lands[usize::from(chance.points)], from)
        })
}

fn starts_wall(mechanics: &Mechanics, owner: Player, own: SquareSet, square: Square) -> bool {
    let wall = i16::from(mechanics.wall[owner]);
    wall > 0 && (0..wall).all(|i| holds(own, step(square, i)))
}

fn is_barred(mechanics: &Mechanics, waller: Player, walls: SquareSet, square: Square) -> bool {
    let reach = i16::from(mechanics.throws.max_points()) - i16::from(mechanics.wall[waller]);
    (1..=reach).any(|ahead| {
        step(square, ahead).is_some_and(|first| starts_wall(mechanics, waller, walls, first))
    })
}

fn immobile(basis: &Basis, owner: Player, own: SquareSet, other: SquareSet) -> f64 {
    let mechanics = &basis.mechanics;
    let stayers = own & basis.stay_on;
    let movable = if stayers.is_empty() { own } else { stayers };
    let open = |square: Option<Square>| {
        square.is_some_and(|square| {
            let taken = other.contains(square)
                && (mechanics.safe.contains(square) || is_paired(mechanics, !owner, other, square));
            !own.contains(square) && !taken
        })
    };
    basis
        .throws
        .all()
        .iter()
        .filter(|chance| {
            let t = usize::from(chance.points);
            !movable.iter().any(|square| {
                basis.lone.leaves[t].contains(square)
                    || basis.lone.lands[t].contains(square)
                        && open(step(square, i16::from(chance.points)))
            })
        })
        .map(|chance| chance.probability)
        .sum()
}

/// Own minus opponent's for every feature, from the side of the player about
/// to throw; the position must not be over.
pub(super) fn differences(basis: &Basis, position: &Position) -> [f64; FEATURE_COUNT] {
    let own = position.to_throw().expect("a game that goes on");
    let (mine, theirs) = (side(basis, position, own), side(basis, position, !own));
    std::array::from_fn(|i| mine[i] - theirs[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_order_and_differ() {
        for (i, info) in FEATURES.iter().enumerate() {
            assert_eq!(info.feature as usize, i);
            assert!(FEATURES[..i].iter().all(|other| other.name != info.name));
        }
    }
}
