//! Converts a page into roff, the language of `man`.

use super::markdown::{Block, Emphasis, Text};

/// Converts a page into a section with the page's title.
pub(super) fn section(blocks: &[Block]) -> String {
    let block = |block: &Block| match block {
        Block::Heading(1, text) => format!(".SH {}\n", plain(text).to_uppercase()),
        Block::Heading(_, text) => format!(".SS {}\n", set(text)),
        Block::Paragraph(text) => format!(".PP\n{}\n", line(text)),
        Block::Item(None, text) => format!(".IP \\(bu 2\n{}\n", line(text)),
        Block::Item(Some(number), text) => format!(".IP {number}. 4\n{}\n", line(text)),
        Block::Code(text) => {
            let lines: Vec<String> = text.lines().map(escaped).collect();
            format!(".PP\n.RS 2\n.nf\n{}\n.fi\n.RE\n", lines.join("\n"))
        }
        Block::Table(rows) => rows.iter().skip(1).map(|row| entry(row)).collect(),
    };
    blocks.iter().map(block).collect()
}

/// Converts a row of a table: the first cell becomes a term, the other cells its description.
fn entry(row: &[Text]) -> String {
    let Some((first, rest)) = row.split_first() else { return String::new() };
    let rest: Vec<String> = rest.iter().map(set).filter(|text| !text.is_empty()).collect();
    format!(".TP\n\\fB{}\\fR\n{}\n", plain(first), guarded(rest.join("; ")))
}

fn plain(text: &Text) -> String {
    text.iter().map(|(_, part)| escaped(part)).collect()
}

/// Converts a text with its emphasis.
fn set(text: &Text) -> String {
    let part = |(emphasis, part): &(Emphasis, String)| match emphasis {
        Emphasis::None => inline(part),
        Emphasis::Code | Emphasis::Strong => format!("\\fB{}\\fR", inline(part)),
    };
    text.iter().map(part).collect()
}

/// Converts a text into a separate line.
fn line(text: &Text) -> String {
    guarded(set(text))
}

fn inline(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// Protects a line that begins with a dot or an apostrophe, which would be read as a command.
fn guarded(line: String) -> String {
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}

/// Converts a line of an example.
fn escaped(line: &str) -> String {
    guarded(inline(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    #[test]
    fn emphasis_examples_and_tables_are_set() {
        let page = "# A title\n\nTake `a-b`.\n\n```sh\n.x\n```\n\n| key | action |\n| --- | --- |\n| `x` | exclude |\n";
        let expected = ".SH A TITLE\n.PP\nTake \\fBa\\-b\\fR.\n.PP\n.RS 2\n.nf\n\\&.x\n.fi\n.RE\n\
                        .TP\n\\fBx\\fR\nexclude\n";
        assert_eq!(section(&markdown::parse(page)), expected);
    }
}
