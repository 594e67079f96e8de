//! The page's structure: whole in itself, one meaning an id, nothing without
//! words.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::tests::spec;
use super::*;
use crate::report::DataTable;
use crate::report::picture::{BoardPicture, BoardSquare, SquareMark};
use crate::types::{ByPlayer, Player};

/// A page reader strict enough for our own pages: every tag closed in its
/// order, attributes quoted.
struct Reader {
    ids: Vec<String>,
    /// Tag and attributes of every element.
    elements: Vec<(String, BTreeMap<String, String>)>,
}

const EMPTY: [&str; 5] = ["meta", "link", "br", "img", "hr"];

fn read(html: &str) -> Reader {
    let mut reader = Reader {
        ids: Vec::new(),
        elements: Vec::new(),
    };
    let mut open: Vec<String> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("<!DOCTYPE html>") {
            rest = after;
            continue;
        }
        let end = rest.find('>').expect("every tag ends");
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed in order");
            continue;
        }
        let closed = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let attributes = attributes_of(attributes);
        reader.ids.extend(attributes.get("id").cloned());
        reader.elements.push((name.to_string(), attributes));
        if closed || EMPTY.contains(&name) {
            continue;
        }
        open.push(name.to_string());
        if name == "script" || name == "style" {
            let end = rest.find(&format!("</{name}>")).expect("it ends");
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    reader
}

fn attributes_of(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let name_end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(name_end);
        let mut value = "";
        rest = after.trim_start();
        if let Some(after) = after.strip_prefix("=\"") {
            let end = after.find('"').expect("quoted");
            value = &after[..end];
            rest = after[end + 1..].trim_start();
        }
        let twice = found.insert(name.to_string(), value.to_string());
        assert!(twice.is_none(), "{name} twice in {text}");
    }
    found
}

/// A board with a square of each kind, as pages have it.
fn board() -> BoardPicture {
    let square = |column: u8, marks: Vec<SquareMark>, piece: Option<Player>| BoardSquare {
        row: 0,
        column,
        numbers: ByPlayer::new(Some(column + 1), Some(4 - column)),
        marks,
        piece,
    };
    BoardPicture {
        rows: 1,
        columns: 4,
        squares: vec![
            square(0, vec![], Some(Player::A)),
            square(1, vec![SquareMark::Gate, SquareMark::Safe], Some(Player::B)),
            square(2, vec![SquareMark::Trap], None),
            square(3, vec![SquareMark::Again], None),
        ],
    }
}

/// Every kind of figure, with few and with many series.
fn figures() -> Vec<(FigureSpec, DataTable)> {
    let table = |series: usize, numeric: bool| {
        let mut csv = "s,x,y,lo,hi\n".to_string();
        for s in 0..series {
            for x in 0..4 {
                let y = 0.3 + 0.1 * x as f64 + 0.02 * s as f64;
                let name = if numeric {
                    format!("{x}")
                } else {
                    format!("<r{x}> & \"co\"")
                };
                let name = format!("\"{}\"", name.replace('"', "\"\""));
                csv += &format!("s{s},{name},{y},{},{}\n", y - 0.05, y + 0.05);
            }
        }
        DataTable::from_csv(csv.as_bytes()).unwrap()
    };
    let mut all = Vec::new();
    for kind in ["dots", "bars", "lines", "heat", "table"] {
        for series in [1, 3, 33] {
            for numeric in [false, true] {
                let rest =
                    ", \"low\": \"lo\", \"high\": \"hi\", \"series\": \"s\", \"reference\": 0.5";
                let mut spec = spec(kind, rest);
                spec.id = format!("{kind}-{series}-{numeric}");
                all.push((spec, table(series, numeric)));
            }
        }
    }
    all
}

fn played() -> PlayedRuleset {
    PlayedRuleset {
        ruleset: "r".into(),
        changes: String::new(),
        digest: "0123456789abcdef".into(),
    }
}

fn page() -> String {
    let pictures = Pictures::from([("s0".to_string(), board())]);
    let link = || CsvLink::new("e", "t.csv", b"x,y\n1,2\n");
    let mut views = Vec::new();
    for (spec, table) in figures() {
        let id = format!("e-{}", spec.id);
        views.push(FigureView {
            id: id.clone(),
            title: spec.title.clone(),
            svg: draw_figure(&spec, &table, &pictures, &format!("{id}-svg")).unwrap(),
            alt: spec.alt.clone(),
            note: String::new(),
            table: TableView::new(&table, format!("{id}-table"), spec.title.clone(), link()),
            played: vec![played()],
        });
    }
    let table = figures().remove(0).1;
    let side_by_side = TableView::new(&table, "t-r".into(), "R".into(), link());
    render(&Page {
        title: "A < B & \"C\"".into(),
        program: "senet 0".into(),
        sections: vec![Section {
            id: "e".into(),
            title: "E".into(),
            question: "Why?".into(),
            method: vec!["So.".into()],
            limits: vec!["Few.".into()],
            made: Made {
                command: "senet run <e>".into(),
                seed: "7".into(),
                ..Made::default()
            },
            figures: views,
            tables: vec![TableView::new(&table, "e-t0".into(), "T".into(), link())],
            played: vec![played()],
            warnings: vec!["Partial.".into()],
        }],
        rulesets: Some(side_by_side),
        cards: vec![RulesetCard {
            id: "r".into(),
            name: "R".into(),
            digest: "0123456789abcdef".into(),
            evidence: String::new(),
            source: String::new(),
            board: board_picture(&board(), "R", "board-r"),
            prose: vec!["P.".into()],
            attested: vec!["A.".into()],
            guessed: vec![],
            readings: vec![["n".into(), "w".into(), "k = 1".into()]],
        }],
    })
}

#[test]
fn the_page_is_well_formed_and_every_id_is_there_once() {
    let reader = read(&page());
    let ids: BTreeSet<&String> = reader.ids.iter().collect();
    assert_eq!(ids.len(), reader.ids.len(), "an id stands twice");
    for (_, attributes) in &reader.elements {
        for key in ["aria-labelledby", "aria-describedby"] {
            for id in attributes.get(key).iter().flat_map(|ids| ids.split(' ')) {
                assert!(ids.contains(&id.to_string()), "{key} names no {id}");
            }
        }
        if let Some(target) = attributes
            .get("href")
            .and_then(|href| href.strip_prefix('#'))
        {
            assert!(ids.contains(&target.to_string()), "a link to no #{target}");
        }
    }
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    let html = page();
    for word in ["http:", "https:", "//cdn", "@import", "url(", "src="] {
        assert!(!html.contains(word), "{word}");
    }
    let reader = read(&html);
    assert!(
        reader
            .elements
            .iter()
            .all(|(name, _)| name != "link" && name != "img")
    );
}

#[test]
fn every_figure_has_words_data_command_seed_and_digest() {
    let html = page();
    let figures: Vec<&str> = html.split("<figure ").skip(1).collect();
    assert_eq!(figures.len(), 30);
    for figure in figures {
        let figure = &figure[..figure.find("</figure>").unwrap()];
        let drawn = figure.contains("<svg");
        assert!(!drawn || figure.contains("<title") && figure.contains("<desc"));
        assert!(drawn || figure.contains("<td"));
        for part in [
            "<figcaption>",
            "<table",
            "data:text/csv",
            "senet run &lt;e&gt;",
            "seed <code>7</code>",
            "0123456789abcdef",
        ] {
            assert!(figure.contains(part), "{part} is not in {figure}");
        }
    }
}

#[test]
fn text_of_the_data_is_no_markup() {
    let html = page();
    assert!(
        html.contains("A &lt; B &amp; &quot;C&quot;"),
        "{}",
        &html[..600]
    );
    assert!(!html.contains("<r0>"));
}

#[test]
fn what_is_missing_is_shown_as_missing_and_no_figure_is_empty() {
    let spec = spec("dots", "");
    let table = DataTable::from_csv(b"x,y\na,1\nb,\n").unwrap();
    let svg = draw_figure(&spec, &table, &Pictures::new(), "i").unwrap();
    assert!(svg.contains(">–</text>"));
    // Once for the page, once for the width of a phone.
    assert_eq!(svg.matches("<circle").count(), 2);
    let table = DataTable::from_csv(b"x,y\na,\n").unwrap();
    let nothing = draw_figure(&spec, &table, &Pictures::new(), "i").unwrap();
    assert_eq!(nothing, "");
}

#[test]
fn squares_are_drawn_on_the_board_of_their_ruleset() {
    let spec = FigureSpec {
        x: "square".into(),
        ..spec(
            "heat",
            ", \"series\": \"s\", \"filter\": {\"player\": \"B\"}",
        )
    };
    let table = DataTable::from_csv(b"square,y,s,player\n1,0.125,s0,B\n4,0.5,s0,B\n").unwrap();
    let pictures = Pictures::from([("s0".to_string(), board())]);
    let svg = draw_figure(&spec, &table, &pictures, "i").unwrap();
    assert_eq!(svg.matches(" sq\"").count(), 4);
    // Below it the scale, from nothing to the largest, and the letters there are.
    let scale = svg.split("class=\"scale\"").nth(1).unwrap();
    assert!(scale.contains(">0</text>") && scale.contains(">0.500</text>"));
    assert!(scale.contains("<p class=\"key\">G gate · S safe · T trap · N another throw</p>"));
    // B counts from the other end.
    assert!(
        svg.find(">0.500<").unwrap() < svg.find(">0.125<").unwrap(),
        "{svg}"
    );
    let svg = draw_figure(&spec, &table, &Pictures::new(), "i").unwrap();
    assert_eq!(
        svg.matches("<rect").count(),
        2,
        "a grid where no board is known"
    );
}

/// The letters of a square stood in its figure on wide boards.
#[test]
fn lines_of_a_square_stand_apart_on_wide_boards() {
    let wide = BoardPicture {
        columns: 12,
        ..board()
    };
    let spec = FigureSpec {
        x: "square".into(),
        ..spec("heat", ", \"series\": \"s\"")
    };
    let table = DataTable::from_csv(b"square,y,s\n2,0.125,s0\n").unwrap();
    let pictures = Pictures::from([("s0".to_string(), wide)]);
    let svg = draw_figure(&spec, &table, &pictures, "i").unwrap();
    let y = |text: &str| -> f64 {
        let end = svg.find(&format!("\">{text}</text>")).unwrap();
        let start = svg[..end].rfind('"').unwrap() + 1;
        svg[start..end].parse().unwrap()
    };
    // Capitals are some 0.72 of the size of the font.
    assert!(y("2/3") < y("GS") - 9.0 * 0.72);
    assert!(y("GS") < y("0.12") - 10.0 * 0.72);
}
