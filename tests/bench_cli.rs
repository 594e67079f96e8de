//! `senet bench`: its checksums hold the play of every kind of ruleset still.

use assert_cmd::Command;

/// Plies and checksum of the first 64 games of each ruleset of the workload. A
/// change here means that rules, throws, streams or the random agent play
/// otherwise than before, and belongs in the changelog.
const PLAY: &[(&str, &str, &str)] = &[
    ("anubis-5", "11155", "23036c542868c4ea"),
    ("nile-5-six", "35226", "1ca6ad21d07d2dc5"),
    ("ankh-7", "16491", "3ad37a001f2909f2"),
    ("standard-5", "12408", "bf6698224fdf884b"),
    ("bell-10", "5973", "8d78131577e5fdfc"),
];

#[test]
fn play_is_as_it_was() {
    let output = Command::cargo_bin("senet")
        .unwrap()
        .args(["bench", "--games", "64"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for (id, plies, checksum) in PLAY {
        let row = text.lines().find(|line| line.trim_start().starts_with(id));
        let cells: Vec<_> = row.unwrap().split_whitespace().take(3).collect();
        assert_eq!(cells, [*id, *plies, *checksum]);
    }
}
