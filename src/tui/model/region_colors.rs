use std::collections::BTreeMap;
use std::sync::Arc;

use crate::face::region;
use crate::problem::Rules;

/// The colours of a board's regions, as numbers of [`region::tint`].
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct RegionColors {
    /// The rules that they belong to.
    rules: Option<Arc<Rules>>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// The colours under these rules; found anew if the rules are others than before.
    pub(in crate::tui) fn follow(&mut self, rules: &Arc<Rules>) {
        if self.rules.as_ref().is_some_and(|old| Arc::ptr_eq(old, rules)) {
            return;
        }
        let colors = rules
            .regions()
            .map(|regions| region::assign(rules.size(), |cell| regions.region(cell)));
        *self = Self { rules: Some(Arc::clone(rules)), colors: colors.unwrap_or_default() };
    }

    /// The colour of a region.
    pub(in crate::tui) fn color(&self, region: char) -> usize {
        self.colors.get(&region).copied().unwrap_or_default()
    }
}
