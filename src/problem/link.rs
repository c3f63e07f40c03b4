//! Puzzles as links: star battles of puzz.link, read and written, and of penpa-edit, read.
//!
//! A link of puzz.link is `starbattle/COLUMNS/ROWS/STARS/BORDERS`. The borders are bits, 1 where two
//! cells are of different regions: first between neighbours in a row, row by row from the top, then
//! between neighbours in a column, likewise. Five bits make a digit of base 32 (`0` to `v`), the first one
//! the highest; each of the two parts is filled up with zeros to a whole digit. Source: the function
//! `decodeBorder` of pzpr.js, with which the site reads its links.
//!
//! A link of penpa-edit holds a drawing as text, deflated and in base 64: in the first line the size of
//! the grid, its title and its rules, in the fourth its numbers and symbols and its thick lines by their ends,
//! in the sixth its cells. How many stars there are stands outside of the grid as a number beside a star, or in
//! the title or the rules; where it does not, only regions are read.

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
use geometry::{Size, digits};

/// The beginning of every link of puzz.link.
const SITE: &str = "https://puzz.link/p?";

/// The kind of puzzle in a link of puzz.link.
const KIND: &str = "starbattle";

/// The content of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked {
    /// The regions.
    pub regions: Regions,
    /// The number of stars in each row, column and region, if the link says it.
    pub stars: Option<u32>,
}

/// True if a text is to be read as a link.
///
/// ```
/// # use problem::is_link;
/// assert!(is_link(" https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk\n"));
/// assert!(!is_link("today.txt"));
/// ```
#[must_use]
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    ["https://", "http://"].iter().any(|start| text.starts_with(start))
}

/// Reads a link: a star battle of puzz.link, or the regions of a drawing of penpa-edit and the number of stars
/// that it says.
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
/// When the link is of another kind, or a part of it is wrong.
pub fn read_link(text: &str) -> Result<Linked, LinkError> {
    let text = text.trim();
    if let Some((_, puzzle)) = text.split_once(&format!("{KIND}/")) {
        return read_star_battle(puzzle);
    }
    match text.split_once("penpa-edit/").and_then(|(_, rest)| rest.split_once("p=")) {
        Some((_, data)) => {
            let (regions, stars) = penpa::read(data.split('&').next().unwrap_or(data))?;
            Ok(Linked { regions, stars })
        }
        None => Err(LinkError::Unknown),
    }
}

/// `COLUMNS/ROWS/STARS/BORDERS`.
fn read_star_battle(text: &str) -> Result<Linked, LinkError> {
    let mut parts = text.trim_end_matches('/').splitn(4, '/');
    let mut number = |part: &'static str| {
        let found = parts.next().unwrap_or_default();
        let number = digits::<u16>(found).filter(|&number| number > 0);
        number.ok_or_else(|| LinkError::Number { part, found: found.to_owned() })
    };
    let (columns, rows) = (number("number of columns")?, number("number of rows")?);
    let stars = Some(number("number of stars")?.into());
    let borders = Borders::read(parts.next().unwrap_or_default(), Size::new(rows, columns)?)?;
    Ok(Linked { regions: borders.regions(), stars })
}

/// The link to a star battle, or to coloured queens, on puzz.link. Decisions are not part of it.
///
/// # Errors
/// When the rules are others, or the board has givens, holes or a region that is not connected.
pub fn write_link(problem: &Problem) -> Result<String, LinkError> {
    let rules = problem.rules();
    let regions = rules.regions().ok_or(LinkError::NoRegions)?;
    if rules.grid().is_torus() {
        return Err(LinkError::Unsaid("that opposite edges are joined"));
    }
    if !rules.grid().holes().is_empty() {
        return Err(LinkError::Unsaid("where holes are"));
    }
    if problem.decisions().givens().next().is_some() {
        return Err(LinkError::Unsaid("which pieces are given"));
    }
    if rules.max_cost().is_some() {
        return Err(LinkError::Unsaid("what the pieces may cost"));
    }
    let stars = stars(rules).ok_or(LinkError::Rules)?;
    let borders = Borders::between(regions);
    let parts = borders.regions().cells().into_iter().map(|(_, cells)| regions.region(cells[0]));
    if let Some(letter) = parts.flatten().duplicates().next() {
        return Err(LinkError::Parted(GroupId::Region(letter)));
    }
    let (columns, rows) = (rules.size().columns(), rules.size().rows());
    Ok(format!("{SITE}{KIND}/{columns}/{rows}/{stars}/{borders}"))
}

/// The number of pieces in each row, column and region, if the rules are those of a star battle.
fn stars(rules: &Rules) -> Option<u32> {
    match rules.known_puzzle()? {
        KnownPuzzle::StarBattle { stars } => Some(stars),
        // Rooks stand at most once in each row and column, so as many regions as rows have one piece each.
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
