//! Formats the lines of a table as text, as comma-separated values, and as a b-file.

use std::time::Duration;

use strum::VariantNames;

use crate::counting::{Breakdown, CountMethod, Counted, Label, Numbers};
use crate::format::milliseconds;
use engine::Interrupted;
use geometry::SymmetryKind;
use geometry::TableSize;

/// The form of a table that is printed line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableForm {
    Text,
    Csv,
    Bfile,
}

/// The columns of a table.
pub(super) struct TableColumns {
    form: TableForm,
    /// The width of the column of sizes in the text form; `None` if the table has no such column.
    size: Option<usize>,
    breakdown: Option<Breakdown>,
    has_classes: bool,
}

/// The words of a line.
struct TableLine {
    size: String,
    label: Option<String>,
    solutions: String,
    classes: Option<String>,
    /// The last column in text.
    time: Option<String>,
}

/// The width of a column of numbers in text.
const NUMBER_WIDTH: usize = 20;

/// The width of the column of times in text.
const TIME_WIDTH: usize = 12;

impl TableColumns {
    /// The columns of a table of these sizes. `names_sizes` is true if text has a column of sizes.
    pub(super) fn new(
        form: TableForm,
        counting: &CountMethod,
        sizes: &[TableSize],
        names_sizes: bool,
    ) -> Self {
        let names: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        Self {
            form,
            size: names_sizes.then(|| widest(&names).max("size".len())),
            breakdown: counting.breakdown,
            has_classes: counting.up_to_symmetry,
        }
    }

    /// The heading line; `None` for a b-file.
    pub(super) fn header(&self) -> Option<String> {
        let label = self.breakdown.map(|breakdown| match breakdown {
            Breakdown::Pieces => "pieces",
            Breakdown::Symmetry => "symmetry",
        });
        let header = TableLine {
            size: "size".to_owned(),
            label: label.map(str::to_owned),
            solutions: "solutions".to_owned(),
            classes: self.has_classes.then(|| "classes".to_owned()),
            time: self.time("time"),
        };
        (self.form != TableForm::Bfile).then(|| self.written(header))
    }

    /// The lines of a size, which was counted or interrupted after `elapsed`. An interrupted size has
    /// no line in a b-file.
    pub(super) fn lines(
        &self,
        size: TableSize,
        counted: Result<&Counted, &Interrupted>,
        elapsed: Duration,
    ) -> Vec<String> {
        let is_bfile = self.form == TableForm::Bfile;
        let line = |label: Option<Label>, numbers: &Numbers| {
            if is_bfile {
                let index = match label {
                    Some(Label::Pieces(pieces)) => pieces,
                    Some(Label::Symmetry(_)) | None => size.size.rows().into(),
                };
                return format!("{index} {}", numbers.target_count());
            }
            self.written(TableLine {
                size: size.to_string(),
                label: label.map(|label| label.to_string()),
                solutions: numbers.solutions.to_string(),
                classes: numbers.classes.as_ref().map(ToString::to_string),
                time: self.time(&format!("{:.1} ms", milliseconds(elapsed))),
            })
        };
        let unknown = || if self.form == TableForm::Csv { "" } else { "?" }.to_owned();
        match counted {
            Ok(counted) if self.breakdown.is_none() => vec![line(None, &counted.numbers)],
            Ok(Counted { rows, .. }) => {
                rows.iter().map(|row| line(Some(row.label), &row.numbers)).collect()
            }
            Err(_) if is_bfile => Vec::new(),
            Err(interrupted) => vec![self.written(TableLine {
                size: size.to_string(),
                label: self.breakdown.map(|_| unknown()),
                solutions: unknown(),
                classes: self.has_classes.then(unknown),
                time: Some(interrupted.cause.to_string()),
            })],
        }
    }

    /// The cell of the column with times. `None` if the table has a breakdown: its rows come from one count.
    fn time(&self, text: &str) -> Option<String> {
        self.breakdown.is_none().then(|| format!("{text:>TIME_WIDTH$}"))
    }

    fn written(&self, line: TableLine) -> String {
        let TableLine { size, label, solutions, classes, time: end } = line;
        if self.form == TableForm::Csv {
            let fields = [Some(size), label, Some(solutions), classes];
            return fields.into_iter().flatten().collect::<Vec<_>>().join(",");
        }
        let label = label.map(|label| match self.breakdown {
            Some(Breakdown::Symmetry) => format!("{label:<0$}", widest(SymmetryKind::VARIANTS)),
            _ => format!("{label:>0$}", "pieces".len()),
        });
        let columns = [
            self.size.map(|width| format!("{size:>width$}")),
            label,
            Some(format!("{solutions:>NUMBER_WIDTH$}")),
            classes.map(|classes| format!("{classes:>NUMBER_WIDTH$}")),
            end,
        ];
        columns.into_iter().flatten().collect::<Vec<_>>().join("  ")
    }
}

/// The length of the longest text.
fn widest(texts: &[impl AsRef<str>]) -> usize {
    texts.iter().map(|text| text.as_ref().len()).max().unwrap_or_default()
}
