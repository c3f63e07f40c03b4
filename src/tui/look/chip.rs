use ratatui::style::Style;
use ratatui::text::Span;

use super::colors::Look;
use super::squares::{symbols, text_style, upper_bar};
use crate::look::depth::ColorDepth;
use export::face::{Exclusion, Figure, Region, Square, State, heat, region};

impl Look {
    /// Returns a sample of a state for legend and lists: two characters on the state's background colour, or three
    /// characters if squares are drawn between lines. The mark is the mark of squares with this side, in half
    /// rows.
    pub(crate) fn chip(&self, square: &Square, figure: &Figure, side: u16) -> Span<'static> {
        let palette = self.palette;
        let is_barred = square.region.is_some() && side > 2 || matches!(side, 3 | 4);
        if self.has_signs() {
            let text: String = symbols(square, figure, self.glyphs).iter().collect();
            return Span::styled(text, text_style(square, self));
        }
        let text = match square.state {
            State::Placed | State::Given | State::Completed | State::Forced => {
                figure.sign(square.state)
            }
            State::Possible if square.region.is_none() => " •",
            State::Excluded if square.region.is_none() => " ╱",
            State::Impossible if is_barred => "━━",
            State::Impossible | State::Excluded => "× ",
            State::Unknown => "? ",
            State::Attacked if self.depth == ColorDepth::Sixteen => "· ",
            State::Attacked if self.depth == ColorDepth::Palette && square.region.is_some() => "· ",
            State::Possible | State::Attacked | State::Hole => "  ",
        };
        let colors =
            if square.is_conflict { Some(&palette.conflict) } else { palette.state(square.state) };
        let Some(colors) = colors else { return Span::raw(text) };
        let mut style = Style::new().fg(self.color(colors.mark)).bg(self.color(colors.light));
        if let Some(region) =
            square.region.filter(|_| !square.is_conflict && !square.state.has_piece())
        {
            let ground = region::ground(region.color, square.state, false, palette);
            style = Style::new().fg(self.color(palette.region_ink)).bg(self.color(ground));
        } else if square.state.has_piece() && palette.is_light() {
            // On a light background the piece itself has the state's colour.
            style = Style::new().fg(self.color(colors.light)).bg(self.color(palette.window));
        } else if square.state == State::Given {
            style = style.fg(self.color(palette.given_base));
        }
        Span::styled(text, style)
    }

    /// The mark of a cell whose own rule is part of the explanation, two columns wide.
    pub(crate) fn rule_chip(&self) -> Span<'static> {
        let lines_mark = || format!("{} ", upper_bar(self.glyphs));
        let mark = if self.has_signs() { lines_mark() } else { "▝▘".to_owned() };
        Span::styled(mark, self.text(self.palette.wrong))
    }

    /// The letter of a region on the region's colour.
    pub(crate) fn region_chip(&self, region: Region) -> Span<'static> {
        let ink = self.color(self.palette.region_ink);
        let ground = self.color(region::tint(region.color));
        let style = Style::new().fg(ink).bg(ground).bold();
        Span::styled(format!(" {} ", region.letter), style)
    }

    /// The sign of an exclusion on its background colour, for the legend.
    pub(crate) fn exclusion_chip(&self, exclusion: Exclusion) -> Span<'static> {
        let text = format!(" {} ", exclusion.sign());
        if self.has_signs() {
            return Span::styled(text, self.window().bold());
        }
        let ground = self.color(exclusion.ground(false, self.palette));
        let ink = self.color(heat::ink(self.rgb(ground)));
        Span::styled(text, Style::new().fg(ink).bg(ground).bold())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::SquareRendering;
    use crate::{ColorDepth, Glyphs};
    use export::face::Palette;

    #[test]
    fn chips_of_all_states_differ() {
        let figure = Figure::new(&geometry::Piece::default());
        for palette in [Palette::DARK, Palette::LIGHT] {
            for depth in
                [ColorDepth::None, ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::True]
            {
                for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
                    let look = Look { palette, depth, glyphs };
                    let states = State::ALL.into_iter();
                    let chips = states.map(|state| look.chip(&Square::new(state), &figure, 8));
                    let chips: Vec<_> = chips.collect();
                    for (index, chip) in chips.iter().enumerate() {
                        let width = if SquareRendering::new(depth, glyphs) == SquareRendering::Lines
                        {
                            3
                        } else {
                            2
                        };
                        assert_eq!(chip.width(), width);
                        let others = &chips[index + 1..];
                        assert!(!others.contains(chip), "{depth:?} {glyphs:?} {chip:?}");
                    }
                }
            }
        }
    }
}
