use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::engine::on_threads;

/// Work for which a second thread pays, in elements processed.
const LEAST_WORK: usize = 1 << 14;

/// The number of threads for some work, of those that there are.
pub(super) fn threads_for(work: usize, threads: NonZeroUsize) -> usize {
    if work < LEAST_WORK { 1 } else { threads.get() }
}

/// Runs jobs on threads; the results are in the order of the jobs.
pub(super) fn parallel<T: Send>(
    threads: usize,
    jobs: usize,
    job: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    if threads.min(jobs) <= 1 {
        return (0..jobs).map(job).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let turn = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < jobs);
        std::iter::from_fn(turn).map(|index| (index, job(index))).collect::<Vec<_>>()
    };
    let mut results: Vec<_> = on_threads(threads, work).into_iter().flatten().collect();
    results.sort_unstable_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
