//! The colours of squares, for terminals and pictures.

use super::exclusion::Exclusion;
use super::palette::{Palette, State, Tint};
use super::{Rgb, heat, region};

/// The properties of a square that determine its colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquareFace {
    /// The state of the cell.
    pub state: State,
    /// The number of its region's colour; `None` without regions.
    pub region: Option<usize>,
    /// The heat of a possible cell on the heat map, from 0 to 1; `None` if it is not shown.
    pub heat: Option<f32>,
    /// Why the cell is excluded; `None` if this is not shown.
    pub exclusion: Option<Exclusion>,
    /// True if the square has the colours of a conflict, which override all others.
    pub is_wrong: bool,
}

impl SquareFace {
    /// The ground of the square. `is_dark` is true for the dark squares of the chequer.
    pub fn ground(&self, is_dark: bool, palette: &Palette) -> Tint {
        let by_reason = || self.exclusion.map(|exclusion| exclusion.ground(is_dark, palette));
        let by_region =
            || Some(region::ground(self.region_of_ground()?, self.state, is_dark, palette));
        let by_state = || palette.state(self.state).map(|colors| colors.ground(is_dark));
        if self.is_wrong {
            return palette.conflict.ground(is_dark);
        }
        let found = self.heat.map(heat::tint).or_else(by_reason).or_else(by_region);
        found.or_else(by_state).unwrap_or(palette.window)
    }

    /// The region that colours the square. A completed piece stands on a ground of its own, because in a region it would
    /// look like a placed one.
    fn region_of_ground(&self) -> Option<usize> {
        self.region.filter(|_| self.state != State::Completed)
    }

    /// The ink of a piece, a mark or a text on a ground.
    pub fn ink(&self, ground: Rgb, palette: &Palette) -> Tint {
        match palette.state(self.state) {
            _ if self.is_wrong => palette.conflict.mark,
            _ if self.heat.is_some() || self.exclusion.is_some() => heat::ink(ground),
            _ if self.region_of_ground().is_some() => palette.region_ink,
            colors => colors.map_or(palette.text, |colors| colors.mark),
        }
    }
}

impl Palette {
    /// The colours for the brackets or the stroke of a culprit, the preferred colour first.
    pub const fn causes(&self, state: State) -> [Tint; 3] {
        let first = if state.has_piece() { self.culprit_mark } else { self.culprit_name };
        [first, self.cursor_fallback, self.cursor]
    }
}

/// Minimum contrast between a square and the cursor, hints and brackets on it.
const MIN_CONTRAST: f32 = 2.8;

/// Returns the first choice that is visible on a ground, or else the choice with the greatest contrast.
/// Each choice is a value with its colour.
pub fn first_visible<T: Copy>(ground: Rgb, choices: [(Rgb, T); 3]) -> T {
    let contrast = |(rgb, _): &(Rgb, T)| rgb.contrast(ground);
    let first = choices.into_iter().find(|choice| contrast(choice) >= MIN_CONTRAST);
    let most = |best, choice| if contrast(&choice) > contrast(&best) { choice } else { best };
    first.unwrap_or_else(|| choices.into_iter().fold(choices[0], most)).1
}
