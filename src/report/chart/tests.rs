use std::fs;

use super::output::svg;
use super::samples::*;
use super::*;
use crate::stats::Histogram;

/// Every chart with figures as a large match gives them.
fn full() -> Vec<(&'static str, Box<dyn Chart>)> {
    let mut lone = advantages();
    lone.series.truncate(1);
    vec![
        ("lengths", Box::new(lengths())),
        ("advantage", Box::new(advantages())),
        ("advantage, one pairing", Box::new(lone)),
        ("blocking", Box::new(blockings())),
        ("plies", Box::new(plies())),
        ("boards", Box::new(boards())),
        ("throws", Box::new(throws())),
        ("convergence", Box::new(convergence())),
        ("by pieces", Box::new(by_pieces())),
    ]
}

/// Charts of one row, of no rows, of rows without games, of odd figures.
fn sparse() -> Vec<(&'static str, Box<dyn Chart>)> {
    let mut charts: Vec<(&'static str, Box<dyn Chart>)> = Vec::new();
    for count in [0, 1] {
        let (mut lengths, mut advantages, mut blockings) = (lengths(), advantages(), blockings());
        let (mut plies, mut boards) = (plies(), boards());
        lengths.rows.truncate(count);
        advantages.rows.truncate(count);
        blockings.rows.truncate(count);
        plies.rows.truncate(count);
        boards.boards.truncate(count);
        let name = ["no rows", "one row"][count];
        charts.push((name, Box::new(lengths)));
        charts.push((name, Box::new(advantages)));
        charts.push((name, Box::new(blockings)));
        charts.push((name, Box::new(plies)));
        charts.push((name, Box::new(boards)));
    }

    let mut lengths = lengths();
    lengths.rows[0].lengths = Histogram::default();
    lengths.rows[1].lengths = [(0, 1)].into_iter().collect();
    lengths.rows[2].lengths = [(1, 5)].into_iter().collect();
    lengths.rows[3].lengths = [(5_000_000, 2)].into_iter().collect();
    charts.push(("no games, extreme lengths", Box::new(lengths)));
    let mut advantages = advantages();
    advantages.rows[0].cells = vec![];
    advantages.rows[1].cells = vec![vec![
        None,
        estimate(f64::NAN, 0.1),
        estimate(0.5, f64::INFINITY),
    ]];
    charts.push(("no estimates", Box::new(advantages)));
    let mut plies = plies();
    plies.rows[0].counts = vec![0; 8];
    plies.rows[1].counts = vec![];
    charts.push(("no plies", Box::new(plies)));
    let mut boards = boards();
    boards.boards[0].values = vec![None; 30];
    boards.boards[1].values = vec![Some(f64::NAN); 30];
    charts.push(("no occupancy", Box::new(boards.clone())));
    boards
        .boards
        .iter_mut()
        .for_each(|board| board.values = vec![Some(0.0); 30]);
    charts.push(("never a piece", Box::new(boards)));
    let long = "custom/rulesets/nile-7-six-with-every-reading-changed-".repeat(3);
    let mut long_plies = super::samples::plies();
    long_plies.rows[3].label.clone_from(&long);
    charts.push(("long label", Box::new(long_plies)));
    let mut long_boards = super::samples::boards();
    long_boards.boards[2].label.clone_from(&long);
    charts.push(("long label", Box::new(long_boards)));
    let mut convergence = convergence();
    convergence.panels[0].series[0].points[5].1.value = f64::NAN;
    convergence.panels[0].series[1].points[7].1.value = 0.0;
    convergence.panels[0].series[2].points.clear();
    charts.push(("gaps", Box::new(convergence.clone())));
    convergence.panels[0].series.clear();
    charts.push(("no curves", Box::new(convergence.clone())));
    convergence.panels.clear();
    charts.push(("no panels", Box::new(convergence)));
    charts
}

fn all() -> impl Iterator<Item = (&'static str, Canvas)> {
    full()
        .into_iter()
        .chain(sparse())
        .map(|(name, chart)| (name, chart.canvas()))
}

#[test]
fn no_text_is_cut_or_covers_another() {
    for (name, canvas) in all() {
        let boxes = canvas.text_boxes();
        for (i, (text, [left, top, right, bottom])) in boxes.iter().enumerate() {
            assert!(
                *left >= 0.0 && *top >= 0.0 && *right <= canvas.width && *bottom <= canvas.height,
                "{name}: {text:?} leaves the picture"
            );
            for (other, [l, t, r, b]) in &boxes[i + 1..] {
                assert!(
                    right <= l || r <= left || bottom <= t || b <= top,
                    "{name}: {text:?} and {other:?} overlap"
                );
            }
        }
    }
}

/// Opening and closing tags pair up, every attribute is quoted, no bare `&`,
/// and no number went missing.
fn assert_well_formed(name: &str, document: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "{name}: bare > in {text:?}");
        assert!(
            !open.is_empty() || text.trim().is_empty(),
            "{name}: text outside"
        );
        let end = start + rest[start..].find('>').expect("a closed tag");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{name}: quotes of <{tag}>");
        let word = tag.split([' ', '/']).find(|word| !word.is_empty());
        let word = word.expect("a tag name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(word), "{name}: </{word}>");
        } else if !tag.ends_with('/') {
            open.push(word);
        }
        rest = &rest[end + 1..];
    }
    assert!(
        open.is_empty() && rest.trim().is_empty(),
        "{name}: open {open:?}"
    );
    for (at, _) in document.match_indices('&') {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"];
        assert!(
            entities
                .iter()
                .any(|entity| document[at..].starts_with(entity)),
            "{name}: bare &"
        );
    }
    for word in ["NaN", "inf"] {
        let mut pieces = document.split(['"', ' ', ',', '>', '\n']);
        assert!(
            !pieces.any(|piece| piece.trim_start_matches('-') == word),
            "{name}: {word}"
        );
    }
}

#[test]
fn svg_is_well_formed_and_says_what_it_shows() {
    for (name, canvas) in all() {
        let document = svg(&canvas).unwrap();
        assert_well_formed(name, &document);
        assert!(document.starts_with("<svg "), "{name}");
        assert!(document.contains(&format!(
            "<title>{}</title>",
            canvas.title.replace('&', "&amp;")
        )));
        assert!(document.contains("<desc>"), "{name}");
    }
    for (name, chart) in full()
        .iter()
        .filter(|(name, _)| !["throws", "convergence", "by pieces"].contains(name))
    {
        let document = svg(&chart.canvas()).unwrap();
        for ruleset in RULESETS {
            assert!(
                document.contains(&format!(">\n{ruleset}\n</text>")),
                "{name}: {ruleset}"
            );
        }
    }
}

#[test]
fn notes_are_sentences_of_the_description() {
    let mut chart = plies();
    chart.notes = vec!["One game".to_owned(), "Two games.".to_owned()];
    let document = svg(&chart.canvas()).unwrap();
    assert!(document.contains("<desc>One game. Two games.</desc>"));
}

/// Colours, dashes and markers of the sticks chart's nine lines, and markers
/// of lines that lie on each other.
#[test]
fn lines_of_one_chart_can_be_told_apart() {
    use super::style::colour;
    let colours: Vec<_> = (0..9).map(colour).collect();
    for (i, one) in colours.iter().enumerate() {
        assert!(!colours[i + 1..].contains(one), "{one:?}");
    }
    // Two series with the same points: each keeps markers of its own.
    let mut chart = throws();
    let mut panel = chart.panels.swap_remove(2);
    panel.series[1].points = panel.series[0].points.clone();
    chart.panels = vec![panel];
    let document = svg(&chart.canvas()).unwrap();
    let places = |tag: &str, fill: &str| -> Vec<i32> {
        let of_fill = document
            .lines()
            .filter(|line| line.starts_with(tag) && line.contains(fill));
        let left = of_fill.filter_map(|line| line.split('"').nth(1)?.parse().ok());
        // The first is the legend's.
        left.skip(1).collect()
    };
    let (discs, squares) = (places("<circle ", "#0072B2"), places("<rect ", "#D55E00"));
    assert!(discs.len() > 1 && squares.len() > 1);
    for disc in discs {
        let near = |square: &i32| disc.abs_diff(*square) < 18;
        assert!(!squares.iter().any(near), "{disc}: {squares:?}");
    }
}

/// A band needs two points; the interval of one was not drawn.
#[test]
fn a_point_by_itself_has_its_interval() {
    let lines = |with: bool| {
        let mut chart = by_pieces();
        chart.panels.truncate(1);
        chart.panels[0].series.truncate(1);
        let series = &mut chart.panels[0].series[0];
        series.points.truncate(1);
        if !with {
            series.points[0].1.interval = None;
        }
        let document = svg(&chart.canvas()).unwrap();
        let colour = |line: &&str| line.starts_with("<polyline") && line.contains("#0072B2");
        document.lines().filter(colour).count()
    };
    assert_eq!(lines(true), lines(false) + 1);
}

#[test]
fn labels_are_escaped() {
    let mut chart = plies();
    chart.title = "A & B: p < q".to_owned();
    chart.rows[0].label = "<mine> & \"yours\"".to_owned();
    assert_well_formed("escapes", &svg(&chart.canvas()).unwrap());
}

#[test]
fn everything_missing_is_said() {
    let mut chart = lengths();
    chart.rows[0].lengths = Histogram::default();
    chart.rows[0].unfinished = 7;
    let document = svg(&chart.canvas()).unwrap();
    assert!(document.contains("no finished games"));
    assert!(document.contains("unfinished 100.00 %"));
}

#[test]
fn files_are_whole_the_same_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    for (name, chart) in full() {
        // A dot in the name must not be taken for an extension.
        let path = folder.path().join("nile-5.1");
        let read = || {
            ["png", "svg"]
                .map(|kind| fs::read(folder.path().join(format!("nile-5.1.{kind}"))).unwrap())
        };
        draw(&*chart, &path).unwrap();
        let first = read();
        draw(&*chart, &path).unwrap();
        assert!(first == read(), "{name}: two drawings differ");
        assert!(first[0].starts_with(b"\x89PNG\r\n"), "{name}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{name}");
    }
    for (_, chart) in sparse() {
        draw(&*chart, &folder.path().join("sparse")).unwrap();
    }
}

#[test]
fn a_missing_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = draw(&plies(), &folder.path().join("nowhere/plies")).unwrap_err();
    assert!(error.to_string().contains("nowhere/plies.png"), "{error}");
}
