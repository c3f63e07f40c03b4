use crossterm::event::{KeyCode, KeyModifiers};

use super::*;
use crate::tui::action::WATCHING;

fn keys(names: &[&str]) -> Vec<Key> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn no_key_has_two_actions_and_no_action_two_lines() {
    for (place, binding) in BINDINGS.iter().enumerate() {
        assert_eq!(Keymap::default().check(binding.name), Ok(()));
        assert!(!binding.keys.is_empty());
        for other in &BINDINGS[place + 1..] {
            assert!(other.action != binding.action && other.name != binding.name);
        }
    }
}

#[test]
fn names_are_in_kebab_case() {
    for binding in BINDINGS {
        let may_be = |character: char| matches!(character, 'a'..='z' | '0'..='9' | '-');
        assert!(binding.name.chars().all(may_be), "{}", binding.name);
    }
}

#[test]
fn shift_is_not_looked_at_and_control_is() {
    let event = |code, modifiers| Keymap::default().action(KeyEvent::new(code, modifiers));
    assert_eq!(event(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
    assert_eq!(event(KeyCode::Char('r'), KeyModifiers::NONE), Some(Action::Reset));
    assert_eq!(event(KeyCode::Char('r'), KeyModifiers::CONTROL), Some(Action::Redo));
    assert_eq!(event(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Interrupt));
    assert_eq!(event(KeyCode::Left, KeyModifiers::CONTROL), None);
}

#[test]
fn keys_that_are_changed_are_taken_and_shown() {
    let mut keymap = Keymap::default();
    keymap.rebind("exclude", keys(&["e", "delete"])).unwrap();
    keymap.rebind("redo", keys(&["U"])).unwrap();
    let action = |name: &str| keymap.action(name.parse::<Key>().unwrap().event());
    assert_eq!(action("e"), Some(Action::Exclude));
    assert_eq!(action("delete"), Some(Action::Exclude));
    assert_eq!(action("x"), None);
    assert_eq!(action("U"), Some(Action::Redo));
    assert_eq!(action("u"), Some(Action::Undo));
    assert_eq!(keymap.key(Action::Exclude), "e");
    let lines = keymap.help_lines();
    let shown: Vec<&str> = lines.iter().map(|line| line.shown.as_str()).collect();
    assert!(shown.contains(&"e, Delete, right click"), "{shown:?}");
    assert!(shown.contains(&"u, Ctrl-U, U"), "{shown:?}");
    assert!(keymap.footer().contains(&("e".to_owned(), "exclude")));
    assert!(keymap.footer().contains(&("u".to_owned(), "undo")));
    assert_eq!(Keymap::default().footer()[0], ("arrows hjkl".to_owned(), "move"));
    keymap.rebind("left", keys(&["a"])).unwrap();
    assert_eq!(keymap.footer()[0], ("a Down Up Right".to_owned(), "move"));
}

#[test]
fn what_cannot_be_changed_is_refused() {
    let mut keymap = Keymap::default();
    for (name, given, sentence) in [
        ("jump", vec!["x"], "unknown action 'jump' ('configurator config' lists them)"),
        ("cancel", vec!["x"], "'cancel' is always Esc"),
        ("interrupt", vec!["x"], "'interrupt' is always Ctrl-C"),
        ("undo", vec![], "'undo' needs at least one key"),
    ] {
        assert_eq!(keymap.rebind(name, keys(&given)).unwrap_err().to_string(), sentence);
    }
    assert_eq!(keymap, Keymap::default());
    keymap.rebind("complete", keys(&["x"])).unwrap();
    assert_eq!(
        keymap.check("complete").unwrap_err().to_string(),
        "the key 'x' is for two actions: 'complete' and 'exclude'"
    );
    // Two that change their keys may.
    keymap.rebind("exclude", keys(&["a"])).unwrap();
    assert_eq!((keymap.check("complete"), keymap.check("exclude")), (Ok(()), Ok(())));
}

#[test]
fn the_readme_has_this_table() {
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&key_table()), "put this into README.md:\n{}", key_table());
    for line in HelpLine::of_mode(WATCHING) {
        let line = format!("| {} | {} |\n", line.shown, line.help);
        assert!(readme.contains(&line), "put this into README.md:\n{line}");
    }
}
