use std::collections::BTreeMap;
use std::fmt::Write as _;

use itertools::Itertools;

use super::forms::LEGEND_CELL;
use super::text::Font;
use super::{BoardDrawing, MARGIN, PictureKind, state_word};
use crate::face::{Exclusion, Region, Square, State, heat};

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

/// A test of squares.
type Test = fn(&Square) -> bool;

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
        if let Some(range) = self.picture.shares {
            let (svg, end) = self.scale(range, bottom + 10);
            flow.svg += &svg;
            bottom = end;
        }
        Legend { svg: flow.svg, bottom }
    }

    /// The entries for the states and marks that occur in the picture.
    fn entries(&self) -> Vec<LegendItem<'_>> {
        let picture = self.picture;
        let cells = || picture.size().iter().map(|cell| picture.square(cell));
        let states = State::ALL[1..].iter().copied().map(Some).chain([None, Some(State::Hole)]);
        // Cells with a share, in conflict or with an exclusion do not have the look of their state.
        let has_own_look = |shown: &Square| {
            let is_number = step_text(shown).is_some();
            let has_mark = is_number || shown.lacks_room || shown.exclusion.is_some();
            shown.heat.is_none() && !clashes(shown) && !has_mark
        };
        let mut entries: Vec<LegendItem> = Vec::new();
        for state in states {
            let plain = Square::of_known(state);
            let look = (plain.state, plain.is_open);
            let of_state =
                |shown: &Square| (shown.state, shown.is_open) == look && has_own_look(shown);
            let drawn: Vec<Square> = cells().filter(of_state).collect();
            let Some(&Square { region, .. }) = drawn.first() else { continue };
            let words = state.map_or("open", |state| state_word(state, picture.kind));
            let words = format!("{words} {}", drawn.len());
            entries.push(match state {
                Some(State::Hole) => LegendItem::new(&words, |at| self.hole(at)),
                _ => self.sample(&words, Square { region, ..plain }),
            });
        }
        let exclusions: BTreeMap<Exclusion, usize> =
            cells().filter_map(|shown| shown.exclusion).counts().into_iter().collect();
        for (exclusion, count) in exclusions {
            let words = format!("{} {count}", exclusion.word());
            let exclusion = Some(exclusion);
            entries
                .push(self.sample(&words, Square { exclusion, ..Square::new(State::Impossible) }));
        }
        let explains = picture.explained.map(|cell| format!("explains {cell}"));
        let explains = explains.as_deref().unwrap_or(match picture.kind {
            PictureKind::WhatIf => "assumed",
            _ => "reason",
        });
        let in_conflict = format!("in conflict {}", cells().filter(clashes).count());
        // For each mark, the words, the squares that have it, and the mark alone.
        let mark = Square::default();
        let marks: [(&str, Test, Square); 5] = [
            (&in_conflict, clashes, Square { is_conflict: true, ..mark }),
            ("excluded by a step", |shown| step_text(shown).is_some(), mark),
            ("cannot be completed", |shown| shown.lacks_room, Square { lacks_room: true, ..mark }),
            ("hint", |shown| shown.is_hint, Square { is_hint: true, ..mark }),
            (explains, |shown| shown.is_culprit, Square { is_culprit: true, ..mark }),
        ];
        for (words, is_marked, mark) in marks {
            if let Some(shown) = cells().find(is_marked) {
                let Square { state, region, is_blank, .. } = shown;
                let text = step_text(&shown);
                entries.push(self.sample(words, Square { state, region, text, is_blank, ..mark }));
            }
        }
        if let Some(cell) = picture.explained {
            let shown = picture.square(cell);
            let text = step_text(&shown);
            let shown = Square { heat: None, text, exclusion: None, ..shown };
            let draw = move |at| self.draw_square(&shown, None, at) + &self.frame(&shown, None, at);
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

    /// An entry with a square.
    fn sample(&self, words: &str, square: Square) -> LegendItem<'_> {
        LegendItem::new(words, move |at| self.draw_square(&square, None, at))
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
        for (share, x, anchor) in [(least, MARGIN, "start"), (most, MARGIN + width, "end")] {
            let percent = String::from_iter(Square::percent(share));
            svg += &Font::LEGEND.draw_text((x, y - 5), percent.trim_start(), text, anchor);
        }
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
        let cells = self.picture.cells.iter();
        let all: BTreeMap<char, Region> =
            cells.filter_map(|square| square.region).map(|it| (it.letter, it)).collect();
        let mut all = all.into_values();
        let one = all.next();
        let other = all.next().or(one);
        let half = |region, x| {
            let ground = Square { region, ..Square::new(State::Possible) };
            let ground = ground.ground(false, self.picture.palette);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{LEGEND_CELL}\" fill=\"{}\"/>\n",
                LEGEND_CELL / 2,
                ground.rgb
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

/// True if the piece of a square is in conflict with other pieces.
fn clashes(square: &Square) -> bool {
    square.is_conflict && square.state.has_piece()
}

/// The number of the step that excludes a cell, as a text.
fn step_text(square: &Square) -> Option<[char; 3]> {
    square.text.filter(|_| square.state == State::Excluded)
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
