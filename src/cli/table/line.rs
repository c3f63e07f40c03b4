//! Formats the lines of a table as text, as comma-separated values, and as a b-file.

use std::time::Duration;

use itertools::Itertools;
use strum::VariantNames;

use crate::columns::{self, Column};
use crate::counting::CountMethod;
use crate::format::milliseconds;
use engine::Interrupted;
use engine::counting::{Breakdown, CountRequest, Counted, Label, Numbers};
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
    names_sizes: bool,
    breakdown: Option<Breakdown>,
    has_classes: bool,
    columns: Vec<Column>,
    /// The index of the next value of a triangle that is read by rows; `None` for other tables.
    next_index: Option<usize>,
}

impl TableColumns {
    /// The columns of a table of these sizes. `names_sizes` is true if text has a column of sizes.
    pub(super) fn new(
        form: TableForm,
        counting: &CountMethod,
        sizes: &[TableSize],
        names_sizes: bool,
    ) -> Self {
        /// The width of a column of numbers in text.
        const NUMBER_WIDTH: usize = 20;
        let CountRequest { breakdown, up_to_symmetry: has_classes } = counting.request;
        let names: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        let names_sizes = names_sizes || form == TableForm::Csv;
        let label = breakdown.map(|breakdown| match breakdown {
            Breakdown::Pieces => Column::right("pieces", 0),
            Breakdown::Symmetry => Column::left("symmetry", widest(SymmetryKind::VARIANTS)),
        });
        let columns = [
            names_sizes.then(|| Column::right("size", widest(&names))),
            label,
            Some(Column::right("solutions", NUMBER_WIDTH)),
            has_classes.then(|| Column::right("classes", NUMBER_WIDTH)),
            // The rows of a breakdown come from one count.
            (form == TableForm::Text && breakdown.is_none()).then(|| Column::right("time", 12)),
        ];
        let columns = columns.into_iter().flatten().collect();
        // As in the OEIS, the indices begin at the number of the first row.
        let is_triangle = form == TableForm::Bfile && names_sizes && breakdown.is_some();
        let next_index = sizes.first().filter(|_| is_triangle).map(|it| it.size.rows().into());
        Self { form, names_sizes, breakdown, has_classes, columns, next_index }
    }

    /// True for a b-file of several sizes, each of which has several values.
    pub(super) fn is_triangle(&self) -> bool {
        self.next_index.is_some()
    }

    /// The heading line; `None` for a b-file.
    pub(super) fn header(&self) -> Option<String> {
        match self.form {
            TableForm::Text => Some(columns::header(&self.columns)),
            TableForm::Csv => Some(self.columns.iter().map(|column| &column.heading).join(",")),
            TableForm::Bfile => None,
        }
    }

    /// The lines of a size, which was counted or interrupted after `elapsed`. An interrupted size has
    /// no line in a b-file.
    pub(super) fn lines(
        &mut self,
        size: TableSize,
        counted: Result<&Counted, &Interrupted>,
        elapsed: Duration,
    ) -> Vec<String> {
        let is_bfile = self.form == TableForm::Bfile;
        if let (Some(next), Ok(counted)) = (&mut self.next_index, counted) {
            let lines = (*next..).zip(&counted.rows);
            let lines = lines.map(|(index, row)| format!("{index} {}", row.numbers.target_count()));
            *next += counted.rows.len();
            return lines.collect();
        }
        let line = |label: Option<Label>, numbers: &Numbers| {
            if is_bfile {
                let index = match label {
                    Some(Label::Pieces(pieces)) => pieces,
                    Some(Label::Symmetry(_)) | None => size.size.rows().into(),
                };
                return format!("{index} {}", numbers.target_count());
            }
            let label = label.map(|label| label.to_string());
            let classes = numbers.classes.as_ref().map(ToString::to_string);
            let time = (label.is_none()).then(|| format!("{:.1} ms", milliseconds(elapsed)));
            self.line(size, label, [Some(numbers.solutions.to_string()), classes, time])
        };
        let unknown = || if self.form == TableForm::Csv { "" } else { "?" }.to_owned();
        match counted {
            Ok(counted) if self.breakdown.is_none() => vec![line(None, &counted.numbers)],
            Ok(Counted { rows, .. }) => {
                rows.iter().map(|row| line(Some(row.label), &row.numbers)).collect()
            }
            Err(_) if is_bfile => Vec::new(),
            Err(interrupted) => {
                let label = self.breakdown.map(|_| unknown());
                let (classes, cause) =
                    (self.has_classes.then(unknown), interrupted.cause.to_string());
                vec![self.line(size, label, [Some(unknown()), classes, Some(cause)])]
            }
        }
    }

    /// A line of text or of comma-separated values, which leave out the last text.
    fn line(&self, size: TableSize, label: Option<String>, texts: [Option<String>; 3]) -> String {
        let size = self.names_sizes.then(|| size.to_string());
        let [solutions, classes, last] = texts;
        let values = [size, label, solutions, classes].into_iter().flatten();
        if self.form == TableForm::Csv {
            return values.collect_vec().join(",");
        }
        columns::line(&self.columns, values.chain(last))
    }
}

/// The length of the longest text.
fn widest(texts: &[impl AsRef<str>]) -> usize {
    texts.iter().map(|text| text.as_ref().len()).max().unwrap_or_default()
}
