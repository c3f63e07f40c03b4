use std::collections::BTreeMap;
use std::sync::Arc;

use export::face::region;
use problem::{GroupId, Regions, Rules};

/// The colours of a board's regions, as indices for [`region::tint`].
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionColors {
    rules: Option<Arc<Rules>>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// Assigns colours to the regions if the rules have changed.
    pub(crate) fn update_for(&mut self, rules: &Arc<Rules>) {
        if self.rules.as_ref().is_some_and(|old| Arc::ptr_eq(old, rules)) {
            return;
        }
        let assign = |regions: &Regions| region::assign(rules.size(), |cell| regions.region(cell));
        self.colors = rules.regions().map(assign).unwrap_or_default();
        self.rules = Some(Arc::clone(rules));
    }

    /// The colour of a region, as an index for [`region::tint`].
    pub(crate) fn color(&self, region: char) -> usize {
        self.colors.get(&region).copied().unwrap_or_default()
    }

    /// The name of a region. If the board has the region, the name includes its colour: `region a (blue)`.
    pub(crate) fn named(&self, region: char) -> String {
        let name = GroupId::Region(region);
        match self.colors.get(&region) {
            Some(&color) => format!("{name} ({})", region::name(color)),
            None => name.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_named_with_its_colour() {
        let rules = Rules::queens(2).unwrap();
        let rules = Arc::new(rules.with_regions(&Regions::parse("ab\nab").unwrap()).unwrap());
        let mut colors = RegionColors::default();
        colors.update_for(&rules);
        let [a, b] = ['a', 'b'].map(|letter| region::name(colors.color(letter)));
        assert_ne!(a, b);
        assert_eq!(colors.named('a'), format!("region a ({a})"));
        assert_eq!(colors.named('b'), format!("region b ({b})"));
        assert_eq!(colors.named('c'), "region c");
    }
}
