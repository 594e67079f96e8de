//! Games by the million: fixed chunks, any number of threads, one order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Games in a chunk. Part of the meaning of an interrupted run, which keeps
/// whole chunks, and of nothing else.
pub const CHUNK: u64 = 1024;

/// Chunks that are done, and the place up to which they have been folded.
struct Folding<T, F> {
    next: u64,
    early: BTreeMap<u64, T>,
    fold: F,
    flow: ControlFlow<()>,
}

impl<T, F: FnMut(T) -> ControlFlow<()>> Folding<T, F> {
    fn add(&mut self, chunk: u64, done: T) -> ControlFlow<()> {
        self.early.insert(chunk, done);
        while self.flow.is_continue() {
            let Some(done) = self.early.remove(&self.next) else {
                break;
            };
            self.flow = (self.fold)(done);
            self.next += 1;
        }
        self.flow
    }
}

/// Plays `games` games in chunks on the threads of `pool` and folds what
/// `play` makes of each chunk, in the order of the games.
///
/// `play` gets the numbers of the games of its chunk; `progress` hears after
/// each chunk how many games it had. Once `cancel` is set no chunk is begun,
/// and those begun are finished. Returns the number of games played: what has
/// been folded is the same as after a run of so many games.
pub fn run_chunks<T: Send>(
    pool: &rayon::ThreadPool,
    games: u64,
    cancel: &AtomicBool,
    play: impl Fn(Range<u64>) -> T + Sync,
    progress: impl Fn(u64) + Sync,
    fold: impl FnMut(T) + Send,
) -> u64 {
    run_chunks_of(pool, games, CHUNK, cancel, play, progress, fold)
}

/// As [`run_chunks`], with chunks of `size` games.
pub fn run_chunks_of<T: Send>(
    pool: &rayon::ThreadPool,
    games: u64,
    size: u64,
    cancel: &AtomicBool,
    play: impl Fn(Range<u64>) -> T + Sync,
    progress: impl Fn(u64) + Sync,
    mut fold: impl FnMut(T) + Send,
) -> u64 {
    run_until(pool, games, size, cancel, play, progress, |done| {
        fold(done);
        ControlFlow::Continue(())
    })
}

/// As [`run_chunks`], with chunks of `size` games, until `fold` breaks off.
///
/// Because chunks are folded in the order of the games, the place where it
/// breaks off does not depend on the threads; chunks played ahead of it are
/// thrown away.
pub fn run_until<T: Send>(
    pool: &rayon::ThreadPool,
    games: u64,
    size: u64,
    cancel: &AtomicBool,
    play: impl Fn(Range<u64>) -> T + Sync,
    progress: impl Fn(u64) + Sync,
    fold: impl FnMut(T) -> ControlFlow<()> + Send,
) -> u64 {
    let chunks = games.div_ceil(size);
    let begun = AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let folding = Mutex::new(Folding {
        next: 0,
        early: BTreeMap::new(),
        fold,
        flow: ControlFlow::Continue(()),
    });
    pool.broadcast(|_| {
        while !cancel.load(Ordering::Relaxed) && !over.load(Ordering::Relaxed) {
            let chunk = begun.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks {
                break;
            }
            let range = chunk * size..games.min((chunk + 1) * size);
            let count = range.end - range.start;
            let done = play(range);
            let flow = folding
                .lock()
                .expect("no thread has panicked while folding")
                .add(chunk, done);
            if flow.is_break() {
                over.store(true, Ordering::Relaxed);
            }
            progress(count);
        }
    });
    let folding = folding.into_inner().expect("no thread has panicked");
    games.min(folding.next * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    }

    #[test]
    fn chunks_are_folded_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let mut seen = Vec::new();
            let counted = AtomicU64::new(0);
            let games = 20 * CHUNK + 7;
            let played = run_chunks(
                &pool(threads),
                games,
                &AtomicBool::new(false),
                |range| range,
                |n| {
                    counted.fetch_add(n, Ordering::Relaxed);
                },
                |range| seen.push(range),
            );
            assert_eq!((played, counted.into_inner()), (games, games));
            assert_eq!(seen.len(), 21);
            assert!(seen.windows(2).all(|w| w[0].end == w[1].start));
            assert_eq!(seen[20], 20 * CHUNK..games);
        }
    }

    #[test]
    fn a_run_breaks_off_at_the_same_place_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut seen = 0;
            let played = run_until(
                &pool(threads),
                10_000,
                10,
                &AtomicBool::new(false),
                |range| range.end,
                |_| {},
                |end| {
                    seen = end;
                    if end >= 333 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert_eq!((played, seen), (340, 340), "{threads} threads");
        }
    }

    #[test]
    fn a_cancelled_run_keeps_the_first_chunks_whole() {
        let cancel = AtomicBool::new(false);
        let mut sum = 0;
        let played = run_chunks(
            &pool(2),
            1000 * CHUNK,
            &cancel,
            |range| {
                if range.start >= 10 * CHUNK {
                    cancel.store(true, Ordering::Relaxed);
                }
                range.end - range.start
            },
            |_| {},
            |n| sum += n,
        );
        assert_eq!(sum, played);
        assert!((10 * CHUNK..1000 * CHUNK).contains(&played), "{played}");
        assert_eq!(played % CHUNK, 0);
    }
}
