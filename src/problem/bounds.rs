/// The allowed number of pieces in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounds {
    /// The smallest number.
    pub lower: u32,
    /// The largest number; `None` is without limit.
    pub upper: Option<u32>,
}

impl Bounds {
    /// At least one: a disjunction, the queens rule.
    pub const AT_LEAST_ONE: Self = Self { lower: 1, upper: None };

    /// Exactly this number.
    #[must_use]
    pub const fn exactly(number: u32) -> Self {
        Self { lower: number, upper: Some(number) }
    }

    /// True if the bounds allow this number of pieces.
    #[must_use]
    pub fn hold(self, pieces: u32) -> bool {
        pieces >= self.lower && self.upper.is_none_or(|upper| pieces <= upper)
    }
}
