use geometry::CellSet;

/// One group, or adjacent rows or columns.
pub(super) struct Band {
    /// The indices of the lines among the open groups.
    pub lines: Vec<usize>,
    /// The index of the family.
    pub family: usize,
    pub open: CellSet,
    /// Minimum number of further pieces.
    pub lacks: usize,
    /// Maximum number of further pieces.
    pub room: usize,
}
