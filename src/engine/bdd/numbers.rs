//! Numbers for all nodes of a diagram, in the narrowest type that holds them.

use std::ops::AddAssign;

use num_bigint::BigUint;
use num_traits::{CheckedAdd, One, Zero};

use super::diagram::Diagram;
use super::group::Target;
use super::monitor::{Job, Monitor};
use super::parallel::{parallel, threads_for};
use super::selection::Selection;
use crate::engine::{Interrupted, Phase, Progress};

/// A type of numbers, perhaps too narrow for a count.
pub(super) trait Number:
    Clone + Zero + One + CheckedAdd + for<'a> AddAssign<&'a Self> + Into<BigUint> + Send + Sync
{
    /// The product, which must fit.
    fn times(&self, other: &Self) -> Self;

    /// Its memory on the heap, in bytes.
    fn heap(&self) -> usize {
        0
    }
}

macro_rules! number {
    ($($type:ty)*) => {
        $(impl Number for $type {
            #[inline]
            fn times(&self, other: &Self) -> Self {
                self * other
            }
        })*
    };
}

number!(u32 u64 u128);

impl Number for BigUint {
    fn times(&self, other: &Self) -> Self {
        self * other
    }

    /// Its digits and the allocator's header.
    fn heap(&self) -> usize {
        let digits = self.bits().div_ceil(64) as usize * size_of::<u64>();
        if digits == 0 { 0 } else { (digits + 8).next_multiple_of(16).max(32) }
    }
}

/// The numbers of a level's nodes, by group. Nodes that are read in both orientations have two.
pub(super) type Level<C, const O: usize> = Vec<Vec<[C; O]>>;

/// The numbers of all nodes, the last level first.
#[derive(Clone, Debug)]
pub(super) enum Numbers<const O: usize> {
    Half(Vec<Level<u32, O>>),
    Word(Vec<Level<u64, O>>),
    DoubleWord(Vec<Level<u128, O>>),
    Big(Vec<Level<BigUint, O>>),
}

/// Why a pass ended early.
pub(super) enum Stopped {
    /// A count does not fit the number type.
    Overflow,
    Interrupted(Interrupted),
}

impl From<Interrupted> for Stopped {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted)
    }
}

/// The memory of a level's numbers, in bytes.
pub(super) fn memory<C: Number, const O: usize>(level: &Level<C, O>) -> usize {
    let group = |group: &Vec<[C; O]>| {
        let heap = group.as_flattened().iter().map(Number::heap).sum::<usize>();
        group.len() * size_of::<[C; O]>() + heap
    };
    level.iter().map(group).sum()
}

impl<const O: usize> Numbers<O> {
    /// The number of solutions below each node, of those that agree with decisions.
    pub(super) fn below(
        diagram: &Diagram,
        selection: &Selection,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        Self::pass(&Pass { diagram, selection, monitor, held: diagram.memory(), keeps_all: true })
    }

    /// The number of solutions that agree with decisions.
    pub(super) fn count(
        diagram: &Diagram,
        selection: &Selection,
        monitor: &Monitor<'_>,
    ) -> Result<BigUint, Interrupted> {
        let pass = Pass { diagram, selection, monitor, held: diagram.memory(), keeps_all: false };
        Ok(Self::pass(&pass)?.total(diagram))
    }

    fn pass(pass: &Pass<'_>) -> Result<Self, Interrupted> {
        let mut half = Vec::new();
        match pass.extend::<u32, O>(&mut half) {
            Ok(()) => return Ok(Self::Half(half)),
            Err(Stopped::Interrupted(interrupted)) => return Err(interrupted),
            Err(Stopped::Overflow) => {}
        }
        let mut word = pass.widened(half, |number| u64::from(*number))?;
        match pass.extend::<u64, O>(&mut word) {
            Ok(()) => return Ok(Self::Word(word)),
            Err(Stopped::Interrupted(interrupted)) => return Err(interrupted),
            Err(Stopped::Overflow) => {}
        }
        let mut double = pass.widened(word, |number| u128::from(*number))?;
        match pass.extend::<u128, O>(&mut double) {
            Ok(()) => return Ok(Self::DoubleWord(double)),
            Err(Stopped::Interrupted(interrupted)) => return Err(interrupted),
            Err(Stopped::Overflow) => {}
        }
        let mut big = pass.widened(double, |number| BigUint::from(*number))?;
        match pass.extend::<BigUint, O>(&mut big) {
            Ok(()) => Ok(Self::Big(big)),
            Err(Stopped::Interrupted(interrupted)) => Err(interrupted),
            Err(Stopped::Overflow) => unreachable!("a big integer holds every count"),
        }
    }

    /// The number of a node.
    pub(super) fn get(
        &self,
        level: usize,
        group: usize,
        node: usize,
        orientation: usize,
    ) -> BigUint {
        fn number<C: Number, const O: usize>(
            levels: &[Level<C, O>],
            level: usize,
            group: usize,
            [node, orientation]: [usize; 2],
        ) -> BigUint {
            levels[levels.len() - 1 - level][group][node][orientation % O].clone().into()
        }
        let node = [node, orientation];
        match self {
            Self::Half(levels) => number(levels, level, group, node),
            Self::Word(levels) => number(levels, level, group, node),
            Self::DoubleWord(levels) => number(levels, level, group, node),
            Self::Big(levels) => number(levels, level, group, node),
        }
    }

    /// The number of the first node of the first level; 0 if there is none.
    pub(super) fn total(&self, diagram: &Diagram) -> BigUint {
        if diagram.is_false() { BigUint::zero() } else { self.get(0, 0, 0, 0) }
    }
}

/// From so many arcs on it pays to check the budget.
pub(super) const MANY: usize = 1 << 12;

/// A pass over the arcs that agree with decisions.
struct Pass<'a> {
    diagram: &'a Diagram,
    selection: &'a Selection,
    monitor: &'a Monitor<'a>,
    /// The memory of the diagram, in bytes.
    held: usize,
    /// False if only the numbers of the first level are wanted.
    keeps_all: bool,
}

impl Pass<'_> {
    /// The same numbers in a wider type.
    fn widened<A: Number, B: Number, const O: usize>(
        &self,
        levels: Vec<Level<A, O>>,
        widen: impl Fn(&A) -> B,
    ) -> Result<Vec<Level<B, O>>, Interrupted> {
        let nodes: usize = levels.iter().flatten().map(Vec::len).sum();
        self.monitor.begin(Progress {
            phase: Phase::Asking,
            done: self.diagram.levels.len() - levels.len(),
            steps: self.diagram.steps.len(),
            memory: self.held + nodes * (size_of::<[A; O]>() + size_of::<[B; O]>()),
            ..Progress::default()
        })?;
        let node = |node: &[A; O]| node.each_ref().map(&widen);
        let group = |group: Vec<[A; O]>| group.iter().map(node).collect();
        Ok(levels.into_iter().map(|level| level.into_iter().map(group).collect()).collect())
    }

    /// Adds the levels that are missing, up to the first.
    fn extend<C: Number, const O: usize>(
        &self,
        levels: &mut Vec<Level<C, O>>,
    ) -> Result<(), Stopped> {
        let Self { diagram, monitor, .. } = *self;
        let mut memory = self.held + levels.iter().map(self::memory).sum::<usize>();
        if levels.is_empty() && !diagram.is_false() {
            // After the last step a single node is left.
            levels.push(vec![vec![std::array::from_fn(|_| C::one())]]);
        }
        while levels.len() < diagram.levels.len() {
            let step = diagram.levels.len() - 1 - levels.len();
            let groups = &diagram.levels[step];
            let nodes: usize = groups.iter().map(|group| group.len).sum();
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: step,
                steps: diagram.steps.len(),
                memory: memory + nodes * size_of::<[C; O]>(),
                ..Progress::default()
            })?;
            let below = levels.last().expect("the last level");
            let threads = threads_for(nodes, monitor.budget.threads());
            let level = parallel(threads, groups.len(), |group| self.sums(step, group, below));
            let level: Level<C, O> = level.into_iter().collect::<Result<_, _>>()?;
            memory += self::memory(&level);
            if let Some(last) = levels.last_mut().filter(|_| !self.keeps_all) {
                memory -= self::memory(last);
                last.clear();
            }
            levels.push(level);
        }
        monitor.begin(Progress {
            phase: Phase::Asking,
            done: diagram.steps.len(),
            steps: diagram.steps.len(),
            memory,
            ..Progress::default()
        })?;
        Ok(())
    }

    /// The numbers of a group's nodes.
    fn sums<C: Number, const O: usize>(
        &self,
        step: usize,
        group: usize,
        below: &Level<C, O>,
    ) -> Result<Vec<[C; O]>, Stopped> {
        let mut job = Job::new(self.monitor);
        job.report(0, 0, self.diagram.levels[step][group].len)?;
        let variables = &self.diagram.steps[step];
        let next = &self.diagram.levels[step + 1];
        let group = &self.diagram.levels[step][group];
        let mut sums: Vec<[C; O]> = vec![std::array::from_fn(|_| C::zero()); group.len];
        let mut nodes = Vec::new();
        let mut fits = true;
        for (index, place) in group.places.iter().enumerate() {
            let target = Target::new(place, next);
            let below = &below[target.group];
            group.with(index, &mut nodes);
            if nodes.len() >= MANY {
                job.report(0, 0, nodes.len())?;
            }
            for orientation in 0..O {
                let oriented =
                    |index: u16| variables.oriented(index.into(), orientation == 1) as u16;
                if !self.selection.allows(step, place.index.map(oriented)) {
                    continue;
                }
                place.arcs.zip(&nodes, |node, arc| {
                    let (child, flip) = target.decode(arc);
                    let sum = &mut sums[node][orientation];
                    let more = &below[child][(orientation ^ usize::from(flip)) % O];
                    match sum.checked_add(more) {
                        Some(added) => *sum = added,
                        None => fits = false,
                    }
                });
            }
            if !fits {
                return Err(Stopped::Overflow);
            }
        }
        Ok(sums)
    }
}
