use super::*;
use crate::testing::Play;
use app::lesson::MODE_NAMES;

/// Lines and keys that enter each mode, with its name in lessons.
const ENTRIES: [(&str, &str); 12] = [
    ("", "board"),
    ("n", "browse"),
    (":compare torus on\n", "compare"),
    ("P", "paint"),
    (":search\n", "search"),
    ("g\t", "graph"),
    (":grow\n", "grow"),
    (":reduce\n", "reduce"),
    (":restrict a1\n", "restrict"),
    (":passes\n", "passes"),
    (":prove\n", "prove"),
    (":a1\n :g2\n :c4\n!", "ways"),
];

#[test]
fn the_list_has_the_name_of_each_mode_and_escape_leaves_each() {
    for (keys, name) in ENTRIES {
        let mut play = Play::queens(if name == "ways" { 8 } else { 4 });
        play.screen(140, 40);
        for key in keys.chars() {
            match key {
                '\t' => drop(play.press(crossterm::event::KeyCode::Tab)),
                key => play.settled(&key.to_string()),
            }
        }
        assert_eq!(play.model.mode().behavior().names(&play.model).1, name, "{keys:?}");
        assert!(MODE_NAMES.contains(&name), "{name}");
        play.press(crossterm::event::KeyCode::Esc);
        play.settle();
        assert!(matches!(play.model.mode(), Mode::Board), "{name}");
    }
    let names: Vec<&str> = ENTRIES.iter().map(|(_, name)| *name).collect();
    assert_eq!(names, MODE_NAMES);
}
