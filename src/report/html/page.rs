//! What the page is made of, and how it is filled in.

use std::collections::BTreeMap;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};
use serde::Serialize;

use super::figure::{FigureKind, FigureSpec, Points, Shared};
use super::svg::{NARROW, WIDTH, escaped};
use super::table::TableView;
use super::{board, heat, lines, rows};
use crate::report::data::{DataError, DataTable};
use crate::report::picture::BoardPicture;

/// The whole report.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    pub title: String,
    /// The program that wrote it, with its version.
    pub program: String,
    pub sections: Vec<Section>,
    /// All rulesets in one table, where there are any.
    pub rulesets: Option<TableView>,
    pub cards: Vec<RulesetCard>,
}

/// One folder of results.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    pub id: String,
    pub title: String,
    pub question: String,
    /// Paragraphs.
    pub method: Vec<String>,
    pub limits: Vec<String>,
    pub made: Made,
    pub figures: Vec<FigureView>,
    pub tables: Vec<TableView>,
    pub played: Vec<PlayedRuleset>,
    /// What the reader must be told of this folder.
    pub warnings: Vec<String>,
}

/// How a folder was made.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Made {
    pub command: String,
    /// Program, version and revision.
    pub program: String,
    pub seed: String,
    /// Digest of the specification, where there is one.
    pub spec_digest: String,
    /// Date of the run, in words.
    pub date: String,
    /// Time taken, in words.
    pub time: String,
}

/// A ruleset as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedRuleset {
    pub ruleset: String,
    pub changes: String,
    pub digest: String,
}

/// A figure of the page.
#[derive(Clone, Debug, Serialize)]
pub struct FigureView {
    pub id: String,
    pub title: String,
    /// The drawing; empty where the figure is its table.
    pub svg: String,
    pub alt: String,
    pub note: String,
    pub table: TableView,
    /// The rulesets of its rows.
    pub played: Vec<PlayedRuleset>,
}

/// A ruleset for the reader: its board, its rules, its source.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetCard {
    pub id: String,
    pub name: String,
    pub digest: String,
    pub evidence: String,
    /// Source and author in a line.
    pub source: String,
    pub board: String,
    pub prose: Vec<String>,
    pub attested: Vec<String>,
    pub guessed: Vec<String>,
    /// Name, reason and changed keys of each reading.
    pub readings: Vec<[String; 3]>,
}

/// The boards of the rulesets, by id.
pub type Pictures = BTreeMap<String, BoardPicture>;

/// The drawing of a figure over the rows of `table` that its filter leaves.
/// `id` must be unique in the page. Empty for a figure that is its table, and
/// where no row has a value. Charts are drawn twice, the second time for the
/// width of a phone; the page shows the one that fits.
///
/// # Errors
/// The table lacks a column, or has two values for one place of a heat map.
pub fn draw_figure(
    spec: &FigureSpec,
    table: &DataTable,
    pictures: &Pictures,
    id: &str,
) -> Result<String, DataError> {
    if spec.kind == FigureKind::Table {
        return Ok(String::new());
    }
    let spec = &spec.upright(table)?;
    let shared = match spec.kind {
        FigureKind::Heat => Shared::Refused,
        _ => Shared::Allowed,
    };
    let points = Points::of(spec, table, shared)?;
    if points.is_empty() {
        return Ok(String::new());
    }
    let numeric = points.numeric();
    let draw = |id: &str, wide: f64| match (spec.kind, &numeric) {
        (FigureKind::Lines, Some(xs)) => lines::draw(spec, &points, xs, id, wide),
        (FigureKind::Dots, Some(xs)) if xs.len() > 1 => lines::draw(spec, &points, xs, id, wide),
        _ => rows::draw(spec, &points, id, wide),
    };
    Ok(match spec.kind {
        FigureKind::Heat => match on_boards(spec, &points, pictures) {
            Some(boards) => heat::boards(spec, &points, &boards, id),
            None => heat::draw(spec, &points, id),
        },
        _ => format!(
            "<div class=\"wide\">\n{}</div>\n<div class=\"narrow\">\n{}</div>\n",
            draw(id, WIDTH),
            draw(&format!("{id}-narrow"), NARROW)
        ),
    })
}

/// The board of each series, if x is a square and all are known.
fn on_boards<'a>(
    spec: &FigureSpec,
    points: &Points,
    pictures: &'a Pictures,
) -> Option<Vec<&'a BoardPicture>> {
    if spec.x != "square" {
        return None;
    }
    points
        .series
        .iter()
        .map(|name| pictures.get(name))
        .collect()
}

/// The drawing of a board in its start position.
pub fn board_picture(picture: &BoardPicture, title: &str, id: &str) -> String {
    board::start(picture, title, id)
}

/// The page as HTML.
///
/// # Panics
/// The template asks for what the page does not have, which a test rules out.
pub fn render(page: &Page) -> String {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(|out, _, value| {
        let text = value.to_string();
        let text = if value.is_safe() {
            text
        } else {
            escaped(&text)
        };
        Ok(out.write_str(&text)?)
    });
    let whole_lines = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    environment.set_syntax(whole_lines.expect("the syntax is the usual one"));
    let html = environment
        .add_template("page", include_str!("page.html"))
        .and_then(|()| environment.get_template("page"))
        .and_then(|template| {
            template.render(context! {
                page => Value::from(Serde(page)),
                style => include_str!("page.css"),
                script => include_str!("page.js"),
            })
        });
    html.unwrap_or_else(|error| panic!("the template is at fault: {error:#}"))
}
