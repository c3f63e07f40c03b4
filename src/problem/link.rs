//! Puzzles as links. Star battles of puzz.link are read and written; drawings of penpa-edit are read.
//!
//! A link of puzz.link is `starbattle/COLUMNS/ROWS/STARS/BORDERS`. The borders are bits, 1 where two
//! neighbouring cells belong to different regions. The first part is for neighbours in a row, row by
//! row from the top. The second part is for neighbours in a column, in the same order. Five bits make a
//! digit of base 32 (`0` to `v`), the highest bit first. Each part is padded with zeros to a whole
//! digit. Source: the function `decodeBorder` of pzpr.js, with which the site reads its links.
//!
//! A link of penpa-edit contains a drawing as text, deflated and in base 64. The first line of the text
//! has the size of the grid, its title and its rules. The fourth line has its numbers and symbols, and
//! its thick lines by their end points. The sixth line has its cells. The number of stars is a number
//! beside a star outside of the grid, or is in the title or the rules. If the drawing has no number of
//! stars, only regions are read.

mod borders;
mod error;
mod penpa;

use itertools::Itertools;

use super::family::{Family, GroupId};
use super::known_puzzle::KnownPuzzle;
use super::problem::Problem;
use super::regions::Regions;
use super::rules::Rules;
use borders::Borders;
pub use error::LinkError;
use geometry::{MAX_SIDE, Size, parse_digits};

/// The beginning of every link of puzz.link.
const SITE: &str = "https://puzz.link/p?";

/// The name of star battles in a link of puzz.link.
const KIND: &str = "starbattle";

/// The content of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkContent {
    /// The regions.
    pub regions: Regions,
    /// The number of stars in each row, column and region, if the link contains it.
    pub stars: Option<u32>,
}

/// True if a text looks like a link.
///
/// ```
/// # use problem::is_link;
/// assert!(is_link(" https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk\n"));
/// assert!(!is_link("today.txt"));
/// ```
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    ["https://", "http://"].iter().any(|start| text.starts_with(start))
}

/// Reads a link of puzz.link or penpa-edit. A link of puzz.link is a star battle. A link of penpa-edit
/// contains regions, and possibly the number of stars.
///
/// ```
/// # use problem::read_link;
/// let linked = read_link("https://puzz.link/p?starbattle/3/2/1/e8")?;
/// assert_eq!(linked.regions.to_string(), "aab\nacb\n");
/// assert_eq!(linked.stars, Some(1));
/// # Ok::<(), problem::LinkError>(())
/// ```
///
/// # Errors
/// When the link is of another kind, or a part of the link is invalid.
pub fn read_link(text: &str) -> Result<LinkContent, LinkError> {
    let text = text.trim();
    if let Some((_, puzzle)) = text.split_once(&format!("{KIND}/")) {
        return read_star_battle(puzzle);
    }
    let (regions, stars) = penpa::read(penpa_data(text).ok_or(LinkError::Unknown)?)?;
    Ok(LinkContent { regions, stars })
}

/// The title of a link of penpa-edit; `None` if the link has none, or for another text.
pub fn link_title(text: &str) -> Option<String> {
    penpa::title(penpa_data(text.trim())?)
}

/// The encoded drawing in a link of penpa-edit.
fn penpa_data(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("penpa-edit/")?;
    rest.split_once("p=")?.1.split('&').next()
}

/// Parses `COLUMNS/ROWS/STARS/BORDERS`.
fn read_star_battle(text: &str) -> Result<LinkContent, LinkError> {
    let mut parts = text.trim_end_matches('/').splitn(4, '/');
    let mut number = |part: &'static str| {
        let found = parts.next().unwrap_or_default();
        let number = parse_digits::<u16>(found).filter(|&number| number > 0);
        number.ok_or_else(|| LinkError::Number { part, found: found.to_owned() })
    };
    let (columns, rows) = (number("number of columns")?, number("number of rows")?);
    let part = "number of stars";
    let stars = u32::from(number(part)?);
    if !is_number_of_stars(stars) {
        return Err(LinkError::Number { part, found: stars.to_string() });
    }
    let borders = Borders::read(parts.next().unwrap_or_default(), Size::new(rows, columns)?)?;
    Ok(LinkContent { regions: borders.regions(), stars: Some(stars) })
}

/// True if a row or column of the largest board has room for this number of stars. Larger numbers are neither read nor written.
fn is_number_of_stars(number: u32) -> bool {
    (1..=MAX_SIDE.into()).contains(&number)
}

/// Writes the puzz.link link of a star battle or of coloured queens. The link does not contain
/// decisions.
///
/// # Errors
/// When the rules belong to neither kind of puzzle, or the board has no regions, a region that is
/// not connected, holes, givens, a cost limit, or joined opposite edges.
pub fn write_link(problem: &Problem) -> Result<String, LinkError> {
    let rules = problem.rules();
    let regions = rules.regions().ok_or(LinkError::NoRegions)?;
    for (is_unsaid, what) in [
        (rules.grid().is_torus(), "that opposite edges are joined"),
        (!rules.grid().holes().is_empty(), "where holes are"),
        (problem.decisions().givens().next().is_some(), "which pieces are given"),
        (rules.max_cost().is_some(), "what the pieces may cost"),
    ] {
        if is_unsaid {
            return Err(LinkError::Unsaid(what));
        }
    }
    let stars = stars(rules).filter(|&stars| is_number_of_stars(stars)).ok_or(LinkError::Rules)?;
    if let Some(torn) = torn_region(regions) {
        return Err(LinkError::Parted(torn));
    }
    let borders = Borders::between(regions);
    let (columns, rows) = (rules.size().columns(), rules.size().rows());
    Ok(format!("{SITE}{KIND}/{columns}/{rows}/{stars}/{borders}"))
}

/// A region that is not connected, if there is one. A link contains borders, so it cannot have such a region.
pub fn torn_region(regions: &Regions) -> Option<GroupId> {
    let parts = Borders::between(regions).regions().cells().into_iter();
    let mut letters = parts.filter_map(|(_, cells)| regions.region(cells[0])).duplicates();
    letters.next().map(GroupId::Region)
}

/// The number of pieces in each row, column and region, if the rules are equivalent to the rules of a
/// star battle.
fn stars(rules: &Rules) -> Option<u32> {
    match rules.known_puzzle()? {
        KnownPuzzle::StarBattle { stars } => Some(stars),
        // Each row and column has at most one piece. So if the numbers of regions and rows are equal,
        // each has exactly one piece.
        KnownPuzzle::ColouredQueens => {
            let size = rules.size();
            let [rows, columns, regions] =
                [Family::Rows, Family::Columns, Family::Regions].map(|of| rules.bounds_of(of));
            let number = rules.regions().map_or(0, |regions| regions.cells().len());
            let is_exact = regions.is_some_and(|bounds| bounds.upper == Some(1))
                || number == usize::from(size.rows());
            let has_lines = rows.is_some() && columns.is_some();
            (has_lines && size.is_square() && is_exact).then_some(1)
        }
    }
}

#[cfg(test)]
mod tests;
