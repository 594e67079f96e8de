use super::*;

fn measured(bench: &Bench, points: &[u8], max_plies: u32) -> LudiiMeasures {
    let race = Evaluate::Race(Race::new(&bench.rules));
    let mut meter = LudiiMeter::new(&bench.rules, race);
    play_script(bench, points, max_plies, &mut meter);
    meter.finish()
}

fn assert_is(measures: &LudiiMeasures, name: &str, expected: f64) {
    let found = measures.of(name).mean().unwrap() / MILLION;
    assert!(
        (found - expected).abs() < 1e-6,
        "{name}: {found}, not {expected}"
    );
}

#[test]
fn a_game_in_one_turn() {
    let measures = measured(&duel(), ONE_TURN, 100_000);
    assert_is(&measures, "Duration Plies", 6.0);
    assert_is(&measures, "Duration Moves", 6.0);
    assert_is(&measures, "Duration Turns", 1.0);
    assert_is(&measures, "Decision Moves", 0.0);
    assert_is(&measures, "Branching Factor Average", 1.0);
    assert_is(&measures, "Branching Factor Maximum", 1.0);
    assert!(measures.of("Decision Factor Average").mean().is_none());
    // A is ahead from the first throw: half a turn is more than a square.
    assert_is(&measures, "Lead Change", 0.0);
    assert_is(&measures, "Drama Average", 0.0);
    assert_is(&measures, "Drama Maximum", 0.0);
    // Seven squares in all: of 30 cells, of 30 + 73 + 44 elements.
    assert_is(&measures, "Board Coverage Default", 7.0 / 30.0);
    assert_is(&measures, "Board Coverage Full", 7.0 / 147.0);
    assert_is(&measures, "Board Coverage Used", 7.0 / 30.0);
    // Two pieces six times, one at the end.
    assert_is(&measures, "Board Sites Occupied Average", 13.0 / 7.0 / 30.0);
    assert_is(&measures, "Piece Number Average", 13.0 / 7.0);
    assert_is(&measures, "Piece Number Change Average", -1.0 / 6.0);
    assert_is(&measures, "Move Distance Average", 5.0);
    assert_is(&measures, "Move Distance Maximum", 5.0);
    assert_is(&measures, "Positional Repetition", 0.0);
    assert_is(&measures, "Captures", 0.0);
    assert_is(&measures, "Passes", 0.0);
    // The loser never leads: her best is at the start.
    let threshold = measures.of("Decisiveness Threshold").mean().unwrap();
    assert!(threshold < 0.0, "{threshold}");
}

#[test]
fn a_longer_game() {
    let measures = measured(&duel(), SWAP_FALL_PASS, 100_000);
    assert_is(&measures, "Duration Plies", 21.0);
    assert_is(&measures, "Duration Moves", 20.0);
    assert_is(&measures, "Duration Turns", 10.0);
    assert_is(&measures, "Captures", 1.0);
    assert_is(&measures, "Passes", 1.0);
    // The pass leaves the pieces as they were, but another player throws.
    assert_is(&measures, "Positional Repetition", 1.0 / 22.0);
    assert_is(&measures, "Situational Repetition", 0.0);
    // A leads at first and falls; B wins.
    let drama = measures.of("Drama Maximum").mean().unwrap() / MILLION;
    assert!(drama > 0.5, "{drama}");
    assert!(measures.of("Lead Change").mean().unwrap() > 0.0);
}

#[test]
fn a_game_given_up_has_no_measures() {
    let measures = measured(&duel(), &[2, 3, 2], 3);
    assert!(measures.iter().all(|(_, values)| values.count() == 0));
}

/// Calibrated on other games, the estimate foretells winners better than one
/// who always says a half.
#[test]
fn the_race_tells_more_than_nothing() {
    for id in ["anubis-5", "nile-5-six", "ur-finkel"] {
        let bench = Bench::new(id, &[]);
        let random = agent("random");
        let mut seating = bench.seating([&random; 2]);
        let mut calibrator = Calibrator::new(&bench.rules);
        play_batch(&seating, 0..300, &mut calibrator);
        let race = calibrator.finish();
        assert!(SCALES.contains(&race.scale()));
        seating.seeds = Seeds::new(5, 6);
        let mut meter = LudiiMeter::new(&bench.rules, Evaluate::Race(race));
        play_batch(&seating, 0..300, &mut meter);
        let brier = meter.finish().of("Estimate Brier Score").mean().unwrap() / MILLION;
        assert!(brier < 0.24, "{id}: {brier} with {}", race.scale());
    }
}

/// The counts that both meters keep are the same.
#[test]
fn both_meters_agree_on_whole_games() {
    let bench = Bench::new("ankh-7", &[]);
    let random = agent("random");
    let seating = bench.seating([&random; 2]);
    let ludii = LudiiMeter::new(&bench.rules, Evaluate::Race(Race::new(&bench.rules)));
    let mut both = (Meter::new(&bench.rules), ludii);
    play_batch(&seating, 0..200, &mut both);
    let (plain, ludii) = (both.0.finish(), both.1.finish());
    let sum = |name: &str| ludii.of(name).sum() / MILLION as i128;
    assert_eq!(
        sum("Duration Plies"),
        plain.results.plies.moments().sum() as i128
    );
    assert_eq!(
        sum("Duration Turns"),
        plain.games.turns.moments().sum() as i128
    );
    assert_eq!(
        sum("Duration Moves"),
        plain.games.moves.moments().sum() as i128
    );
    assert_eq!(sum("Captures"), i128::from(plain.plies.captured()));
}

/// Games in two parts add up to the whole.
#[test]
fn parts_merge_to_the_whole() {
    let bench = Bench::new("anubis-5", &[]);
    let random = agent("random");
    let seating = bench.seating([&random; 2]);
    let part = |games: std::ops::Range<u64>| {
        let mut meter = LudiiMeter::new(&bench.rules, Evaluate::Race(Race::new(&bench.rules)));
        play_batch(&seating, games, &mut meter);
        meter.finish()
    };
    let mut sum = part(7..20);
    sum.merge(&part(0..7));
    assert_eq!(sum, part(0..20));
    let mut with_nothing = part(0..7);
    with_nothing.merge(&LudiiMeasures::default());
    assert_eq!(with_nothing, part(0..7));
}
