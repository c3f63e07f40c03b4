//! The command line after `:`.

use super::*;
use crate::testing::{Play, cell, saved};
use app::{AppEvent, Replaceable};
use crossterm::event::KeyCode;
use problem::BoardFile;

#[test]
fn the_command_line_is_edited_and_closed() {
    let mut play = Play::queens(8);
    play.keys(":size 9");
    play.press(KeyCode::Backspace);
    play.control('a');
    play.keys("é");
    assert_eq!(play.typed().as_deref(), Some("size é"));
    play.press(KeyCode::Esc);
    assert_eq!(play.typed(), None);
    assert_eq!(play.rules().size().rows(), 8);
    play.keys(":a");
    play.press(KeyCode::Backspace);
    assert_eq!(play.typed().as_deref(), Some(""));
    play.press(KeyCode::Backspace);
    assert_eq!(play.typed(), None);
    // While the command line is open, letters are text.
    assert!(play.keys(":qxua ?").is_empty());
    assert_eq!((play.typed().as_deref(), play.explained()), (Some("qxua ?"), None));
    assert_eq!(play.decisions(), "");
    // The text on both sides of the cursor is run, and Ctrl-U does not undo anything.
    play.control('u');
    play.keys("sie 6");
    for code in [KeyCode::Home, KeyCode::Right, KeyCode::Right] {
        play.press(code);
    }
    play.keys("z\n");
    assert_eq!((play.rules().size().rows(), play.model.view.cursor), (6, cell("a1")));
}

#[test]
fn lines_are_called_back_and_run_again() {
    let mut play = Play::queens(8);
    for line in [":size 6\n", ":  d4 \n", ":d4\n", ":\n", ":nonsense\n"] {
        play.settled(line);
    }
    play.keys(":");
    for (code, expected) in [
        (KeyCode::Up, "nonsense"),
        (KeyCode::Up, "d4"),
        (KeyCode::Up, "size 6"),
        (KeyCode::Up, "size 6"),
        (KeyCode::Down, "d4"),
        (KeyCode::Down, "nonsense"),
        (KeyCode::Down, ""),
    ] {
        play.press(code);
        assert_eq!(play.typed().as_deref(), Some(expected));
    }
    // Ctrl-P and Ctrl-N recall lines of the history even after text was typed, and restore the typed text.
    play.keys("ho");
    for (letter, expected) in [('p', "nonsense"), ('p', "d4"), ('n', "nonsense"), ('n', "ho")] {
        play.control(letter);
        assert_eq!(play.typed().as_deref(), Some(expected));
    }
    play.control('u');
    for _ in 0..3 {
        play.press(KeyCode::Up);
    }
    play.press(KeyCode::Backspace);
    play.settled("5\n");
    assert_eq!(play.rules().size().rows(), 5);
    // Entries that begin with p are also found. An edited line of the history is a new line.
    play.settled("prook\n:");
    for expected in ["piece rook", "size 5", "nonsense"] {
        play.press(KeyCode::Up);
        assert_eq!(play.typed().as_deref(), Some(expected));
    }
}

#[test]
fn no_more_lines_are_kept_than_somebody_may_look_for() {
    let mut play = Play::queens(4);
    for number in 0..150 {
        play.keys(&format!(":{number}\n"));
    }
    assert_eq!(
        (play.model.view.command_history.len(), play.model.view.command_history[0].as_str()),
        (100, "50")
    );
}

#[test]
fn tab_completes_and_the_list_shows_what_is_open() {
    let mut play = Play::queens(8);
    play.keys(":to");
    play.press(KeyCode::Tab);
    assert_eq!(play.typed().as_deref(), Some("torus "));
    assert_eq!(play.found(), ["on", "off"]);
    play.press(KeyCode::Tab);
    assert_eq!(play.typed().as_deref(), Some("torus o"));
    play.settled("n\n");
    assert!(play.rules().grid().is_torus());
    // If no word has this prefix, Tab completes the first matching entry.
    play.keys(":dark");
    play.press(KeyCode::Tab);
    assert_eq!(play.typed().as_deref(), Some("theme "));
}

/// Drawing measured the text once for each of its characters.
#[test]
fn a_paste_longer_than_a_line_is_cut_and_the_line_is_drawn() {
    let mut play = Play::queens(8);
    play.keys(":size 6");
    for _ in 0..2 {
        play.send(Message::Pasted("b".repeat(1_000_000)));
        let screen = play.text(120, 40);
        assert!(screen.contains("bbbbbbbb") && screen.contains("the line is full"), "{screen}");
    }
    play.keys("q");
    assert!(play.text(120, 40).contains("the line is full"));
    play.press(KeyCode::Backspace);
    assert!(!play.text(120, 40).contains("the line is full"));
}

#[test]
fn what_is_pasted_is_typed_after_the_colon_only() {
    let mut play = Play::queens(8);
    play.settled(" ");
    play.send(Message::Pasted("arx".into()));
    assert_eq!(play.decisions(), "a1");
    assert_eq!(play.notice(), "what is pasted goes into the line after ':'");
    play.keys(":size ");
    play.send(Message::Pasted("\r6\u{1b}\rq\n".into()));
    assert_eq!((play.typed().as_deref(), play.decisions().as_str()), (Some("size 6"), "a1"));
    play.keys("\n");
    assert_eq!(play.rules().size().rows(), 6);
}

#[test]
fn actions_have_words_too() {
    let mut play = Play::queens(8);
    play.settled(" :undo\n");
    assert_eq!(play.decisions(), "");
    play.settled(":redo\n");
    assert_eq!(play.decisions(), "a1");
    play.settled(":reset\n");
    assert_eq!(play.decisions(), "");
    play.keys(":help\n");
    assert!(play.explained().is_some());
    play.press(KeyCode::Esc);
    play.keys(":theme dark\n");
    assert_eq!(play.notice(), "the theme is dark");
    play.settled(":region b c3\n");
    play.settled(":region b c3,e5\n:region b c3,e6\n");
    assert_eq!(play.notice(), "2 cells are in region b (yellow)");
}

#[test]
fn the_board_is_left_when_it_is_saved_and_only_then() {
    let mut play = Play::queens(8);
    play.keys(":wq a.toml\n");
    let error = BoardFile::read("nowhere/a.toml".as_ref()).unwrap_err();
    assert!(play.send(AppEvent::Saved(Err(error))).is_empty());
    assert!(play.send(saved("a.toml")).is_empty());
    play.keys(":wq\n");
    let effects = play.send(saved("a.toml"));
    assert!(matches!(effects[..], [Effect::Exit(Exit::Quit)]));
}

#[test]
fn everything_can_be_done_from_the_palette_by_what_it_is_called() {
    for (typed, first) in [
        ("why", "explain why"),
        ("impossible", "do it anyway"),
        ("heat", "heat map"),
        ("diagram", "diagram"),
        ("hint", "hint"),
        ("puzzle", "make a puzzle"),
        ("coloured", "make a puzzle"),
        ("search", "watch a search"),
        ("save", "save"),
        ("piece", "piece"),
        ("knight", "piece"),
        ("dark", "theme"),
        ("zoom", "zoom"),
        ("undo", "undo"),
    ] {
        let mut play = Play::queens(8);
        play.keys(&format!(":{typed}"));
        assert_eq!(play.found().first(), Some(&first), "{typed}: {:?}", play.found());
    }
    let mut play = Play::queens(8);
    play.settled(":heat m\n");
    assert_ne!(play.model.app.shading, app::Shading::Off);
}

/// Words that new users looked for. A word without an entry is looked up in the manual.
#[test]
fn words_of_the_subject_are_found() {
    for (typed, name) in [
        ("lesson", "lesson"),
        ("order", "order of cells"),
        ("few", "fewest pieces"),
        ("fewest", "fewest pieces"),
        ("most", "most pieces"),
        ("weight", "weights"),
        ("leaper", "piece"),
        ("dot", "export"),
        ("svg", "export"),
        ("symmetry", "help counting"),
        ("compar", "watch a search"),
        ("arc consistency", "consistency"),
        ("nogood", "explain why"),
        ("latex", "export board.svg"),
        ("quarter turn", "help counting"),
    ] {
        let mut play = Play::queens(8);
        play.keys(&format!(":{typed}"));
        assert!(play.found().contains(&name), "{typed}: {:?}", play.found());
    }
    let mut play = Play::queens(8);
    play.keys(":symm\n");
    let Overlay::Manual { page, .. } = &play.model.overlay else {
        panic!("{:?}", play.model.overlay)
    };
    assert_eq!(page.topic, "counting");
    // A cell is no word of the manual, and a wrong value does not look for words either.
    for typed in [":c4", ":piece symm"] {
        play.keys(&format!("q{typed}"));
        assert!(play.found().is_empty(), "{typed}: {:?}", play.found());
        play.press(KeyCode::Esc);
    }
}

#[test]
fn a_word_without_its_value_lists_what_is_possible() {
    for word in ["size", "theme", "piece", "rules", "assist", "export", "o", "region"] {
        let mut play = Play::queens(8);
        play.send(AppEvent::Listed(vec!["boards/a.toml".into()]));
        play.keys(&format!(":{word}\n"));
        assert_eq!(play.typed(), Some(format!("{word} ")));
        assert!(!play.found().is_empty(), "{word}");
    }
    let mut play = Play::queens(8);
    play.keys(":theme\n");
    assert!(play.found().contains(&"light"));
    // The current value is selected, so that Enter changes nothing.
    play.keys("\n");
    assert_eq!(play.notice(), "the theme is auto");
    play.keys(":piece\nkni");
    assert_eq!(play.found()[0], "knight");
    play.settled("\n");
    assert_eq!(play.rules().piece().name(), "knight");
}

#[test]
fn keys_open_the_palette_with_their_word() {
    for (key, word) in [
        ("w", "w "),
        ("o", "o "),
        ("T", "theme "),
        ("R", "rules "),
        ("p", "piece "),
        ("e", "play "),
    ] {
        let mut play = Play::queens(8);
        play.keys(key);
        assert_eq!(play.typed().as_deref(), Some(word));
    }
    let mut play = Play::queens(8);
    let effects = play.keys("w\n");
    let [Effect::Save { path, replaceable: Replaceable::Nothing, .. }] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(path, std::path::Path::new("8-queen.toml"));
    let effects = play.keys("v");
    assert!(matches!(&effects[..], [Effect::Ask(question)]
        if question.job.is::<app::jobs::Search>()));
}

#[test]
fn arrows_choose_and_enter_does_what_is_chosen() {
    let mut play = Play::queens(8);
    play.keys(":sol");
    assert_eq!(play.palette().selected(), Some(0));
    play.press(KeyCode::Down);
    assert_eq!(play.palette().selected(), Some(1));
    for _ in 0..100 {
        play.press(KeyCode::PageDown);
    }
    assert_eq!(play.palette().selected(), Some(play.found().len() - 1));
    play.press(KeyCode::PageUp);
    for _ in 0..10 {
        play.press(KeyCode::Up);
    }
    assert_eq!(play.palette().selected(), Some(0));
    play.settled("\n");
    assert!(play.browsed().is_some());
}

#[test]
fn a_wrong_word_says_what_was_probably_meant() {
    let mut play = Play::queens(8);
    play.keys(":tehme\n");
    assert_eq!(play.notice(), "'tehme' is no cell and no command: did you mean 'theme'?");
    play.keys(":tehme");
    let screen = play.screen(80, 24);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("did you mean 'theme'?"), "{text}");
}

#[test]
fn a_path_opens_and_boards_are_found_by_name() {
    let mut play = Play::queens(8);
    for line in [":a/b.toml\n", ":o a/b.toml\n"] {
        let effects = play.keys(line);
        let [Effect::Open(path)] = &effects[..] else { panic!("{effects:?}") };
        assert_eq!(path, std::path::Path::new("a/b.toml"));
    }
    play.send(AppEvent::Listed(vec!["boards/kings-6.toml".into(), "boards/star-10.toml".into()]));
    for line in [":kings\n", ":o kin\n"] {
        let effects = play.keys(line);
        let [Effect::Open(path)] = &effects[..] else { panic!("{effects:?}") };
        assert_eq!(path, std::path::Path::new("boards/kings-6.toml"));
    }
}

#[test]
fn all_explanations_of_a_cell_come_in_turn() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :b5\n :a5\n");
    assert_eq!(
        play.model.app.session.reason(cell("a5")).unwrap().explanation.to_string(),
        "because of a1"
    );
    play.settled("t");
    assert_eq!(play.notice(), "explanation 2 of 2: because of b5; there is no further one");
    play.settled("t");
    assert_eq!(play.notice(), "explanation 1 of 2: because of a1; t: the next one");
    play.settled(":a1\nt");
    assert_eq!(play.notice(), "only impossible, attacked and forced cells have reasons");
}

#[test]
fn squares_are_zoomed_and_the_cursor_leaps() {
    let mut play = Play::open(
        problem::Problem::new(problem::Rules::queens(30).unwrap()),
        &crate::testing::options(),
    );
    play.screen(80, 24);
    let side = play.model.view.layout.side;
    play.keys("z");
    play.screen(80, 24);
    assert!(
        play.model.view.layout.side > side && play.model.view.layout.area(cell("a1")).is_some()
    );
    let shift = |code| {
        Message::Key(crossterm::event::KeyEvent::new(code, crossterm::event::KeyModifiers::SHIFT))
    };
    play.send(shift(KeyCode::Right));
    play.send(shift(KeyCode::Up));
    assert_eq!(play.model.view.cursor, cell("k11"));
    play.keys("z");
    play.screen(80, 24);
    assert_eq!(play.model.view.layout.side, side);
}

#[test]
fn the_first_run_says_what_the_board_is_for_until_the_first_decision() {
    let mut play = Play::queens(8);
    play.model.app.is_first_run = true;
    let text = |play: &mut Play| {
        let screen = play.screen(80, 24);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    let screen = text(&mut play);
    // The other parts of the panel leave room for the explanation of the first run.
    assert!(screen.contains("Click a square") && screen.contains("─ a1 ─"), "{screen}");
    play.settled(" ");
    assert!(!text(&mut play).contains("Click a square"));
    play.settled("u");
    assert!(!text(&mut play).contains("Click a square"));
}
