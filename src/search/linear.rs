//! The linear evaluator: weighted features, squashed by a logistic.
//!
//! Serves every ruleset. With `f_i` the features of [`super::features`] and
//! `w_i` their weights, `T` the expected throws until home of a side's pieces,
//! each alone, and `v` the variance of a turn's points per throw, in average
//! throws squared:
//!
//! ```text
//! lead   = Σ_i w_i · (f_i(own) − f_i(opponent))                    in throws
//! equity = σ( 1.702 · sharpness · lead / √(v · (1 + T(own) + T(opponent))) )
//! ```
//!
//! In a pure race the difference of two sums of throws is near a normal
//! distribution of that variance, and σ(1.702 x) is near its cumulative one
//! (within 0.0095), so a sharpness of 1 and a weight of −1 on pips is the chance
//! of winning a race. Sums over pieces are taken in fixed point by table look-up,
//! so the order of the pieces never shows in the last bits.

use crate::rules::{Position, Rules};
use crate::ruleset::Pairs;
use crate::types::{Player, SquareSet};

use super::evaluator::{Evaluator, logistic};
use super::features::{Basis, FEATURE_COUNT, Feature, differences};
use super::lone::chance_of_another;
use super::square_sum::SquareSum;
use super::weights::Weights;

/// Fixed point: 2¹⁴ units a throw.
const UNIT: f64 = 16384.0;

/// No single term of the lead counts for more throws than this, so that the
/// terms of two times ten pieces stay inside an `i32` whatever the weights.
const MOST_THROWS: f64 = 2000.0;

/// σ(1.702 x) is the logistic nearest to the normal distribution.
const LOGISTIC_TO_NORMAL: f64 = 1.702;

/// [`Weights`] compiled for one ruleset.
#[derive(Clone, Debug)]
pub struct Linear {
    basis: Basis,
    weights: Weights,
    /// High: weighted features of a piece without a star that depend on its
    /// square alone. Low: its throws until home.
    pieces: SquareSum,
    /// What a star adds, high and (subtracted) low.
    stars: Option<SquareSum>,
    home: i32,
    lost: i32,
    paired: i32,
    exposed: i32,
    exposed_later: i32,
    walls: i32,
    barred: i32,
    tempo: i32,
    /// By throw: its points, masks, and the weighted cost of having no move.
    throws: Vec<ThrowMasks>,
    safe: u32,
    stay_on: u32,
    pair_mask: [u32; 2],
    wall: [u32; 2],
    max_points: u32,
    pieces_a_side: i32,
    /// `1.702 · sharpness / √v`, per throw rather than per unit.
    slope: f64,
}

#[derive(Clone, Copy, Debug)]
struct ThrowMasks {
    points: u32,
    lands: u32,
    leaves: u32,
    immobile: i32,
}

/// What of a side the other side meets.
#[derive(Clone, Copy)]
struct Front {
    on: u32,
    /// Pieces that neither a neighbour nor a safe square protects.
    loose: u32,
    /// Pieces that a neighbour protects, safe squares left out.
    paired: u32,
    /// First squares of walls.
    walls: u32,
    /// Squares that the next throw can reach.
    reach: u32,
}

impl Linear {
    pub fn new(rules: &Rules, weights: &Weights) -> Linear {
        Linear::of_basis(Basis::new(rules), weights)
    }

    /// The same ruleset with other weights.
    pub fn with_weights(&self, weights: &Weights) -> Linear {
        Linear::of_basis(self.basis.clone(), weights)
    }

    fn of_basis(basis: Basis, weights: &Weights) -> Linear {
        let mechanics = &basis.mechanics;
        let fixed = |value: f64| (value.clamp(-MOST_THROWS, MOST_THROWS) * UNIT).round() as i32;
        let of = |feature| weights.of(feature);
        let piece = |star: usize, s: usize| {
            let bit = |set: SquareSet| f64::from(set.0 >> s & 1);
            let throws = basis.lone.throws[star][s];
            let right = if star == 1 { 1.0 } else { bit(basis.won_on) };
            let pips = basis.pips(s);
            let lead = of(Feature::Pips) * pips
                + of(Feature::Waste) * (throws - pips)
                + of(Feature::Safe) * bit(mechanics.safe)
                + of(Feature::Stuck) * basis.lone.stuck[star][s]
                + of(Feature::Trap) * basis.lone.sent_back[star][s]
                + of(Feature::Stayers) * bit(basis.stay_on)
                + of(Feature::Right) * right;
            (fixed(lead), fixed(throws))
        };
        let star = |s: usize| {
            if basis.lone.starred.0 >> s & 1 == 0 {
                return (0, 0);
            }
            let ((lead, throws), (plain_lead, plain_throws)) = (piece(1, s), piece(0, s));
            (lead - plain_lead, plain_throws - throws)
        };
        let throws = basis.throws.all().iter().map(|chance| {
            let t = usize::from(chance.points);
            ThrowMasks {
                points: u32::from(chance.points),
                lands: basis.lone.lands[t].0,
                leaves: basis.lone.leaves[t].0,
                immobile: fixed(of(Feature::Immobile) * chance.probability),
            }
        });
        Linear {
            pieces: SquareSum::new(|s| piece(0, s)),
            stars: (!basis.lone.starred.is_empty()).then(|| SquareSum::new(star)),
            home: fixed(of(Feature::Home)),
            lost: fixed(of(Feature::Lost) * basis.farthest),
            paired: fixed(of(Feature::Paired)),
            exposed: fixed(of(Feature::Exposed) * basis.capture_cost),
            exposed_later: fixed(of(Feature::ExposedLater) * basis.capture_cost),
            walls: fixed(of(Feature::Walls)),
            barred: fixed(of(Feature::Barred)),
            tempo: fixed(of(Feature::Tempo) * basis.half_turn),
            throws: throws.collect(),
            safe: mechanics.safe.0,
            stay_on: basis.stay_on.0,
            pair_mask: Player::BOTH.map(|player| match mechanics.pairs[player] {
                Pairs::None => 0,
                Pairs::Any | Pairs::Ends => u32::MAX,
            }),
            wall: Player::BOTH.map(|player| u32::from(mechanics.wall[player])),
            max_points: u32::from(mechanics.throws.max_points()),
            pieces_a_side: i32::from(mechanics.pieces),
            slope: LOGISTIC_TO_NORMAL * weights.sharpness / variance(&basis).sqrt(),
            weights: weights.clone(),
            basis,
        }
    }

    /// The lead of the player about to throw, in throws, by the slow and
    /// explainable way: feature differences times weights.
    pub fn explained_lead(&self, position: &Position) -> f64 {
        self.lead_of(&self.features(position))
    }

    /// Own minus opponent's for each feature, in the order of
    /// [`super::FEATURES`]; the position must not be over.
    pub fn features(&self, position: &Position) -> [f64; FEATURE_COUNT] {
        differences(&self.basis, position)
    }

    /// What the weights are multiplied with in the score, in the order of
    /// [`super::FEATURES`], the sharpness being part of it; the position must
    /// not be over.
    pub fn weighed(&self, position: &Position) -> [f64; FEATURE_COUNT] {
        let (_, rest) = self.lead_and_rest(position);
        let scale = self.slope / (1.0 + rest).sqrt();
        self.features(position).map(|feature| scale * feature)
    }

    /// The lead, in throws, that feature differences make.
    pub fn lead_of(&self, features: &[f64; FEATURE_COUNT]) -> f64 {
        features
            .iter()
            .zip(&self.weights.values)
            .map(|(feature, weight)| feature * weight)
            .sum()
    }

    /// The lead of the player about to throw and the throws that both sides
    /// need yet, each piece alone. The position must not be over.
    #[inline(always)]
    pub fn lead_and_rest(&self, position: &Position) -> (f64, f64) {
        let player = position.to_throw().unwrap_or(Player::A);
        let mine = self.front(position, player);
        let theirs = self.front(position, !player);
        let (my_lead, my_throws) = self.side(position, player, &mine, &theirs);
        let (their_lead, their_throws) = self.side(position, !player, &theirs, &mine);
        let exposed = count(mine.loose & theirs.reach) * self.exposed_later
            - count(theirs.loose & mine.reach) * self.exposed;
        let lead = my_lead - their_lead + exposed + self.tempo;
        let rest = my_throws + their_throws;
        (f64::from(lead) / UNIT, f64::from(rest) / UNIT)
    }

    /// The score, and the throws that both sides need yet.
    #[inline(always)]
    pub(super) fn score_and_rest(&self, position: &Position) -> (f64, f64) {
        let (lead, rest) = self.lead_and_rest(position);
        (self.slope * lead / (1.0 + rest).sqrt(), rest)
    }

    #[inline(always)]
    fn front(&self, position: &Position, owner: Player) -> Front {
        let on = position.on(owner).0;
        let neighbours = on & (on << 1 | on >> 1) & self.pair_mask[owner.index()];
        let wall = self.wall[owner.index()];
        let mut walls = if wall == 0 { 0 } else { on };
        for i in 1..wall {
            walls &= on >> i;
        }
        Front {
            on,
            loose: on & !neighbours & !self.safe,
            paired: neighbours & !self.safe,
            walls,
            reach: self
                .throws
                .iter()
                .fold(0, |reach, t| reach | (on & t.lands) << t.points),
        }
    }

    /// The lead that one side has by itself and against the other's front,
    /// exposed pieces left out, and its throws until home.
    #[inline(always)]
    fn side(&self, position: &Position, owner: Player, own: &Front, other: &Front) -> (i32, i32) {
        let sums = self.pieces.of(own.on);
        let (mut lead, mut throws) = (sums.high(), sums.low());
        let home = i32::from(position.home(owner));
        lead += home * self.home + count(own.paired) * self.paired;
        if self.lost != 0 {
            lead += (self.pieces_a_side - home - count(own.on)) * self.lost;
        }
        if let Some(stars) = &self.stars {
            let sums = stars.of(position.starred(owner).0);
            lead += sums.high();
            throws -= sums.low();
        }
        if own.walls != 0 {
            lead += count(own.walls) * self.walls;
        }
        if other.walls != 0 {
            let wall = self.wall[(!owner).index()];
            let behind = (1..=self.max_points.saturating_sub(wall))
                .fold(0, |behind, i| behind | other.walls >> i);
            lead += count(own.on & behind) * self.barred;
        }
        (lead + self.immobile(own, other), throws)
    }

    /// The weighted chance that the next throw has no forward move.
    #[inline(always)]
    fn immobile(&self, own: &Front, other: &Front) -> i32 {
        let stayers = own.on & self.stay_on;
        let movable = if stayers == 0 { own.on } else { stayers };
        let barred = own.on | other.on & !other.loose;
        self.throws.iter().fold(0, |sum, t| {
            let moves = movable & (t.lands & !(barred >> t.points) | t.leaves);
            sum + if moves == 0 { t.immobile } else { 0 }
        })
    }
}

impl Evaluator for Linear {
    #[inline(always)]
    fn score(&self, position: &Position) -> f64 {
        self.score_and_rest(position).0
    }

    #[inline(always)]
    fn squash(&self, score: f64) -> f64 {
        logistic(score)
    }
}

#[inline(always)]
fn count(set: u32) -> i32 {
    set.count_ones() as i32
}

/// The variance of the points of a turn, in average throws squared, per throw:
/// that of the points and that of the number of throws, taken as independent.
fn variance(basis: &Basis) -> f64 {
    let throws = &basis.throws;
    let another = chance_of_another(throws, basis.mechanics.again).min(0.99);
    let spread = throws.variance_of_points() / throws.mean_points().powi(2);
    (spread + another / (1.0 - another)).max(0.01)
}
