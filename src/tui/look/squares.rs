mod labels;
mod lines;
mod pixels;
mod render;

pub(crate) use lines::UNCOVERED;
pub(super) use lines::{roof, style as text_style, symbols};

use problem::GroupId;
use ratatui::buffer::Buffer;

use ratatui::style::Style;

use super::board_layout::BoardLayout;
use super::colors::Look;
use export::face::{Exclusion, Figure, Palette, SquareFace, State, Tint};
use geometry::Cell;

/// The region of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// The letter of the region. Borders are drawn between cells of different letters.
    pub letter: char,
    /// Index of the region's colour, as assigned by [`export::face::region::assign`].
    pub color: usize,
}

/// The appearance of a cell.
#[expect(clippy::struct_excessive_bools, reason = "marks that can be on one square together")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Square {
    pub state: State,
    pub region: Option<Region>,
    /// The cell's value on the scale of the heat map, from 0 to 1. Only possible cells show this value.
    pub heat: Option<f32>,
    /// Three characters, such as a percentage. Squares that are large enough show them in the middle instead of a mark.
    pub text: Option<[char; 3]>,
    /// Why the cell is excluded, if the board shows this.
    pub exclusion: Option<Exclusion>,
    /// True if the decision on the cell is part of the explanation.
    pub is_culprit: bool,
    /// True if the cell's piece conflicts with other pieces, or is a reason why no solution is left.
    pub is_conflict: bool,
    /// True if the cell is empty and belongs to a group that has no room left for its pieces.
    pub lacks_room: bool,
    /// True if a hint points at the cell.
    pub is_hint: bool,
    /// True if the cell lies in a row, column or region that a hint names.
    pub is_in_hint: bool,
    /// True if a rule of the cell itself is part of the explanation: its board rule, or the rule that it must be
    /// covered.
    pub is_rule_cause: bool,
    /// True if no piece stands on the cell or attacks it although it must be covered (domination), if the board shows
    /// this.
    pub is_uncovered: bool,
    /// True on a solved board: the square is light and, without a piece, without a mark.
    pub is_lit: bool,
    /// True if the mouse is on the cell, or if a piece here and a piece on the hovered cell would exclude each other.
    pub is_hovered: bool,
}

impl Square {
    /// Returns a square with a state and no other marks.
    pub(crate) fn new(state: State) -> Self {
        Self { state, ..Self::default() }
    }

    /// Formats a share from 0 to 1 as a whole percentage, `<1` below 1 %.
    pub(crate) fn percent(share: f64) -> [char; 3] {
        let percent = (100.0 * share).round();
        let text =
            if share < 0.01 { " <1".to_owned() } else { format!("{:>3.0}", percent.min(100.0)) };
        let mut characters = text.chars();
        [(); 3].map(|()| characters.next().unwrap_or(' '))
    }

    /// Formats a cost in three characters; `None` if the cost needs more.
    pub(crate) fn cost(cost: i64) -> Option<[char; 3]> {
        let text: Vec<char> = format!("{cost:>3}").chars().collect();
        text.try_into().ok()
    }

    /// The properties that determine the colours of the square.
    fn face(&self) -> SquareFace {
        SquareFace {
            state: self.state,
            // The pieces of a solved board are golden, which no region's colour sets off.
            region: self.region.filter(|_| !self.is_golden()).map(|region| region.color),
            heat: self.heat.filter(|_| self.state == State::Possible),
            exclusion: self.exclusion,
            is_wrong: self.is_wrong(),
        }
    }

    /// True for the pieces of a solved board.
    fn is_golden(&self) -> bool {
        self.is_lit && self.state.has_piece()
    }

    /// True if the square is crimson, even if it belongs to a region.
    fn is_wrong(&self) -> bool {
        self.lacks_room || self.is_conflict && self.state.has_piece()
    }

    /// True if the square and its neighbour `other` belong to different regions, so that a border separates them.
    fn is_parted_from(&self, other: Option<&Self>) -> bool {
        let letter = |square: &Self| square.region.map(|region| region.letter);
        letter(self) != other.and_then(letter)
    }
}

/// The progress of a row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupSatisfaction {
    /// It has no piece, and needs some.
    Open,
    /// It has some pieces, and needs more.
    Begun,
    /// It has all required pieces.
    Satisfied,
    /// It has too many pieces, or no room left for the missing ones.
    Broken,
}

/// Rows, columns and regions that an explanation or a hint names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamedGroups {
    /// Row indices, counted from 0 at the bottom.
    pub rows: Vec<u16>,
    /// Column indices, counted from 0.
    pub columns: Vec<u16>,
    pub regions: Vec<char>,
    /// True if a hint names the groups, false if an explanation does.
    pub is_hint: bool,
}

impl NamedGroups {
    /// Collects the rows, columns and regions in `named`; other groups are ignored.
    pub(crate) fn new(named: impl IntoIterator<Item = GroupId>, is_hint: bool) -> Self {
        let mut groups = Self { is_hint, ..Self::default() };
        for group in named {
            match group {
                GroupId::Row(row) => groups.rows.push(row),
                GroupId::Column(column) => groups.columns.push(column),
                GroupId::Region(letter) => groups.regions.push(letter),
                GroupId::Pieces(_) | GroupId::Around(..) => {}
            }
        }
        groups
    }

    /// The colour that highlights the named groups.
    pub(crate) const fn tint(&self, palette: &Palette) -> Tint {
        if self.is_hint { palette.hint } else { palette.culprit_name }
    }

    fn has_region_of(&self, square: Option<&Square>) -> bool {
        let region = square.and_then(|square| square.region);
        region.is_some_and(|region| self.regions.contains(&region.letter))
    }
}

/// A board to be drawn. The documentation of `look` shows the steps.
#[derive(Clone, Copy)]
pub(crate) struct BoardPicture<'a> {
    pub layout: &'a BoardLayout,
    pub look: Look,
    pub figure: &'a Figure,
    /// The appearance of a cell; called once for each cell in view or next to the view.
    pub square: &'a dyn Fn(Cell) -> Square,
    pub cursor: Option<Cell>,
    /// The rows, columns and regions to highlight; `None` without an explanation or a hint.
    pub named: Option<&'a NamedGroups>,
    /// The lower left and the upper right cell of the part that a lens shows.
    pub lens_corners: Option<(Cell, Cell)>,
    pub is_torus: bool,
    /// True if the names of rows and columns are drawn beside the board.
    pub has_labels: bool,
    /// The counter of each row, from the bottom. If empty, rows have no counters.
    pub row_counters: &'a [GroupSatisfaction],
    /// The counter of each column, from the left. If empty, columns have no counters.
    pub column_counters: &'a [GroupSatisfaction],
}

impl<'a> BoardPicture<'a> {
    /// Returns a picture without cursor, counters and frame.
    pub(crate) fn new(
        layout: &'a BoardLayout,
        look: Look,
        figure: &'a Figure,
        square: &'a dyn Fn(Cell) -> Square,
    ) -> Self {
        Self {
            layout,
            look,
            figure,
            square,
            cursor: None,
            named: None,
            lens_corners: None,
            is_torus: false,
            has_labels: true,
            row_counters: &[],
            column_counters: &[],
        }
    }

    fn is_cursor(&self, cell: Cell) -> bool {
        self.cursor == Some(cell)
    }
}

/// The squares in view and their neighbours just outside of the view.
struct Squares {
    /// The lowest row and the first column in `kept`.
    corner: (u16, u16),
    columns: usize,
    /// The squares row by row, the lowest row first.
    kept: Vec<Square>,
    has_regions: bool,
}

impl Squares {
    fn new(picture: &BoardPicture) -> Self {
        let layout = picture.layout;
        let (rows, columns) = (layout.rows(), layout.columns());
        let (last_row, last_column) =
            layout.size.map_or((0, 0), |size| (size.rows(), size.columns()));
        let rows = rows.start.saturating_sub(1)..(rows.end + 1).min(last_row);
        let columns = columns.start.saturating_sub(1)..(columns.end + 1).min(last_column);
        let kept: Vec<Square> = rows
            .clone()
            .flat_map(|row| columns.clone().map(move |column| Cell::new(row, column)))
            .map(picture.square)
            .collect();
        let has_regions = kept.iter().any(|square| square.region.is_some());
        Self { corner: (rows.start, columns.start), columns: columns.len(), kept, has_regions }
    }

    /// Returns the square of a cell in view or next to the view.
    fn at(&self, cell: Cell) -> Option<&Square> {
        let column = usize::from(cell.column().checked_sub(self.corner.1)?);
        let row = usize::from(cell.row().checked_sub(self.corner.0)?);
        if column < self.columns { self.kept.get(row * self.columns + column) } else { None }
    }

    /// Returns the square of the cell `up` rows above and `right` columns to the right of `cell`.
    fn neighbour(&self, cell: Cell, up: i16, right: i16) -> Option<&Square> {
        let row = cell.row().checked_add_signed(up)?;
        self.at(Cell::new(row, cell.column().checked_add_signed(right)?))
    }
}

/// Every cell in view, the top row first.
fn in_view(layout: &BoardLayout) -> impl Iterator<Item = Cell> + use<> {
    let columns = layout.columns();
    layout
        .rows()
        .rev()
        .flat_map(move |row| columns.clone().map(move |column| Cell::new(row, column)))
}

/// Puts a character into the buffer. Positions outside of the buffer are ignored.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), symbol: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.reset();
        cell.set_char(symbol).set_style(style);
    }
}

/// Puts a text into one row of the buffer, clipped at the edges of the buffer.
fn put_text(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    for (x, symbol) in (x..).zip(text.chars()) {
        put(buffer, (x, y), symbol, style);
    }
}

#[cfg(test)]
mod tests;
