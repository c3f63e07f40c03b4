//! The board as a drawing, with the same art, marks and colours as on the terminal.

mod forms;
mod legend;
mod sheet;
mod text;

use std::fmt::Write as _;

use super::figure::figure;
use super::title::title;
use crate::face::{BLACK, Figure, Palette, Region, Square, State, Tint, WHITE, region};
pub(super) use forms::{BOARD_CELL, art_path, symbol};
use geometry::{Cell, CellSet, Size, group_digits};
use problem::{Assist, Problem, Rules, Value};
use session::{CellState, Session};
pub use sheet::sheet;
use text::Font;

/// Default maximum number of cells of a drawing.
pub const MAX_CELLS: usize = 10_000;

/// Space at the edges of the drawing. All lengths in this module are in pixels.
const MARGIN: i32 = 20;
/// Minimum width, so that short words in title and legend are not broken.
const MIN_WIDTH: i32 = 300;

/// The content of a picture, which determines the words of the legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// The decisions of a position and their consequences.
    #[default]
    Position,
    /// One of the remaining solutions.
    Solution,
    /// A step of a search.
    Search,
    /// A piece and the cells that it excludes.
    Attack,
    /// The cells of a rule.
    Group,
    /// An assumption, and the steps that follow from it.
    WhatIf,
    /// A step of a solution.
    Step,
    /// A path of a diagram: cells that are not on it are open.
    Path,
}

/// A drawing of a board.
#[derive(Clone, Debug)]
pub struct Picture {
    problem: Problem,
    /// The appearance of each cell, in row-major order.
    cells: Vec<Square>,
    /// The content of the picture.
    pub kind: PictureKind,
    /// The text below the title, such as the number of solutions.
    pub note: String,
    /// The cell that is explained, if there is one. It has a frame.
    pub explained: Option<Cell>,
    /// The shares of the solutions at both ends of the heat map's scale; `None` without a heat map.
    pub shares: Option<(f64, f64)>,
    /// The heading; `None` for the title of the problem.
    pub heading: Option<String>,
    /// True if a legend of the cell states is drawn below the board.
    pub has_legend: bool,
    /// The colours.
    pub palette: &'static Palette,
    /// True for a drawing in black and white: thin lines between cells, thick ones between regions.
    pub is_printed: bool,
}

impl Picture {
    /// A picture of a board in light colours, for paper. `show` returns how a cell is drawn, without its region.
    pub fn new(problem: &Problem, show: impl Fn(Cell) -> Square) -> Self {
        let (size, regions) = (problem.rules().size(), problem.rules().regions());
        let letter = |cell| regions.and_then(|regions| regions.region(cell));
        let colors = region::assign(size, letter);
        let region = |letter| Some(Region { letter, color: *colors.get(&letter)? });
        let square = |cell| Square { region: letter(cell).and_then(region), ..show(cell) };
        Self {
            problem: problem.clone(),
            cells: size.iter().map(square).collect(),
            kind: PictureKind::Position,
            note: String::new(),
            explained: None,
            shares: None,
            heading: None,
            has_legend: true,
            palette: Palette::LIGHT,
            is_printed: false,
        }
    }

    /// The position of a session, with the cell states and counts that the assist level shows.
    /// `explained` is a cell whose explanation is drawn if the session has computed it.
    pub fn of(session: &Session, assist: Assist, explained: Option<Cell>) -> Self {
        let reason = explained.and_then(|cell| session.reason(cell));
        let reason = reason.filter(|_| assist == Assist::Full);
        let because = reason.map_or(&[][..], |reason| &reason.explanation.because);
        let rules = session.rules();
        let placed: Vec<Cell> = session.decisions().cells(Value::Placed).collect();
        let clashes = |cell: Cell| {
            assist != Assist::None
                && placed.contains(&cell)
                && placed.iter().any(|&other| rules.exclusions().exclude_each_other(cell, other))
        };
        let show = |cell: Cell| {
            let state = session
                .shown_state(cell, assist)
                .map(|state| drawn_state(state, session.decisions().is_given(cell)));
            Square {
                is_culprit: because.contains(&cell),
                is_conflict: clashes(cell),
                ..Square::of_known(state)
            }
        };
        let mut picture = Self::new(session.problem(), show);
        picture.note = Self::solutions_in_words(session, assist);
        picture.explained = reason.and(explained);
        picture
    }

    /// A puzzle for paper: its decisions, and the solution if it is given. The states of other cells are not drawn.
    pub fn of_puzzle(problem: &Problem, solution: Option<&CellSet>) -> Self {
        let session = Session::new(problem.clone());
        let is_solution = |cell| solution.is_some_and(|solution| solution.contains(cell));
        let mut picture = Self::new(problem, |cell| {
            let decided = session.shown_state(cell, Assist::None);
            let state = decided.or_else(|| is_solution(cell).then_some(CellState::Forced));
            let is_given = problem.decisions().is_given(cell);
            let state = state.map(|state| drawn_state(state, is_given));
            Square { is_blank: true, ..Square::of_known(state) }
        });
        if solution.is_some() {
            picture.kind = PictureKind::Solution;
        }
        picture.note = problem.rules().in_two_lines().join("; ");
        picture.has_legend = false;
        picture
    }

    /// The number of solutions in words; empty if it is unknown or the assist level does not show it.
    pub fn solutions_in_words(session: &Session, assist: Assist) -> String {
        match session.knowledge().solutions().filter(|_| assist == Assist::Full) {
            None => String::new(),
            Some(one) if *one == 1_u8.into() => "1 solution".to_owned(),
            Some(solutions) => format!("{} solutions", group_digits(&solutions.to_string())),
        }
    }

    /// The drawing as SVG.
    pub fn svg(&self) -> String {
        BoardDrawing::new(self).svg()
    }

    /// How the cells are drawn.
    pub fn cells(&self) -> impl Iterator<Item = &Square> {
        self.cells.iter()
    }

    /// The colour of a text or a line, which is black in print.
    fn ink(&self, tint: Tint) -> Tint {
        if self.is_printed { BLACK } else { tint }
    }

    /// The colour of the paper.
    fn paper(&self) -> Tint {
        if self.is_printed { WHITE } else { self.palette.window }
    }

    fn rules(&self) -> &Rules {
        self.problem.rules()
    }

    fn size(&self) -> Size {
        self.rules().size()
    }

    fn square(&self, cell: Cell) -> Square {
        self.cells[self.size().index(cell)]
    }

    fn title(&self) -> String {
        self.heading.clone().unwrap_or_else(|| title(&self.problem))
    }

    /// The title and the note, as one line.
    fn name(&self) -> String {
        let title = self.title();
        if self.note.is_empty() { title } else { format!("{title}: {}", self.note) }
    }
}

/// The appearance of a cell in this state. Given pieces are drawn differently from other placed pieces.
pub fn drawn_state(state: CellState, is_given: bool) -> State {
    match state {
        CellState::Hole => State::Hole,
        CellState::Placed if is_given => State::Given,
        CellState::Placed => State::Placed,
        CellState::Forced => State::Forced,
        CellState::Possible => State::Possible,
        CellState::Attacked => State::Attacked,
        CellState::Impossible => State::Impossible,
        CellState::Excluded => State::Excluded,
        CellState::Unknown => State::Unknown,
    }
}

/// A picture with its computed layout.
struct BoardDrawing<'a> {
    picture: &'a Picture,
    figure: Figure,
    /// The width of the whole drawing.
    width: i32,
    /// The upper left corner of the board.
    corner: (i32, i32),
    title: Vec<String>,
    note: Vec<String>,
}

impl<'a> BoardDrawing<'a> {
    fn new(picture: &'a Picture) -> Self {
        let (rules, size) = (picture.rules(), picture.size());
        let digits = i32::try_from(size.rows().to_string().len()).unwrap_or(0);
        let left = MARGIN + 14 + 9 * digits;
        let columns = i32::from(size.columns());
        let width = (left + columns * BOARD_CELL + MARGIN.max(left / 2)).max(MIN_WIDTH);
        let title = Font::TITLE.wrap(&picture.title(), width - 2 * MARGIN);
        let note = Font::NOTE.wrap(&picture.note, width - 2 * MARGIN);
        let above = title.iter().map(|_| Font::TITLE.line_height()).sum::<i32>();
        let between = note.iter().map(|_| Font::NOTE.line_height()).sum::<i32>();
        let top = MARGIN + above + between + 12;
        Self { picture, figure: figure(rules), width, corner: (left, top), title, note }
    }

    fn svg(&self) -> String {
        let (width, height) = self.extent();
        let name = self.picture.name();
        let size = format!("width=\"{width}\" height=\"{height}\"");
        let svg = sheet::svg_start((width, height), &size, &name, self.picture.paper());
        svg + &self.content() + "</svg>\n"
    }

    /// The y coordinate of the legend's upper edge.
    fn below_board(&self) -> i32 {
        self.corner.1 + i32::from(self.picture.size().rows()) * BOARD_CELL + 44
    }

    /// The width and height of the drawing.
    fn extent(&self) -> (i32, i32) {
        let has_legend = self.picture.has_legend;
        let top = self.below_board();
        let bottom = if has_legend { self.legend(top).bottom } else { top - MARGIN };
        (self.width, bottom + MARGIN)
    }

    /// The SVG elements of the drawing, without the background.
    fn content(&self) -> String {
        let (picture, palette) = (self.picture, self.picture.palette);
        let (mut svg, mut y) = (String::new(), MARGIN);
        for (font, lines, tint) in
            [(Font::TITLE, &self.title, palette.title), (Font::NOTE, &self.note, palette.text)]
        {
            for line in lines {
                y += font.line_height();
                svg += &font.draw_text((MARGIN, y - 6), line, picture.ink(tint), "start");
            }
        }
        for cell in picture.size().iter() {
            svg += &self.draw_square(&picture.square(cell), Some(cell), self.corner_of(cell));
        }
        svg += &self.borders();
        if let Some(cell) = picture.explained {
            svg += &self.frame(&picture.square(cell), Some(cell), self.corner_of(cell));
        }
        svg += &self.labels();
        if picture.rules().grid().is_torus() {
            svg += &self.arrows();
        }
        if picture.has_legend {
            let legend = self.legend(self.below_board());
            svg = svg + "<g class=\"legend\">\n" + &legend.svg + "</g>\n";
        }
        svg
    }

    /// The upper left corner of a cell.
    fn corner_of(&self, cell: Cell) -> (i32, i32) {
        let down = i32::from(self.picture.size().rows() - 1 - cell.row());
        (self.corner.0 + i32::from(cell.column()) * BOARD_CELL, self.corner.1 + down * BOARD_CELL)
    }

    /// Draws the borders between regions.
    fn borders(&self) -> String {
        let size = self.picture.size();
        if self.picture.rules().regions().is_none() {
            return String::new();
        }
        let of = |row: Option<u16>, column: Option<u16>| {
            let cell = Some(Cell::new(row?, column?)).filter(|&cell| size.contains(cell))?;
            self.picture.cells.get(size.index(cell))
        };
        let mut path = String::new();
        for row in 0..=size.rows() {
            for column in 0..=size.columns() {
                let here = of(Some(row), Some(column));
                let x = self.corner.0 + i32::from(column) * BOARD_CELL;
                let y = self.corner.1 + (i32::from(size.rows()) - i32::from(row)) * BOARD_CELL;
                if row < size.rows()
                    && Square::has_border(here, of(Some(row), column.checked_sub(1)))
                {
                    let _ = write!(path, "M{x} {y}v-{BOARD_CELL}");
                }
                if column < size.columns()
                    && Square::has_border(here, of(row.checked_sub(1), Some(column)))
                {
                    let _ = write!(path, "M{x} {y}h{BOARD_CELL}");
                }
            }
        }
        let grout = self.picture.ink(self.picture.palette.region_border).rgb;
        format!(
            "<path class=\"border\" fill=\"none\" stroke=\"{grout}\" stroke-width=\"6\" \
             stroke-linecap=\"square\" d=\"{path}\"/>\n"
        )
    }

    /// Draws the names of rows and columns. Names of the explained cell and of the decisions that
    /// explain it are highlighted.
    fn labels(&self) -> String {
        let (size, palette) = (self.picture.size(), self.picture.palette);
        let style = |is_at: &dyn Fn(Cell) -> bool| {
            if self.picture.explained.is_some_and(is_at) {
                (Font::STRONG, palette.cursor)
            } else if size.iter().any(|cell| is_at(cell) && self.picture.square(cell).is_culprit) {
                (Font::STRONG, palette.culprit_name)
            } else {
                (Font::LABEL, self.picture.ink(palette.dim))
            }
        };
        let mut svg = String::new();
        for row in 0..size.rows() {
            let (x, y) = self.corner_of(Cell::new(row, 0));
            let (font, tint) = style(&|cell| cell.row() == row);
            let name = (u32::from(row) + 1).to_string();
            svg += &font.draw_text((x - 14, y + BOARD_CELL / 2 + 5), &name, tint, "end");
        }
        for column in 0..size.columns() {
            let (x, y) = self.corner_of(Cell::new(0, column));
            let (font, tint) = style(&|cell| cell.column() == column);
            let name = Cell::column_name(column);
            svg +=
                &font.draw_text((x + BOARD_CELL / 2, y + BOARD_CELL + 24), &name, tint, "middle");
        }
        svg
    }

    /// Draws arrows at the edges of a torus.
    fn arrows(&self) -> String {
        let size = self.picture.size();
        let (width, height) =
            (i32::from(size.columns()) * BOARD_CELL, i32::from(size.rows()) * BOARD_CELL);
        let (x, y) = self.corner;
        let (middle, center) = (x + width / 2, y + height / 2);
        format!(
            "<path class=\"joined\" fill=\"{}\" shape-rendering=\"auto\" \
             d=\"M{middle} {}l6 6h-12zM{middle} {}l6 -6h-12zM{} {center}l6 -6v12zM{} {center}l-6 -6v12z\"/>\n",
            self.picture.palette.dim.rgb,
            y - 9,
            y + height + 9,
            x - 9,
            x + width + 9,
        )
    }
}

/// The word for a state in a legend.
pub fn state_word(state: State, kind: PictureKind) -> &'static str {
    match (state, kind) {
        (State::Forced, PictureKind::Solution) => "of this solution",
        (State::Completed, PictureKind::Solution) => "example",
        (State::Possible | State::Attacked, PictureKind::Solution) => "empty",
        (State::Placed, PictureKind::Attack) => "piece",
        (State::Possible, PictureKind::Attack) => "free",
        (State::Attacked, PictureKind::Attack) => "left empty",
        (State::Possible, PictureKind::Group) => "of the rule",
        (State::Attacked, PictureKind::Group) => "others",
        (State::Forced, PictureKind::Group) => "counterexample",
        (State::Forced, PictureKind::WhatIf) => "supposed",
        (State::Forced, PictureKind::Step) => "placed in this step",
        (State::Placed, PictureKind::Search) => "tried",
        (State::Given, PictureKind::Search) => "decided",
        (State::Possible, PictureKind::WhatIf) => "open",
        (State::Possible, PictureKind::Path) => "not decided",
        (State::Impossible, PictureKind::Search) => "no candidate",
        (state, _) => state.into(),
    }
}
