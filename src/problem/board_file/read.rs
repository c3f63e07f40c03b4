use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::{BoardFile, BoardFileError, LARGEST};
use crate::geometry::{Cell, Grid, Size};
use crate::problem::{DecisionError, Problem, Requirement, Rules};

/// The keys of a board file.
const KEYS: &str = "size, piece, torus, rules, holes, givens, placed, excluded, assist";

/// The longest text that names anything, in bytes. A longer one would make a long sentence.
const LONGEST: usize = 200;

pub(super) fn read(path: &Path) -> Result<BoardFile, BoardFileError> {
    let error = |reason: &dyn fmt::Display| BoardFileError::of_file(path, &reason);
    let told = |io: std::io::Error| match io.kind() {
        ErrorKind::NotFound => error(&"there is no such file"),
        ErrorKind::IsADirectory => error(&"this is a directory, not a board file"),
        _ => error(&io),
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(told)?;
    if bytes.len() as u64 > LARGEST {
        return Err(error(&"this file is larger than 16 MiB, which no board file is"));
    }
    let name = path.to_string_lossy();
    match std::str::from_utf8(&bytes) {
        Ok(text) => parse(text, &name),
        Err(utf8) => {
            let line = line(&bytes[..utf8.valid_up_to()]);
            Err(BoardFileError::new(&name, Some(line), &"this is not UTF-8 text"))
        }
    }
}

/// The number of the line on which a text ends.
fn line(before: &[u8]) -> usize {
    before.split(|&byte| byte == b'\n').count()
}

pub(super) fn parse(text: &str, name: &str) -> Result<BoardFile, BoardFileError> {
    let reader = Reader { text, name };
    let table = DeTable::parse(text).map_err(|error| {
        let reason = error.message().lines().collect::<Vec<_>>().join(", ");
        reader.error(&error.span().unwrap_or_default(), &reason)
    })?;
    reader.board(table.get_ref())
}

type Value<'a> = Spanned<DeValue<'a>>;

struct Reader<'a> {
    text: &'a str,
    name: &'a str,
}

impl Reader<'_> {
    fn error(&self, span: &Range<usize>, reason: &impl fmt::Display) -> BoardFileError {
        let before = span.start.min(self.text.len());
        BoardFileError::new(self.name, Some(line(&self.text.as_bytes()[..before])), reason)
    }

    fn board(&self, table: &DeTable<'_>) -> Result<BoardFile, BoardFileError> {
        self.check_keys(table)?;
        let BoardFile { problem, mut assist } = BoardFile::default();
        let rules = problem.rules();
        let size = table.get("size").map_or(Ok(rules.size()), |value| self.size(value))?;
        let mut piece = rules.piece().clone();
        if let Some(value) = table.get("piece") {
            piece = self.parsed(value, "'piece' must be a name in quotes, as in \"queen\"")?;
        }
        let mut torus = false;
        if let Some(value) = table.get("torus") {
            let form = "'torus' must be true or false";
            torus = value.get_ref().as_bool().ok_or_else(|| self.error(&value.span(), &form))?;
        }
        let mut requirements = rules.requirements().to_vec();
        if let Some(value) = table.get("rules") {
            let form = "'rules' must be a list of rules in quotes, as in [\"rows=1\", \"columns\"]";
            requirements = self
                .list(value, form)?
                .iter()
                .map(|value| self.parsed::<Requirement>(value, form))
                .collect::<Result<_, _>>()?;
        }
        if let Some(value) = table.get("assist") {
            assist = self.parsed(value, "'assist' must be \"full\", \"attacks\" or \"none\"")?;
        }
        let grid = Grid::new(size).with_torus(torus);
        let holes = self.cells(table, "holes")?;
        let mut seen = HashMap::new();
        for (cell, span) in &holes {
            grid.check(*cell).map_err(|error| self.error(span, &error))?;
            self.check_once(&mut seen, *cell, span, "a hole")?;
        }
        let cells = holes.into_iter().map(|(cell, _)| cell);
        let grid = grid.with_holes(cells).expect("they have been checked");
        let problem = Problem::new(Rules::new(grid, piece, requirements));
        Ok(BoardFile { problem: self.decisions(table, problem)?, assist })
    }

    /// The problem with the decisions that the table has.
    fn decisions(
        &self,
        table: &DeTable<'_>,
        mut problem: Problem,
    ) -> Result<Problem, BoardFileError> {
        type Decide = fn(Problem, Cell) -> Result<Problem, DecisionError>;
        let lists: [(&str, Decide); 3] = [
            ("givens", Problem::with_given),
            ("placed", |problem, cell| problem.with(cell, crate::problem::Value::Placed)),
            ("excluded", |problem, cell| problem.with(cell, crate::problem::Value::Excluded)),
        ];
        let mut seen = HashMap::new();
        for (key, decide) in lists {
            for (cell, span) in self.cells(table, key)? {
                self.check_once(&mut seen, cell, &span, "decided")?;
                problem = decide(problem, cell).map_err(|error| self.error(&span, &error))?;
            }
        }
        Ok(problem)
    }

    /// Makes sure that all keys are known, the first one in the file first.
    fn check_keys(&self, table: &DeTable<'_>) -> Result<(), BoardFileError> {
        let unknown = |key: &&Spanned<_>| {
            let key: &std::borrow::Cow<'_, str> = Spanned::get_ref(key);
            !KEYS.split(", ").any(|known| known == key)
        };
        let first = table.keys().filter(unknown).min_by_key(|key| key.span().start);
        let Some(key) = first else { return Ok(()) };
        Err(match key.get_ref().as_ref() {
            "regions" => self.error(&key.span(), &"regions are not supported yet"),
            key if key.len() > LONGEST => {
                let reason = format!("unknown key of {} bytes (known are {KEYS})", key.len());
                self.error(&first.map(Spanned::span).unwrap_or_default(), &reason)
            }
            name => {
                let reason = format!("unknown key '{name}' (known are {KEYS})");
                self.error(&key.span(), &reason)
            }
        })
    }

    fn check_once(
        &self,
        seen: &mut HashMap<Cell, usize>,
        cell: Cell,
        span: &Range<usize>,
        what: &str,
    ) -> Result<(), BoardFileError> {
        seen.insert(cell, span.start).map_or(Ok(()), |first| {
            let first = line(&self.text.as_bytes()[..first]);
            let reason = format!("{cell} is {what} twice (first in line {first})");
            Err(self.error(span, &reason))
        })
    }

    fn size(&self, value: &Value<'_>) -> Result<Size, BoardFileError> {
        let number = |value: &DeValue<'_>| {
            let integer = value.as_integer()?;
            // What is no number of 64 bits is out of range all the same.
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
        let text = text.ok_or_else(|| self.error(&value.span(), &form))?;
        text.parse().map_err(|error| self.error(&value.span(), &error))
    }

    /// The cells of a list, each with its place in the text; none without the key.
    fn cells(
        &self,
        table: &DeTable<'_>,
        key: &str,
    ) -> Result<Vec<(Cell, Range<usize>)>, BoardFileError> {
        let Some(value) = table.get(key) else { return Ok(Vec::new()) };
        let form = format!("'{key}' must be a list of cells in quotes, as in [\"a1\", \"c2\"]");
        let cell = |value| Ok((self.parsed(value, &form)?, value.span()));
        self.list(value, &form)?.iter().map(cell).collect()
    }

    fn list<'v, 't>(
        &self,
        value: &'v Value<'t>,
        form: &str,
    ) -> Result<&'v DeArray<'t>, BoardFileError> {
        value.get_ref().as_array().ok_or_else(|| self.error(&value.span(), &form))
    }

    /// What a text in quotes says; `form` tells what was expected.
    fn parsed<T: std::str::FromStr<Err: fmt::Display>>(
        &self,
        value: &Value<'_>,
        form: &str,
    ) -> Result<T, BoardFileError> {
        let text = value.get_ref().as_str().filter(|text| text.len() <= LONGEST);
        let text = text.ok_or_else(|| self.error(&value.span(), &form))?;
        text.parse().map_err(|error| self.error(&value.span(), &error))
    }
}
