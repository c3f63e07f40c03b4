//! Keys without an effect.

use crossterm::event::KeyCode;

use crate::testing::Play;

#[test]
fn a_key_without_an_effect_says_so_in_a_line() {
    let mut play = Play::queens(6);
    for (code, sentence) in [
        (KeyCode::Char('/'), "/ does nothing here (: finds everything by name); ? helps"),
        (KeyCode::Backspace, "Backspace does nothing here (u takes the last step back); ? helps"),
        (KeyCode::Char('d'), "d does nothing here (search: where two part; graph: kind); ? helps"),
        (KeyCode::Char('b'), "b does nothing here (paint: region); ? helps"),
        (KeyCode::Char('%'), "% does nothing here; ? helps"),
        (KeyCode::PageDown, "the whole board is in view, and the cursor is at its edge"),
        (KeyCode::F(3), "F3 does nothing here; ? helps"),
    ] {
        assert!(play.press(code).is_empty());
        assert_eq!((play.notice(), play.decisions().as_str()), (sentence, ""));
        assert!(sentence.chars().count() < 80);
    }
    // Keys of media players, and keys of a text that is pasted as keys, are left alone.
    play.keys("l");
    for (code, is_burst) in [(KeyCode::Null, false), (KeyCode::Char('/'), true)] {
        play.model.view.is_burst = is_burst;
        play.press(code);
        assert_eq!(play.notice(), "", "{code:?}");
    }
}

#[test]
fn every_mode_answers_to_keys_without_an_effect() {
    for keys in ["n", "P", "W", ":search\n", ":grow\n", ":reduce\n", ":prove\n", ":lesson\n"] {
        let mut play = Play::queens(4);
        play.screen(120, 40);
        play.settled(keys);
        play.press(KeyCode::F(3));
        assert_eq!(play.notice(), "F3 does nothing here; ? helps", "{keys:?}");
        let screen = play.screen(120, 40);
        let line = |y| (0..120).map(|x| screen[(x, y)].symbol()).collect::<String>();
        assert!((0..40).any(|y| line(y).contains("F3 does nothing here")), "{keys:?}");
        assert!(play.press(KeyCode::F(1)).is_empty());
        assert!(play.explained().is_some() || keys == "P" || keys == "W", "{keys:?}");
    }
    let mut play = Play::queens(5);
    play.settled(":play queens 5 seed=1\n");
    play.press(KeyCode::Char('b'));
    assert!(play.notice().starts_with("b does nothing here"), "{}", play.notice());
}

/// Regression test: a notice of several lines hid the names of the columns.
#[test]
fn a_long_notice_stands_beside_the_board() {
    let mut play = Play::queens(8);
    let sentence = "a sentence that is too long for a line, ".repeat(4);
    play.model.say(sentence.clone());
    let screen = play.screen(80, 24);
    let row = play.model.view.layout.board.bottom();
    let letters: String = (0..80).map(|x| screen[(x, row)].symbol()).collect();
    assert!(letters.starts_with("     a    b    c    d    e    f    g    h"), "{letters:?}");
    let panel = play.model.view.layout.panel;
    let rows = panel
        .rows()
        .map(|row| (row.x..row.right()).map(|x| screen[(x, row.y)].symbol()).collect::<String>());
    let told: Vec<String> = rows.map(|row| row.trim().to_owned()).collect();
    assert!(told.join(" ").ends_with(sentence.trim()), "{told:#?}");
}
