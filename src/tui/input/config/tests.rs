use super::*;
use crate::input::bindings::{Scope, binding};
use crate::input::key::Key;
use app::action::Action;
use app::settings::Setting;
use strum::IntoEnumIterator;

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(text, "config.toml").map_err(|error| error.to_string())
}

#[test]
fn what_a_file_says_is_taken() {
    let config = parse(
        "theme = \"colour-blind\"\nmouse = false\nglyphs = \"ascii\"\n\n[keys]\nundo = [\"Z\", \"ctrl-z\"]\n\
         suspend = [\"f12\"]\n[play]\nclock = false\nauto-mark = true\n",
    );
    let config = config.unwrap();
    assert_eq!(config.theme, Some(Theme::Auto));
    assert_eq!((config.mouse, config.glyphs), (Some(false), Some(NamedGlyphs::Ascii)));
    let action =
        |name: &str| config.keys.action(Scope::Board, name.parse::<Key>().unwrap().event());
    assert_eq!([action("Z"), action("ctrl-z")], [Some(Action::UNDO); 2]);
    assert_eq!((action("u"), action("f12")), (None, Some(Action::SUSPEND)));
    assert!(config.settings.has(Setting::AutoMark) && config.settings.has(Setting::Counters));
    assert!(!config.settings.has(Setting::Clock));
    assert_eq!(parse("").unwrap(), Config::default());
    let earlier = parse("glyphs = \"narrow\"").unwrap().glyphs.unwrap();
    assert_eq!(earlier.glyphs(), crate::Glyphs::Ascii);
    assert_eq!(earlier.notice(), Some("the characters 'narrow' are now 'ascii'"));
}

#[test]
fn what_it_cannot_say_is_an_error_with_its_line() {
    for (text, sentence) in [
        ("colour = true", "1: unknown key 'colour' (known are theme, glyphs, mouse, play, keys)"),
        (
            "\ntheme = \"neon\"",
            "2: 'neon' is not a theme (auto, dark, light, terminal, monochrome or colour-blind)",
        ),
        ("theme = 3", "1: 'theme' must be a name in quotes"),
        ("glyphs = \"emoji\"", "1: 'emoji' is no set of characters (unicode or ascii)"),
        ("mouse = \"yes\"", "1: 'mouse' must be true or false"),
        ("mouse = true\nmouse = false", "2: 'mouse' is there twice"),
        ("play = 1", "1: 'play' must be a table, as in [play] and below it clock = false"),
        (
            "[play]\nclok = true",
            "2: unknown key 'clok' (known are clock, counters, broken, auto-mark, verify, autocomplete, totals, uniqueness, mistakes, click)",
        ),
        ("[play]\nmistakes = true", "2: 'mistakes' must be a name in quotes"),
        ("[play]\nclick = \"twice\"", "2: 'twice' is none of cycle, place"),
        ("[play]\nclock = 1", "2: 'clock' must be true or false"),
        ("keys = 1", "1: 'keys' must be a table, as in [keys] and below it exclude = [\"x\"]"),
        ("[keys]\njump = [\"x\"]", "2: unknown action 'jump' ('configurator config' lists them)"),
        ("[keys]\nundo = [\"u\"]\nundo = [\"z\"]", "3: 'undo' is there twice"),
        (
            "[keys]\nundo = \"u\"",
            "2: 'undo' must be a list of keys in quotes, as in [\"x\", \"ctrl-x\"]",
        ),
        ("[keys]\nundo = [\"Z\", \"Z\"]", "2: 'undo' has the key 'Z' twice"),
        ("[keys]\nundo = []", "2: 'undo' needs at least one key"),
        ("[keys]\ncancel = [\"q\"]", "2: 'cancel' is always Esc"),
        (
            "[keys]\nundo = [\"Z\"]\n\nredo = [\"Z\"]",
            "2: the key 'Z' is for two actions: 'undo' and 'redo'",
        ),
        ("[keys]\nundo = [\"q\"]", "2: the key 'q' is for two actions: 'undo' and 'quit'"),
    ] {
        assert_eq!(parse(text).unwrap_err(), format!("config.toml:{sentence}"), "{text}");
    }
    assert!(parse("[keys]\nundo = [\"ctrl-ä\"]").unwrap_err().contains("'ctrl-ä' is not a key ("));
    // An error contains neither control characters nor long names from the file.
    let long = parse(&format!("\"\u{1b}[31m{}\" = 1", "x".repeat(1 << 16))).unwrap_err();
    assert!(long.len() < 200 && !long.contains('\u{1b}'), "{long}");
}

#[test]
fn the_template_says_what_holds_without_it() {
    let template = Config::template();
    assert_eq!(parse(&template).unwrap(), Config::default());
    // The same holds if the '#' before every setting is removed: the file then states the default keys.
    let is_setting = |line: &&str| line.starts_with('#') && !line.starts_with("# ");
    let settings: Vec<&str> = template.lines().filter(is_setting).collect();
    assert!(settings.len() > 40);
    let text: String = template
        .lines()
        .map(|line| if is_setting(&line) { &line[1..] } else { line })
        .fold(String::new(), |text, line| text + line + "\n");
    let config = parse(&text).unwrap();
    assert_eq!(
        (config.theme, config.mouse, config.glyphs),
        (Some(Theme::default()), Some(true), Some(NamedGlyphs::default()))
    );
    for scope in Scope::iter() {
        let actions = scope.keys().lines.iter().flat_map(|line| &line.actions);
        for key in actions.filter_map(|&action| binding(action)).flat_map(|binding| &binding.keys) {
            let default = Keymap::default().action(scope, key.event());
            assert_eq!(config.keys.action(scope, key.event()), default);
        }
    }
    assert!(template.lines().all(|line| line.len() <= 100), "{template}");
}

#[test]
fn a_file_that_is_not_there_says_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("config.toml");
    assert_eq!(Config::default().read(&path), Ok(Config::default()));
    std::fs::write(&path, "theme = \"light\"").unwrap();
    assert_eq!(Config::default().read(&path).unwrap().theme, Some(Theme::Light));
    assert!(
        Config::default().read(directory.path()).unwrap_err().to_string().contains("directory")
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting_for_a_writer() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("config.toml");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    // If opening the pipe waited for a writer, this thread would never end.
    let (sender, receiver) = std::sync::mpsc::channel();
    let read = path.clone();
    std::thread::spawn(move || sender.send(Config::default().read(&read)));
    let result = receiver.recv_timeout(std::time::Duration::from_secs(60)).expect("it waits");
    let expected = format!("{}: this is not a regular file", path.display());
    assert_eq!(result.unwrap_err().to_string(), expected);
}
