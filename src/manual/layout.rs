//! Lays out a page in rows of a given width.

use unicode_width::UnicodeWidthStr;

use super::markdown::{Block, Emphasis, Text};

/// A row of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A heading with its level, 1 for the title.
    Heading(u8, String),
    /// A row of text, as parts with their emphasis.
    Text(Text),
    /// A line of an example.
    Code(String),
}

/// Width of the indent of an example, in characters.
const INDENT: usize = 2;

/// Width of the gap between two columns of a table, in characters.
const GAP: usize = 2;

pub(super) fn rows(blocks: &[Block], width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let follows = |before: &Block| matches!(before, Block::Item(..));
        let is_next_item = matches!(block, Block::Item(..)) && follows(&blocks[index.max(1) - 1]);
        if index > 0 && !is_next_item {
            rows.push(Row::Text(Vec::new()));
        }
        match block {
            Block::Heading(level, text) => rows.push(Row::Heading(*level, plain(text))),
            Block::Paragraph(text) => rows.extend(wrapped(text, width).map(Row::Text)),
            Block::Item(number, text) => rows.extend(item(*number, text, width)),
            Block::Code(text) => {
                let indent = " ".repeat(INDENT);
                rows.extend(text.lines().map(|line| Row::Code(format!("{indent}{line}"))));
            }
            Block::Table(table) => rows.extend(table_rows(table, width)),
        }
    }
    rows
}

fn plain(text: &Text) -> String {
    text.iter().map(|(_, part)| part.as_str()).collect()
}

/// Breaks a text into lines of at most `width` columns. Words are not broken.
fn wrapped(text: &Text, width: usize) -> impl Iterator<Item = Text> + use<> {
    let mut lines: Vec<Text> = vec![Vec::new()];
    let mut used = 0;
    for word in words(text) {
        let columns: usize = word.iter().map(|(_, part)| part.width()).sum();
        if used > 0 && used + 1 + columns > width {
            lines.push(Vec::new());
            used = 0;
        }
        let line = lines.last_mut().expect("there is a line");
        if used > 0 {
            push(line, Emphasis::None, " ");
            used += 1;
        }
        for (emphasis, part) in &word {
            push(line, *emphasis, part);
        }
        used += columns;
    }
    lines.into_iter()
}

/// Appends a part to a text, or to the last part if both have the same emphasis.
fn push(text: &mut Text, emphasis: Emphasis, part: &str) {
    match text.last_mut() {
        Some((last, before)) if *last == emphasis => before.push_str(part),
        _ => text.push((emphasis, part.to_owned())),
    }
}

/// Splits a text into words. A word can have several parts with different emphasis.
fn words(text: &Text) -> Vec<Text> {
    let mut words: Vec<Text> = Vec::new();
    let mut is_open = false;
    for (emphasis, part) in text {
        for (index, piece) in part.split(' ').enumerate() {
            is_open &= index == 0;
            if piece.is_empty() {
                continue;
            }
            if is_open {
                push(words.last_mut().expect("a word is open"), *emphasis, piece);
            } else {
                words.push(vec![(*emphasis, piece.to_owned())]);
            }
            is_open = true;
        }
    }
    words
}

fn item(number: Option<u64>, text: &Text, width: usize) -> Vec<Row> {
    let sign = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
    let indent = sign.len();
    let lines = wrapped(text, width.saturating_sub(indent).max(1));
    lines
        .enumerate()
        .map(|(index, line)| {
            let start = if index == 0 { sign.clone() } else { " ".repeat(indent) };
            Row::Text([vec![(Emphasis::None, start)], line].concat())
        })
        .collect()
}

/// Lays out a table. Cells in narrowed columns take several rows.
fn table_rows(table: &[Vec<Text>], width: usize) -> Vec<Row> {
    let columns = table.first().map_or(0, Vec::len);
    let widest = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell| plain(cell).width()).max().unwrap_or(0)
    };
    let widths = fitted((0..columns).map(widest).collect(), width);
    let mut rows = Vec::new();
    for (index, row) in table.iter().enumerate() {
        let cells: Vec<Vec<Text>> =
            row.iter().zip(&widths).map(|(cell, &width)| wrapped(cell, width).collect()).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let mut text = Text::new();
            for (cell, &width) in cells.iter().zip(&widths) {
                let part = cell.get(line).cloned().unwrap_or_default();
                let blanks = (width + GAP).saturating_sub(plain(&part).width());
                for (emphasis, part) in part {
                    let emphasis = if index == 0 { Emphasis::Strong } else { emphasis };
                    push(&mut text, emphasis, &part);
                }
                push(&mut text, Emphasis::None, &" ".repeat(blanks));
            }
            if let Some((_, last)) = text.last_mut() {
                last.truncate(last.trim_end().len());
            }
            rows.push(Row::Text(text));
        }
    }
    rows
}

/// Minimum width of a narrowed column of a table, in characters.
const MIN_COLUMN_WIDTH: usize = 8;

/// Narrows the widest columns until the table fits the width, or no column can be narrowed.
fn fitted(mut widths: Vec<usize>, width: usize) -> Vec<usize> {
    let gaps = GAP * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > width {
        let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > MIN_COLUMN_WIDTH)
        else {
            break;
        };
        *widest -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PAGES, markdown};

    fn lines(page: &str, width: usize) -> Vec<String> {
        let text = |row| match row {
            Row::Heading(_, text) | Row::Code(text) => text,
            Row::Text(text) => plain(&text),
        };
        rows(&markdown::parse(page), width).into_iter().map(text).collect()
    }

    #[test]
    fn texts_lists_and_tables_keep_to_the_width() {
        let page = "# Title\n\nOne two `three four` five.\n\n- a short one\n- a longer item\n\n| key | what it does |\n| --- | --- |\n| a | completes the board |\n\n```sh\nan example that is wide\n```\n";
        let expected = [
            "Title",
            "",
            "One two three",
            "four five.",
            "",
            "- a short one",
            "- a longer",
            "  item",
            "",
            "key  what it",
            "     does",
            "a    completes",
            "     the board",
            "",
            "  an example that is wide",
        ];
        assert_eq!(lines(page, 14), expected);
    }

    #[test]
    fn every_page_fits_80_columns_but_for_its_examples() {
        for page in PAGES {
            for row in page.rows(78) {
                let Row::Text(text) = row else { continue };
                assert!(plain(&text).width() <= 78, "{}: {}", page.topic, plain(&text));
            }
        }
    }
}
