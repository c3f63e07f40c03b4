//! The links between the levels of a layered drawing.

/// Items on levels, and the links between neighbouring levels, each once.
pub(super) struct Net {
    /// The items of each level.
    pub levels: Vec<Vec<usize>>,
    /// The level of each item.
    pub level: Vec<usize>,
    /// The items above that each item is linked to.
    pub above: Vec<Vec<usize>>,
    /// The items below that each item is linked to.
    pub below: Vec<Vec<usize>>,
    /// True for the items that are bends.
    pub bend: Vec<bool>,
}
