//! Givens, files and lower assist levels.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use super::*;
use crate::testing::{self, Play, notice, options};
use crate::{Glyphs, Options, Theme};
use app::job::{Change, Report};
use app::jobs::{self, Export, ExportContent, WrittenFile};
use app::notice::ASSIST_REFUSAL;
use app::{AppEvent, Replaceable};
use crossterm::event::KeyCode;
use crossterm::event::KeyModifiers;
use engine::{Domains, PartialAnswer};
use export::Format;
use files::FileVersion;
use geometry::Cell;
use geometry::CellSet;
use geometry::Size;
use problem::Assist;
use problem::Value;
use problem::{BoardFile, Problem, Rules};
use session::{CellState, Finding, Session};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn board(assist: Assist, problem: Problem) -> Model {
    let options = Options {
        memory: 1 << 20,
        timeout: None,
        mouse: true,
        glyphs: Glyphs::Unicode,
        notice: None,
        theme: Theme::Terminal,
        depth: crate::ColorDepth::default(),
        keys: crate::Keymap::default(),
        settings: app::Settings::default(),
    };
    let mut session = Session::new(problem);
    session.set_assist(assist);
    Model::of(app::App::new(session, options.settings), &options)
}

fn queens(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap())
}

fn typed(model: &mut Model, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for character in keys.chars() {
        let code = if character == '\n' { KeyCode::Enter } else { KeyCode::Char(character) };
        let event = KeyEvent::new(code, KeyModifiers::NONE);
        let more = update(model, Message::Key(event));
        effects.extend(more.into_iter().filter(|effect| !matches!(effect, Effect::List)));
    }
    effects
}

#[test]
fn a_given_stays_where_it_is() {
    let mut model = board(Assist::Full, queens(8).with_given(cell("b4")).unwrap());
    for key in [" ", "x"] {
        typed(&mut model, ":b4\n");
        typed(&mut model, key);
        assert_eq!(notice(&model), "b4 is given: it cannot be taken back");
    }
    typed(&mut model, "r");
    assert_eq!(notice(&model), "only givens remain");
    assert!(model.app.session.decisions().is_given(cell("b4")));
}

#[test]
fn what_is_saved_is_opened_as_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my board.toml");
    let problem = queens(6).with_given(cell("b1")).unwrap();
    let mut model = board(Assist::Attacks, problem.clone());
    let effects = typed(&mut model, &format!(":w {}\n", path.display()));
    let [Effect::Save { path: to, board: saved, .. }] = effects.as_slice() else {
        panic!("{effects:?}")
    };
    assert_eq!(to, &path);
    saved.write(to).unwrap();
    let version = FileVersion::of_text(&saved.to_toml());
    update(&mut model, AppEvent::Saved(Ok((to.clone(), version))).into());
    assert_eq!(notice(&model), format!("saved as {}", path.display()));

    let mut model = board(Assist::Full, queens(8));
    typed(&mut model, ":h8\n ");
    let effects = typed(&mut model, &format!(":o {}\n", path.display()));
    let [Effect::Open(from)] = effects.as_slice() else { panic!("{effects:?}") };
    update(&mut model, AppEvent::Opened(from.clone(), Some(version), BoardFile::read(from)).into());
    assert_eq!(
        (model.app.session.problem(), model.app.session.assist()),
        (&problem, Assist::Attacks)
    );
    assert_eq!(model.view.cursor, cell("f6"));
    typed(&mut model, "u");
    assert_eq!(model.app.session.decisions().get(cell("h8")), Some(Value::Placed));
    assert_eq!(model.app.session.rules().size(), Size::square(8).unwrap());

    fs::write(&path, "size = 0").unwrap();
    update(&mut model, AppEvent::Opened(path.clone(), None, BoardFile::read(&path)).into());
    let reason = ":1: size '0' is out of range: rows and columns go from 1 to 1000";
    assert_eq!(notice(&model), format!("{}{reason}", path.display()));
}

#[test]
fn a_board_is_saved_in_its_own_file_and_no_other_is_replaced_unasked() {
    let mut model = board(Assist::Full, queens(8));
    typed(&mut model, ":w\n");
    assert_eq!(notice(&model), "'w' needs a file, as in ':w board.toml'");
    let saved = |model: &mut Model, keys: &str| match typed(model, keys).as_slice() {
        [Effect::Save { path, replaceable, .. }] => (path.display().to_string(), *replaceable),
        effects => panic!("{effects:?}"),
    };
    let own =
        |name: &str, text: &str| (name.to_owned(), Replaceable::Only(FileVersion::of_text(text)));
    // The palette asks for the name.
    assert_eq!(saved(&mut model, "a.toml\n"), ("a.toml".to_owned(), Replaceable::Nothing));
    assert_eq!(saved(&mut model, ":w! a.toml\n"), ("a.toml".to_owned(), Replaceable::Anything));
    update(&mut model, testing::saved("a.toml").into());
    assert_eq!(saved(&mut model, ":w\n"), own("a.toml", "a.toml"));
    update(&mut model, testing::opened("b.toml", BoardFile::default()).into());
    assert_eq!(notice(&model), "opened b.toml: 8×8 queen, no pieces");
    let board = BoardFile::default().to_toml();
    assert_eq!(saved(&mut model, ":w\n"), own("b.toml", &board));
    assert_eq!(saved(&mut model, ":w a.toml\n"), own("a.toml", "a.toml"));
    assert_eq!(saved(&mut model, ":w c.toml\n"), ("c.toml".to_owned(), Replaceable::Nothing));
    // 'o' lists only files with the ending of board files.
    for (typed, written) in
        [("mine", "mine.toml"), ("my.puzzle", "my.puzzle"), ("d.d/e", "d.d/e.toml")]
    {
        assert_eq!(saved(&mut model, &format!(":w {typed}\n")).0, written);
    }
    assert_eq!(saved(&mut model, ":w a\n"), own("a.toml", "a.toml"));
}

#[test]
fn the_position_is_copied_as_a_command_line() {
    let mut model = board(Assist::Full, queens(8));
    typed(&mut model, ":g2\n ");
    let effects = typed(&mut model, "y");
    let [Effect::Copy(text)] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(text, "configurator --size 8 --place g2");
    assert_eq!(notice(&model), "copied: configurator --size 8 --place g2");
}

#[test]
fn without_full_assistance_nothing_is_asked_and_the_user_may_err() {
    let mut model = board(Assist::Attacks, queens(4));
    let asks = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Ask(_)));
    let mut effects = start(&mut model);
    effects.extend(typed(&mut model, " "));
    assert!(!asks(&effects) && !model.is_busy());
    assert_eq!(model.shown_state(cell("b2")), Some(CellState::Attacked));
    typed(&mut model, ":b2\n ");
    assert_eq!(notice(&model), "b2 is attacked by a1");
    let effects = typed(&mut model, ":assist none\n:b2\n ");
    assert!(!asks(&effects));
    assert_eq!(model.shown_state(cell("b2")), Some(CellState::Placed));
    assert_eq!(model.shown_state(cell("c3")), None);
    assert!(asks(&typed(&mut model, ":assist full\n")));
    typed(&mut model, ":assist much\n");
    let sentence = "'much' is not a level of assistance: full, attacks or none";
    assert_eq!(notice(&model), sentence);
}

#[test]
fn a_board_solved_without_help_says_so() {
    for assist in [Assist::Attacks, Assist::None] {
        let mut model = board(assist, queens(4));
        let screen = |model: &mut Model| {
            let screen = crate::testing::screen(model, 80, 24);
            screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        typed(&mut model, ":b1\n :d2\n :a3\n ");
        assert!(!screen(&mut model).contains("solved"));
        typed(&mut model, ":c4\n ");
        assert!(screen(&mut model).contains("solved"));
    }
}

/// Displayed solutions and counts belong to the old board.
#[test]
fn a_board_that_is_opened_while_solutions_are_looked_at_has_none_of_them() {
    let mut play = Play::queens(8);
    play.settled("N");
    assert!(play.browsed().is_some());
    play.model.app.ask(jobs::Counts);
    assert!(play.model.app.jobs.counting.is_some());
    let board = BoardFile { problem: queens(4), assist: Assist::Full };
    play.send(testing::opened("a.toml", board));
    assert!(play.browsed().is_none() && play.model.app.jobs.counting.is_none());
    play.settle();
    play.settled("\n");
    assert_eq!((play.solutions().as_str(), play.decisions().as_str()), ("2", ""));
}

/// Another question replaces the question about the position, which is repeated afterwards.
#[test]
fn a_question_in_between_leaves_nothing_unknown() {
    let mut play = Play::open(queens(18), &options());
    let question = play.question.take().unwrap();
    let first = CellSet::from_cells(question.problem.rules().size(), [cell("a1")]);
    let mut domains = Domains::from_attacks(&question.problem);
    domains.satisfiable = Some(true);
    domains.can_hold = first;
    let finding = Finding::Layer(PartialAnswer::Domains(domains), Duration::ZERO);
    play.send(AppEvent::Report(question.id, Report::Finding(finding)));
    play.keys("c");
    assert_eq!(play.question.as_ref().unwrap().job, jobs::StillRight);
    for (asked, report) in play.reports() {
        play.send(AppEvent::Report(asked, report));
    }
    assert_eq!(play.question.as_ref().unwrap().job, jobs::ExaminePosition);
}

/// The picture of an export effect.
fn picture(play: &mut Play) -> String {
    play.keys(":export board.svg\n");
    let question = play.question.take().unwrap();
    let Some(Export { content: ExportContent::Picture(drawn), .. }) = question.job.get() else {
        panic!("{question:?}")
    };
    drawn.clone()
}

/// Regression test: all these exports were byte-identical and showed the board without the heat map, the
/// solution or the search.
#[test]
fn heat_map_solution_and_search_are_exported_as_they_are_seen() {
    let mut play = Play::queens(6);
    let plain = picture(&mut play);
    assert!(plain.contains(">4 solutions<") && plain.contains(">possible 24<"), "{plain}");

    play.keys("m");
    let heat = picture(&mut play);
    assert!(heat.contains("class=\"scale\"") && !heat.contains(">possible"));
    let shades = |drawn: &str| {
        let colors = drawn.lines().filter(|line| line.contains("class=\"cell possible\""));
        let fills: BTreeSet<&str> = colors.filter_map(|line| line.rsplit("fill=").next()).collect();
        fills.len()
    };
    // Each possible cell has a piece in exactly one of the four solutions.
    assert_eq!((shades(&plain), shades(&heat)), (2, 1));
    play.keys("m");
    assert!(picture(&mut play).contains(">25</text>"));

    play.settled("mn");
    let solution = picture(&mut play);
    assert!(solution.contains(">one of 4 solutions<") && solution.contains(">of this solution 6<"));

    play.keys("\u{1b}");
    play.settled(":search\n");
    let steps: Vec<String> = (0..3)
        .map(|_| {
            play.press(KeyCode::Right);
            picture(&mut play)
        })
        .collect();
    for (number, step) in (1..).zip(&steps) {
        assert!(step.contains(&format!(">step {number} of ")), "{number}");
    }
    assert!(steps[0].contains(">tried 1<"));
    let all: BTreeSet<&String> = [&plain, &heat, &solution].into_iter().chain(&steps).collect();
    assert_eq!(all.len(), 6);
}

/// Regression test: while filters were shown, the board was exported without the filters.
#[test]
fn filters_are_exported_as_they_are_seen() {
    let three_queens = |then: &str| {
        let mut play = Play::queens(8);
        play.settled(&format!(":d2\n :a4\n :b6\n {then}"));
        picture(&mut play)
    };
    let (plain, filters) = (three_queens(""), three_queens(":consistency\n"));
    for (sign, entry) in [("b", "bounds 5"), ("s", "strong 5"), ("2", "steps refute 1")] {
        let (sign, entry) = (format!(">{sign}</text>"), format!(">{entry}<"));
        assert!(filters.contains(&sign) && filters.contains(&entry), "{entry}\n{filters}");
        assert!(!plain.contains(&entry));
    }
    assert!(plain.contains(">impossible 11<") && !filters.contains(">impossible"));
}

#[test]
fn a_position_is_exported_in_the_format_that_the_name_ends_with() {
    let mut play = Play::queens(6);
    let asked = |play: &mut Play, text: &str| {
        play.keys(text);
        play.question.take().and_then(|question| question.job.get::<Export>().cloned())
    };
    for (words, name, format) in [
        ("diagram ", "d.svg", Format::Svg),
        ("", "d.GV", Format::Dot),
        ("diagram ", "d.json", Format::Json),
        ("", "d.mzn", Format::Minizinc),
        ("", "d.html", Format::Html),
    ] {
        let content = ExportContent::Position(format);
        let (assist, replaceable) = (Assist::Full, Replaceable::Nothing);
        let export = Export {
            path: name.into(),
            content,
            assist,
            replaceable,
            options: words.trim().to_owned(),
        };
        let line = format!(":export {words}{name}\n");
        assert_eq!(asked(&mut play, &line), Some(export));
    }
    let version = FileVersion::of_text("d");
    play.say(exported("d.mzn", "model", version));
    assert_eq!(play.notice(), "exported the model as d.mzn");
    let Some(again) = asked(&mut play, ":export d.mzn\n") else { panic!() };
    assert_eq!(again.replaceable, Replaceable::Only(version));
    assert!(
        play.model.app.files.default_path(play.model.app.session.history().board_number()).is_err()
    );
    let Some(picture) = asked(&mut play, ":export! picture b.svg\n") else { panic!() };
    assert!(
        matches!(picture.content, ExportContent::Picture(drawn) if drawn.contains("4 solutions"))
    );
    assert_eq!(picture.replaceable, Replaceable::Anything);
    for (command, sentence) in [
        (
            "export picture",
            "'export' needs a file, as in ':export board.svg' or ':export diagram eight.svg'",
        ),
        (
            "export diagram a.mzn",
            "a diagram needs a file whose name ends in .svg, .dot, .json, .bdd or .dddmp",
        ),
        (
            "export a.txt",
            "the ending of 'a.txt' names no format (.svg, .dot, .json, .bdd, .dddmp, .cnf, .mzn, .html)",
        ),
        ("export picture a.dot", "a picture needs a file whose name ends in '.svg'"),
    ] {
        assert_eq!(asked(&mut play, &format!(":{command}\n")), None);
        assert_eq!(play.notice(), sentence);
    }
}

/// The diagram of a puzzle shows the solution, so its export needs full assist.
#[test]
fn an_export_tells_no_more_than_the_board() {
    let mut play = Play::queens(6);
    play.settled(":assist attacks\n");
    play.keys(":export diagram a.svg\n");
    assert_eq!((play.question.is_none(), play.notice()), (true, ASSIST_REFUSAL));
    play.keys(":export picture a.svg\n");
    assert!(play.question.is_some());
}

fn exported(name: &str, what: &'static str, version: FileVersion) -> Report {
    let written = WrittenFile { path: name.into(), version, what };
    let mut change = Change::of(jobs::export::take, Ok(written));
    change.counts_late = true;
    Report::Answer(change)
}

/// Regression test: the command wrote the diagram, and the message did not name the content.
#[test]
fn an_svg_without_a_word_is_the_picture_of_the_board_and_the_message_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut play = Play::queens(4);
    let path = folder.path().join("board.svg");
    let name = path.display();
    play.settled(&format!(":export {name}\n"));
    assert_eq!(play.notice(), format!("exported the picture as {name}"));
    let drawn = std::fs::read_to_string(&path).unwrap();
    assert!(drawn.contains("class=\"cell possible\""), "{drawn}");
    play.settled(&format!(":export diagram {name}\n"));
    assert_eq!(play.notice(), format!("exported the diagram as {name}"));
    assert_ne!(std::fs::read_to_string(&path).unwrap(), drawn);
}

#[test]
fn undoing_what_was_opened_leaves_its_file_alone() {
    let mut play = Play::queens(6);
    let opened = |play: &mut Play| {
        let board = BoardFile { problem: queens(4), assist: Assist::Full };
        play.send(testing::opened("b.toml", board));
    };
    opened(&mut play);
    let files = play.model.app.files.clone();
    assert_eq!(
        files.default_path(play.model.app.session.history().board_number()),
        Ok("b.toml".into())
    );
    play.keys("u:w\n");
    assert_eq!(play.notice(), "this is another board than that of b.toml; ':w b.toml' replaces it");
    play.control('r');
    assert!(
        matches!(&play.keys(":w\n")[..], [Effect::Save { path, .. }] if path.ends_with("b.toml"))
    );
}

#[test]
fn an_export_that_ends_early_is_not_passed_over() {
    let mut play = Play::queens(6);
    play.keys(":export d.mzn\n");
    let export = play.question.take().unwrap();
    play.keys("l ");
    assert_eq!(play.notice(), "the export of d.mzn was given up");
    // The export had been completed before it was cancelled.
    let version = FileVersion::of_text("");
    play.send(AppEvent::Report(export.id, exported("d.mzn", "model", version)));
    assert_eq!(play.notice(), "exported the model as d.mzn");
    let replaceable = play.model.app.files.replaceable("d.mzn".as_ref(), false);
    assert_eq!(replaceable, Replaceable::Only(version));
}
