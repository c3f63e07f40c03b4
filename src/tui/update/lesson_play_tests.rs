//! Plays each lesson of the program to its end, key by key, and checks that wrong keys do not lead on.

use crossterm::event::{KeyCode, MouseButton};

use crate::testing::{Play, cell};
use crate::update::message::Message;
use app::lesson::{Lesson, Remark};
use app::{DiagramView, LessonSource, Shading};
use geometry::Size;
use problem::{Problem, Rules};

/// For each step: keys that do not lead on, then keys that do. `→`, `←`, `⇥` (Tab), `⇲` (End) and `⎋` (Esc) are keys.
type Script = &'static [(&'static str, &'static str)];

const TEN_MINUTES: Script = &[
    (":size 5\nx", ":size 4\n"),
    (":b1\n", ":grow\n"),
    ("", "→"),
    ("→→", "⇲"),
    ("⎋:grow\n", "⇲←"),
    ("⎋", "g"),
    (":c1\n u:b1\n", " "),
    (":b1\n :a1\n ", ":d2\n "),
    (":size 7\n", ":size 8\n"),
    (":d2\n :e4\n u", ":a4\n "),
    (":g1\n", ":h1\n"),
    (":g1\n!⎋", ":h1\n!"),
    ("⎋", "!1"),
    ("m", "r"),
    (":a1\n m:c4\n ", ":e1\n "),
    (":size 5\n", ":size 6\n"),
    (":search leftmost min weak\n", ":search leftmost min weak vs strong\n"),
    ("→", "→"),
    ("→", "⇲"),
    ("⎋", ":consistency\n"),
    (":b1\n ", ":a1\n "),
];

const ORDERS: Script = &[
    ("", "g"),
    ("g", "gg⇥"),
    ("⇥", "o"),
    ("⎋", "⇥o"),
    ("⇥z", "o"),
    ("⎋g", "gg⇥o"),
    ("⎋:c1\n u", ":b1\n "),
    ("r⇥ooo", "o⎋"),
    (":a1\n :c3\n ", ":b2\n "),
];

const PROPAGATION: Script = &[
    (":search strong vs weak\n⎋", ":search leftmost min weak\n"),
    ("⎋", ":search leftmost min weak\n→"),
    ("→→", "⇲"),
    ("⎋", ":search leftmost min weak vs strong\n"),
    ("→", "→"),
    ("←", "⇲"),
    ("←⎋", ":search leftmost min bounds vs alldifferent\n"),
    ("→", "⇲"),
    ("⎋:d1\n ur", ":b1\n "),
    ("m", ":consistency\n"),
    (":a3\n :e5\n ", ":e3\n "),
];

const PUZZLES: Script = &[
    (":f1\n", ":e1\n"),
    (" u:a1\nx:b1\nx:c1\nx", ":d1\nx"),
    (":a2\n :e1\n ", ":e2\n "),
    (":d2\nxu", ":e2\nx:f2\nx"),
    (":b4\n ", ":a3\n "),
    (":a4\nx:a5\nx", ":a6\nx"),
    (":b2\nx", ":b3\nx"),
    (":c2\n u", ":d2\n "),
    ("c", "H"),
    ("HH⎋:f1\n ", ":a3\n :b6\n :e5\n :c4\n "),
    (":f1\n ", ":d2\n "),
];

/// The lesson with this name.
fn read(name: &str) -> Lesson {
    Lesson::read(&name.parse::<LessonSource>().unwrap()).unwrap()
}

fn begun(name: &str, (width, height): (u16, u16)) -> Play {
    let mut play = Play::queens(8);
    play.send(Message::Resized(width, height));
    play.settled(&format!(":lesson {name}\n"));
    play
}

fn keys(play: &mut Play, text: &str) {
    for key in text.chars() {
        match key {
            '→' => drop(play.press(KeyCode::Right)),
            '←' => drop(play.press(KeyCode::Left)),
            '⇥' => drop(play.press(KeyCode::Tab)),
            '⇲' => drop(play.press(KeyCode::End)),
            '⎋' => drop(play.press(KeyCode::Esc)),
            other => drop(play.keys(&other.to_string())),
        }
        play.settle();
    }
}

fn step(play: &Play) -> usize {
    play.model.app.open_lesson().expect("the lesson is open").step_index
}

/// A wrong answer, a detour and a step that is not done are told apart, and a lesson that was put away goes on.
#[test]
fn detours_are_answered_and_a_lesson_goes_on_where_it_was_left() {
    let mut play = begun("puzzles", (80, 24));
    let remark = |play: &Play| play.model.app.open_lesson().unwrap().remark.clone();
    assert_eq!(remark(&play), Remark::Title);
    assert!(play.text(80, 24).contains("Esc leaves"));
    keys(&mut play, ":e1\n ");
    let text = "That is a guess: `u` takes it back. First mark what must be empty.";
    assert_eq!(remark(&play), Remark::NotYet(text.to_owned()));
    keys(&mut play, "u:b2\nx");
    let Remark::Hint(text) = remark(&play) else { panic!("{:?}", remark(&play)) };
    assert!(text.starts_with("`x` marks a cell as empty"), "{text}");
    keys(&mut play, "⎋");
    assert!(play.model.app.open_lesson().is_none());
    let notice = "your board is back; the lesson waits at step 2 of 11: ':lesson' goes on";
    assert_eq!(play.notice(), notice);
    assert!(!play.text(80, 24).contains("2/11"));
    assert_eq!(*play.model.app.session.problem(), Problem::new(Rules::queens(8).unwrap()));
    // Meanwhile nothing is watched, and the lesson's board waits.
    keys(&mut play, ":a1\nx:b1\nx:c1\nx");
    keys(&mut play, ":lesson\n");
    assert_eq!((step(&play), play.decisions()), (1, "-b2".to_owned()));
    keys(&mut play, ":a1\nx:b1\nx:c1\nx");
    assert_eq!(step(&play), 1);
    keys(&mut play, ":d1\nx:a3\n ");
    assert_eq!(step(&play), 2);
    let text = "a3 is not it. Pieces do not touch, not even at corners.";
    assert_eq!(remark(&play), Remark::NotYet(text.to_owned()));
    // The answer has decided nothing.
    assert!(play.model.app.session.decisions().get("a3".parse().unwrap()).is_none());
    keys(&mut play, ":lesson skip\n");
    assert_eq!(step(&play), 3);
    keys(&mut play, ":lesson off\n:lesson orders\n");
    assert_eq!(step(&play), 0);
    keys(&mut play, ":lesson croquet\n");
    assert!(play.notice().starts_with("'croquet' is no lesson ("), "{}", play.notice());
}

/// Regression: with the graph shown before, Esc was enough, and the `g` of the task led to another view and a wrong hint.
#[test]
fn a_graph_that_was_shown_before_is_found_again() {
    let mut play = begun("ten-minutes", (120, 40));
    keys(&mut play, "g:size 4\n:grow\n→⇲←");
    assert_eq!(step(&play), 5);
    keys(&mut play, "⎋");
    assert_eq!(step(&play), 6);
    let text = play.text(120, 40);
    assert!(text.contains("two paths from a1 down to 1"), "{text}");
    // Regression: the two lines of the lesson left the diagram one row too few.
    assert!(!play.model.is_graph_cut() && text.contains("╰ ⠒⠒⠒ piece"), "{text}");
    keys(&mut play, "g");
    let remark = |play: &Play| play.model.app.open_lesson().unwrap().remark.clone();
    let Remark::NotYet(text) = remark(&play) else { panic!("{:?}", remark(&play)) };
    assert!(text.contains("until the graph is back"), "{text}");
    keys(&mut play, "gg:b1\n ");
    assert_eq!(step(&play), 7);
    // The panel and the footer say the same about the key.
    let text = play.text(120, 40);
    assert!(text.contains("space answers the question"), "{text}");
    assert!(!text.contains("takes it back"), "{text}");
}

fn play_to_the_end(name: &str, script: Script) {
    let lesson = read(name);
    assert_eq!(script.len(), lesson.steps.len(), "{name}");
    for window in [(80, 24), (120, 40)] {
        let mut play = begun(name, window);
        for (index, (wrong, right)) in script.iter().enumerate() {
            let task = &lesson.steps[index].task;
            let at = format!("{name}, step {}, '{task}', {window:?}", index + 1);
            assert_eq!(step(&play), index, "before {at}");
            let text = play.text(window.0, window.1);
            assert!(text.contains(&task.replace('`', "")), "{at}: {text}");
            keys(&mut play, wrong);
            assert_eq!(step(&play), index, "after wrong keys in {at}");
            keys(&mut play, right);
            let text = play.text(window.0, window.1);
            assert_eq!(step(&play), index + 1, "after right keys in {at}: {text}");
            let remark = &play.model.app.open_lesson().unwrap().remark;
            assert_eq!(*remark, Remark::Done(lesson.steps[index].say.clone()), "{at}");
        }
        let text = play.text(window.0, window.1);
        assert!(text.contains("That was the lesson."), "{text}");
        assert!(!lesson.steps.last().unwrap().until.answer.is_empty(), "{name} ends in a question");
        keys(&mut play, "⎋");
        assert!(play.model.app.lesson.is_none());
    }
}

#[test]
fn the_ten_minutes_are_taken_to_their_end() {
    play_to_the_end("ten-minutes", TEN_MINUTES);
}

#[test]
fn the_lesson_on_orders_is_taken_to_its_end() {
    play_to_the_end("orders", ORDERS);
}

#[test]
fn the_lesson_on_propagation_is_taken_to_its_end() {
    play_to_the_end("propagation", PROPAGATION);
}

#[test]
fn the_lesson_on_puzzles_is_taken_to_its_end() {
    play_to_the_end("puzzles", PUZZLES);
}

/// The screen position of the first character of a text.
fn position(play: &mut Play, text: &str) -> (u16, u16) {
    let screen = play.screen(80, 24);
    let line = |y| (0..80).map(|x| screen[(x, y)].symbol()).collect::<String>();
    let found = (0..24).find_map(|y| Some((line(y).split_once(text)?.0.chars().count(), y)));
    let (x, y) = found.unwrap();
    (x as u16, y)
}

fn click(play: &mut Play, text: &str) {
    let (x, y) = position(play, text);
    play.click_at(MouseButton::Left, x, y);
    play.settle();
}

#[test]
fn the_words_of_a_task_can_be_clicked() {
    let mut play = Play::queens(8);
    keys(&mut play, ":c3\n:lesson ten-minutes\n");
    click(&mut play, ":size 4");
    assert_eq!((step(&play), play.model.app.session.rules().size()), (1, Size::square(4).unwrap()));
    click(&mut play, ":grow");
    assert_eq!(step(&play), 2);
    // Only the key itself is clicked, not the words around it.
    click(&mut play, "Press →");
    assert_eq!(step(&play), 2);
    click(&mut play, "→.");
    assert_eq!(step(&play), 3);
    keys(&mut play, "⎋");
    click(&mut play, "Esc leaves");
    assert!(play.model.app.open_lesson().is_none());
    assert_eq!(play.model.view.cursor, cell("c3"));
}

#[test]
fn a_skipped_step_leaves_the_board_as_if_it_was_done() {
    let mut play = Play::queens(8);
    keys(&mut play, ":lesson ten-minutes\n");
    for _ in 0..7 {
        keys(&mut play, ":lesson skip\n");
    }
    assert_eq!((step(&play), play.decisions().as_str()), (7, "b1"));
    assert_eq!(play.model.app.diagram, DiagramView::Graph);
    keys(&mut play, ":d2\n ");
    assert_eq!(step(&play), 8);
    keys(&mut play, ":lesson skip\n");
    assert_eq!((step(&play), play.decisions().as_str()), (9, ""));
}

#[test]
fn a_lesson_begins_with_the_usual_view_and_gives_the_users_back() {
    let mut play = Play::queens(5);
    play.send(Message::Resized(120, 40));
    let usual = play.model.app.graph.request.clone();
    keys(&mut play, ":order diagonal\nm");
    let view = |play: &Play| {
        (play.model.app.shading, play.model.app.diagram, play.model.app.graph.request.clone())
    };
    let chosen = view(&play);
    assert!(chosen.0 == Shading::Heat && chosen.1 == DiagramView::Graph && chosen.2 != usual);
    keys(&mut play, ":lesson orders\n");
    assert_eq!(view(&play), (Shading::Off, DiagramView::Silhouette, usual));
    keys(&mut play, "g");
    let of_lesson = view(&play);
    keys(&mut play, ":lesson off\n");
    assert_eq!(view(&play), chosen);
    keys(&mut play, ":lesson\n");
    assert_eq!(view(&play), of_lesson);
}
