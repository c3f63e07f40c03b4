use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::BoardFile;
use crate::decisions::DecisionError;
use crate::group::Requirement;
use crate::problem::Problem;
use crate::regions::Regions;
use crate::rules::Rules;
use crate::weights::Weights;
use files::toml_file::{LONGEST, Reader, TomlValue};
use files::{FileError, read_input};
use geometry::{Cell, Grid, Size};

/// The keys of a board file.
const KEYS: &str = "size, piece, torus, rules, board_rule, holes, regions, weights, max_cost, \
                    givens, placed, excluded, assist";

impl BoardFile {
    /// Parses the text of a file, which errors call `name`.
    ///
    /// # Errors
    /// The line and the reason, if the text is not a valid board.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        let reader = BoardReader { toml: Reader { text, name } };
        reader.board(reader.toml.table()?.get_ref(), MissingRegions::Refused)
    }

    /// Parses a text that was written as part of a journal. A rule of regions without regions, with which
    /// journals of earlier versions begin, is left out.
    ///
    /// # Errors
    /// As [`BoardFile::parse`].
    pub fn parse_journalled(text: &str) -> Result<Self, FileError> {
        let reader = BoardReader { toml: Reader { text, name: "journal" } };
        reader.board(reader.toml.table()?.get_ref(), MissingRegions::LeftOut)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than 16 MiB, or is not a valid board.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let (text, name) = read_input(path)?;
        Self::parse(&text, &name)
    }
}

/// What becomes of rules of regions where none are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MissingRegions {
    Refused,
    LeftOut,
}

/// Reads the values of a board file.
struct BoardReader<'a> {
    toml: Reader<'a>,
}

impl BoardReader<'_> {
    fn board(&self, table: &DeTable<'_>, missing: MissingRegions) -> Result<BoardFile, FileError> {
        self.check_keys(table)?;
        let BoardFile { problem, mut assist } = BoardFile::default();
        let rules = problem.rules();
        let regions = table.get("regions").map(|value| self.regions(value)).transpose()?;
        let weights = table.get("weights").map(|value| self.weights(value)).transpose()?;
        let size = match (table.get("size"), &regions, &weights) {
            (Some(value), _, _) => self.size(value)?,
            (None, Some(regions), _) => regions.size(),
            (None, None, Some(weights)) => weights.size(),
            (None, None, None) => rules.size(),
        };
        let mut piece = rules.piece().clone();
        if let Some(value) = table.get("piece") {
            piece = self.toml.parsed(value, "'piece' must be a name in quotes, as in \"queen\"")?;
        }
        let mut torus = false;
        if let Some(value) = table.get("torus") {
            torus = self.toml.boolean(value, "'torus' must be true or false")?;
        }
        let mut has_board_rule = true;
        if let Some(value) = table.get("board_rule") {
            has_board_rule = self.toml.boolean(value, "'board_rule' must be true or false")?;
        }
        let mut requirements = rules.requirements().to_vec();
        if let Some(value) = table.get("rules") {
            let form = "'rules' must be a list of rules in quotes, as in [\"rows=1\", \"columns\"]";
            requirements = self
                .toml
                .list(value, form)?
                .iter()
                .map(|value| self.toml.parsed::<Requirement>(value, form))
                .collect::<Result<_, _>>()?;
            if missing == MissingRegions::LeftOut {
                requirements.retain(|need| regions.is_some() || !need.needs_regions());
            }
            if regions.is_none() && requirements.iter().any(Requirement::needs_regions) {
                let reason = "'regions' is a rule, but no regions are drawn";
                return Err(self.toml.error(&value.span(), &reason));
            }
        }
        if let Some(value) = table.get("assist") {
            assist =
                self.toml.parsed(value, "'assist' must be \"full\", \"attacks\" or \"none\"")?;
        }
        let grid = Grid::new(size).with_torus(torus);
        let drawings = [
            ("regions", regions.as_ref().map(Regions::size)),
            ("weights", weights.as_ref().map(Weights::size)),
        ];
        for (key, drawn) in drawings {
            self.check_drawn(table, key, drawn, size)?;
        }
        let holes = self.cells(table, "holes")?;
        let mut seen = HashMap::new();
        for (cell, span) in &holes {
            grid.check(*cell).map_err(|error| self.toml.error(span, &error))?;
            self.check_once(&mut seen, *cell, span, "a hole")?;
        }
        let cells = holes.into_iter().map(|(cell, _)| cell);
        let grid = grid.with_holes(cells).expect("they have been checked");
        let rules = Rules::new(grid, piece, requirements).with_board_rule(has_board_rule);
        let rules = match regions {
            Some(regions) => rules.with_regions(&regions).expect("they have the same size"),
            None => rules,
        };
        let rules = rules.with_weights(weights).expect("they have the same size");
        let limit = table.get("max_cost").map(|value| self.whole(value)).transpose()?;
        let rules = rules.with_max_cost(limit).map_err(|error| {
            let span = table.get("max_cost").map_or(0..0, Spanned::span);
            self.toml.error(&span, &error)
        })?;
        if let Err(error) = rules.check_covers() {
            let keys = ["rules", "size", "regions"].iter().find_map(|key| table.get(*key));
            return Err(self.toml.error(&keys.map_or(0..0, Spanned::span), &error));
        }
        let problem = Problem::new(rules);
        Ok(BoardFile { problem: self.decisions(table, problem)?, assist })
    }

    /// The problem with the decisions of the table.
    fn decisions(&self, table: &DeTable<'_>, mut problem: Problem) -> Result<Problem, FileError> {
        type Decide = fn(Problem, Cell) -> Result<Problem, DecisionError>;
        let lists: [(&str, Decide); 3] = [
            ("givens", Problem::with_given),
            ("placed", |problem, cell| problem.with(cell, crate::Value::Placed)),
            ("excluded", |problem, cell| problem.with(cell, crate::Value::Excluded)),
        ];
        let mut seen = HashMap::new();
        for (key, decide) in lists {
            for (cell, span) in self.cells(table, key)? {
                self.check_once(&mut seen, cell, &span, "decided")?;
                problem = decide(problem, cell).map_err(|error| self.toml.error(&span, &error))?;
            }
        }
        Ok(problem)
    }

    /// Checks that all keys are known; reports the first unknown key of the file.
    fn check_keys(&self, table: &DeTable<'_>) -> Result<(), FileError> {
        let unknown = |key: &&Spanned<_>| {
            let key: &std::borrow::Cow<'_, str> = Spanned::get_ref(key);
            !KEYS.split(", ").any(|known| known == key)
        };
        let first = table.keys().filter(unknown).min_by_key(|key| key.span().start);
        first.map_or(Ok(()), |key| Err(self.toml.unknown_key(key, KEYS)))
    }

    fn check_once(
        &self,
        seen: &mut HashMap<Cell, usize>,
        cell: Cell,
        span: &Range<usize>,
        what: &str,
    ) -> Result<(), FileError> {
        seen.insert(cell, span.start).map_or(Ok(()), |first| {
            let first = self.toml.line(first);
            let reason = format!("{cell} is {what} twice (first in line {first})");
            Err(self.toml.error(span, &reason))
        })
    }

    fn size(&self, value: &TomlValue<'_>) -> Result<Size, FileError> {
        let number = |value: &DeValue<'_>| {
            let integer = value.as_integer()?;
            // A number that does not fit in 64 bits is out of range anyway.
            let read = i64::from_str_radix(integer.as_str(), integer.radix());
            Some(read.map_or_else(|_| integer.as_str().to_owned(), |number| number.to_string()))
        };
        let text = match value.get_ref() {
            DeValue::Array(sides) if sides.len() == 2 => {
                let sides = sides.iter().map(|side| number(side.get_ref()));
                sides.collect::<Option<Vec<_>>>().map(|sides| sides.join("x"))
            }
            value => number(value),
        };
        let form = "'size' must be a whole number or [rows, columns], as in 8 or [6, 10]";
        let text = text.filter(|text| text.len() <= LONGEST);
        let text = text.ok_or_else(|| self.toml.error(&value.span(), &form))?;
        text.parse().map_err(|error| self.toml.error(&value.span(), &error))
    }

    /// A whole number.
    fn whole(&self, value: &TomlValue<'_>) -> Result<i64, FileError> {
        let integer = value.get_ref().as_integer();
        let number = integer.and_then(|it| i64::from_str_radix(it.as_str(), it.radix()).ok());
        number.ok_or_else(|| {
            self.toml.error(&value.span(), &"'max_cost' must be a whole number, as in 40 or -3")
        })
    }

    /// Checks that what a key draws has the size of the board.
    fn check_drawn(
        &self,
        table: &DeTable<'_>,
        key: &str,
        drawn: Option<Size>,
        size: Size,
    ) -> Result<(), FileError> {
        let (Some(drawn), Some(value)) = (drawn.filter(|&drawn| drawn != size), table.get(key))
        else {
            return Ok(());
        };
        let sized = ["size", "regions"].into_iter().find_map(|key| Some((key, table.get(key)?)));
        let (other, span) = sized.map_or((key, value.span()), |(key, value)| (key, value.span()));
        let line = self.toml.line(span.start);
        let reason = match other {
            "size" => {
                format!(
                    "the {key} are drawn for {drawn} cells, but 'size' in line {line} says {size}"
                )
            }
            _ => {
                format!(
                    "the {key} are drawn for {drawn} cells, but the {other} in line {line} for {size}"
                )
            }
        };
        Err(self.toml.error(&value.span(), &reason))
    }

    /// The regions that a text draws. An error names the line inside the text.
    fn regions(&self, value: &TomlValue<'_>) -> Result<Regions, FileError> {
        let text = self.drawing(value, "'regions' must be a text with a letter for each cell")?;
        Regions::parse(text).map_err(|error| self.error_inside(value, error.line, &error))
    }

    /// The weights that a text draws. An error names the line inside the text.
    fn weights(&self, value: &TomlValue<'_>) -> Result<Weights, FileError> {
        let text =
            self.drawing(value, "'weights' must be a text with a whole number for each cell")?;
        Weights::parse(text).map_err(|error| self.error_inside(value, error.line, &error))
    }

    /// The text of a drawing.
    fn drawing<'v>(&self, value: &'v TomlValue<'_>, form: &str) -> Result<&'v str, FileError> {
        value.get_ref().as_str().ok_or_else(|| self.toml.error(&value.span(), &form))
    }

    /// An error in a line of a text, counted from 1.
    fn error_inside(
        &self,
        value: &TomlValue<'_>,
        line: usize,
        reason: &impl fmt::Display,
    ) -> FileError {
        let mut span = value.span();
        let source = &self.toml.text[span.clone()];
        if let Some(body) = source.strip_prefix("\"\"\"").or(source.strip_prefix("'''")) {
            // TOML ignores a line break right after the opening quotes.
            let begins = usize::from(body.starts_with(['\r', '\n']));
            let before = body.split_inclusive('\n').take(line - 1 + begins);
            span.start += 3 + before.map(str::len).sum::<usize>();
        }
        self.toml.error(&span, reason)
    }

    /// The cells of a list, each with its span in the text; empty without the key.
    fn cells(
        &self,
        table: &DeTable<'_>,
        key: &str,
    ) -> Result<Vec<(Cell, Range<usize>)>, FileError> {
        let Some(value) = table.get(key) else { return Ok(Vec::new()) };
        let form = format!("'{key}' must be a list of cells in quotes, as in [\"a1\", \"c2\"]");
        let cell = |value| Ok((self.toml.parsed(value, &form)?, value.span()));
        self.toml.list(value, &form)?.iter().map(cell).collect()
    }
}
