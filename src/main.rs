//! The command line of `senet`: parse, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    senet::cli::main()
}
