//! How many threads play.

use anyhow::Context;

use crate::arena::CHUNK;

/// More are no help to any machine that this runs on.
const MOST: usize = 1024;

/// Reads a number of threads, 0 for as many as the machine has.
pub fn parse(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads) if threads <= MOST => Ok(threads),
        _ => Err(format!(
            "it is a whole number up to {MOST}; 0 takes as many as the machine has"
        )),
    }
}

/// A pool of `threads`, or fewer where `games`, if told, do not give each a
/// chunk.
///
/// # Errors
/// The system refuses to start them.
pub fn pool(threads: usize, games: Option<u64>) -> anyhow::Result<rayon::ThreadPool> {
    let wanted = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let chunks = games.map_or(u64::MAX, |games| games.div_ceil(CHUNK));
    let threads = wanted
        .min(usize::try_from(chunks).unwrap_or(usize::MAX))
        .max(1);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .with_context(|| format!("cannot start {threads} threads; ask for fewer with --threads"))
}
