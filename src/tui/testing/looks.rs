//! One snapshot of a frame in several looks: its text, and one table of the styles.

use std::collections::HashMap;
use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::Theme;

/// The looks whose frames differ in their colours only.
pub(crate) const COLORED: [(&str, Theme); 3] =
    [("dark", Theme::Dark), ("light", Theme::Light), ("sixteen", Theme::Terminal)];

/// The style of a cell in words: `text on ground`, with modifiers.
fn style(cell: &Cell) -> String {
    let named = |color: Color| match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Reset => "-".to_owned(),
        color => format!("{color:?}"),
    };
    let mut text = format!("{} on {}", named(cell.fg), named(cell.bg));
    if cell.underline_color != Color::Reset {
        write!(text, " underlined in {}", named(cell.underline_color)).unwrap();
    }
    if cell.modifier != Modifier::empty() {
        write!(text, " {:?}", cell.modifier).unwrap();
    }
    text
}

/// The letters of a map of styles.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{3b1}'..='\u{3c9}').chain('\u{430}'..)
}

/// The text of the first frame, the lines in which the other frames differ, and a map of the styles: a letter for each
/// cell, and below it the letter's meaning in each look.
///
/// # Panics
/// If the frames have different areas.
pub(crate) fn in_looks(frames: &[(&str, Buffer)]) -> String {
    let area = frames[0].1.area;
    let line = |frame: &Buffer, y: u16| -> String {
        area.columns().map(|column| frame[(column.x, y)].symbol()).collect()
    };
    let mut text = format!("{} columns, {} lines\n", area.width, area.height);
    for (index, (name, frame)) in frames.iter().enumerate() {
        assert_eq!(frame.area, area, "{name}");
        writeln!(text, "\n{name}").unwrap();
        for y in area.top()..area.bottom() {
            let shown = line(frame, y);
            if index == 0 || shown != line(&frames[0].1, y) {
                writeln!(text, "{:2} {shown:?}", y - area.top()).unwrap();
            }
        }
    }
    let mut known = HashMap::new();
    let mut table = Vec::new();
    let mut letters = letters();
    text += "\nstyles\n";
    for y in area.top()..area.bottom() {
        write!(text, "{:2} ", y - area.top()).unwrap();
        for x in area.left()..area.right() {
            let styles: Vec<String> =
                frames.iter().map(|(_, frame)| style(&frame[(x, y)])).collect();
            let letter = *known.entry(styles.join(" | ")).or_insert_with_key(|styles| {
                let letter = letters.next().unwrap();
                table.push(format!("{letter}  {styles}\n"));
                letter
            });
            text.push(letter);
        }
        text.push('\n');
    }
    let names: Vec<&str> = frames.iter().map(|(name, _)| *name).collect();
    text + &format!("\n   {}\n{}", names.join(" | "), table.concat())
}
