//! Whether the table may be put where it is to go.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use crate::ruleset::Ruleset;
use crate::solver::solve::Bounds;
use crate::solver::table::{Game, Header, SectionKind, StartValue, Table};
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

/// A table that stands where the one that is wanted would go, and is as good.
pub(super) struct Finished {
    pub(super) start: StartValue,
    /// What was written beside it.
    pub(super) manifest: String,
}

/// What of the manifest beside a table is looked at.
#[derive(serde::Deserialize)]
struct Beside {
    digest: String,
    start: StartValue,
    groups: Vec<Rests>,
    revision: String,
}

#[derive(serde::Deserialize)]
struct Rests {
    rests: bool,
}

/// The finished table at `out`, if there is a sound one of the kind that is wanted
/// and its manifest says that all of it rests; says where one is solved again.
///
/// # Errors
/// There is a table of another kind, or one for which more sweeps were made than
/// `most_sweeps`.
pub(super) fn finished(
    out: &Path,
    wanted: &Kind,
    most_sweeps: u32,
) -> anyhow::Result<Option<Finished>> {
    let Some(table) = of_kind(out, wanted, most_sweeps)? else {
        return Ok(None);
    };
    let name = out.display();
    let again = |why: String| {
        eprintln!("note: {why}: it is solved again");
        Ok(None)
    };
    let manifest = std::fs::read_to_string(manifest_path(out)).ok();
    let beside = |text: &String| serde_json::from_str::<Beside>(text).ok();
    let Some((manifest, beside)) = manifest.and_then(|text| beside(&text).map(|read| (text, read)))
    else {
        return again(format!("{name} has no manifest that says whether it rests"));
    };
    let header = table.header();
    let same = beside.digest == header.game.digest && Some(beside.start) == header.start;
    if !same {
        return again(format!("the manifest beside {name} is of another table"));
    }
    if !beside.groups.iter().all(|group| group.rests) {
        return again(format!("some layers in {name} do not rest"));
    }
    eprintln!("{name} is there already: comparing its checksums");
    if let Err(error) = table.verify_checksums(|_| {}) {
        return again(error.to_string());
    }
    eprintln!(
        "{name} is the table that is wanted, finished by revision {}: nothing to solve (remove it to \
         solve again)",
        beside.revision
    );
    Ok(Some(Finished {
        start: beside.start,
        manifest,
    }))
}

/// Where the manifest of a table stands.
pub(super) fn manifest_path(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}.manifest.json", out.display()))
}

/// The table at `out`, if there is one; refused if it is not of the kind wanted.
fn of_kind(out: &Path, wanted: &Kind, most_sweeps: u32) -> anyhow::Result<Option<Table>> {
    let Some(table) = out.exists().then(|| Table::open(out)).transpose()? else {
        return Ok(None);
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
    Ok(Some(table))
}
