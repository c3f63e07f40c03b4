//! Draws the model, area by area, without changing it, and returns the areas that can be clicked.

mod board;
mod footer;
mod graph;
mod header;
mod keycap;
mod keys;
mod legend;
mod lens;
mod manual;
mod notice;
mod palette;
mod panel;
mod print;
mod results;
mod ways;
mod welcome;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::look::{Glyphs, SMALLEST};
use crate::model::scene::Scene;
use crate::model::{Hits, Model, Overlay};
use print::print;

/// Draws a frame whose layout is computed already, and returns the areas that can be clicked.
pub(super) fn render(buffer: &mut Buffer, model: &Model) -> Hits {
    draw(buffer, model, true)
}

/// The areas that can be clicked in a frame whose layout is computed already.
pub(super) fn hits(model: &Model) -> Hits {
    draw(&mut Buffer::empty(model.window), model, false)
}

/// Draws a frame. If it will not be seen, areas without anything to click are left out.
fn draw(buffer: &mut Buffer, model: &Model, is_seen: bool) -> Hits {
    let mut hits = Hits::default();
    buffer.set_style(buffer.area, model.look().window());
    if !model.layout.fits {
        let text = format!("needs {}×{}", SMALLEST.0, SMALLEST.1);
        let area = buffer.area;
        let lines = ["window too small:", &text, "q quits"];
        for (y, line) in (area.y..area.bottom()).zip(lines) {
            print(buffer, Rect { y, height: 1, ..area }, Line::raw(line));
        }
        return hits;
    }
    let scene = Scene::of(model);
    let panel = welcome::render(buffer, model);
    panel::render(buffer, panel, model, &scene, &mut hits);
    graph::render(buffer, model, &mut hits);
    if is_seen {
        header::render(buffer, model);
        board::render(buffer, model, &scene, hits.lens);
        legend::render(buffer, model, &scene);
    }
    match &model.overlay {
        Overlay::None => {
            ways::render(buffer, model, &scene, &mut hits);
            notice::render(buffer, model, &mut hits);
        }
        Overlay::Keys { first } => keys::render(buffer, model, *first, &mut hits),
        Overlay::Results { results, first } => {
            results::render(buffer, model, results, *first, &mut hits);
        }
        Overlay::Manual { page, first } => {
            manual::render(buffer, model, *page, *first, &mut hits);
        }
        Overlay::Palette(prompt) => palette::render(buffer, model, prompt, &mut hits),
    }
    footer::render(buffer, model, &mut hits);
    adapt(buffer, model);
    hits
}

/// Replaces characters that the terminal cannot show.
fn adapt(buffer: &mut Buffer, model: &Model) {
    if model.glyphs == Glyphs::Unicode {
        return;
    }
    for cell in &mut buffer.content {
        match cell.symbol() {
            "×" => cell.set_char('x'),
            "…" => cell.set_char('.'),
            "≈" => cell.set_char('~'),
            _ => continue,
        };
    }
}

#[cfg(test)]
mod graph_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod way_tests;
