use ratatui::style::{Color, Modifier, Style};

use super::region_colors::COLORS;
use crate::geometry::Piece;
use crate::session::CellState;

/// The characters of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Chess figures and the like, each one column wide in every terminal.
    #[default]
    Unicode,
    /// Letters and signs only.
    Ascii,
}

/// The colours of the board. Each state has a glyph of its own besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The terminal's own sixteen colours, so that light and dark backgrounds both read.
    #[default]
    Colors,
    /// No colour, only bold, dim and reverse.
    Monochrome,
}

/// The backgrounds of regions: light ones of the palette of 256 colours, on which black reads.
const REGIONS: [u8; COLORS] = [223, 152, 193, 182, 229, 117, 217, 157, 147, 187, 159, 225];

impl Glyphs {
    /// The crossing of lines that go on upward, to the right, downward and to the left, or not.
    pub(super) fn crossing(self, arms: [bool; 4]) -> char {
        let number = arms.into_iter().fold(0, |number, arm| number * 2 + usize::from(arm));
        let lines = match self {
            Self::Unicode => {
                [' ', '╴', '╷', '┐', '╶', '─', '┌', '┬', '╵', '┘', '│', '┤', '└', '┴', '├', '┼']
            }
            Self::Ascii => {
                [' ', '-', '|', '+', '-', '-', '+', '+', '|', '+', '|', '+', '+', '+', '+', '+']
            }
        };
        lines[number]
    }

    /// The character of a cell.
    pub(super) fn cell(self, state: CellState, piece: &Piece) -> char {
        match state {
            CellState::Hole => '#',
            CellState::Placed => self.piece(piece, true),
            CellState::Forced => self.piece(piece, false),
            CellState::Excluded => '/',
            CellState::Possible => '.',
            CellState::Attacked => '-',
            CellState::Impossible => 'x',
            CellState::Unknown => '?',
        }
    }

    fn piece(self, piece: &Piece, placed: bool) -> char {
        let (letter, black, white) = match piece.name() {
            "rook" | "R" => ('R', '♜', '♖'),
            "bishop" | "B" => ('B', '♝', '♗'),
            "knight" | "N" => ('N', '♞', '♘'),
            "king" | "K" => ('K', '♚', '♔'),
            _ => ('Q', '♛', '♕'),
        };
        match (self, placed) {
            (Self::Unicode, true) => black,
            (Self::Unicode, false) => white,
            (Self::Ascii, true) => letter,
            (Self::Ascii, false) => letter.to_ascii_lowercase(),
        }
    }
}

impl Theme {
    /// The style of a cell.
    pub(super) fn cell(self, state: CellState) -> Style {
        match state {
            CellState::Placed => self.style(Color::Cyan).add_modifier(Modifier::BOLD),
            CellState::Forced => self.style(Color::Green).add_modifier(Modifier::BOLD),
            CellState::Possible => Style::new(),
            CellState::Excluded => self.style(Color::Yellow),
            CellState::Impossible => self.style(Color::Red),
            CellState::Attacked | CellState::Hole | CellState::Unknown => self.faint(),
        }
    }

    /// The style of a possible cell by its share of the remaining solutions.
    pub(super) fn heat(self, share: f64) -> Style {
        match share {
            share if share > 0.5 => self.style(Color::LightRed).add_modifier(Modifier::BOLD),
            share if share > 0.25 => self.style(Color::LightRed),
            share if share > 0.125 => self.style(Color::Yellow),
            share if share > 1.0 / 16.0 => self.style(Color::Green),
            share if share > 1.0 / 64.0 => self.style(Color::Blue),
            _ => self.faint(),
        }
    }

    /// The background of the region with a colour of this number; none without colours.
    pub(super) fn region(self, color: usize) -> Option<Color> {
        (self == Self::Colors).then(|| Color::Indexed(REGIONS[color]))
    }

    /// A style on a region's background: black, so that it reads whatever the terminal's own
    /// background is, and grey what may be overlooked.
    pub(super) fn on_region(self, style: Style, background: Color) -> Style {
        let overlooked = style.fg == self.faint().fg || style.fg == Some(Color::Red);
        style.fg(Color::Indexed(if overlooked { 240 } else { 16 })).bg(background)
    }

    /// The style of the title and of what matters most.
    #[expect(clippy::unused_self, reason = "it is for the theme to decide")]
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of what may be overlooked.
    pub(super) fn faint(self) -> Style {
        match self {
            Self::Colors => Style::new().fg(Color::DarkGray),
            Self::Monochrome => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// The style of the cell under the cursor, on top of its own.
    #[expect(clippy::unused_self, reason = "it is for the theme to decide")]
    pub(super) fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The style of keys in footer and help.
    pub(super) fn key(self) -> Style {
        self.style(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// The style of what needs attention.
    pub(super) fn alert(self) -> Style {
        self.style(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    fn style(self, color: Color) -> Style {
        match self {
            Self::Colors => Style::new().fg(color),
            Self::Monochrome => Style::new(),
        }
    }
}
