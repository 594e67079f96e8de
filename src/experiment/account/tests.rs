use std::fs;

use super::*;

/// A folder as an experiment writes it.
fn folder(at: &Path, digest: &str) {
    fs::create_dir_all(at).unwrap();
    fs::write(
        at.join("length.csv"),
        "ruleset,agent,plies,lo,hi\nanubis-5,random,168.25,167,169.5\nur-finkel,random,157,156,158\n",
    )
    .unwrap();
    let manifest = format!(
        r#"{{"experiment": "e 1", "title": "Lengths", "question": "How long?",
        "method": "One.\n\nTwo.", "limits": "", "command": "senet run experiments/e", "program":
        "senet", "version": "0.1.0", "revision": "abc", "started_unix": 1796083199, "seconds": 3.2,
        "threads": 2, "status": "complete", "seed": 1, "spec_digest": "feedbeef", "rulesets":
        [{{"ruleset": "anubis-5", "changes": "", "digest": "{digest}"}},
         {{"ruleset": "ur-finkel", "changes": [], "digest": "e62bfb64fa53016d"}}],
        "tables": [{{"file": "length.csv", "title": "Length", "description": "A row a ruleset.",
        "columns_version": 1, "rows": 2}}],
        "figures": [{{"id": "len", "title": "Length", "kind": "dots", "table": "length.csv",
        "x": "ruleset", "y": "plies", "low": "lo", "high": "hi", "series": null, "filter":
        {{"agent": "random"}}, "log_x": false, "reference": null, "x_label": "", "y_label": "plies",
        "alt": "Lengths.", "note": ""}}]}}"#
    );
    fs::write(at.join("manifest.json"), manifest).unwrap();
}

fn markdown() -> Option<PaperTables> {
    Some(PaperTables {
        format: TableFormat::Markdown,
        columns: Vec::new(),
    })
}

fn page(files: &[ReportFile]) -> String {
    assert_eq!(files[0].path, PAGE);
    String::from_utf8(files[0].bytes.clone()).unwrap()
}

#[test]
fn an_experiment_becomes_a_section_with_its_rulesets() {
    let at = tempfile::tempdir().unwrap();
    folder(at.path(), "14bd9c88e71d0c09");
    let files = report("T", &[at.path()], &[], markdown()).unwrap().files;
    let html = page(&files);
    for part in [
        "<h2 id=\"e-1-h\">Lengths</h2>",
        "How long?",
        "<p>One.</p>",
        "<p>Two.</p>",
        "senet run experiments/e",
        "feedbeef",
        "Begun 2026-11-30; it took 3 s on 2 threads.",
        "id=\"ruleset-ur-finkel\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("class=\"warning\""));
    let names: Vec<&str> = files[1..].iter().map(|file| file.path.as_str()).collect();
    let tables = ["e-1-figure-len", "e-1-length", "rulesets"];
    assert_eq!(names, tables.map(|name| format!("tables/{name}.md")));
    assert_eq!(
        files,
        report("T", &[at.path()], &[], markdown()).unwrap().files
    );
}

#[test]
fn other_rules_than_this_program_has_are_told() {
    let at = tempfile::tempdir().unwrap();
    folder(at.path(), "0000000000000000");
    let html = page(&report("T", &[at.path()], &[], None).unwrap().files);
    assert!(html.contains("anubis-5 was played by other rules (digest 0000000000000000)"));
}

#[test]
fn what_does_not_fit_is_named() {
    let at = tempfile::tempdir().unwrap();
    let fault = |path: &Path| format!("{:#}", report("T", &[path], &[], None).unwrap_err());
    assert!(fault(at.path()).contains("no folder of results"));
    folder(at.path(), "14bd9c88e71d0c09");
    let twice = report("T", &[at.path(), at.path()], &[], None).unwrap_err();
    assert!(twice.to_string().contains("another folder of the name e 1"));
    let manifest = at.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        text.replace("\"y\": \"plies\"", "\"y\": \"turns\""),
    )
    .unwrap();
    let error = fault(at.path());
    assert!(
        error.contains("figure `len`: there is no column `turns`"),
        "{error}"
    );
    fs::write(&manifest, text.replace("length.csv", "../length.csv")).unwrap();
    assert!(fault(at.path()).contains("a table is a CSV file of the folder"));
    fs::write(&manifest, text).unwrap();
    let csv = at.path().join("length.csv");
    let whole = fs::read_to_string(&csv).unwrap();
    let header = whole.split_inclusive('\n').next().unwrap();
    for (cut, why) in [
        ("", "of 2 rows: this file is empty"),
        (
            header,
            "2 rows were expected by the manifest, and 0 were found",
        ),
        (whole.trim_end(), "this file ends within a line"),
        (
            &whole.replace("157,", "NaN,"),
            "row 2: plies = NaN: this is no figure",
        ),
    ] {
        fs::write(&csv, cut).unwrap();
        let error = fault(at.path());
        let named = "length.csv: run `senet run experiments/e` again: ";
        assert!(error.contains(named) && error.contains(why), "{error}");
    }
    fs::remove_file(csv).unwrap();
    assert!(fault(at.path()).contains("the manifest names this table of 2 rows"));
}

/// "No folder of results" was all that was said of each.
#[test]
fn folders_of_other_kinds_are_named_with_what_to_do() {
    let at = tempfile::tempdir().unwrap();
    let at = at.path();
    let fault = |path: &Path| format!("{:#}", report("T", &[path], &[], None).unwrap_err());
    assert!(fault(&at.join("nowhere")).contains("there is no such folder"));
    fs::create_dir_all(at.join("run/jobs")).unwrap();
    let plan = r#"{"digest": "0", "revision": "abc", "command": "senet run e --out f",
        "jobs": ["one", "two", "three"]}"#;
    fs::write(at.join("run/run.json"), plan).unwrap();
    fs::write(at.join("run/jobs/00001.json"), "{}").unwrap();
    let error = fault(&at.join("run"));
    assert!(
        error.contains("not finished, 1 of 3 jobs are done: `senet run e --out f` goes on"),
        "{error}"
    );
    fs::create_dir_all(at.join("study/check")).unwrap();
    fs::write(
        at.join("study/check/manifest.json"),
        r#"{"topic": "check"}"#,
    )
    .unwrap();
    let like = format!("like {}", at.join("study/check").display());
    assert!(fault(&at.join("study")).contains(&like));
    fs::create_dir_all(at.join("sticks")).unwrap();
    fs::write(at.join("sticks/sticks.csv"), "a\n").unwrap();
    assert!(fault(&at.join("sticks")).contains("a folder of `senet sticks`"));
}

/// Pieces make a game another: no digest is strange for them, and each size has
/// a figure of its own where the series say something else.
#[test]
fn a_topic_of_a_study_becomes_a_section_with_figures_by_pieces() {
    let at = tempfile::tempdir().unwrap();
    let at = at.path().join("advantage");
    fs::create_dir_all(&at).unwrap();
    let columns = "ruleset,changes,pieces,digest,first,first_lo,first_hi,plies,plies_lo,plies_hi";
    let rows = "anubis-5,,1,aa,0.51,0.509,0.511,34,,\nanubis-5,,2,bb,0.52,0.519,0.521,67,,\n\
                anubis-5,backward,1,cc,0.53,0.529,0.531,37,,\n";
    fs::write(at.join("advantage.csv"), format!("{columns}\n{rows}")).unwrap();
    let table = |pieces: u8, changes: &str, digest: &str| {
        format!(
            r#"{{"ruleset": "anubis-5", "changes": "{changes}", "pieces": {pieces},
            "digest": "{digest}", "table": "f64-bounds-1e-9", "revisions": ["abc"]}}"#
        )
    };
    let manifest = format!(
        r#"{{"program": "senet", "version": "0.1.0", "revision": "abc", "topic": "advantage",
        "command_line": ["senet", "study", "advantage"], "status": "complete", "started_unix": 1,
        "seconds": 0.1, "task_seconds": 65.0, "threads": 2, "seed": 1, "tables": [{}, {}, {}],
        "files": [{{"file": "advantage.csv", "columns_version": 1, "rows": 3}}]}}"#,
        table(1, "", "aa"),
        table(2, "", "bb"),
        table(1, "backward", "cc"),
    );
    fs::write(at.join("manifest.json"), manifest).unwrap();
    let html = page(&report("T", &[&at], &[], None).unwrap().files);
    for part in [
        "Perfect play: advantage and length</h2>",
        "it took 65 s on 2 threads",
        "pieces 1",
        "pieces 2",
        "The first player's chance by reading, 1 piece a side",
        "pieces=1; backward",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("by reading, 2 pieces"));
    assert!(!html.contains("class=\"warning\""));
}
