use std::fmt::Write as _;

use crossterm::event::{KeyCode, KeyModifiers};

use super::*;

fn keys(names: &[&str]) -> Vec<Key> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn footer(keymap: &Keymap, scope: Scope) -> Vec<(String, &'static str)> {
    keymap.footer(scope).into_iter().map(|entry| (entry.keys, entry.word)).collect()
}

#[test]
fn no_key_has_two_actions_in_a_mode_and_no_action_two_lines() {
    for (scope, line) in
        Scope::iter().flat_map(|scope| scope.keys().lines.iter().map(move |it| (scope, it)))
    {
        for binding in line.actions.iter().filter_map(|&action| binding(action)) {
            assert_eq!(Keymap::default().check(binding.action.name), Ok(()));
            let event = |key: &Key| Keymap::default().action(scope, key.event());
            let is_dispatched = |key: &Key| event(key) == Some(binding.action);
            assert_eq!(
                binding.keys.iter().any(is_dispatched),
                !binding.keys.is_empty(),
                "{binding:?}"
            );
            for other in BINDINGS.iter() {
                assert_eq!(
                    other.action == binding.action,
                    other.action.name == binding.action.name
                );
                assert!(other.action != binding.action || other.keys == binding.keys);
            }
        }
    }
}

#[test]
fn every_action_with_a_name_is_in_a_mode() {
    for binding in BINDINGS.iter() {
        let has = |scope: Scope| {
            scope.keys().lines.iter().any(|line| line.actions.contains(&binding.action))
        };
        let is_somewhere = GLOBAL_ACTIONS.contains(&binding.action) || Scope::iter().any(has);
        assert!(is_somewhere, "keys.txt lacks the action '{}'", binding.action.name);
    }
}

#[test]
fn names_are_in_kebab_case() {
    for binding in BINDINGS.iter() {
        let may_be = |character: char| matches!(character, 'a'..='z' | '0'..='9' | '-');
        assert!(binding.action.name.chars().all(may_be), "{}", binding.action.name);
    }
}

#[test]
fn shift_is_not_looked_at_and_control_is() {
    let event =
        |code, modifiers| Keymap::default().action(Scope::Board, KeyEvent::new(code, modifiers));
    assert_eq!(event(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::HELP));
    assert_eq!(event(KeyCode::Char('r'), KeyModifiers::NONE), Some(Action::RESET));
    assert_eq!(event(KeyCode::Char('r'), KeyModifiers::CONTROL), Some(Action::REDO));
    assert_eq!(event(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::INTERRUPT));
    assert_eq!(event(KeyCode::Left, KeyModifiers::CONTROL), None);
}

#[test]
fn keys_that_are_changed_are_taken_and_shown() {
    let mut keymap = Keymap::default();
    keymap.rebind("exclude", keys(&["E", "delete"])).unwrap();
    keymap.rebind("redo", keys(&["U"])).unwrap();
    let action = |name: &str| keymap.action(Scope::Board, name.parse::<Key>().unwrap().event());
    assert_eq!(action("E"), Some(Action::EXCLUDE));
    assert_eq!(action("delete"), Some(Action::EXCLUDE));
    assert_eq!(action("x"), None);
    assert_eq!(action("U"), Some(Action::REDO));
    assert_eq!(action("u"), Some(Action::UNDO));
    assert_eq!(keymap.key(Action::EXCLUDE), "E");
    let lines = keymap.help_lines(Scope::Board);
    let shown: Vec<&str> = lines.iter().map(|line| line.keys_text.as_str()).collect();
    assert!(shown.contains(&"E, Delete, right click or drag"), "{shown:?}");
    assert!(shown.contains(&"u, Ctrl-U, U"), "{shown:?}");
    assert!(footer(&keymap, Scope::Board).contains(&("E".to_owned(), "exclude")));
    assert!(footer(&keymap, Scope::Board).contains(&("u".to_owned(), "undo")));
    assert_eq!(footer(&Keymap::default(), Scope::Board)[0], ("arrows hjkl".to_owned(), "move"));
    keymap.rebind("left", keys(&["a"])).unwrap();
    assert_eq!(footer(&keymap, Scope::Board)[0], ("a Down Up Right".to_owned(), "move"));
}

/// Regression: paint mode and watched searches ignored the configured keys.
#[test]
fn keys_of_the_modes_are_configured_too() {
    let mut keymap = Keymap::default();
    keymap.rebind("play", keys(&["x"])).unwrap();
    keymap.rebind("paint-cell", keys(&["Tab"])).unwrap();
    keymap.rebind("help", keys(&["f1"])).unwrap();
    let action = |scope, name: &str| keymap.action(scope, name.parse::<Key>().unwrap().event());
    assert_eq!(action(Scope::Watch, "x"), Some(Action::PLAY));
    assert_eq!(action(Scope::Board, "x"), Some(Action::EXCLUDE));
    assert_eq!(action(Scope::Watch, "p"), None);
    assert_eq!(action(Scope::Paint, "Tab"), Some(Action::PAINT_CELL));
    assert_eq!(action(Scope::Paint, "Space"), None);
    for scope in [Scope::Board, Scope::Browse, Scope::Paint, Scope::Watch] {
        assert_eq!(action(scope, "f1"), Some(Action::HELP));
        assert_eq!(action(scope, "ctrl-z"), Some(Action::SUSPEND));
    }
    assert!(footer(&keymap, Scope::Watch).contains(&("x".to_owned(), "play")));
    assert_eq!(keymap.check("play"), Ok(()));
    // Two actions of one mode cannot share a key.
    keymap.rebind("quit", keys(&["x"])).unwrap();
    let clash = keymap.check("play").unwrap_err().to_string();
    assert_eq!(clash, "the key 'x' is for two actions: 'play' and 'quit'");
}

#[test]
fn letters_are_text_where_they_are_typed() {
    let mut keymap = Keymap::default();
    keymap.rebind("undo", keys(&["z"])).unwrap();
    keymap.rebind("suspend", keys(&["Z"])).unwrap();
    let action = |scope, name: &str| keymap.action(scope, name.parse::<Key>().unwrap().event());
    let region = Some(Action::PAINT_REGION);
    assert_eq!([action(Scope::Paint, "z"), action(Scope::Paint, "Z")], [region; 2]);
    // An action whose configured keys are all typed as text keeps its default keys.
    assert_eq!(action(Scope::Paint, "ctrl-u"), Some(Action::UNDO));
    assert_eq!(action(Scope::Palette, "Z"), Some(Action::INSERT));
    assert_eq!(action(Scope::Watch, "Z"), Some(Action::SUSPEND));
}

#[test]
fn a_key_that_a_mode_takes_is_not_offered_for_the_board() {
    let entries = Keymap::default().entries(Scope::Graph);
    let key = |name: &str| &entries.iter().find(|entry| entry.name == name).unwrap().key;
    assert_eq!((key("another order").as_str(), key("open").as_str()), ("o", ""));
    assert_eq!((key("undo").as_str(), key("save").as_str()), ("u", "w"));
    assert_eq!(
        Keymap::default().entries(Scope::Board).iter().filter(|entry| entry.key == "o").count(),
        1
    );
}

/// Regression: the palette had "cheapest" and "the cheapest".
#[test]
fn no_entry_is_in_the_palette_twice() {
    for scope in Scope::iter() {
        let entries = Keymap::default().entries(scope);
        let articles = ["a ", "the "];
        let bare = |name: &'_ str| {
            let rest = articles.iter().find_map(|article| name.strip_prefix(article));
            rest.unwrap_or(name).to_owned()
        };
        let names = entries.iter().map(|entry| entry.name.clone());
        let in_group =
            entries.iter().map(|entry| format!("{}: {}", entry.group, bare(&entry.name)));
        let twice: Vec<_> = names.duplicates().chain(in_group.duplicates()).collect();
        assert!(twice.is_empty(), "{scope:?}: {twice:?}");
        let effects = entries.iter().map(|entry| format!("{:?}", entry.choice));
        let twice: Vec<_> = effects.duplicates().collect();
        assert!(twice.is_empty(), "{scope:?}: {twice:?}");
    }
}

#[test]
fn what_cannot_be_changed_is_refused() {
    let mut keymap = Keymap::default();
    for (name, given, sentence) in [
        ("jump", vec!["x"], "unknown action 'jump' ('configurator config' lists them)"),
        (
            "paint-region",
            vec!["x"],
            "unknown action 'paint-region' ('configurator config' lists them)",
        ),
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
    // Two actions may exchange their keys.
    keymap.rebind("exclude", keys(&["a"])).unwrap();
    assert_eq!((keymap.check("complete"), keymap.check("exclude")), (Ok(()), Ok(())));
}

/// The table of the board's keys in Markdown.
fn key_table() -> String {
    let mut table = String::from("| key | action |\n| --- | --- |\n");
    for (keys, help) in key_lines() {
        writeln!(table, "| {keys} | {help} |").expect("a string takes every line");
    }
    table
}

#[test]
fn the_manual_has_this_table() {
    let page = include_str!("../../../manual/pages/board.md");
    assert!(
        page.contains(&key_table()),
        "put this into src/manual/pages/board.md:\n{}",
        key_table()
    );
    let diagram = include_str!("../../../manual/pages/diagram.md");
    for mode in [Scope::Graph, Scope::Series] {
        for line in &mode.keys().lines {
            let line = format!("| {} | {} |\n", line.keys_text, description(line));
            assert!(diagram.contains(&line), "put this into src/manual/pages/diagram.md:\n{line}");
        }
    }
    let page = include_str!("../../../manual/pages/searching.md");
    for line in Keymap::default().help_lines(Scope::Watch) {
        let line = format!("| {} | {} |\n", line.keys_text, line.help);
        assert!(page.contains(&line), "put this into src/manual/pages/searching.md:\n{line}");
    }
}
