//! Runs numbered attempts in parallel.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{Answer, Budget, Phase, Progress, on_threads};

/// The budget of the attempt with this index, counted from 0, of `number` attempts. Its observer receives the number of
/// the attempt and the difficulty that was reached last. All attempts write that difficulty to `reached`, where 0 means
/// none.
pub(super) fn in_attempt(
    budget: &Budget,
    (index, number): (usize, usize),
    reached: &Arc<AtomicU32>,
) -> Budget {
    let reached = Arc::clone(reached);
    budget.clone().with_progress(move |Progress { memory, .. }| Progress {
        phase: Phase::Making,
        done: index + 1,
        steps: number,
        memory,
        difficulty: Some(reached.load(Ordering::Relaxed)).filter(|&difficulty| difficulty > 0),
        ..Progress::default()
    })
}

/// Returns the result of the first of `number` attempts that has a result; `None` if no attempt has one.
///
/// Attempts start in order, on as many threads as the budget allows. The attempt with the lowest number wins,
/// even if a later attempt ends sooner. So the number of threads does not change the result if each attempt
/// depends only on its number. A result cancels later attempts through their budgets.
///
/// # Errors
/// When the budget ends before the first result.
pub(super) fn first_result<T: Send>(
    number: usize,
    budget: &Budget,
    attempt: impl Fn(usize, &Budget) -> Answer<Option<T>> + Sync,
) -> Answer<Option<T>> {
    let queue = Queue::new(number);
    on_threads(budget.threads().get().min(number), || {
        let budget = budget.with_own_flag();
        while let Some(index) = queue.begin(&budget) {
            queue.end(index, attempt(index, &budget).transpose());
        }
    });
    queue.result()
}

struct Queue<T> {
    state: Mutex<State<T>>,
    /// Total number of attempts.
    number: usize,
}

struct State<T> {
    /// Number of attempts that have begun.
    next: usize,
    running: Vec<(usize, Budget)>,
    /// The first attempt with a result or an error.
    first: Option<(usize, Answer<T>)>,
}

impl<T> Queue<T> {
    fn new(number: usize) -> Self {
        Self { state: Mutex::new(State { next: 0, running: Vec::new(), first: None }), number }
    }

    /// Begins the next attempt and returns its number; `None` if no attempts are left, or if an earlier attempt
    /// has a result.
    fn begin(&self, budget: &Budget) -> Option<usize> {
        let mut state = self.lock();
        if state.next == self.number || state.first.is_some() {
            return None;
        }
        let index = state.next;
        state.next += 1;
        state.running.push((index, budget.clone()));
        Some(index)
    }

    fn end(&self, index: usize, result: Option<Answer<T>>) {
        let mut state = self.lock();
        state.running.retain(|&(running, _)| running != index);
        let Some(result) = result else { return };
        // Once an attempt has a result, all later attempts are cancelled, so their errors are ignored.
        if state.first.as_ref().is_none_or(|&(first, _)| index < first) {
            state.first = Some((index, result));
            let later = state.running.iter().filter(|&&(running, _)| running > index);
            later.for_each(|(_, budget)| budget.cancel());
        }
    }

    /// The first result. Call it after all attempts have ended.
    fn result(self) -> Answer<Option<T>> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.first.map(|(_, result)| result).transpose()
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Barrier;
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use engine::Cause;
    use engine::Interrupted;

    fn two_threads() -> Budget {
        Budget::default().with_threads(NonZeroUsize::new(2).unwrap())
    }

    /// Runs until the budget is cancelled.
    fn endless(budget: &Budget) -> Result<Option<usize>, Interrupted> {
        loop {
            budget.check(Progress::default())?;
        }
    }

    #[test]
    fn the_first_result_wins_even_if_a_later_one_ends_before_it() {
        let queue = Queue::new(3);
        let budgets = [0, 1].map(|_| Budget::default().with_own_flag());
        for (index, budget) in budgets.iter().enumerate() {
            assert_eq!(queue.begin(budget), Some(index));
        }
        queue.end(1, Some(Ok(1)));
        // The third attempt does not begin, and the first attempt continues.
        assert_eq!(queue.begin(&budgets[1]), None);
        assert!(budgets[0].check(Progress::default()).is_ok());
        queue.end(0, Some(Ok(0)));
        assert_eq!(queue.result().unwrap(), Some(0));
    }

    #[test]
    fn a_result_cancels_later_attempts_only() {
        let both_run = Barrier::new(2);
        let budget = two_threads();
        let found = first_result(9, &budget, |index, budget| match index {
            0 => {
                both_run.wait();
                Ok(Some(index))
            }
            1 => {
                both_run.wait();
                endless(budget)
            }
            _ => endless(budget),
        });
        assert_eq!(found.unwrap(), Some(0));
        assert!(budget.check(Progress::default()).is_ok());
    }

    #[test]
    fn all_attempts_are_made_where_none_has_a_result() {
        let made = AtomicUsize::new(0);
        let found = first_result(50, &two_threads(), |index, _| {
            made.fetch_add(index, Ordering::Relaxed);
            Ok(None::<usize>)
        });
        assert_eq!((found.unwrap(), made.into_inner()), (None, 49 * 50 / 2));
    }

    #[test]
    fn the_progress_of_an_attempt_tells_its_number_and_the_difficulty_reached() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let list = Arc::clone(&seen);
        let watched =
            Budget::default().with_observer(move |it: Progress| list.lock().unwrap().push(it));
        let reached = Arc::new(AtomicU32::new(0));
        let budget = in_attempt(&watched, (2, 5), &reached);
        budget.check(Progress::default()).unwrap();
        reached.store(47, Ordering::Relaxed);
        budget.check(Progress::default()).unwrap();
        let told: Vec<_> =
            seen.lock().unwrap().iter().map(|it| (it.done, it.steps, it.difficulty)).collect();
        assert_eq!(told, [(3, 5, None), (3, 5, Some(47))]);
    }

    #[test]
    fn an_ended_budget_ends_all_attempts() {
        let budget = two_threads();
        let found = first_result(9, &budget, |_, own| {
            budget.cancel();
            endless(own)
        });
        assert_eq!(found.unwrap_err().cause, Cause::Cancelled);
    }
}
