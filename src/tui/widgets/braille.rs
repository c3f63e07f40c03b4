//! Lines of braille dots, 2 × 4 dots in a character.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use export::face::blocks;

/// The dots of an area. Each dot has a rank. If the dots of one character have several ranks, only the dots of the
/// highest rank are drawn, because a character has one colour.
#[derive(Clone, Debug)]
pub(crate) struct Dots {
    area: Rect,
    /// The bits of each character's dots, and their rank.
    characters: Vec<(u8, u8)>,
}

impl Dots {
    pub(crate) fn new(area: Rect) -> Self {
        Self { area, characters: vec![(0, 0); area.area() as usize] }
    }

    /// Sets the dot at (`x`, `y`), counted from the top left of the area. Dots outside of the area are ignored.
    pub(crate) fn set(&mut self, x: i32, y: i32, rank: u8) {
        if let Some((dots, highest, dot)) = self.character(x, y)
            && rank >= *highest
        {
            *dots = if rank > *highest { dot } else { *dots | dot };
            *highest = rank;
        }
    }

    /// Sets a dot like `set`, but keeps the dots of lower ranks, which get the colour of the highest rank.
    pub(crate) fn add(&mut self, x: i32, y: i32, rank: u8) {
        if let Some((dots, highest, dot)) = self.character(x, y) {
            (*dots, *highest) = (*dots | dot, rank.max(*highest));
        }
    }

    /// The dots and the rank of the character at a dot, and the bit of the dot.
    fn character(&mut self, x: i32, y: i32) -> Option<(&mut u8, &mut u8, u8)> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let width = usize::from(self.area.width);
        let index = (x < 2 * width).then_some(y / 4 * width + x / 2)?;
        let (dots, rank) = self.characters.get_mut(index)?;
        Some((dots, rank, blocks::dot(x, y)))
    }

    /// The ranks of the characters that have dots.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = u8> {
        self.characters.iter().map(|&(_, rank)| rank).filter(|&rank| rank > 0)
    }

    /// Draws a curve downwards that is vertical at both ends. A dashed curve lacks every other pair of dots.
    pub(crate) fn curve(&mut self, from: (i32, i32), to: (i32, i32), rank: u8, is_dashed: bool) {
        let height = (to.1 - from.1).max(1);
        let mut last = from.0;
        for step in 0..=height {
            let t = step as f32 / height as f32;
            let smooth = t * t * (3.0 - 2.0 * t);
            let x = from.0 + ((to.0 - from.0) as f32 * smooth).round() as i32;
            let run = if x >= last { (last + 1).min(x)..=x } else { x..=last - 1 };
            last = x;
            for x in run {
                let is_gap = is_dashed && (step / 2 + (x - from.0).abs() / 4) % 2 == 1;
                if !is_gap {
                    self.set(x, from.1 + step, rank);
                }
            }
        }
    }

    /// Draws the characters that have dots, each in the style of its rank, counted from 1.
    pub(crate) fn render(&self, buffer: &mut Buffer, styles: &[Style]) {
        for (position, &(bits, rank)) in self.area.positions().zip(&self.characters) {
            let style = usize::from(rank).checked_sub(1).and_then(|rank| styles.get(rank));
            if let (Some(&style), Some(cell)) = (style, buffer.cell_mut(position)) {
                cell.set_char(blocks::braille(bits)).set_style(style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing::drawn;

    #[test]
    fn a_curve_goes_down_and_aside() {
        let text = drawn(6, 3, |buffer, area| {
            let mut dots = Dots::new(area);
            dots.curve((5, 0), (0, 11), 1, false);
            dots.curve((6, 0), (11, 11), 1, true);
            dots.render(buffer, &[Style::new()]);
        });
        assert_eq!(text, "  ⡸⠃\n ⡜  ⠃\n⡎    ⢠");
    }

    #[test]
    fn of_two_ranks_in_a_character_the_higher_is_drawn() {
        let area = Rect::new(0, 0, 1, 1);
        for ranks in [[1, 2], [2, 1]] {
            let mut dots = Dots::new(area);
            dots.set(0, 0, ranks[0]);
            dots.set(1, 3, ranks[1]);
            let mut buffer = Buffer::empty(area);
            dots.render(&mut buffer, &[Style::new(), Style::new().bold()]);
            let cell = buffer.cell((0, 0)).unwrap();
            let wanted = if ranks[0] == 2 { "⠁" } else { "⢀" };
            assert_eq!(
                (cell.symbol(), cell.style().add_modifier),
                (wanted, Style::new().bold().add_modifier)
            );
        }
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let text = drawn(2, 1, |buffer, area| {
            let mut dots = Dots::new(area);
            dots.curve((-9, -4), (30, 20), 1, false);
            dots.render(buffer, &[]);
        });
        assert_eq!(text, "");
    }
}
