use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::BoardFile;
use crate::assist::Assist;
use crate::decisions::DecisionError;
use crate::drawing::DrawingError;
use crate::group::Requirement;
use crate::problem::Problem;
use crate::regions::Regions;
use crate::rules::Rules;
use crate::weights::Weights;
use files::toml_file::{Quoted, TomlText};
use files::{FileError, read_input};
use geometry::{Cell, Grid, ParseSizeError, Piece, Size};

/// The keys of a board file, with their values as written. A board can also be a table of another TOML file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardTable {
    size: Option<Spanned<WrittenSize>>,
    piece: Option<Quoted<Piece>>,
    torus: bool,
    rules: Option<Spanned<Vec<Quoted<Requirement>>>>,
    board_rule: Option<bool>,
    holes: Cells,
    regions: Option<Spanned<String>>,
    weights: Option<Spanned<String>>,
    max_cost: Option<Spanned<i64>>,
    givens: Cells,
    placed: Cells,
    excluded: Cells,
    assist: Option<Quoted<Assist>>,
}

/// A list of cells, each with its span in the text.
type Cells = Vec<Spanned<Quoted<Cell>>>;

impl BoardTable {
    /// The sentence that says which values a key of the table accepts.
    pub fn expected_value(key: &str) -> String {
        let form = match key {
            "size" => "a whole number or [rows, columns], as in 8 or [6, 10]",
            "piece" => "a name in quotes, as in \"queen\"",
            "rules" => "a list of rules in quotes, as in [\"rows=1\", \"columns\"]",
            "regions" => "a text with a letter for each cell",
            "weights" => "a text with a whole number for each cell",
            "max_cost" => "a whole number, as in 40 or -3",
            "assist" => "\"full\", \"attacks\" or \"none\"",
            "holes" | "givens" | "placed" | "excluded" => {
                "a list of cells in quotes, as in [\"a1\", \"c2\"]"
            }
            _ => "true or false",
        };
        format!("'{key}' must be {form}")
    }

    /// The board of a table that was read from `toml`.
    ///
    /// # Errors
    /// When the values are no valid board. The error contains the line and the reason.
    pub fn board(&self, toml: TomlText<'_>) -> Result<BoardFile, FileError> {
        BoardReader { toml, regions: Completeness::Complete }
            .board_of(self, MissingRegions::Refused)
    }
}

/// A size as written in a file: `8`, or `[rows, columns]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum WrittenSize {
    /// The side of a square.
    Square(i64),
    /// Rows and columns.
    Sides([i64; 2]),
}

impl WrittenSize {
    /// The size.
    ///
    /// # Errors
    /// When a side is outside the supported range.
    pub fn size(self) -> Result<Size, ParseSizeError> {
        match self {
            Self::Square(side) => side.to_string().parse(),
            Self::Sides([rows, columns]) => format!("{rows}x{columns}").parse(),
        }
    }
}

impl BoardFile {
    /// Parses the text of a board file. Error messages call the file `name`.
    ///
    /// # Errors
    /// When the text is not a valid board. The error contains the line and the reason.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        let toml = TomlText { text, name };
        BoardReader { toml, regions: Completeness::Complete }.board(MissingRegions::Refused)
    }

    /// Like [`BoardFile::parse`], but cells that have no region and are not among the `holes` of the file are cells
    /// that still need a region.
    ///
    /// # Errors
    /// The errors of [`BoardFile::parse`].
    pub(crate) fn parse_incomplete(text: &str, name: &str) -> Result<Self, FileError> {
        let toml = TomlText { text, name };
        BoardReader { toml, regions: Completeness::Incomplete }.board(MissingRegions::Refused)
    }

    /// Parses a board that was written as part of a journal. Journals of earlier versions may begin
    /// with a rule for regions although no regions are drawn; such a rule is dropped.
    ///
    /// # Errors
    /// The errors of [`BoardFile::parse`].
    pub fn parse_journalled(text: &str) -> Result<Self, FileError> {
        let toml = TomlText { text, name: "journal" };
        BoardReader { toml, regions: Completeness::Complete }.board(MissingRegions::LeftOut)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than 16 MiB, is empty, or is not a valid board.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let (text, name) = read_input(path)?;
        Self::check_not_empty(&text, &name)?;
        Self::parse(&text, &name)
    }

    /// Refuses an empty file, which a failed pipe leaves. As a board file it would describe the default board.
    pub(crate) fn check_not_empty(text: &str, name: &str) -> Result<(), FileError> {
        let error = || FileError::new(name, None, &"this is empty, not a board file");
        if text.trim().is_empty() { Err(error()) } else { Ok(()) }
    }
}

/// How to treat rules for regions if no regions are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MissingRegions {
    Refused,
    LeftOut,
}

/// Whether all cells have a region if regions are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Completeness {
    /// Cells without a region are holes.
    Complete,
    /// Cells without a region still need one, unless they are listed as holes.
    Incomplete,
}

/// Parses the text of a board file and checks the values.
struct BoardReader<'a> {
    toml: TomlText<'a>,
    regions: Completeness,
}

impl BoardReader<'_> {
    fn board(&self, missing: MissingRegions) -> Result<BoardFile, FileError> {
        self.board_of(&self.toml.read(BoardTable::expected_value)?, missing)
    }

    fn board_of(
        &self,
        table: &BoardTable,
        missing: MissingRegions,
    ) -> Result<BoardFile, FileError> {
        let BoardFile { problem, assist } = BoardFile::default();
        let rules = problem.rules();
        let regions = self.drawn(table.regions.as_ref(), Regions::parse)?;
        let weights = self.drawn(table.weights.as_ref(), Weights::parse)?;
        let size = match (&table.size, &regions, &weights) {
            (Some(written), _, _) => self.size(written)?,
            (None, Some(regions), _) => regions.size(),
            (None, None, Some(weights)) => weights.size(),
            (None, None, None) => rules.size(),
        };
        let piece = table.piece.as_ref().map_or(rules.piece(), |Quoted(piece)| piece).clone();
        let mut requirements = rules.requirements().to_vec();
        if let Some(written) = &table.rules {
            requirements = written.get_ref().iter().map(|Quoted(need)| *need).collect();
            if missing == MissingRegions::LeftOut {
                requirements.retain(|need| regions.is_some() || !need.needs_regions());
            }
            if regions.is_none() && requirements.iter().any(Requirement::needs_regions) {
                let reason = "'regions' is a rule, but no regions are drawn";
                return Err(self.toml.error(&written.span(), &reason));
            }
        }
        let assist = table.assist.as_ref().map_or(assist, |Quoted(assist)| *assist);
        let grid = Grid::new(size).with_torus(table.torus);
        self.check_drawn(table, size, regions.as_ref(), weights.as_ref())?;
        let mut seen = HashMap::new();
        for hole in &table.holes {
            grid.check(hole.get_ref().0).map_err(|error| self.toml.error(&hole.span(), &error))?;
            self.check_once(&mut seen, hole, "a hole")?;
        }
        let cells = table.holes.iter().map(|hole| hole.get_ref().0);
        let grid = grid.with_holes(cells).expect("they have been checked");
        let rules = Rules::new(grid, piece, requirements);
        let rules = rules.with_board_rule(table.board_rule.unwrap_or(true));
        let rules = match (&regions, self.regions) {
            (Some(regions), Completeness::Complete) => rules.with_regions(regions),
            (Some(regions), Completeness::Incomplete) => rules.with_incomplete_regions(regions),
            (None, _) => Ok(rules),
        };
        let rules = rules.expect("they have the same size");
        let rules = rules.with_weights(weights).expect("they have the same size");
        let limit = table.max_cost.as_ref();
        let rules = rules
            .with_max_cost(limit.map(|limit| *limit.get_ref()))
            .map_err(|error| self.toml.error(&limit.map_or(0..0, Spanned::span), &error))?;
        rules.check_covers().map_err(|error| {
            let (rules, size) = (span(table.rules.as_ref()), span(table.size.as_ref()));
            let first = rules.or(size).or(span(table.regions.as_ref()));
            self.toml.error(&first.unwrap_or_default(), &error)
        })?;
        Ok(BoardFile { problem: self.decisions(table, Problem::new(rules))?, assist })
    }

    /// The problem with the decisions of the table.
    fn decisions(&self, table: &BoardTable, mut problem: Problem) -> Result<Problem, FileError> {
        type Decide = fn(Problem, Cell) -> Result<Problem, DecisionError>;
        let lists: [(&Cells, Decide); 3] = [
            (&table.givens, Problem::with_given),
            (&table.placed, |problem, cell| problem.with(cell, crate::Value::Placed)),
            (&table.excluded, |problem, cell| problem.with(cell, crate::Value::Excluded)),
        ];
        let mut seen = HashMap::new();
        for (cells, decide) in lists {
            for cell in cells {
                self.check_once(&mut seen, cell, "decided")?;
                let decided = decide(problem, cell.get_ref().0);
                problem = decided.map_err(|error| self.toml.error(&cell.span(), &error))?;
            }
        }
        Ok(problem)
    }

    fn check_once(
        &self,
        seen: &mut HashMap<Cell, usize>,
        cell: &Spanned<Quoted<Cell>>,
        what: &str,
    ) -> Result<(), FileError> {
        let (span, Quoted(cell)) = (cell.span(), cell.get_ref());
        seen.insert(*cell, span.start).map_or(Ok(()), |first| {
            let first = self.toml.line(first);
            let reason = format!("{cell} is {what} twice (first in line {first})");
            Err(self.toml.error(&span, &reason))
        })
    }

    fn size(&self, written: &Spanned<WrittenSize>) -> Result<Size, FileError> {
        written.get_ref().size().map_err(|error| self.toml.error(&written.span(), &error))
    }

    /// Checks that regions and weights are drawn for the board's size.
    fn check_drawn(
        &self,
        table: &BoardTable,
        size: Size,
        regions: Option<&Regions>,
        weights: Option<&Weights>,
    ) -> Result<(), FileError> {
        let drawings = [
            ("regions", regions.map(Regions::size), span(table.regions.as_ref())),
            ("weights", weights.map(Weights::size), span(table.weights.as_ref())),
        ];
        for (key, drawn, drawing) in drawings {
            let Some((drawn, drawing)) = drawn.filter(|&drawn| drawn != size).zip(drawing) else {
                continue;
            };
            let line = |span: Option<Range<usize>>| Some(self.toml.line(span?.start));
            let other = match (line(span(table.size.as_ref())), line(span(table.regions.as_ref())))
            {
                (Some(line), _) => format!("'size' in line {line} says {size}"),
                (None, line) => {
                    format!("the regions in line {} for {size}", line.unwrap_or_default())
                }
            };
            let reason = format!("the {key} are drawn for {drawn} cells, but {other}");
            return Err(self.toml.error(&drawing, &reason));
        }
        Ok(())
    }

    /// Parses a drawing with `parse`, if the file has it. An error names the line of the file in which the
    /// wrong row stands.
    fn drawn<T>(
        &self,
        text: Option<&Spanned<String>>,
        parse: fn(&str) -> Result<T, DrawingError>,
    ) -> Result<Option<T>, FileError> {
        let parsed = |text: &Spanned<String>| {
            parse(text.get_ref()).map_err(|error| self.error_inside(text, &error))
        };
        text.map(parsed).transpose()
    }

    /// An error in a line of the value `text`.
    fn error_inside(&self, text: &Spanned<String>, error: &DrawingError) -> FileError {
        let mut span = text.span();
        let source = &self.toml.text[span.clone()];
        if let Some(body) = source.strip_prefix("\"\"\"").or(source.strip_prefix("'''")) {
            // TOML ignores a line break right after the opening quotes.
            let begins = usize::from(body.starts_with(['\r', '\n']));
            let before = body.split_inclusive('\n').take(error.line - 1 + begins);
            span.start += 3 + before.map(str::len).sum::<usize>();
        }
        self.toml.error(&span, error)
    }
}

/// The span of a key's value in the text, if the file has the key.
fn span<T>(value: Option<&Spanned<T>>) -> Option<Range<usize>> {
    value.map(Spanned::span)
}
