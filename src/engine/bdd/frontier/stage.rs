//! The states of one level, group by group.

use super::super::arcs::{Arcs, DEAD};
use super::super::diagram::IncomingArcs;
use super::super::group::{NodeGroup, Place};
use super::super::methods::{Methods, Use};
use super::super::monitor::{Job, Monitor};
use super::super::parallel::{parallel, threads_for};
use super::mirror::Mirror;
use super::model::BitModel;
use super::nodes::{Set, open_group, tails_group};
use super::state::Expander;
use super::states::{StateTable, States};
use super::successors::{OpenSuccessors, Origin, Successors, TailSuccessors, TightSuccessors};
use super::tails::{self, AssignmentBoard, Tails};
use super::tighten::Tightening;
use super::widths::{ForWidth, for_narrow_width, for_width, is_narrow};
use crate::budget::{Interrupted, Progress};

/// How the states of a level are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// They are the open variables after propagation.
    Propagation,
    /// They are tightened by search.
    Search,
    /// They are the cells of tails.
    Tails,
}

/// A group with its states, the arcs of each place that leads to it, and the placements tried to tighten
/// its states.
pub(super) struct Pulled {
    pub group: NodeGroup,
    pub states: States,
    pub arcs: Vec<Arcs>,
    tried: usize,
}

impl Pulled {
    /// The same group, after the job that has built it has reported its memory and the last of its work.
    fn reported(self, job: &mut Job<'_>, work: usize) -> Result<Self, Interrupted> {
        let arcs = self.arcs.iter().map(|arcs| size_of::<Arcs>() + arcs.memory()).sum::<usize>();
        job.report(self.group.memory() + self.states.memory() + arcs, self.states.len(), work)?;
        Ok(self)
    }
}

/// The groups to be built: each of so many, from the first on.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    first: usize,
    every: usize,
    len: usize,
}

impl Targets {
    /// So many groups.
    pub(super) fn all(len: usize) -> Self {
        Self { first: 0, every: 1, len }
    }

    fn get(self, index: usize) -> usize {
        self.first + index * self.every
    }
}

/// What is needed to build a level.
#[derive(Clone, Copy)]
pub(super) struct LevelBuilder<'a> {
    pub model: &'a BitModel,
    /// Tails can be used if there is one.
    pub board: Option<&'a AssignmentBoard>,
    /// True if the states of the level before are cells of tails.
    pub has_tails: bool,
    /// The step before the level.
    pub step: usize,
    /// The keys that tell groups apart.
    pub keys: u64,
    pub sources: &'a [NodeGroup],
    pub states: &'a [States],
    pub sets: &'a [Set],
    pub incoming: &'a IncomingArcs,
    /// Only each of so many nodes with a place is looked at.
    pub every: usize,
    /// Before the level is built.
    pub progress: Progress,
    pub monitor: &'a Monitor<'a>,
}

/// Builds groups of states with open variables.
struct Open<'a> {
    stage: &'a LevelBuilder<'a>,
    targets: Targets,
}

impl ForWidth for Open<'_> {
    type Output = Result<Vec<Pulled>, Interrupted>;

    // Not inlined: the stack frame of the widest would burden all.
    #[inline(never)]
    fn run<const W: usize>(self) -> Self::Output {
        self.stage.expand_wide::<W>(self.targets)
    }
}

/// Builds groups of states with open variables, which are tightened.
struct Tight<'a> {
    stage: &'a LevelBuilder<'a>,
    targets: Targets,
}

impl ForWidth for Tight<'_> {
    type Output = Result<Vec<Pulled>, Interrupted>;

    #[inline(never)]
    fn run<const W: usize>(self) -> Self::Output {
        self.stage.expand_tight::<W>(self.targets)
    }
}

impl LevelBuilder<'_> {
    /// The memory of so many groups beside what they hold, in bytes.
    pub(super) fn memory(groups: usize) -> usize {
        groups * size_of::<Pulled>()
    }

    /// The method that suits the level.
    pub(super) fn method(&self, methods: Methods) -> Result<Method, Interrupted> {
        let Methods { tails, search, .. } = methods;
        if self.has_tails {
            return Ok(Method::Tails);
        }
        let (next, steps) = (self.step + 1, self.model.steps.len());
        if let Some(board) = self.board.filter(|board| next == board.first_exact())
            && tails.decide(|| self.tails_pay(board))?
        {
            return Ok(Method::Tails);
        }
        let is_narrow = is_narrow(self.model.open_words(self.step));
        let is_late = 2 * next >= steps && next < steps;
        let is_tight = is_narrow && (is_late || search == Use::Always);
        let is_tight = is_tight && search.decide(|| self.search_pays())?;
        Ok(if is_tight { Method::Search } else { Method::Propagation })
    }

    /// Builds groups.
    pub(super) fn expand(
        &self,
        method: Method,
        targets: Targets,
    ) -> Result<Vec<Pulled>, Interrupted> {
        let words = self.model.open_words(self.step);
        match (method, self.board) {
            (Method::Tails, Some(board)) => self.expand_tails(board, targets),
            _ if method == Method::Search => {
                for_narrow_width(words, Tight { stage: self, targets })
            }
            _ => for_width(words, Open { stage: self, targets }),
        }
    }

    fn expand_wide<const W: usize>(&self, targets: Targets) -> Result<Vec<Pulled>, Interrupted> {
        let mirror = Mirror::of_open(self.model, self.step + 1);
        let expander = Expander::<W>::new(self.model, self.step);
        self.expand_by(targets, &mirror, |target| self.open_successors(&expander, &mirror, target))
    }

    fn expand_tight<const W: usize>(&self, targets: Targets) -> Result<Vec<Pulled>, Interrupted> {
        let (model, next) = (self.model, self.step + 1);
        let mirror = Mirror::of_open(model, next);
        let expander = Expander::<W>::new(model, self.step);
        let left: Vec<Expander<'_, W>> =
            (next..model.steps.len()).map(|step| Expander::new(model, step)).collect();
        self.expand_by(targets, &mirror, |target| {
            let tightening = Tightening::new(model.counter_words, &left);
            TightSuccessors::new(self.open_successors(&expander, &mirror, target), tightening)
        })
    }

    fn open_successors<'a, const W: usize>(
        &self,
        expander: &'a Expander<'a, W>,
        mirror: &'a Mirror,
        target: usize,
    ) -> OpenSuccessors<'a, W> {
        let set = self.sets[target].keys;
        let towards = |set| expander.towards(set, self.keys);
        let flips =
            self.incoming.of(target).iter().any(|&(group, place)| {
                self.sources[group as usize].places[usize::from(place)].flip
            });
        let image = flips.then(|| towards(self.model.reversed_set(set)));
        OpenSuccessors::new(towards(set), image, mirror)
    }

    /// Builds groups of states with open variables, with successors for each group.
    fn expand_by<S: Successors>(
        &self,
        targets: Targets,
        mirror: &Mirror,
        successors: impl Fn(usize) -> S + Sync,
    ) -> Result<Vec<Pulled>, Interrupted> {
        let (model, next) = (self.model, self.step + 1);
        let words = model.key_words(next);
        self.each(targets, &|target| {
            let (mut job, set) = (Job::new(self.monitor), self.sets[target]);
            let mut successors = successors(target);
            let (states, arcs, work) =
                self.pull(target, &mut successors, words, 0, mirror, &mut job)?;
            let group = open_group(model, next, set, &states, mirror, self.monitor)?;
            Pulled { group, states, arcs, tried: successors.tried() }.reported(&mut job, work)
        })
    }

    /// Builds groups of states that are cells of tails.
    fn expand_tails(
        &self,
        board: &AssignmentBoard,
        targets: Targets,
    ) -> Result<Vec<Pulled>, Interrupted> {
        let (model, next) = (self.model, self.step + 1);
        let rows = model.steps.len() - next;
        let mirror = Mirror::of_rows(rows);
        let words = (rows * rows).div_ceil(64);
        self.each(targets, &|target| {
            let (mut job, set) = (Job::new(self.monitor), self.sets[target]);
            let tails = Tails::new(board, next, set.keys, self.monitor)?;
            let memory = tails.memory();
            let mut successors =
                TailSuccessors::new(model, board, tails, self.step, self.has_tails);
            let (states, arcs, work) =
                self.pull(target, &mut successors, words, memory, &mirror, &mut job)?;
            let group = tails_group(model, next, board, set, &states, &mirror, self.monitor)?;
            Pulled { group, states, arcs, tried: 0 }.reported(&mut job, work)
        })
    }

    fn each(
        &self,
        targets: Targets,
        pull: &(dyn Fn(usize) -> Result<Pulled, Interrupted> + Sync),
    ) -> Result<Vec<Pulled>, Interrupted> {
        let threads = threads_for(self.count(), self.monitor.budget.threads());
        parallel(threads, targets.len, |index| pull(targets.get(index)))
    }

    fn count(&self) -> usize {
        self.states.iter().map(States::len).sum()
    }

    /// Some of the groups to be built.
    fn sample(&self) -> Targets {
        /// The most groups of the sample.
        const MOST: usize = 8;
        let every = self.sets.len().div_ceil(MOST).max(1);
        let first = every / 2;
        Targets { first, every, len: (self.sets.len() - first).div_ceil(every) }
    }

    /// True if tails are probably not too many and their states far fewer: finds out for a sample of the
    /// groups. Where groups are small, finding their tails takes longer than it saves.
    fn tails_pay(&self, board: &AssignmentBoard) -> Result<bool, Interrupted> {
        /// The most tails of a group, on average.
        const MOST_TAILS: usize = 1 << 14;
        /// The fewest states of a group, on average.
        const FEWEST: usize = 40;
        if self.count() < FEWEST * self.sources.len() {
            return Ok(false);
        }
        let sample = self.sample();
        let mut tails = 0;
        for index in 0..sample.len {
            let (most, set) = (MOST_TAILS * sample.len - tails, self.sets[sample.get(index)].keys);
            tails += tails::boards(board, self.step + 1, set, most + 1, self.monitor)?.len();
            if tails > MOST_TAILS * sample.len {
                return Ok(false);
            }
        }
        self.pays(Method::Tails, sample)
    }

    /// True if tightened states are probably far fewer, and found soon.
    fn search_pays(&self) -> Result<bool, Interrupted> {
        /// The fewest states of the level before.
        const FEWEST: usize = 1 << 14;
        /// About as many of them are looked at.
        const SAMPLE: usize = 1 << 7;
        if self.count() < FEWEST {
            return Ok(false);
        }
        let sample = self.sample();
        let states = self.count() * sample.len / self.sets.len().max(1);
        Self { every: states.div_ceil(SAMPLE), ..*self }.pays(Method::Search, sample)
    }

    /// True if a method makes far fewer states in a sample of the groups than propagation does, without too
    /// many placements tried for each state saved.
    fn pays(&self, method: Method, sample: Targets) -> Result<bool, Interrupted> {
        /// The most placements that a state saved is worth, as it and those after it need not be built:
        /// with enough memory, and without.
        const WORTH: [usize; 2] = [8, 64];
        let is_short = 4 * self.progress.memory > self.monitor.budget.memory();
        let exact = self.expand(method, sample)?;
        let open = self.expand(Method::Propagation, sample)?;
        let states =
            |pulled: &[Pulled]| -> usize { pulled.iter().map(|pulled| pulled.states.len()).sum() };
        let tried: usize = exact.iter().map(|pulled| pulled.tried).sum();
        // What the sample held is free again.
        self.monitor.begin(self.progress)?;
        let saved = states(&open).saturating_sub(states(&exact));
        Ok(4 * saved >= states(&open) && tried <= WORTH[usize::from(is_short)] * saved)
    }

    /// The states of a group, from all places that lead to it, the arcs of these places, and the work that is not
    /// reported yet. Beside them `held` bytes are held.
    fn pull(
        &self,
        target: usize,
        successors: &mut impl Successors,
        words: usize,
        held: usize,
        mirror: &Mirror,
        job: &mut Job<'_>,
    ) -> Result<(States, Vec<Arcs>, usize), Interrupted> {
        /// Work for each state, and work between two reports.
        const WORK: usize = 32;
        const REPORT: usize = 1 << 15;
        let set = self.sets[target];
        let incoming = self.incoming.of(target);
        let most = incoming.iter().map(|&(group, _)| self.sources[group as usize].len).sum();
        let mut table = StateTable::new(words, most);
        let (mut lists, mut image) = (Vec::with_capacity(incoming.len()), Vec::new());
        let (mut arcs_memory, mut work) = (0, 0);
        for &(index, place) in incoming {
            let (from, states) = (&self.sources[index as usize], &self.states[index as usize]);
            let place = &from.places[usize::from(place)];
            let Place { index, flip, .. } = *place;
            let to = if flip { self.model.reversed_set(set.keys) } else { set.keys };
            successors.aim(Origin { from: from.set, to, index, flip });
            let mut arcs = Arcs::with_capacity(place.count().div_ceil(self.every));
            for node in place.nodes().step_by(self.every) {
                arcs.push(match successors.child(states.get(node)) {
                    None => DEAD,
                    Some(child) if set.is_own_image => {
                        mirror.reflect(child, &mut image);
                        let is_mirrored = image.as_slice() < child;
                        let least = if is_mirrored { &image } else { child };
                        table.insert(least) << 1 | u32::from(is_mirrored)
                    }
                    Some(child) => table.insert(child),
                });
                work += WORK + successors.take_work();
                if work >= REPORT {
                    let memory = held + table.memory() + arcs_memory + arcs.memory();
                    job.report(memory, table.len(), std::mem::take(&mut work))?;
                }
            }
            arcs_memory += arcs.memory();
            lists.push(arcs);
        }
        Ok((table.into_states(), lists, work))
    }
}
