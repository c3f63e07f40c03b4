//! How many words hold the open variables of states.

/// Work on states whose open variables are held in `W` words.
pub(super) trait ForWidth {
    type Output;

    fn run<const W: usize>(self) -> Self::Output;
}

/// Compiles work on states for some widths: loops over a few words are unrolled. Only narrow states are
/// tightened.
macro_rules! widths {
    (narrow: $($narrow:literal)*, wide: $($wide:literal)*) => {
        const NARROW: &[usize] = &[$($narrow),*];
        const WIDTHS: &[usize] = &[$($narrow,)* $($wide),*];

        /// Runs work in the smallest width that holds so many words.
        pub(super) fn for_width<J: ForWidth>(words: usize, job: J) -> J::Output {
            match padded(words) {
                $($narrow => job.run::<$narrow>(),)*
                $($wide => job.run::<$wide>(),)*
                _ => unreachable!("one of the widths"),
            }
        }

        /// As [`for_width`], for few words.
        pub(super) fn for_narrow_width<J: ForWidth>(words: usize, job: J) -> J::Output {
            match padded(words) {
                $($narrow => job.run::<$narrow>(),)*
                _ => unreachable!("the words are few"),
            }
        }
    };
}

// Each width is a copy of the construction to compile. Boards of up to 16 rows and columns need four words,
// and gain from having just those they need. Wider states take loops to the last word that they use, so that
// few widths suffice: what the others cost is only to copy them.
widths!(narrow: 1 2 3 4 8, wide: 16 64 1024 16384);

/// True if so many words are few.
pub(super) const fn is_narrow(words: usize) -> bool {
    words <= NARROW[NARROW.len() - 1]
}

/// The smallest of the widths that holds so many words.
pub(super) fn padded(words: usize) -> usize {
    WIDTHS.iter().copied().find(|&width| words <= width).expect("no grid has more cells")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use num_bigint::BigUint;

    use super::WIDTHS;
    use crate::bdd::{Arrangement, VariableOrder, compile};
    use crate::budget::Budget;
    use geometry::{Grid, Size};
    use problem::{Problem, Requirement, Rules};

    const COLUMNS: u32 = 5;

    /// The number of ways to place kings on rows of [`COLUMNS`] cells, with some piece on each or not.
    fn kings(rows: usize, fills_rows: bool) -> BigUint {
        let row = |pieces: &usize| pieces & pieces << 1 == 0 && (!fills_rows || *pieces > 0);
        let masks: Vec<usize> = (0..1 << COLUMNS).filter(row).collect();
        let mut ways = vec![BigUint::from(1_u8); masks.len()];
        for _ in 1..rows {
            let of = |mask: &usize| {
                let near = mask | mask << 1 | mask >> 1;
                masks
                    .iter()
                    .zip(&ways)
                    .filter(|(before, _)| *before & near == 0)
                    .map(|it| it.1)
                    .sum()
            };
            ways = masks.iter().map(of).collect();
        }
        ways.iter().sum()
    }

    #[test]
    fn states_of_all_widths_lead_to_all_solutions() {
        // States before the first rows are the widest but one, those before later rows narrower and narrower.
        let rows = WIDTHS[WIDTHS.len() - 3] * 64 / COLUMNS as usize + 2;
        let grid = Grid::new(Size::new(rows as u16, COLUMNS as u16).unwrap());
        let order = Arc::new(VariableOrder::new(&grid, Arrangement::RowMajor));
        let budget = Budget::default();
        for (fills_rows, requirements) in [(false, Vec::new()), (true, vec!["rows"])] {
            let requirements = requirements.iter().map(|text| text.parse::<Requirement>().unwrap());
            let rules = Rules::new(grid.clone(), "king".parse().unwrap(), requirements);
            let diagram = compile(&Problem::new(rules), &order, &budget).unwrap().diagram;
            assert_eq!(diagram.count(&budget).unwrap(), kings(rows, fills_rows));
        }
    }
}
