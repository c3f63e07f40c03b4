//! The restoration list over the panel, and the list of decisions with the number of solutions that taking back each
//! decision restores.

use insta::{assert_debug_snapshot, assert_snapshot};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::testing::looks::in_looks;
use crate::testing::{Play, cell, options};
use crate::{ColorDepth, Glyphs, Options, Theme};
use problem::{Problem, Rules, Value};

/// 8 queens with a1 and g2 placed and the cursor on c4, which can be placed after taking back either decision.
fn two_ways(options: &Options) -> Play {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), options);
    play.settled(":a1\n :g2\n :c4\n");
    play
}

/// The first rows of the panel.
fn panel(play: &mut Play, (width, height): (u16, u16), rows: u16) -> Buffer {
    let screen = play.screen(width, height);
    let area = Rect { height: rows, y: 0, ..play.model.view.layout.panel };
    let mut cropped = Buffer::empty(Rect { x: 0, ..area });
    for position in cropped.area.positions() {
        cropped[position] = screen[(position.x + area.x, position.y)].clone();
    }
    cropped
}

#[test]
fn two_ways_in_every_look() {
    let drawn = |theme, depth, glyphs, size| {
        let mut play = two_ways(&Options { glyphs, theme, depth, ..options() });
        play.keys("!j");
        panel(&mut play, size, 9)
    };
    let frames = [("dark", Theme::Dark), ("sixteen", Theme::Terminal)]
        .map(|(name, theme)| (name, drawn(theme, ColorDepth::True, Glyphs::Unicode, (80, 24))));
    assert_snapshot!("ways", in_looks(&frames));
    for (name, theme, depth, glyphs, size) in [
        ("light", Theme::Light, ColorDepth::True, Glyphs::Unicode, (120, 40)),
        ("plain", Theme::Auto, ColorDepth::None, Glyphs::Unicode, (80, 24)),
        ("ascii", Theme::Auto, ColorDepth::None, Glyphs::Ascii, (80, 24)),
    ] {
        assert_debug_snapshot!(format!("ways_{name}"), drawn(theme, depth, glyphs, size));
    }
}

#[test]
fn more_ways_than_digits() {
    let rules = Rules::queens(12).unwrap().with_piece("rook".parse().unwrap());
    let excluded = ('a'..='k').map(|column| (cell(&format!("{column}1")), Value::Excluded));
    let board = Problem::with_decisions(rules.into(), excluded.collect()).unwrap();
    let mut play = Play::answered(board);
    play.settled(":l1\n");
    play.keys("!");
    assert_debug_snapshot!(panel(&mut play, (80, 24), 16));
}

#[test]
fn decisions_say_what_taking_them_back_brings_back() {
    for (name, theme, size, rows) in
        [("dark", Theme::Dark, (80, 24), 14), ("light", Theme::Light, (120, 40), 19)]
    {
        let mut play = two_ways(&Options { theme, ..options() });
        assert_debug_snapshot!(format!("brings_back_{name}"), panel(&mut play, size, rows));
    }
}

#[test]
fn a_marked_way_is_seen_in_a_low_window() {
    let rules = Rules::queens(12).unwrap().with_piece("rook".parse().unwrap());
    let rules = rules.resized("2x12".parse().unwrap());
    let excluded = ('a'..='k').map(|column| (cell(&format!("{column}1")), Value::Excluded));
    let mut play =
        Play::answered(Problem::with_decisions(rules.into(), excluded.collect()).unwrap());
    play.settled(":l1\n");
    play.keys("!");
    for (index, name) in ('a'..='i').enumerate() {
        let text = play.text(50, 9);
        assert!(text.contains(&format!("▌{}  ╱ {name}1", index + 1)), "{text}");
        play.keys("j");
    }
}

#[test]
fn no_window_is_too_small_for_the_list() {
    let mut play = two_ways(&options());
    play.keys("!");
    for (width, height) in [(24, 8), (30, 10), (40, 12), (66, 24), (72, 10), (300, 100)] {
        let text = play.text(width, height);
        assert!(text.contains("place c4"), "{width}×{height}");
    }
}
