//! Two engines that work on the same question at the same time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{panic, thread};

use crate::budget::{Answer, Budget, Cause};

/// Runs `main` on the calling thread and, after a head start, `beside` on another thread. Each gets a budget with a cancel
/// flag of its own. The first answer cancels the other computation. Returns that answer, and true if it came from `beside`. If
/// only one of the two runs out of time or memory, the other continues. If no thread can be created, only `main` runs.
///
/// # Errors
/// When the budget ends before an answer.
pub fn first_of<T: Send>(
    budget: &Budget,
    head_start: Duration,
    main: impl FnOnce(&Budget) -> Answer<T>,
    beside: impl FnOnce(&Budget) -> Answer<T> + Send,
) -> Answer<(T, bool)> {
    // The observer sees the progress of `main`.
    let (own, other) = (budget.with_own_flag(), budget.with_own_flag().with_observer(|_| ()));
    let has_ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let work = || {
            let begin = Instant::now() + head_start;
            while !has_ended.load(Ordering::Relaxed) {
                let left = begin.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                thread::park_timeout(left);
            }
            beside(&other).inspect(|_| own.cancel())
        };
        let helper = thread::Builder::new().spawn_scoped(scope, work).ok();
        let thread = helper.as_ref().map(|helper| helper.thread().clone());
        let end = Ending { other: &other, has_ended: &has_ended, thread };
        let answer = main(&own);
        if !matches!(&answer, Err(ended) if matches!(ended.cause, Cause::Memory(_))) {
            drop(end);
        }
        let helper = helper.map(thread::ScopedJoinHandle::join);
        match (answer, helper) {
            (Ok(answer), _) => Ok((answer, false)),
            (Err(_), Some(Ok(Ok(answer)))) => Ok((answer, true)),
            (Err(ended), Some(Ok(Err(_))) | None) => Err(ended),
            (Err(_), Some(Err(cause))) => panic::resume_unwind(cause),
        }
    })
}

/// Ends the work on the other thread when it is dropped, also by a panic.
struct Ending<'a> {
    other: &'a Budget,
    has_ended: &'a AtomicBool,
    thread: Option<thread::Thread>,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Relaxed);
        self.other.cancel();
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Progress;

    fn until_cancelled(budget: &Budget) -> Answer<u8> {
        loop {
            budget.check(Progress::default())?;
            thread::yield_now();
        }
    }

    #[test]
    fn the_first_answer_counts_and_ends_the_other_work() {
        let (none, minute) = (Duration::ZERO, Duration::from_secs(60));
        // Work that nobody ends is interrupted.
        let budget = Budget::default().with_timeout(minute / 2);
        assert_eq!(first_of(&budget, none, until_cancelled, |_| Ok(1)).unwrap(), (1, true));
        assert_eq!(first_of(&budget, none, |_| Ok(2), until_cancelled).unwrap(), (2, false));
        assert_eq!(first_of(&budget, minute, |_| Ok(2), until_cancelled).unwrap(), (2, false));
        // The budget of the caller is not cancelled.
        budget.check(Progress::default()).unwrap();
        budget.cancel();
        let ended = first_of(&budget, none, until_cancelled, until_cancelled).unwrap_err();
        assert_eq!(ended.cause, Cause::Cancelled);
    }

    #[test]
    fn work_without_memory_leaves_the_other_to_answer() {
        let small = Budget::new(0);
        let solve = |budget: &Budget| -> Answer<u8> {
            budget.check(Progress { memory: 1, ..Progress::default() })?;
            Ok(1)
        };
        assert_eq!(first_of(&small, Duration::ZERO, solve, |_| Ok(2)).unwrap(), (2, true));
        let ended = first_of(&small, Duration::ZERO, solve, solve).unwrap_err();
        assert!(matches!(ended.cause, Cause::Memory(_)));
    }
}
