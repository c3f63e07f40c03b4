use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytesize::ByteSize;

use super::threads::available_threads;

/// The default memory of a budget, in bytes: 1 GiB.
pub const DEFAULT_MEMORY: usize = 1 << 30;

type Observer = Arc<dyn Fn(Progress) + Send + Sync>;

/// The memory, time and threads that a computation may take, a flag to cancel it, and an observer of its
/// progress.
///
/// Clones share the cancel flag: a caller that keeps a clone can cancel the computation.
#[derive(Clone)]
pub struct Budget {
    memory: usize,
    /// Memory named in messages, in bytes. If this budget is a part of another one, the memory of the whole.
    total_memory: usize,
    /// Memory that the caller uses, in bytes.
    reserved: usize,
    started: Instant,
    limit: Option<TimeLimit>,
    /// Flags that cancel the computation. The last one belongs to this budget.
    cancelled: Vec<Arc<AtomicBool>>,
    observer: Option<Observer>,
    threads: NonZeroUsize,
}

/// A time limit: when the time ends, and the time that was granted.
#[derive(Clone, Copy, Debug)]
struct TimeLimit {
    /// Time from the start of the budget to the end.
    end: Duration,
    granted: Duration,
}

impl Budget {
    /// A budget of `memory` bytes, without a time limit. The sizes of nodes, states and tables are counted.
    pub fn new(memory: usize) -> Self {
        Self {
            memory,
            total_memory: memory,
            reserved: 0,
            started: Instant::now(),
            limit: None,
            cancelled: vec![Arc::default()],
            observer: None,
            threads: available_threads(),
        }
    }

    /// The same budget with `threads` threads. The default is one thread per core.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// The same budget with a time limit, counted from the creation of the budget.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { limit: Some(TimeLimit { end: timeout, granted: timeout }), ..self }
    }

    /// The same budget as a part of a budget of `memory` bytes. Messages name the memory of the whole.
    pub fn with_total_memory(self, memory: usize) -> Self {
        Self { total_memory: memory, ..self }
    }

    /// The same budget, while the caller uses another `held` bytes of its memory.
    pub fn with_reserved(&self, held: usize) -> Self {
        Self { reserved: self.reserved + held, ..self.clone() }
    }

    /// The same budget with an observer, which is called often, on the threads that compute.
    pub fn with_observer(self, observer: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { observer: Some(Arc::new(observer)), ..self }
    }

    /// The same budget. Its observer sees each progress as `seen` returns it.
    pub fn with_progress(
        self,
        seen: impl Fn(Progress) -> Progress + Send + Sync + 'static,
    ) -> Self {
        let Some(observer) = self.observer.clone() else { return self };
        self.with_observer(move |progress| observer(seen(progress)))
    }

    /// The same budget with the time limit counted from now.
    pub fn restarted(&self) -> Self {
        Self { started: Instant::now(), ..self.clone() }
    }

    /// A part of the budget that ends after `time`, or together with the whole budget if that is sooner.
    pub fn slice(&self, time: Duration) -> Self {
        let end = self.elapsed() + time;
        let own = TimeLimit { end, granted: time };
        let limit = self.limit.filter(|whole| whole.end <= end).unwrap_or(own);
        Self { limit: Some(limit), ..self.clone() }
    }

    /// The same budget with a separate cancel flag. Cancelling the new budget does not cancel this one.
    pub fn with_own_flag(&self) -> Self {
        let flags = self.cancelled.iter().cloned().chain([Arc::default()]);
        Self { cancelled: flags.collect(), ..self.clone() }
    }

    /// The budget of the first of `parts` equal parts of the remaining work. Its time is an equal share of the time
    /// left, rounded down to milliseconds, or `usual` without a time limit.
    pub fn time_share(&self, parts: u32, usual: Duration) -> Self {
        let share = self.time_left().map_or(usual, |left| left / parts);
        self.slice(Duration::from_millis(share.as_millis() as u64))
    }

    /// The time left; `None` if the time is not limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.end.saturating_sub(self.elapsed()))
    }

    /// `time`, but at most half of the time left: for an attempt that has an alternative.
    pub fn attempt_time(&self, time: Duration) -> Duration {
        self.time_left().map_or(time, |left| time.min(left / 2))
    }

    /// The number of threads that a computation may use.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// The memory that the budget allows, in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The time since the budget was created or restarted.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Cancels the computation, and all others that share the flag, at their next check.
    pub fn cancel(&self) {
        if let Some(own) = self.cancelled.last() {
            own.store(true, Ordering::Relaxed);
        }
    }

    /// Checks the limits from inside a long loop, and reports the progress to the observer.
    ///
    /// # Errors
    /// When `progress.memory` exceeds the budget, the time has ended, or the computation is cancelled.
    pub fn check(&self, progress: Progress) -> Answer<()> {
        let progress =
            Progress { memory: progress.memory.saturating_add(self.reserved), ..progress };
        let is_cancelled = self.cancelled.iter().any(|flag| flag.load(Ordering::Relaxed));
        let cause = if is_cancelled {
            Cause::Cancelled
        } else if progress.memory > self.memory {
            Cause::Memory(self.total_memory)
        } else if let Some(limit) = self.limit.filter(|limit| self.elapsed() >= limit.end) {
            Cause::Time(limit.granted)
        } else {
            if let Some(observer) = &self.observer {
                observer(progress);
            }
            return Ok(());
        };
        Err(Interrupted { cause, reached: progress })
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(DEFAULT_MEMORY)
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("memory", &self.memory)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// Kind of work that a computation is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Building the states, level by level.
    #[default]
    Building,
    /// Merging states into reduced nodes.
    Reducing,
    /// Conjoining rule after rule.
    Conjoining,
    /// Looking for a better order of the variables.
    Sifting,
    /// Counting or selecting in a finished diagram.
    Asking,
    /// Counting solutions by search, part after part.
    Counting,
    /// Estimating the number of solutions, run after run.
    Estimating,
    /// Placing pieces and taking them back.
    Searching,
    /// Searching for a model of clauses, or for a proof that there is none.
    Solving,
    /// Laying out a drawing or writing a model.
    Writing,
    /// Making a puzzle, attempt after attempt.
    Making,
}

/// Progress of a computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Kind of work at present.
    pub phase: Phase,
    /// Number of steps done in this phase.
    pub done: usize,
    /// Total number of steps of this phase; 0 if unknown.
    pub steps: usize,
    /// Number of states found so far.
    pub states: usize,
    /// Number of nodes built so far.
    pub nodes: usize,
    /// Memory in use, in bytes.
    pub memory: usize,
    /// The difficulty reached so far, while a puzzle of some difficulty is made.
    pub difficulty: Option<u32>,
}

impl Progress {
    /// The progress in words, without the memory.
    fn in_words(&self) -> String {
        let (phase, step) = match self.phase {
            Phase::Building => ("building", "cell"),
            Phase::Reducing => ("reducing", "cell"),
            Phase::Conjoining => ("conjoining", "row"),
            Phase::Sifting => ("sifting", "variable"),
            Phase::Asking => ("counting", "cell"),
            Phase::Counting => ("counting", "part"),
            Phase::Estimating => ("estimating", "run"),
            Phase::Searching => ("searching", "row"),
            Phase::Solving => ("solving", "step"),
            Phase::Writing => ("writing", "step"),
            Phase::Making => ("making", "attempt"),
        };
        let found = [(self.states, "states"), (self.nodes, "nodes")];
        let found = found.into_iter().filter(|&(number, _)| number > 0);
        let work = match self.steps {
            0 => phase.to_owned(),
            steps => format!("{phase} {step} {} of {steps}", self.done),
        };
        let work =
            found.fold(work, |words, (number, things)| format!("{words}, {number} {things}"));
        match self.difficulty {
            Some(difficulty) => format!("{work}, difficulty {difficulty}"),
            None => work,
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.memory {
            0 => f.write_str(&self.in_words()),
            memory => write!(f, "{}, {}", self.in_words(), MemoryAmount::measured(memory)),
        }
    }
}

/// Reason why a computation ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The granted memory, in bytes, was not enough.
    #[error("the memory budget of {} ended", MemoryAmount::of(*.0))]
    Memory(usize),
    /// The granted time was not enough.
    #[error("the time budget of {} s ended", .0.as_secs_f64())]
    Time(Duration),
    /// The computation was cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// An amount of memory in words.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAmount {
    /// The number of bytes.
    bytes: usize,
    /// True if the units are powers of 1000 (MB), not of 1024 (MiB).
    is_decimal: bool,
}

impl MemoryAmount {
    /// An amount of `bytes` bytes. It is shown in powers of 1000 if only these show the number exactly, as for
    /// `--memory 1MB`, otherwise in powers of 1024.
    pub fn of(bytes: usize) -> Self {
        let amount = |is_decimal| Self { bytes, is_decimal };
        let is_exact =
            |is_decimal| amount(is_decimal).to_string().parse() == Ok(ByteSize::b(bytes as u64));
        amount(is_exact(true) && !is_exact(false))
    }

    /// A measured amount of `bytes` bytes, always in powers of 1024.
    pub const fn measured(bytes: usize) -> Self {
        Self { bytes, is_decimal: false }
    }
}

impl fmt::Display for MemoryAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = ByteSize::b(self.bytes as u64).display();
        if self.is_decimal { size.si().fmt(f) } else { size.iec().fmt(f) }
    }
}

/// The error of a computation that ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause} before the answer (reached: {})", self.how_far())]
pub struct Interrupted {
    /// Reason for the interruption.
    pub cause: Cause,
    /// Progress at the interruption. If the memory ran out, its `memory` is the amount that the next step would need.
    pub reached: Progress,
}

/// An answer, or an interruption if the budget ended first.
pub type Answer<T> = Result<T, Interrupted>;

impl Interrupted {
    /// Returns `otherwise` in place of the missing answer, unless the computation was cancelled.
    ///
    /// # Errors
    /// When the computation was cancelled. The error is this interruption.
    pub fn unless_cancelled<T>(self, otherwise: T) -> Result<T, Self> {
        if self.cause == Cause::Cancelled { Err(self) } else { Ok(otherwise) }
    }

    /// The progress at the interruption, in words. If the memory ran out, the text includes the memory that the next
    /// step needs.
    pub fn how_far(&self) -> String {
        match self.cause {
            Cause::Memory(granted) => {
                let memory =
                    MemoryAmount { bytes: self.reached.memory, ..MemoryAmount::of(granted) };
                format!("{}; going on needs about {memory} or more", self.reached.in_words())
            }
            Cause::Time(_) | Cause::Cancelled => self.reached.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_part_with_its_own_flag_ends_alone_or_with_the_whole() {
        let cause = |budget: &Budget| {
            budget.check(Progress::default()).err().map(|interrupted| interrupted.cause)
        };
        let whole = Budget::default();
        let (part, other) = (whole.with_own_flag(), whole.with_own_flag());
        part.clone().cancel();
        assert_eq!(cause(&part), Some(Cause::Cancelled));
        assert_eq!((cause(&whole), cause(&other)), (None, None));
        whole.cancel();
        assert_eq!(cause(&other), Some(Cause::Cancelled));
    }

    #[test]
    fn each_limit_ends_it_with_its_cause() {
        let small = Progress { memory: 100, ..Progress::default() };
        let cause = |budget: &Budget, progress| budget.check(progress).map_err(|error| error.cause);
        let budget = Budget::new(100);
        assert_eq!(cause(&budget, small), Ok(()));
        assert_eq!(cause(&budget, Progress { memory: 101, ..small }), Err(Cause::Memory(100)));
        budget.clone().cancel();
        assert_eq!(cause(&budget, small), Err(Cause::Cancelled));
        let over = Budget::new(100).with_timeout(Duration::ZERO);
        assert_eq!(cause(&over, small), Err(Cause::Time(Duration::ZERO)));
    }

    #[test]
    fn a_part_ends_with_the_whole_and_says_which_of_them_ended() {
        let cause = |budget: &Budget| budget.check(Progress::default()).map_err(|end| end.cause);
        let whole = Budget::default().with_timeout(Duration::ZERO);
        let part = whole.slice(Duration::from_secs(60));
        assert_eq!(cause(&part), Err(Cause::Time(Duration::ZERO)));
        // Some time has passed since the whole budget was created. Messages of the part name the part's time.
        let part = Budget::default().slice(Duration::ZERO);
        assert_eq!(cause(&part), Err(Cause::Time(Duration::ZERO)));
        let part = Budget::default().slice(Duration::from_secs(60));
        part.cancel();
        assert_eq!(cause(&part.slice(Duration::ZERO)), Err(Cause::Cancelled));
    }

    #[test]
    fn parts_share_the_time_that_is_left() {
        let [second, minute] = [1, 60].map(Duration::from_secs);
        let granted = |part: &Budget| part.limit.unwrap().granted;
        let whole = Budget::default().with_timeout(minute);
        let third = whole.time_share(3, second);
        assert!(granted(&third) <= minute / 3 && granted(&third) > second);
        assert_eq!(granted(&Budget::default().time_share(3, second)), second);
        // No time is left to share among the parts.
        let over = Budget::default().with_timeout(Duration::ZERO).time_share(3, second);
        assert_eq!(granted(&over), Duration::ZERO);
        whole.cancel();
        assert!(third.check(Progress::default()).is_err());
    }

    #[test]
    fn what_is_held_beside_counts() {
        let some = Progress { memory: 60, ..Progress::default() };
        let budget = Budget::new(100).with_reserved(30);
        assert_eq!(budget.check(some), Ok(()));
        let ended = budget.with_reserved(11).check(some).unwrap_err();
        assert_eq!((ended.cause, ended.reached.memory), (Cause::Memory(100), 101));
    }

    #[test]
    fn memory_that_was_refused_is_not_told_as_reached() {
        let reached = Progress { done: 1, steps: 4, memory: 3 << 30, ..Progress::default() };
        let message = |cause| Interrupted { cause, reached }.to_string();
        assert_eq!(
            message(Cause::Memory(1 << 30)),
            "the memory budget of 1.0 GiB ended before the answer (reached: building cell 1 of 4; \
             going on needs about 3.0 GiB or more)"
        );
        assert_eq!(
            message(Cause::Cancelled),
            "cancelled before the answer (reached: building cell 1 of 4, 3.0 GiB)"
        );
    }

    /// `--memory 1MB` was once shown as 976.6 KiB.
    #[test]
    fn an_amount_of_memory_is_named_as_it_was_given() {
        for text in [
            "1.0 MB",
            "500.0 MB",
            "10.0 GB",
            "1.5 GB",
            "10.0 kB",
            "1.0 KiB",
            "1.0 MiB",
            "1000.0 MiB",
            "1.0 GiB",
            "4.0 GiB",
            "100 B",
        ] {
            let bytes = text.parse::<ByteSize>().unwrap().as_u64() as usize;
            assert_eq!(MemoryAmount::of(bytes).to_string(), text);
        }
        // Measured amounts are in powers of 1024, even if they are round numbers of kB: `inspect` mixed the units. Next
        // to a budget they have the units of that budget.
        assert_eq!(MemoryAmount::measured(1_234_567).to_string(), "1.2 MiB");
        assert_eq!(MemoryAmount::measured(3600).to_string(), "3.5 KiB");
        let reached = Progress { memory: 3_456_789, ..Progress::default() };
        let ended = Interrupted { cause: Cause::Memory(1_000_000), reached };
        assert_eq!(ended.how_far(), "building; going on needs about 3.5 MB or more");
    }

    #[test]
    fn the_observer_hears_of_progress() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let budget = Budget::default().with_observer({
            let heard = Arc::clone(&heard);
            move |progress: Progress| heard.lock().unwrap().push(progress.done)
        });
        for done in 1..=3 {
            budget.check(Progress { done, ..Progress::default() }).unwrap();
        }
        assert_eq!(*heard.lock().unwrap(), [1, 2, 3]);
    }
}
