use super::forms::{CHIP, Square};
use super::text::Font;
use super::{Drawing, MARGIN, Shown, hex, percent, word};
use crate::face::{State, heat};

/// The space between entries, and between a chip and its words.
const GAP: i32 = 18;
const SPACE: i32 = 8;
/// The steps of the heat map's scale, and the width of each.
const STEPS: i32 = 32;
const STEP: i32 = 7;

/// What is below the board.
pub(super) struct Legend {
    pub svg: String,
    /// Where it ends.
    pub bottom: i32,
}

impl Drawing<'_> {
    /// Names all that is drawn, and nothing else.
    pub(super) fn legend(&self, top: i32) -> Legend {
        let mut flow = Flow { svg: String::new(), at: (MARGIN, top), right: self.width - MARGIN };
        let tint = self.picture.palette.text;
        for (words, draw) in self.entries() {
            let (x, y) = flow.room(CHIP + SPACE + Font::LEGEND.width(&words));
            flow.svg += &draw((x, y));
            flow.svg += &Font::LEGEND.at((x + CHIP + SPACE, y + 19), &words, tint, "start");
        }
        let mut bottom = if flow.at == (MARGIN, top) { top } else { flow.at.1 + CHIP };
        if let Some(range) = self.shares {
            let (svg, end) = self.scale(range, bottom + 10);
            flow.svg += &svg;
            bottom = end;
        }
        Legend { svg: flow.svg, bottom }
    }

    /// The words and the chips of the states and marks that are drawn.
    fn entries(&self) -> Vec<(String, Box<dyn Fn((i32, i32)) -> String + '_>)> {
        let (picture, palette, figure) = (self.picture, self.picture.palette, &self.figure);
        let cells = || picture.size().iter().map(|cell| (cell, picture.shown(cell)));
        let mut entries: Vec<(String, Box<dyn Fn((i32, i32)) -> String>)> = Vec::new();
        let states = State::ALL[1..].iter().copied().map(Some).chain([None, Some(State::Hole)]);
        // Of cells in the heat map the scale tells.
        for state in states {
            let drawn = cells().filter(|(_, shown)| shown.state == state && shown.share.is_none());
            let drawn: Vec<_> = drawn.collect();
            let Some(&(first, _)) = drawn.first() else { continue };
            let words = state.map_or("open", |state| word(state, picture.scene));
            let words = format!("{words} {}", drawn.len());
            let square = self.looks(Shown::new(state), self.color(first), false);
            entries.push((
                words,
                Box::new(move |at| match state {
                    Some(State::Hole) => self.hole(at),
                    _ => square.chip(at, figure, palette),
                }),
            ));
        }
        let mut marked = |words: &str, is_marked: &dyn Fn(&Shown) -> bool, kept: fn(&mut Shown)| {
            if let Some((cell, mut shown)) = cells().find(|(_, shown)| is_marked(shown)) {
                shown.share = None;
                (shown.is_culprit, shown.is_conflict, shown.is_hint) = (false, false, false);
                kept(&mut shown);
                let square = self.looks(shown, self.color(cell), false);
                let draw = move |at| square.chip(at, figure, palette);
                entries.push((words.to_owned(), Box::new(draw)));
            }
        };
        let clashes = |shown: &Shown| shown.is_conflict && shown.drawn().has_piece();
        marked("in conflict", &clashes, |shown| shown.is_conflict = true);
        marked("hint", &|shown| shown.is_hint, |shown| shown.is_hint = true);
        let is_cause = |shown: &Shown| shown.is_culprit;
        if let Some(cell) = picture.explained {
            marked(&format!("explains {cell}"), &is_cause, |shown| shown.is_culprit = true);
        } else {
            marked("reason", &is_cause, |shown| shown.is_culprit = true);
        }
        if let Some(cell) = picture.explained {
            let shown = Shown { share: None, ..picture.shown(cell) };
            let square = self.looks(shown, self.color(cell), false);
            let draw = move |at| square.framed_chip(at, figure, palette);
            entries.push((cell.to_string(), Box::new(draw)));
        }
        if picture.rules().regions().is_some() {
            entries.push(("regions".to_owned(), Box::new(|at| self.regions(at))));
        }
        if picture.rules().grid().is_torus() {
            entries.push(("opposite edges joined".to_owned(), Box::new(|at| self.joined(at))));
        }
        entries
    }

    /// The scale of the heat map, and where it ends.
    fn scale(&self, (least, most): (f64, f64), top: i32) -> (String, i32) {
        let palette = self.picture.palette;
        let (width, text) = (STEPS * STEP, palette.text);
        let mut svg = String::from("<g class=\"scale\">\n");
        let mut y = top;
        let title = "solutions with a piece on the cell, in percent";
        for line in Font::LEGEND.wrap(title, self.width - 2 * MARGIN) {
            y += Font::LEGEND.line();
            svg += &Font::LEGEND.at((MARGIN, y - 6), &line, text, "start");
        }
        for step in 0..STEPS {
            let tint = heat::tint(step as f32 / (STEPS - 1) as f32);
            svg += &format!(
                "<rect x=\"{}\" y=\"{y}\" width=\"{STEP}\" height=\"16\" fill=\"{}\"/>\n",
                MARGIN + step * STEP,
                hex(tint)
            );
        }
        y += 16 + Font::LEGEND.line();
        svg += &Font::LEGEND.at((MARGIN, y - 5), &percent(least), text, "start");
        svg += &Font::LEGEND.at((MARGIN + width, y - 5), &percent(most), text, "end");
        (svg + "</g>\n", y)
    }

    /// A hole has no square: only its place is shown.
    fn hole(&self, (x, y): (i32, i32)) -> String {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"{3}\" \
             stroke-dasharray=\"3 3\"/>\n",
            x + 1,
            y + 1,
            CHIP - 2,
            hex(self.picture.palette.line)
        )
    }

    /// Two regions and the border between them.
    fn regions(&self, (x, y): (i32, i32)) -> String {
        let mut colors = self.colors.values();
        let one = colors.next().copied().unwrap_or_default();
        let other = colors.next().copied().unwrap_or(one);
        let half = |color, x| {
            let square: Square = self.looks(Shown::new(None), Some(color), false);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{CHIP}\" fill=\"{}\"/>\n",
                CHIP / 2,
                hex(square.ground)
            )
        };
        half(one, x)
            + &half(other, x + CHIP / 2)
            + &format!(
                "<rect x=\"{}\" y=\"{y}\" width=\"4\" height=\"{CHIP}\" fill=\"{}\"/>\n",
                x + CHIP / 2 - 2,
                hex(self.picture.palette.grout)
            )
    }

    /// The arrows of a torus.
    fn joined(&self, (x, y): (i32, i32)) -> String {
        format!(
            "<path fill=\"{}\" shape-rendering=\"auto\" d=\"M{} {y}l-7 -6v12zM{} {y}l7 -6v12z\"/>\n",
            hex(self.picture.palette.dim),
            x + CHIP - 2,
            x + 2,
            y = y + CHIP / 2,
        )
    }
}

/// Entries one after another, in as many lines as they need.
struct Flow {
    svg: String,
    at: (i32, i32),
    right: i32,
}

impl Flow {
    /// Where an entry of this width begins.
    fn room(&mut self, width: i32) -> (i32, i32) {
        if self.at.0 > MARGIN && self.at.0 + width > self.right {
            self.at = (MARGIN, self.at.1 + CHIP + SPACE);
        }
        let (x, y) = self.at;
        self.at.0 += width + GAP;
        (x, y)
    }
}
