use num_bigint::BigUint;
use num_traits::Zero;

use super::semiring::Counting;
use super::walk::{Sums, WantedSums};
use crate::answers::Census;
use crate::bdd::diagram::selection::Selection;
use crate::bdd::diagram::{Diagram, DiagramStep};
use crate::bdd::order::Variable;
use crate::budget::{Answer, Budget};
use crate::costs::Polynomial;
use problem::Decisions;

impl Diagram {
    /// Counts the solutions that keep the decisions, in total and by cell. One pass up and one pass down take time
    /// linear in the size of the diagram.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn census(&self, decisions: &Decisions, budget: &Budget) -> Answer<Census> {
        let counted = self.counted(decisions, 0, WantedSums::Cells, budget)?;
        Ok(Census { solutions: counted.total, cells: counted.cells })
    }

    /// The number of solutions.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn count(&self, budget: &Budget) -> Answer<BigUint> {
        self.count_under(&Decisions::default(), budget)
    }

    /// Counts the solutions that keep the decisions, in one pass up.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub(crate) fn count_under(&self, decisions: &Decisions, budget: &Budget) -> Answer<BigUint> {
        Ok(self.counted(decisions, 0, WantedSums::Total, budget)?.total)
    }

    /// Counts the solutions that keep the decisions, by number of pieces. Takes two passes up.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn by_pieces(&self, decisions: &Decisions, budget: &Budget) -> Answer<Polynomial> {
        let digit = self.digit_bits(decisions, budget)?;
        let counted = self.counted(decisions, digit, WantedSums::Total, budget)?;
        Ok(self.polynomial(&counted.total, digit))
    }

    /// The number of paths to the true terminal of the reduced ordered BDD. A path that skips a variable counts once,
    /// although it stands for both values of that variable.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn path_count(&self, budget: &Budget) -> Answer<BigUint> {
        Ok(self.counted(&Decisions::default(), 0, WantedSums::Skipping, budget)?.total)
    }

    /// Counts the solutions that keep the decisions. If `digit` is not 0, the total packs the counts by number of
    /// pieces into one number, `digit` bits per count (Kronecker substitution).
    fn counted(
        &self,
        decisions: &Decisions,
        digit: u32,
        wanted: WantedSums,
        budget: &Budget,
    ) -> Answer<Sums<BigUint>> {
        let selection = Selection::new(self, decisions);
        let mut counted = if digit == 0 {
            self.sums(&selection, &Counting::<u32, false>::new(self, digit), wanted, budget)?
        } else {
            // A packed number soon needs more bits than narrower types have.
            self.sums(&selection, &Counting::<u128, true>::new(self, digit), wanted, budget)?
        };
        if wanted == WantedSums::Cells && self.is_folded && selection.is_symmetric {
            // Both orientations of a node are equally frequent, but only one was counted. So the sum of a cell and
            // its mirror image is divided equally.
            let size = self.order.size();
            let index = |variable: &Variable| size.index(self.order.cell(*variable));
            for step in &self.steps {
                let mut variables = step.variables.iter().map(index);
                while let (Some(one), Some(other)) = (variables.next(), variables.next_back()) {
                    let half: BigUint = (&counted.cells[one] + &counted.cells[other]) >> 1_u8;
                    counted.cells[one].clone_from(&half);
                    counted.cells[other] = half;
                }
            }
        }
        Ok(counted)
    }

    /// Number of bits per count when counts by number of pieces are packed into one number: enough for the number of
    /// solutions that keep the decisions. 0 if all solutions have the same number of pieces, or if there is no
    /// solution.
    fn digit_bits(&self, decisions: &Decisions, budget: &Budget) -> Answer<u32> {
        let has_one = |step: &DiagramStep| {
            step.must_place && step.variables.iter().all(|&variable| self.orbit_size(variable) == 1)
        };
        if self.steps.iter().all(has_one) {
            return Ok(0);
        }
        let bits = self.count_under(decisions, budget)?.bits();
        Ok(u32::try_from(bits).expect("a number of solutions that fits the memory"))
    }

    /// Unpacks a number into counts by number of pieces, `digit` bits per count. If `digit` is 0, the number is the
    /// only count.
    fn polynomial(&self, number: &BigUint, digit: u32) -> Polynomial {
        let required = self.steps.iter().filter(|step| step.must_place).count();
        let mut coefficients = vec![BigUint::ZERO; self.fixed.len() + required];
        let mut rest = number.clone();
        while !rest.is_zero() {
            let more = if digit == 0 { BigUint::ZERO } else { &rest >> digit };
            coefficients.push(rest - (&more << digit));
            rest = more;
        }
        Polynomial::new(coefficients)
    }
}
