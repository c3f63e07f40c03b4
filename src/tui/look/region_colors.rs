use std::collections::BTreeMap;
use std::sync::Arc;

use crate::problem::Rules;
use crate::tui::look::theme::Theme;

/// The colours of a board's regions, as numbers: all differ if the theme has enough, else those of
/// regions that meet.
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct RegionColors {
    /// The rules and the theme that they belong to.
    basis: Option<(Arc<Rules>, Theme)>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// The colours under these rules; found anew if rules or theme are others than before.
    pub(in crate::tui) fn follow(&mut self, rules: &Arc<Rules>, theme: Theme) {
        let same = |(old, shown): &(Arc<Rules>, Theme)| Arc::ptr_eq(old, rules) && *shown == theme;
        if !self.basis.as_ref().is_some_and(same) {
            let colors = rules.regions().map(|regions| regions.coloring(theme.regions()));
            let basis = Some((Arc::clone(rules), theme));
            *self = Self { basis, colors: colors.unwrap_or_default() };
        }
    }

    /// The colour of a region. One that meets regions of all colours has none.
    pub(in crate::tui) fn color(&self, region: char) -> Option<usize> {
        self.colors.get(&region).copied()
    }
}
