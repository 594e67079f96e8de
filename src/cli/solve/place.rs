//! Whether the table may be put where it is to go.

use std::path::Path;

use anyhow::ensure;

use crate::ruleset::Ruleset;
use crate::solver::solve::Bounds;
use crate::solver::table::{Game, Header, SectionKind, Table};
use crate::solver::value::Precision;

/// What decides the bytes of a table, but for sweeps that were not made.
pub(super) struct Kind<'a> {
    pub(super) game: &'a Game,
    pub(super) encoding: &'a str,
    pub(super) precision: Precision,
    pub(super) bounds: Bounds,
    pub(super) tolerance: f64,
    pub(super) from: Option<&'a str>,
    /// Whether it tells the length of perfect play.
    pub(super) lengths: bool,
}

impl Kind<'_> {
    pub(super) fn of(header: &Header) -> Kind<'_> {
        let mut kinds = header.sections.iter().map(|section| section.kind);
        Kind {
            game: &header.game,
            encoding: &header.encoding,
            precision: header.precision,
            bounds: header.bounds,
            tolerance: header.tolerance,
            from: header.from.as_deref(),
            lengths: kinds.any(|kind| kind == SectionKind::Plies),
        }
    }

    /// In what `self` is another than `wanted`: what it has, what is wanted.
    fn differences(&self, wanted: &Kind) -> Vec<String> {
        let bounds = |kind: &Kind| match kind.bounds {
            Bounds::None => "no bounds",
            Bounds::Both => "bounds",
        };
        let lengths = |kind: &Kind| {
            if kind.lengths {
                "lengths"
            } else {
                "no lengths"
            }
        };
        let from = |kind: &Kind| kind.from.map_or("the start", |from| from).to_string();
        let pairs = [
            (self.game.label.clone(), wanted.game.label.clone()),
            (self.encoding.to_string(), wanted.encoding.to_string()),
            (self.precision.name().into(), wanted.precision.name().into()),
            (bounds(self).into(), bounds(wanted).into()),
            (
                format!("tolerance {:e}", self.tolerance),
                format!("tolerance {:e}", wanted.tolerance),
            ),
            (from(self), from(wanted)),
            (lengths(self).into(), lengths(wanted).into()),
        ];
        let differ = pairs.into_iter().filter(|(there, wanted)| there != wanted);
        differ
            .map(|(there, wanted)| format!("{there} instead of {wanted}"))
            .collect()
    }
}

/// Whether a file can be made at `out`.
///
/// # Errors
/// It is a folder, or its folder is none.
pub(super) fn reachable(out: &Path) -> anyhow::Result<()> {
    let name = out.display();
    ensure!(
        !out.is_dir(),
        "--out {name}: this is a folder; give the name of a file"
    );
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Some(folder) = folder else {
        return Ok(());
    };
    ensure!(
        folder.exists(),
        "--out {name}: the folder {} does not exist",
        folder.display()
    );
    ensure!(
        folder.is_dir(),
        "--out {name}: {} is no folder",
        folder.display()
    );
    Ok(())
}

/// Refuses to put a table in the place of anything but a table of the same game.
pub(super) fn spare(out: &Path, ruleset: &Ruleset) -> anyhow::Result<()> {
    reachable(out)?;
    let digest = ruleset.digest().to_string();
    ensure!(
        !out.exists() || Table::open(out).is_ok_and(|table| table.header().game.digest == digest),
        "--out {}: there is such a file already, and it is no table of {}; give another name, or \
         remove it",
        out.display(),
        ruleset.label()
    );
    Ok(())
}

/// Refuses to put a table in the place of one that is not of its kind, or for
/// which more sweeps were made than `most_sweeps`.
pub(super) fn spare_other_kinds(out: &Path, wanted: &Kind, most_sweeps: u32) -> anyhow::Result<()> {
    let Some(table) = out.exists().then(|| Table::open(out)).transpose()? else {
        return Ok(());
    };
    let header = table.header();
    let mut differences = Kind::of(header).differences(wanted);
    let sweeps = header.sections.iter().map(|section| section.sweeps).max();
    if let Some(sweeps) = sweeps.filter(|&sweeps| sweeps > most_sweeps) {
        differences.push(format!(
            "{sweeps} sweeps instead of --most-sweeps {most_sweeps}"
        ));
    }
    ensure!(
        differences.is_empty(),
        "--out {}: there is a table of another kind already ({}); give another name, or remove it",
        out.display(),
        differences.join(", ")
    );
    Ok(())
}
