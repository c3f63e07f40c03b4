//! Configuring on the board: keys, clicks and counts.

use vt100::Color;

use super::{open, open_with};

/// The colours of dark squares of the dark palette: pieces placed, attacked and possible
/// cells, and those excluded.
const PLACED: Color = Color::Rgb(0x1a, 0x54, 0xab);
/// A light square with a piece.
const PLACED_LIGHT: Color = Color::Rgb(0x1f, 0x5f, 0xbf);
const ATTACKED: Color = Color::Rgb(0x2a, 0x25, 0x1f);
const POSSIBLE: Color = Color::Rgb(0x8c, 0x69, 0x36);
const EXCLUDED: Color = Color::Rgb(0x1c, 0x30, 0x50);
/// The cursor.
const RING: Color = Color::Rgb(0xff, 0xf3, 0xb8);

#[test]
fn a_piece_is_placed_and_taken_back_with_keys() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.send(":a1\r ");
    terminal.wait_for_solutions("4 solutions");
    assert!(terminal.shows(("a", "1"), PLACED));
    assert!(terminal.shows(("b", "2"), ATTACKED));
    terminal.send("u");
    terminal.wait_for_solutions("92 solutions");
    assert!(terminal.shows(("a", "1"), POSSIBLE));
    terminal.send("\x12");
    terminal.wait_for_solutions("4 solutions");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn counts_are_verified_behind_the_answer() {
    let mut terminal = open("--size 6");
    terminal.wait_for("exact: two engines agree");
    terminal.send(":b1\r ");
    terminal.wait_for("complete: 1 placed by you, 5 by the program");
    terminal.wait_for("exact: two engines agree");
    terminal.send(":set verify off\r");
    terminal.wait_for("verify is off");
    terminal.send("u");
    terminal.wait_for_solutions("4 solutions");
    terminal.wait_until("no word of it", |screen| !screen.contents().contains("agree"));
}

#[test]
fn the_keys_of_a_terminal_move_the_cursor() {
    let mut terminal = open("--size 8");
    terminal.wait_for_cell("a1", "possible");
    for (keys, cell) in [
        ("\x1b[C", "b1"),
        ("\x1b[A", "b2"),
        ("\x1b[F", "h2"),
        ("\x1b[5~", "h8"),
        ("\x1b[H", "a8"),
        ("\x1b[6~", "a1"),
        ("\x1bOA", "a2"),
        ("\x1b[B", "a1"),
        ("llkk", "c3"),
        ("\x1b[D", "b3"),
    ] {
        terminal.send(keys);
        terminal.wait_for_cell(cell, "possible");
    }
}

#[test]
fn the_mouse_places_and_excludes() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.click(0, "c", "5");
    terminal.wait_for_solutions("12 solutions");
    assert!(terminal.shows(("c", "5"), PLACED));
    terminal.click(0, "c", "5");
    terminal.wait_for_solutions("92 solutions");
    terminal.click(2, "a", "1");
    terminal.wait_for_solutions("88 solutions");
    assert!(terminal.shows(("a", "1"), EXCLUDED));
}

#[test]
fn without_the_mouse_clicks_are_left_to_the_terminal() {
    let mut terminal = open("--no-mouse");
    terminal.wait_for_solutions("92 solutions");
    assert_eq!(terminal.parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    terminal.send("M");
    terminal.wait_until("mouse on", |screen| {
        screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None
    });
    terminal.send("M");
    terminal.wait_until("mouse off", |screen| {
        screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    });
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[test]
fn completing_places_eight_queens() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.send("a");
    // The panel has no room for the diagram beside all decisions.
    terminal.wait_for("1 of 92 solutions");
    let cells = (b'a'..=b'h').flat_map(|column| (b'1'..=b'8').map(move |row| [column, row]));
    let placed = |[column, row]: &[u8; 2]| {
        let names = [column, row].map(|letter| char::from(*letter).to_string());
        [PLACED, PLACED_LIGHT].iter().any(|color| terminal.shows((&names[0], &names[1]), *color))
    };
    assert_eq!(cells.filter(placed).count(), 8);
    terminal.send("u");
    terminal.wait_for_solutions("92 solutions");
}

#[test]
fn what_the_command_line_of_the_shell_decides_is_decided() {
    let mut terminal = open("--size 8 --place a1,g2 --ascii");
    terminal.wait_for_solutions("2 solutions");
    assert_eq!(terminal.glyph("a", "1"), "Q");
    assert_eq!(terminal.glyph("c", "8"), "q");
    assert!(terminal.text().is_ascii(), "{}", terminal.text());
    terminal.send(":c4\r ");
    terminal.wait_for("c4 is impossible");
}

#[test]
fn of_several_ways_a_digit_takes_one_and_undo_brings_everything_back() {
    let mut terminal = open("--size 8 --place a1,g2");
    terminal.wait_for_solutions("2 of 92 solutions");
    terminal.send(":c4\r");
    terminal.wait_for("a1 or g2");
    terminal.send("!");
    terminal.wait_for("2 ways");
    // The board shows which decisions the selected entry takes back.
    terminal.wait_for("take back a1");
    terminal.send("\x1b[B");
    terminal.wait_for("take back g2");
    terminal.send("2");
    terminal.wait_for("took back g2");
    terminal.wait_for("complete: 2 placed by you, 6 by the program");
    assert!(terminal.shows(("a", "1"), PLACED) && !terminal.shows(("g", "2"), PLACED_LIGHT));
    terminal.send("u");
    terminal.wait_for_solutions("2 of 92 solutions");
    assert!(terminal.shows(("a", "1"), PLACED) && terminal.shows(("g", "2"), PLACED_LIGHT));
    // After Esc closes the menu, nothing has changed, and digits take back decisions again.
    terminal.wait_for("a1 or g2");
    terminal.send("!");
    terminal.wait_for("2 ways");
    terminal.send("\x1b");
    terminal.wait_until("the list is closed", |screen| !screen.contents().contains("2 ways"));
    terminal.send("2");
    terminal.wait_for_solutions("4 of 92 solutions");
}

#[test]
fn amazons_have_no_solution_and_are_led_to_a_size_with_one() {
    let mut terminal = open("--piece amazon");
    terminal.wait_for("no solution");
    terminal.wait_for("10×10");
    terminal.send("!");
    terminal.wait_for_solutions("4 solutions");
    terminal.wait_for(" 10×10 amazons");
    terminal.send("u");
    terminal.wait_for(" 8×8 amazons");
    terminal.wait_for("10×10");
}

#[test]
fn keys_are_answered_while_a_large_board_is_computed_and_escape_cancels() {
    let mut terminal = open("--size 18");
    // An estimate comes before the count, and stays when the count is cancelled.
    terminal.wait_for("≈ ");
    for (key, cell) in [("l", "b1"), ("k", "b2"), ("l", "c2"), ("k", "c3")] {
        terminal.send(key);
        terminal.wait_for_cell(cell, "possible");
        assert!(terminal.text().contains("≈ "), "{}", terminal.text());
    }
    // The test waits for the count, because other answers may be complete before Esc arrives.
    terminal.wait_for("counting part");
    terminal.send("\x1b");
    terminal.wait_for("cancelled");
    assert!(terminal.text().contains("≈ "), "{}", terminal.text());
    // The count can be resumed: Esc asks again, and so does the next decision.
    terminal.send("\x1b");
    terminal.wait_for("counting part");
    terminal.send("\x1b");
    terminal.wait_for("cancelled");
    terminal.send(" ");
    terminal.wait_for_cell("c3", "placed");
    terminal.wait_for("counting part");
}

#[test]
fn another_size_abandons_the_work_on_the_old_one() {
    let mut terminal = open("--size 18");
    terminal.wait_for("counting part");
    terminal.send(":size 8\r");
    terminal.wait_for_solutions("92 solutions");
    terminal.settle();
    assert!(terminal.text().contains(" 8×8 queens"));
}

#[test]
fn keys_typed_all_at_once_are_taken_in_their_order() {
    let mut terminal = open("--size 18");
    terminal.wait_for("≈ ");
    terminal.send(":size 16\r:size 14\r:size 8\r:a1\r :g2\r :c4\r");
    terminal.wait_for_solutions("2 solutions");
    terminal.wait_for_cell("c4", "impossible");
}

#[test]
fn completing_while_it_is_counted_does_not_wait_for_the_counts() {
    let mut terminal = open("--size 18");
    terminal.wait_for("counting part");
    terminal.send("a");
    terminal.wait_for_solutions("1 solution");
    terminal.wait_for("placed 18");
    assert!(!terminal.raw().contains("cancelled"));
}

#[test]
fn the_environment_and_options_choose_colours() {
    let colours = |terminal: &super::Terminal| {
        let raw = terminal.raw();
        raw.split('\x1b').any(|sequence| {
            let parameters = sequence.strip_prefix('[').and_then(|rest| rest.split_once('m'));
            parameters.is_some_and(|(parameters, _)| {
                parameters.split(';').any(|number| {
                    matches!(
                        number.as_bytes(),
                        [b'3' | b'4' | b'9', b'0'..=b'8'] | [b'1', b'0', b'0'..=b'7']
                    )
                })
            })
        })
    };
    for (arguments, environment, coloured) in [
        ("--place a1", &[][..], true),
        ("--place a1", &[("NO_COLOR", "1")], false),
        ("--place a1 --color never", &[], false),
        ("--place a1 --color always", &[("NO_COLOR", "1")], true),
    ] {
        let mut terminal = open_with(arguments, environment);
        terminal.wait_for_solutions("4 solutions");
        terminal.send("?");
        terminal.wait_for("^R redo");
        assert_eq!(colours(&terminal), coloured, "{arguments} {environment:?}");
        // The cursor is still visible.
        terminal.send("?");
        terminal.wait_for_cell("a1", "placed");
        let (x, y) = terminal.place_of("a", "1");
        let corner = terminal.parser.screen().cell(y - 1, x - 2).unwrap();
        assert!(corner.bgcolor() == RING || corner.fgcolor() == RING || corner.contents() == "┏");
    }
}

#[test]
fn settings_of_a_file_hold_unless_an_option_says_otherwise() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("configurator");
    std::fs::create_dir(&program).unwrap();
    let text = "theme = \"light\"\nglyphs = \"ascii\"\nmouse = false\n[keys]\nplace = [\"E\"]\n";
    std::fs::write(program.join("config.toml"), text).unwrap();
    let settings = [("XDG_CONFIG_HOME", directory.path().to_str().unwrap())];
    let mut terminal = open_with("--size 8 --place c5", &settings);
    terminal.wait_for_solutions("12 solutions");
    terminal.wait_for("E place");
    assert_eq!(terminal.glyph("c", "5"), "Q");
    // The blue of pieces drawn as letters, in the light palette.
    assert!(terminal.shows(("c", "5"), Color::Rgb(0x1c, 0x4f, 0x96)));
    assert_eq!(terminal.parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);

    let options = "--size 8 --place c5 --theme dark --mouse --glyphs unicode";
    let mut terminal = open_with(options, &settings);
    terminal.wait_for_solutions("12 solutions");
    assert_ne!(terminal.parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert!(terminal.shows(("c", "5"), PLACED));
    let (x, y) = terminal.place_of("c", "5");
    terminal.send(":theme monochrome\r");
    terminal.wait_until("no colour", |screen| {
        let is_plain = |x| screen.cell(y, x).is_some_and(|cell| cell.bgcolor() == Color::Default);
        (x - 3..x + 3).all(is_plain)
    });
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn a_mouse_that_moves_on_a_cell_draws_nothing() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    let (x, y) = terminal.place_of("c", "5");
    let moved = |x: u16| format!("\x1b[<35;{};{}M", x + 1, y + 1);
    terminal.send(&moved(x));
    // Dark dashes along the lower edge of possible cells that a queen there would attack.
    let hover = Color::Rgb(0x0d, 0x0f, 0x13);
    let is_marked = |screen: &vt100::Screen| {
        let cell = screen.cell(y + 1, x + 5).unwrap();
        [cell.fgcolor(), cell.bgcolor()].contains(&hover)
    };
    terminal.wait_until("attack lines", is_marked);
    terminal.settle();
    let written = terminal.raw.len();
    for _ in 0..20 {
        terminal.send(&moved(x - 1));
        terminal.send(&moved(x + 1));
    }
    terminal.settle();
    assert_eq!(terminal.raw.len(), written);
    // If the mouse is not over the board, no cell is marked.
    terminal.send("\x1b[<35;1;1M");
    terminal.wait_until("no lines", |screen| !is_marked(screen));
}

/// The message names the whole budget, not the half that one worker has.
#[test]
fn a_memory_budget_that_ended_is_named_as_it_was_given() {
    for (memory, named) in [("1", "1 B"), ("3", "3 B"), ("101", "101 B")] {
        let mut terminal = open(&format!("--size 8 --memory {memory}"));
        terminal.resize(120, 40);
        terminal.wait_for(&format!("budget of {named}"));
        terminal.send("q");
        assert_eq!(terminal.ended(), 0);
    }
}

#[test]
fn a_drawing_of_regions_is_opened_by_its_name_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("today.txt");
    std::fs::write(&path, "🟥🟥🟦🟦\n🟥🟥🟦🟦\n🟨🟨🟩🟩\n🟨🟨🟩🟩\n").unwrap();
    let mut terminal = open(path.to_str().unwrap());
    terminal.wait_for("no rule asks for a piece in each region");
    // The explanation of a cell may cover the rows of the panel about the diagram.
    terminal.wait_for("2 solutions");
    terminal.send(":rules rows,columns,regions\r");
    terminal.wait_until("no notice", |screen| !screen.contents().contains("no rule asks"));
    terminal.send(&format!(":size 6\r:o {}\r", path.display()));
    terminal.wait_for("4 regions on 4×4");
}

#[test]
fn a_locale_of_ascii_asks_for_ascii() {
    let mut terminal = open_with("--size 8", &[("LC_ALL", "C")]);
    terminal.wait_for_solutions("92 solutions");
    assert!(terminal.text().is_ascii(), "{}", terminal.text());
    let mut terminal = open_with("--size 8 --glyphs unicode", &[("LC_ALL", "C")]);
    terminal.wait_for_solutions("92 solutions");
    assert!(!terminal.text().is_ascii());
}

#[test]
fn a_burst_of_more_than_4096_bytes_is_read_to_its_end() {
    let mut terminal = open("--size 8");
    terminal.wait_for_cell("a1", "possible");
    // Only the last key determines where the cursor is.
    let burst = format!("{}l", "lh".repeat(3_000));
    terminal.send(&burst);
    terminal.wait_for_cell("b1", "possible");
}

#[test]
fn the_palette_finds_by_name_and_does_it() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    // Ctrl-P also opens the list of commands.
    terminal.send("\x10");
    terminal.wait_for("a name, a cell, a file");
    terminal.send("knight");
    terminal.wait_for("queen, knight, amazon");
    terminal.send("\r");
    terminal.wait_for("Betza Q, now");
    terminal.send("kni\r");
    terminal.wait_for("8×8 knights");
    terminal.send(":tehme");
    terminal.wait_for("did you mean 'theme'?");
    terminal.send("\x1b");
    terminal.wait_until("closed", |screen| !screen.contents().contains("did you mean"));
    terminal.send("?");
    terminal.wait_for("a letter does it");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn the_first_run_says_what_the_board_is_for_and_the_last_line_how_to_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("state");
    let state = [("XDG_STATE_HOME", home.to_str().unwrap())];
    let mut terminal = open_with("--size 8", &state);
    terminal.wait_for("Click a square");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    // Nothing was changed, so there is no session to resume.
    assert!(!terminal.text().contains("--resume"), "{}", terminal.text());
    let mut terminal = open_with("--size 8", &state);
    terminal.wait_for_solutions("92 solutions");
    assert!(!terminal.text().contains("Click a square"), "{}", terminal.text());
    terminal.send(" ");
    terminal.wait_for_solutions("4 solutions");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    assert!(terminal.text().contains("'configurator --resume' goes on where you left."));
}

#[test]
fn in_one_write_a_click_hits_the_board_that_the_keys_before_it_made() {
    for (line, end) in [
        ("-\x1b[<0;40;5M", "7×7"),
        (":size 4\r\x1b[<0;40;5M:hole\r", "4×4"),
        (":size 4\r\x1b[<2;40;5M", "4×4"),
        ("+u\x1b[<0;40;2M", "8×8"),
        ("P:size 4\rP\x1b[<0;40;5M\x1b[<0;40;5m", "4×4"),
    ] {
        let mut terminal = open("--size 8");
        terminal.resize(100, 30);
        terminal.wait_for_solutions("92 solutions");
        terminal.settle();
        terminal.send(line);
        terminal.wait_for(end);
        terminal.send("\x1b\x1bq");
        assert_eq!(terminal.ended(), 0, "{line:?}");
        terminal.assert_restored();
    }
}
