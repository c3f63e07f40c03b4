use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use geometry::Cell;
use problem::{Assist, BoardFile, Problem, Rules, Value};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// A session of 8 queens with a given, and its journal.
fn begun(directory: &Path) -> (Session, Journal) {
    let problem = Problem::new(Rules::queens(8).unwrap()).with_given(cell("a1")).unwrap();
    let session = Session::new(problem).recorded();
    let journal = Journal::begin(directory, &session).unwrap();
    (session, journal)
}

/// Places a piece and appends the step to the journal.
fn place(session: &mut Session, journal: &mut Journal, name: &str) {
    session.decide(cell(name), Value::Placed).unwrap();
    journal.append(&session.take_entries()).unwrap();
}

fn resumed(directory: &Path) -> Option<ResumedSession> {
    let (resumed, damages) = Journal::resume(directory);
    assert_eq!(damages, Vec::<String>::new());
    resumed
}

fn count(directory: &Path, suffix: &str) -> usize {
    journals(directory, suffix).len()
}

#[test]
fn ended_sessions_are_read_and_their_files_stay() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    place(&mut session, &mut journal, "g2");
    assert_eq!(Journal::ended_sessions(directory.path()).count(), 0);
    drop(journal);
    let (_, path) = journals(directory.path(), SUFFIX).remove(0);
    let text = fs::read_to_string(&path).unwrap() + "damaged\n";
    fs::write(&path, &text).unwrap();
    let (read, _) = Journal::ended_sessions(directory.path()).next().unwrap();
    assert_eq!(read.problem(), session.problem());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_session_comes_back_with_its_undo_and_redo() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    session.decide(cell("g2"), Value::Placed).unwrap();
    session.decide(cell("h8"), Value::Excluded).unwrap();
    session.retract(cell("g2")).unwrap();
    session.reset();
    session.undo();
    session.set_rules(Arc::new(Rules::queens(6).unwrap()));
    session.decide(cell("b1"), Value::Placed).unwrap();
    session.undo();
    journal.append(&session.take_entries()).unwrap();
    drop(journal);

    let ResumedSession { session: mut again, .. } = resumed(directory.path()).unwrap();
    let same = |session: &mut Session, again: &mut Session, step: fn(&mut Session) -> bool| {
        assert_eq!(session.problem(), again.problem());
        let steps = (step(session), step(again));
        assert_eq!(steps.0, steps.1);
        steps.0
    };
    assert!(same(&mut session, &mut again, Session::redo));
    assert!(!same(&mut session, &mut again, Session::redo));
    while same(&mut session, &mut again, Session::undo) {}
    assert!(again.decisions().is_given(cell("a1")));
}

/// The decisions in their order, with givens marked by `=`.
fn decided(session: &Session) -> Vec<String> {
    let decisions = session.decisions();
    let name = |(cell, value)| match value {
        Value::Placed if decisions.is_given(cell) => format!("={cell}"),
        Value::Placed => format!("+{cell}"),
        Value::Excluded => format!("-{cell}"),
    };
    decisions.iter().map(name).collect()
}

/// Regression test: after resuming, placed cells came before excluded cells.
#[test]
fn decisions_keep_their_order_when_the_board_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let board = |rules: Rules, decided: &[(&str, Value)]| {
        let problem = Problem::new(rules).with_given(cell("d4")).unwrap();
        decided
            .iter()
            .fold(problem, |problem, &(name, value)| problem.with(cell(name), value).unwrap())
    };
    let queens = |size| Rules::queens(size).unwrap();
    let decided_so = [("b2", Value::Excluded), ("a1", Value::Placed), ("c3", Value::Excluded)];
    let mut session = Session::new(board(queens(8), &decided_so)).recorded();
    let mut journal = Journal::begin(directory.path(), &session).unwrap();
    session.decide(cell("h1"), Value::Excluded).unwrap();
    session.set_problem(board(queens(6), &decided_so));
    session.open(BoardFile { problem: board(queens(5), &decided_so), assist: Assist::None });
    journal.append(&session.take_entries()).unwrap();
    drop(journal);
    let mut again = resumed(directory.path()).unwrap().session;
    loop {
        assert_eq!(decided(&again), decided(&session));
        assert_eq!(decided(&again)[..4], ["=d4", "-b2", "+a1", "-c3"]);
        if !(again.undo() && session.undo()) {
            break;
        }
    }
    assert!(!again.history().can_undo() && !session.history().can_undo());
}

/// Regression test: the board promised to resume the session, but found nothing to resume.
#[test]
fn a_session_in_which_only_the_assist_was_chosen_is_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    session.set_assist(Assist::None);
    journal.append(&session.take_entries()).unwrap();
    assert!(journal.close().unwrap());
    assert_eq!(resumed(directory.path()).unwrap().session.assist(), Assist::None);
}

#[test]
fn what_was_noted_comes_back_with_its_board_but_is_no_change() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    session.note("the first\nof two".to_owned());
    journal.append(&session.take_entries()).unwrap();
    drop(journal);
    assert!(resumed(directory.path()).is_none());

    let (mut session, mut journal) = begun(directory.path());
    session.note("first".to_owned());
    assert!(session.set_rules(Rules::queens(6).unwrap()));
    let board = session.history().board_number();
    session.note("second".to_owned());
    assert!(session.undo());
    session.note("third".to_owned());
    journal.append(&session.take_entries()).unwrap();
    drop(journal);
    let ResumedSession { session: mut again, notes, .. } = resumed(directory.path()).unwrap();
    let first = again.history().board_number();
    let note = |text: &str, board| Note { text: text.to_owned(), board };
    assert_eq!(notes, [note("first", first), note("second", board), note("third", first)]);
    assert!(again.redo() && again.history().board_number() == board);
}

#[test]
fn steps_that_were_forgotten_are_not_undone_later() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    session.set_rules(Rules::queens(6).unwrap());
    session.forget_steps();
    place(&mut session, &mut journal, "b1");
    drop(journal);
    let mut again = resumed(directory.path()).unwrap().session;
    assert!(again.undo() && !again.undo());
    assert_eq!(again.rules().size().rows(), 6);
}

#[test]
fn how_much_is_told_comes_back_with_each_board() {
    let directory = tempfile::tempdir().unwrap();
    let mut session = Session::new(Problem::new(Rules::queens(8).unwrap())).recorded();
    session.set_assist(Assist::None);
    let mut journal = Journal::begin(directory.path(), &session).unwrap();
    session.take_entries();
    let six = || Problem::new(Rules::queens(6).unwrap());
    session.open(BoardFile { problem: six(), assist: Assist::Attacks });
    session.set_problem(six().with_given(cell("b1")).unwrap());
    session.set_rules(Arc::new(Rules::queens(5).unwrap()));
    let levels = |session: &mut Session| {
        let mut levels = vec![session.assist()];
        while session.undo() {
            levels.push(session.assist());
        }
        while session.redo() {}
        levels
    };
    journal.append(&session.take_entries()).unwrap();
    drop(journal);
    let expected = [Assist::None, Assist::Attacks, Assist::Attacks, Assist::None];
    assert_eq!(levels(&mut session), expected);
    let ResumedSession { session: again, mut journal, .. } = resumed(directory.path()).unwrap();
    let mut again = again.recorded();
    assert_eq!(levels(&mut again), expected);
    again.take_entries();

    // The assist that the user chooses applies to all boards.
    again.undo();
    again.set_assist(Assist::Full);
    journal.append(&again.take_entries()).unwrap();
    drop(journal);
    assert_eq!(levels(&mut again), [Assist::Full; 3]);
    assert_eq!(levels(&mut resumed(directory.path()).unwrap().session), [Assist::Full; 3]);
}

#[test]
fn a_journal_may_begin_with_a_board_that_brings_its_level_along() {
    let directory = tempfile::tempdir().unwrap();
    let problem = Problem::new(Rules::queens(6).unwrap());
    let mut session =
        Session::from_board(BoardFile { problem, assist: Assist::Attacks }).recorded();
    let mut journal = Journal::begin(directory.path(), &session).unwrap();
    session.set_rules(Arc::new(Rules::queens(5).unwrap()));
    journal.append(&session.take_entries()).unwrap();
    drop(journal);
    let mut again = resumed(directory.path()).unwrap().session;
    assert_eq!(again.assist(), Assist::Full);
    assert!(again.undo());
    assert_eq!(again.assist(), Assist::Attacks);
}

#[test]
fn sessions_are_kept_the_latest_first_however_they_ended() {
    let directory = tempfile::tempdir().unwrap();
    let (mut killed, mut journal) = begun(directory.path());
    place(&mut killed, &mut journal, "g2");
    drop(journal);
    let (mut left, mut journal) = begun(directory.path());
    place(&mut left, &mut journal, "b3");
    journal.close().unwrap();

    let problems = |(kept, damages): (Vec<ResumedSession>, Vec<String>)| {
        assert_eq!(damages, Vec::<String>::new());
        let times: Vec<_> = kept.iter().map(|resumed| resumed.last_change).collect();
        assert!(times.is_sorted_by(|later, earlier| later >= earlier));
        kept.into_iter().map(|resumed| resumed.session.problem().clone()).collect::<Vec<_>>()
    };
    let both = [left.problem().clone(), killed.problem().clone()];
    assert_eq!(problems(Journal::resumable_sessions(directory.path())), both);
    // While the latest session runs, the other session is the latest resumable one. While both run, no session
    // can be resumed.
    let first = resumed(directory.path()).unwrap();
    assert_eq!(first.session.problem(), left.problem());
    assert_eq!(problems(Journal::resumable_sessions(directory.path())), both[1..]);
    let second = resumed(directory.path()).unwrap();
    assert!(resumed(directory.path()).is_none());
    drop((first, second));
    assert_eq!(problems(Journal::resumable_sessions(directory.path())), both);
}

#[test]
fn of_sessions_that_were_left_the_latest_comes_back() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["g2", "b3", "d3"] {
        let (mut session, mut journal) = begun(directory.path());
        place(&mut session, &mut journal, name);
        journal.close().unwrap();
    }
    let latest = resumed(directory.path()).unwrap().session;
    assert_eq!(latest.decisions().get(cell("d3")), Some(Value::Placed));
}

#[test]
fn a_resumed_session_goes_on_in_its_journal() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    place(&mut session, &mut journal, "g2");
    drop(journal);
    let ResumedSession { session: again, mut journal, .. } = resumed(directory.path()).unwrap();
    let mut again = again.recorded();
    place(&mut again, &mut journal, "d3");
    drop(journal);
    assert_eq!(resumed(directory.path()).unwrap().session.problem(), again.problem());
    assert_eq!(count(directory.path(), SUFFIX), 1);
}

#[test]
fn a_session_without_a_change_is_not_kept() {
    let directory = tempfile::tempdir().unwrap();
    begun(directory.path()).1.close().unwrap();
    assert_eq!(count(directory.path(), SUFFIX), 0);
    drop(begun(directory.path()));
    assert!(resumed(directory.path()).is_none());
}

#[test]
fn a_line_cut_short_is_left_out_and_damage_is_kept_aside() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    place(&mut session, &mut journal, "g2");
    let good = session.problem().clone();
    let path = journal.path.clone();
    let before = fs::read(&path).unwrap();
    place(&mut session, &mut journal, "d3");
    drop(journal);

    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    assert_eq!(resumed(directory.path()).unwrap().session.problem(), &good);
    assert_eq!(fs::read(&path).unwrap(), before);

    let mut broken = whole.clone();
    let place = broken.len() - 3;
    broken[place] ^= 1;
    fs::write(&path, &broken).unwrap();
    let (again, damages) = Journal::resume(directory.path());
    assert_eq!(again.unwrap().session.problem(), &good);
    assert_eq!(damages.len(), 1);
    assert!(damages[0].starts_with("a journal is damaged from line 3 on, see "), "{damages:?}");
    assert_eq!((count(directory.path(), SUFFIX), count(directory.path(), DAMAGED)), (1, 1));
    let (_, aside) = journals(directory.path(), DAMAGED).remove(0);
    assert_eq!(fs::read(aside).unwrap(), broken);
    assert_eq!(resumed(directory.path()).unwrap().session.problem(), &good);
}

#[test]
fn a_line_that_cannot_have_happened_is_damage() {
    let directory = tempfile::tempdir().unwrap();
    for entry in [JournalEntry::Step(vec![(cell("z9"), Some(Value::Placed))]), JournalEntry::Undone]
    {
        let (_, mut journal) = begun(directory.path());
        journal.append(&[entry]).unwrap();
        drop(journal);
        let (resumed, damages) = Journal::resume(directory.path());
        assert!(damages.len() == 1 && resumed.is_none());
        fs::remove_dir_all(directory.path()).unwrap();
    }
}

#[test]
fn only_the_latest_are_kept_and_those_still_running() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut running) = begun(directory.path());
    place(&mut session, &mut running, "g2");
    for _ in 0..MAX_JOURNALS + 5 {
        let (mut session, mut journal) = begun(directory.path());
        place(&mut session, &mut journal, "g2");
        journal.close().unwrap();
    }
    assert!(running.path.exists());
    // The running journal, and one journal created after the last removal, may be kept in addition.
    assert!(count(directory.path(), SUFFIX) <= MAX_JOURNALS + 2);
}

#[test]
fn resuming_keeps_only_the_latest_too() {
    let directory = tempfile::tempdir().unwrap();
    let (mut session, mut journal) = begun(directory.path());
    place(&mut session, &mut journal, "g2");
    journal.close().unwrap();
    let (_, journal) = journals(directory.path(), SUFFIX).remove(0);
    for number in 0..MAX_JOURNALS + 5 {
        let name = format!("{number}{SUFFIX}");
        fs::copy(&journal, directory.path().join(&name)).unwrap();
        fs::copy(&journal, directory.path().join(name + DAMAGED)).unwrap();
    }
    let resumed = resumed(directory.path()).unwrap();
    assert!(resumed.journal.path.exists());
    assert_eq!(count(directory.path(), SUFFIX), MAX_JOURNALS);
    assert_eq!(count(directory.path(), DAMAGED), MAX_JOURNALS);
}

#[test]
fn a_directory_that_cannot_be_written_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(Journal::begin(&file, &Session::from_board(BoardFile::default())).is_err());
    assert!(Journal::resume(&file).0.is_none());
}

/// Random damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    Changed(Index, u8),
    Inserted(Index, Vec<u8>),
    Cut(Index),
    Removed(Index, usize),
    /// One line is repeated.
    Repeated(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Changed(at, byte)),
        (any::<Index>(), proptest::collection::vec(any::<u8>(), 0..40))
            .prop_map(|(at, bytes)| Damage::Inserted(at, bytes)),
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), 0..60_usize).prop_map(|(at, length)| Damage::Removed(at, length)),
        any::<Index>().prop_map(Damage::Repeated),
    ]
}

fn damaged(mut bytes: Vec<u8>, damage: &Damage) -> Vec<u8> {
    if bytes.is_empty() {
        return bytes;
    }
    let length = bytes.len();
    match damage {
        Damage::Changed(at, byte) => bytes[at.index(length)] = *byte,
        Damage::Inserted(at, new) => {
            let at = at.index(length);
            bytes.splice(at..at, new.iter().copied());
        }
        Damage::Cut(at) => bytes.truncate(at.index(length)),
        Damage::Removed(at, removed) => {
            let at = at.index(length);
            bytes.drain(at..length.min(at + removed));
        }
        Damage::Repeated(at) => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            let at = at.index(lines.len());
            lines.insert(at, lines[at]);
            return lines.concat();
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_damaged_journal_is_resumed_as_far_as_it_is_good(
        damages in proptest::collection::vec(damage(), 1..4),
    ) {
        let directory = tempfile::tempdir().unwrap();
        let (mut session, mut journal) = begun(directory.path());
        let mut positions = vec![session.problem().clone()];
        for step in 0..8 {
            match step {
                3 => assert!(session.undo()),
                4 => assert!(session.redo()),
                6 => assert!(session.set_rules(Rules::queens(6).unwrap())),
                _ => session.decide(Cell::new(1, step % 6), Value::Excluded).unwrap(),
            }
            journal.append(&session.take_entries()).unwrap();
            positions.push(session.problem().clone());
        }
        let path = journal.path.clone();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let bytes = damages.iter().fold(whole.clone(), damaged);
        fs::write(&path, &bytes).unwrap();

        let (again, warnings) = Journal::resume(directory.path());
        let same = whole.iter().zip(&bytes).take_while(|(old, new)| old == new).count();
        let good = whole[..same].split(|&byte| byte == b'\n').count() - 1;
        match &again {
            Some(again) => {
                // A journal may still be valid if lines are missing or a line is repeated.
                let whole_lines =
                    |one: &Damage| matches!(one, Damage::Repeated(_) | Damage::Removed(..));
                let known = positions.contains(again.session.problem());
                prop_assert!(known || damages.iter().any(whole_lines));
                prop_assert!(bytes.starts_with(&fs::read(&again.journal.path).unwrap()));
            }
            // A journal without a change is not resumed.
            None => prop_assert!(good < 2, "{} good lines", good),
        }
        // Nothing is lost: a damaged journal is kept under another name, unless only its last line was cut off.
        let last_end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let kept: Vec<Vec<u8>> = [SUFFIX, DAMAGED].iter()
            .flat_map(|suffix| journals(directory.path(), suffix))
            .map(|(_, path)| fs::read(path).unwrap())
            .collect();
        prop_assert!(kept.iter().any(|kept| *kept == bytes || *kept == bytes[..last_end]));
        prop_assert!(warnings.iter().all(|text| !text.contains(char::is_control)));
        // A repaired journal is not damaged any more.
        drop(again);
        prop_assert!(Journal::resume(directory.path()).1.is_empty());
    }
}
