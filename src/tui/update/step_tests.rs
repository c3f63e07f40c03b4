//! Property tests: random keys, clicks and answers in any order.

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;

use super::tests::interrupted;
use super::*;
use crate::testing::Play;
use app::{AppEvent, jobs};
use crossterm::event::KeyModifiers;
use engine::{Budget, bdd};
use problem::random::in_full;

/// One input of the board.
#[derive(Clone, Debug)]
enum Step {
    Key(KeyCode, KeyModifiers),
    Mouse(MouseEventKind, u16, u16),
    Window(u16, u16),
    /// The worker answers in full.
    Answer,
    /// The worker answers, but its reports are withheld from the board.
    Hold,
    /// The withheld reports arrive.
    Late,
    /// The worker reports an interruption.
    Interrupted,
    /// A command line is typed.
    Command(&'static str),
}

fn step() -> impl Strategy<Value = Step> {
    let codes = prop::sample::select(vec![
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Tab,
        KeyCode::Char(' '),
        KeyCode::Char('x'),
        KeyCode::Char('!'),
        KeyCode::Char('a'),
        KeyCode::Char('u'),
        KeyCode::Char('r'),
        KeyCode::Char('+'),
        KeyCode::Char('-'),
        KeyCode::Char('p'),
        KeyCode::Char(':'),
        KeyCode::Char('?'),
        KeyCode::Char('M'),
        KeyCode::Char('P'),
        KeyCode::Char('.'),
        KeyCode::Char('h'),
        KeyCode::Char('l'),
        KeyCode::Char('k'),
    ]);
    let modifiers = prop::sample::select(vec![
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::CONTROL,
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
    ]);
    let kinds = prop::sample::select(vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::ScrollDown,
    ]);
    let windows = prop_oneof![
        (0..200_u16, 0..200_u16),
        prop::sample::select(vec![
            (0, 0),
            (1, 1),
            (24, 8),
            (23, 8),
            (80, 24),
            (200, 200),
            (200, 1)
        ]),
    ];
    let commands = prop::sample::select(vec![
        ":size 5\n",
        ":size 1\n",
        ":size 2x5\n",
        ":size 5x1\n",
        ":size 9999\n",
        ":piece knight\n",
        ":piece queen\n",
        ":piece zz\n",
        ":torus\n",
        ":rules columns,regions\n",
        ":region b\n",
        ":hole\n",
        ":paint\n",
        ":c3\n",
        ":z99\n",
        ":\n",
    ]);
    prop_oneof![
        8 => (codes, modifiers).prop_map(|(code, modifiers)| Step::Key(code, modifiers)),
        3 => (kinds, 0..90_u16, 0..30_u16).prop_map(|(kind, x, y)| Step::Mouse(kind, x, y)),
        1 => windows.prop_map(|(width, height)| Step::Window(width, height)),
        6 => Just(Step::Answer),
        1 => Just(Step::Hold),
        1 => Just(Step::Late),
        1 => Just(Step::Interrupted),
        1 => commands.prop_map(Step::Command),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(8, 64)))]

    #[test]
    fn whatever_happens_the_board_stands_and_tells_the_truth(
        size in 1..=5_u16,
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let mut play = Play::queens(size);
        let (mut window, mut held) = ((80, 24), Vec::new());
        for step in steps {
            let stamp = play.model.app.session.stamp();
            let answered = matches!(step, Step::Answer);
            let effects = match step {
                // The board is not enlarged beyond 5×5.
                Step::Key(KeyCode::Char('+'), _) if play.rules().size().rows() >= 5 => Vec::new(),
                Step::Key(code, modifiers) => play.send(Message::Key(KeyEvent::new(code, modifiers))),
                Step::Mouse(kind, column, row) => {
                    let modifiers = KeyModifiers::NONE;
                    play.send(Message::Mouse(MouseEvent { kind, column, row, modifiers }))
                }
                Step::Window(width, height) => {
                    window = (width, height);
                    play.send(Message::Resized(width, height))
                }
                Step::Answer => {
                    play.settle();
                    Vec::new()
                }
                Step::Hold => {
                    held = play.reports();
                    Vec::new()
                }
                Step::Late => {
                    let mut effects = Vec::new();
                    for (asked, report) in held.drain(..) {
                        effects.extend(play.send(AppEvent::Report(asked, report)));
                    }
                    effects
                }
                Step::Interrupted => {
                    play.question = None;
                    play.say(interrupted())
                }
                Step::Command(text) => {
                    // The first Esc may end a stroke and so change the board, and Enter may change the board again.
                    let mut effects = play.press(KeyCode::Esc);
                    effects.extend(play.press(KeyCode::Esc));
                    effects.extend(play.keys(text));
                    effects
                }
            };
            // The board asks exactly one question about a new position.
            if play.model.app.session.stamp() != stamp && !answered {
                let asks = effects.iter().filter(|effect| matches!(effect, Effect::Ask(question)
                    if question.job == jobs::ExaminePosition
                        && question.id.stamp == play.model.app.session.stamp()));
                prop_assert_eq!(asks.count(), 1);
            }
            let size = play.model.app.session.rules().size();
            prop_assert!(size.contains(play.model.view.cursor));
            prop_assert_eq!(play.model.app.session.problem().decisions().iter()
                .filter(|&(cell, _)| !size.contains(cell)).count(), 0);
            let screen = play.screen(window.0, window.1);
            prop_assert_eq!(screen.area.area(), u32::from(window.0) * u32::from(window.1));
            if play.model.view.layout.fits {
                prop_assert!(play.model.view.layout.area(play.model.view.cursor).is_some());
            }
            // Drawing into a window that has just changed must not panic either.
            for (width, height) in [(0, 0), (1, 1), (window.1, window.0)] {
                crate::testing::drawn(&play.model, width, height);
            }
            if let Some(census) = play.model.app.session.knowledge().census.as_ref() {
                let problem = play.model.app.session.problem();
                let anew = bdd::Engine::new().census(problem, &Budget::default()).unwrap();
                prop_assert_eq!(census, &anew);
            }
        }
        // After all steps, a new board still gets its answer.
        play.press(KeyCode::Esc);
        play.press(KeyCode::Esc);
        play.settled(":piece queen\n:torus off\n:rules rows\n:size 6\n");
        // Holes are kept on the new board, so its solutions are counted separately.
        let anew = bdd::Engine::new().census(play.model.app.session.problem(), &Budget::default());
        prop_assert_eq!(play.solutions(), anew.unwrap().solutions.to_string());
        prop_assert!(!play.model.is_busy());
    }
}
