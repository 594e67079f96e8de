//! Doing the jobs that are not done yet, several at a time.
//!
//! Each job runs on one thread, and every job's result depends on its key
//! alone; so which thread does which job, and when, changes nothing.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Instant, SystemTime};

use anyhow::Context;

use super::done::Workshop;
use super::plan::{Job, Plan};
use super::solved::Solutions;
use super::spec::Spec;
use super::store::{Clock, Found, JobStore};
use super::troupe::Troupe;

/// Seconds between two writings of the clock.
const CLOCK_SECONDS: f64 = 2.0;

/// How far a run got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Jobs that are done, those of earlier runs too.
    pub done: usize,
    pub clock: Clock,
}

/// What a run tells while it goes.
pub trait Watcher: Sync {
    /// A job is begun.
    fn begun(&self, job: &Job);
    /// A job is done.
    fn done(&self, job: &Job);
}

/// Does the jobs of `plan` that `store` has no results of on `threads` threads.
/// Once `cancel` is set no job is begun, and those begun are given up.
///
/// # Errors
/// A result cannot be written; threads cannot be started.
pub fn run_jobs(
    spec: &Spec,
    plan: &Plan,
    troupe: &Troupe,
    store: &JobStore,
    threads: usize,
    cancel: &AtomicBool,
    watcher: &dyn Watcher,
) -> anyhow::Result<Progress> {
    let workshop = Workshop {
        troupe,
        solutions: Solutions::default(),
        plies: &spec.plies,
        most_positions: spec
            .groups
            .iter()
            .map(|group| group.most_positions)
            .collect(),
    };
    let waiting: Vec<usize> = (0..plan.jobs.len()).filter(|&n| !store.has(n)).collect();
    let before = store.clock()?;
    let began = Instant::now();
    let clock = || Clock {
        started_unix: before.map_or_else(now, |before| before.started_unix),
        seconds: before.map_or(0.0, |before| before.seconds) + began.elapsed().as_secs_f64(),
    };
    let first = clock();
    let written = Mutex::new(0.0f64);
    let keep_time = |clock: Clock| -> anyhow::Result<()> {
        let mut written = written.lock().expect("writing does not panic");
        if clock.seconds - *written >= CLOCK_SECONDS {
            store.set_clock(clock)?;
            *written = clock.seconds;
        }
        Ok(())
    };
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let worker = || -> anyhow::Result<()> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .context("cannot start a thread")?;
        pool.install(|| {
            while !cancel.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                let Some(&number) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let job = &plan.jobs[number];
                watcher.begun(job);
                let Some(done) = workshop.work(job, &pool, cancel) else {
                    break;
                };
                store.keep(number, job, done)?;
                keep_time(Clock {
                    started_unix: first.started_unix,
                    ..clock()
                })?;
                watcher.done(job);
            }
            Ok(())
        })
    };
    let threads = threads.clamp(1, waiting.len().max(1));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let result = worker();
                    if result.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    result
                })
            })
            .collect();
        let mut result = Ok(());
        for worker in workers {
            result = result.and(worker.join().expect("a job does not panic"));
        }
        result
    })?;
    let clock = match (waiting.is_empty(), before) {
        // A run that had nothing left to do takes no time of its own.
        (true, Some(before)) => before,
        _ => Clock {
            started_unix: first.started_unix,
            ..clock()
        },
    };
    store.set_clock(clock)?;
    Ok(Progress {
        done: (0..plan.jobs.len()).filter(|&n| store.has(n)).count(),
        clock,
    })
}

/// The results of all jobs, in their order.
///
/// # Errors
/// One is missing or damaged.
pub fn results(plan: &Plan, store: &JobStore) -> anyhow::Result<Vec<Found>> {
    let jobs = plan.jobs.iter().enumerate();
    jobs.map(|(number, job)| store.load(number, job)).collect()
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
