use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::budget::{Answer, Budget, Interrupted, Phase, Progress};

/// Approximate number of words processed between two checks of the budget. Processing them takes well under a
/// millisecond.
const WORDS_BETWEEN_CHECKS: usize = 1 << 16;

/// Checks the budget of a computation on several threads.
pub(crate) struct Monitor<'a> {
    pub budget: &'a Budget,
    /// The progress at the last call of [`Monitor::begin`].
    progress_at_begin: Mutex<Progress>,
    memory: AtomicUsize,
    peak: AtomicUsize,
    /// Number of states or nodes found since the last call of [`Monitor::begin`].
    found: AtomicUsize,
    work: AtomicUsize,
    ended: Mutex<Option<Interrupted>>,
}

fn locked<T: Copy>(value: &Mutex<T>) -> T {
    *value.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Monitor<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self {
            budget,
            progress_at_begin: Mutex::default(),
            memory: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
            found: AtomicUsize::new(0),
            work: AtomicUsize::new(0),
            ended: Mutex::default(),
        }
    }

    /// Maximum memory so far, in bytes.
    pub(crate) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Begins a part of the computation, and checks the budget. `progress.memory` is the memory in use at the
    /// beginning.
    pub(crate) fn begin(&self, progress: Progress) -> Answer<()> {
        *self.progress_at_begin.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        self.memory.store(progress.memory, Ordering::Relaxed);
        self.found.store(0, Ordering::Relaxed);
        self.check(progress)
    }

    /// Like [`Monitor::begin`], for one step of a pass over a finished diagram, with `memory` bytes in use.
    pub(crate) fn begin_question(&self, done: usize, steps: usize, memory: usize) -> Answer<()> {
        let phase = Phase::Asking;
        self.begin(Progress { phase, done, steps, memory, ..Progress::default() })
    }

    fn check(&self, progress: Progress) -> Answer<()> {
        let result = self.budget.check(progress);
        match result {
            Ok(()) => _ = self.peak.fetch_max(progress.memory, Ordering::Relaxed),
            Err(interrupted) => {
                *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(interrupted);
            }
        }
        result
    }

    /// Adds work, in words. Checks the budget once for every [`WORDS_BETWEEN_CHECKS`] words.
    pub(crate) fn spend(&self, work: usize) -> Answer<()> {
        let before = self.work.fetch_add(work, Ordering::Relaxed);
        if before / WORDS_BETWEEN_CHECKS == (before + work) / WORDS_BETWEEN_CHECKS {
            return Ok(());
        }
        if let Some(interrupted) = locked(&self.ended) {
            return Err(interrupted);
        }
        let base = locked(&self.progress_at_begin);
        let found = self.found.load(Ordering::Relaxed);
        let memory = self.memory.load(Ordering::Relaxed);
        self.check(match base.phase {
            Phase::Building => Progress { memory, states: base.states + found, ..base },
            _ => Progress { memory, nodes: base.nodes + found, ..base },
        })
    }
}

/// One of the parallel jobs of a part of a computation. Reports its memory and work to the monitor.
pub(crate) struct Job<'a> {
    monitor: &'a Monitor<'a>,
    memory: usize,
    found: usize,
}

impl<'a> Job<'a> {
    pub(crate) fn new(monitor: &'a Monitor<'a>) -> Self {
        Self { monitor, memory: 0, found: 0 }
    }

    /// Like [`Monitor::spend`].
    pub(crate) fn spend(&self, work: usize) -> Answer<()> {
        self.monitor.spend(work)
    }

    /// Reports the memory that the job uses (bytes), the number of states or nodes found by the job so far, and the
    /// work since its last report (words).
    pub(crate) fn report(&mut self, memory: usize, found: usize, work: usize) -> Answer<()> {
        let total = &self.monitor.memory;
        if memory >= self.memory {
            total.fetch_add(memory - self.memory, Ordering::Relaxed);
        } else {
            total.fetch_sub(self.memory - memory, Ordering::Relaxed);
        }
        self.monitor.found.fetch_add(found - self.found, Ordering::Relaxed);
        (self.memory, self.found) = (memory, found);
        self.monitor.spend(work)
    }
}
