use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn need(size: Size, rendering: SquareRendering) -> LayoutNeeds {
    LayoutNeeds {
        size,
        rendering,
        has_counters: false,
        least_side: 1,
        cursor: Cell::new(0, 0),
        split: WindowSplit::Board,
        graph: None,
        has_strip: false,
    }
}

fn laid_out(side: u16, (width, height): (u16, u16)) -> BoardLayout {
    let need = need(Size::square(side).unwrap(), SquareRendering::Pixels);
    BoardLayout::new(Rect::new(0, 0, width, height), &need, &BoardLayout::default())
}

#[test]
fn squares_fill_the_window_as_measured() {
    let windows = [(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)];
    for (side, sides) in [
        (4, [10, 13, 16, 16, 16]),
        (6, [6, 8, 12, 15, 16]),
        (8, [5, 6, 9, 11, 14]),
        (10, [4, 5, 7, 9, 11]),
        (12, [3, 4, 6, 7, 9]),
        (14, [2, 3, 5, 6, 8]),
        (16, [2, 3, 4, 5, 7]),
        (20, [2, 2, 3, 4, 5]),
        (30, [1, 1, 2, 3, 3]),
        (100, [1, 1, 1, 1, 1]),
    ] {
        for (window, expected) in windows.into_iter().zip(sides) {
            let layout = laid_out(side, window);
            assert_eq!(layout.side, expected, "{side} in {window:?}");
            let whole = side < 100 || window == (200, 60);
            assert_eq!(layout.is_whole(), whole, "{side} in {window:?}");
            assert!(layout.panel.width >= MIN_PANEL_WIDTH, "{side} in {window:?}");
        }
    }
}

#[test]
fn small_windows_have_the_panel_below_or_one_line() {
    let layout = laid_out(8, (60, 24));
    assert_eq!((layout.side, layout.panel.height, layout.panel.width), (4, 1, 60));
    assert!(layout.panel.y > layout.board.bottom());
    assert_eq!(layout.legend.y, layout.panel.bottom());
    let layout = laid_out(8, (60, 40));
    assert_eq!(layout.side, 7);
    assert!(layout.panel.height >= MIN_BELOW_HEIGHT, "{layout:?}");
    let layout = laid_out(8, (30, 11));
    assert!(layout.header.is_empty() && layout.legend.is_empty() && layout.footer.is_empty());
    assert_eq!((layout.panel.height, layout.panel.bottom()), (1, 11));
    assert_eq!((layout.side, layout.board.y), (2, 0));
}

#[test]
fn counters_take_two_columns_from_the_panel() {
    let window = Rect::new(0, 0, 80, 24);
    let need = LayoutNeeds {
        has_counters: true,
        ..need(Size::square(10).unwrap(), SquareRendering::Pixels)
    };
    let layout = BoardLayout::new(window, &need, &BoardLayout::default());
    assert_eq!((layout.side, layout.panel.x, layout.panel.width), (4, 46, 34));
}

#[test]
fn a_board_that_scrolls_moves_no_further_than_it_must() {
    let window = Rect::new(0, 0, 80, 24);
    let size = Size::square(100).unwrap();
    let at = |cursor: Cell, old: &BoardLayout| {
        BoardLayout::new(
            window,
            &LayoutNeeds { cursor, ..need(size, SquareRendering::Pixels) },
            old,
        )
    };
    let first = at(Cell::new(50, 50), &BoardLayout::default());
    assert_eq!(at(Cell::new(51, 49), &first).corner, first.corner);
    let (edge, old) = (first.rows().end - 1, first.corner);
    let moved = at(Cell::new(edge, 50), &first);
    assert_eq!(moved.corner, (old.0 + MARGIN, old.1));
    let top = at(Cell::new(99, 0), &moved);
    assert_eq!(top.corner, (99, 0));
}

#[test]
fn a_lens_shows_the_cells_around_the_cursor() {
    let layout = laid_out(100, (200, 60));
    assert!(layout.wants_lens());
    let cursor = Cell::new(73, 62);
    let lens = layout.lens(Rect::new(110, 2, 80, 28), cursor).unwrap();
    assert_eq!((lens.view, lens.side), ((9, 9), 6));
    assert_eq!((lens.rows(), lens.columns()), (69..78, 58..67));
    assert!(lens.board.bottom() < 30 && lens.board.right() <= 190);
    let narrow = layout.lens(Rect::new(110, 2, 25, 12), Cell::new(0, 0)).unwrap();
    assert_eq!((narrow.view, narrow.side), ((5, 5), 4));
    assert_eq!((narrow.rows(), narrow.columns()), (0..5, 0..5));
    assert_eq!(layout.lens(Rect::new(0, 0, 10, 4), cursor), None);
    assert!(!laid_out(8, (120, 40)).wants_lens());
}

fn any_layout() -> impl Strategy<Value = BoardLayout> {
    let rendering = prop::sample::select(vec![SquareRendering::Pixels, SquareRendering::Lines]);
    let window = (0..210_u16, 0..70_u16, 0..5_u16);
    let sharing =
        prop::sample::select(vec![WindowSplit::Board, WindowSplit::Halves, WindowSplit::TwoBoards]);
    let need = (rendering, any::<bool>(), 1..6_u16, sharing);
    ((1..40_u16, 1..40_u16), window, need, any::<(u16, u16)>()).prop_map(
        |(
            (rows, columns),
            (width, height, x),
            (rendering, has_counters, least_side, sharing),
            (row, column),
        )| {
            let size = Size::new(rows, columns).unwrap();
            let cursor = Cell::new(row % rows, column % columns);
            let need = LayoutNeeds {
                size,
                rendering,
                has_counters,
                least_side,
                cursor,
                split: sharing,
                graph: None,
                has_strip: false,
            };
            BoardLayout::new(Rect::new(x, 0, width, height), &need, &BoardLayout::default())
        },
    )
}

#[test]
fn the_panel_has_half_of_the_window_where_a_tree_is_in_it() {
    for (window, side, below) in [((120, 40), 9, 8), ((80, 24), 5, 4), ((200, 60), 15, 10)] {
        let need = need(Size::square(6).unwrap(), SquareRendering::Pixels);
        let need = LayoutNeeds { split: WindowSplit::Halves, has_counters: true, ..need };
        let window = Rect::new(0, 0, window.0, window.1);
        let layout = BoardLayout::new(window, &need, &BoardLayout::default());
        assert_eq!((layout.side, layout.below.height), (side, below), "{window:?}");
        assert!(2 * layout.panel.width + 4 >= window.width, "{layout:?}");
        assert_eq!((layout.board.y, layout.below.y), (1, layout.board.bottom() + 2));
        let need = LayoutNeeds { split: WindowSplit::TwoBoards, ..need };
        let layout = BoardLayout::new(window, &need, &BoardLayout::default());
        let second = layout.second_board().unwrap();
        // The names of the columns are between the boards.
        assert!(second.board.y > layout.board.bottom(), "{layout:?}");
        assert!(second.board.bottom() < layout.legend.y, "{layout:?}");
    }
    let need = LayoutNeeds {
        split: WindowSplit::TwoBoards,
        ..need(Size::square(6).unwrap(), SquareRendering::Pixels)
    };
    let narrow = BoardLayout::new(Rect::new(0, 0, 60, 40), &need, &BoardLayout::default());
    assert_eq!(narrow.second_board(), None);
}

proptest! {
    #[test]
    fn both_boards_are_within_the_window_and_apart(layout in any_layout()) {
        let Some(second) = layout.second_board() else { return Ok(()) };
        prop_assert!(second.board.bottom() < layout.legend.y, "{layout:?}");
        prop_assert!(layout.board.bottom() < second.board.y);
        prop_assert!(layout.board.right() <= layout.panel.x);
        for cell in [Cell::new(0, 0), Cell::new(layout.corner.0, layout.corner.1)] {
            let (one, other) = (layout.area(cell), second.area(cell));
            prop_assert_eq!(one.map(|area| (area.x, area.y + layout.second_board_offset)), other.map(|area| (area.x, area.y)));
        }
    }

    #[test]
    fn every_cell_is_found_where_it_is_drawn(layout in any_layout()) {
        let mut found = BTreeSet::new();
        for y in layout.board.top()..layout.board.bottom() {
            for x in layout.board.left()..layout.board.right() {
                for cell in layout.cells_at(x, y) {
                    let area = layout.area(cell);
                    prop_assert!(area.is_some_and(|area| area.contains((x, y).into())), "{cell} {x} {y}");
                    found.insert(cell);
                }
            }
        }
        for row in layout.rows() {
            for column in layout.columns() {
                prop_assert!(found.contains(&Cell::new(row, column)), "{row} {column} {layout:?}");
            }
        }
        prop_assert_eq!(layout.cells_at(layout.board.right(), layout.board.y).count(), 0);
    }

    #[test]
    fn from_side_two_on_every_cell_has_a_character_of_its_own(layout in any_layout()) {
        prop_assume!(layout.side > 1);
        for row in layout.rows() {
            for column in layout.columns() {
                let cell = Cell::new(row, column);
                let middle = layout.middle_row(row, layout.has_lines().into()).unwrap();
                let x = layout.board.x + layout.offset(cell).unwrap().0 + layout.side / 2;
                if layout.board.contains((x, middle).into()) {
                    prop_assert_eq!(layout.cell_at(x, middle), Some(cell));
                }
            }
        }
    }

    #[test]
    fn the_cursor_is_in_view_and_everything_within_the_window(
        layout in any_layout(),
        width in 0..210_u16,
        height in 0..70_u16,
        row in 0..40_u16,
        column in 0..40_u16,
    ) {
        let Some(size) = layout.size else { return Ok(()) };
        let cursor = Cell::new(row % size.rows(), column % size.columns());
        let window = Rect::new(0, 0, width, height);
        let need = LayoutNeeds { cursor, ..need(size, SquareRendering::Pixels) };
        let next = BoardLayout::new(window, &need, &layout);
        if next.view.0 > 0 && next.view.1 > 0 {
            prop_assert!(next.shows(cursor), "{cursor} {next:?}");
        }
        for area in [next.header, next.board, next.panel, next.legend, next.footer] {
            prop_assert_eq!(area.intersection(window).area(), area.area(), "{:?}", next);
        }
    }
}

#[test]
fn a_graph_takes_the_right_part_of_the_window() {
    let need =
        LayoutNeeds { graph: Some(30), ..need(Size::square(4).unwrap(), SquareRendering::Pixels) };
    let at = |width, height| {
        let window = Rect::new(0, 0, width, height);
        BoardLayout::new(window, &need, &BoardLayout::default())
    };
    for (width, height, side, columns) in [(120, 40, 9, 77), (80, 24, 6, 51), (200, 60, 16, 129)] {
        let layout = at(width, height);
        assert_eq!((layout.side, layout.graph.width), (side, columns), "{width}x{height}");
    }
    assert!(at(71, 40).graph.is_empty() && at(80, 19).graph.is_empty());
    for (width, height) in (72..=200).step_by(7).zip((20..=60).cycle()) {
        let layout = at(width, height);
        let areas = [layout.board, layout.panel, layout.graph, layout.legend, layout.footer];
        for (index, one) in areas.iter().enumerate() {
            assert_eq!(one.intersection(Rect::new(0, 0, width, height)), *one);
            assert!(areas[index + 1..].iter().all(|other| !one.intersects(*other)), "{layout:?}");
        }
        assert!(layout.graph.width >= 30 && layout.panel.height >= 5);
    }
    // A graph that needs more columns than are left has no room.
    let need = LayoutNeeds { graph: Some(100), ..need };
    let window = Rect::new(0, 0, 120, 40);
    assert!(BoardLayout::new(window, &need, &BoardLayout::default()).graph.is_empty());
}

#[test]
fn a_lesson_has_two_lines_of_its_own_in_all_but_tiny_windows() {
    let size = Size::square(8).unwrap();
    for (width, height) in (24..140).step_by(7).flat_map(|width| (8..44).map(move |it| (width, it)))
    {
        let window = Rect::new(0, 0, width, height);
        let need = LayoutNeeds { has_strip: true, ..need(size, SquareRendering::Pixels) };
        let layout = BoardLayout::new(window, &need, &BoardLayout::default());
        assert!(layout.fits);
        assert_eq!(layout.strip.is_empty(), width < 40 || height < 14, "{window:?}");
        if layout.strip.is_empty() {
            continue;
        }
        assert_eq!((layout.strip.y, layout.strip.height, layout.strip.width), (1, 2, width));
        for other in [layout.header, layout.board, layout.panel, layout.middle, layout.legend] {
            assert!(!layout.strip.intersects(other), "{window:?} {layout:?}");
            assert_eq!(other.intersection(window), other, "{window:?} {layout:?}");
        }
    }
}
