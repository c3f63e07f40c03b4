use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;
use rand::RngCore;

use super::levels::SumTable;
use super::semiring::Counting;
use super::walk::WantedSums;
use crate::bdd::diagram::selection::Selection;
use crate::bdd::diagram::{Diagram, DiagramStep, OrientedNode};
use crate::bdd::order::Variable;
use crate::budget::{Answer, Budget};
use geometry::CellSet;
use problem::Decisions;

/// Numbers the solutions of a diagram from 0 in the order of [`Diagram::solutions`].
///
/// Building a ranking takes one pass over the diagram. Each query follows one path from the root to a terminal. The
/// method is ranking and unranking by D. L. Kreher and D. R. Stinson, "Combinatorial Algorithms", 1998, applied to the
/// paths of a diagram.
#[derive(Clone, Debug)]
pub struct Ranking {
    diagram: Arc<Diagram>,
    /// The number of solutions below each node.
    below: Arc<dyn SumTable<BigUint>>,
    total: BigUint,
}

impl Ranking {
    /// Counts the solutions below each node.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(diagram: Arc<Diagram>, budget: &Budget) -> Answer<Self> {
        let selection = Selection::new(&diagram, &Decisions::default());
        let counting = Counting::<u32, false>::new(&diagram, 0);
        let counted = diagram.sums(&selection, &counting, WantedSums::Below, budget)?;
        Ok(Self { below: counted.below.into(), total: counted.total, diagram })
    }

    /// The diagram whose solutions are numbered.
    pub fn diagram(&self) -> &Arc<Diagram> {
        &self.diagram
    }

    /// The number of solutions below each node.
    pub(crate) fn below(&self) -> &Arc<dyn SumTable<BigUint>> {
        &self.below
    }

    /// The number of solutions.
    pub fn total(&self) -> BigUint {
        self.total.clone()
    }

    /// Returns the solution with a number; `None` if the number is not below the total.
    pub fn nth(&self, number: &BigUint) -> Option<CellSet> {
        if *number >= self.total() {
            return None;
        }
        let mut number = number.clone();
        let mut oriented = OrientedNode::ROOT;
        let mut branches = Vec::new();
        let mut indices = Vec::with_capacity(self.diagram.steps.len());
        for step in 0..self.diagram.steps.len() {
            branches.clear();
            self.diagram.branches(step, oriented, &mut branches);
            for branch in &branches {
                let solutions_below = self.below.below(step + 1, branch.to);
                if number < solutions_below {
                    indices.push(branch.index);
                    oriented = branch.to;
                    break;
                }
                number -= solutions_below;
            }
        }
        Some(self.diagram.solution(indices.into_iter()))
    }

    /// Returns the number of a solution (the inverse of [`Ranking::nth`]); `None` if the cells are no solution.
    pub fn rank(&self, solution: &CellSet) -> Option<BigUint> {
        let order = &self.diagram.order;
        if solution.size() != order.size() || self.diagram.is_false() {
            return None;
        }
        let has_piece = |variable: &Variable| solution.contains(order.cell(*variable));
        if !self.diagram.fixed.iter().all(has_piece) {
            return None;
        }
        let mut pieces = self.diagram.fixed.len();
        let mut number = BigUint::zero();
        let mut oriented = OrientedNode::ROOT;
        let mut branches = Vec::new();
        for (step, DiagramStep { variables, .. }) in self.diagram.steps.iter().enumerate() {
            branches.clear();
            self.diagram.branches(step, oriented, &mut branches);
            let chosen = variables.iter().position(has_piece).map(|index| index as u16);
            let taken = branches.iter().position(|branch| branch.index == chosen)?;
            let before =
                branches[..taken].iter().map(|branch| self.below.below(step + 1, branch.to));
            number += before.sum::<BigUint>();
            pieces += usize::from(chosen.is_some());
            oriented = branches[taken].to;
        }
        // If the cells contain more pieces, these are on cells outside all steps, or share a step with another piece.
        (pieces == solution.len()).then_some(number)
    }

    /// Draws a solution uniformly at random; `None` if there is no solution.
    ///
    /// The result depends only on the generator's bytes and the solutions. So the same seed of the same generator draws
    /// the same solution in every version of the program.
    pub fn random(&self, random: &mut impl RngCore) -> Option<CellSet> {
        let total = self.total();
        if total.is_zero() {
            return None;
        }
        self.nth(&number_below(&total, random))
    }
}

/// Draws a number below `total` uniformly at random. `total` must not be 0. Uses rejection sampling: draws numbers with
/// as many bits as `total` - 1, until one is below `total`.
pub(crate) fn number_below(total: &BigUint, random: &mut impl RngCore) -> BigUint {
    let bits = (total - 1_u8).bits();
    let mut bytes = vec![0; bits.div_ceil(8) as usize];
    loop {
        random.fill_bytes(&mut bytes);
        if let Some(last) = bytes.last_mut().filter(|_| !bits.is_multiple_of(8)) {
            *last &= (1 << (bits % 8)) - 1;
        }
        let number = BigUint::from_bytes_le(&bytes);
        if number < *total {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use num_traits::{One, ToPrimitive};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::bdd::Engine;
    use geometry::Grid;
    use problem::{Problem, Rules};

    fn ranking(rules: Rules) -> Ranking {
        Engine::new().ranking(&Problem::new(rules), &Budget::default()).unwrap()
    }

    /// A knight attacks nothing on a single row. Without requirements every set of cells is a solution. The set of all
    /// cells comes first, the empty set last.
    #[test]
    fn numbers_are_as_wide_as_they_must_be() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for columns in [1_u16, 31, 32, 63, 64, 127, 128, 200] {
            let grid = Grid::new(format!("1x{columns}").parse().unwrap());
            let knights = ranking(Rules::new(grid, "knight".parse().unwrap(), []));
            assert_eq!(knights.total(), BigUint::one() << columns);
            let (first, last) = (BigUint::zero(), knights.total() - 1_u8);
            assert_eq!(knights.nth(&first).unwrap().len(), usize::from(columns));
            assert_eq!(knights.nth(&last).unwrap().len(), 0);
            for _ in 0..20 {
                let number = number_below(&knights.total(), &mut random);
                let solution = knights.nth(&number).unwrap();
                assert_eq!(knights.rank(&solution), Some(number));
            }
        }
    }

    #[test]
    fn numbers_below_a_bound_are_all_drawn() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for total in [1_u32, 2, 3, 255, 256, 257] {
            let mut drawn = vec![0; total as usize];
            for _ in 0..40 * total {
                let number = number_below(&total.into(), &mut random);
                drawn[number.to_usize().unwrap()] += 1;
            }
            assert!(drawn.iter().all(|&times| times > 0), "{total}");
        }
    }

    #[test]
    fn beyond_the_last_there_is_none() {
        let queens = ranking(Rules::queens(6).unwrap());
        assert_eq!(queens.total(), 4_u8.into());
        assert!(queens.nth(&3_u8.into()).is_some());
        assert_eq!(queens.nth(&4_u8.into()), None);
        let none = ranking(Rules::queens(3).unwrap());
        assert_eq!(none.nth(&BigUint::zero()), None);
        assert_eq!(none.random(&mut ChaCha8Rng::seed_from_u64(1)), None);
        assert_eq!(none.rank(&queens.nth(&0_u8.into()).unwrap()), None);
    }
}
