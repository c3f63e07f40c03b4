//! Two engines that work on the same question at the same time.

use std::{panic, thread};

use crate::budget::{Answer, Budget};

/// Does `main` on the calling thread and `beside` on another one. Each gets a budget with a cancel flag of its own; whoever
/// answers first cancels the other. Returns the first answer, with true if it is that of `beside`; an interruption of
/// `beside` alone is no answer. If the system creates no thread, there is only `main`.
///
/// # Errors
/// When the budget ends before an answer.
pub fn first_of<T: Send>(
    budget: &Budget,
    main: impl FnOnce(&Budget) -> Answer<T>,
    beside: impl FnOnce(&Budget) -> Answer<T> + Send,
) -> Answer<(T, bool)> {
    let (own, other) = (budget.with_own_flag(), budget.with_own_flag());
    thread::scope(|scope| {
        let work = || beside(&other).inspect(|_| own.cancel());
        let helper = thread::Builder::new().spawn_scoped(scope, work).ok();
        let answer = main(&own);
        other.cancel();
        let helper =
            helper.map(|helper| helper.join().unwrap_or_else(|it| panic::resume_unwind(it)));
        match (answer, helper) {
            (Ok(answer), _) => Ok((answer, false)),
            (Err(_), Some(Ok(answer))) => Ok((answer, true)),
            (Err(ended), Some(Err(_)) | None) => Err(ended),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Cause, Progress};

    fn until_cancelled(budget: &Budget) -> Answer<u8> {
        loop {
            budget.check(Progress::default())?;
            thread::yield_now();
        }
    }

    #[test]
    fn the_first_answer_counts_and_ends_the_other_work() {
        let budget = Budget::default();
        assert_eq!(first_of(&budget, until_cancelled, |_| Ok(1)).unwrap(), (1, true));
        assert_eq!(first_of(&budget, |_| Ok(2), until_cancelled).unwrap(), (2, false));
        // The budget itself goes on.
        budget.check(Progress::default()).unwrap();
        budget.cancel();
        let ended = first_of(&budget, until_cancelled, until_cancelled).unwrap_err();
        assert_eq!(ended.cause, Cause::Cancelled);
    }
}
