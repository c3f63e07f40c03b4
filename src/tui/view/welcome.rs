//! What the board is for, over the top of the panel, on the very first run.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::clear;
use crate::tui::input::action::Action;
use crate::tui::model::Model;
use crate::tui::parts::styles::Styles;
use crate::tui::parts::welcome::{self, Welcome};

/// The narrowest panel with a welcome.
const NARROWEST: u16 = 24;

pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let panel = model.layout.panel;
    if !model.is_first_run || panel.width < NARROWEST {
        return;
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
    if height <= panel.height {
        let area = Rect { height, ..panel };
        clear(buffer, area, model);
        welcome::render(buffer, area, &welcome, &styles);
    }
}
