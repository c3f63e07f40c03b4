//! Ways to save a problem and to read it again.

use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use configurator::geometry::Cell;
use configurator::problem::{BoardFile, BoardSource, Value, write_link};
use configurator::session::{Journal, Session};

use super::kinds::{Kind, folder, kinds};
use super::table::run_inside;
use crate::cases::{Case, Described};

/// Tries one way with all kinds. Panics with the names of the kinds that fail.
fn with_each(way: impl Fn(&Kind) -> anyhow::Result<()>) {
    let tried = kinds().iter().filter_map(|kind| Some((kind.name, way(kind).err()?)));
    let faults: Vec<String> = tried.map(|(name, error)| format!("{name}: {error:#}")).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn options_and_board_files_say_the_same() {
    with_each(|kind| {
        let [by_options, by_file] = ["", "--board "].map(|option| {
            let file =
                if option.is_empty() { kind.options() } else { format!("{option}{}", kind.file()) };
            let words = format!("export --to json {file}");
            Ok::<_, anyhow::Error>(run_inside(&words.split_whitespace().collect::<Vec<_>>())?.bytes)
        });
        let by_file = by_file?;
        ensure!(!by_file.is_empty() && by_options? == by_file);
        Ok(())
    });
}

#[test]
fn a_board_file_is_read_as_it_was_written() {
    with_each(|kind| {
        let board = kind.board();
        let read = BoardFile::parse(&board.to_toml(), "it")?;
        ensure!(read == board, "{}", board.to_toml());
        ensure!(BoardFile::read(&kind.file)? == board);
        // The solutions confirm it without the library's comparison.
        let mut solutions = Case::of(&read.problem).solutions().context("too many")?;
        solutions.retain(|&it| kind.limit.is_none_or(|limit| kind.cost(it) <= limit));
        solutions.sort_unstable();
        ensure!(solutions == kind.solutions);
        Ok(())
    });
}

#[test]
fn a_journal_brings_the_board_and_its_steps_back() {
    with_each(|kind| {
        let folder = folder(&format!("journals/{}", kind.slug()));
        let mut session = Session::from_board(kind.board()).recorded();
        let mut journal = Journal::begin(&folder, &session)?;
        let decided = session.decisions().clone();
        let open = |cell: &Cell| decided.get(*cell).is_none();
        let open: Vec<Cell> = session.rules().grid().standing_cells().filter(open).collect();
        for &cell in open.iter().take(2) {
            // A session without knowledge refuses nothing.
            session.decide(cell, Value::Excluded).map_err(|error| anyhow::anyhow!("{error:?}"))?;
        }
        session.undo();
        let other = kinds().iter().find(|other| other.name != kind.name).context("one kind")?;
        session.open(other.board());
        session.undo();
        journal.append(&session.take_entries())?;
        ensure!(journal.close()?, "it was changed");
        let mut resumed = resumed(&folder)?;
        for step in 0.. {
            ensure!(resumed.problem() == session.problem(), "after {step} steps back");
            ensure!(resumed.assist() == session.assist());
            let went = session.undo();
            ensure!(resumed.undo() == went);
            if !went {
                return Ok(());
            }
        }
        Ok(())
    });
}

/// Resumes the session of the only journal in a folder.
fn resumed(folder: &Path) -> anyhow::Result<Session> {
    for _ in 0..1000 {
        let (resumed, damages) = Journal::resume(folder);
        ensure!(damages.is_empty(), "{damages:?}");
        if let Some(resumed) = resumed {
            return Ok(resumed.session);
        }
        // A process that another test is starting may still hold the journal's lock.
        thread::sleep(Duration::from_millis(10));
    }
    anyhow::bail!("no session is there")
}

/// Returns the reason why a problem has no link; `None` if it has a link.
fn no_link(kind: &Kind) -> Option<&'static str> {
    let is_star_battle = matches!(kind.name, "queens" | "star-battle");
    let is_coloured = matches!(kind.name, "regions" | "regions and excluded cells");
    match () {
        () if !kind.has_regions() => Some("a link needs regions, and none are drawn"),
        () if kind.case.torus => Some("a link cannot say that opposite edges are joined"),
        () if kind.case.holes != 0 => Some("a link cannot say where holes are"),
        () if kind.limit.is_some() => Some("a link cannot say what the pieces may cost"),
        () if is_star_battle || is_coloured => None,
        () => Some("a link is for star battles and coloured queens"),
    }
}

#[test]
fn a_link_leads_back_or_is_refused() {
    with_each(|kind| match (write_link(&kind.problem()), no_link(kind)) {
        (Ok(link), None) => {
            let BoardSource::Board(board) = BoardSource::read(Path::new(&link))? else {
                anyhow::bail!("the link is no board");
            };
            // Decisions are not part of a link.
            let undecided = kind.case.undecided().solutions();
            ensure!(Case::of(&board.problem).solutions() == undecided);
            Ok(())
        }
        (Err(error), Some(part)) => {
            ensure!(error.to_string().contains(part), "{error}");
            Ok(())
        }
        (linked, expected) => anyhow::bail!("{linked:?}, expected was {expected:?}"),
    });
}
