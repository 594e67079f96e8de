//! `senet report` from outside.

use std::fs;
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
    let simulate = "simulate --rulesets anubis-5,ur-masters --games 300 --blocking --out one";
    done(&senet(at, &simulate.split(' ').collect::<Vec<_>>()));
    let ladder = "ladder --agents random,racer --rulesets anubis-5 --games 20 --out two";
    done(&senet(at, &ladder.split(' ').collect::<Vec<_>>()));
    let report = ["report", "one", "two", "--tables", "tex", "--out", "page"];
    let said = done(&senet(at, &report));
    assert!(said.contains(" tables written to page/tables\n"), "{said}");
    assert!(said.ends_with("written to page/index.html\n"), "{said}");
    // Thousands of rows are the CSV's.
    let refused = "not written: tables/one-histograms.tex: ";
    let why = said.lines().find(|line| line.starts_with(refused));
    assert!(
        why.is_some_and(|line| line.ends_with("rows, 400 at most: take the CSV")),
        "{said}"
    );
    assert!(!at.join("page/tables/one-histograms.tex").exists());
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
    let mut tables = 0;
    for table in std::fs::read_dir(at.join("page/tables")).unwrap() {
        let path = table.unwrap().path();
        well_formed(&std::fs::read_to_string(&path).unwrap(), &path);
        tables += 1;
    }
    assert!(tables > 10);
    let summary = std::fs::read_to_string(at.join("page/tables/one-summary.tex")).unwrap();
    assert!(summary.contains("\\label{tab:one-summary}") && summary.contains("14bd9c88e71d0c09"));
    let rulesets = std::fs::read_to_string(at.join("page/tables/rulesets.tex")).unwrap();
    assert!(rulesets.contains("ur-masters"), "{rulesets}");
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

/// What LaTeX would stumble over: braces, cells that are more or fewer than the
/// columns, letters that it does not know.
fn well_formed(text: &str, path: &Path) {
    let path = path.display();
    let body: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
    let bare = body
        .join("\n")
        .replace("\\{", "")
        .replace("\\}", "")
        .replace("\\&", "");
    let mut depth = 0i32;
    for letter in bare.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        assert!(depth >= 0, "{path}: a brace is closed that is not open");
        let known = letter.is_ascii()
            || ('\u{a0}'..='\u{17f}').contains(&letter)
            || "–—‘’“”…".contains(letter);
        assert!(known, "{path}: {letter:?}");
    }
    assert_eq!(depth, 0, "{path}: a brace is left open");
    assert!(
        !bare.replace("\\%", "").contains('%'),
        "{path}: a comment within the text"
    );
    assert!(
        text.contains("% needs in the preamble: \\usepackage"),
        "{path}"
    );
    let mut parts = 0;
    for part in bare.split("\\begin{longtable}{").skip(1) {
        parts += 1;
        let (spec, rest) = part.split_once("}\n").expect("the columns end their line");
        let mut columns = 0;
        let mut inside = 0;
        for letter in spec.chars() {
            inside += i32::from(letter == '{') - i32::from(letter == '}');
            columns += usize::from(inside == 0 && "lrp".contains(letter));
        }
        let (rows, _) = rest.split_once("\\end{longtable}").expect("the table ends");
        let rows: Vec<&str> = rows
            .lines()
            .filter(|line| line.ends_with("\\\\") && !line.starts_with("\\caption"))
            .collect();
        assert!(rows.len() > 2, "{path}");
        for row in rows {
            assert_eq!(
                row.matches('&').count() + 1,
                columns,
                "{path}: {spec}: {row}"
            );
        }
    }
    assert!(parts > 0, "{path}");
}

#[test]
fn tables_for_papers_may_be_limited_to_columns() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let simulate = "simulate --rulesets anubis-5 --games 20 --out one";
    done(&senet(at, &simulate.split(' ').collect::<Vec<_>>()));
    let report = |columns: &str| {
        let args = ["report", "one", "--tables", "md", "--columns", columns];
        senet(at, &args)
    };
    let said = done(&report("evidence"));
    assert!(
        said.contains("it has none of the columns asked for"),
        "{said}"
    );
    let rulesets = std::fs::read_to_string(at.join("out/report/tables/rulesets.md")).unwrap();
    assert!(rulesets.contains("| evidence |\n"), "{rulesets}");
    let output = report("no_such");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("--columns no_such: no table has this column; there are"),
        "{error}"
    );
}

/// A ruleset of one's own is described from its file.
#[test]
fn own_rulesets_have_their_rules_and_boards() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mine = "base = \"anubis-5\"\nid = \"mine-3\"\nname = \"Mine\"\n[rules]\npieces = 3\n";
    fs::write(at.join("mine.toml"), mine).unwrap();
    let simulate = "simulate --rulesets mine.toml,anubis-5 --games 60 --out one";
    done(&senet(at, &simulate.split(' ').collect::<Vec<_>>()));
    let page = |words: &[&str]| {
        done(&senet(at, words));
        fs::read_to_string(at.join("out/report/index.html")).unwrap()
    };
    let without = page(&["report", "one"]);
    assert!(without.contains("mine-3 is not built in") && !without.contains("board-mine-3"));
    let with = page(&["report", "one", "--rulesets", "mine.toml"]);
    assert!(!with.contains("is not built in") && with.contains("board-mine-3"));
    assert!(with.contains("board-anubis-5"));
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

/// The committed studies, of several versions of the program.
#[test]
fn the_committed_studies_become_one_page() {
    let at = tempfile::tempdir().unwrap();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/results");
    let mut folders: Vec<String> = fs::read_dir(results)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .filter(|path| path.contains("/study-"))
        .collect();
    folders.sort();
    assert!(folders.len() > 10);
    let mut words = vec!["report", "--out", "page"];
    words.extend(folders.iter().map(String::as_str));
    let output = senet(at.path(), &words);
    assert!(output.status.success(), "{output:?}");
    let html = fs::read_to_string(at.path().join("page/index.html")).unwrap();
    assert!(!html.contains("class=\"warning\""));
    assert!(!html.contains("These results have no figures for it."));
    for title in [
        "The first player's chance by reading",
        "Length without pairs or walls",
        "What a player loses to whom the rule is denied",
        "What each first throw is worth, 5 pieces a side",
        "How close decisions are",
        "Different positions met in games of perfect play",
        "What smaller tables cost a decision",
    ] {
        assert!(html.contains(title), "{title}");
    }
}
