/// The allowed number of pieces in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounds {
    /// Minimum number of pieces.
    pub lower: u32,
    /// Maximum number of pieces; `None` means without limit.
    pub upper: Option<u32>,
}

impl Bounds {
    /// At least one piece: a disjunction, as in the queens rule.
    pub const AT_LEAST_ONE: Self = Self { lower: 1, upper: None };

    /// Exactly this number of pieces.
    pub const fn exactly(number: u32) -> Self {
        Self { lower: number, upper: Some(number) }
    }

    /// The conjunction: numbers of pieces that both bounds allow.
    pub fn and(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.into_iter().chain(other.upper).min(),
        }
    }

    /// True if the bounds allow this number of pieces.
    pub fn contains(self, pieces: u32) -> bool {
        pieces >= self.lower && self.upper.is_none_or(|upper| pieces <= upper)
    }
}

/// The bounds of a group's open cells, once the pieces in the other cells are subtracted. All engines
/// propagate bounds with this type.
///
/// It updates the numbers of open cells and of pieces as cells are settled and reopened, and returns
/// what follows for the remaining open cells.
///
/// ```
/// # use problem::{Bounds, Consequence};
/// // Two of four cells hold a piece.
/// let mut left = Bounds::exactly(2).for_open_cells(0, 4);
/// left.settle(false);
/// assert_eq!((left.consequence(), left.min(), left.max()), (Consequence::None, 2, 2));
/// left.settle(false);
/// assert_eq!(left.consequence(), Consequence::Placed);
/// left.settle(false);
/// assert_eq!(left.consequence(), Consequence::Conflict);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenBounds {
    open: i32,
    /// Minimum number of further pieces; 0 or negative if the group has enough pieces.
    lower: i32,
    /// Maximum number of further pieces; negative if the group has too many pieces.
    upper: i32,
}

/// Consequences of the bounds for the open cells of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// Nothing follows, or no cell is open.
    None,
    /// All open cells hold a piece.
    Placed,
    /// No open cell holds a piece.
    Excluded,
    /// The bounds cannot be satisfied.
    Conflict,
}

impl Bounds {
    /// Maximum bound of an [`OpenBounds`]; every group has fewer cells.
    const MAX_BOUND: i32 = i32::MAX / 2;

    #[inline]
    const fn signed(bound: u32) -> i32 {
        let largest = Self::MAX_BOUND.cast_unsigned();
        (if bound < largest { bound } else { largest }).cast_signed()
    }

    /// The bounds of the `open` open cells of a group that already has `pieces` pieces.
    #[inline]
    pub const fn for_open_cells(self, pieces: u32, open: u32) -> OpenBounds {
        let pieces = pieces.cast_signed();
        let upper = match self.upper {
            Some(upper) => Self::signed(upper) - pieces,
            None => Self::MAX_BOUND,
        };
        OpenBounds { open: open.cast_signed(), lower: Self::signed(self.lower) - pieces, upper }
    }

    /// True if the bounds allow all numbers of pieces from `least` to `most`, false if they allow none,
    /// and `None` if they allow only some of these numbers.
    pub fn allow_range(self, least: u32, most: u32) -> Option<bool> {
        if most < self.lower || self.upper.is_some_and(|upper| least > upper) {
            Some(false)
        } else {
            (self.contains(least) && self.contains(most)).then_some(true)
        }
    }
}

impl OpenBounds {
    /// Number of open cells.
    #[inline]
    pub const fn open_cells(self) -> u32 {
        self.open.cast_unsigned()
    }

    /// Minimum number of further pieces, at least 0.
    #[inline]
    pub fn min(self) -> u32 {
        self.lower.max(0).cast_unsigned()
    }

    /// Maximum number of further pieces, at least 0. It may exceed the number of open cells.
    #[inline]
    pub fn max(self) -> u32 {
        self.upper.max(0).cast_unsigned()
    }

    /// True if the open cells may hold any number of pieces.
    #[inline]
    pub const fn is_free(self) -> bool {
        self.lower <= 0 && self.upper >= self.open
    }

    /// Counts an open cell as settled, with a piece or without.
    #[inline]
    pub fn settle(&mut self, has_piece: bool) {
        self.open -= 1;
        self.lower -= i32::from(has_piece);
        self.upper -= i32::from(has_piece);
    }

    /// Counts a settled cell as open again. `had_piece` is true if the cell held a piece.
    #[inline]
    pub fn reopen(&mut self, had_piece: bool) {
        self.open += 1;
        self.lower += i32::from(had_piece);
        self.upper += i32::from(had_piece);
    }

    /// Consequences of the bounds for the open cells.
    #[inline]
    pub const fn consequence(self) -> Consequence {
        let Self { open, lower, upper } = self;
        if upper < 0 || lower > open || lower > upper {
            Consequence::Conflict
        } else if open == 0 {
            Consequence::None
        } else if upper == 0 {
            Consequence::Excluded
        } else if lower == open {
            Consequence::Placed
        } else {
            Consequence::None
        }
    }

    /// True if the bounds cannot be satisfied.
    #[inline]
    pub fn is_conflict(self) -> bool {
        self.consequence() == Consequence::Conflict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of further pieces on the open cells that the bounds allow.
    fn allowed(bounds: Bounds, pieces: u32, open: u32) -> Vec<u32> {
        (0..=open).filter(|more| bounds.contains(pieces + more)).collect()
    }

    #[test]
    fn what_follows_for_open_cells_is_what_all_numbers_of_pieces_show() {
        let uppers = (0..5).map(Some).chain([None, Some(u32::MAX)]);
        let bounds =
            uppers.flat_map(|upper| [0, 1, 2, 3, 4, u32::MAX].map(|lower| Bounds { lower, upper }));
        for bounds in bounds {
            for cells in 0..5_u32 {
                // Each cell is open, or settled with a piece or without.
                for states in 0..3_u32.pow(cells) {
                    let state = |cell: u32| states / 3_u32.pow(cell) % 3;
                    let number =
                        |wanted| (0..cells).filter(|&cell| state(cell) == wanted).count() as u32;
                    let (open, pieces) = (number(0), number(1));
                    let allowed = allowed(bounds, pieces, open);
                    let expected = match allowed[..] {
                        [] => Consequence::Conflict,
                        _ if open == 0 => Consequence::None,
                        [0] => Consequence::Excluded,
                        [number] if number == open => Consequence::Placed,
                        _ => Consequence::None,
                    };
                    let left = bounds.for_open_cells(pieces, open);
                    assert_eq!(left.consequence(), expected, "{bounds:?} {pieces} {open}");
                    assert_eq!(left.is_conflict(), allowed.is_empty());
                    assert_eq!(left.is_free(), allowed.len() as u32 == open + 1);
                    assert_eq!(left.open_cells(), open);
                    if let (Some(&least), Some(&most)) = (allowed.first(), allowed.last()) {
                        assert_eq!((left.min(), left.max().min(open)), (least, most));
                    }
                    let mut settled = bounds.for_open_cells(0, cells);
                    let closed = || (0..cells).filter(|&cell| state(cell) != 0);
                    closed().for_each(|cell| settled.settle(state(cell) == 1));
                    let told =
                        |left: OpenBounds| (left.open_cells(), left.min(), left.consequence());
                    assert_eq!(told(settled), told(left));
                    closed().for_each(|cell| settled.reopen(state(cell) == 1));
                    assert_eq!(settled, bounds.for_open_cells(0, cells));
                }
                // Bounds of one requirement do not contradict each other.
                let is_possible = bounds.upper.is_none_or(|upper| bounds.lower <= upper);
                for least in (0..=cells).filter(|_| is_possible) {
                    let inside = (least..=cells).filter(|&number| bounds.contains(number)).count();
                    let expected = match inside as u32 {
                        0 => Some(false),
                        all if all == cells - least + 1 => Some(true),
                        _ => None,
                    };
                    assert_eq!(
                        bounds.allow_range(least, cells),
                        expected,
                        "{bounds:?} {least} {cells}"
                    );
                }
            }
        }
    }

    #[test]
    fn two_bounds_allow_what_both_allow() {
        let all = || {
            let uppers = [None, Some(0), Some(1), Some(3)].into_iter();
            uppers.flat_map(|upper| (0..4).map(move |lower| Bounds { lower, upper }))
        };
        for (one, other) in all().flat_map(|one| all().map(move |other| (one, other))) {
            let both = one.and(other);
            assert!((0..6).all(|it| both.contains(it) == (one.contains(it) && other.contains(it))));
        }
        assert_eq!(Bounds::exactly(2), Bounds { lower: 2, upper: Some(2) });
    }
}
