//! The description of a square, and its colours.

use strum::{Display, EnumString};

use super::exclusion::Exclusion;
use super::palette::{Palette, State, Tint};
use super::{Rgb, heat, region};

/// The region of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The letter of the region. Borders are drawn between cells of different letters.
    pub letter: char,
    /// Number of the region's colour, as assigned by [`region::assign`].
    pub color: usize,
}

/// The player's own mark of a cell that is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum CandidateMark {
    /// A dot.
    Dot,
    /// A ring, in another colour.
    Ring,
}

/// The appearance of a cell, on a terminal or in a picture.
#[expect(clippy::struct_excessive_bools, reason = "marks that can be on one square together")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Square {
    /// The state. A cell whose state the user has to find out is possible.
    pub state: State,
    /// True if the user has to find out the state.
    pub is_open: bool,
    /// The region; `None` without regions.
    pub region: Option<Region>,
    /// The cell's value on the scale of the heat map, from 0 to 1. Only possible cells show this value.
    pub heat: Option<f32>,
    /// Three characters, such as a percentage. Squares that are large enough show them in the middle instead of a mark.
    pub text: Option<[char; 3]>,
    /// True if the program has crossed out the cell, because a placed piece rules it out. Such a cross is fainter than the
    /// player's.
    pub is_automatic: bool,
    /// The player's own mark, which squares without a decision show.
    pub candidate: Option<CandidateMark>,
    /// Why the cell is excluded, if this is shown.
    pub exclusion: Option<Exclusion>,
    /// True if the decision on the cell is part of the explanation.
    pub is_culprit: bool,
    /// True if the cell's piece conflicts with other pieces, or is a reason why no solution remains.
    pub is_conflict: bool,
    /// True if the cell is empty and belongs to a group that has no room left for its pieces.
    pub lacks_room: bool,
    /// True if a hint points at the cell.
    pub is_hint: bool,
    /// True if the reason of a hint counts the cell, or names its row, column or region.
    pub is_in_hint: bool,
    /// True if a hint proposes the cross that the cell shows.
    pub is_to_cross: bool,
    /// True if a rule of the cell itself is part of the explanation: its board rule, or the rule that it must be
    /// covered.
    pub is_rule_cause: bool,
    /// True if no piece stands on the cell or attacks it although it must be covered (domination), if this is shown.
    pub is_uncovered: bool,
    /// True if a possible cell has no mark, as on a solved board and in puzzles on paper.
    pub is_blank: bool,
    /// True for the pieces of a solved board, which are golden.
    pub is_golden: bool,
    /// True if the mouse is on the cell, or if a piece here and a piece on the hovered cell would exclude each other.
    pub is_hovered: bool,
}

impl Square {
    /// Returns a square with a state and no other marks.
    pub fn new(state: State) -> Self {
        Self { state, ..Self::default() }
    }

    /// Returns a square without marks; `None` is the state of a cell that the user has to find out.
    pub fn of_known(state: Option<State>) -> Self {
        Self { is_open: state.is_none(), ..Self::new(state.unwrap_or(State::Possible)) }
    }

    /// Formats a share from 0 to 1 as a whole percentage, `<1` below 1 %.
    pub fn percent(share: f64) -> [char; 3] {
        let percent = (100.0 * share).round();
        let text =
            if share < 0.01 { " <1".to_owned() } else { format!("{:>3.0}", percent.min(100.0)) };
        let mut characters = text.chars();
        [(); 3].map(|()| characters.next().unwrap_or(' '))
    }

    /// Formats a cost in three characters; `None` if the cost needs more.
    pub fn cost(cost: i64) -> Option<[char; 3]> {
        let text: Vec<char> = format!("{cost:>3}").chars().collect();
        text.try_into().ok()
    }

    /// Formats the number of the step that excludes a cell, as in `×12`; `None` for 0, which is an assumption, and for
    /// numbers of more than two digits.
    pub fn step(number: usize) -> Option<[char; 3]> {
        let text = if number < 10 { format!(" ×{number}") } else { format!("×{number}") };
        text.chars().collect::<Vec<_>>().try_into().ok().filter(|_| number > 0)
    }

    /// True if the square is crimson, even if it belongs to a region.
    pub fn is_wrong(&self) -> bool {
        self.lacks_room || self.is_conflict && self.state.has_piece()
    }

    /// True if the explanation, a conflict or a group without room concerns the cell.
    pub fn is_accused(&self) -> bool {
        self.is_culprit || self.is_conflict || self.lacks_room
    }

    /// The letter of the region, if another region has the same colour.
    pub fn corner_letter(&self) -> Option<char> {
        self.region.filter(|region| region::is_repeated(region.color)).map(|region| region.letter)
    }

    /// True if two neighbours belong to different regions, so that a border separates them. `None` is outside of the board.
    pub fn has_border(one: Option<&Self>, other: Option<&Self>) -> bool {
        let letter = |square: &Self| square.region.map(|region| region.letter);
        one.and_then(letter) != other.and_then(letter)
    }

    /// The heat that the square shows.
    pub fn shown_heat(&self) -> Option<f32> {
        self.heat.filter(|_| self.state == State::Possible)
    }

    /// The region that colours the square. A piece stands on the ground of its state, which sets it off from all regions.
    fn region_of_ground(&self) -> Option<usize> {
        self.region.filter(|_| !self.state.has_piece()).map(|region| region.color)
    }

    /// The colour of the region around a piece or a proposed cross; `None` without them or without a region.
    pub fn rim(&self, palette: &Palette) -> Option<Tint> {
        let region = self.region.filter(|_| self.state.has_piece() || self.is_to_cross)?;
        Some(region::ground(region.color, State::Possible, false, palette))
    }

    /// The ground of the square. `is_dark` is true for the dark squares of the chequer.
    pub fn ground(&self, is_dark: bool, palette: &Palette) -> Tint {
        let by_reason = || self.exclusion.map(|exclusion| exclusion.ground(is_dark, palette));
        let by_region =
            || Some(region::ground(self.region_of_ground()?, self.state, is_dark, palette));
        let by_state = || palette.state(self.state).map(|colors| colors.ground(is_dark));
        if self.is_wrong() {
            return palette.conflict.ground(is_dark);
        }
        if self.is_to_cross {
            return palette.placed.mark;
        }
        let found = self.shown_heat().map(heat::tint).or_else(by_reason).or_else(by_region);
        found.or_else(by_state).unwrap_or(palette.window)
    }

    /// The ink of a text: black or white on the heat map and on exclusions, otherwise the ink of a mark.
    pub fn text_ink(&self, ground: Rgb, palette: &Palette) -> Tint {
        let is_colored = self.shown_heat().is_none() && self.exclusion.is_none();
        if is_colored { self.ink(palette) } else { heat::ink(ground) }
    }

    /// The ink of a piece or a mark. Texts on the heat map and signs of exclusions have other colours.
    pub fn ink(&self, palette: &Palette) -> Tint {
        let ink = match palette.state(self.state) {
            _ if self.is_wrong() => palette.conflict.mark,
            _ if self.is_golden => palette.given_base,
            _ if self.region_of_ground().is_some() => palette.region_ink,
            colors => colors.map_or(palette.text, |colors| colors.mark),
        };
        if self.is_automatic { ink.halfway(self.ground(false, palette)) } else { ink }
    }
}

/// Minimum contrast between a square and the cursor, hints and brackets on it.
const MIN_CONTRAST: f32 = 2.8;

/// Returns the first choice that is visible on a ground, or else the choice with the greatest contrast. `rgb` is how a
/// colour looks.
pub(crate) fn first_visible(ground: Tint, choices: [Tint; 3], rgb: impl Fn(Tint) -> Rgb) -> Tint {
    let contrast = |tint: &Tint| rgb(*tint).contrast(rgb(ground));
    let first = choices.into_iter().find(|choice| contrast(choice) >= MIN_CONTRAST);
    let most = |best, choice| if contrast(&choice) > contrast(&best) { choice } else { best };
    first.unwrap_or_else(|| choices.into_iter().fold(choices[0], most))
}
