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

/// What the bounds imply for the open cells of a group.
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
    const LARGEST: i32 = i32::MAX / 2;

    #[inline]
    const fn signed(bound: u32) -> i32 {
        let largest = Self::LARGEST.cast_unsigned();
        (if bound < largest { bound } else { largest }).cast_signed()
    }

    /// The bounds of the `open` open cells of a group that already has `pieces` pieces.
    #[inline]
    pub const fn for_open_cells(self, pieces: u32, open: u32) -> OpenBounds {
        let pieces = pieces.cast_signed();
        let upper = match self.upper {
            Some(upper) => Self::signed(upper) - pieces,
            None => Self::LARGEST,
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

    /// What the bounds imply for the open cells.
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
