/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorDepth {
    /// No colours, because the terminal has none or they are switched off.
    None,
    /// The sixteen basic colours of every terminal.
    Sixteen,
    /// The palette of 256 colours.
    Palette,
    /// Colours of 24 bits.
    #[default]
    True,
}

impl ColorDepth {
    /// The depth that the variables `COLORTERM` and `TERM` indicate.
    pub fn of_terminal(colorterm: &str, term: &str) -> Self {
        let is_true = matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct");
        match () {
            () if is_true || cfg!(windows) => Self::True,
            () if term.contains("256color") => Self::Palette,
            () => Self::Sixteen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_says_how_many_colours_it_has() {
        for (colorterm, term, depth) in [
            ("truecolor", "xterm-256color", ColorDepth::True),
            ("24bit", "xterm", ColorDepth::True),
            ("", "xterm-direct", ColorDepth::True),
            ("", "screen-256color", ColorDepth::Palette),
            ("yes", "linux", ColorDepth::Sixteen),
        ] {
            if !cfg!(windows) {
                assert_eq!(ColorDepth::of_terminal(colorterm, term), depth, "{colorterm} {term}");
            }
        }
    }
}
