//! Tests of drawing. Snapshots show the text of header, board and legend and, below the text, every change of style.
//! The panel and the footer have their own tests. The counts are computed by the real engine.

use std::time::Duration;

use crate::testing::looks::{COLORED, in_looks};
use crate::testing::{Play, options};
use crate::{ColorDepth, Glyphs, Options, Theme};
use app::job::Report;
use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use engine::{Phase, Progress};
use export::face::{Palette, Tint};
use geometry::Cell;
use insta::{assert_debug_snapshot, assert_snapshot};
use problem::{Problem, Rules, Weights};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

fn queens(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap())
}

/// A board whose first question is not answered yet.
fn waiting(size: u16) -> Play {
    Play::open(queens(size), &options())
}

/// The example of design.md: 8 queens, a1 and g2 placed, the cursor on c4.
fn picture_with(options: &Options) -> Play {
    let mut play = Play::open(queens(8), options);
    play.settled(":a1\n :g2\n :c4\n");
    play
}

/// A board with regions and a hole.
fn parted(options: &Options) -> Play {
    let text = "caaabbbb\nccaadbbb\ncca.dddb\nccadddde\nfcaddeee\nffaaggee\nfffhhggg\nffhhhggg";
    let regions = problem::Regions::parse(text).unwrap();
    let needs = ["rows", "columns", "regions"].map(|text| text.parse().unwrap());
    let rules = Rules::queens(8).unwrap().with_requirements(needs).with_regions(&regions).unwrap();
    let mut play = Play::open(Problem::new(rules), options);
    // The cursor avoids cells whose explanation is computed with a time limit, since that result would depend on the
    // machine.
    play.settled(":d1\n ");
    play
}

/// Draws the header, the board and, if the panel is next to the board, the legend; without panel and footer.
fn board(play: &mut Play, width: u16, height: u16) -> Buffer {
    let screen = play.screen(width, height);
    let layout = &play.model.view.layout;
    let is_beside = layout.panel.x > 0;
    let right = if is_beside { layout.panel.x } else { width };
    let bottom = if is_beside { layout.legend.bottom() } else { layout.board.bottom() + 1 };
    let mut cropped = Buffer::empty(Rect::new(0, 0, right, bottom));
    for position in cropped.area.positions() {
        cropped[position] = screen[position].clone();
    }
    cropped
}

/// The screen position of the middle of a cell.
fn at(play: &Play, name: &str) -> (u16, u16) {
    play.model.view.layout.middle(name.parse().unwrap()).unwrap()
}

#[test]
fn the_board_of_the_design_in_every_look() {
    let frame = |theme, depth, glyphs| {
        board(&mut picture_with(&Options { glyphs, theme, depth, ..options() }), 80, 24)
    };
    let frames =
        COLORED.map(|(name, theme)| (name, frame(theme, ColorDepth::True, Glyphs::Unicode)));
    assert_snapshot!("board", in_looks(&frames));
    for (name, glyphs) in [("plain", Glyphs::Unicode), ("ascii", Glyphs::Ascii)] {
        let frame = frame(Theme::Auto, ColorDepth::None, glyphs);
        assert_debug_snapshot!(format!("board_{name}"), frame);
    }
}

#[test]
fn the_board_of_the_design_in_a_large_window() {
    assert_debug_snapshot!(board(&mut picture_with(&options()), 120, 40));
}

#[test]
fn a_board_completes_itself_but_not_a_puzzle_in_play() {
    let mut play = picture_with(&options());
    play.settled(":d3\n ");
    assert_debug_snapshot!("completed", board(&mut play, 80, 24));
    assert_debug_snapshot!("completed_large", board(&mut play, 120, 40));
    play.settled(":play board\n");
    assert_debug_snapshot!("not_completed_in_play", board(&mut play, 80, 24));
    assert_debug_snapshot!("not_completed_in_play_large", board(&mut play, 120, 40));
}

#[test]
fn regions_have_colours_borders_and_counters() {
    assert_debug_snapshot!("regions", board(&mut parted(&options()), 80, 24));
    let plain = Options { depth: ColorDepth::None, ..options() };
    assert_debug_snapshot!("regions_plain", board(&mut parted(&plain), 80, 24));
}

#[test]
fn the_heat_map_has_percentages_and_a_scale() {
    let mut play = Play::queens(6);
    play.keys("mm");
    assert_debug_snapshot!(board(&mut play, 80, 24));
}

/// The board of 6 queens with weights; its four solutions cost 3, 15, 15 and 21.
fn weighed() -> Play {
    let row = |row: usize| (0..6).map(move |column| ((7 * row + 4 * column) % 6).to_string());
    let rows: Vec<String> = (0..6).map(|at| row(at).collect::<Vec<_>>().join(" ")).collect();
    let weights = Weights::parse(&rows.join("\n")).unwrap();
    let rules = Rules::queens(6).unwrap().with_weights(Some(weights)).unwrap();
    Play::answered(Problem::new(rules))
}

#[test]
fn the_heat_map_of_costs_has_the_cheapest_solution_through_each_cell() {
    let mut play = weighed();
    play.keys("mmm");
    assert_debug_snapshot!(board(&mut play, 80, 24));
}

#[test]
fn costs_stand_in_the_panel() {
    let mut play = weighed();
    play.settled(":b1\n:max-cost 21\n ");
    let text = play.text(120, 40);
    let cost = play.model.app.session.problem().cost_so_far().unwrap();
    let cheapest = play.model.app.session.knowledge().cheapest().unwrap();
    for part in [
        format!("so far {cost}"),
        format!("A the cheapest completion: {cheapest}"),
        format!("costs {cost}"),
        "at most 21".to_owned(),
        "cost at most 21".to_owned(),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
}

#[test]
fn thirty_rows_scrolled_to_the_far_corner() {
    let mut play = waiting(30);
    play.screen(66, 16);
    play.keys(":ad30\n :aa27\nx");
    assert_debug_snapshot!(board(&mut play, 66, 16));
}

#[test]
fn two_queens_that_attack_each_other_are_crimson() {
    let placed = |problem: Problem, name: &str| {
        problem.with(name.parse().unwrap(), problem::Value::Placed).unwrap()
    };
    let mut play = Play::answered(placed(placed(queens(8), "b2"), "a1"));
    play.keys(":h8\n");
    let screen = play.screen(80, 24);
    let crimson = |tint: Tint| play.model.look().color(tint);
    for name in ["a1", "b2"] {
        let (x, y) = at(&play, name);
        // Both cells are dark squares.
        assert_eq!(screen[(x - 2, y)].bg, crimson(Palette::DARK.conflict.dark), "{name}");
    }
    // An explanation leaves decisions blue, because no rule is broken.
    let mut play = picture_with(&options());
    let screen = play.screen(80, 24);
    let (x, y) = at(&play, "a1");
    assert_eq!(screen[(x - 2, y)].bg, play.model.look().color(Palette::DARK.placed.dark));
}

#[test]
fn a_solution_that_is_browsed_has_its_pieces_as_outlines() {
    let mut play = Play::queens(6);
    play.settled(":b1\n n");
    let screen = play.screen(80, 24);
    let solution = play.browsed().unwrap().placed.clone();
    let palette = Palette::DARK;
    for cell in queens(6).rules().size().iter() {
        let (x, y) = play.model.view.layout.middle(cell).unwrap();
        let ground = screen[(x - 3, y)].bg;
        let colors = match () {
            () if cell == play.model.view.cursor => continue,
            () if solution.contains(cell) => palette.forced,
            () => palette.attacked,
        };
        let is_dark = (cell.row() + cell.column()).is_multiple_of(2);
        assert_eq!(ground, play.model.look().color(colors.ground(is_dark)), "{cell}");
    }
}

/// Regression: for a browsed solution, the legend named forced and attacked cells, and the marks of an explanation
/// remained.
#[test]
fn a_solution_that_is_browsed_has_a_legend_and_marks_of_its_own() {
    use crate::model::scene::Scene;
    let mut play = Play::queens(6);
    let legend = |play: &mut Play| text(play, 120, 40)[38].clone();
    let is_marked = |play: &Play| {
        let scene = Scene::of(&play.model);
        scene.named.is_some() || !scene.rule_cells.is_empty()
    };
    assert!(is_marked(&play), "a1 is impossible by the rules alone");
    assert!(legend(&mut play).contains("impossible"));
    play.settled("n");
    assert!(!is_marked(&play));
    let shown = legend(&mut play);
    assert!(shown.contains("of this solution 6") && shown.contains("empty 30"), "{shown}");
    let seen = text(&mut play, 120, 60).join("\n");
    for word in ["forced", "attacked", "in every solution", "by a placed piece", "is a cause"] {
        assert!(!seen.contains(word), "{word}\n{seen}");
    }
    play.press(KeyCode::Esc);
    play.settled(":b1\n n");
    let shown = legend(&mut play);
    assert!(shown.contains("placed 1") && shown.contains("of this solution 5"), "{shown}");
}

#[test]
fn a_legend_names_causes_where_they_are_drawn() {
    let mut play = Play::queens(6);
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let seen = text(&mut play, width, height);
        let legend = &seen[usize::from(height) - 2];
        assert!(legend.contains("▝▘ board rule is a cause"), "{seen:#?}");
        let seen = seen.join("");
        assert!(seen.contains("▝▘ the"), "{seen}");
    }
    // The marks fit on boards with regions as well.
    let regions = problem::Regions::parse("aabb\naabb\nccdd\nccdd").unwrap();
    let needs = ["rows", "columns", "regions"].map(|text| text.parse().unwrap());
    let rules = Rules::queens(4).unwrap().with_requirements(needs).with_regions(&regions).unwrap();
    let mut parted = Play::answered(Problem::new(rules));
    let seen = text(&mut parted, 120, 40);
    assert!(seen[38].contains("▝▘ board rule is a cause"), "{seen:#?}");
    let screen = parted.screen(120, 40);
    let wrong = parted.model.look().color(Palette::DARK.wrong);
    for (name, is_ruled) in [("a1", true), ("b3", true), ("d3", true), ("b1", false), ("c4", false)]
    {
        let area = parted.model.view.layout.area(name.parse().unwrap()).unwrap();
        let mut drawn = area.positions().map(|at| &screen[at]);
        assert_eq!(drawn.any(|cell| [cell.fg, cell.bg].contains(&wrong)), is_ruled, "{name}");
    }
    // A possible cell has no explanation, hence no marks.
    play.settled(":b1\n");
    assert!(!text(&mut play, 120, 40).join("").contains("▝▘"));
}

#[test]
fn rules_one_by_one_have_a_legend_of_their_own() {
    let mut play = Play::queens(4);
    play.settled(":grow\n");
    let legend = |play: &mut Play| text(play, 120, 40)[38].clone();
    let shown = legend(&mut play);
    assert!(shown.contains("of the rule 4") && shown.contains("others 12"), "{shown}");
    play.press(KeyCode::Right);
    let shown = legend(&mut play);
    let words = ["piece 1", "left empty 3", "free 12"];
    assert!(words.iter().all(|word| shown.contains(word)), "{shown}");
}

#[test]
fn hovering_marks_what_a_piece_would_attack_without_colour_too() {
    use std::str::FromStr;
    for name in Theme::NAMES {
        let options = Options { theme: Theme::from_str(name).unwrap(), ..options() };
        let rules = Rules::queens(5).unwrap().with_piece("knight".parse().unwrap());
        let mut play = Play::open(Problem::new(rules), &options);
        play.settle();
        let before = play.screen(80, 24);
        let middle = at(&play, "c3");
        play.point(MouseEventKind::Moved, middle);
        let after = play.screen(80, 24);
        let size = play.rules().size();
        let is_changed = |cell: &Cell| {
            let area = play.model.view.layout.area(*cell).unwrap();
            let inside = Rect { x: area.x + 1, width: area.width - 2, ..area };
            inside.positions().any(|position| before[position] != after[position])
        };
        let changed: Vec<String> =
            size.iter().filter(is_changed).map(|cell| cell.to_string()).collect();
        assert_eq!(changed.join(" "), "b1 d1 a2 e2 c3 a4 e4 b5 d5", "{name}");
    }
}

#[test]
fn a_light_background_changes_the_colours_of_the_default_theme_only() {
    use crate::look::theme::Background;
    let ground = |play: &mut Play| play.screen(80, 24)[(0, 2)].bg;
    let light = Color::Rgb(0xf7, 0xf5, 0xf0);
    let mut play = Play::queens(8);
    assert_eq!(ground(&mut play), Color::Rgb(0x14, 0x16, 0x1b));
    play.answer_background(Background::Light);
    assert_eq!(ground(&mut play), light);
    play.keys(":theme dark\n");
    assert_ne!(ground(&mut play), light);
    play.keys(":theme auto\n");
    assert_eq!(ground(&mut play), light);
}

#[test]
fn a_terminal_gets_only_colours_that_it_shows() {
    use std::str::FromStr;
    for name in Theme::NAMES {
        for depth in [ColorDepth::None, ColorDepth::Sixteen, ColorDepth::Palette] {
            let theme = Theme::from_str(name).unwrap();
            let mut play = parted(&Options { theme, depth, ..options() });
            play.keys("mm");
            let screen = play.screen(80, 24);
            for color in screen.content.iter().flat_map(|cell| [cell.fg, cell.bg]) {
                let shown = match (depth, color) {
                    (_, Color::Reset) | (ColorDepth::Palette, Color::Indexed(_)) => true,
                    (ColorDepth::Sixteen, Color::Indexed(number)) => number < 16,
                    _ => false,
                };
                assert!(shown, "{name} {depth:?} {color}");
            }
        }
    }
}

#[test]
fn ascii_screens_keep_to_their_characters() {
    let mut play = parted(&Options { glyphs: Glyphs::Ascii, ..options() });
    for keys in ["", "mm", "?"] {
        play.keys(keys);
        for (width, height) in [(80, 24), (50, 20), (30, 10)] {
            let screen = play.screen(width, height);
            let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
            assert!(text.is_ascii(), "{keys} {text}");
        }
    }
}

#[test]
fn tiny_squares_have_a_lens_whose_cells_are_clicked() {
    let mut play = Play::queens(30);
    play.screen(80, 24);
    assert_eq!(play.model.view.layout.side, 1);
    // Two cells share a character of the board, so a click there only moves the cursor.
    let (x, y) = at(&play, "e5");
    play.click_at(MouseButton::Left, x, y);
    assert_eq!(play.decisions(), "");
    let moved = play.model.view.cursor;
    assert!(play.model.view.layout.cells_at(x, y).any(|cell| cell == moved));
    // A click on the cell under the cursor places a piece, like a click in the lens.
    play.click_at(MouseButton::Left, x, y);
    assert_eq!(play.decisions(), moved.to_string());
    play.screen(120, 40);
    let other = Cell::new(moved.row() + 1, moved.column() + 2);
    let panel = play.model.view.layout.panel;
    let hit = |&(x, y): &(u16, u16)| {
        play.model.view.hits.at(x, y) == Some(crate::model::hits::Hit::Cell(other))
    };
    let place = panel.positions().map(|position| (position.x, position.y)).find(hit).unwrap();
    play.click_at(MouseButton::Left, place.0, place.1);
    assert_eq!(play.decisions(), format!("{moved} {other}"));
}

#[test]
fn a_window_that_is_too_small_says_how_large_it_must_be() {
    let lines = text(&mut picture_with(&options()), 20, 7).join("\n");
    assert!(lines.contains("window too small") && lines.contains("24×8"), "{lines}");
    let smallest = text(&mut picture_with(&options()), 24, 8).join("\n");
    assert!(smallest.contains("c4"), "{smallest}");
}

#[test]
fn of_a_long_line_the_part_at_the_cursor_is_seen() {
    let mut play = Play::queens(4);
    play.keys(":w 漢");
    play.keys(&"0123456789".repeat(4));
    let line = |play: &mut Play| {
        let screen = play.screen(30, 12);
        (0..30).map(|x| screen[(x, 2)].symbol()).collect::<String>()
    };
    assert!(line(&mut play).contains("3456789 "), "{}", line(&mut play));
    for _ in 0..43 {
        play.press(KeyCode::Left);
    }
    assert!(line(&mut play).contains("› w 漢 0123"), "{}", line(&mut play));
}

#[test]
fn a_large_board_is_solved_before_anything_is_counted() {
    let mut play = waiting(100);
    let progress = Progress { phase: Phase::Solving, memory: 1 << 20, ..Progress::default() };
    play.say(Report::Progress(progress, Duration::from_millis(1234)));
    let screen = format!("{:?}", play.screen(120, 40));
    assert!(screen.contains("solving, 1.2 s"), "{screen}");
}

#[test]
fn other_keys_are_shown_where_keys_are() {
    let text = "[keys]\nexclude = [\"E\"]\nanyway = [\"f4\"]\nhelp = [\"f1\"]\n";
    let keys = crate::Config::parse(text, "config.toml").unwrap().keys;
    let mut play = picture_with(&Options { keys, ..options() });
    let text = |play: &mut Play| {
        let screen = play.screen(80, 24);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    let shown = text(&mut play);
    for part in ["F4 places it all the same", " F4 place it, taking back a1 ", "F1 help "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    play.settled(":b5\n");
    assert!(text(&mut play).contains(" E exclude "));
    play.press(crossterm::event::KeyCode::F(1));
    assert!(text(&mut play).contains(" E exclude"));
}

fn text(play: &mut Play, width: u16, height: u16) -> Vec<String> {
    let screen = play.screen(width, height);
    let lines = screen.content.chunks(width.into());
    lines.map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
}

/// Regression: in 60 columns, the legend had no entry for attacked cells.
#[test]
fn a_narrow_legend_names_every_state() {
    for (glyphs, depth) in [
        (Glyphs::Unicode, ColorDepth::True),
        (Glyphs::Unicode, ColorDepth::None),
        (Glyphs::Ascii, ColorDepth::True),
    ] {
        let mut play = picture_with(&Options { glyphs, depth, ..options() });
        let lines = text(&mut play, 60, 20);
        let legend = &lines[usize::from(play.model.view.layout.legend.y)];
        for word in ["placed", "forced", "possible", "impossible", "attacked"] {
            assert!(legend.contains(word), "{legend}");
        }
        // If the words do not fit, whole entries are left out, and an ellipsis is shown.
        let lines = text(&mut play, 45, 20);
        let legend = lines[usize::from(play.model.view.layout.legend.y)].trim_end();
        assert!(legend.ends_with(if glyphs == Glyphs::Ascii { "..." } else { "…" }), "{legend}");
    }
}

#[test]
fn a_board_that_scrolls_says_which_part_is_seen() {
    let mut play = waiting(30);
    let title = |play: &mut Play, width, height| text(play, width, height).remove(0);
    let whole = " ▙▟ configurator  30×30 queens · one in each row  ";
    assert!(title(&mut play, 80, 24).starts_with(whole));
    let part = " ▙▟ configurator  30×30 queens (rows 1-24) · one in each row  ";
    assert!(title(&mut play, 80, 16).starts_with(part), "{}", title(&mut play, 80, 16));
    let part = " ▙▟ 30×30 queens (rows 1-22) · one in each row  ";
    assert!(title(&mut play, 66, 16).starts_with(part), "{}", title(&mut play, 66, 16));
    play.keys(":ad1\n");
    let part = " ▙▟ 30×30 queens (rows 1-22)  ";
    assert!(title(&mut play, 50, 16).starts_with(part), "{}", title(&mut play, 50, 16));
    let part = " ▙▟ 30×30 (rows 1-22)  ";
    assert!(title(&mut play, 40, 16).starts_with(part), "{}", title(&mut play, 40, 16));
    let mut play = Play::queens(8);
    play.settled(":rules none\n");
    let title = title(&mut play, 80, 24);
    assert!(title.starts_with(" ▙▟ configurator  8×8 queens · nothing required  "), "{title}");
}

#[test]
fn the_blank_between_a_key_and_its_word_is_the_keys() {
    use crate::model::hits::Hit;
    let mut play = Play::queens(8);
    let footer = text(&mut play, 80, 24).pop().unwrap();
    let at = footer.find("q quit").unwrap();
    let column = u16::try_from(footer[..at].chars().count()).unwrap();
    let hit = |column| play.model.hit(column, 23);
    let q = Some(Hit::Key("q".parse().unwrap()));
    assert_eq!([0, 1, 2].map(|by| hit(column + by)), [q; 3]);
    assert_eq!(hit(column - 1), None);
}

#[test]
fn the_footer_offers_nothing_that_does_nothing_here() {
    let footer = |play: &mut Play| text(play, 120, 40).pop().unwrap();
    let mut play = Play::queens(8);
    assert!(!footer(&mut play).contains("undo"));
    let first = text(&mut play, 80, 24).pop().unwrap();
    assert!(first.contains(" e puzzles "), "{first}");
    play.settled(" ");
    let shown = footer(&mut play);
    assert!(!shown.contains("puzzles"), "{shown}");
    assert!(["undo", "heat map", "solutions"].iter().all(|word| shown.contains(word)), "{shown}");
    play.settled(":piece amazon\n");
    let shown = footer(&mut play);
    let words = ["complete", "heat map", "best cell", "solutions"];
    assert!(words.iter().all(|word| !shown.contains(word)), "{shown}");
}

/// Regression: "i best cell", "a complete" and "! place it, taking back 5 decisions" were offered on a finished board.
#[test]
fn a_finished_board_is_offered_nothing_that_needs_an_open_cell() {
    use app::action::Action;
    let mut play = Play::queens(8);
    play.settled("a");
    let cells: Vec<_> = play.rules().size().iter().collect();
    for cell in cells {
        play.model.view.cursor = cell;
        let footer = text(&mut play, 120, 40).pop().unwrap();
        let begins = if play.model.app.session.decisions().get(cell).is_some() {
            " space take back "
        } else {
            " r begin again "
        };
        assert!(footer.starts_with(begins), "{cell}: {footer}");
        for word in ["best cell", "complete", "place it", "heat map", "solutions", "hint"] {
            assert!(!footer.contains(word), "{cell}: {footer}");
        }
    }
    play.keys("?");
    let later = play.model.entries().into_iter().filter(|entry| entry.is_later);
    let later: Vec<_> = later.flat_map(|entry| entry.actions).collect();
    for action in [Action::COMPLETE, Action::INFORMATIVE, Action::HEAT_MAP, Action::REDO] {
        assert!(later.contains(&action), "{action:?} of {later:?}");
    }
    assert!(!later.contains(&Action::UNDO));
}

#[test]
fn keys_and_the_palette_of_a_puzzle_leave_out_what_would_tell_too_much() {
    let mut play = Play::queens(4);
    play.settled(":play queens 5 seed=3\n");
    let telling = ["heat map", "most informative cell", "browse solutions", "diagram", "explain"];
    for key in ["?", ":"] {
        play.keys(key);
        let names: Vec<String> = play.model.entries().into_iter().map(|entry| entry.name).collect();
        assert!(names.contains(&"hint".to_owned()));
        assert!(telling.iter().all(|word| !names.iter().any(|name| name.starts_with(word))));
        let seen = text(&mut play, 120, 40).join("\n");
        assert!(!seen.contains("heat map") && seen.contains("still right?"), "{seen}");
        play.press(KeyCode::Esc);
    }
    // With full assist, every action is offered, except actions that need weights.
    play.settled(":assist full\n");
    let names: Vec<String> = play.model.entries().into_iter().map(|entry| entry.name).collect();
    assert!(telling.iter().all(|word| names.iter().any(|name| name.starts_with(word))));
    assert!(!names.iter().any(|name| name.contains("cheapest") || name == "go to a step"));
}

#[test]
fn at_the_end_of_a_search_and_of_the_rules_there_is_no_next_step() {
    let first = |play: &mut Play| {
        let footer = text(play, 80, 24).pop().unwrap();
        footer.split("  ").next().unwrap().trim().to_owned()
    };
    let mut play = Play::queens(4);
    play.settled(":search\n");
    assert_eq!(first(&mut play), "→ next step");
    play.press(KeyCode::End);
    assert_eq!(first(&mut play), "esc leave");
    play.press(KeyCode::Esc);
    play.settled(":grow\n");
    assert_eq!(first(&mut play), "→ next");
    play.press(KeyCode::End);
    assert_eq!(first(&mut play), "esc leave");
}

#[test]
fn regions_are_told_apart_without_colours_and_lines() {
    let dense = Options { depth: ColorDepth::None, ..options() };
    let mut play = parted(&dense);
    play.model.view.theme = Theme::Monochrome;
    let lines = text(&mut play, 40, 14);
    let top = lines.iter().find(|line| line.starts_with(" 8 ")).unwrap();
    assert!(["c", "a", "b"].iter().all(|letter| top.contains(letter)), "{lines:#?}");
}

#[test]
fn the_scale_of_an_ascii_heat_map_has_the_signs_of_the_cells() {
    let mut play = Play::open(queens(8), &Options { glyphs: Glyphs::Ascii, ..options() });
    play.settle();
    play.settled("m");
    let legend = text(&mut play, 80, 24).remove(22);
    assert!(legend.contains(".:") && legend.contains("O@"), "{legend}");
}
