use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;
use rand::RngCore;

use super::census::{Number, Selection, Stopped, solutions_below, with_numbers};
use super::diagram::{Diagram, NodeId, TRUE};
use crate::engine::{Budget, Interrupted};
use crate::geometry::CellSet;
use crate::problem::Decisions;

/// The solutions of a diagram by number, counted from 0 in the order of [`Diagram::solutions`].
///
/// Building it takes one pass over the diagram; each question takes one walk from the root to a terminal
/// (ranking and unranking of D. L. Kreher and D. R. Stinson, "Combinatorial Algorithms", 1998, on the
/// paths of a diagram).
#[derive(Clone, Debug)]
pub struct Ranking {
    diagram: Arc<Diagram>,
    below: Below,
}

/// The number of solutions below each node, in the narrowest numbers that hold all of them.
#[derive(Clone, Debug)]
enum Below {
    Word(Vec<u64>),
    DoubleWord(Vec<u128>),
    Big(Vec<BigUint>),
}

impl Below {
    fn get(&self, id: NodeId) -> BigUint {
        match self {
            Self::Word(numbers) => numbers[id.index()].into(),
            Self::DoubleWord(numbers) => numbers[id.index()].into(),
            Self::Big(numbers) => numbers[id.index()].clone(),
        }
    }
}

impl From<Vec<u64>> for Below {
    fn from(numbers: Vec<u64>) -> Self {
        Self::Word(numbers)
    }
}

impl From<Vec<u128>> for Below {
    fn from(numbers: Vec<u128>) -> Self {
        Self::DoubleWord(numbers)
    }
}

impl From<Vec<BigUint>> for Below {
    fn from(numbers: Vec<BigUint>) -> Self {
        Self::Big(numbers)
    }
}

fn below<C: Number>(diagram: &Diagram, budget: &Budget) -> Result<Below, Stopped>
where
    Vec<C>: Into<Below>,
{
    let selection = Selection::new(diagram, &Decisions::default());
    Ok(solutions_below::<C>(diagram, &selection, budget)?.into())
}

impl Ranking {
    /// Counts the solutions below each node.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(diagram: Arc<Diagram>, budget: &Budget) -> Result<Self, Interrupted> {
        let below = with_numbers!(below(&diagram, budget))?;
        Ok(Self { diagram, below })
    }

    /// The diagram whose solutions these are.
    #[must_use]
    pub fn diagram(&self) -> &Arc<Diagram> {
        &self.diagram
    }

    /// The number of solutions.
    #[must_use]
    pub fn total(&self) -> BigUint {
        self.below.get(self.diagram.root)
    }

    /// The solution with a number; `None` if the number is the total or more.
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<CellSet> {
        if *number >= self.total() {
            return None;
        }
        let mut number = number.clone();
        let mut cells = CellSet::empty(self.diagram.order.size());
        let mut id = self.diagram.root;
        while id > TRUE {
            let node = self.diagram.node(id);
            let with = self.below.get(node.high);
            if number < with {
                cells.insert(self.diagram.order.cell(self.diagram.variable(id)));
                id = node.high;
            } else {
                number -= with;
                id = node.low;
            }
        }
        Some(cells)
    }

    /// The number of a solution, the inverse of [`Ranking::nth`]; `None` if it is no solution.
    #[must_use]
    pub fn rank(&self, solution: &CellSet) -> Option<BigUint> {
        if solution.size() != self.diagram.order.size() {
            return None;
        }
        let mut number = BigUint::zero();
        let mut pieces = 0;
        let mut id = self.diagram.root;
        while id > TRUE {
            let node = self.diagram.node(id);
            if solution.contains(self.diagram.order.cell(self.diagram.variable(id))) {
                pieces += 1;
                id = node.high;
            } else {
                number += self.below.get(node.high);
                id = node.low;
            }
        }
        // A piece on a cell that the path skips is one too many.
        (id == TRUE && pieces == solution.len()).then_some(number)
    }

    /// A solution drawn at random, each with the same probability; `None` if there is none.
    ///
    /// The result depends on the generator's bytes and the solutions alone: a seed of a given generator
    /// draws the same in every version of the program.
    pub fn random(&self, random: &mut impl RngCore) -> Option<CellSet> {
        let total = self.total();
        if total.is_zero() {
            return None;
        }
        self.nth(&number_below(&total, random))
    }
}

/// A number below `total`, which is not 0, each with the same probability: draws as many bits as the
/// largest one has, until the number is below `total`.
fn number_below(total: &BigUint, random: &mut impl RngCore) -> BigUint {
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
    use crate::engine::bdd::Engine;
    use crate::geometry::Grid;
    use crate::problem::{Problem, Rules};

    fn ranking(rules: Rules) -> Ranking {
        Engine::new().ranking(&Problem::new(rules), &Budget::default()).unwrap()
    }

    /// A knight attacks nothing on a single row: with nothing required, every set of cells is a
    /// solution, the full one first and the empty one last.
    #[test]
    fn numbers_are_as_wide_as_they_must_be() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for columns in [1_u16, 63, 64, 127, 128, 200] {
            let grid = Grid::new(format!("1x{columns}").parse().unwrap());
            let knights = ranking(Rules::new(grid, "knight".parse().unwrap(), []));
            let width = match knights.below {
                Below::Word(_) => 0..64,
                Below::DoubleWord(_) => 64..128,
                Below::Big(_) => 128..u16::MAX,
            };
            assert!(width.contains(&columns), "{columns}");
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
