//! What the board is for, above the other parts of the panel, on the very first run.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::input::action::Action;
use crate::tui::model::Model;
use crate::tui::parts::styles::Styles;
use crate::tui::parts::welcome::{self, Welcome};

/// The narrowest panel with a welcome.
const NARROWEST: u16 = 24;

/// Draws it, where there is room, and returns what is left of the panel.
pub(super) fn render(buffer: &mut Buffer, model: &Model) -> Rect {
    let panel = model.layout.panel;
    if !model.is_first_run || panel.width < NARROWEST {
        return panel;
    }
    let (look, keys) = (model.look(), &model.keys);
    let [place, help, palette] = [Action::Place, Action::Help, Action::Command]
        .map(|action| keys.key(action).to_lowercase());
    let solutions = model.session.solutions().map(ToString::to_string);
    let welcome = Welcome {
        place: &place,
        keys: &help,
        palette: &palette,
        solutions: solutions.as_deref(),
        forced: look.text(look.palette.good),
    };
    let styles = Styles::of(&look);
    let height = welcome::rows(panel.width, &welcome, &styles);
    if height > panel.height {
        return panel;
    }
    welcome::render(buffer, Rect { height, ..panel }, &welcome, &styles);
    Rect { y: panel.y + height, height: panel.height - height, ..panel }
}
