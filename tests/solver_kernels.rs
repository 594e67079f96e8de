//! Every instruction set gives the same bytes, for every storage format, over
//! blocks of every family of swap games.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use senet::rules::Rules;
use senet::ruleset::load_builtin;
use senet::solver::colour::Colourings;
use senet::solver::encoding::Encoding;
use senet::solver::geometry::{Geometry, Plan, Source};
use senet::solver::kernel::{Frame, Kernel, Level, Scratch};
use senet::solver::recolour::Routes;
use senet::solver::value::{Rounding, Value};
use senet::types::Player;

/// Blocks of made-up values that stand for all blocks of an array.
const POOL: u32 = 16;

fn pool<V: Value>(rng: &mut Xoshiro256PlusPlus, len: usize) -> Vec<V> {
    let value = |_| match rng.next_u32() % 8 {
        0 => V::ZERO,
        1 => V::ONE,
        _ => V::from_f64(f64::from(rng.next_u32()) / f64::from(u32::MAX)),
    };
    (0..(POOL as usize + 1) * len).map(value).collect()
}

/// One block of a layer, brought up to date three times on each level.
struct Trial<'a> {
    rules: &'a Rules,
    plan: &'a Plan<4>,
    colourings: &'a Colourings,
    /// Values a block of the layer with one piece less.
    lower: usize,
}

impl Trial<'_> {
    fn run<V: Kernel>(&self, level: Level, seed: u64, rounding: Rounding) -> Vec<u64> {
        let mechanics = self.rules.mechanics();
        let len = self.colourings.len();
        let (level, grouping) = level.fitting::<V>(len);
        let routes = Routes::new(self.colourings, mechanics.stay.is_some(), grouping);
        let weights = V::weights(&mechanics.throws);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut own: Vec<V> = pool(&mut rng, len);
        let partner: Vec<V> = pool(&mut rng, len);
        let [below, below_partner]: [Vec<V>; 2] = [0, 1].map(|_| pool(&mut rng, self.lower));
        let won = [V::ONE];
        let last = self.colourings.mine == 1;
        let block = POOL as usize * len;
        let mut scratch = Scratch::new(weights.len(), len);
        let mut changes = Vec::new();
        for step in 0..3 {
            let frame = Frame {
                base: [
                    own.as_ptr(),
                    partner.as_ptr(),
                    below.as_ptr(),
                    below_partner.as_ptr(),
                    won.as_ptr(),
                ],
                stride: if last {
                    [len, len, 0, 0, 0]
                } else {
                    [len, len, self.lower, self.lower, 0]
                },
                routes: &routes,
                weights: &weights,
                len,
                rounding,
                slack: V::slack(&mechanics.throws),
            };
            // SAFETY: the plan's blocks were brought within the pools.
            unsafe {
                if step == 0 {
                    V::gather(level, &frame, self.plan, &mut scratch);
                }
                let own = own.as_mut_ptr().add(block);
                changes.push(V::relax(level, &frame, self.plan, &mut scratch, own).to_bits());
            }
        }
        let bits = own.iter().map(|value| value.to_f64().to_bits());
        bits.chain(changes).collect()
    }

    fn compare<V: Kernel>(&self, seed: u64, what: &str) {
        for rounding in [Rounding::Nearest, Rounding::Down, Rounding::Up] {
            let expected = self.run::<V>(Level::Portable, seed, rounding);
            for level in Level::all() {
                assert!(
                    self.run::<V>(level, seed, rounding) == expected,
                    "{what} {:?} {rounding:?} {level:?}",
                    V::PRECISION
                );
            }
        }
    }
}

#[test]
fn every_instruction_set_gives_the_same_bytes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut inner = 0;
    for (id, readings, set) in [
        ("anubis-5", &[][..], ("pieces", "5")),
        ("anubis-5", &["free-last", "backward"], ("stick_p", "0.3")),
        ("sawah-5-six", &[], ("pieces", "5")),
        ("standard-5", &["may-pass"], ("pieces", "5")),
        ("nile-5-six", &[], ("wall.a", "2")),
        ("nile-5-five", &["right-kept"], ("pieces", "4")),
        ("ankh-5", &["leave-later"], ("pieces", "5")),
        ("bgfl-7", &[], ("pieces", "5")),
        ("kendall-5", &["trap"], ("pieces", "5")),
    ] {
        let sets = [("pieces", "5"), set];
        let ruleset = load_builtin(id, readings, &sets).unwrap();
        let rules = Rules::new(&ruleset.mechanics);
        let encoding = Encoding::new(&ruleset.mechanics).unwrap();
        for (mine, theirs) in [
            (1, 1),
            (1, 2),
            (2, 2),
            (1, 4),
            (3, 3),
            (3, 4),
            (4, 4),
            (5, 4),
            (5, 5),
        ] {
            let pieces = mine + theirs;
            if mine.max(theirs) > usize::from(ruleset.mechanics.pieces) {
                continue;
            }
            let colourings = Colourings::new(pieces, mine);
            let lower = Colourings::new(pieces - 1, mine - 1).len();
            let index = encoding.blocks(pieces);
            let geometry: Geometry<4> = Geometry::new(
                &rules,
                index,
                encoding.blocks(pieces - 1),
                &[(Player::A, &colourings)],
            );
            for _ in 0..4 {
                let block = rng.next_u32() % index.blocks();
                let (squares, stars) = index.unrank(block);
                let mut plans = [Plan::default()];
                geometry.plan(Level::Portable, squares, stars, block, &mut plans);
                let [mut plan] = plans;
                inner += plan.inner.len();
                for op in plan.outer.iter_mut().filter(|op| op.source != Source::Won) {
                    op.block %= POOL;
                }
                for op in &mut plan.inner {
                    op.block = POOL;
                }
                let trial = Trial {
                    rules: &rules,
                    plan: &plan,
                    colourings: &colourings,
                    lower,
                };
                let what = format!("{id} {readings:?} ({mine}, {theirs}) block {block}");
                let seed = rng.next_u64();
                trial.compare::<u16>(seed, &what);
                trial.compare::<u32>(seed, &what);
                trial.compare::<f32>(seed, &what);
                trial.compare::<f64>(seed, &what);
            }
        }
    }
    assert!(inner > 1000, "{inner} moves within blocks");
}
