//! Checks that a resumed session equals the session that was left, for any contents and any end of the session.

use std::fs::{self, File};
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use proptest::sample::{Index, subsequence};

use super::*;
use crate::model::Model;
use app::game::{GameProgress, Origin};
use app::settings::Settings;
use export::face::CandidateMark;
use geometry::{Grid, Size};
use problem::random::in_full;
use problem::{Assist, Family, Requirement};

/// The state that a session restores.
#[derive(Debug, PartialEq)]
pub(super) struct Remembered {
    /// All positions that undo and redo lead to, the first one first.
    positions: Vec<Position>,
    /// The index of the present state.
    present: usize,
    cursor: Cell,
    game: Option<(Origin, GameProgress)>,
    /// The player's marks of the cells.
    marks: Vec<Option<CandidateMark>>,
    settings: Settings,
}

#[derive(Debug, PartialEq)]
struct Position {
    rules: Arc<Rules>,
    /// The decisions in order; true for givens.
    decisions: Vec<(Cell, Value, bool)>,
    lines: Vec<Range<usize>>,
    assist: Assist,
    /// True if it is one of the puzzle that is played.
    is_played: bool,
    /// The file that `:w` saves to.
    file: Option<PathBuf>,
}

impl Position {
    fn of(model: &Model, session: &Session) -> Self {
        let decided = session.decisions();
        let decisions = decided.iter().map(|(cell, value)| (cell, value, decided.is_given(cell)));
        Self {
            rules: Arc::clone(session.rules()),
            decisions: decisions.collect(),
            lines: session.history().decision_lines(),
            assist: session.assist(),
            is_played: model
                .app
                .game
                .as_ref()
                .is_some_and(|game| game.is_on(session.history().board_number())),
            file: model.app.files.default_path(session.history().board_number()).ok(),
        }
    }
}

impl Remembered {
    pub(super) fn of(model: &Model) -> Self {
        let mut session = model.app.session.clone();
        let mut present = 0;
        while session.undo() {
            present += 1;
        }
        let mut positions = vec![Position::of(model, &session)];
        while session.redo() {
            positions.push(Position::of(model, &session));
        }
        let game = |game: &Game| (game.origin.clone(), game.progress().in_seconds());
        let game = model.app.game.as_ref().map(game);
        let marks = model.app.playing().map(|game| {
            model.problem().rules().size().iter().map(|cell| game.marks.get(cell)).collect()
        });
        let (cursor, settings) = (model.view.cursor, model.app.settings);
        Self { positions, present, cursor, game, marks: marks.unwrap_or_default(), settings }
    }
}

/// How a session ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ending {
    Quit,
    /// A signal: the session writes no more.
    Signal,
    /// The process is killed while it writes a line.
    Kill,
}

impl Ending {
    fn come(self, journal: Journal, directory: &Path) {
        match self {
            Self::Quit => drop(journal.close().unwrap()),
            Self::Signal => {}
            Self::Kill => {
                drop(journal);
                let entry = fs::read_dir(directory).unwrap().next().unwrap().unwrap();
                let mut file = File::options().append(true).open(entry.path()).unwrap();
                file.write_all(b"47239fe7 step +").unwrap();
            }
        }
    }
}

/// Ends a session, resumes it if it has a change, and compares the two.
pub(super) fn check(model: &Model, journal: Journal, directory: &Path, ending: Ending) {
    let left = Remembered::of(model);
    ending.come(journal, directory);
    let (resumed, damages) = Journal::resume(directory);
    assert_eq!(damages, Vec::<String>::new());
    let Some(resumed) = resumed else { return };
    let mut again = Model::of(app::App::new(resumed.session, options().settings), &options());
    again.app.recall(&resumed.notes);
    again.view.cursor = again.app.journaled_state.cursor;
    again.move_cursor_by(0, 0);
    assert_eq!(Remembered::of(&again), left);
}

/// A rule of each family.
const RULES: [&str; 5] = ["rows", "columns=1", "regions", "pieces=3", "dominate"];

#[test]
fn random_boards_have_rules_of_every_family() {
    let drawn = RULES.map(|rule| rule.parse::<Requirement>().unwrap().family);
    for family in Family::iter() {
        assert!(drawn.contains(&family), "no random board has the rule {family}");
    }
}

/// Boards of every kind: torus, holes, regions, weights, limits of cost, domination, no board rule, givens.
pub(super) fn boards() -> impl Strategy<Value = BoardFile> {
    let rules = RULES.map(|text| text.parse::<Requirement>().unwrap()).to_vec();
    let assists = vec![Assist::Full, Assist::Full, Assist::Attacks, Assist::None];
    let shape = (1..=5_u16, 1..=5_u16, any::<bool>(), subsequence(rules, 0..=RULES.len()));
    let piece = select(vec!["queen", "knight", "RF", "(1,3)W2"]);
    let cells = |most| proptest::collection::vec(any::<Index>(), 0..=most);
    let regions =
        proptest::option::of(proptest::collection::vec(select(vec!['a', 'b', 'C', '漢']), 25));
    let costs = proptest::collection::vec(-9..99_i64, 25);
    let weights = proptest::option::of((costs, proptest::option::of(-9..99_i64)));
    let decided = proptest::collection::vec((any::<Index>(), 0..3_u8), 0..6);
    let parts = (shape, piece, any::<bool>(), cells(2), regions, weights, decided, select(assists));
    parts.prop_map(|(shape, piece, has_board_rule, holes, regions, weights, decided, assist)| {
        let (rows, columns, is_torus, mut needs) = shape;
        let size: Size = format!("{rows}x{columns}").parse().unwrap();
        let holes = holes.iter().map(|at| size.cell(at.index(size.cells())));
        let grid = Grid::new(size).with_torus(is_torus).with_holes(holes).unwrap();
        needs.retain(|need| regions.is_some() || !need.needs_regions());
        let mut rules = Rules::new(grid.clone(), piece.parse().unwrap(), needs);
        rules = rules.with_board_rule(has_board_rule);
        if let Some(letters) = regions {
            let regions = Regions::new(&grid, |cell| Some(letters[size.index(cell)]));
            rules = rules.with_regions(&regions).unwrap();
        }
        if let Some((mut costs, limit)) = weights {
            costs.truncate(size.cells());
            rules = rules.with_weights(Some(Weights::new(size, costs).unwrap())).unwrap();
            rules = rules.with_max_cost(limit).unwrap();
        }
        let mut problem = Problem::new(rules);
        for (at, kind) in decided {
            let cell = size.cell(at.index(size.cells()));
            let next = match kind {
                0 => problem.clone().with_given(cell),
                1 => problem.clone().with(cell, Value::Placed),
                _ => problem.clone().with(cell, Value::Excluded),
            };
            problem = next.unwrap_or(problem);
        }
        BoardFile { problem, assist }
    })
}

fn sessions() -> impl Strategy<Value = (BoardFile, Vec<Event>, Ending)> {
    let ending = select(vec![Ending::Quit, Ending::Signal, Ending::Kill]);
    (boards(), proptest::collection::vec(event(), 0..40), ending)
}

fn is_resumed((board, events, ending): (BoardFile, Vec<Event>, Ending)) {
    let directory = tempfile::tempdir().unwrap();
    let mut storm = RandomSession::of_board(board, directory.path());
    for event in events {
        storm.apply_event(event);
    }
    let RandomSession { play, journal, .. } = storm;
    check(&play.model, journal, directory.path(), ending);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(12, 32)))]

    /// Regions, the order of decisions, the puzzle that is played, its clock and the file were lost.
    #[test]
    fn a_resumed_session_is_the_one_that_was_left(session in sessions()) {
        is_resumed(session);
    }
}

#[test]
#[ignore = "runs for minutes"]
fn all_of_300_resumed_sessions_are_the_ones_that_were_left() {
    let strategy = sessions();
    let mut runner = TestRunner::default();
    for number in 0..300 {
        let session = strategy.new_tree(&mut runner).unwrap().current();
        let shown = format!("{number}: {session:?}");
        let result = std::panic::catch_unwind(|| is_resumed(session));
        assert!(result.is_ok(), "{shown}");
    }
}

/// A puzzle that the program was started for: its journal began with a board that could not be read.
#[test]
fn a_puzzle_that_is_played_is_resumed_with_its_kind_grade_and_clock() {
    use session::puzzle::Kind;
    use session::steps::Grade;

    for (kind, size) in [(Kind::Queens, 5), (Kind::StarBattle, 5), (Kind::QueensGivens, 5)] {
        for ending in [Ending::Quit, Ending::Signal, Ending::Kill] {
            let directory = tempfile::tempdir().unwrap();
            let wanted = PuzzleSpec::new(kind, Grade::Easy, Some(size), None).unwrap();
            let problem = Problem::new(wanted.blank());
            let mut storm = RandomSession::of_board(
                BoardFile { problem, assist: Assist::Attacks },
                directory.path(),
            );
            let effects =
                update::start_game(&mut storm.play.model, app::game::Play::Made(wanted, Some(3)));
            storm.perform(effects);
            storm.answer_all();
            storm.apply_event(Event::Typed(":b2\nx:c1\nx:a1\nxuH".to_owned()));
            storm.answer_all();
            for second in [1000, 2000, 1500, 900] {
                storm.apply_event(Event::Clock(second));
            }
            // The puzzle is left for another one, and goes on with its clock and its marks.
            storm.apply_event(Event::Typed(":c3\nm:play queens 5 seed=4\n".to_owned()));
            storm.answer_all();
            storm.apply_event(Event::Typed(format!(":d4\nx:play {kind} 5 seed=3\n")));
            storm.answer_all();
            let model = &storm.play.model;
            let game = model.app.playing().unwrap();
            assert_eq!(
                (game.wanted.unwrap(), game.clock.elapsed().as_secs(), game.hints),
                (wanted, 4, 1)
            );
            assert!(
                !model.app.session.rules().groups().is_empty()
                    && model.app.session.history().can_undo()
            );
            check(model, storm.journal, directory.path(), ending);
        }
    }
}
