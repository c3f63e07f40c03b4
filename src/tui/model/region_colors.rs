use std::collections::BTreeMap;
use std::sync::Arc;

use export::face::region;
use geometry::Cell;
use problem::{GroupId, Regions, Rules};

/// The colours of a board's regions, as indices for [`region::tint`].
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionColors {
    /// The rules that were shown, the present ones last, with the colours of their regions.
    shown: Vec<(Arc<Rules>, BTreeMap<char, usize>)>,
}

/// Maximum number of rules whose colours come back when the rules do.
const MAX_SHOWN: usize = 100;

impl RegionColors {
    /// Assigns colours to the regions if the rules have changed. While most cells outside of the largest region stay in their
    /// regions, as when a board is painted, its drawing is finished, and it is played, regions keep their colours. Rules that
    /// come back have the colours that they had.
    pub(crate) fn update_for(&mut self, rules: &Arc<Rules>) {
        if let Some(at) = self.shown.iter().rposition(|(old, _)| Arc::ptr_eq(old, rules)) {
            self.shown[at..].rotate_left(1);
            return;
        }
        let old = self.shown.last().and_then(|(old, _)| old.regions());
        let none = BTreeMap::new();
        let colors = rules.regions().map(|new| {
            let mut drawn = old.map(Regions::cells).unwrap_or_default();
            drawn.sort_by_key(|(_, cells)| cells.len());
            if drawn.len() > 1 {
                drawn.pop();
            }
            let cells: Vec<Cell> = drawn.into_iter().flat_map(|(_, cells)| cells).collect();
            let is_same =
                |cell: &&Cell| old.is_some_and(|it| it.region(**cell) == new.region(**cell));
            let is_kept = 2 * cells.iter().filter(is_same).count() > cells.len();
            let kept = self.colors().filter(|_| is_kept).unwrap_or(&none);
            region::assign(rules.size(), |cell| new.region(cell), kept)
        });
        if self.shown.len() == MAX_SHOWN {
            self.shown.remove(0);
        }
        self.shown.push((Arc::clone(rules), colors.unwrap_or_default()));
    }

    fn colors(&self) -> Option<&BTreeMap<char, usize>> {
        self.shown.last().map(|(_, colors)| colors)
    }

    /// The colour of a region, as an index for [`region::tint`].
    pub(crate) fn color(&self, region: char) -> usize {
        self.colors().and_then(|colors| colors.get(&region)).copied().unwrap_or_default()
    }

    /// The name of a region. If the board has the region, the name includes its colour: `region a (blue)`.
    pub(crate) fn named(&self, region: char) -> String {
        let name = GroupId::Region(region);
        match self.colors().and_then(|colors| colors.get(&region)) {
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
        let first = rules("aabbcc\naabbcc\nddddcc\nddddcc\neeeeff\neeeeff");
        colors.update_for(&first);
        let before = of(&colors, "abcdef");
        // Region d meets other regions now, and there is a seventh region.
        colors.update_for(&rules("aabbcc\ndabbcc\nddddcc\nddddcc\nedeegf\neeeegf"));
        assert_eq!(of(&colors, "abcdef"), before);
        assert!(!before.contains(&colors.color('g')));
        // The largest region of an unfinished drawing is divided.
        let mut painted = RegionColors::default();
        painted.update_for(&rules("aaaaab\naaaaab\naaaaaa\naaaaaa\naaaaaa\nccaaaa"));
        let drawn = of(&painted, "bc");
        painted.update_for(&rules("aaaddb\naaaddb\nfaeegb\nfffegg\nccfggg\nccffgg"));
        assert_eq!(of(&painted, "bc"), drawn);
        // Another puzzle has its own colours, the same as at the start.
        let other = rules("abcdef\nabcdef\nabcdef\nabcdef\nabcdef\nabcdef");
        colors.update_for(&other);
        let mut fresh = RegionColors::default();
        fresh.update_for(&other);
        assert_eq!(of(&colors, "abcdef"), of(&fresh, "abcdef"));
        // When the first puzzle comes back, so do its colours.
        colors.update_for(&first);
        assert_eq!(of(&colors, "abcdef"), before);
    }
}
