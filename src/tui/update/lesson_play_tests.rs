//! Plays each lesson of the program to its end, key by key, and checks that wrong keys do not complete a step.

use std::collections::BTreeSet;

use crossterm::event::{KeyCode, MouseButton};

use crate::testing::{Play, cell};
use crate::update::message::Message;
use app::lesson::{Answer, GraphPlace, Lesson, LessonStep, Remark};
use app::{DiagramView, LessonSource, Shading};
use export::text_graph::GraphItemKind;
use geometry::{Cell, Grid, Piece, Size};
use problem::{Group, Problem, Rules};

/// For each step: keys that do not complete it, keys that do, and the resulting screen outside the lesson's own
/// lines. `→`, `←`, `⇥` (Tab), `⇲` (End) and `⎋` (Esc) are keys.
type Script = &'static [(&'static str, &'static str, &'static [&'static str])];

const TEN_MINUTES: Script = &[
    (":size 5\nx", ":size 4\n", &["2 solutions"]),
    (":b1\n", ":grow\n", &["rule 1 of 20", "row 4: at least 1"]),
    ("", "→", &["board rule of a4"]),
    ("", "←", &["must stand", "open", "6 nodes"]),
    ("→→", "⇲", &["rule 20 of 20", "31 nodes"]),
    ("⎋:grow\n", "⇲←", &["52 nodes"]),
    ("⎋", ":reduce\n", &["drop 80", "86 nodes"]),
    ("⎋", ":reduce\n→", &["85 nodes"]),
    ("→→", "⇲", &["step 56 of 56", "31 nodes"]),
    ("⎋:restrict c1\n⎋", ":restrict b1\n", &["replace", "31 nodes"]),
    ("→", "⇲", &["restricted", "17 nodes"]),
    ("⎋:c1\n u:b1\n", " ", &["1 placed by you, 3 by the program"]),
    (":b1\n :a1\n ", ":d2\n ", &["16 solutions"]),
    ("m", "g", &["47 nodes"]),
    (":order diagonal\n", ":order column-major\n", &["14 nodes"]),
    (":47\n:x\n", ":14\n", &["92 solutions"]),
    (":e4\n u", ":d2\n ", &["8 of 92"]),
    (":g1\n", ":a4\n ", &["2 of 92"]),
    (":g1\n", ":h1\n", &["because of d2 and a4", "neither alone rules it out"]),
    (":g1\n!⎋", ":h1\n!", &["2 ways"]),
    ("⎋", "!1", &["took back d2"]),
    ("m", "r", &["92 solutions", "20 %"]),
    (":a1\n ", ":e1\n ", &["4 solutions"]),
    (":search leftmost min weak\n", ":search leftmost min weak vs strong\n", &["branch 0 of 78"]),
    ("→", "→", &["branch 2 of 78"]),
    ("→", "⇲", &["wasted 58", "wasted 24"]),
    ("⎋", ":consistency\n", &["diagram 12"]),
    (":b1\n ", ":a1\n ", &["only the diagram of all"]),
];

const REDUCTION: Script = &[
    (":8\n:a1\n ", "u:7\n", &["7 solutions"]),
    ("g", ":reduce\n", &["drop 6", "9 nodes"]),
    ("⎋", ":reduce\n→", &["8 nodes"]),
    (":4\n→", "←:5\n", &[]),
    ("→", "⇲", &["reduced", "5 nodes"]),
    (":7\n", ":3\n", &["4 solutions"]),
    (":grow\n⎋", ":reduce\n", &["merge 11 into 9", "13 nodes"]),
    ("⎋", ":reduce\n→", &["12 nodes"]),
    ("←", "⇲", &["reduced", "11 nodes"]),
    (":1\n", ":2\n", &["2 solutions"]),
    (":grow\n⎋", ":reduce\n", &["86 nodes"]),
    ("→", "⇲", &["step 56 of 56", "31 nodes"]),
    ("⎋", ":restrict b1\n", &["replace", "31 nodes"]),
    ("→", "⇲", &["restricted", "17 nodes"]),
    (":2\n", ":1\n", &["17 nodes"]),
];

const COUNTING: Script = &[
    (":8\n", ":9\n", &["9 solutions"]),
    (":grow\n⎋", ":passes\n", &["up b2: 1"]),
    (":2\n", ":3\n", &[]),
    ("", "→", &["up a2: 3"]),
    ("→", "→", &["up a1: 9"]),
    (":2\n", ":3\n", &[]),
    ("→→→", "→", &["down a2: 3", "3×3"]),
    (":9\n", ":6\n", &[]),
    (":b2\n⎋", ":a2\n", &["in 6 of 9"]),
    (":6\n", ":3\n", &["2 solutions"]),
    (":grow\n⎋", ":passes\n", &["step 1 of 60", "31 nodes"]),
    ("→", "⇲", &["step 60 of 60"]),
    (":4\n", ":2\n", &["92 solutions"]),
    ("", "m", &["20 %"]),
    (":64\n", ":2\n", &["92 solutions"]),
];

const ORDERS: Script = &[
    (":8\n", ":16\n", &["16 solutions"]),
    ("", "g", &["47 nodes"]),
    (":a2\n :8\n", "u:16\n", &["47 nodes"]),
    ("⇥", "o", &["14 nodes"]),
    (":1\n", ":2\n", &["14 nodes"]),
    ("⎋:size 2x6\n", ":size 2x5\n", &["17 nodes"]),
    (":94\n", ":95\n", &["17 nodes"]),
    (":order diagonal\n", ":order row-major\n", &["95 nodes"]),
    (":16\n", ":32\n", &["4 solutions"]),
    ("m", "g", &["131 nodes"]),
    (":order diagonal\n", ":order inside-out\n", &["113 nodes"]),
    (":order diagonal\n", ":order sifted\n", &["71 nodes"]),
    (":e1\n ", "u:b1\n ", &["5 by the program"]),
    (":e6\n ", ":d2\n ", &["64 solutions"]),
    (":b1\n :f2\n ", ":a2\n ", &["64 solutions"]),
];

const SEARCHES: Script = &[
    (":search strong vs weak\n⎋", ":search leftmost min weak\n", &["603"]),
    ("⎋", ":search leftmost min weak\n→", &["a1"]),
    ("→→", "⇲", &["603 of 603"]),
    ("⎋", ":search leftmost min weak vs strong\n", &["78 branches, 36 failures"]),
    ("→", "→", &["branch 2 of 78"]),
    ("←", "⇲", &["branch 78 of 78"]),
    (":40\n", ":24\n", &["wasted 24", "wasted 58"]),
    ("⎋", ":search leftmost min bounds vs alldifferent\n", &["70 branches", "66 branches"]),
    ("→", "⇲", &["branch 70 of 70"]),
    ("⎋:d1\n ur", ":b1\n ", &["5 by the program"]),
    ("m", ":consistency\n", &["strong 1"]),
    (":a3\n :e5\n ", ":e3\n ", &["strong"]),
];

const PUZZLES: Script = &[
    (":f1\n", ":e1\n", &[]),
    (" u:a1\nx:b1\nx:c1\nx", ":d1\nx", &[]),
    (":a2\n :e1\n ", ":e2\n ", &[]),
    (":d2\nxu", ":e2\nx:f2\nx", &[]),
    (":b4\n ", ":a3\n ", &[]),
    (":a4\nx:a5\nx", ":a6\nx", &[]),
    (":b2\nx", ":b3\nx", &[]),
    (":c2\n u", ":d2\n ", &[]),
    ("c", "H", &[]),
    ("HH⎋:f1\n ", ":a3\n :b6\n :e5\n :c4\n ", &[]),
    (":f1\n ", ":d2\n ", &[]),
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

/// A wrong answer, a detour and a step that is not done get different remarks, and a lesson that was put away continues.
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

/// A wrong view gets the hint, and a right one completes the step. The panel describes the effects of keys while a question is
/// asked.
#[test]
fn the_view_that_a_step_wants_is_found_again() {
    let mut play = begun("ten-minutes", (120, 40));
    keys(&mut play, ":size 4\n");
    keys(&mut play, "g");
    let text = play.text(120, 40);
    // Regression: the two lines of the lesson left the diagram one row too few.
    assert!(!play.model.is_graph_cut() && text.contains("╰ ⠒⠒⠒ piece"), "{text}");
    let remark = |play: &Play| play.model.app.open_lesson().unwrap().remark.clone();
    let Remark::NotYet(text) = remark(&play) else { panic!("{:?}", remark(&play)) };
    assert!(text.contains("First see it grow"), "{text}");
    for _ in 0..11 {
        keys(&mut play, ":lesson skip\n");
    }
    assert_eq!(step(&play), 12);
    // The panel and the footer say the same about the key.
    keys(&mut play, ":b1\n");
    let text = play.text(120, 40);
    assert!(text.contains("space answers the question"), "{text}");
    assert!(!text.contains("takes it back"), "{text}");
    keys(&mut play, ":d2\n ");
    // The board of the next step begins with the usual view, and with the remark about the answer.
    assert_eq!((step(&play), play.model.app.diagram), (13, DiagramView::Silhouette));
    assert!(matches!(remark(&play), Remark::Done(_)), "{:?}", remark(&play));
    keys(&mut play, "m");
    assert!(matches!(remark(&play), Remark::Hint(_)), "{:?}", remark(&play));
    keys(&mut play, "g");
    assert_eq!(step(&play), 14);
}

#[test]
fn a_number_is_typed_after_a_colon_in_every_mode() {
    let mut play = begun("reduction", (80, 24));
    let remark = |play: &Play| play.model.app.open_lesson().unwrap().remark.clone();
    let footer = |play: &mut Play| play.text(80, 24).lines().last().unwrap().to_owned();
    assert!(footer(&mut play).contains(": answer with a number"));
    play.keys(":8");
    assert!(play.text(80, 24).contains("Enter answers the question of the lesson"));
    keys(&mut play, "\n");
    let hint = read("reduction").steps[0].hint.clone().unwrap();
    assert_eq!(remark(&play), Remark::NotYet(format!("8 is not it. {hint}")));
    keys(&mut play, ":1,007\n");
    assert_eq!(remark(&play), Remark::NotYet(format!("1,007 is not it. {hint}")));
    // Other text after the colon has its usual effect. A cell is no answer.
    keys(&mut play, ":b1\n ");
    assert_eq!((step(&play), play.decisions().as_str()), (0, "b1"));
    keys(&mut play, "u: 7 \n:reduce\n→");
    assert_eq!(step(&play), 3);
    // While a series of diagrams is shown, digits are keys, and a number after a colon is the answer.
    assert!(footer(&mut play).contains(": answer with a number"));
    keys(&mut play, ":5\n");
    assert_eq!(step(&play), 4);
    assert!(!footer(&mut play).contains("answer"));
    keys(&mut play, ":5\n");
    assert!(play.notice().contains("'5' is no cell and no command"), "{}", play.notice());
}

#[test]
fn a_former_name_of_a_lesson_is_accepted_and_told_nowhere() {
    let mut play = begun("propagation", (80, 24));
    assert_eq!(play.model.app.open_lesson().unwrap().lesson.title, read("searches").title);
    assert!(LessonSource::names().all(|name| name != "propagation"));
    keys(&mut play, ":lesson x\n");
    assert!(!play.notice().contains("propagation"), "{}", play.notice());
}

#[test]
fn a_lesson_takes_the_place_of_the_welcome() {
    let mut play = Play::queens(8);
    play.send(Message::Resized(80, 24));
    play.model.app.is_first_run = true;
    assert!(play.text(80, 24).contains("─ welcome ─"));
    keys(&mut play, ":lesson\n");
    assert!(!play.text(80, 24).contains("welcome"));
    keys(&mut play, "⎋");
    assert!(play.text(80, 24).contains("─ welcome ─"));
}

/// A place that a step shows stays in view until the user moves the window or walks the graph.
#[test]
fn the_window_of_the_graph_follows_the_user_rather_than_the_lesson() {
    let mut play = begun("orders", (80, 24));
    keys(&mut play, ":16\ng");
    let first_row = |play: &Play| play.model.view.graph.window.first_row;
    let shown = first_row(&play);
    assert!(shown > 0);
    keys(&mut play, "⇥");
    assert_eq!((first_row(&play), play.model.walked_node()), (0, Some(0)));
    keys(&mut play, "⎋");
    check_place(&play, &read("orders").steps[2], "after the walk");
    play.model.pan_graph(3, 0);
    keys(&mut play, "\n");
    assert_eq!(first_row(&play), 3);
}

/// Numbers in lessons about boards and orders that they do not show. Other tests check them: 92 both as the number
/// of solutions of 8 queens and as 3 × 30 + 2 nodes.
const TOLD_ELSEWHERE: &[&str] = &[
    "767", "26", "92", "3,031", "2,453", "36", "18", "20", "64", "29", "54", "55", "78", "40",
    "17", "66",
];

/// The numbers of at least two digits in a text; names of cells are none.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_alphanumeric() && it != ',');
    words
        .map(|word| word.trim_matches(','))
        .filter(|word| word.len() > 1 && word.chars().all(|it| it.is_ascii_digit() || it == ','))
}

fn play_to_the_end(name: &str, script: Script) {
    let lesson = read(name);
    assert_eq!(script.len(), lesson.steps.len(), "{name}");
    let shown = script.iter().flat_map(|(.., seen)| *seen).flat_map(|text| numbers(text));
    let shown: BTreeSet<&str> = shown.chain(TOLD_ELSEWHERE.iter().copied()).collect();
    for step in &lesson.steps {
        let answer = step.until.answer.as_ref().map(ToString::to_string);
        let untold =
            numbers(&step.say).find(|it| !shown.contains(it) && answer.as_deref() != Some(it));
        assert_eq!(untold, None, "{name}: {}", step.say);
    }
    let mut checked = BTreeSet::new();
    for (width, height) in [(80, 24), (120, 40)] {
        let mut play = begun(name, (width, height));
        for (index, (wrong, right, seen)) in script.iter().enumerate() {
            let task = &lesson.steps[index].task;
            let at = format!("{name}, step {}, '{task}', {width}x{height}", index + 1);
            assert_eq!(step(&play), index, "before {at}");
            let text = play.text(width, height);
            assert!(text.contains(&task.replace('`', "")), "{at}: {text}");
            assert_eq!(
                text.contains(": number Enter"),
                play.model.app.awaits_number(),
                "{at}: {text}"
            );
            check_place(&play, &lesson.steps[index], &at);
            keys(&mut play, wrong);
            assert_eq!(step(&play), index, "after wrong keys in {at}");
            keys(&mut play, right);
            let text = play.text(width, height);
            assert_eq!(step(&play), index + 1, "after right keys in {at}: {text}");
            let remark = &play.model.app.open_lesson().unwrap().remark;
            assert_eq!(*remark, Remark::Done(lesson.steps[index].say.clone()), "{at}");
            let outside = text.lines().enumerate().filter(|(row, _)| ![1, 2].contains(row));
            let outside = outside.map(|(_, line)| line).collect::<Vec<_>>().join(
                "
",
            );
            let missing = seen.iter().find(|it| !outside.contains(**it));
            assert_eq!(missing, None, "{at}: {outside}");
            check_size(&play, &mut checked, &at);
        }
        let text = play.text(width, height);
        assert!(text.contains("That was the lesson."), "{text}");
        assert!(lesson.steps.last().unwrap().until.answer.is_some(), "{name} ends in a question");
        play.settled(":lesson\n");
        assert!(play.text(width, height).contains("reduction"), "the lessons are listed");
        keys(&mut play, "⎋");
        keys(&mut play, "⎋⎋");
        assert!(play.model.app.lesson.is_none());
    }
}

/// Checks that the graph shows the place that a step names, and that a requested number is the number of its nodes.
fn check_place(play: &Play, step: &LessonStep, at: &str) {
    let Some(place) = step.show else { return };
    let (layout, window) = (&play.model.view.graph.layout, play.model.view.graph.window);
    let items: Vec<_> = match place {
        GraphPlace::One => {
            layout.items().filter(|item| item.content == GraphItemKind::One).collect()
        }
        GraphPlace::Level(cell) => {
            let diagram = play.model.small_diagram().expect(at);
            let is_of = |node| diagram.cell(node) == cell;
            layout.items().filter(|item| item.content.node().is_some_and(is_of)).collect()
        }
    };
    let (_, height) = play.model.graph_room();
    let rows = window.first_row..window.first_row + height;
    assert!(!items.is_empty() && items.iter().all(|item| rows.contains(&item.row)), "{at}");
    if let (GraphPlace::Level(_), Some(answer @ Answer::Number(_))) = (place, &step.until.answer) {
        assert_eq!(*answer, Answer::Number(items.len() as u64), "{at}");
    }
}

/// Checks the size of the diagram that is drawn by brute force, once for each order of cells, if the board is small.
fn check_size(play: &Play, checked: &mut BTreeSet<Vec<Cell>>, at: &str) {
    let Some(drawn) = play.model.drawn() else { return };
    let is_small = drawn.diagram.cells.len() <= 36 && drawn.problem.decisions().is_empty();
    if is_small && checked.insert(drawn.diagram.cells.clone()) {
        let expected = nodes_by_brute_force(&drawn.problem, &drawn.diagram.cells);
        assert_eq!(drawn.diagram.size(), expected, "{at}");
    }
}

/// Number of nodes of the reduced diagram of a problem, terminals included: one for each function that is left after
/// some cells are decided and that needs the next cell.
fn nodes_by_brute_force(problem: &Problem, order: &[Cell]) -> usize {
    let mut functions = BTreeSet::from([solutions_by_brute_force(problem, order)]);
    let mut nodes = 2;
    for _ in order {
        let mut next = BTreeSet::new();
        for function in functions {
            let branches = [false, true].map(|value| {
                let of_value = function.iter().filter(|solution| solution[0] == value);
                of_value.map(|solution| solution[1..].to_vec()).collect::<BTreeSet<_>>()
            });
            nodes += usize::from(branches[0] != branches[1]);
            next.extend(branches);
        }
        functions = next;
    }
    nodes
}

/// All solutions, cell by cell in this order.
fn solutions_by_brute_force(problem: &Problem, order: &[Cell]) -> BTreeSet<Vec<bool>> {
    let rules = problem.rules();
    let mut found = vec![Vec::new()];
    for cell in order {
        let excluded: Vec<Cell> = rules.board_rule(*cell).collect();
        let is_free = |cells: &Vec<Cell>| !cells.iter().any(|it| excluded.contains(it));
        let with = found
            .iter()
            .filter(|cells| is_free(cells))
            .map(|cells| [&cells[..], &[*cell]].concat());
        let with: Vec<_> = with.collect();
        found.extend(with);
    }
    let is_allowed = |cells: &&Vec<Cell>| {
        let pieces = |group: &Group| group.cells().iter().filter(|it| cells.contains(it)).count();
        rules.groups().iter().all(|group| group.bounds().contains(pieces(group) as u32))
    };
    let values = |cells: &Vec<Cell>| order.iter().map(|cell| cells.contains(cell)).collect();
    found.iter().filter(is_allowed).map(values).collect()
}

/// Statements of lessons about boards that they do not show: 3 × 2ⁿ - 1 nodes row by row, 3n + 2 column by column.
#[test]
fn one_piece_in_each_column_needs_exponential_or_linear_diagrams() {
    for columns in 1..=8 {
        let size = Size::new(2, columns).unwrap();
        let rules = Rules::new(Grid::new(size), Piece::default(), ["columns=1".parse().unwrap()]);
        let problem = Problem::new(rules.with_board_rule(false));
        let by_rows: Vec<Cell> = size.iter().collect();
        let mut by_columns = by_rows.clone();
        by_columns.sort_by_key(|cell| (cell.column(), cell.row()));
        let nodes = usize::from(columns);
        assert_eq!(nodes_by_brute_force(&problem, &by_rows), 3 * (1 << nodes) - 1);
        assert_eq!(nodes_by_brute_force(&problem, &by_columns), 3 * nodes + 2);
    }
}

#[test]
fn the_ten_minutes_are_taken_to_their_end() {
    play_to_the_end("ten-minutes", TEN_MINUTES);
}

/// The lesson on reduction states these numbers.
#[test]
fn most_steps_of_the_reduction_of_four_queens_drop_a_node() {
    let mut play = Play::queens(4);
    keys(&mut play, ":reduce\n");
    let series = play.model.series_view().unwrap().series();
    let named = |word| series.stages.iter().filter(|stage| stage.name.starts_with(word)).count();
    assert_eq!((named("drop"), named("merge"), series.stages.len()), (54, 1, 56));
}

#[test]
fn the_lesson_on_reduction_is_taken_to_its_end() {
    play_to_the_end("reduction", REDUCTION);
}

#[test]
fn the_lesson_on_counting_is_taken_to_its_end() {
    play_to_the_end("counting", COUNTING);
}

#[test]
fn the_lesson_on_orders_is_taken_to_its_end() {
    play_to_the_end("orders", ORDERS);
}

#[test]
fn the_lesson_on_searches_is_taken_to_its_end() {
    play_to_the_end("searches", SEARCHES);
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
    for _ in 0..12 {
        keys(&mut play, ":lesson skip\n");
    }
    assert_eq!((step(&play), play.decisions().as_str()), (12, "b1"));
    keys(&mut play, ":d2\n ");
    assert_eq!((step(&play), play.decisions().as_str()), (13, ""));
    keys(&mut play, ":lesson skip\n");
    assert_eq!((step(&play), play.model.app.diagram), (14, DiagramView::Graph));
    keys(&mut play, ":lesson skip\n");
    assert_eq!((step(&play), play.model.app.graph.request.order.name()), (15, "column-major"));
}

/// Regression: after a skipped step, the next one spoke of a view that was not open.
#[test]
fn a_skipped_step_opens_the_mode_that_it_asks_for() {
    let mut play = begun("searches", (120, 40));
    keys(&mut play, ":lesson skip\n");
    assert_eq!((step(&play), play.model.playback().unwrap().steps_done()), (1, 0));
    keys(&mut play, ":lesson skip\n:lesson skip\n");
    assert_eq!(play.model.playback().unwrap().steps_done(), 603);
    keys(&mut play, ":lesson skip\n");
    assert!(play.model.playback().unwrap().second_search.is_some());
    let mut play = begun("reduction", (120, 40));
    keys(&mut play, ":lesson skip\n:lesson skip\n:lesson skip\n");
    assert_eq!((step(&play), play.model.series_view().unwrap().stage_index), (3, 1));
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
