//! Tells the program which revision it was built from.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_string())
}

fn main() {
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
}
