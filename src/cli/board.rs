use std::env;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use super::arguments::{
    Arguments, ColorChoice, EngineArguments, EngineChoice, LookArguments, VerbName,
};
use super::exit::{ExitCode, Failure};
use super::problem::{self, uses_regions};
use super::{format, resume};
use ::problem::{Assist, BoardFile, is_link};
use app::notice::BoardNotice;
use app::{BoardExit, BoardSetup, Names, Notice, Settings, kept_settings};
use files::{FileVersion, UnfinishedFiles, is_stdin, reason};
use session::puzzle::RESULTS_FILE;
use session::{Journal, ResumedSession, Session};
use tui::{ColorDepth, Config, NamedGlyphs, Options};

/// The options of the board. Arguments override the environment, and the environment overrides the
/// configuration.
pub(super) fn options(engine: &EngineArguments, asked: &LookArguments) -> anyhow::Result<Options> {
    let kept = Journal::directory().map(|directory| directory.join(kept_settings::FILE));
    let settings = kept.as_deref().map(kept_settings::read).unwrap_or_default();
    let config = config(engine, settings)?;
    let has_ascii = asked.ascii || has_ascii_locale(|name| env::var(name).ok());
    let glyphs = asked
        .glyphs
        .or(has_ascii.then_some(NamedGlyphs::Ascii))
        .or(config.glyphs)
        .unwrap_or_default();
    Ok(Options {
        memory: engine.memory,
        timeout: engine.timeout,
        mouse: !asked.no_mouse && (asked.mouse || config.mouse.unwrap_or(true)),
        glyphs: glyphs.glyphs(),
        notice: glyphs.notice(),
        theme: asked.theme.or(config.theme).unwrap_or_default(),
        depth: depth(asked.color),
        keys: config.keys,
        settings: config.settings,
    })
}

/// The settings file, if there is one. Its entries take the place of the other `settings`.
///
/// # Errors
/// When the file is invalid, or an engine is chosen, which the board does itself.
pub(super) fn config(engine: &EngineArguments, settings: Settings) -> anyhow::Result<Config> {
    ensure!(
        engine.engine == EngineChoice::Auto,
        "--engine: the board chooses the fastest engine itself; --engine is for verbs"
    );
    let config = Config { settings, ..Config::default() };
    Ok(match Config::path() {
        Some(path) => config.read(&path)?,
        None => config,
    })
}

/// True if the character locale is C or POSIX. False without a locale, because modern terminals show
/// Unicode and many services set no locale.
pub(super) fn has_ascii_locale(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable);
    let locale = set.into_iter().find(|value| !value.is_empty());
    matches!(locale.as_deref(), Some("C" | "POSIX"))
}

/// The error message if a terminal (`TERM`) cannot move its cursor. On Unix, this includes a terminal
/// without a name.
pub(super) fn unfit_terminal(name: Option<&str>) -> Option<&'static str> {
    match name {
        Some("dumb") => Some("TERM is 'dumb': this terminal cannot show the board"),
        None | Some("") if cfg!(unix) => {
            Some("TERM is not set: which terminal this is, is unknown")
        }
        _ => None,
    }
}

/// The number of colours that the board uses.
fn depth(choice: ColorChoice) -> ColorDepth {
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Never => ColorDepth::None,
        ColorChoice::Auto if plain => ColorDepth::None,
        ColorChoice::Auto | ColorChoice::Always => {
            let [colors, terminal] =
                ["COLORTERM", "TERM"].map(|name| env::var(name).unwrap_or_default());
            ColorDepth::of_terminal(&colors, &terminal)
        }
    }
}

/// The initial content of the board, and its journal. With `--resume`, it is a kept session; if there
/// are several, the user chooses one. Otherwise it is the described board, with a notice of what was
/// `assumed`. Returns `None` if the user chooses no session. If no journal can be written, the board
/// opens with a notice about it. `file` is the file to which the board is saved, if there is one.
pub(super) fn board_setup(
    (resume, assist): (bool, Option<Assist>),
    file: Option<&PathBuf>,
    described: BoardFile,
    assumed: Option<String>,
    names: &dyn Names,
) -> anyhow::Result<Option<BoardSetup>> {
    let directory = Journal::directory();
    let mut notices = Vec::new();
    if resume {
        let (mut kept, damages) =
            directory.as_deref().map(Journal::resumable_sessions).unwrap_or_default();
        notices.extend(damages);
        if !kept.is_empty() {
            let Some(index) = resume::choose(&kept)? else { return Ok(None) };
            let is_latest = index == 0;
            let ResumedSession { session, notes, journal, .. } = kept.swap_remove(index);
            let mut session = session.recorded();
            if let Some(assist) = assist {
                session.set_assist(assist);
            }
            let which = if is_latest { "the last session" } else { "an earlier session" };
            notices.insert(0, format!("{which}, as it was left"));
            return Ok(Some(BoardSetup {
                notes,
                ..with_journal(session, Some(journal), &notices)
            }));
        }
        notices.insert(0, "there is no session to resume: this is a new one".to_owned());
    }
    notices.extend(assumed);
    notices.extend(BoardNotice::to_play(&described).map(|it| Notice::from(it).in_words(names)));
    let rules = described.problem.rules();
    if rules.regions().is_some() && !uses_regions(rules) {
        notices.push(Notice::from(BoardNotice::UnusedRegions).in_words(names));
    }
    // Only regular files have a version; a pipe, for example, has none.
    let file = file.and_then(|path| Some((path.clone(), FileVersion::read(path).ok()??)));
    Ok(Some(BoardSetup { file, ..new_session_setup(described, assist, notices) }))
}

/// The file to which the board is saved: the opened board file, which is `board` or another `file` to open. `None` for a
/// drawing, a link or standard input.
pub(super) fn file_to_save<'a>(
    board: Option<&'a PathBuf>,
    file: Option<&'a PathBuf>,
) -> Option<&'a PathBuf> {
    let is_board = |file: &&PathBuf| file.extension().is_some_and(|end| end == "toml");
    let is_file = |file: &&PathBuf| !is_stdin(file) && !is_link(&file.to_string_lossy());
    board.or(file.filter(is_board)).filter(is_file)
}

/// The initial content of the board for a new session, with its journal.
pub(super) fn new_session_setup(
    board: BoardFile,
    assist: Option<Assist>,
    mut notices: Vec<String>,
) -> BoardSetup {
    let directory = Journal::directory();
    let is_first_run = directory.as_deref().is_some_and(|directory| !directory.exists());
    let mut session = Session::from_board(board);
    if let Some(assist) = assist {
        session.set_assist(assist);
    }
    let begun = directory.map_or(Err("there is no home directory".to_owned()), |directory| {
        Journal::begin(&directory, &session)
            .map_err(|error| format!("{}: {}", directory.display(), reason(&error)))
    });
    let journal = begun
        .map_err(|reason| notices.push(format!("this session is not kept for --resume: {reason}")))
        .ok();
    BoardSetup { is_first_run, ..with_journal(session, journal, &notices) }
}

/// The initial content of the board for a session.
pub(super) fn with_journal(
    session: Session,
    journal: Option<Journal>,
    notices: &[String],
) -> BoardSetup {
    BoardSetup {
        session,
        journal,
        notes: Vec::new(),
        notice: (!notices.is_empty()).then(|| notices.join("; ")),
        is_first_run: false,
        file: None,
        play: None,
        lesson: None,
        view: None,
        results: Journal::directory().map(|directory| directory.join(RESULTS_FILE)),
    }
}

/// Opens the board on the problem of the arguments.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (described, assumed) =
        problem::interactive_board(&arguments.problem, arguments.file.as_deref())?;
    let options = options(&arguments.engine, &arguments.look)?;
    // If a file comes from standard input, keys are read from the terminal device.
    check_terminal(arguments.files().any(is_stdin))?;
    let asked = (arguments.resume, arguments.look.assist);
    let file = file_to_save(arguments.problem.board.as_ref(), arguments.file.as_ref());
    let Some(opening) = board_setup(asked, file, described, assumed, &options.keys)? else {
        return Ok(());
    };
    run_board(opening, &options)
}

/// Checks that the board can be shown and can read keys. On failure, nothing is written to stdout.
/// `has_input` is true if standard input provides a file.
pub(super) fn check_terminal(has_input: bool) -> anyhow::Result<()> {
    // Keys can be read from a terminal device even if standard input is not a terminal.
    let has_device = || cfg!(unix) && File::open("/dev/tty").is_ok();
    let has_keys = io::stdin().is_terminal() || (has_input && has_device());
    if !(has_keys && io::stdout().is_terminal()) {
        bail!(
            "the board needs a terminal for input and output; without one use a verb: {} \
             (see 'configurator --help')",
            VerbName::data_verbs()
        );
    }
    let terminal = env::var("TERM").ok();
    if let Some(reason) = unfit_terminal(terminal.as_deref()) {
        bail!("{reason}; use a verb: {} (see 'configurator --help')", VerbName::data_verbs());
    }
    Ok(())
}

/// Shows the board until the user leaves it.
pub(super) fn run_board(opening: BoardSetup, options: &Options) -> anyhow::Result<()> {
    let left = tui::run(opening, options);
    // An export may still run in the background.
    let _ = UnfinishedFiles::abandon();
    let left = match left {
        // The error is clear without a path.
        Err(error) if error.kind() == ErrorKind::QuotaExceeded => return Err(error.into()),
        left => left.context("the terminal")?,
    };
    end_board(left, Some("configurator --resume"))
}

/// Prints the final messages of a session: faults, and the command `resume` that continues a kept session, if `resume`
/// is given.
///
/// # Errors
/// When a signal ended the session, or no more input can be read.
pub(super) fn end_board(left: BoardExit, resume: Option<&str>) -> anyhow::Result<()> {
    for fault in &left.faults {
        format::print_message(fault);
    }
    if let Some(resume) =
        resume.filter(|_| left.is_kept && !matches!(left.exit, app::effect::Exit::Signal(_)))
    {
        format::print_aside(format_args!("'{resume}' goes on where you left."));
    }
    match left.exit {
        app::effect::Exit::Quit => Ok(()),
        app::effect::Exit::Signal(number) => {
            let code = ExitCode::Signal(number.try_into().unwrap_or_default());
            Err(Failure::new(code, format_args!("ended by signal {number}")).into())
        }
        app::effect::Exit::Unreadable(reason) => bail!("no more keys can be read: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_saved_to_the_file_that_it_comes_from() {
        for (words, file) in [
            ("--board mine", Some("mine")),
            ("mine.toml", Some("mine.toml")),
            ("drawn.txt", None),
            ("--board -", None),
            ("-", None),
            ("--board https://puzz.link/p?starbattle/3/2/1/e8", None),
            ("https://puzz.link/a.toml", None),
        ] {
            let words = ["configurator"].into_iter().chain(words.split(' '));
            let arguments = Arguments::from_words(words).unwrap();
            let (board, opened) = (arguments.problem.board.as_ref(), arguments.file.as_ref());
            assert_eq!(file_to_save(board, opened), file.map(PathBuf::from).as_ref());
        }
    }

    #[test]
    fn a_locale_of_ascii_is_named_c_or_posix() {
        let is = |variables: &[(&str, &str)]| {
            has_ascii_locale(|name| {
                let of_name = variables.iter().find(|(other, _)| *other == name);
                of_name.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(!is(&[]));
        assert!(is(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert!(is(&[("LC_ALL", ""), ("LC_CTYPE", "POSIX"), ("LANG", "de_DE.UTF-8")]));
        assert!(is(&[("LANG", "C")]));
        assert!(!is(&[("LC_ALL", "C.UTF-8"), ("LANG", "C")]));
        assert!(!is(&[("LC_CTYPE", "en_US.UTF-8"), ("LANG", "C")]));
        assert!(!is(&[("LC_MESSAGES", "C")]));
    }
}
