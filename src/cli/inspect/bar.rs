use std::array;
use std::io::{self, Write};
use std::iter;

use itertools::Itertools;

/// The maximum length of a bar, in columns.
const BAR: usize = 24;

/// Writes a bar chart: for each entry a row with its name, and for each column a number and a bar. Bars have
/// lengths proportional to their numbers, and are empty only for 0. A dash stands for an unknown number.
pub(super) fn write_chart<const N: usize>(
    out: &mut impl Write,
    title: &str,
    columns: [&str; N],
    entries: &[(&str, [Option<usize>; N])],
) -> io::Result<()> {
    let names = entries.iter().map(|(name, _)| *name);
    let name_width = names.chain([title]).map(str::len).max().unwrap_or_default();
    let most: [usize; N] = array::from_fn(|column| {
        entries.iter().filter_map(|(_, numbers)| numbers[column]).max().unwrap_or_default()
    });
    let header = (title, columns.map(|column| (column.to_owned(), String::new())));
    let rows = entries.iter().map(|(name, numbers)| {
        let cell = |column: usize| match numbers[column] {
            Some(number) => {
                let length = (number * BAR).div_ceil(most[column].max(1));
                (number.to_string(), "#".repeat(length))
            }
            None => ("-".to_owned(), String::new()),
        };
        (*name, array::from_fn(cell))
    });
    for (name, cells) in iter::once(header).chain(rows) {
        let cells = cells.iter().zip(columns.iter().zip(most));
        let mut cells = cells.map(|((number, bar), (heading, most))| {
            let width = heading.len().max(most.to_string().len());
            format!("  {number:>width$}  {bar:BAR$}")
        });
        writeln!(out, "{}", format!("{name:name_width$}{}", cells.join("")).trim_end())?;
    }
    Ok(())
}
