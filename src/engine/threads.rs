//! Work that several threads share.

use std::num::NonZeroUsize;
use std::panic;
use std::sync::OnceLock;
use std::thread;

/// As many threads as the machine has cores; one if that is not known. The system takes its time to tell, so it
/// is asked once.
#[must_use]
pub fn available_threads() -> NonZeroUsize {
    static CORES: OnceLock<NonZeroUsize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Does the same work on several threads, this one among them, that share it between them. The result of this
/// thread comes first. Where no more threads can be created, those at hand share all work.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, &work).ok())
            .collect();
        let own = work();
        let others = others.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(cause) => panic::resume_unwind(cause),
        });
        std::iter::once(own).chain(others).collect()
    })
}
