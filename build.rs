//! Tells the program which revision it was built from, and lists the learned
//! weights that are compiled in.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_string())
}

/// Id and bytes of every file of learned weights, in the order of ids, as the
/// source of a slice.
fn learned_weights(folder: &Path) -> std::io::Result<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "td") {
            files.push(path);
        }
    }
    files.sort();
    let line = |path: &PathBuf| {
        let id = path.file_stem().and_then(|id| id.to_str()).expect("an id");
        // Looked up when it is compiled: a checkout may be moved, build folder and all.
        let file = format!("/data/weights/td/{id}.td");
        format!("({id:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?}))),\n")
    };
    let lines: String = files.iter().map(line).collect();
    Ok(format!("&[\n{lines}]\n"))
}

fn main() -> std::io::Result<()> {
    // An archive without history has no revision.
    let revision = git(&[
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ]);
    let revision = revision.unwrap_or_else(|| "unknown".to_string());
    println!("cargo:rustc-env=SENET_REVISION={revision}");
    for watched in ["src", "data", "Cargo.toml", "Cargo.lock", "build.rs"] {
        println!("cargo:rerun-if-changed={watched}");
    }
    for moving in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", moving]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let folder = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    fs::write(
        folder("OUT_DIR").join("learned_weights.rs"),
        learned_weights(&folder("CARGO_MANIFEST_DIR").join("data/weights/td"))?,
    )
}
