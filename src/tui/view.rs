//! Draws the model, area by area, without changing it, and returns the areas that can be clicked.

mod board;
mod footer;
mod graph;
mod header;
mod keys;
mod legend;
mod lesson;
mod manual;
mod notice;
mod palette;
mod panel;
mod results;
mod table;
mod welcome;

use ratatui::buffer::Buffer;
use ratatui::style::Color;
use ratatui::text::Line;

use crate::look::{ColorDepth, Glyphs, SMALLEST, Theme};
use crate::model::scene::Scene;
use crate::model::{Hits, Model, Overlay, Surface};
use crate::modes::ways::list;
use crate::panel::Context;
use crate::widgets::print_lines;

/// Draws a frame whose layout is computed already, and returns the areas that can be clicked. If the frame is not shown,
/// skips areas that cannot be clicked.
pub(super) fn render(buffer: &mut Buffer, model: &Model, is_seen: bool) -> Hits {
    buffer.set_style(buffer.area, model.look().window());
    if !model.view.layout.fits {
        let text = format!("needs {}×{}", SMALLEST.0, SMALLEST.1);
        let lines = ["window too small:", &text, "q quits"];
        print_lines(buffer, buffer.area, lines.map(Line::raw));
        return Hits::default();
    }
    let scene = Scene::of(model);
    let panel = welcome::render(buffer, model);
    let mut surface = Surface { buffer, hits: Hits::default() };
    let context = &Context::of(model, &scene);
    panel::render(&mut surface, panel, context);
    graph::render(&mut surface, context);
    lesson::render(&mut surface, context);
    if is_seen {
        header::render(surface.buffer, context);
        board::render(&mut surface, context);
        legend::render(surface.buffer, context);
    }
    match &model.overlay {
        Overlay::None => {
            list::render(&mut surface, context);
            notice::render(&mut surface, context);
        }
        Overlay::Keys { first } => keys::render(&mut surface, context, *first),
        Overlay::Results { results, first } => {
            results::render(&mut surface, context, results, *first);
        }
        Overlay::Comparison { searches, all, first } => {
            table::render_comparison(&mut surface, context, (searches, *all), *first);
        }
        Overlay::Manual { page, first } => manual::render(&mut surface, context, *page, *first),
        Overlay::Palette(palette) => palette::render(&mut surface, context, palette),
    }
    footer::render(&mut surface, context);
    replace_unsupported_glyphs(surface.buffer, model);
    replace_unknown_colors(surface.buffer, model);
    surface.hits
}

/// On a terminal of sixteen colours with an unknown background, replaces its own colours by grey on black: the bright colours
/// of a dark background cannot be read on a light one.
fn replace_unknown_colors(buffer: &mut Buffer, model: &Model) {
    let is_unknown = model.view.background.is_none() && model.view.theme == Theme::Auto;
    if !is_unknown || model.look().depth != ColorDepth::Sixteen {
        return;
    }
    for cell in &mut buffer.content {
        for (color, known) in [(&mut cell.fg, Color::Gray), (&mut cell.bg, Color::Black)] {
            *color = if *color == Color::Reset { known } else { *color };
        }
    }
}

/// Replaces characters that the terminal cannot show.
fn replace_unsupported_glyphs(buffer: &mut Buffer, model: &Model) {
    // The last two are signs of the search tree, in pages of the manual.
    const ASCII_GLYPHS: [(&str, &str); 5] =
        [("×", "x"), ("…", "."), ("≈", "~"), ("◆", "*"), ("○", "o")];
    for cell in buffer.content.iter_mut().filter(|_| model.view.glyphs != Glyphs::Unicode) {
        if let Some((_, plain)) = ASCII_GLYPHS.iter().find(|(symbol, _)| cell.symbol() == *symbol) {
            cell.set_symbol(plain);
        }
    }
}

#[cfg(test)]
mod graph_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod way_tests;
