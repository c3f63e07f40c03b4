use std::collections::BTreeMap;
use std::sync::Arc;

use export::face::region;
use geometry::Cell;
use problem::{GroupId, Rules};

/// The colours of a board's regions, as indices for [`region::tint`].
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionColors {
    /// The rules to which the colours belong.
    rules: Option<Arc<Rules>>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// Assigns colours to the regions if the rules have changed. While most cells stay in their regions, as when a board is
    /// painted and then played, regions keep their colours.
    pub(crate) fn update_for(&mut self, rules: &Arc<Rules>) {
        if self.rules.as_ref().is_some_and(|old| Arc::ptr_eq(old, rules)) {
            return;
        }
        let old = self.rules.as_ref().and_then(|old| old.regions());
        let colors = rules.regions().map(|new| {
            let is_same = |cell: &Cell| old.is_some_and(|it| it.region(*cell) == new.region(*cell));
            let same = rules.size().iter().filter(is_same).count();
            let kept =
                if 2 * same > rules.size().cells() { &self.colors } else { &BTreeMap::new() };
            region::assign(rules.size(), |cell| new.region(cell), kept)
        });
        *self = Self { rules: Some(Arc::clone(rules)), colors: colors.unwrap_or_default() };
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
    use problem::Regions;

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

    /// Earlier, all regions could get other colours when one cell was painted.
    #[test]
    fn regions_keep_their_colours_while_they_are_painted() {
        let rules = |drawing: &str| {
            let regions = Regions::parse(drawing).unwrap();
            Arc::new(Rules::queens(6).unwrap().with_regions(&regions).unwrap())
        };
        let mut colors = RegionColors::default();
        let of = |colors: &RegionColors, letters: &str| {
            letters.chars().map(|letter| colors.color(letter)).collect::<Vec<_>>()
        };
        colors.update_for(&rules("aabbcc\naabbcc\nddddcc\nddddcc\neeeeff\neeeeff"));
        let before = of(&colors, "abcdef");
        // Region d meets other regions now, and there is a seventh region.
        colors.update_for(&rules("aabbcc\ndabbcc\nddddcc\nddddcc\nedeegf\neeeegf"));
        assert_eq!(of(&colors, "abcdef"), before);
        assert!(!before.contains(&colors.color('g')));
        // Another puzzle has its own colours, the same as at the start.
        let other = rules("abcdef\nabcdef\nabcdef\nabcdef\nabcdef\nabcdef");
        colors.update_for(&other);
        let mut fresh = RegionColors::default();
        fresh.update_for(&other);
        assert_eq!(of(&colors, "abcdef"), of(&fresh, "abcdef"));
    }
}
