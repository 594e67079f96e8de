use super::*;

fn recorded(bench: &Bench, agents: [&AnyAgent; 2], game: u64) -> Vec<u8> {
    let mut recorder = Recorder::default();
    bench.seating(agents).play(game, &mut recorder);
    recorder.plies.iter().map(|ply| ply.points).collect()
}

/// Throw n of game g is the same whoever sits where, whatever they draw and
/// whatever is changed in the ruleset.
#[test]
fn throws_depend_on_the_game_alone() {
    let plain = Bench::new("anubis-5", &[]);
    let changed = Bench::new("anubis-5", &[("wall", "0"), ("pairs", "false")]);
    let (random, racer) = (agent("random"), agent("racer"));
    for game in 0..50 {
        let lists = [
            recorded(&plain, [&random, &racer], game),
            recorded(&plain, [&racer, &random], game),
            recorded(&plain, [&random, &random], game),
            recorded(&changed, [&random, &racer], game),
        ];
        let shortest = lists.iter().map(Vec::len).min().unwrap();
        assert!(shortest > 30);
        for list in &lists {
            assert_eq!(list[..shortest], lists[0][..shortest], "game {game}");
        }
        assert_ne!(
            lists[0][..30],
            recorded(&plain, [&random; 2], game + 50)[..30]
        );
    }
}

/// Games in flight together are the games played alone.
#[test]
fn a_batch_is_its_games_one_by_one() {
    for id in ["anubis-5", "nile-7-five", "ankh-7", "bell-10"] {
        let bench = Bench::new(id, &[]);
        let (cautious, random) = (agent("cautious"), agent("random"));
        let seating = bench.seating([&cautious, &random]);
        for games in [0..0, 5..8, 100..140] {
            let mut meter = Meter::new(&bench.rules);
            let together = play_batch(&seating, games.clone(), &mut meter);
            let mut alone = Meter::new(&bench.rules);
            let singly: Vec<GameResult> =
                games.map(|game| seating.play(game, &mut alone)).collect();
            assert_eq!(together, singly);
            assert_eq!(meter.finish(), alone.finish());
        }
    }
}
