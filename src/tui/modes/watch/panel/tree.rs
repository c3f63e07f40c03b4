//! The search tree. Of a large tree, the part around the present node is drawn, with a bar that represents the whole
//! tree.

pub(super) mod sign;

use std::ops::Range;

use itertools::Itertools;
use num_traits::Zero;
use ratatui::buffer::{Buffer, Cell as Character};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::look::{ColorDepth, Glyphs};
use crate::model::{Hit, Surface};
use crate::modes::watch::SearchPlayback;
use crate::panel::Context;
use crate::widgets::braille::Dots;
use crate::widgets::{fill, grouped, print, put};
use engine::search::{Dot, NodeId, NodeOutcome};
use problem::Value;
use session::Replay;
use sign::Sign;

/// Minimum height of a tree with a legend below, in rows.
pub(super) const MIN_ROWS_WITH_LEGEND: u16 = 8;

/// The priority of an edge of the tree where several edges share a character; later variants are drawn on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EdgeRank {
    ToCome,
    /// Finished, without a solution below.
    Wasted,
    Done,
    Path,
}

impl EdgeRank {
    const ALL: [Self; 4] = [Self::ToCome, Self::Wasted, Self::Done, Self::Path];
}

/// A search tree and its place on the screen.
struct TreeDrawing<'a> {
    context: &'a Context<'a>,
    playback: &'a SearchPlayback,
    replay: &'a Replay,
    /// Area of the nodes and edges.
    area: Rect,
    /// Visible leaves, as a range of leaf positions.
    view: Range<f32>,
    here: NodeId,
    /// For each dot, true if it is on the path to the present node.
    on_path: Vec<bool>,
    /// True if the whole tree is drawn, false if only the part that the search has explored so far.
    shows_totals: bool,
}

/// Draws the tree of a search and registers its nodes for clicks.
pub(crate) fn render(
    surface: &mut Surface<'_>,
    area: Rect,
    context: &Context<'_>,
    (playback, replay): (&SearchPlayback, &Replay),
) {
    let mut rest = area.intersection(surface.buffer.area);
    if rest.width < 4 || rest.height < 2 {
        return;
    }
    if rest.height >= MIN_ROWS_WITH_LEGEND {
        rest.height -= 1;
        sign::legend(surface.buffer, Rect { y: rest.bottom(), height: 1, ..rest }, context, replay);
    }
    let shape = &replay.shape;
    let per_column = context.look.glyphs.or(2, 1);
    let most = usize::from(rest.width) * per_column;
    let here = replay.node();
    let dot = shape.dot_of(here);
    let mut view = 0.0..shape.leaves as f32;
    if shape.leaves > most {
        let first = (shape.dots[dot].x - most as f32 / 2.0).round();
        let first = first.clamp(0.0, (shape.leaves - most) as f32);
        view = first..first + most as f32;
        rest.height -= 1;
        let bar = Rect { y: rest.bottom(), height: 1, ..rest };
        draw_overview_bar(surface, bar, context, (playback, replay), &view);
    }
    let mut on_path = vec![false; shape.dots.len()];
    shape.path(dot).for_each(|dot| on_path[dot] = true);
    let shows_totals = context.model.shows_totals();
    let area = rest;
    let drawing =
        TreeDrawing { context, playback, replay, area, view, here, on_path, shows_totals };
    if context.look.glyphs == Glyphs::Unicode {
        drawing.curves(surface.buffer);
    } else {
        drawing.connectors(surface.buffer);
    }
    drawing.signs(surface);
}

impl TreeDrawing<'_> {
    fn dots(&self) -> &[Dot] {
        &self.replay.shape.dots
    }

    /// True if a dot is drawn: branches to come may be kept back.
    fn is_labelled(&self, index: usize) -> bool {
        self.shows_totals || self.dots()[index].node <= self.here
    }

    fn is_wasted(&self, node: NodeId) -> bool {
        self.shows_totals && self.replay.is_wasted(node)
    }

    /// The position of a dot in half columns from the left edge; may be outside the area.
    fn half_column(&self, dot: &Dot) -> i32 {
        let wide = f32::from(2 * self.area.width);
        let leaves = self.view.end - self.view.start;
        ((dot.x - self.view.start) * wide / leaves).floor() as i32
    }

    /// The column of a dot; `None` if it is outside the area.
    fn column(&self, dot: &Dot) -> Option<u16> {
        let column = u16::try_from(self.half_column(dot).div_euclid(2)).ok()?;
        (column < self.area.width).then_some(self.area.x + column)
    }

    /// The row of a level, counted from the top of the area.
    fn row(&self, level: usize) -> u16 {
        let below = self.replay.shape.levels.saturating_sub(1).max(1);
        let rows = usize::from(self.area.height - 1);
        ((level * rows + below / 2) / below) as u16
    }

    fn rank(&self, index: usize) -> EdgeRank {
        let dot = &self.dots()[index];
        if self.on_path[index] {
            EdgeRank::Path
        } else if dot.node > self.here {
            EdgeRank::ToCome
        } else if self.is_wasted(dot.node) {
            EdgeRank::Wasted
        } else {
            EdgeRank::Done
        }
    }

    fn is_dashed(&self, dot: &Dot) -> bool {
        matches!(self.replay.tree().node(dot.node).decision, Some((_, Value::Excluded)))
    }

    fn style(&self, rank: EdgeRank) -> Style {
        let look = &self.context.look;
        if look.depth == ColorDepth::None {
            return match rank {
                EdgeRank::ToCome => Style::new().dim(),
                EdgeRank::Done | EdgeRank::Wasted => Style::new(),
                EdgeRank::Path => Style::new().bold(),
            };
        }
        look.text(match rank {
            EdgeRank::ToCome => look.palette.removed,
            EdgeRank::Done => look.palette.title,
            EdgeRank::Wasted => look.palette.wrong,
            EdgeRank::Path => look.palette.highlighted,
        })
    }

    /// Draws the edges from dots to their parents as braille curves.
    fn curves(&self, buffer: &mut Buffer) {
        let mut dots = Dots::new(self.area);
        let dots_told = self.dots().iter().enumerate().skip(1);
        for (index, dot) in dots_told.filter(|(index, _)| self.is_labelled(*index)) {
            let parent = &self.dots()[dot.parent];
            let end = |dot: &Dot| (self.half_column(dot), 4 * i32::from(self.row(dot.level)) + 2);
            dots.curve(end(parent), end(dot), self.rank(index) as u8 + 1, self.is_dashed(dot));
        }
        dots.render(buffer, &EdgeRank::ALL.map(|rank| self.style(rank)));
    }

    /// Draws the edges from dots to their parents as ASCII lines, if there are rows between them.
    fn connectors(&self, buffer: &mut Buffer) {
        let labelled = (1..self.dots().len()).filter(|index| self.is_labelled(*index));
        let edges = labelled.map(|index| (self.rank(index), index));
        for (rank, index) in edges.sorted() {
            let dot = &self.dots()[index];
            let parent = &self.dots()[dot.parent];
            let (top, bottom) = (self.row(parent.level), self.row(dot.level));
            if bottom <= top + 1 {
                continue;
            }
            let style = self.style(rank);
            let mut put = |column: i32, row: u16, symbol: char| {
                let column = u16::try_from(column).ok().filter(|&it| it < self.area.width);
                if let Some(column) = column {
                    put(buffer, (self.area.x + column, self.area.y + row), symbol, style);
                }
            };
            let [from, to] = [parent, dot].map(|dot| self.half_column(dot).div_euclid(2));
            for column in from.min(to)..=from.max(to) {
                let symbol = if column == to || column == from { '+' } else { '-' };
                put(column, top + 1, symbol);
            }
            let upright = if self.is_dashed(dot) { ':' } else { '|' };
            let first = if from == to { top + 1 } else { top + 2 };
            (first..bottom).for_each(|row| put(to, row, upright));
        }
    }

    /// The sign of a dot with its style and priority; `None` if the dot has no sign.
    fn sign(&self, index: usize) -> Option<(Sign, Style, u8)> {
        let (dot, styles) = (&self.dots()[index], &self.context.styles);
        let (on_path, is_met) = (self.on_path[index], dot.node <= self.here);
        let is_wasted = self.is_wasted(dot.node);
        let failed = if is_met { styles.wrong } else { styles.dim };
        let node = self.replay.tree().node(dot.node);
        // The outcome of the present node is shown only when the replay reaches it.
        let is_under_way = dot.node == self.here && self.replay.steps_done < node.end_step as usize;
        let on_this_path = |sign| Some((sign, self.style(EdgeRank::Path), 5));
        match node.outcome {
            NodeOutcome::Failure if on_path && !is_under_way => {
                Some((sign::FAILURE, styles.wrong.bold(), 6))
            }
            NodeOutcome::Failure if !is_under_way => {
                Some((sign::FAILURE, failed, if is_met { 2 } else { 1 }))
            }
            NodeOutcome::Solution if !is_under_way => {
                Some((sign::SOLUTION, styles.good, if on_path { 6 } else { 4 }))
            }
            _ if dot.is_folded && on_path && !is_under_way => on_this_path(sign::FOLDED),
            _ if on_path => on_this_path(if is_wasted { sign::LOST } else { sign::PATH }),
            _ if dot.is_folded && is_wasted => Some((sign::FOLDED, failed, 3)),
            _ if dot.is_folded => Some((sign::FOLDED, self.style(EdgeRank::Done), 3)),
            _ if is_wasted && !self.is_wasted(self.dots()[dot.parent].node) => {
                let style = if is_met { styles.wrong } else { self.style(EdgeRank::ToCome) };
                Some((sign::LOST, style, 3))
            }
            _ => None,
        }
    }

    /// Draws the signs of dots, the numbers of solutions and the last decision, and registers the dots for clicks.
    fn signs(&self, surface: &mut Surface<'_>) {
        let shown = |index: usize| {
            let dot = &self.dots()[index];
            Some((self.column(dot)?, self.area.y + self.row(dot.level)))
        };
        let step =
            |index: usize| Hit::Step(self.playback.step_of(self.replay, self.dots()[index].node));
        let labelled = (0..self.dots().len()).filter(|index| self.is_labelled(*index));
        let places: Vec<_> = labelled.filter_map(|index| Some((index, shown(index)?))).collect();
        for &(index, (x, y)) in &places {
            let around = Rect { x: x.saturating_sub(1), y, width: 3, height: 1 };
            surface.hits.add(around.intersection(self.area), step(index));
        }
        let signs = places.iter().filter_map(|&(index, at)| Some((self.sign(index)?, index, at)));
        let signs: Vec<_> = signs.sorted_by_key(|((_, _, worth), ..)| *worth).collect();
        for &((sign, style, _), index, (x, y)) in &signs {
            let place = Rect { x, y, width: 1, height: 1 };
            // The sign replaces both the character and the style of the edge below it.
            fill(surface.buffer, place, self.context.look.window());
            put(surface.buffer, (x, y), self.context.look.glyphs.or(sign.0, sign.1), style);
            surface.hits.add(place, step(index));
        }
        let taken: Vec<_> = signs.iter().map(|(.., place)| *place).collect();
        for &(index, place) in &places {
            self.count(surface.buffer, index, place, &taken);
        }
        let here = shown(self.replay.shape.dot_of(self.here));
        let decision = self.replay.tree().node(self.here).decision;
        if let (Some(place), Some((cell, value))) = (here, decision) {
            let styles = &self.context.styles;
            let chip = match value {
                Value::Placed => Span::styled(format!(" {cell} "), styles.chip),
                Value::Excluded => Span::styled(format!(" not {cell} "), styles.selected),
            };
            self.chip(surface.buffer, place, chip, &taken);
        }
    }

    /// Draws the number of solutions below a node, to its right or left, if there is room. Leaves and nodes without
    /// solutions have no number. On the path to the present node, the number may cover edges.
    fn count(&self, buffer: &mut Buffer, index: usize, (x, y): (u16, u16), signs: &[(u16, u16)]) {
        let dot = &self.dots()[index];
        let counted = self.replay.solutions_at(dot.node).filter(|_| self.shows_totals);
        let solutions = counted.filter(|count| !count.is_zero());
        let Some(solutions) = solutions.filter(|_| !dot.is_leaf || dot.is_folded) else { return };
        let number = grouped(solutions);
        let width = number.len() as u16;
        let right = Rect { x: x + 1, y, width, height: 1 };
        // On the left, a blank separates the number from the previous node.
        let left = Rect { x: x.saturating_sub(width + 1), y, width: width + 1, height: 1 };
        let is_free = |position: Position| match buffer.cell(position).map(Character::symbol) {
            _ if signs.contains(&(position.x, position.y)) => false,
            Some(symbol) => symbol == " " || self.on_path[index],
            None => false,
        };
        let fits = |place: &Rect| {
            self.area.intersection(*place) == *place && place.positions().all(is_free)
        };
        if let Some(place) = [right, left].into_iter().find(fits) {
            let place = Rect { x: place.right() - width, width, ..place };
            fill(buffer, place, self.context.look.window());
            print(buffer, place, Line::from(Span::styled(number, self.context.styles.dim)));
        }
    }

    /// Draws a chip below, next to or above a dot, where it covers the fewest characters. Without a place where it covers
    /// no sign, it is left out.
    fn chip(&self, buffer: &mut Buffer, (x, y): (u16, u16), chip: Span<'_>, signs: &[(u16, u16)]) {
        let width = chip.width() as u16;
        let at = |x: u16, y: u16| Rect { x, y, width, height: 1 };
        let left =
            x.saturating_sub(width / 2).clamp(self.area.x, self.area.right().saturating_sub(width));
        let columns = [x + 2, x.saturating_sub(width + 1)];
        let rows = [y + 1, y.saturating_sub(1), y + 2];
        let places =
            rows.into_iter().flat_map(|row| [left, columns[0], columns[1]].map(|x| at(x, row)));
        let places = columns.map(|x| at(x, y)).into_iter().chain(places);
        let is_free = |place: &Rect| {
            let covers = |&(x, y): &(u16, u16)| place.contains(Position { x, y });
            self.area.intersection(*place) == *place && !signs.iter().any(covers)
        };
        let covered = |place: &Rect| {
            let is_blank = |position: &Position| {
                buffer.cell(*position).map(Character::symbol).is_none_or(|symbol| symbol == " ")
            };
            place.positions().filter(|position| !is_blank(position)).count()
        };
        if let Some(place) = places.filter(is_free).min_by_key(covered) {
            fill(buffer, place, self.context.look.window());
            print(buffer, place, Line::from(chip));
        }
    }
}

/// Draws a bar of all leaves, with the visible leaves highlighted.
fn draw_overview_bar(
    surface: &mut Surface<'_>,
    area: Rect,
    context: &Context<'_>,
    (playback, replay): (&SearchPlayback, &Replay),
    view: &Range<f32>,
) {
    let leaves: Vec<_> = replay.shape.dots.iter().filter(|dot| dot.is_leaf).collect();
    let [whole, shown] = context.look.glyphs.or(['▂', '▆'], ['-', '#']);
    for (x, column) in (area.x..area.right()).zip(0..) {
        let leaf = column * leaves.len() / usize::from(area.width);
        let next = ((column + 1) * leaves.len() / usize::from(area.width)).max(leaf + 1);
        let is_in_view = (leaf as f32) < view.end && next as f32 > view.start;
        let style = context.styles.chart(is_in_view, context.styles.text);
        put(surface.buffer, (x, area.y), if is_in_view { shown } else { whole }, style);
        if let Some(leaf) = leaves.get(leaf) {
            let step = playback.step_of(replay, leaf.node);
            surface.hits.add(Rect { x, width: 1, ..area }, Hit::Step(step));
        }
    }
}
