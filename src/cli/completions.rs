use std::io::{self, Write};
use std::process::ExitCode;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet completions bash > ~/.local/share/bash-completion/completions/senet
  senet completions zsh > ~/.zfunc/_senet
  senet completions fish > ~/.config/fish/completions/senet.fish")]
pub struct Args {
    shell: clap_complete::Shell,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "senet", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
