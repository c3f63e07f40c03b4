//! The introduction at the top of the panel, on the first run.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::input::Action;
use crate::model::{Mode, Model};
use crate::parts::welcome::{self, Welcome};
use crate::parts::{Styles, grouped};

/// Minimum width of a panel with an introduction, in columns.
const NARROWEST: u16 = 24;

/// Number of rows that the introduction leaves to the part about the cell.
const REST: u16 = 6;

/// Draws the introduction if there is room, and returns the remaining area of the panel.
pub(super) fn render(buffer: &mut Buffer, model: &Model) -> Rect {
    let panel = model.layout.panel;
    // The text describes the display with full assist.
    let is_welcome = model.is_first_run && model.tells_all() && matches!(model.mode, Mode::Board);
    if !is_welcome || panel.width < NARROWEST {
        return panel;
    }
    let (look, keys) = (model.look(), &model.keys);
    let [place, help, palette] = [Action::Place, Action::Help, Action::Command]
        .map(|action| keys.key(action).to_lowercase());
    let solutions = model.session.solutions().map(grouped);
    let welcome = Welcome {
        place: &place,
        keys: &help,
        palette: &palette,
        solutions: solutions.as_deref(),
        forced: look.text(look.palette.good),
    };
    let styles = Styles::of(&look);
    let height = welcome::rows(panel.width, &welcome, &styles);
    if panel.height < height + REST {
        return panel;
    }
    welcome::render(buffer, Rect { height, ..panel }, &welcome, &styles);
    Rect { y: panel.y + height, height: panel.height - height, ..panel }
}
