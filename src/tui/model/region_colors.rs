use std::collections::BTreeMap;
use std::sync::Arc;

use export::face::region;
use problem::Rules;

/// The colours of a board's regions, as numbers of [`region::tint`].
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionColors {
    /// The rules that they belong to.
    rules: Option<Arc<Rules>>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// The colours under these rules; found anew if the rules are others than before.
    pub(crate) fn follow(&mut self, rules: &Arc<Rules>) {
        if self.rules.as_ref().is_some_and(|old| Arc::ptr_eq(old, rules)) {
            return;
        }
        let colors = rules
            .regions()
            .map(|regions| region::assign(rules.size(), |cell| regions.region(cell)));
        *self = Self { rules: Some(Arc::clone(rules)), colors: colors.unwrap_or_default() };
    }

    /// The colour of a region.
    pub(crate) fn color(&self, region: char) -> usize {
        self.colors.get(&region).copied().unwrap_or_default()
    }

    /// The text with the name of its colour after each region, as in `region a (blue)`.
    pub(crate) fn named(&self, text: &str) -> String {
        let (mut named, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, after)) = rest.split_once("region ") {
            named.push_str(before);
            named.push_str("region ");
            rest = after;
            let mut characters = rest.chars();
            let letter = characters.next().unwrap_or_default();
            if let Some(&color) = self.colors.get(&letter)
                && !characters.next().is_some_and(char::is_alphanumeric)
            {
                named.push(letter);
                named.extend([" (", region::name(color), ")"]);
                rest = &rest[letter.len_utf8()..];
            }
        }
        named + rest
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
        colors.follow(&rules);
        let [a, b] = ['a', 'b'].map(|letter| region::name(colors.color(letter)));
        assert_ne!(a, b);
        assert_eq!(
            colors.named("a1 is forced: region a and region b, column a need it"),
            format!("a1 is forced: region a ({a}) and region b ({b}), column a need it")
        );
        for text in ["region c", "region ab", "regions a", "region ", ""] {
            assert_eq!(colors.named(text), text);
        }
    }
}
