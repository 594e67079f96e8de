//! Lines for people on standard output, beside what a command writes to files.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::Mutex;

/// Why a line could not be written, the first time.
static FAULT: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes a line to standard output. Unlike `println!` it does not end the
/// program where that is closed or full: the files of a run are still to be
/// written. [`fault`] tells of it afterwards.
macro_rules! say {
    () => {
        $crate::cli::say::line(format_args!(""))
    };
    ($($text:tt)*) => {
        $crate::cli::say::line(format_args!($($text)*))
    };
}

pub(in crate::cli) fn line(text: Arguments<'_>) {
    if let Err(error) = writeln!(io::stdout(), "{text}") {
        let mut fault = FAULT.lock().expect("no holder panics");
        fault.get_or_insert(error);
    }
}

/// Why standard output took not all lines; `None` where it did, and where its
/// reader (`head`, a pager) had had enough, which is no fault.
pub(super) fn fault() -> Option<io::Error> {
    let found = FAULT.lock().expect("no holder panics").take();
    found.filter(|error| error.kind() != ErrorKind::BrokenPipe)
}
