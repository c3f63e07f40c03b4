//! The semirings for passes over a diagram. A pass multiplies the values of the arcs along each path, and adds up the
//! products of all paths.
//!
//! | semiring | sum | product | result |
//! | --- | --- | --- | --- |
//! | [`Counting`] | + | × | the number of solutions |
//! | [`Counting`] by pieces | + | × | the number of solutions with each number of pieces |
//! | [`MinPlus`] | min | + | the cost of the cheapest solution |

use std::fmt::Debug;
use std::marker::PhantomData;

use num_bigint::BigUint;

use super::numbers::Integer;
use crate::bdd::diagram::{Diagram, DiagramStep};
use crate::bdd::order::Variable;
use crate::heap::Heap;

/// A commutative semiring, and the value of each arc of a diagram.
pub(crate) trait Semiring: Sync {
    /// An element. Its type may be too narrow for a sum.
    type Value: Clone + Debug + Heap + Into<Self::Answer> + Send + Sync + 'static;
    /// A type that holds every sum.
    type Answer: Clone;
    /// The same semiring with the next wider type of elements.
    type Wider: Semiring<Value: From<Self::Value>, Answer = Self::Answer>;
    /// Data from which the value of an arc follows.
    type Label: Copy;

    /// True if the values of arcs are invariant under mirroring the nodes.
    const IS_SYMMETRIC: bool;

    /// The same semiring with the next wider type of elements.
    fn wider(&self) -> Self::Wider;

    /// The sum over no paths.
    fn zero(&self) -> Self::Value;

    /// The value of a path without arcs.
    fn one(&self) -> Self::Value;

    /// Returns the label of the arcs of a step that place a piece on the variable with the index `index`, or for
    /// `None`, of the arcs without a piece.
    fn label(&self, step: usize, index: Option<u16>) -> Self::Label;

    /// Adds the product of `value` and the value of an arc to `sum`. Returns false if the sum does not fit the type;
    /// then `sum` is invalid.
    fn add(&self, sum: &mut Self::Value, value: &Self::Value, label: Self::Label) -> bool;

    /// Adds the product of two values to `sum`. The sum must fit the type.
    fn add_product(&self, sum: &mut Self::Value, one: &Self::Value, other: &Self::Value);
}

/// The semiring of numbers of solutions.
///
/// Counting by pieces evaluates the generating polynomial, whose coefficients are the counts by number of pieces, at a
/// power of two that exceeds each coefficient. So the coefficients are the digits of the result (L. Kronecker's
/// substitution). In a step that must have a piece, this piece does not count.
pub(crate) struct Counting<'a, C, const BY_PIECES: bool> {
    diagram: &'a Diagram,
    /// Number of bits per digit: each piece multiplies a value by 2 to the power of `digit`.
    digit_bits: u32,
    number: PhantomData<C>,
}

impl<'a, C, const BY_PIECES: bool> Counting<'a, C, BY_PIECES> {
    pub(crate) fn new(diagram: &'a Diagram, digit: u32) -> Self {
        Self { diagram, digit_bits: digit, number: PhantomData }
    }
}

impl<'a, C: Integer, const BY_PIECES: bool> Semiring for Counting<'a, C, BY_PIECES> {
    type Value = C;
    type Answer = BigUint;
    type Wider = Counting<'a, C::Wider, BY_PIECES>;
    type Label = u32;

    const IS_SYMMETRIC: bool = true;

    fn wider(&self) -> Self::Wider {
        Counting::new(self.diagram, self.digit_bits)
    }

    #[inline]
    fn zero(&self) -> C {
        C::zero()
    }

    fn one(&self) -> C {
        C::one()
    }

    #[inline]
    fn label(&self, step: usize, index: Option<u16>) -> u32 {
        let Some(index) = index.filter(|_| BY_PIECES) else { return 0 };
        let DiagramStep { variables, must_place } = &self.diagram.steps[step];
        let pieces = self.diagram.orbit_size(variables[usize::from(index)]);
        self.digit_bits * (pieces - u32::from(*must_place))
    }

    #[inline]
    fn add(&self, sum: &mut C, value: &C, label: u32) -> bool {
        if BY_PIECES {
            value.shifted(label).is_some_and(|it| sum.try_add(&it))
        } else {
            sum.try_add(value)
        }
    }

    #[inline]
    fn add_product(&self, sum: &mut C, one: &C, other: &C) {
        let mut product = one.clone();
        product *= other;
        *sum += &product;
    }
}

/// The semiring of the costs of cheapest solutions.
#[derive(Clone)]
pub(crate) struct MinPlus {
    /// For each step, the costs of its arcs by index of the variable. The cost of the arc without a piece comes last.
    arcs: Vec<Vec<i64>>,
    /// The total cost of the variables that belong to no step.
    fixed_cost: i64,
}

/// Costs from here on mean that there is no solution. Costs of solutions are far lower, so that sums fit the type.
const NO_PATH: i64 = 1 << 61;

impl MinPlus {
    /// `placing` contains the cost of a piece on each variable, `skipping` the cost of no piece on each variable. All
    /// costs add up to at most 2⁶⁰.
    pub(crate) fn new(diagram: &Diagram, placing: &[i64], skipping: &[i64]) -> Self {
        // A variable that belongs to no step has the same value in every solution.
        let mut base: i64 = skipping.iter().sum();
        let change = |variable: &Variable| placing[variable.index()] - skipping[variable.index()];
        base += diagram.fixed.iter().map(change).sum::<i64>();
        let arcs = diagram.steps.iter().map(|step| {
            let skipped: i64 = step.variables.iter().map(|it| skipping[it.index()]).sum();
            base -= skipped;
            let placed = step.variables.iter().map(|variable| skipped + change(variable));
            placed.chain([skipped]).collect()
        });
        let arcs = arcs.collect();
        Self { arcs, fixed_cost: base }
    }

    /// Returns the cost of a solution, given the sum over all steps; `None` if the sum means that there is no path.
    pub(crate) fn cost_of_sum(&self, sum: i64) -> Option<i64> {
        (sum < NO_PATH).then_some(self.fixed_cost + sum)
    }

    /// True if a sum means that there is no path.
    pub(crate) fn is_zero(sum: i64) -> bool {
        sum >= NO_PATH
    }
}

impl Semiring for MinPlus {
    type Value = i64;
    type Answer = i64;
    type Wider = Self;
    type Label = i64;

    const IS_SYMMETRIC: bool = false;

    fn wider(&self) -> Self {
        self.clone()
    }

    #[inline]
    fn zero(&self) -> i64 {
        2 * NO_PATH - 1
    }

    fn one(&self) -> i64 {
        0
    }

    #[inline]
    fn label(&self, step: usize, index: Option<u16>) -> i64 {
        let arcs = &self.arcs[step];
        index.map_or(arcs[arcs.len() - 1], |index| arcs[usize::from(index)])
    }

    #[inline]
    fn add(&self, sum: &mut i64, value: &i64, label: i64) -> bool {
        *sum = (*sum).min(value + label);
        true
    }

    #[inline]
    fn add_product(&self, sum: &mut i64, one: &i64, other: &i64) {
        *sum = (*sum).min(one + other);
    }
}
