use super::cell::Cell;

/// A step from cell to cell: rows upward, columns to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// Rows upward; negative is downward.
    pub rows: i32,
    /// Columns to the right; negative is to the left.
    pub columns: i32,
}

impl Offset {
    /// A step of `rows` upward and `columns` to the right.
    pub const fn new(rows: i32, columns: i32) -> Self {
        Self { rows, columns }
    }

    /// The step from one cell to another.
    pub fn between(from: Cell, to: Cell) -> Self {
        Self::new(
            i32::from(to.row()) - i32::from(from.row()),
            i32::from(to.column()) - i32::from(from.column()),
        )
    }

    /// The sum of two steps.
    pub const fn plus(self, next: Self) -> Self {
        Self::new(self.rows + next.rows, self.columns + next.columns)
    }

    /// The opposite step.
    pub const fn reversed(self) -> Self {
        Self::new(-self.rows, -self.columns)
    }

    /// The shape of the step: its two distances, the smaller one first. All steps of a shape have the
    /// same distances.
    pub fn shape(self) -> (i32, i32) {
        let (rows, columns) = (self.rows.abs(), self.columns.abs());
        (rows.min(columns), rows.max(columns))
    }

    /// All steps with these two distances: eight for (1,2), four for (1,1) and for (0,1).
    pub(super) fn of_shape((smaller, larger): (i32, i32)) -> Vec<Self> {
        let mut steps: Vec<Self> = [(smaller, larger), (larger, smaller)]
            .into_iter()
            .flat_map(|(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b)])
            .map(|(rows, columns)| Self { rows, columns })
            .collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_from_one_cell_to_another() {
        let [a, b] = [Cell::new(2, 5), Cell::new(4, 1)];
        let step = Offset::between(a, b);
        assert_eq!((step, step.shape()), (Offset::new(2, -4), (2, 4)));
        assert_eq!(step.reversed(), Offset::between(b, a));
        assert_eq!(step.plus(Offset::new(1, 7)), Offset::new(3, 3));
    }

    #[test]
    fn a_shape_has_each_of_its_steps_once() {
        for (smaller, larger) in [(0, 1), (0, 3), (1, 1), (2, 2), (1, 2), (3, 7)] {
            let mut expected = Vec::new();
            for rows in -larger..=larger {
                let columns = -larger..=larger;
                let steps = columns.map(|columns| Offset::new(rows, columns));
                expected.extend(steps.filter(|step| step.shape() == (smaller, larger)));
            }
            assert_eq!(Offset::of_shape((smaller, larger)), expected);
        }
    }
}
