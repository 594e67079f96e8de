//! Ctrl-C, termination and hang-up.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code of an interrupted run.
pub const EXIT: u8 = 130;

/// What an interrupted run leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// What had been finished.
    Finished,
    /// The layers of a table, and where the last one stands.
    Layers,
    /// The game that is being played.
    Game,
    Nothing,
}

/// From now on a first signal sets the flag that is returned, so that a run
/// can end cleanly; a second one ends the program at once. `kept` is told.
///
/// # Errors
/// The system refuses to install the handler.
pub fn watch(kept: Kept) -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT));
        }
        let games = "once games and searches under way have come to their ends";
        match kept {
            Kept::Finished => eprintln!(
                "interrupted: keeping what has been finished, {games} (a second time: stop at once)"
            ),
            Kept::Layers => eprintln!(
                "interrupted: keeping the layers so far beside --out (.partial, .journal, \
                 .checkpoint), from which the same command goes on (a second time: stop at once)"
            ),
            Kept::Game => eprintln!(
                "interrupted: saving the game as far as it was played (a second time: stop at once)"
            ),
            Kept::Nothing => eprintln!(
                "interrupted: this run keeps nothing; it ends {games} (a second time: stop at once)"
            ),
        }
    })?;
    Ok(&INTERRUPTED)
}

/// [`EXIT`] if a signal has come, else success.
pub fn exit_code() -> ExitCode {
    if INTERRUPTED.load(Ordering::Relaxed) {
        ExitCode::from(EXIT)
    } else {
        ExitCode::SUCCESS
    }
}

/// The flag that [`watch`] sets, for those who do not install it.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}
