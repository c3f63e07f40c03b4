//! Numbers for all nodes of a diagram, in the narrowest type that holds them.

use std::fmt::Debug;
use std::ops::AddAssign;

use num_bigint::BigUint;
use num_traits::{CheckedAdd, One, Zero};

use super::semiring::Counting;
use super::walk::{Levels, Table, Walk};
use crate::engine::Interrupted;

/// A type of numbers, perhaps too narrow for a count.
pub(super) trait Number:
    Clone + Debug + Zero + One + for<'a> AddAssign<&'a Self> + Into<BigUint> + Send + Sync + 'static
{
    /// The type to try next.
    type Wider: Number + From<Self>;

    /// Adds another number. False if the sum does not fit: then the number is unchanged.
    fn add(&mut self, other: &Self) -> bool;

    /// The product, which must fit.
    fn times(&self, other: &Self) -> Self;

    /// The number times a power of two, if it fits.
    fn shifted(&self, by: u32) -> Option<Self>;

    /// Its memory on the heap, in bytes.
    fn heap(&self) -> usize {
        0
    }
}

macro_rules! number {
    ($($type:ty, $wider:ty;)*) => {
        $(impl Number for $type {
            type Wider = $wider;

            #[inline]
            fn add(&mut self, other: &Self) -> bool {
                CheckedAdd::checked_add(self, other).map(|sum| *self = sum).is_some()
            }

            #[inline]
            fn times(&self, other: &Self) -> Self {
                self * other
            }

            #[inline]
            fn shifted(&self, by: u32) -> Option<Self> {
                if *self == 0 {
                    return Some(0);
                }
                (self.leading_zeros() >= by).then(|| self << by)
            }
        })*
    };
}

number! {
    u32, u64;
    u64, u128;
    u128, BigUint;
}

impl Number for BigUint {
    type Wider = Self;

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn shifted(&self, by: u32) -> Option<Self> {
        Some(self << by)
    }

    /// Its digits and the allocator's header.
    fn heap(&self) -> usize {
        let digits = self.bits().div_ceil(64) as usize * size_of::<u64>();
        if digits == 0 { 0 } else { (digits + 8).next_multiple_of(16).max(32) }
    }
}

/// How much of a count is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The total only.
    Total,
    /// The number below each node, too.
    Below,
    /// The number for each variable, too.
    Variables,
}

/// Numbers of solutions.
pub(super) struct Counted {
    /// The number of all.
    pub total: BigUint,
    /// The number below each node, if it is wanted, or of the first ones.
    pub below: Box<dyn Table<BigUint>>,
    /// For each step the number with a piece on each of its variables, if it is wanted.
    pub variables: Vec<Vec<BigUint>>,
}

/// Counts the solutions in a walk, with O orientations of each node told apart; by pieces where `digit` is the
/// number of bits for each coefficient, not 0.
pub(super) fn counted<const O: usize>(
    walk: &Walk<'_>,
    digit: u32,
    wanted: Wanted,
) -> Result<Counted, Interrupted> {
    counted_from::<u32, O>(walk, digit, wanted, Levels::default())
}

/// Continues in a wider type where the numbers of the levels so far do not fit theirs.
fn counted_from<C: Number, const O: usize>(
    walk: &Walk<'_>,
    digit: u32,
    wanted: Wanted,
    mut below: Levels<C, O>,
) -> Result<Counted, Interrupted> {
    let counting = Counting::<C>::new(walk.diagram, digit);
    if !walk.up(&counting, &mut below, wanted != Wanted::Total)? {
        let wider = walk.converted(&counting, below, C::Wider::from)?;
        return counted_from(walk, digit, wanted, wider);
    }
    let number = |number: C| -> BigUint { number.into() };
    let mut variables = Vec::new();
    if wanted == Wanted::Variables {
        for sums in walk.down(&counting, &below)? {
            variables.push(sums.into_iter().map(number).collect());
        }
    }
    let total = below.root().map_or(BigUint::ZERO, number);
    Ok(Counted { total, below: Box::new(below), variables })
}
