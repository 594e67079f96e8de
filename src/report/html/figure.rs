//! A figure as a manifest describes it, and the points that it draws.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use super::svg::Fill;
use crate::report::data::{DataError, DataTable, number};

/// How a figure is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FigureKind {
    /// A bar a category, from 0.
    Bars,
    /// A dot a category, with its interval.
    Dots,
    /// A line a series over a numeric x.
    Lines,
    /// A coloured cell for each x and series; a board where x is a square.
    Heat,
    /// The table alone.
    Table,
}

/// A figure over one table of results.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FigureSpec {
    /// Unique within the experiment.
    pub id: String,
    pub title: String,
    pub kind: FigureKind,
    /// File name of the table.
    pub table: String,
    /// Columns of the table: what stands along, what is measured, its
    /// interval, and what tells the series apart.
    pub x: String,
    pub y: String,
    #[serde(default)]
    pub low: Option<String>,
    #[serde(default)]
    pub high: Option<String>,
    #[serde(default)]
    pub series: Option<String>,
    /// Rows that are drawn: those with these cells, by column.
    #[serde(default, deserialize_with = "texts")]
    pub filter: BTreeMap<String, String>,
    /// Rows that are left out: those with one of these cells, by column.
    #[serde(default)]
    pub without: BTreeMap<String, Vec<String>>,
    /// Whether numbers along the horizontal axis are spread by their logarithm.
    #[serde(default)]
    pub log_x: bool,
    /// A value to compare with, drawn as a broken line.
    #[serde(default)]
    pub reference: Option<f64>,
    #[serde(default)]
    pub x_label: String,
    #[serde(default)]
    pub y_label: String,
    /// What the picture shows, for those who do not see it.
    #[serde(default)]
    pub alt: String,
    #[serde(default)]
    pub note: String,
}

/// Filters may be written as numbers or switches too.
fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    let written: Option<BTreeMap<String, serde_json::Value>> = Option::deserialize(from)?;
    let text = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(written
        .unwrap_or_default()
        .into_iter()
        .map(|(column, value)| (column, text(value)))
        .collect())
}

impl FigureSpec {
    /// Whether a row with this x has a place: one without an x has none along
    /// an axis of numbers.
    pub fn draws(&self, x: &str) -> bool {
        self.kind != FigureKind::Lines || !x.is_empty()
    }

    /// The figure with the categories in x and the measured values in y: dots
    /// and bars may name them the other way round, as they lie in the picture.
    pub(super) fn upright(&self, table: &DataTable) -> Result<FigureSpec, DataError> {
        let lying = matches!(self.kind, FigureKind::Bars | FigureKind::Dots)
            && table.is_numeric(table.column(&self.x)?)
            && !table.is_numeric(table.column(&self.y)?);
        let mut upright = self.clone();
        if lying {
            std::mem::swap(&mut upright.x, &mut upright.y);
            std::mem::swap(&mut upright.x_label, &mut upright.y_label);
        }
        Ok(upright)
    }
}

/// A measured value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub at: f64,
    pub interval: Option<(f64, f64)>,
    /// Whether a good part of the games behind it was given up.
    cut_off: bool,
}

impl Value {
    pub fn fill(&self) -> Fill {
        if self.cut_off {
            Fill::Hollow
        } else {
            Fill::Solid
        }
    }
}

/// Share of games given up from which a value is drawn hollow.
const GIVEN_UP: f64 = 0.01;

/// Whether that share of the games (or pairs) of each row, or more, was given up
/// at the ply limit, by its counts; `None` where the table does not count them.
pub fn given_up(table: &DataTable) -> Option<Vec<bool>> {
    let of = |name: &str| table.column(name).ok();
    let unfinished = of("unfinished")?;
    // `pairs` are those that count, `games` are all.
    let all = of("games").map(|all| (all, 0.0));
    let (all, more) = all.or_else(|| of("pairs").map(|pairs| (pairs, 1.0)))?;
    let share = |row: &Vec<String>| {
        let (unfinished, all) = (number(&row[unfinished])?, number(&row[all])?);
        Some(unfinished > 0.0 && unfinished >= GIVEN_UP * (all + more * unfinished))
    };
    let rows = table.rows.iter().map(|row| share(row).unwrap_or(false));
    Some(rows.collect())
}

/// The points of a figure: by series and x, both in the order of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Points {
    pub xs: Vec<String>,
    /// One unnamed series where the figure names no column for it.
    pub series: Vec<String>,
    /// By series and x; several where rows of the table share a place.
    values: BTreeMap<(usize, usize), Vec<Value>>,
}

/// Whether several rows may share a place of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shared {
    Allowed,
    Refused,
}

/// Series are named in the rows where fewer than this share of the places is
/// taken.
const SPARSE: f64 = 0.35;

impl Points {
    /// # Errors
    /// A column is not there, or two rows have the same place in the figure.
    pub fn of(spec: &FigureSpec, table: &DataTable, shared: Shared) -> Result<Points, DataError> {
        let (x, y) = (table.column(&spec.x)?, table.column(&spec.y)?);
        let optional = |name: &Option<String>| name.as_ref().map(|n| table.column(n)).transpose();
        let (low, high) = (optional(&spec.low)?, optional(&spec.high)?);
        let series = optional(&spec.series)?;
        let mut points = Points::default();
        let given_up = given_up(table);
        let rows = table.rows.iter().enumerate();
        for (number_of_row, row) in rows.filter(|(_, row)| spec.draws(&row[x])) {
            let name = series.map_or(String::new(), |at| {
                // A bare number would not say what it counts.
                if table.is_numeric(at) {
                    format!("{} {}", table.columns[at], row[at])
                } else {
                    row[at].clone()
                }
            });
            let key = (
                place(&mut points.series, name),
                place(&mut points.xs, row[x].clone()),
            );
            let Some(at) = number(&row[y]) else {
                continue;
            };
            let end = |column: Option<usize>| column.and_then(|column| number(&row[column]));
            let value = Value {
                at,
                interval: end(low).zip(end(high)),
                cut_off: given_up.as_ref().is_some_and(|rows| rows[number_of_row]),
            };
            let there = points.values.entry(key).or_default();
            there.push(value);
            if there.len() > 1 && shared == Shared::Refused {
                return Err(DataError(format!(
                    "two rows have {} = {}{}; a filter or a series must tell them apart",
                    spec.x,
                    row[x],
                    series.map_or(String::new(), |at| format!(
                        " and {} = {}",
                        spec.series.as_deref().unwrap_or_default(),
                        row[at]
                    ))
                )));
            }
        }
        Ok(points)
    }

    /// The first value there.
    pub fn value(&self, series: usize, x: usize) -> Option<Value> {
        self.all(series, x).first().copied()
    }

    /// Every value there.
    pub fn all(&self, series: usize, x: usize) -> &[Value] {
        self.values.get(&(series, x)).map_or(&[], Vec::as_slice)
    }

    fn every(&self) -> impl Iterator<Item = Value> + Clone + '_ {
        self.values.values().flatten().copied()
    }

    /// Where few of the places are taken, a row for each that is: its series
    /// and x in one label, and one series.
    pub fn dense(self, together: usize) -> Points {
        let places = (self.series.len() * self.xs.len()) as f64;
        if self.series.len() <= together || self.values.len() as f64 > SPARSE * places {
            return self;
        }
        let mut dense = Points {
            series: vec![String::new()],
            ..Points::default()
        };
        for (&(series, x), values) in &self.values {
            let label = format!("{}: {}", self.series[series], self.xs[x]);
            let x = place(&mut dense.xs, label);
            dense.values.insert((0, x), values.clone());
        }
        dense
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Values and ends of intervals.
    pub fn extent(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        self.every().flat_map(|value| {
            let (lo, hi) = value.interval.unwrap_or((value.at, value.at));
            [value.at, lo, hi]
        })
    }

    /// The xs as numbers, if they all are.
    pub fn numeric(&self) -> Option<Vec<f64>> {
        self.xs.iter().map(|x| number(x)).collect()
    }

    /// Numbers of the xs as people look for them: numbers ascending, names by
    /// their value in the first series, the greatest first, those without one
    /// last.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.xs.len()).collect();
        if let Some(numbers) = self.numeric() {
            order.sort_by(|&i, &j| numbers[i].total_cmp(&numbers[j]));
            return order;
        }
        let key = |x: usize| {
            let mut all = (0..self.series.len()).filter_map(|series| self.value(series, x));
            all.next().map_or(f64::NEG_INFINITY, |value| value.at)
        };
        order.sort_by(|&i, &j| key(j).total_cmp(&key(i)));
        order
    }

    /// Whether all values are above 0 and so far apart that an even axis would
    /// hide the smaller ones.
    pub fn wants_log(&self) -> bool {
        let values = self.every().map(|value| value.at);
        let lo = values.clone().fold(f64::INFINITY, f64::min);
        let hi = values.fold(0.0, f64::max);
        lo > 0.0 && hi > 30.0 * lo && self.extent().all(|end| end > 0.0)
    }
}

/// The number of `name` in the list, where it is put if it is new.
fn place(list: &mut Vec<String>, name: String) -> usize {
    match list.iter().position(|known| *known == name) {
        Some(at) => at,
        None => {
            list.push(name);
            list.len() - 1
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn spec(kind: &str, rest: &str) -> FigureSpec {
        let text = format!(
            "{{\"id\": \"f\", \"title\": \"T\", \"kind\": \"{kind}\", \"table\": \"t.csv\", \
             \"x\": \"x\", \"y\": \"y\", \"alt\": \"A.\"{rest}}}"
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn points_keep_the_order_of_the_table_and_are_sorted_when_drawn() {
        let table = DataTable::from_csv(b"x,y,lo,hi\na,1,0.5,2\nb,3,,\nc,,,\n").unwrap();
        let spec = spec("dots", ", \"low\": \"lo\", \"high\": \"hi\"");
        let points = Points::of(&spec, &table, Shared::Refused).unwrap();
        assert_eq!(points.xs, ["a", "b", "c"]);
        assert_eq!(points.order(), [1, 0, 2]);
        assert_eq!(points.value(0, 0).unwrap().interval, Some((0.5, 2.0)));
        assert_eq!(points.value(0, 1).unwrap().interval, None);
        assert_eq!(points.value(0, 2), None, "an empty cell is no 0");
    }

    /// A mean of the games that ended before the limit looked like any other.
    #[test]
    fn values_of_games_given_up_are_hollow() {
        let table =
            DataTable::from_csv(b"x,y,games,unfinished\na,1,1000,0\nb,2,1000,9\nc,3,1000,320\n")
                .unwrap();
        let points = Points::of(&spec("dots", ""), &table, Shared::Refused).unwrap();
        let fill = |x| points.value(0, x).unwrap().fill();
        assert_eq!(
            [0, 1, 2].map(fill),
            [Fill::Solid, Fill::Solid, Fill::Hollow]
        );
        let pairs = DataTable::from_csv(b"x,y,pairs,unfinished\na,1,0,9\nb,1,5,0\n").unwrap();
        assert_eq!(given_up(&pairs), Some(vec![true, false]));
        assert_eq!(given_up(&DataTable::from_csv(b"x,y\na,1\n").unwrap()), None);
    }

    #[test]
    fn rows_that_would_cover_each_other_are_refused() {
        let table = DataTable::from_csv(b"x,y,p\na,1,0.3\na,2,0.5\n").unwrap();
        let error = Points::of(&spec("lines", ""), &table, Shared::Refused).unwrap_err();
        assert!(error.0.contains("two rows have x = a"), "{error}");
        let spec = spec("dots", ", \"series\": \"p\", \"filter\": {\"p\": 0.5}");
        assert_eq!(spec.filter["p"], "0.5");
        let points = Points::of(&spec, &table, Shared::Refused).unwrap();
        assert_eq!(points.series, ["p 0.3", "p 0.5"]);
        let spec = self::spec("dots", "");
        let points = Points::of(&spec, &table, Shared::Allowed).unwrap();
        assert_eq!(points.all(0, 0).len(), 2, "both are drawn");
    }

    #[test]
    fn dots_may_name_their_axes_as_they_lie() {
        let table = DataTable::from_csv(b"x,y\n1.5,a\n2.5,b\n").unwrap();
        let upright = spec("dots", ", \"x_label\": \"plies\"")
            .upright(&table)
            .unwrap();
        assert_eq!((upright.x.as_str(), upright.y.as_str()), ("y", "x"));
        assert_eq!(upright.y_label, "plies");
        let lines = spec("lines", "");
        assert_eq!(lines.upright(&table).unwrap(), lines);
    }

    #[test]
    fn few_points_of_many_series_become_rows_of_their_own() {
        let rows: String = (0..9).map(|i| format!("r{i},{i},s{i}\n")).collect();
        let table = DataTable::from_csv(format!("x,y,s\n{rows}").as_bytes()).unwrap();
        let spec = spec("dots", ", \"series\": \"s\"");
        let points = Points::of(&spec, &table, Shared::Allowed).unwrap();
        assert_eq!(points.clone().dense(9), points);
        let dense = points.dense(4);
        assert_eq!((dense.series.len(), dense.xs.len()), (1, 9));
        assert_eq!(dense.xs[3], "s3: r3");
    }
}
