use std::env;

use super::arguments::{Arguments, ColorChoice};
use super::problem;
use crate::tui::{Glyphs, Options, Theme};

/// How the arguments, and the environment, want the board.
pub(super) fn options(arguments: &Arguments) -> anyhow::Result<Options> {
    let timeout = problem::timeout(&arguments.engine)?;
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colors = match arguments.color {
        ColorChoice::Auto => !plain,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    };
    Ok(Options {
        memory: problem::budget(&arguments.engine, timeout)?.memory(),
        timeout,
        mouse: !arguments.board.no_mouse,
        glyphs: if arguments.board.ascii { Glyphs::Ascii } else { Glyphs::Unicode },
        theme: if colors { Theme::Colors } else { Theme::Monochrome },
    })
}
