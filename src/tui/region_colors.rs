use std::collections::BTreeMap;
use std::sync::Arc;

use super::theme::Theme;
use crate::problem::Rules;

/// The colours of a board's regions, as numbers: all differ if the theme has enough, else those of
/// regions that meet.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionColors {
    /// For which rules and theme they are.
    of: Option<(Arc<Rules>, Theme)>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// The colours under these rules; found anew if rules or theme are others than before.
    pub(super) fn follow(&mut self, rules: &Arc<Rules>, theme: Theme) {
        let same = |(old, of): &(Arc<Rules>, Theme)| Arc::ptr_eq(old, rules) && *of == theme;
        if !self.of.as_ref().is_some_and(same) {
            let colors = rules.regions().map(|regions| regions.coloring(theme.regions()));
            let of = Some((Arc::clone(rules), theme));
            *self = Self { of, colors: colors.unwrap_or_default() };
        }
    }

    /// The colour of a region. One that meets regions of all colours has none.
    pub(super) fn of(&self, region: char) -> Option<usize> {
        self.colors.get(&region).copied()
    }
}
