use std::env;

use super::arguments::{Arguments, ColorChoice};
use crate::problem::BoardFile;
use crate::session::{Journal, ResumedSession, Session};
use crate::tui::{ColorDepth, Config, Glyphs, Opening, Options};

/// The options of the board: arguments come before the environment, that before the configuration.
pub(super) fn options(arguments: &Arguments) -> anyhow::Result<Options> {
    let config =
        Config::path().map_or_else(|| Ok(Config::default()), |path| Config::read(&path))?;
    let asked = &arguments.board;
    Ok(Options {
        memory: arguments.engine.memory,
        timeout: arguments.engine.timeout,
        mouse: !asked.no_mouse && (asked.mouse || config.mouse.unwrap_or(true)),
        glyphs: asked
            .glyphs
            .or(asked.ascii.then_some(Glyphs::Ascii))
            .or(config.glyphs)
            .unwrap_or_default(),
        theme: asked.theme.or(config.theme).unwrap_or_default(),
        depth: depth(arguments.color),
        keys: config.keys,
    })
}

/// The number of colours to use.
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

/// What the board opens with, and its journal: the last session with `--resume`, otherwise the described
/// board. If no journal can be written, the board opens with a notice that says so.
pub(super) fn opening(arguments: &Arguments, described: BoardFile) -> Opening {
    let assist = arguments.board.assist;
    let directory = Journal::directory();
    let is_first_run = directory.as_deref().is_some_and(|directory| !directory.exists());
    let mut notices = Vec::new();
    if arguments.board.resume {
        let (resumed, damages) = directory.as_deref().map(Journal::resume).unwrap_or_default();
        notices.extend(damages);
        if let Some(ResumedSession { session, journal }) = resumed {
            let mut session = session.recorded();
            if let Some(assist) = assist {
                session.set_assist(assist);
            }
            notices.insert(0, "the last session, as it was left".to_owned());
            let notice = joined(&notices);
            return Opening { session, journal: Some(journal), notice, is_first_run, file: None };
        }
        notices.insert(0, "there is no session to resume: this is a new one".to_owned());
    }
    let mut session = Session::from_board(described);
    if let Some(assist) = assist {
        session.set_assist(assist);
    }
    let begun = directory.map_or(Err("there is no home directory".to_owned()), |directory| {
        Journal::begin(&directory, &session)
            .map_err(|error| format!("{}: {error}", directory.display()))
    });
    let journal = begun
        .map_err(|reason| notices.push(format!("this session is not kept for --resume: {reason}")))
        .ok();
    let file = arguments.problem.board.clone();
    Opening { session, journal, notice: joined(&notices), is_first_run, file }
}

fn joined(notices: &[String]) -> Option<String> {
    (!notices.is_empty()).then(|| notices.join("; "))
}
