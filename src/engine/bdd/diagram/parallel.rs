use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::threads::on_threads;

/// Minimum number of elements to process with which more than one thread saves time.
const MIN_WORK: usize = 1 << 14;

/// Number of threads for `work` elements: all of `threads`, or 1 for little work.
pub(crate) fn threads_for(work: usize, threads: NonZeroUsize) -> usize {
    if work < MIN_WORK { 1 } else { threads.get() }
}

/// Runs the jobs with the numbers from 0 to `jobs` - 1 on threads. Returns the results in the order of the jobs. After
/// a failure, no further job begins.
///
/// # Errors
/// The error of a failed job.
pub(crate) fn parallel<T: Send + Sync, E: Send>(
    threads: usize,
    jobs: usize,
    job: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    if threads.min(jobs) <= 1 {
        return (0..jobs).map(job).collect();
    }
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Results are stored without a lock, because there may be hundreds of thousands of jobs.
    let results: Vec<OnceLock<T>> = (0..jobs).map(|_| OnceLock::new()).collect();
    let work = || {
        while !has_failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(place) = results.get(index) else { break };
            let result = job(index).inspect_err(|_| has_failed.store(true, Ordering::Relaxed))?;
            assert!(place.set(result).is_ok(), "each job is done once");
        }
        Ok(())
    };
    on_threads(threads, work).into_iter().collect::<Result<(), E>>()?;
    let result = |place: OnceLock<T>| place.into_inner().expect("each job is done");
    Ok(results.into_iter().map(result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        for threads in [1, 2, 5] {
            let squares = parallel(threads, 100, |job| Ok::<_, ()>(job * job)).unwrap();
            assert!(squares.into_iter().eq((0..100).map(|job| job * job)));
        }
    }

    #[test]
    fn after_a_failure_no_job_begins() {
        const JOBS: usize = 1000;
        for threads in [1, 2, 5] {
            let begun = AtomicUsize::new(0);
            let job = |_| {
                let earlier = begun.fetch_add(1, Ordering::Relaxed);
                if earlier < 10 { Ok(()) } else { Err(()) }
            };
            assert_eq!(parallel(threads, JOBS, job), Err(()));
            // Each other thread may have begun one more job.
            assert!(begun.into_inner() <= 10 + threads);
        }
    }
}
