//! Work that several threads share.

use std::num::NonZeroUsize;
use std::panic;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

/// The number of cores of the machine; 1 if it is unknown. The system is asked only once, as the call takes time.
pub fn available_threads() -> NonZeroUsize {
    static CORES: OnceLock<NonZeroUsize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Does the same work on `threads` threads, one of which is the calling thread. Returns the results of the threads,
/// with the calling thread first. If the system creates fewer threads, there are fewer results.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..threads.max(1)).map(|_| Mutex::new(None)).collect();
    run_on_threads(results.len(), &|number| {
        let result = work();
        *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    results
        .into_iter()
        .filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// Calls `work` on each thread with the number of the thread, from 0. It is not generic, so that it is compiled only
/// once.
fn run_on_threads(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|number| {
                thread::Builder::new().spawn_scoped(scope, move || work(number)).ok()
            })
            .collect();
        work(0);
        for thread in others {
            if let Err(cause) = thread.join() {
                panic::resume_unwind(cause);
            }
        }
    });
}
