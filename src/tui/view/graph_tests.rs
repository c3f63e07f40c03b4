//! The frame of the graph in every theme and set of characters: four queens with b1 placed, and a rule of four queens.

use insta::{assert_debug_snapshot, assert_snapshot};
use ratatui::buffer::Buffer;

use crate::testing::looks::{COLORED, in_looks};
use crate::testing::{Play, options};
use crate::{ColorDepth, Glyphs, Options, Theme};
use problem::{Problem, Rules};

/// Draws a window and returns the frame of the graph only.
fn frame(play: &mut Play, width: u16, height: u16) -> Buffer {
    let screen = play.screen(width, height);
    let mut cropped = Buffer::empty(play.model.view.layout.graph);
    for position in cropped.area.positions() {
        cropped[position] = screen[position].clone();
    }
    cropped
}

/// Four queens with b1 placed; the marked node of the graph belongs to c4.
fn picture(options: &Options) -> Play {
    let mut play = Play::open(Problem::new(Rules::queens(4).unwrap()), options);
    play.settled(":b1\n g:c4\n");
    play
}

#[test]
fn the_graph_after_a_click_in_every_look() {
    let drawn = |theme, depth, glyphs| {
        frame(&mut picture(&Options { glyphs, theme, depth, ..options() }), 100, 40)
    };
    let frames =
        COLORED.map(|(name, theme)| (name, drawn(theme, ColorDepth::True, Glyphs::Unicode)));
    assert_snapshot!("graph", in_looks(&frames));
    for (name, theme, depth, glyphs) in [
        ("ascii_in_colours", Theme::Dark, ColorDepth::Palette, Glyphs::Ascii),
        ("plain", Theme::Auto, ColorDepth::None, Glyphs::Unicode),
        ("ascii", Theme::Auto, ColorDepth::None, Glyphs::Ascii),
    ] {
        assert_debug_snapshot!(format!("graph_{name}"), drawn(theme, depth, glyphs));
    }
}

#[test]
fn a_small_window_shows_a_part_of_the_graph() {
    let mut play = picture(&options());
    play.screen(80, 24);
    play.keys("\t");
    assert_debug_snapshot!(frame(&mut play, 80, 24));
}

#[test]
fn a_rule_is_drawn_where_its_levels_are() {
    let mut play = Play::queens(4);
    play.settled(":grow\n");
    play.keys("]]]]]]]]");
    assert_debug_snapshot!(frame(&mut play, 100, 40));
}

#[test]
fn a_large_graph_in_ascii_has_ascii_characters_only() {
    let options =
        Options { glyphs: Glyphs::Ascii, depth: ColorDepth::None, theme: Theme::Auto, ..options() };
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options);
    play.settled("g");
    play.screen(100, 30);
    play.settled("\tlll");
    for _ in ["names", "marks", "dots"] {
        let screen = frame(&mut play, 100, 30);
        let other = screen.content.iter().find(|cell| !cell.symbol().is_ascii());
        assert!(other.is_none(), "{other:?}");
        play.keys("-");
    }
}
