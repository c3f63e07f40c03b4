//! The links between the levels of a layered drawing.

/// Items on levels, and the links between neighbouring levels, each once.
#[derive(Clone, Debug)]
pub struct LayeredGraph {
    /// The items of each level.
    pub levels: Vec<Vec<usize>>,
    /// The level of each item.
    pub level_of: Vec<usize>,
    /// For each item, the linked items on the level above.
    pub above: Vec<Vec<usize>>,
    /// For each item, the linked items on the level below.
    pub below: Vec<Vec<usize>>,
    /// For each item, true if it is a bend.
    pub is_bend: Vec<bool>,
}
