mod labels;
mod lines;
mod pixels;
mod render;

pub(crate) use lines::UNCOVERED;
pub(super) use lines::{roof, style as text_style, symbols};

use problem::GroupId;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board_layout::BoardLayout;
use super::colors::Look;
use engine::Filter;
use export::face::{Figure, Palette, SquareFace, State, Tint};
use geometry::Cell;

/// The region of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// Which one; borders are drawn where it changes.
    pub letter: char,
    /// Its colour, as [`export::face::region::assign`] gives it.
    pub color: usize,
}

/// What is to be seen of a cell.
#[expect(clippy::struct_excessive_bools, reason = "marks that can be on one square together")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Square {
    pub state: State,
    pub region: Option<Region>,
    /// How hot it is, from 0 to 1 on the scale of the heat map. It shows on possible cells.
    pub heat: Option<f32>,
    /// Written in the middle from side 5 on, such as a percentage, in place of a mark.
    pub text: Option<[char; 3]>,
    /// The weakest filter that sees that it is impossible, where that is shown.
    pub filter: Option<Filter>,
    /// True if its decision is part of the explanation.
    pub is_culprit: bool,
    /// True if its piece clashes with others, or no solution is left because of it.
    pub is_conflict: bool,
    /// True if it is empty and belongs to a group that has no room left.
    pub lacks_room: bool,
    /// True if a hint points at it.
    pub is_hint: bool,
    /// True if it lies in a row, column or region that a hint speaks of.
    pub is_in_hint: bool,
    /// True if a rule of its own is part of the explanation: its board rule, or that it must be covered.
    pub is_ruled: bool,
    /// True if domination lacks a piece there or one that attacks it, where that is shown.
    pub is_uncovered: bool,
    /// True if the mouse is on it, or a piece there and one where the mouse is would exclude each other.
    pub is_hovered: bool,
}

impl Square {
    /// A square that has only a state.
    pub(crate) const fn new(state: State) -> Self {
        Self {
            state,
            region: None,
            heat: None,
            text: None,
            filter: None,
            is_culprit: false,
            is_conflict: false,
            lacks_room: false,
            is_hint: false,
            is_in_hint: false,
            is_ruled: false,
            is_uncovered: false,
            is_hovered: false,
        }
    }

    /// A share from 0 to 1 as a whole percentage, `<1` below 1 %.
    pub(crate) fn percent(share: f64) -> [char; 3] {
        let percent = (100.0 * share).round();
        let text =
            if share < 0.01 { " <1".to_owned() } else { format!("{:>3.0}", percent.min(100.0)) };
        let mut characters = text.chars();
        [(); 3].map(|()| characters.next().unwrap_or(' '))
    }

    /// A cost in three characters; `None` if it takes more.
    pub(crate) fn cost(cost: i64) -> Option<[char; 3]> {
        let text: Vec<char> = format!("{cost:>3}").chars().collect();
        text.try_into().ok()
    }

    /// What its colours depend on.
    fn face(&self) -> SquareFace {
        SquareFace {
            state: self.state,
            region: self.region.map(|region| region.color),
            heat: self.heat.filter(|_| self.state == State::Possible),
            filter: self.filter,
            is_wrong: self.is_wrong(),
        }
    }

    /// True if it is crimson, whatever its region.
    fn is_wrong(&self) -> bool {
        self.lacks_room || self.is_conflict && self.state.has_piece()
    }

    /// True if its region has a border to a neighbour's.
    fn is_parted_from(&self, other: Option<&Self>) -> bool {
        let letter = |square: &Self| square.region.map(|region| region.letter);
        letter(self) != other.and_then(letter)
    }
}

/// How far a row or column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    /// It has not got its pieces yet.
    Open,
    /// It has.
    Satisfied,
    /// It has too many, or cannot get them any more.
    Broken,
}

/// Rows, columns and regions that an explanation or a hint names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamedGroups {
    /// Counted from 0.
    pub rows: Vec<u16>,
    /// Counted from 0.
    pub columns: Vec<u16>,
    pub regions: Vec<char>,
    /// True if a hint names them.
    pub is_hint: bool,
}

impl NamedGroups {
    /// The rows, columns and regions among these groups.
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

    /// The colour in which they stand out.
    pub(crate) const fn tint(&self, palette: &Palette) -> Tint {
        if self.is_hint { palette.hint } else { palette.cause }
    }

    fn has_region_of(&self, square: Option<&Square>) -> bool {
        let region = square.and_then(|square| square.region);
        region.is_some_and(|region| self.regions.contains(&region.letter))
    }
}

/// A board as it is to be drawn; see the module's top.
#[derive(Clone, Copy)]
pub(crate) struct BoardPicture<'a> {
    pub layout: &'a BoardLayout,
    pub look: Look,
    pub figure: &'a Figure,
    /// What is to be seen of a cell of the board; asked once for each cell in view and beside it.
    pub square: &'a dyn Fn(Cell) -> Square,
    pub cursor: Option<Cell>,
    /// The rows, columns and regions that stand out; none without an explanation or a hint.
    pub named: Option<&'a NamedGroups>,
    /// The lowest left and the highest right cell that a lens shows.
    pub frame: Option<(Cell, Cell)>,
    pub is_torus: bool,
    /// True if rows and columns have their names beside the board.
    pub has_labels: bool,
    /// By row from the bottom; none are drawn if empty.
    pub row_counters: &'a [Counter],
    /// By column from the left; none are drawn if empty.
    pub column_counters: &'a [Counter],
}

impl<'a> BoardPicture<'a> {
    /// A board without cursor, counters and frame.
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
            frame: None,
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

/// The squares in view and those around them.
struct Squares {
    /// The lowest row and the first column kept.
    corner: (u16, u16),
    columns: usize,
    /// By rows from the lowest.
    kept: Vec<Square>,
    has_regions: bool,
}

impl Squares {
    fn new(picture: &BoardPicture) -> Self {
        let layout = picture.layout;
        let (rows, columns) = (layout.rows(), layout.columns());
        let (last_row, last_column) =
            layout.size().map_or((0, 0), |size| (size.rows(), size.columns()));
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

    /// What is to be seen of a cell in view or beside it.
    fn at(&self, cell: Cell) -> Option<&Square> {
        let column = usize::from(cell.column().checked_sub(self.corner.1)?);
        let row = usize::from(cell.row().checked_sub(self.corner.0)?);
        if column < self.columns { self.kept.get(row * self.columns + column) } else { None }
    }

    /// What is to be seen of a cell so many rows up and columns to the right.
    fn beside(&self, cell: Cell, up: i16, right: i16) -> Option<&Square> {
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

/// Puts a character into the buffer, if it is within.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), symbol: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.reset();
        cell.set_char(symbol).set_style(style);
    }
}

/// Puts a text into one row of the buffer, as far as it is within. Returns what it covers.
fn put_text(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) -> Rect {
    let mut end = x;
    for symbol in text.chars() {
        put(buffer, (end, y), symbol, style);
        end = end.saturating_add(1);
    }
    Rect { x, y, width: end - x, height: 1 }
}

#[cfg(test)]
mod tests;
