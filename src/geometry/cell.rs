use std::fmt;
use std::str::FromStr;

/// Maximum number of rows and of columns of a grid.
pub const MAX_SIDE: u16 = 1000;

/// One square of a grid, counted from the bottom left corner.
///
/// The name of a cell is as in chess: column letters, then the row number from the bottom. After `z`
/// the columns continue with `aa`, `ab`, … as in a spreadsheet.
///
/// ```text
/// 3  a3 b3 c3
/// 2  a2 b2 c2
/// 1  a1 b1 c1
/// ```
///
/// Cells are ordered row by row: `a1 < b1 < a2`.
///
/// ```
/// # use geometry::Cell;
/// assert_eq!(Cell::new(0, 0).to_string(), "a1");
/// assert_eq!("aa27".parse(), Ok(Cell::new(26, 26)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u16,
    column: u16,
}

impl Cell {
    /// The cell in `row` and `column`, both counted from 0.
    pub const fn new(row: u16, column: u16) -> Self {
        Self { row, column }
    }

    /// The row, counted from 0 at the bottom.
    pub const fn row(self) -> u16 {
        self.row
    }

    /// The column, counted from 0 at the left.
    pub const fn column(self) -> u16 {
        self.column
    }

    /// The letters of a column, which is counted from 0: `a`, …, `z`, `aa`, …
    pub fn column_name(column: u16) -> String {
        let mut name = String::new();
        let mut rest = u32::from(column) + 1;
        while rest > 0 {
            rest -= 1;
            name.insert(0, char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
        }
        name
    }

    /// Parses names separated by commas, as in `c3,e5`, and ignores spaces around them.
    ///
    /// # Errors
    /// When a name is not the name of a cell.
    pub fn parse_list(names: &str) -> Result<Vec<Self>, ParseCellError> {
        names.split(',').map(|name| name.trim().parse()).collect()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{}{}", Self::column_name(self.column), u32::from(self.row) + 1);
        f.pad(&name)
    }
}

/// Maximum length of a text that an error repeats, in bytes. Of a longer text, the error has only its beginning.
const MAX_REPEATED: usize = 80;

/// The error for a text that is not the name of a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCellError {
    /// The text is empty.
    #[error("a cell name is missing (names stand between commas, without spaces, as in 'a1,c4')")]
    Missing,
    /// The text has another form.
    #[error("'{0}' is not a cell name (column letters, then a row number from 1, as in 'c4')")]
    Form(String),
}

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Parses a name such as `c4`. Capital letters are accepted.
    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        parse(text).ok_or_else(|| match text {
            "" => ParseCellError::Missing,
            _ if text.len() > MAX_REPEATED => {
                let start: String = text.chars().take(MAX_REPEATED).collect();
                ParseCellError::Form(format!("{start}…"))
            }
            _ => ParseCellError::Form(text.to_owned()),
        })
    }
}

fn parse(text: &str) -> Option<Cell> {
    let digits = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, number) = text.split_at(digits);
    let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    if !plain || letters.is_empty() || letters.len() > 3 {
        return None;
    }
    let column = letters
        .bytes()
        .fold(0, |sum, letter| sum * 26 + u32::from(letter.to_ascii_lowercase() - b'a') + 1)
        - 1;
    let row = number.parse::<u32>().ok()?.checked_sub(1)?;
    // Cells far outside every grid are refused, so that row and column fit into `u16`.
    let within = |side: u32| u16::try_from(side).ok().filter(|&side| side < 10 * MAX_SIDE);
    Some(Cell::new(within(row)?, within(column)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_chess() {
        assert_eq!(Cell::new(0, 0).to_string(), "a1");
        assert_eq!(Cell::new(7, 7).to_string(), "h8");
        assert_eq!(Cell::new(0, 25).to_string(), "z1");
        assert_eq!(Cell::new(26, 26).to_string(), "aa27");
        assert_eq!(Cell::new(0, 701).to_string(), "zz1");
        assert_eq!(Cell::new(0, 702).to_string(), "aaa1");
    }

    #[test]
    fn every_name_reads_back() {
        for row in [0, 1, 9, 25, 98, 999] {
            for column in 0..MAX_SIDE {
                let cell = Cell::new(row, column);
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
        assert_eq!("H8".parse(), Ok(Cell::new(7, 7)));
    }

    #[test]
    fn a_list_reads_names_parted_by_commas() {
        assert_eq!(Cell::parse_list("c3"), Ok(vec![Cell::new(2, 2)]));
        assert_eq!(Cell::parse_list(" c3, a1 "), Ok(vec![Cell::new(2, 2), Cell::new(0, 0)]));
        for text in ["", "c3,", "c3 a1", "c3,x"] {
            assert!(Cell::parse_list(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_names_no_cell_is_refused() {
        for text in
            ["", "a", "1", "a0", "a01", "1a", "a-1", "a1b", "ä1", " a1", "a99999999999", "zzzz1"]
        {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_missing_is_told_from_what_is_wrong() {
        assert_eq!("".parse::<Cell>(), Err(ParseCellError::Missing));
        assert_eq!("x".parse::<Cell>(), Err(ParseCellError::Form("x".to_owned())));
    }
}
