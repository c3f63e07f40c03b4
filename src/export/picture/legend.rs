use std::collections::BTreeMap;
use std::fmt::Write as _;

use itertools::Itertools;

use super::forms::{LEGEND_CELL, LEGEND_SIDE, PictureSquare};
use super::shown::CellAppearance;
use super::text::Font;
use super::{BoardDrawing, MARGIN, PictureKind, percent, state_word};
use crate::face::{Exclusion, State, heat};
use geometry::Cell;

/// The space between two entries (`GAP`), and between a chip and its words (`SPACE`).
const GAP: i32 = 18;
const SPACE: i32 = 8;
/// The number of steps of the heat map's scale, and the width of each step.
const SCALE_STEPS: i32 = 32;
const SCALE_STEP_WIDTH: i32 = 7;

/// The legend below the board.
pub(super) struct Legend {
    pub svg: String,
    /// The y coordinate of its lower edge.
    pub bottom: i32,
}

/// An entry of the legend.
struct LegendItem<'a> {
    words: String,
    /// Draws the chip with this upper left corner.
    draw: Box<dyn Fn((i32, i32)) -> String + 'a>,
}

impl<'a> LegendItem<'a> {
    fn new(words: &str, draw: impl Fn((i32, i32)) -> String + 'a) -> Self {
        Self { words: words.to_owned(), draw: Box::new(draw) }
    }
}

impl BoardDrawing<'_> {
    /// Draws the legend: only the states and marks that occur in the picture.
    pub(super) fn legend(&self, top: i32) -> Legend {
        let mut flow =
            Flow { svg: String::new(), next_corner: (MARGIN, top), right: self.width - MARGIN };
        let tint = self.picture.palette.text;
        for LegendItem { words, draw } in self.entries() {
            let (x, y) = flow.next_position(LEGEND_CELL + SPACE + Font::LEGEND.width(&words));
            flow.svg += &draw((x, y));
            flow.svg +=
                &Font::LEGEND.draw_text((x + LEGEND_CELL + SPACE, y + 19), &words, tint, "start");
        }
        let mut bottom =
            if flow.next_corner == (MARGIN, top) { top } else { flow.next_corner.1 + LEGEND_CELL };
        if let Some(range) = self.shares {
            let (svg, end) = self.scale(range, bottom + 10);
            flow.svg += &svg;
            bottom = end;
        }
        Legend { svg: flow.svg, bottom }
    }

    /// The entries for the states and marks that occur in the picture.
    fn entries(&self) -> Vec<LegendItem<'_>> {
        let (picture, palette, figure) = (self.picture, self.picture.palette, &self.figure);
        let cells = || picture.size().iter().map(|cell| (cell, picture.appearance(cell)));
        let mut entries = Vec::new();
        let states = State::ALL[1..].iter().copied().map(Some).chain([None, Some(State::Hole)]);
        let clashes =
            |shown: &CellAppearance| shown.is_conflict && shown.display_state().has_piece();
        // Cells with a share, in conflict or with an exclusion do not have the look of their state.
        let has_own_look = |shown: &CellAppearance| {
            let has_mark = shown.numbered().is_some() || shown.lacks_room;
            shown.share.is_none() && shown.exclusion.is_none() && !clashes(shown) && !has_mark
        };
        for state in states {
            let of_state =
                |(_, shown): &(Cell, CellAppearance)| shown.state == state && has_own_look(shown);
            let drawn: Vec<_> = cells().filter(of_state).collect();
            let Some(&(first, _)) = drawn.first() else { continue };
            let words = state.map_or("open", |state| state_word(state, picture.kind));
            let words = format!("{words} {}", drawn.len());
            let square = self.styled_square(CellAppearance::new(state), self.color(first), false);
            entries.push(LegendItem::new(&words, move |at| match state {
                Some(State::Hole) => self.hole(at),
                _ => square.svg(at, LEGEND_SIDE, figure, palette),
            }));
        }
        let exclusions: BTreeMap<Exclusion, usize> =
            cells().filter_map(|(_, shown)| shown.exclusion).counts().into_iter().collect();
        for (exclusion, count) in exclusions {
            let words = format!("{} {count}", exclusion.word());
            let shown = CellAppearance {
                exclusion: Some(exclusion),
                ..CellAppearance::new(Some(State::Impossible))
            };
            let square = self.styled_square(shown, None, false);
            entries.push(LegendItem::new(&words, move |at| {
                square.svg(at, LEGEND_SIDE, figure, palette)
            }));
        }
        let mut marked = |words: &str,
                          is_marked: &dyn Fn(&CellAppearance) -> bool,
                          kept: fn(&mut CellAppearance)| {
            if let Some((cell, shown)) = cells().find(|(_, shown)| is_marked(shown)) {
                let CellAppearance { state, is_blank, number, .. } = shown;
                let mut shown = CellAppearance { is_blank, number, ..CellAppearance::new(state) };
                kept(&mut shown);
                let square = self.styled_square(shown, self.color(cell), false);
                entries.push(LegendItem::new(words, move |at| {
                    square.svg(at, LEGEND_SIDE, figure, palette)
                }));
            }
        };
        let number = cells().filter(|(_, shown)| clashes(shown)).count();
        marked(&format!("in conflict {number}"), &clashes, |shown| shown.is_conflict = true);
        marked("excluded by a step", &|shown| shown.numbered().is_some(), |_| {});
        marked("cannot be completed", &|shown| shown.lacks_room, |shown| shown.lacks_room = true);
        marked("hint", &|shown| shown.is_hint, |shown| shown.is_hint = true);
        let explains = picture.explained.map(|cell| format!("explains {cell}"));
        let explains = explains.as_deref().unwrap_or(match picture.kind {
            PictureKind::WhatIf => "assumed",
            _ => "reason",
        });
        marked(explains, &|shown| shown.is_culprit, |shown| shown.is_culprit = true);
        if let Some(cell) = picture.explained {
            let shown = CellAppearance { share: None, exclusion: None, ..picture.appearance(cell) };
            let square = self.styled_square(shown, self.color(cell), false);
            let draw = move |at| {
                square.svg(at, LEGEND_SIDE, figure, palette)
                    + &square.frame(at, LEGEND_CELL, palette)
            };
            entries.push(LegendItem::new(&cell.to_string(), draw));
        }
        if picture.rules().regions().is_some() {
            entries.push(LegendItem::new("regions", |at| self.regions(at)));
        }
        if picture.rules().grid().is_torus() {
            entries.push(LegendItem::new("opposite edges joined", |at| self.torus_chip(at)));
        }
        entries
    }

    /// Draws the scale of the heat map. Returns the SVG and the y coordinate of its lower edge.
    fn scale(&self, (least, most): (f64, f64), top: i32) -> (String, i32) {
        let palette = self.picture.palette;
        let (width, text) = (SCALE_STEPS * SCALE_STEP_WIDTH, palette.text);
        let mut svg = String::from("<g class=\"scale\">\n");
        let mut y = top;
        let title = "solutions with a piece on the cell, in percent";
        for line in Font::LEGEND.wrap(title, self.width - 2 * MARGIN) {
            y += Font::LEGEND.line_height();
            svg += &Font::LEGEND.draw_text((MARGIN, y - 6), &line, text, "start");
        }
        for step in 0..SCALE_STEPS {
            let tint = heat::tint(step as f32 / (SCALE_STEPS - 1) as f32);
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{y}\" width=\"{SCALE_STEP_WIDTH}\" height=\"16\" fill=\"{}\"/>",
                MARGIN + step * SCALE_STEP_WIDTH,
                tint.rgb
            );
        }
        y += 16 + Font::LEGEND.line_height();
        svg += &Font::LEGEND.draw_text((MARGIN, y - 5), &percent(least), text, "start");
        svg += &Font::LEGEND.draw_text((MARGIN + width, y - 5), &percent(most), text, "end");
        (svg + "</g>\n", y)
    }

    /// Draws the chip of a hole. A hole has no square, so only its outline is drawn.
    fn hole(&self, (x, y): (i32, i32)) -> String {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"{3}\" \
             stroke-dasharray=\"3 3\"/>\n",
            x + 1,
            y + 1,
            LEGEND_CELL - 2,
            self.picture.palette.line.rgb
        )
    }

    /// Draws the chip of regions: two regions and the border between them.
    fn regions(&self, (x, y): (i32, i32)) -> String {
        let mut colors = self.colors.values();
        let one = colors.next().copied().unwrap_or_default();
        let other = colors.next().copied().unwrap_or(one);
        let half = |color, x| {
            let square: PictureSquare =
                self.styled_square(CellAppearance::new(None), Some(color), false);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{LEGEND_CELL}\" fill=\"{}\"/>\n",
                LEGEND_CELL / 2,
                square.ground.rgb
            )
        };
        half(one, x)
            + &half(other, x + LEGEND_CELL / 2)
            + &format!(
                "<rect x=\"{}\" y=\"{y}\" width=\"4\" height=\"{LEGEND_CELL}\" fill=\"{}\"/>\n",
                x + LEGEND_CELL / 2 - 2,
                self.picture.palette.region_border.rgb
            )
    }

    /// Draws the chip of a torus: the arrows at its edges.
    fn torus_chip(&self, (x, y): (i32, i32)) -> String {
        format!(
            "<path fill=\"{}\" shape-rendering=\"auto\" d=\"M{} {y}l-7 -6v12zM{} {y}l7 -6v12z\"/>\n",
            self.picture.palette.dim.rgb,
            x + LEGEND_CELL - 2,
            x + 2,
            y = y + LEGEND_CELL / 2,
        )
    }
}

/// Places entries one after another, in as many lines as needed.
struct Flow {
    svg: String,
    next_corner: (i32, i32),
    right: i32,
}

impl Flow {
    /// Returns the upper left corner of the next entry, which has this width.
    fn next_position(&mut self, width: i32) -> (i32, i32) {
        if self.next_corner.0 > MARGIN && self.next_corner.0 + width > self.right {
            self.next_corner = (MARGIN, self.next_corner.1 + LEGEND_CELL + SPACE);
        }
        let (x, y) = self.next_corner;
        self.next_corner.0 += width + GAP;
        (x, y)
    }
}
