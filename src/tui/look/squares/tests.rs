use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use itertools::Itertools;
use proptest::prelude::*;
use ratatui::layout::Position;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::super::{LayoutNeeds, WindowSplit};
use super::*;
use crate::look::board_layout::SquareRendering;
use crate::{ColorDepth, Glyphs};
use export::face::{Palette, Region, State, region};
use geometry::{Piece, Size};

const DEPTHS: [ColorDepth; 4] =
    [ColorDepth::None, ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::True];
const GLYPHS: [Glyphs; 2] = [Glyphs::Unicode, Glyphs::Ascii];

fn look(depth: ColorDepth, glyphs: Glyphs) -> Look {
    Look { palette: Palette::DARK, depth, glyphs }
}

/// A layout with squares of this side and all cells in view.
fn layout(grid: Size, side: u16, look: &Look) -> BoardLayout {
    let rendering = SquareRendering::new(look.depth, look.glyphs);
    let line = u16::from(rendering == SquareRendering::Lines && side > 2);
    let area = Rect::new(4, 1, grid.columns() * side + line, 300);
    let layout = BoardLayout::thumbnail(area, grid, rendering).unwrap();
    assert_eq!(layout.side, side, "{layout:?}");
    layout
}

/// Draws a board of two rows. Both squares of each column are the element of `squares` with the column's index.
fn drawn(squares: &[Square], side: u16, look: Look) -> (BoardLayout, Buffer) {
    let grid = Size::new(2, squares.len() as u16).unwrap();
    let layout = layout(grid, side, &look);
    let figure = Figure::new(&Piece::default());
    let square = |cell: Cell| squares[usize::from(cell.column())];
    let mut buffer = Buffer::empty(Rect::new(0, 0, 400, layout.board.bottom() + 3));
    BoardPicture::new(&layout, look, &figure, &square).render(&mut buffer);
    (layout, buffer)
}

/// The characters of each square in the upper row, with their colours or their modifiers.
fn seen(squares: &[Square], side: u16, look: Look, has_colors: bool) -> Vec<String> {
    let (layout, buffer) = drawn(squares, side, look);
    let text = |column: usize| {
        let area = layout.area(Cell::new(1, column as u16)).unwrap();
        let mut text = String::new();
        for position in area.positions() {
            let cell = &buffer[position];
            text.push_str(cell.symbol());
            if has_colors {
                write!(text, "{:?}{:?}", cell.fg, cell.bg).unwrap();
            } else {
                write!(text, "{:?}", cell.modifier).unwrap();
            }
        }
        text
    };
    (0..squares.len()).map(text).collect()
}

/// A square of every state, each followed by a hole, so that all states are on the same colour of the chequer.
fn every_state() -> Vec<Square> {
    State::ALL
        .into_iter()
        .flat_map(|state| [Square::new(state), Square::new(State::Hole)])
        .collect()
}

fn assert_all_differ(seen: &[String], names: &str) {
    let states: Vec<_> = seen.iter().step_by(2).collect();
    for (index, one) in states.iter().enumerate() {
        for (other_index, other) in states.iter().enumerate().skip(index + 1) {
            let [one_state, other_state] = [index, other_index].map(|index| State::ALL[index]);
            assert_ne!(one, other, "{one_state:?} {other_state:?} {names}");
        }
    }
}

#[test]
fn costs_have_three_characters() {
    let text = |cost| Square::cost(cost).map(|text| text.iter().collect::<String>());
    let costs = [0, -9, 999, -99, 1000, -100, i64::MIN];
    let texts = [Some("  0"), Some(" -9"), Some("999"), Some("-99"), None, None, None];
    for (cost, expected) in costs.into_iter().zip(texts) {
        assert_eq!(text(cost).as_deref(), expected, "{cost}");
    }
}

#[test]
fn without_colour_states_differ_by_characters() {
    for glyphs in GLYPHS {
        for side in [4, 6, 8, 12] {
            let look = look(ColorDepth::None, glyphs);
            assert_all_differ(
                &seen(&every_state(), side, look, false),
                &format!("{glyphs:?} {side}"),
            );
        }
    }
}

#[test]
fn with_colours_states_differ_at_every_side() {
    for depth in [ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::True] {
        for side in 1..=16 {
            let look = look(depth, Glyphs::Unicode);
            let mut states = every_state();
            // With sixteen colours, small attacked cells and holes look alike: both have the terminal's own background.
            if depth == ColorDepth::Sixteen && side <= 2 {
                states.iter_mut().filter(|square| square.state == State::Hole).for_each(|square| {
                    square.state = State::Placed;
                });
                let seen: BTreeSet<_> = seen(&states[2..], side, look, true).into_iter().collect();
                assert_eq!(seen.len(), State::ALL.len() - 1, "{side}");
                continue;
            }
            assert_all_differ(&seen(&states, side, look, true), &format!("{depth:?} {side}"));
        }
    }
}

/// The characters of a cell, with colours numbered in the order in which they appear.
fn form(buffer: &Buffer, area: Rect) -> Vec<(String, usize, usize)> {
    let mut colors = Vec::new();
    let mut number = |color: Color| {
        colors.iter().position(|&known| known == color).unwrap_or_else(|| {
            colors.push(color);
            colors.len() - 1
        })
    };
    let symbol = |position| buffer[position].symbol().to_owned();
    area.positions()
        .map(|position| {
            let cell = &buffer[position];
            let ink = if symbol(position) == " " { cell.bg } else { cell.fg };
            (symbol(position), number(cell.bg), number(ink))
        })
        .collect()
}

#[test]
fn from_side_four_on_states_differ_by_form_but_attacked_ones_and_holes() {
    // If the side is odd, the chequer itself gives squares different forms.
    for side in (4..=16).step_by(2) {
        let look = look(ColorDepth::True, Glyphs::Unicode);
        let (layout, buffer) = drawn(&every_state(), side, look);
        let forms: BTreeSet<_> = (0..State::ALL.len() as u16)
            .map(|index| form(&buffer, layout.area(Cell::new(1, 2 * index)).unwrap()))
            .collect();
        assert_eq!(forms.len(), State::ALL.len() - 1, "{side}");
    }
}

#[test]
fn culprits_conflicts_hints_and_the_hovered_cell_are_seen() {
    let plain = Square::new(State::Placed);
    let accused = Square { is_culprit: true, ..plain };
    let clashing = Square { is_conflict: true, ..plain };
    let hinted = Square { is_hint: true, ..plain };
    let squares = [plain, plain, accused, plain, clashing, plain, hinted, plain];
    for side in 2..=16 {
        let seen = seen(&squares, side, look(ColorDepth::True, Glyphs::Unicode), true);
        let different: BTreeSet<_> = seen.iter().step_by(2).collect();
        assert_eq!(different.len(), 4, "{side}");
    }
    let hovered = Square { is_hovered: true, ..plain };
    let in_hint = Square { is_in_hint: true, ..plain };
    for (depth, glyphs) in [(ColorDepth::True, Glyphs::Unicode), (ColorDepth::None, Glyphs::Ascii)]
    {
        for (marked, side) in [hovered, in_hint].into_iter().cartesian_product([4, 6, 8, 10]) {
            let (_, buffer) = drawn(&[plain, marked], side, look(depth, glyphs));
            let (_, other) = drawn(&[plain, plain], side, look(depth, glyphs));
            assert_ne!(buffer, other, "{depth:?} {side}");
        }
    }
    for glyphs in GLYPHS {
        let seen = seen(&squares, 4, look(ColorDepth::None, glyphs), false);
        let different: BTreeSet<_> = [&seen[0], &seen[2], &seen[6]].into_iter().collect();
        assert_eq!(different.len(), 3, "{glyphs:?}");
    }
}

/// A regression test: the mark of a hint covered the piece that it pointed at. In regions, a frame surrounds the piece.
#[test]
fn a_hint_leaves_the_pieces_of_regions_whole() {
    for (palette, side) in [Palette::DARK, Palette::LIGHT].into_iter().cartesian_product(3..=9) {
        let look = Look { palette, ..look(ColorDepth::True, Glyphs::Unicode) };
        let region = Some(Region { letter: 'a', color: 2 });
        let [piece, empty] =
            [State::Placed, State::Possible].map(|state| Square { region, ..Square::new(state) });
        let hinted = Square { is_hint: true, is_in_hint: true, ..piece };
        let [with, without] = [hinted, piece].map(|square| {
            let (layout, buffer) = drawn(&[square, empty, empty], side, look);
            let area = layout.area(Cell::new(0, 0)).unwrap();
            let edge = [area.x, area.y, area.bottom() - 1];
            let inside =
                area.positions().filter(|at| at.x != edge[0] && !edge[1..].contains(&at.y));
            let inside: Vec<_> = inside.map(|at| buffer[at].clone()).collect();
            (inside, colors_of(&buffer, area))
        });
        assert_eq!(with.0, without.0, "{side}");
        assert_ne!(with.1, without.1, "{side}");
    }
}

/// The colours of the characters in an area.
fn colors_of(buffer: &Buffer, area: Rect) -> Vec<Color> {
    let cells = area.positions().map(|at| &buffer[at]);
    cells
        .flat_map(|cell| [cell.bg].into_iter().chain((cell.symbol() != " ").then_some(cell.fg)))
        .collect()
}

/// A regression test: the frame of a hint had the colour of a region.
#[test]
fn the_frame_of_a_hint_has_two_colours_that_no_region_has() {
    for (palette, side) in
        [Palette::DARK, Palette::LIGHT].into_iter().cartesian_product([3, 4, 5, 6, 7, 9, 14])
    {
        let look = Look { palette, ..look(ColorDepth::True, Glyphs::Unicode) };
        let [plain, other] = ['a', 'b'].map(|letter| Square {
            region: Some(Region { letter, color: 7 }),
            ..Square::default()
        });
        let in_hint = Square { is_in_hint: true, ..plain };
        let [framed, bare] = [in_hint, plain].map(|square| {
            let (layout, buffer) = drawn(&[square, other], side, look);
            colors_of(&buffer, layout.area(Cell::new(1, 0)).unwrap())
        });
        let is_light = look.rgb(look.color(palette.window)).luminance() > 0.5;
        let border = if is_light { palette.hint } else { palette.region_border };
        for tint in [palette.placed.mark, border] {
            assert!(framed.contains(&look.color(tint)), "{side} {tint:?}");
        }
        assert!(!bare.contains(&look.color(palette.placed.mark)), "{side}");
    }
}

/// A regression test: a border took half a column of the squares on both of its sides and half a row of the lower one, and where
/// borders met, characters with three colours left notches.
#[test]
fn borders_between_regions_are_whole_characters_and_even() {
    let look = look(ColorDepth::True, Glyphs::Unicode);
    let border = look.color(look.palette.region_border);
    let [left, right] = [('a', 0), ('b', 1)].map(|(letter, color)| Square {
        region: Some(Region { letter, color }),
        ..Square::new(State::Possible)
    });
    for side in [3, 4, 5, 7, 9] {
        let (layout, buffer) = drawn(&[left, right], side, look);
        for y in layout.board.y + 1..layout.board.bottom() {
            let wall = &buffer[(layout.board.x + side, y)];
            assert_eq!((wall.symbol(), wall.bg), (" ", border), "{side}");
            for x in [1, side - 1, side + 1, 2 * side - 1] {
                let beside = &buffer[(layout.board.x + x, y)];
                assert!(beside.bg != border && beside.fg != border, "{side} {x} {y}");
            }
        }
    }
    // Small squares have thin lines.
    let (layout, buffer) = drawn(&[left, right], 2, look);
    let wall = &buffer[(layout.board.x + 2, layout.board.y)];
    assert_eq!((wall.symbol(), wall.fg), ("▏", border));
}

/// A regression test: the dashes of a cause had a colour that depended on the background, and looked like the dashes of
/// cells that the hovered cell attacks.
#[test]
fn a_cause_has_one_form_and_colour_on_every_ground() {
    let states = State::ALL.into_iter().filter(|&state| state != State::Hole);
    for (palette, side) in
        [Palette::DARK, Palette::LIGHT].into_iter().cartesian_product([3, 4, 5, 6, 9, 16])
    {
        let look = Look { palette, ..look(ColorDepth::True, Glyphs::Unicode) };
        let wrong = look.color(palette.wrong);
        for state in states.clone() {
            let plain = Square::new(state);
            let ruled = Square { is_rule_cause: true, ..plain };
            let hovered = Square { is_hovered: true, ..plain };
            let (layout, buffer) = drawn(&[ruled, hovered], side, look);
            let area = layout.area(Cell::new(1, 0)).unwrap();
            let marked = |position: &Position| {
                let cell = &buffer[*position];
                // Squares of odd sides share their lowest row of characters with the next ones.
                let is_own = position.y + 1 < area.bottom() || side % 2 == 0;
                is_own && (cell.fg == wrong && cell.symbol() != " " || cell.bg == wrong)
            };
            let marked: Vec<_> = area.positions().filter(marked).collect();
            assert!(!marked.is_empty(), "no bar: {state:?} {side}");
            assert!(marked.iter().all(|at| at.y == area.y), "not at the edge: {state:?} {side}");
            assert!(marked.len() < usize::from(side.max(5)), "a long bar: {state:?} {side}");
            // The mark of the hovered cell has another form, not only another colour.
            let [ruled, hovered] =
                [ruled, hovered].map(|square| seen(&[square], side, look, false));
            assert_ne!(ruled, hovered, "alike: {state:?} {side}");
        }
    }
    // Without colours, the mark of a cause is a bar as well.
    for glyphs in GLYPHS {
        let ruled = Square { is_rule_cause: true, ..Square::new(State::Impossible) };
        let (layout, buffer) = drawn(&[ruled], 6, look(ColorDepth::None, glyphs));
        let area = layout.area(Cell::new(1, 0)).unwrap();
        let bar = if glyphs == Glyphs::Unicode { "═" } else { "=" };
        assert!(area.positions().any(|at| at.y == area.y && buffer[at].symbol() == bar));
    }
}

#[test]
fn the_cursor_changes_every_square_and_keeps_states_apart() {
    let figure = Figure::new(&Piece::default());
    for depth in DEPTHS {
        for glyphs in GLYPHS {
            let look = look(depth, glyphs);
            for side in [2, 4, 6, 8, 10] {
                let mut pictures = BTreeMap::new();
                for state in State::ALL {
                    let layout = layout(Size::square(3).unwrap(), side, &look);
                    let middle = Cell::new(1, 1);
                    let square =
                        |cell| Square::new(if cell == middle { state } else { State::Attacked });
                    let draw = |cursor, buffer: &mut Buffer| {
                        let picture = BoardPicture::new(&layout, look, &figure, &square);
                        BoardPicture { cursor, ..picture }.render(buffer);
                    };
                    let empty = Buffer::empty(Rect::new(0, 0, 60, 30));
                    let (mut without, mut with) = (empty.clone(), empty);
                    draw(None, &mut without);
                    draw(Some(middle), &mut with);
                    let area = layout.area(middle).unwrap();
                    let is_changed = |buffer: &Buffer| {
                        area.positions().any(|position| buffer[position] != without[position])
                    };
                    assert!(is_changed(&with), "{depth:?} {glyphs:?} {side} {state:?}");
                    pictures.insert(state as u8, format!("{with:?}"));
                }
                let is_large =
                    side > 4 && SquareRendering::new(depth, glyphs) == SquareRendering::Pixels;
                if is_large && depth != ColorDepth::Sixteen {
                    let different: BTreeSet<_> = pictures.values().collect();
                    assert_eq!(different.len(), State::ALL.len(), "{depth:?} {glyphs:?} {side}");
                }
            }
        }
    }
}

#[test]
fn neighbours_of_the_chequer_differ() {
    for state in State::ALL.into_iter().filter(|&state| state != State::Hole) {
        for side in [1, 2, 5, 9] {
            let squares = [Square::new(state); 2];
            let seen = seen(&squares, side, look(ColorDepth::True, Glyphs::Unicode), true);
            // A placed piece fills a square of one column.
            let is_filled =
                side == 1 && matches!(state, State::Placed | State::Given | State::Completed);
            assert_eq!(seen[0] == seen[1], is_filled, "{state:?} {side}");
        }
    }
}

#[test]
fn percentages_are_whole_and_small_ones_are_said_to_be_small() {
    let text = |share| Square::percent(share).iter().collect::<String>();
    assert_eq!(text(0.004), " <1");
    assert_eq!(text(0.0101), "  1");
    assert_eq!(text(0.126), " 13");
    assert_eq!(text(1.0), "100");
}

#[test]
fn a_number_takes_the_place_of_the_mark_from_side_five_on() {
    let numbered = Square {
        heat: Some(0.5),
        text: Some(Square::percent(0.42)),
        ..Square::new(State::Possible)
    };
    for (side, has_number) in [(4, false), (5, true), (9, true)] {
        let (_, buffer) = drawn(&[numbered], side, look(ColorDepth::True, Glyphs::Unicode));
        assert_eq!(format!("{buffer:?}").contains("42"), has_number, "{side}");
    }
}

/// A regression test: with regions the numbers were black even on dark blue.
#[test]
fn numbers_on_the_heat_map_of_regions_are_read() {
    let square = |heat: f32| Square {
        region: Some(Region { letter: 'a', color: 0 }),
        heat: Some(heat),
        text: Some(Square::percent(0.42)),
        ..Square::new(State::Possible)
    };
    for (depth, heat) in
        [ColorDepth::Palette, ColorDepth::True].into_iter().cartesian_product([0.0, 0.3, 1.0])
    {
        let look = look(depth, Glyphs::Unicode);
        let (_, buffer) = drawn(&[square(heat)], 9, look);
        let digit = buffer.content.iter().find(|cell| cell.symbol() == "4").unwrap();
        let contrast = look.rgb(digit.fg).contrast(look.rgb(digit.bg));
        assert!(contrast >= 4.5, "{depth:?} {heat} {contrast}");
    }
}

/// A regression test: squares of side 4, such as 9 rows in a window of 80x24, had no borders.
#[test]
fn small_squares_have_borders_between_regions() {
    let square = |letter, color| Square {
        region: Some(Region { letter, color }),
        ..Square::new(State::Possible)
    };
    for (side, depth) in
        (3..=6).cartesian_product([ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::True])
    {
        let look = look(depth, Glyphs::Unicode);
        let grout = look.color(look.palette.region_border);
        let has_border = |squares: [Square; 2]| {
            let (layout, buffer) = drawn(&squares, side, look);
            let x = layout.board.x + side;
            let y = layout.board.y + 1;
            [buffer[(x - 1, y)].clone(), buffer[(x, y)].clone()]
                .iter()
                .any(|cell| [cell.fg, cell.bg].contains(&grout))
        };
        assert!(has_border([square('a', 0), square('b', 1)]), "{side} {depth:?}");
        assert!(!has_border([square('a', 0), square('a', 0)]), "{side} {depth:?}");
    }
}

/// A regression test: the cursor's ring and the piece were one black square.
#[test]
fn a_piece_under_the_cursor_is_seen_among_regions() {
    let figure = Figure::new(&Piece::default());
    for side in 4..=12 {
        let look = look(ColorDepth::True, Glyphs::Unicode);
        let layout = layout(Size::square(3).unwrap(), side, &look);
        let square = |cell: Cell| Square {
            region: Some(Region { letter: char::from(b'a' + cell.column() as u8), color: 0 }),
            ..Square::new(State::Placed)
        };
        let middle = Cell::new(1, 1);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 60, 30));
        let picture = BoardPicture::new(&layout, look, &figure, &square);
        BoardPicture { cursor: Some(middle), ..picture }.render(&mut buffer);
        let light = look.color(look.palette.cursor);
        let is_light = |at: &Position| [buffer[*at].fg, buffer[*at].bg].contains(&light);
        let lit = layout.area(middle).unwrap().positions().filter(is_light).count();
        assert!(2 * lit >= usize::from(side), "{side}: {lit}");
    }
}

/// A regression test: the cursor's ring and a placed piece shared characters, white on cream.
#[test]
fn a_dark_line_is_between_the_cursor_and_a_large_piece() {
    let figure = Figure::new(&Piece::default());
    for side in 8..=16 {
        let look = look(ColorDepth::True, Glyphs::Unicode);
        let layout = layout(Size::square(3).unwrap(), side, &look);
        let middle = Cell::new(1, 1);
        let square = |_| Square::new(State::Placed);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 60, 30));
        let picture = BoardPicture::new(&layout, look, &figure, &square);
        BoardPicture { cursor: Some(middle), ..picture }.render(&mut buffer);
        let [ring, piece] =
            [look.palette.cursor, look.palette.placed.mark].map(|tint| look.color(tint));
        let area = layout.area(middle).unwrap();
        let has = |at: Position, color| [buffer[at].fg, buffer[at].bg].contains(&color);
        assert!(area.positions().any(|at| has(at, ring)), "{side}");
        assert!(area.positions().any(|at| has(at, piece)), "{side}");
        let mixed = area.positions().find(|&at| has(at, ring) && has(at, piece));
        assert_eq!(mixed, None, "{side}");
    }
}

/// Regression test: the name of the last column in view was written over the frame beside the board.
#[test]
fn names_of_columns_keep_to_the_board() {
    let look = look(ColorDepth::True, Glyphs::Unicode);
    // The 81st column is cc.
    let layout = layout(Size::new(2, 81).unwrap(), 1, &look);
    let figure = Figure::new(&Piece::default());
    let square = |_: Cell| Square::new(State::Possible);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 200, layout.board.bottom() + 2));
    BoardPicture::new(&layout, look, &figure, &square).render(&mut buffer);
    let y = layout.board.bottom();
    let names: String = (0..200).map(|x| buffer[(x, y)].symbol()).collect();
    assert_eq!(names.trim_end().chars().count(), usize::from(layout.board.right()));
    assert!(names.trim_end().ends_with(" cc"), "{names}");
}

/// A regression test: from the thirteenth region on, two regions had the same colour and no other difference.
#[test]
fn a_region_whose_colour_is_repeated_shows_its_letter() {
    let square = |letter, color| Square {
        region: Some(Region { letter, color }),
        ..Square::new(State::Possible)
    };
    for (side, depth) in
        (2..=9).cartesian_product([ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::True])
    {
        let squares = [square('y', 3), square('z', 3 + export::face::region::COUNT)];
        let (layout, buffer) = drawn(&squares, side, look(depth, Glyphs::Unicode));
        let letters = |letter: &str| {
            layout.board.positions().filter(|&at| buffer[at].symbol() == letter).count()
        };
        // The letter appears twice, since the board has two rows of cells.
        assert_eq!((letters("y"), letters("z")), (0, 2), "{side} {depth:?}");
    }
}

#[test]
fn ascii_pictures_keep_to_their_characters() {
    let mut squares = every_state();
    squares.extend(squares.clone().into_iter().map(|square| Square { is_culprit: true, ..square }));
    squares.extend(squares.clone().into_iter().map(|square| Square { is_hint: true, ..square }));
    for depth in DEPTHS {
        for side in [2, 4, 6, 8, 10] {
            let (_, buffer) = drawn(&squares, side, look(depth, Glyphs::Ascii));
            for cell in &buffer.content {
                assert!(cell.symbol().is_ascii(), "{depth:?} {side} {}", cell.symbol());
            }
        }
    }
}

#[test]
fn labels_name_every_row_and_few_columns_of_tiny_squares() {
    let names = |columns: u16, side: u16| {
        let size = Size::square(columns).unwrap();
        let look = look(ColorDepth::True, Glyphs::Unicode);
        let layout = layout(size, side, &look);
        let figure = Figure::new(&Piece::default());
        let square = |_| Square::new(State::Possible);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 200, layout.board.bottom() + 3));
        let cursor = Some("k12".parse().unwrap());
        BoardPicture { cursor, ..BoardPicture::new(&layout, look, &figure, &square) }
            .render(&mut buffer);
        let row = |y: u16, end: u16| {
            (0..end).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim().to_owned()
        };
        let columns = row(layout.board.bottom(), 200);
        let rows = (0..layout.board.bottom()).filter(|&y| !row(y, layout.board.x).is_empty());
        (columns.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), rows.count())
    };
    let (columns, rows) = names(30, 2);
    assert_eq!((columns.join(" ").as_str(), rows), ("a f k p u z", 30));
    let (columns, rows) = names(30, 1);
    assert_eq!((columns.join(" ").as_str(), rows), ("a k u", 3));
    let (columns, rows) = names(14, 2);
    assert_eq!((columns.join(" ").as_str(), rows), ("a b c d e f g h i j k l m n", 14));
    let (columns, rows) = names(30, 3);
    assert_eq!((columns.len(), rows), (30, 30));
}

#[test]
fn eight_regions_have_eight_grounds_and_in_sixteen_colours_neighbours_differ() {
    let squares: Vec<Square> = (0..8)
        .map(|color| {
            let letter = char::from(b'a' + color);
            let region = Region { letter, color: usize::from(color) };
            Square { region: Some(region), ..Square::new(State::Possible) }
        })
        .collect();
    for depth in [ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::True] {
        let (layout, buffer) = drawn(&squares, 7, look(depth, Glyphs::Unicode));
        let grounds: BTreeSet<String> = (0..8)
            .map(|column| {
                let area = layout.area(Cell::new(0, column)).unwrap();
                format!("{:?}", buffer[(area.x + 3, area.y + 1)].bg)
            })
            .collect();
        assert_eq!(grounds.len(), 8, "{depth:?}");
    }
}

#[test]
fn a_conflict_is_crimson_on_regions_too() {
    let region = Some(Region { letter: 'a', color: 0 });
    let square = Square { region, is_conflict: true, ..Square::new(State::Placed) };
    let (_, buffer) = drawn(&[square], 9, look(ColorDepth::Palette, Glyphs::Unicode));
    let crimson = Palette::DARK.conflict.light.indexed;
    let is_crimson = |color| color == Color::Indexed(crimson);
    assert!(buffer.content.iter().any(|cell| is_crimson(cell.bg) || is_crimson(cell.fg)));
}

/// Regression test: pieces and crosses of a 10×10 puzzle in a window of 80×24 merged with the borders of the regions, and
/// the numbers of a what-if were missing.
#[test]
fn in_small_squares_of_regions_pieces_and_crosses_are_characters() {
    let region = Some(Region { letter: 'a', color: 0 });
    let numbered = |text: &str| {
        let text = text.chars().collect::<Vec<_>>().try_into().ok();
        Square { region, text, ..Square::new(State::Excluded) }
    };
    let plain = |state| Square { region, ..Square::new(state) };
    let squares = [
        plain(State::Placed),
        plain(State::Forced),
        plain(State::Excluded),
        numbered(" ×3"),
        numbered("×12"),
    ];
    let text = |glyphs, column: u16| {
        let (layout, buffer) = drawn(&squares, 4, look(ColorDepth::True, glyphs));
        let area = layout.area(Cell::new(1, column)).unwrap();
        let lower = area.positions().filter(|at| at.y + 1 == area.bottom());
        lower.map(|at| buffer[at].symbol()).collect::<String>()
    };
    let texts = [0, 1, 2, 3, 4].map(|column| text(Glyphs::Unicode, column));
    for (text, seen) in texts.iter().zip(["♛", "♕", "×", "×3", "12"]) {
        assert!(text.contains(seen), "{text} {seen}");
    }
}

/// Pieces used to be as dark as the borders of their region.
#[test]
fn pieces_in_regions_stand_on_the_ground_of_their_state_inside_a_rim_of_the_region() {
    let region = Some(Region { letter: 'a', color: 1 });
    for side in 4..=12 {
        let look = look(ColorDepth::True, Glyphs::Unicode);
        let (layout, buffer) =
            drawn(&[Square { region, ..Square::new(State::Placed) }; 3], side, look);
        let area = layout.area(Cell::new(1, 1)).unwrap();
        let colors = |column: u16| {
            let at = area.positions().filter(|at| at.x == area.x + column);
            at.flat_map(|at| [buffer[at].fg, buffer[at].bg]).collect::<Vec<_>>()
        };
        let blue = look.color(Palette::DARK.placed.dark);
        let yellow = look.color(region::ground(1, State::Possible, false, Palette::DARK));
        // The gaps on both sides of the square have the colour of the region.
        for x in [area.x, area.x + side] {
            let gap = colors_of(&buffer, Rect { x, width: 1, ..area });
            assert!(gap.contains(&yellow) && !gap.contains(&blue), "{side}");
        }
        assert!(colors(side / 2).contains(&look.color(Palette::DARK.placed.mark)), "{side}");
        let all: Vec<_> = (1..side - 1).flat_map(colors).collect();
        assert!(all.contains(&blue) || all.contains(&look.color(Palette::DARK.placed.light)));
    }
}

#[test]
fn crosses_of_the_program_are_fainter_than_those_of_the_player() {
    let region = Some(Region { letter: 'a', color: 1 });
    for region in [region, None] {
        let own = Square { region, ..Square::new(State::Excluded) };
        let automatic = Square { is_automatic: true, ..own };
        for palette in [Palette::DARK, Palette::LIGHT] {
            let ground = own.ground(false, palette).rgb;
            let [own, automatic] = [own, automatic].map(|it| it.ink(palette).rgb.contrast(ground));
            assert!(own > 1.5 * automatic && automatic > 1.3, "{own} {automatic}");
        }
    }
}

/// Regression test: under the cursor, a wrong piece was white on light yellow.
#[test]
fn wrong_squares_are_seen_under_the_cursor() {
    let region = Some(Region { letter: 'a', color: 0 });
    let wrong = [
        Square { region, is_conflict: true, ..Square::new(State::Placed) },
        Square { region, lacks_room: true, ..Square::new(State::Excluded) },
    ];
    for palette in [Palette::DARK, Palette::LIGHT] {
        for side in [3, 4, 6, 9] {
            for square in wrong {
                let look = Look { palette, depth: ColorDepth::True, glyphs: Glyphs::Unicode };
                let layout = layout(Size::square(1).unwrap(), side, &look);
                let (figure, square) = (Figure::star(), |_: Cell| square);
                let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 20));
                let cursor = Some(Cell::new(0, 0));
                BoardPicture { cursor, ..BoardPicture::new(&layout, look, &figure, &square) }
                    .render(&mut buffer);
                let conflict = look.palette.conflict;
                let crimsons = [conflict.light, conflict.dark].map(|tint| look.color(tint));
                let is_crimson = |cell: &ratatui::buffer::Cell| {
                    [cell.fg, cell.bg].iter().any(|color| crimsons.contains(color))
                };
                assert!(buffer.content.iter().any(is_crimson), "{side}");
            }
        }
    }
}

proptest! {
    #[test]
    fn nothing_is_drawn_outside_and_nothing_panics(
        (rows, columns) in (1..30_u16, 1..30_u16),
        (width, height) in (0..130_u16, 0..45_u16),
        depth in prop::sample::select(DEPTHS.to_vec()),
        glyphs in prop::sample::select(GLYPHS.to_vec()),
        states in prop::collection::vec((0..9_usize, any::<bool>(), any::<bool>(), 0..14_usize), 1..20),
        at in (0..30_u16, 0..30_u16),
        least_side in 1..9_u16,
    ) {
        let size = Size::new(rows, columns).unwrap();
        let cursor = Cell::new(at.0 % rows, at.1 % columns);
        let look = look(depth, glyphs);
        let rendering = SquareRendering::new(depth, glyphs);
        let sharing = WindowSplit::Board;
        let need = LayoutNeeds { size, rendering, has_counters: true, least_side, cursor, split: sharing, graph: None, has_strip: false };
        let window = Rect::new(0, 0, width, height);
        let layout = BoardLayout::new(window, &need, &BoardLayout::default());
        let figure = Figure::new(&"NZ".parse().unwrap());
        let square = |cell: Cell| {
            let (state, is_culprit, is_hint, color) = states[size.index(cell) % states.len()];
            let region = (color > 2).then_some(Region { letter: char::from(b'a' + color as u8), color });
            Square { region, is_culprit, is_hint, is_hovered: is_culprit, is_conflict: is_hint && is_culprit, ..Square::new(State::ALL[state]) }
        };
        let counters = vec![GroupSatisfaction::Broken; 30];
        let mut buffer = Buffer::empty(window);
        let picture = BoardPicture {
            cursor: Some(cursor),
            lens_corners: Some((Cell::new(0, 0), cursor)),
            is_torus: true,
            row_counters: &counters,
            column_counters: &counters,
            ..BoardPicture::new(&layout, look, &figure, &square)
        };
        picture.render(&mut buffer);
        picture.render(&mut Buffer::empty(Rect::new(3, 3, 5, 5)));
    }
}
