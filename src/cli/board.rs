use std::env;

use anyhow::Context;

use super::arguments::{Arguments, ColorChoice};
use super::problem;
use crate::problem::Assist;
use crate::tui::{Glyphs, Options, Theme};

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
