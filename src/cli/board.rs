use std::env;

use anyhow::Context;

use super::arguments::{Arguments, ColorChoice};
use super::problem;
use crate::problem::{Assist, BoardFile};
use crate::session::{Journal, Resumed, Session};
use crate::tui::{Glyphs, Opening, Options, Theme};

/// How the arguments, and the environment, want the board; `assist` is what the board file says.
pub(super) fn options(arguments: &Arguments, assist: Assist) -> anyhow::Result<Options> {
    let timeout = problem::timeout(&arguments.engine)?;
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colors = match arguments.color {
        ColorChoice::Auto => !plain,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    };
    let wanted = arguments.board.assist.as_deref().map(str::parse).transpose();
    Ok(Options {
        assist: wanted.context("--assist")?.unwrap_or(assist),
        memory: problem::budget(&arguments.engine, timeout)?.memory(),
        timeout,
        mouse: !arguments.board.no_mouse,
        glyphs: if arguments.board.ascii { Glyphs::Ascii } else { Glyphs::Unicode },
        theme: if colors { Theme::Colors } else { Theme::Monochrome },
    })
}

/// What the board opens with, and where that is kept: the last session with `--resume`, or else the
/// board described. Without a place for journals it opens all the same, and says so.
pub(super) fn opening(
    arguments: &Arguments,
    described: BoardFile,
    options: &mut Options,
) -> Opening {
    let directory = Journal::directory();
    let mut notices = Vec::new();
    if arguments.board.resume {
        let (resumed, damages) = directory.as_deref().map(Journal::resume).unwrap_or_default();
        notices.extend(damages);
        if let Some(Resumed { session, assist, journal }) = resumed {
            if arguments.board.assist.is_none() {
                options.assist = assist;
            }
            notices.insert(0, "the last session goes on".to_owned());
            return Opening { session, journal: Some(journal), notice: said(&notices) };
        }
        notices.insert(0, "no session to resume".to_owned());
    }
    let session = Session::new(described.problem.clone());
    let described = BoardFile { assist: options.assist, ..described };
    let begun = directory.map_or(Err("there is no home directory".to_owned()), |directory| {
        Journal::begin(&directory, described)
            .map_err(|error| format!("{}: {error}", directory.display()))
    });
    let journal = begun
        .map_err(|reason| notices.push(format!("this session cannot be resumed: {reason}")))
        .ok();
    Opening { session, journal, notice: said(&notices) }
}

fn said(notices: &[String]) -> Option<String> {
    (!notices.is_empty()).then(|| notices.join("; "))
}
