//! Properties of positions and choices, with small counterexamples.

use std::sync::LazyLock;

use proptest::prelude::*;
use senet::rules::{Mark, Position, Rules, Setup, parse_position, reference};
use senet::types::{ByPlayer, Player, Square, SquareSet};

use crate::common::{RULESETS, Variant, agreed, generator, load, odd_variants, placement, shipped};

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let mut variants = shipped();
    variants.extend(odd_variants());
    variants
});

fn any_set() -> impl Strategy<Value = SquareSet> {
    prop::collection::vec(1u8..=30, 0..12)
        .prop_map(|numbers| numbers.into_iter().filter_map(Square::new).collect())
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let thrower = prop_oneof![Just(None), Just(Some(Player::A)), Just(Some(Player::B))];
    let mark = prop_oneof![
        4 => Just(Mark::None),
        1 => Just(Mark::Unopened),
        1 => Just(Mark::Entered),
        1 => (0u8..12).prop_map(Mark::Waiting),
    ];
    let parts = (any_set(), any_set(), any_set(), any_set());
    (parts, 0u8..12, 0u8..12, thrower, mark).prop_map(
        |((a, b, star_a, star_b), home_a, home_b, to_throw, mark)| Setup {
            on: ByPlayer::new(a, b),
            starred: ByPlayer::new(star_a & a, star_b & b),
            home: ByPlayer::new(home_a, home_b),
            to_throw,
            mark,
        },
    )
}

/// A setup whose counts fit, so that it often is a position.
fn likely_setup(pieces: u8) -> impl Strategy<Value = Setup> {
    any_setup().prop_map(move |mut setup| {
        setup.on.b = setup.on.b - setup.on.a;
        setup.starred = ByPlayer::new(SquareSet::EMPTY, SquareSet::EMPTY);
        for player in Player::BOTH {
            while setup.on[player].len() > u32::from(pieces) {
                let last = setup.on[player].last().expect("pieces");
                setup.on[player].remove(last);
            }
            setup.home[player] = pieces - setup.on[player].len() as u8;
        }
        setup
    })
}

proptest! {
    /// Checking never panics, and what it lets through reads back from its
    /// text and has choices on which the engines agree.
    #[test]
    fn checked_positions_can_be_played(
        id in prop::sample::select(RULESETS.to_vec()),
        setup in prop_oneof![any_setup(), likely_setup(5), likely_setup(7), likely_setup(10)],
    ) {
        let mechanics = load(id, &[], &[]);
        if let Ok(position) = Position::new(&mechanics, &setup) {
            prop_assert_eq!(position.setup(), setup);
            prop_assert_eq!(parse_position(&mechanics, &position.to_string()), Ok(position));
            let over = reference::outcome(&mechanics, &setup).is_some();
            prop_assert_eq!(position.is_over(), over);
            if !over {
                let rules = Rules::new(&mechanics);
                for throw in mechanics.throws.throws() {
                    agreed(id, &rules, &position, throw.points);
                }
            }
        }
    }

    /// A text is either refused or is the one text of its position: one
    /// changed character never reads as something else.
    #[test]
    fn position_text_is_canonical(
        seed in any::<u64>(),
        place in any::<prop::sample::Index>(),
        character in prop::sample::select(" ,/*!-+0123456789ABabewo".chars().collect::<Vec<_>>()),
        id in prop::sample::select(vec!["nile-5-six", "kendall-5", "toy-5", "jequier-5", "piccione-5"]),
    ) {
        let mechanics = load(id, &[], &[]);
        let text = placement(&mut generator(seed), &mechanics).to_string();
        let mut characters: Vec<char> = text.chars().collect();
        let place = place.index(characters.len());
        characters[place] = character;
        let changed: String = characters.into_iter().collect();
        if let Ok(position) = parse_position(&mechanics, &changed) {
            prop_assert_eq!(position.to_string(), changed);
        }
    }

    /// Choices come in strictly ascending canonical order, so no two are alike.
    #[test]
    fn choices_are_distinct_and_in_order(seed in any::<u64>()) {
        let mut rng = generator(seed);
        let variant = &VARIANTS[(seed % VARIANTS.len() as u64) as usize];
        let position = placement(&mut rng, &variant.mechanics);
        for throw in variant.mechanics.throws.throws() {
            let rules = Rules::new(&variant.mechanics);
            let choices: Vec<_> = rules.choices(&position, throw.points).iter().collect();
            prop_assert!(!choices.is_empty());
            prop_assert!(choices.windows(2).all(|pair| pair[0] < pair[1]), "{choices:?}");
        }
    }
}
