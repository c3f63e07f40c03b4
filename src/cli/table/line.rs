//! The lines of a table as text, as comma-separated values, and as a b-file.

use std::time::Duration;

use num_bigint::BigUint;
use strum::VariantNames;

use super::TableSize;
use crate::cli::counting::{Counted, Counting, Label, Parts};
use crate::cli::format::milliseconds;
use crate::engine::Interrupted;
use crate::geometry::SymmetryKind;

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Csv,
    Bfile,
    Json,
}

/// The columns of a table.
pub(super) struct Columns {
    form: Form,
    /// The width of the sizes; `None` if the text does not name them.
    size: Option<usize>,
    parts: Option<Parts>,
    has_classes: bool,
}

/// The numbers of a line, as text.
struct Numbers<'a> {
    label: Option<String>,
    solutions: &'a str,
    classes: Option<&'a str>,
}

/// The length of the longest text.
fn widest(texts: &[impl AsRef<str>]) -> usize {
    texts.iter().map(|text| text.as_ref().len()).max().unwrap_or_default()
}

/// The width of numbers of solutions in text.
const NUMBER: usize = 20;

impl Columns {
    pub(super) fn new(
        form: Form,
        counting: &Counting,
        sizes: &[TableSize],
        names_sizes: bool,
    ) -> Self {
        let names: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        Self {
            form,
            size: names_sizes.then(|| widest(&names).max("size".len())),
            parts: counting.parts,
            has_classes: counting.up_to_symmetry,
        }
    }

    /// The first line, if the form has one.
    pub(super) fn header(&self) -> Option<String> {
        let label = self.parts.map(|parts| match parts {
            Parts::Pieces => "pieces".to_owned(),
            Parts::Symmetry => "symmetry".to_owned(),
        });
        let classes = self.has_classes.then_some("classes");
        let numbers = Numbers { label, solutions: "solutions", classes };
        match self.form {
            Form::Text => Some(self.text("size", &numbers, Some("time"))),
            Form::Csv => Some(self.csv("size", &numbers)),
            Form::Bfile | Form::Json => None,
        }
    }

    /// The lines of a size.
    pub(super) fn lines(
        &self,
        size: TableSize,
        counted: Result<&Counted, &Interrupted>,
        elapsed: Duration,
    ) -> Vec<String> {
        match counted {
            Ok(counted) => self.counted(size, counted, elapsed),
            Err(interrupted) => self.not_counted(size, interrupted),
        }
    }

    fn counted(&self, size: TableSize, counted: &Counted, elapsed: Duration) -> Vec<String> {
        let parts =
            counted.parts.iter().map(|part| (Some(part.label), &part.solutions, &part.classes));
        let whole = (None, &counted.solutions, &counted.classes);
        let lines: Vec<(Option<Label>, &BigUint, &Option<BigUint>)> =
            if self.parts.is_some() { parts.collect() } else { vec![whole] };
        let line = |(label, solutions, classes): (Option<Label>, &BigUint, &Option<BigUint>)| {
            let (solutions, classes) =
                (solutions.to_string(), classes.as_ref().map(ToString::to_string));
            let numbers = Numbers {
                label: label.map(|label| label.to_string()),
                solutions: &solutions,
                classes: classes.as_deref(),
            };
            let time = format!("{:.1} ms", milliseconds(elapsed));
            match self.form {
                Form::Csv => self.csv(&size.to_string(), &numbers),
                Form::Bfile => {
                    let index = label.and_then(Label::pieces).map(|pieces| pieces.to_string());
                    let index = index.unwrap_or_else(|| size.size.rows().to_string());
                    format!("{index} {}", numbers.classes.unwrap_or(numbers.solutions))
                }
                Form::Text | Form::Json => self.text(&size.to_string(), &numbers, Some(&time)),
            }
        };
        lines.into_iter().map(line).collect()
    }

    fn not_counted(&self, size: TableSize, interrupted: &Interrupted) -> Vec<String> {
        let unknown = |mark: &'static str| Numbers {
            label: self.parts.map(|_| mark.to_owned()),
            solutions: mark,
            classes: self.has_classes.then_some(mark),
        };
        match self.form {
            Form::Csv => vec![self.csv(&size.to_string(), &unknown(""))],
            // A b-file has no sign for what is not known.
            Form::Bfile => Vec::new(),
            Form::Text | Form::Json => {
                let line = self.text(&size.to_string(), &unknown("?"), None);
                vec![format!("{line}  {}", interrupted.cause)]
            }
        }
    }

    fn csv(&self, size: &str, numbers: &Numbers<'_>) -> String {
        let fields =
            [Some(size), numbers.label.as_deref(), Some(numbers.solutions), numbers.classes];
        fields.into_iter().flatten().collect::<Vec<_>>().join(",")
    }

    /// A line of text. Only lines without parts have a time: those of a size are counted together.
    fn text(&self, size: &str, numbers: &Numbers<'_>, time: Option<&str>) -> String {
        let mut columns = Vec::new();
        if let Some(width) = self.size {
            columns.push(format!("{size:>width$}"));
        }
        if let Some(label) = &numbers.label {
            columns.push(match self.parts {
                Some(Parts::Symmetry) => format!("{label:<0$}", widest(SymmetryKind::VARIANTS)),
                _ => format!("{label:>6}"),
            });
        }
        columns.push(format!("{:>NUMBER$}", numbers.solutions));
        columns.extend(numbers.classes.map(|classes| format!("{classes:>NUMBER$}")));
        if self.parts.is_none() {
            columns.extend(time.map(|time| format!("{time:>12}")));
        }
        columns.join("  ")
    }
}
