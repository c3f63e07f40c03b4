use std::collections::BTreeMap;
use std::sync::Arc;

use crate::problem::Rules;

/// How many colours there are.
pub(super) const COLORS: usize = 12;

/// The colours of a board's regions, as numbers below [`COLORS`]: regions that meet, at a corner if
/// nowhere else, differ.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionColors {
    rules: Option<Arc<Rules>>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// The colours under these rules; found anew if they are others than before.
    pub(super) fn follow(&mut self, rules: &Arc<Rules>) {
        if self.rules.as_ref().is_none_or(|old| !Arc::ptr_eq(old, rules)) {
            let colors = rules.regions().map(|regions| regions.coloring(COLORS));
            *self = Self { rules: Some(Arc::clone(rules)), colors: colors.unwrap_or_default() };
        }
    }

    /// The colour of a region. One that meets regions of all colours has none.
    pub(super) fn of(&self, region: char) -> Option<usize> {
        self.colors.get(&region).copied()
    }
}
