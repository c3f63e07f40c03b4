//! Screens as snapshots: their text and, below it, every change of style. The counts are the real
//! engine's; only times are always the same.

use std::time::Duration;

use crossterm::event::KeyCode;
use insta::assert_debug_snapshot;

use crate::engine::{Budget, Cause, Interrupted, Phase, Progress};
use crate::problem::{Problem, Rules};
use crate::tui::model::layout::Lines;
use crate::tui::model::question::Report;
use crate::tui::testing::{Play, options};
use crate::tui::{Glyphs, Options, Theme};

fn queens(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap())
}

/// A board that is still waiting for its first answer.
fn waiting(size: u16) -> Play {
    Play::open(queens(size), &options())
}

/// The board of design.md: a1 and g2 are placed, the cursor is on c4.
fn picture() -> Play {
    picture_with(&options())
}

fn picture_with(options: &Options) -> Play {
    let mut play = Play::open(queens(8), options);
    play.settled(" :g2\n :c4\n");
    play
}

#[test]
fn the_picture_of_the_design() {
    assert_debug_snapshot!(picture().screen(80, 24));
}

#[test]
fn a_large_window_has_large_cells() {
    assert_debug_snapshot!(Play::queens(8).screen(120, 40));
}

#[test]
fn eight_amazons_have_no_solution_and_the_nearest_size_is_offered() {
    let rules = Rules::queens(8).unwrap().with_piece("amazon".parse().unwrap());
    assert_debug_snapshot!(Play::answered(Problem::new(rules)).screen(80, 24));
}

#[test]
fn two_queens_that_attack_each_other_are_named() {
    let problem = queens(8);
    let placed = |problem: Problem, name: &str| {
        problem.with(name.parse().unwrap(), crate::problem::Value::Placed).unwrap()
    };
    let mut play = Play::answered(placed(placed(problem, "b2"), "a1"));
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn a_complete_board() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :c5\n :d8\n :e6\nx:b5\n");
    // One solution remains: the rest is forced, and stays no decision.
    assert_eq!((play.solutions().as_str(), play.model.session.decisions().len()), ("1", 4));
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn the_help() {
    let mut play = Play::queens(8);
    play.keys("?");
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn the_command_line() {
    let mut play = Play::queens(8);
    play.keys(":size 1");
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn the_words_that_a_line_may_go_on_with() {
    let mut play = Play::queens(8);
    play.keys(":");
    play.press(KeyCode::Tab);
    assert_debug_snapshot!(play.screen(60, 20));
}

#[test]
fn of_a_long_line_the_part_at_the_cursor_is_seen() {
    let mut play = Play::queens(4);
    play.keys(":w 漢");
    play.keys(&"0123456789".repeat(4));
    let line = |play: &mut Play| {
        let screen = play.screen(30, 12);
        (0..30).map(|x| screen[(x, 10)].symbol()).collect::<String>()
    };
    assert_eq!(line(&mut play), " :345678901234567890123456789 ");
    for (lefts, expected) in [
        (1, " :2345678901234567890123456789"),
        (9, " :3456789012345678901234567890"),
        (26, " :w 漢 012345678901234567890123"),
    ] {
        for _ in 0..lefts {
            play.press(KeyCode::Left);
        }
        assert_eq!(line(&mut play), expected);
    }
}

#[test]
fn a_refusal() {
    let mut play = picture();
    play.keys(" ");
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn fourteen_rows_while_they_are_computed() {
    let mut play = waiting(14);
    let progress = Progress {
        phase: Phase::Building,
        done: 98,
        steps: 196,
        states: 123_456,
        nodes: 654_321,
        memory: 1 << 20,
    };
    let report = Report::Progress(progress, Duration::from_millis(1234));
    play.say(report);
    assert_debug_snapshot!(play.screen(80, 24));
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
fn a_budget_that_ended() {
    let mut play = waiting(8);
    let error = Budget::new(0).check(Progress { memory: 1, ..Progress::default() }).unwrap_err();
    assert_eq!(error.cause, Cause::Memory(0));
    let cause = Cause::Memory(2 << 30);
    let report = Report::Interrupted(Interrupted { cause, ..error });
    play.say(report);
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn thirty_rows_scrolled_to_the_far_corner() {
    let mut play = waiting(30);
    play.screen(80, 24);
    play.keys(":ad30\n :aa27\nx");
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn plain_letters_without_colour() {
    let options = Options { glyphs: Glyphs::Ascii, theme: Theme::Monochrome, ..options() };
    let mut play = picture_with(&options);
    play.keys(":h8\nx:c4\n");
    play.settle();
    let screen = play.screen(80, 24);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.is_ascii(), "{text}");
    assert_debug_snapshot!(screen);
}

/// A board with regions and a hole among them.
fn parted(options: &Options) -> Play {
    let text = "caaabbbb\nccaadbbb\ncca.dddb\nccadddde\nfcaddeee\nffaaggee\nfffhhggg\nffhhhggg";
    let regions = crate::problem::Regions::parse(text).unwrap();
    let needs = ["rows", "columns", "regions"].map(|text| text.parse().unwrap());
    let rules = Rules::queens(8).unwrap().with_requirements(needs).with_regions(&regions).unwrap();
    let mut play = Play::open(Problem::new(rules), options);
    play.settled(":d1\n :c4\n");
    play
}

#[test]
fn regions_are_boxed_where_there_is_room() {
    assert_debug_snapshot!(parted(&options()).screen(80, 24));
}

#[test]
fn regions_in_a_large_window() {
    assert_debug_snapshot!(parted(&options()).screen(120, 40));
}

#[test]
fn regions_in_a_small_window_have_bars_and_feet() {
    assert_debug_snapshot!(parted(&options()).screen(50, 20));
}

#[test]
fn regions_where_cells_share_their_borders() {
    for (name, window) in
        [("shared_borders", (60, 18)), ("tight_cells", (40, 12)), ("tight_cells_scrolled", (24, 8))]
    {
        assert_debug_snapshot!(name, parted(&options()).screen(window.0, window.1));
    }
}

#[test]
fn two_digits_are_read_on_every_board() {
    for (window, parted_too) in
        [((50, 20), true), ((60, 18), true), ((40, 12), true), ((24, 8), false)]
    {
        let mut play = if parted_too { parted(&options()) } else { Play::queens(8) };
        play.keys("mm");
        let screen = play.screen(window.0, window.1);
        let layout = &play.model.layout;
        let (rows, columns) = layout.in_view();
        let (row, columns) = (rows.last().unwrap(), columns.collect::<Vec<_>>());
        assert!(!layout.form.is_tight(), "{window:?}");
        for row in [row, row + 1] {
            for &column in &columns {
                let cell = crate::geometry::Cell::new(row, column);
                let share = play.model.session.share(cell).filter(|share| *share < 0.995);
                let (Some(share), false) = (share, cell == play.model.cursor) else { continue };
                let rect = layout.rect(cell).unwrap();
                let text: String = (rect.left()..rect.right())
                    .map(|x| screen[(x, rect.y)].symbol())
                    .filter(|text| text.parse::<u8>().is_ok())
                    .collect();
                assert_eq!(text, format!("{:.0}", (share * 100.0).max(1.0)), "{window:?} {cell}");
            }
        }
    }
}

#[test]
fn a_board_without_a_panel_has_a_line_on_the_cell() {
    let text = |play: &mut Play| {
        let screen = play.screen(40, 12);
        assert!(play.model.layout.panel.is_empty());
        let line: String =
            screen.content[40 * 10..40 * 11].iter().map(ratatui::buffer::Cell::symbol).collect();
        line.trim_end().to_owned()
    };
    let mut play = picture();
    assert_eq!(text(&mut play), " c4  impossible  because of a1 and g2;…");
    play.settled(":d4\n");
    assert_eq!(text(&mut play), " d4  attacked  because of a1, along th…");
    // What is said comes first.
    play.keys(" ");
    assert!(!text(&mut play).starts_with(" d4  attacked"));
    let rules = Rules::queens(8).unwrap().with_piece("amazon".parse().unwrap());
    let mut play = Play::answered(Problem::new(rules));
    assert_eq!(text(&mut play), " no solution by the rules alone; ! ope…");
}

#[test]
fn regions_in_plain_characters_without_colour() {
    let options = Options { glyphs: Glyphs::Ascii, theme: Theme::Monochrome, ..options() };
    for (name, window) in [("ascii_boxes", (80, 24)), ("ascii_bars", (60, 18))] {
        let screen = parted(&options).screen(window.0, window.1);
        let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert!(text.is_ascii(), "{text}");
        assert_debug_snapshot!(name, screen);
    }
}

#[test]
fn a_piece_is_drawn_while_it_is_typed() {
    let mut play = Play::queens(8);
    let screen = |play: &mut Play| {
        let screen = play.screen(80, 24);
        let rows = screen.content.chunks(80);
        let row =
            |row: &[ratatui::buffer::Cell]| row.iter().map(ratatui::buffer::Cell::symbol).collect();
        rows.map(row).collect::<Vec<String>>().join("\n")
    };
    play.keys("p");
    assert!(screen(&mut play).contains("queen, rook, bishop, knight"));
    play.keys("kni");
    assert!(screen(&mut play).contains(" knight "));
    assert!(!screen(&mut play).contains("queen,"));
    play.keys("ght");
    assert_debug_snapshot!(play.screen(80, 24));
    play.press(crossterm::event::KeyCode::Esc);
    play.keys(":piece QXN");
    let text = screen(&mut play);
    assert!(
        text.contains("\n QXN ") && text.contains("\n  ^ ") && text.contains("'X' at character 2"),
        "{text}"
    );
    play.keys("\n");
    assert!(play.notice().contains("'X' at character 2"));
}

#[test]
fn painting_says_so_and_lists_its_keys() {
    let mut play = parted(&options());
    play.keys("P3");
    assert_debug_snapshot!(play.screen(80, 24));
}

/// Borders alone tell the regions apart: what is drawn without colour, read back, gives the same ones.
#[test]
fn borders_read_back_as_the_regions() {
    let options = Options { glyphs: Glyphs::Ascii, theme: Theme::Monochrome, ..options() };
    for window in [(80, 24), (120, 40), (50, 20), (60, 18), (24, 8)] {
        let mut play = parted(&options);
        let screen = play.screen(window.0, window.1);
        let (layout, rules) = (&play.model.layout, play.rules());
        let regions = rules.regions().unwrap();
        let (rows, columns) = layout.in_view();
        let columns: Vec<u16> = columns.collect();
        for row in rows {
            for &column in &columns {
                let cell = crate::geometry::Cell::new(row, column);
                let rect = layout.rect(cell).unwrap();
                let left =
                    column.checked_sub(1).map(|column| crate::geometry::Cell::new(row, column));
                let differs = left.is_none_or(|left| regions.region(left) != regions.region(cell));
                // The marks of the cursor and of decisions stand over lines.
                let drawn = |x: u16, y: u16| screen[(x, y)].symbol();
                let has = |x: u16, y: u16, line: &str| {
                    (!"[]()".contains(drawn(x, y))).then(|| drawn(x, y) == line)
                };
                let is_barred = layout.form.lines == Lines::Bars;
                let bar = has(if is_barred { rect.x } else { rect.x - 1 }, rect.y, "|");
                assert!(bar.is_none_or(|bar| bar == differs), "{window:?} {cell}");
                let below = row.checked_sub(1).map(|row| crate::geometry::Cell::new(row, column));
                let differs =
                    below.is_none_or(|below| regions.region(below) != regions.region(cell));
                let line = if is_barred {
                    let glyph = &screen[(rect.x + layout.form.middle().0, rect.y)];
                    Some(glyph.modifier.contains(ratatui::style::Modifier::UNDERLINED))
                } else {
                    has(rect.x, rect.bottom(), "-")
                };
                assert!(line.is_none_or(|line| line == differs), "{window:?} {cell}");
                if is_barred && !layout.form.is_tight() {
                    let foot = has(rect.right() - 1, rect.y, "_");
                    assert!(foot.is_none_or(|foot| foot == differs), "{window:?} {cell}");
                }
            }
        }
    }
}

/// The cells of a board whose styles have a modifier.
fn marked(play: &mut Play, modifier: ratatui::style::Modifier) -> String {
    let screen = play.screen(80, 24);
    let size = play.rules().size();
    let has_it = |cell: &crate::geometry::Cell| {
        let rect = play.model.layout.rect(*cell).unwrap();
        screen[(rect.x, rect.y + rect.height / 2)].modifier.contains(modifier)
    };
    let names: Vec<String> = size.iter().filter(has_it).map(|cell| cell.to_string()).collect();
    names.join(" ")
}

#[test]
fn hovering_marks_what_a_piece_would_attack_without_colour_too() {
    use crossterm::event::MouseEventKind;
    use ratatui::style::Modifier;
    for theme in Theme::ALL {
        let options = Options { theme, ..options() };
        let rules = Rules::queens(5).unwrap().with_piece("knight".parse().unwrap());
        let mut play = Play::open(Problem::new(rules), &options);
        play.settle();
        assert_eq!(marked(&mut play, Modifier::UNDERLINED), "");
        let rect = play.model.layout.rect("c3".parse().unwrap()).unwrap();
        play.point(MouseEventKind::Moved, (rect.x, rect.y));
        assert_eq!(marked(&mut play, Modifier::UNDERLINED), "b1 d1 a2 e2 a4 e4 b5 d5", "{theme}");
    }
    // Where a line below a cell is a border, cells are reversed.
    let mut play = parted(&options());
    play.screen(50, 20);
    let rect = play.model.layout.rect("a8".parse().unwrap()).unwrap();
    play.point(MouseEventKind::Moved, (rect.x, rect.y));
    let screen = play.screen(50, 20);
    let rect = play.model.layout.rect("a3".parse().unwrap()).unwrap();
    assert!(screen[(rect.x + 1, rect.y)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn culprits_and_the_cursor_are_seen_in_every_theme() {
    for theme in Theme::ALL {
        let mut play = picture_with(&Options { theme, ..options() });
        let screen = play.screen(80, 24);
        for (name, marks) in [("a1", ["(", ")"]), ("g2", ["(", ")"]), ("c4", ["[", "]"])] {
            let rect = play.model.layout.rect(name.parse().unwrap()).unwrap();
            let drawn = [rect.x, rect.right() - 1].map(|x| screen[(x, rect.y)].symbol());
            assert_eq!(drawn, marks, "{theme} {name}");
        }
        // Where neighbours share a column the cursor's marks count.
        play.keys("h");
        let tight = play.screen(24, 12);
        assert!(play.model.layout.form.is_tight());
        let rect = play.model.layout.rect("b4".parse().unwrap()).unwrap();
        let drawn = [rect.x, rect.right()].map(|x| tight[(x, rect.y)].symbol());
        assert_eq!(drawn, ["[", "]"], "{theme}");
    }
}

#[test]
fn a_dark_theme() {
    let mut play = parted(&Options { theme: Theme::Dark, ..options() });
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn a_colour_blind_safe_theme() {
    let mut play = parted(&Options { theme: Theme::ColorBlind, ..options() });
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn a_terminal_gets_only_colours_that_it_shows() {
    use crate::tui::ColorDepth;
    use ratatui::style::Color;
    for theme in Theme::ALL {
        for depth in [ColorDepth::None, ColorDepth::Sixteen, ColorDepth::Palette] {
            let screen = parted(&Options { theme, depth, ..options() }).screen(80, 24);
            for color in screen.content.iter().flat_map(|cell| [cell.fg, cell.bg]) {
                let shown = match (depth, color) {
                    (_, Color::Reset) => true,
                    (ColorDepth::Sixteen, color) => {
                        !matches!(color, Color::Rgb(..) | Color::Indexed(_))
                    }
                    (ColorDepth::Palette, color) => !matches!(color, Color::Rgb(..)),
                    _ => false,
                };
                assert!(shown, "{theme} {depth:?} {color}");
            }
        }
    }
}

#[test]
fn narrow_characters_are_figures_and_no_lines() {
    let mut play = parted(&Options { glyphs: Glyphs::Narrow, ..options() });
    let screen = play.screen(80, 24);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    let others: Vec<char> = text.chars().filter(|character| !character.is_ascii()).collect();
    assert!(!others.is_empty() && others.iter().all(|other| "♛♕".contains(*other)), "{others:?}");
}

#[test]
fn other_keys_are_shown_where_keys_are() {
    let text = "[keys]\nexclude = [\"e\"]\nanyway = [\"f4\"]\nhelp = [\"f1\"]\n";
    let keys = crate::tui::Config::parse(text, "config.toml").unwrap().keys;
    let mut play = picture_with(&Options { keys, ..options() });
    let text = |play: &mut Play| {
        let screen = play.screen(80, 24);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    let shown = text(&mut play);
    for part in ["F4 places it and takes back a1", " e exclude ", " F1 help "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    play.press(crossterm::event::KeyCode::F(1));
    assert!(text(&mut play).contains("e, right click"));
}

#[test]
fn the_smallest_window() {
    assert_debug_snapshot!(picture().screen(24, 8));
}

#[test]
fn a_window_that_is_too_small_says_how_large_it_must_be() {
    assert_debug_snapshot!(picture().screen(20, 7));
}

#[test]
fn a_narrow_window_has_its_panel_below_the_board() {
    assert_debug_snapshot!(picture().screen(40, 24));
}

#[test]
fn holes_a_torus_and_other_rules_are_in_the_title() {
    let rules = Rules::queens(4).unwrap();
    let grid = crate::geometry::Grid::new(rules.size())
        .with_holes(["b1".parse().unwrap()])
        .unwrap()
        .with_torus(true);
    let columns = "columns=1".parse().unwrap();
    let rules = Rules::new(grid, "empress".parse().unwrap(), ["rows".parse().unwrap(), columns]);
    assert_debug_snapshot!(Play::answered(Problem::new(rules)).screen(60, 14));
}

fn text(play: &mut Play, width: u16, height: u16) -> Vec<String> {
    let screen = play.screen(width, height);
    let lines = screen.content.chunks(width.into());
    lines.map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
}

#[test]
fn help_tells_the_keys_of_the_mode_that_the_board_is_in() {
    let mut play = Play::queens(6);
    play.keys("P?");
    let lines = text(&mut play, 80, 24).join("\n");
    assert!(lines.contains("take a hole away") && !lines.contains("complete"), "{lines}");
    assert!(lines.contains("\n Esc close "), "{lines}");
    play.keys("?");
    play.press(KeyCode::Esc);
    play.settled(":search\n");
    let footer = text(&mut play, 80, 24).pop().unwrap();
    let keys = " h l step  End solution  p play  Enter adopt  ? help  Esc leave  q quit ";
    assert_eq!(footer.trim_end(), keys.trim_end());
    play.keys("?");
    assert_debug_snapshot!(play.screen(80, 24));
}

#[test]
fn a_board_that_scrolls_says_which_part_is_seen() {
    let mut play = waiting(30);
    let title = |play: &mut Play, width| text(play, width, 24).remove(0);
    assert!(title(&mut play, 80).starts_with(" 30×30 queens (rows 1-20, columns a-w)  "));
    assert!(title(&mut play, 48).starts_with(" 30×30 (rows 1-"), "{}", title(&mut play, 48));
    play.keys(":ad30\n");
    assert!(title(&mut play, 80).starts_with(" 30×30 queens (rows 11-30, columns h-ad)  "));
    assert!(title(&mut play, 120).starts_with(" 30×30 queens (rows 11-30)  "));
    let mut play = Play::queens(8);
    assert!(title(&mut play, 80).starts_with(" 8×8 queens  "));
    play.settled(":rules none\n");
    assert!(title(&mut play, 80).starts_with(" 8×8 queens, nothing required  "));
}

#[test]
fn a_given_has_a_sign_on_every_board() {
    let given = |problem: Problem| problem.with_given("b4".parse().unwrap()).unwrap();
    let mut play = Play::answered(given(queens(8)));
    play.settled(":d5\n :a7\n");
    for (width, height) in [(80, 24), (50, 20), (120, 40), (24, 12)] {
        let lines = text(&mut play, width, height).join("\n");
        assert_eq!(lines.matches("♛'").count(), 1, "{lines}");
    }
    let options = Options { glyphs: Glyphs::Ascii, ..options() };
    let mut play = Play::open(given(queens(8)), &options);
    assert_eq!(text(&mut play, 80, 24).join("\n").matches("Q'").count(), 1);
}

#[test]
fn the_blank_between_a_key_and_its_word_is_the_keys() {
    use crate::tui::model::hits::Hit;
    let mut play = Play::queens(8);
    let footer = text(&mut play, 80, 24).pop().unwrap();
    let at = footer.find("q quit").unwrap();
    let column = u16::try_from(footer[..at].chars().count()).unwrap();
    let hit = |column| play.model.hit(column, 23);
    let q = Some(Hit::Key("q".parse().unwrap()));
    assert_eq!([0, 1, 2].map(|by| hit(column + by)), [q; 3]);
    assert_eq!(hit(column - 1), None);
}
