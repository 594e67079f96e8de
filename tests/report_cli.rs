//! `senet report` from outside.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

fn senet(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_senet"))
        .current_dir(folder)
        .args(args)
        .output()
        .unwrap()
}

fn done(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn simulations_and_ladders_become_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let simulate = "simulate --rulesets anubis-5,ur-masters --games 40 --blocking --out one";
    done(&senet(at, &simulate.split(' ').collect::<Vec<_>>()));
    let ladder = "ladder --agents random,racer --rulesets anubis-5 --games 20 --out two";
    done(&senet(at, &ladder.split(' ').collect::<Vec<_>>()));
    let report = ["report", "one", "two", "--tables", "tex", "--out", "page"];
    assert_eq!(done(&senet(at, &report)), "written to page/index.html\n");
    let page = std::fs::read_to_string(at.join("page/index.html")).unwrap();
    for part in [
        "Games won by the first player",
        "What blocking does to the length",
        "Where A&#39;s pieces stand",
        "Ratings of the agents",
        "senet ladder --agents random,racer",
        "id=\"board-ur-masters-title\"",
        "14bd9c88e71d0c09",
    ] {
        let other = part.replace("&#39;", "'");
        assert!(page.contains(part) || page.contains(&other), "{part}");
    }
    let tables = std::fs::read_dir(at.join("page/tables")).unwrap();
    assert!(tables.count() > 10);
    let summary = std::fs::read_to_string(at.join("page/tables/one-summary.tex")).unwrap();
    assert!(summary.contains("\\begin{tabular}") && summary.contains("14bd9c88e71d0c09"));
    // Tables of another report in that folder do not stay; what others put there does.
    std::fs::write(at.join("page/tables/mine.tex"), "% mine").unwrap();
    done(&senet(
        at,
        &["report", "two", "--tables", "tex", "--out", "page"],
    ));
    assert!(!at.join("page/tables/one-summary.tex").exists());
    assert!(at.join("page/tables/two-ratings.tex").exists());
    assert!(at.join("page/tables/mine.tex").exists());
    // Made again it is the same, byte for byte.
    done(&senet(at, &["report", "one", "two", "--out", "again"]));
    let again = std::fs::read_to_string(at.join("again/index.html")).unwrap();
    assert!(page == again);
}

#[test]
fn a_folder_without_results_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = senet(folder.path(), &["report", "nowhere"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("nowhere: there is no such folder") && error.contains("`senet run`"),
        "{error}"
    );
    assert!(!folder.path().join("out").exists());
}
