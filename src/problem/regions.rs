use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::drawing::{DrawingError, DrawnRows, draw};
use files::FileError;
use geometry::{Cell, Grid, Size};

/// The division of a grid into regions, each named by a letter or digit.
///
/// A cell without a region is a hole. Regions need not be connected.
///
/// ```
/// # use problem::Regions;
/// let regions = Regions::parse("aab\nacb\n.cb")?;
/// assert_eq!(regions.size().to_string(), "3×3");
/// assert_eq!(regions.region("a3".parse().expect("a cell")), Some('a'));
/// assert_eq!(regions.region("a1".parse().expect("a cell")), None);
/// assert_eq!(regions.to_string(), "aab\nacb\n.cb\n");
/// # Ok::<(), problem::DrawingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    size: Size,
    /// The region of each cell in row-major order; `None` for holes.
    letters: Vec<Option<char>>,
}

impl Regions {
    /// Parses a drawing: one line for each row, the top row first, and one character for each cell. A
    /// letter, a digit or a coloured square or circle (an emoji) is a region, and `.` is a hole. Each
    /// colour is replaced by a letter that the drawing does not use, in order of appearance. Spaces,
    /// empty lines and lines that begin with `#` are ignored.
    ///
    /// ```
    /// # use problem::Regions;
    /// let regions = Regions::parse("🟥🟥🟦\n🟥🟨🟦")?;
    /// assert_eq!(regions.to_string(), "aab\nacb\n");
    /// # Ok::<(), problem::DrawingError>(())
    /// ```
    ///
    /// # Errors
    /// When rows differ in length, a character is invalid, or the grid is too large.
    pub fn parse(text: &str) -> Result<Self, DrawingError> {
        let form = "a letter for each cell";
        let mut drawn = DrawnRows::parse(text, "regions", form, |line| {
            let is_shown = |&shown: &char| !shown.is_whitespace() && shown != EMOJI_STYLE;
            let region = |(place, shown): (usize, char)| match shown {
                '.' => Ok(None),
                _ if shown.is_alphanumeric() || COLORED.contains(&shown) => Ok(Some(shown)),
                _ => Err(format!(
                    "'{}' in place {place} is no region (a letter, digit or coloured square; '.' is a hole)",
                    shown.escape_default()
                )),
            };
            (1..).zip(line.chars().filter(is_shown)).map(region)
        })?;
        name_colors(&mut drawn.rows);
        Ok(Self { size: drawn.size, letters: drawn.into_cells() })
    }

    /// Like [`Regions::parse`], but errors contain the name of the text.
    pub(super) fn parse_named(text: &str, name: &str) -> Result<Self, FileError> {
        Self::parse(text).map_err(|error| FileError::new(name, Some(error.line), &error))
    }

    /// The regions that `region` returns for each cell. Holes have no region, even if `region` returns
    /// one.
    pub fn new(grid: &Grid, region: impl Fn(Cell) -> Option<char>) -> Self {
        let letter = |cell| if grid.is_hole(cell) { None } else { region(cell) };
        Self { size: grid.size(), letters: grid.size().iter().map(letter).collect() }
    }

    /// The same regions on a grid of the same size with other holes. A standing cell without a region
    /// joins a neighbouring region. If no neighbour has a region, the cell becomes a new region.
    pub(super) fn with_grid(&self, grid: &Grid) -> Self {
        let mut regions = Self::new(grid, |cell| self.region(cell));
        let mut lacking: Vec<Cell> =
            grid.standing_cells().filter(|&cell| regions.region(cell).is_none()).collect();
        while !lacking.is_empty() {
            let before = lacking.len();
            lacking.retain(|&cell| {
                let letter = self.size.neighbours(cell).find_map(|beside| regions.region(beside));
                regions.letters[self.size.index(cell)] = letter;
                letter.is_none()
            });
            if lacking.len() == before {
                let cell = lacking.swap_remove(0);
                let free = |letter: &char| !regions.letters.contains(&Some(*letter));
                regions.letters[self.size.index(cell)] = letters().find(free).or(Some('a'));
            }
        }
        regions
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The region of a cell; `None` for holes and cells off the grid.
    pub fn region(&self, cell: Cell) -> Option<char> {
        if self.size.contains(cell) { self.letters[self.size.index(cell)] } else { None }
    }

    /// The cells without a region.
    pub fn holes(&self) -> impl Iterator<Item = Cell> + '_ {
        self.size.iter().filter(|&cell| self.region(cell).is_none())
    }

    /// The regions and their cells, in the order of their first cells.
    pub fn cells(&self) -> Vec<(char, Vec<Cell>)> {
        let mut regions = indexmap::IndexMap::<char, Vec<Cell>>::new();
        for cell in self.size.iter() {
            if let Some(letter) = self.region(cell) {
                regions.entry(letter).or_default().push(cell);
            }
        }
        regions.into_iter().collect()
    }
}

/// The coloured squares and circles of a drawing.
const COLORED: [char; 18] = [
    '🟥', '🟧', '🟨', '🟩', '🟦', '🟪', '🟫', '⬛', '⬜', '🔴', '🟠', '🟡', '🟢', '🔵', '🟣', '🟤',
    '⚫', '⚪',
];

/// The variation selector for emoji, which often follows an emoji.
const EMOJI_STYLE: char = '\u{fe0f}';

/// The letters and digits that name regions, in the order in which they are assigned.
pub(super) fn letters() -> impl Iterator<Item = char> {
    let others = ('\u{c0}'..=char::MAX).filter(|character| character.is_alphanumeric());
    ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(others)
}

/// Replaces coloured squares by letters that the drawing does not use.
fn name_colors(rows: &mut [Vec<Option<char>>]) {
    let used: BTreeSet<char> = rows.iter().flatten().flatten().copied().collect();
    let mut free = letters().filter(|letter| !used.contains(letter));
    let mut names = BTreeMap::new();
    for region in rows.iter_mut().flatten().flatten() {
        if COLORED.contains(region) {
            *region = *names.entry(*region).or_insert_with(|| free.next().unwrap_or('a'));
        }
    }
}

impl fmt::Display for Regions {
    /// Draws the regions: one line for each row, the top row first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |letter: &Option<char>| letter.unwrap_or('.');
        draw(f, self.size, &self.letters, |row| row.iter().map(letter).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_text_panics_and_what_is_drawn_reads_back(
            text in "([a-c.🟥⬛]{3}\n){0,4}[ -~\\p{Cc}é漢\u{202e}\u{fe0f}🟥⚪\n.ab#]{0,20}",
        ) {
            match Regions::parse_named(&text, "drawn.txt") {
                Ok(regions) => prop_assert_eq!(Regions::parse(&regions.to_string()), Ok(regions)),
                Err(error) => {
                    prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
                }
            }
        }
    }

    #[test]
    fn what_is_drawn_reads_back() {
        let text = "aabb\nacdb\n.c1b\n";
        assert_eq!(Regions::parse(text).unwrap().to_string(), text);
        let loose = "# a comment\n\n  a a b b\r\n  a c d b  \n. c 1 b";
        assert_eq!(Regions::parse(loose).unwrap().to_string(), text);
    }

    #[test]
    fn coloured_squares_are_regions_with_free_letters() {
        let drawn = |text: &str| Regions::parse(text).unwrap().to_string();
        assert_eq!(drawn("🟦🟦🟥\n🟦🟨🟥\n🟨🟨."), "aab\nacb\ncc.\n");
        // The variation selector is optional, and a circle is not the same as a square of the same
        // colour.
        assert_eq!(drawn("⬛\u{fe0f}⬛\n⚫⚫\u{fe0f}"), "aa\nbb\n");
        assert_eq!(drawn("a 🟩 b\n🟩 🟪 c"), "adb\ndec\n");
        let all: String = COLORED.iter().collect();
        assert_eq!(drawn(&all), "abcdefghijklmnopqr\n");
        // Colours get unused letters even if the drawing uses the whole alphabet.
        let full: String = letters().take(62).chain(['🟥', '⬜']).collect();
        assert_eq!(Regions::parse(&full).unwrap().cells().len(), 64);
    }

    #[test]
    fn regions_are_named_in_the_order_of_their_first_cells() {
        let regions = Regions::parse("ba\nb.").unwrap();
        let cells = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(regions.cells(), [('b', cells(&["a1", "a2"])), ('a', cells(&["b2"]))]);
        assert_eq!(regions.holes().collect::<Vec<_>>(), cells(&["b1"]) as Vec<Cell>);
    }

    #[test]
    fn what_draws_none_is_refused_with_its_line() {
        let refused = |text: &str| {
            let error = Regions::parse(text).unwrap_err();
            (error.line, error.to_string())
        };
        let wide = "a".repeat(1001);
        for (text, line, reason) in [
            ("", 1, "no regions are drawn"),
            ("# nothing\n", 1, "no regions are drawn"),
            ("ab\n\nabc", 3, "ragged regions: this row has 3 cells, the first one has 2"),
            ("ab\na?", 2, "'?' in place 2 is no region"),
            ("a\u{1b}b", 1, "'\\u{1b}' in place 2 is no region"),
            (&wide, 1, "size '1x1001' is out of range"),
            (&"a\n".repeat(1001), 1001, "size '1001x1' is out of range"),
        ] {
            let (found, sentence) = refused(text);
            assert_eq!(found, line, "{sentence}");
            assert!(sentence.starts_with(reason), "{sentence}");
        }
    }

    #[test]
    fn cells_that_were_holes_join_a_region() {
        let changed = |text: &str, holes: &[&str]| {
            let regions = Regions::parse(text).unwrap();
            let holes = holes.iter().map(|name| name.parse().unwrap());
            let grid = Grid::new(regions.size()).with_holes(holes).unwrap();
            regions.with_grid(&grid).to_string()
        };
        assert_eq!(changed("a.b", &["b1"]), "a.b\n");
        assert_eq!(changed("a.b", &[]), "aab\n");
        assert_eq!(changed("a..", &[]), "aaa\n");
        // No neighbour has a region, so the cell becomes a region with an unused letter.
        assert_eq!(changed("a..", &["b1"]), "a.b\n");
        assert_eq!(changed("b...", &["b1"]), "b.aa\n");
        assert_eq!(changed("ab", &["a1"]), ".b\n");
        let regions = Regions::parse("ab").unwrap();
        assert_eq!(regions.region("c1".parse().unwrap()), None);
        assert_eq!(regions.region("b1".parse().unwrap()), Some('b'));
    }
}
