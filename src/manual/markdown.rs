//! Parses the Markdown of the manual into blocks of emphasised text.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The emphasis of a part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Text without emphasis.
    #[default]
    None,
    /// Text to be typed, or text quoted from a file.
    Code,
    /// Emphasised or strongly emphasised text.
    Strong,
}

/// A text, as parts with their emphasis.
pub type Text = Vec<(Emphasis, String)>;

/// One block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A heading with its level, 1 for the title.
    Heading(u8, Text),
    /// A paragraph.
    Paragraph(Text),
    /// An item of a list, with its number if the list has numbers.
    Item(Option<u64>, Text),
    /// An example, with its line breaks.
    Code(String),
    /// The rows of a table. The first row is the heading.
    Table(Vec<Vec<Text>>),
}

/// Parses a page into blocks.
pub(super) fn parse(page: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    Parser::new_ext(page, Options::ENABLE_TABLES).for_each(|event| reader.read(event));
    reader.blocks
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    text: Text,
    emphasis: Emphasis,
    /// For each open list, the number of its next item; `None` for lists without numbers.
    numbers: Vec<Option<u64>>,
    row: Vec<Text>,
    table: Vec<Vec<Text>>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.text.push((self.emphasis, text.into_string())),
            Event::Code(text) => self.text.push((Emphasis::Code, text.into_string())),
            Event::SoftBreak | Event::HardBreak => self.text.push((self.emphasis, " ".to_owned())),
            Event::Start(Tag::Strong | Tag::Emphasis) => self.emphasis = Emphasis::Strong,
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => self.emphasis = Emphasis::None,
            Event::End(TagEnd::Heading(level)) => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Heading(number(level), text));
            }
            Event::Start(Tag::List(first)) => self.numbers.push(first),
            Event::End(TagEnd::List(_)) => {
                self.numbers.pop();
            }
            Event::End(TagEnd::Item) => {
                let number = self.numbers.last_mut().and_then(|next| {
                    let number = *next;
                    *next = next.map(|number| number + 1);
                    number
                });
                if !self.text.is_empty() {
                    let text = std::mem::take(&mut self.text);
                    self.blocks.push(Block::Item(number, text));
                }
            }
            // Inside a list, the text ends with the item, not with the paragraph.
            Event::End(TagEnd::Paragraph) if self.numbers.is_empty() => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Paragraph(text));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                self.text.clear();
            }
            Event::End(TagEnd::CodeBlock) => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Code(text.into_iter().map(|(_, part)| part).collect()));
            }
            Event::End(TagEnd::TableCell) => self.row.push(std::mem::take(&mut self.text)),
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => {
                self.table.push(std::mem::take(&mut self.row));
            }
            Event::End(TagEnd::Table) => {
                self.blocks.push(Block::Table(std::mem::take(&mut self.table)));
            }
            _ => {}
        }
    }
}

const fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Text {
        vec![(Emphasis::None, text.to_owned())]
    }

    #[test]
    fn a_page_is_read_block_by_block() {
        let page = "# Title\n\nOne *two*\n`three`.\n\n1. first\n2. second\n\n```sh\na  b\n\nc\n```\n\n| key | action |\n| --- | --- |\n| x | exclude |\n";
        let part = |emphasis, text: &str| (emphasis, text.to_owned());
        let expected = [
            Block::Heading(1, plain("Title")),
            Block::Paragraph(vec![
                part(Emphasis::None, "One "),
                part(Emphasis::Strong, "two"),
                part(Emphasis::None, " "),
                part(Emphasis::Code, "three"),
                part(Emphasis::None, "."),
            ]),
            Block::Item(Some(1), plain("first")),
            Block::Item(Some(2), plain("second")),
            Block::Code("a  b\n\nc\n".to_owned()),
            Block::Table(vec![
                vec![plain("key"), plain("action")],
                vec![plain("x"), plain("exclude")],
            ]),
        ];
        assert_eq!(parse(page), expected);
    }
}
