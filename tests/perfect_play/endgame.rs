//! Tables as the end of a game with more pieces: `hybrid:table=…`, `eval=…`.

use std::path::Path;
use std::sync::Arc;

use senet::agent::{Agent, AgentSpec, AnyAgent, Optimal, Sources, Stream};
use senet::rules::{Choice, Position, Rules};
use senet::search::{Truth, true_values};
use senet::solver::solve::Bounds;
use senet::solver::table::{Table, derive_choices};
use senet::types::Player;

use crate::{mechanics, table};

/// The files of a folder.
struct Folder<'a>(&'a Path);

impl Sources for Folder<'_> {
    fn text(&self, name: &str) -> Result<String, String> {
        Err(format!("cannot read {name}"))
    }

    fn table(&self, name: &str) -> Result<Arc<Table>, String> {
        Table::open(&self.0.join(name))
            .map(Arc::new)
            .map_err(|error| error.to_string())
    }

    fn is_table(&self, name: &str) -> bool {
        Table::open(&self.0.join(name)).is_ok()
    }

    fn choices(
        &self,
        name: &str,
    ) -> Result<Option<Arc<senet::solver::table::ChoiceTable>>, String> {
        use senet::solver::table::ChoiceTable;
        let path = self.0.join(name);
        if !ChoiceTable::is_one(&path).unwrap() {
            return Ok(None);
        }
        Ok(Some(Arc::new(ChoiceTable::open(&path).unwrap())))
    }
}

/// Tables `one` and `two` of `id` with one and two pieces, choices `one.choices`,
/// and the rules with two.
fn tables(id: &str, folder: &Path) -> (Rules, Arc<Table>) {
    let small = mechanics(id, "", &[("pieces", "1")]);
    let one = table::<f64>(&small, Bounds::None, &folder.join("one"));
    derive_choices(&one, &folder.join("one.choices")).unwrap();
    let game = mechanics(id, "", &[("pieces", "2")]);
    let two = table::<f64>(&game, Bounds::None, &folder.join("two"));
    (Rules::new(&game), Arc::new(two))
}

fn made(text: &str, folder: &Path) -> Result<AnyAgent, String> {
    let spec: AgentSpec = text.parse().map_err(|error| format!("{error}"))?;
    spec.build_with(&Folder(folder))
        .map_err(|error| error.to_string())
}

/// What `agent` chooses, and whether a piece of each side is home.
fn each_decision(
    rules: &Rules,
    table: &Table,
    mut see: impl FnMut(&Position, u8, bool),
) -> [u32; 2] {
    let encoding = table.blocks();
    let mut decisions = [0; 2];
    for layer in encoding.layers.groups().into_iter().flatten() {
        // Of the large layers every hundred-and-first, so that it takes no time.
        let step = if layer.mine.max(layer.theirs) > 1 {
            101
        } else {
            1
        };
        for place in (0..encoding.positions(layer)).step_by(step) {
            let position = encoding.position(rules.mechanics(), layer, place);
            let held = Player::BOTH.iter().all(|&player| position.home(player) > 0);
            for throw in rules.mechanics().throws.throws() {
                if rules.choices(&position, throw.points).len() > 1 {
                    decisions[usize::from(held)] += 1;
                    see(&position, throw.points, held);
                }
            }
        }
    }
    decisions
}

fn chosen(agent: &dyn Agent, rules: &Rules, position: &Position, points: u8) -> Choice {
    let choices = rules.choices(position, points);
    agent.choose(rules, position, points, &choices, &mut Stream::new(1))
}

#[test]
fn a_hybrid_plays_by_its_tables_where_they_hold_and_as_the_other_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    // One piece has choices in this game: it may stay before the refuge.
    let (rules, two) = tables("ankh-5", folder.path());
    let optimal = Optimal::new(two.clone());
    let other = made("random", folder.path()).unwrap();
    let mut differ = 0;
    for name in [
        "table=one",
        "table=one.choices",
        "table=(one.choices):table=one",
    ] {
        let text = format!("hybrid:{name}:else=random");
        let hybrid = made(&text, folder.path()).unwrap();
        hybrid.suits(rules.mechanics()).unwrap();
        let decisions = each_decision(&rules, &two, |position, points, held| {
            let taken = chosen(&hybrid, &rules, position, points);
            let plain = chosen(&other, &rules, position, points);
            if !held {
                assert_eq!(taken, plain, "{position}, throw {points}");
                return;
            }
            differ += u32::from(taken != plain);
            let best = chosen(&optimal, &rules, position, points);
            let values = true_values(&*two, &rules, position, points);
            let of = |choice| values.iter().find(|v| v.choice == choice).unwrap().equity;
            let lost = of(best) - of(taken);
            assert!(lost < 1e-9, "{position}, throw {points}: loses {lost}");
        });
        assert!(decisions[0] > 100 && decisions[1] > 20, "{decisions:?}");
    }
    assert!(differ > 0, "the table was never needed");
    // The table of the game itself holds everything: exactly `optimal`.
    let hybrid = made("hybrid:table=two:else=random", folder.path()).unwrap();
    each_decision(&rules, &two, |position, points, _| {
        let best = chosen(&optimal, &rules, position, points);
        assert_eq!(
            chosen(&hybrid, &rules, position, points),
            best,
            "{position}"
        );
    });
}

#[test]
fn tables_evaluate_for_searches_and_cut_rollouts_off() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, two) = tables("ankh-5", folder.path());
    let assess = |text: &str, position: &Position, points| {
        let agent = made(text, folder.path()).unwrap();
        agent.suits(rules.mechanics()).unwrap();
        agent
            .assess(&rules, position, points, &mut Stream::new(3))
            .unwrap()
    };
    let mut seen = 0;
    each_decision(&rules, &two, |position, points, held| {
        seen += 1;
        if seen % 40 != 0 && !(held && seen % 3 == 0) {
            return;
        }
        let truth = true_values(&*two, &rules, position, points);
        let mut texts = vec![
            "expectimax:depth=1:eval=two",
            "rollout:n=16:truncate=end:eval=two",
        ];
        if held {
            texts.push("expectimax:depth=0:eval=one");
            texts.push("rollout:n=16:truncate=3:eval=one");
        }
        for text in texts {
            for (own, known) in assess(text, position, points).iter().zip(&truth) {
                let off = (own.equity - known.equity).abs();
                assert!(off < 1e-7, "{text}, {position}: off by {off}");
            }
        }
    });
    // Without a table the same rollouts are noise.
    let start = rules.start();
    let points = rules.mechanics().throws.throws()[0].points;
    assess("rollout:n=16:eval=one", &start, points);
}

#[test]
fn a_table_of_another_game_is_refused_with_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let (_, two) = tables("ankh-5", folder.path());
    assert!(two.holds(&Rules::new(two.mechanics()).start()));
    let refused = |text: &str, sets: &[(&str, &str)]| {
        let agent = made(text, folder.path()).unwrap();
        let game = mechanics("ankh-5", "", sets);
        agent.suits(&game).unwrap_err()
    };
    for text in [
        "hybrid:table=two",
        "hybrid:table=two:table=one",
        "expectimax:eval=two",
    ] {
        let why = refused(text, &[("pieces", "1")]);
        assert!(
            why.contains("2 pieces a side") && why.contains("1 piece a side"),
            "{why}"
        );
        let why = refused(text, &[("pieces", "3"), ("wall", "0")]);
        assert!(why.contains("they differ in wall"), "{why}");
        let agent = made(text, folder.path()).unwrap();
        agent.suits(&mechanics("ankh-5", "", &[])).unwrap();
    }
    for (text, message) in [
        ("hybrid:table=one:pips=3", "pips belongs to a change"),
        ("hybrid:else=linear", "name a table too"),
        ("hybrid:first=random:then=optimal:one", "then=(optimal:one)"),
        ("optimal:one:two", "given twice"),
    ] {
        let why = made(text, folder.path()).err().expect(text);
        assert!(why.contains(message), "{why}");
    }
}
