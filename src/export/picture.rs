use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::title;
use super::xml::escape;
use crate::geometry::{Cell, Size};
use crate::problem::{Assist, Rules};
use crate::session::{CellState, Session};

/// The largest number of cells that is drawn by default.
pub const MOST_CELLS: usize = 10_000;

/// The side of a cell.
const CELL: f64 = 48.0;
/// Space around the board, for the names of rows and columns.
const MARGIN: f64 = 40.0;
/// From the top to the board.
const TOP: f64 = 56.0;

/// The path of a queen, centred on (0,0) and 28 wide.
pub(super) const CROWN: &str = "M-14 -9L-9 6L-11 12H11L9 6L14 -9L6 0L0 -13L-6 0Z";

/// Light backgrounds of regions.
const REGIONS: [&str; 12] = [
    "#fde2cf", "#cfe8f5", "#d9efcb", "#e9d8f2", "#fff3bf", "#cdeee6", "#f8d4dc", "#dcdcf5",
    "#e8efb5", "#f2d9b8", "#d3e3c8", "#e3e3e3",
];

const STYLE: &str = "\
text{font-family:sans-serif;text-anchor:middle;fill:#1f2937}\
.title{font-size:16px;font-weight:bold;text-anchor:start}\
.name{font-size:14px;fill:#4b5563}\
.legend{font-size:12px;fill:#4b5563;text-anchor:start}\
.cell{stroke:#9aa5b5;stroke-width:1}\
.light{fill:#ffffff}.dark{fill:#eef2f8}.hole{fill:#5b6472}\
.border{stroke:#1f2937;stroke-width:3;stroke-linecap:square;fill:none}\
.placed{fill:#1d3f72;stroke:#1d3f72}\
.forced{fill:#ffffff;stroke:#1d3f72}\
.piece{stroke-width:1.6;stroke-linejoin:round}\
.attacked{stroke:#8794a8;stroke-width:2.2;stroke-linecap:round}\
.impossible,.excluded{stroke:#b3423c;stroke-width:2.2;stroke-linecap:round;fill:none}\
.possible{fill:#2e7d32}\
.open{font-size:15px;fill:#6b7280}";

/// Draws the position: labelled cells, holes, regions with borders and colours, pieces, and the states
/// of the other cells that the assist level shows.
#[must_use]
pub fn picture(session: &Session, assist: Assist) -> String {
    let (rules, size) = (session.rules(), session.rules().size());
    let (columns, rows) = (f64::from(size.columns()), f64::from(size.rows()));
    let title = title(session.problem());
    let title = match session.solutions().filter(|_| assist == Assist::Full) {
        Some(solutions) if *solutions == 1_u8.into() => format!("{title}: 1 solution"),
        Some(solutions) => format!("{title}: {solutions} solutions"),
        None => title,
    };
    let title = escape(&title);
    let states: Vec<(Cell, CellState)> = size
        .iter()
        .filter_map(|cell| session.shown_state(cell, assist).map(|state| (cell, state)))
        .collect();
    let legend = legend(&states);
    let text = title.chars().count() as f64 * 9.0 + MARGIN;
    let width = (2.0 * MARGIN + columns * CELL).max(text).max(legend.1 + 2.0 * MARGIN);
    let height = TOP + rows * CELL + 2.0 * MARGIN;
    let mut svg = String::new();
    let mut put = |line: &str| {
        svg.push_str(line);
        svg.push('\n');
    };
    put(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title\">"
    ));
    put(&format!("<title id=\"title\">{title}</title>"));
    put(&format!("<style>{STYLE}</style>"));
    put("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    put(&format!("<text class=\"title\" x=\"{MARGIN}\" y=\"26\">{title}</text>"));
    let colors = rules.regions().map(|regions| regions.coloring(REGIONS.len())).unwrap_or_default();
    for cell in size.iter() {
        put(&ground(rules, &colors, cell));
    }
    put(&format!("<path class=\"border\" d=\"{}\"/>", borders(rules)));
    for (cell, state) in states {
        put(&mark(rules, cell, state));
    }
    for row in 0..size.rows() {
        let (_, y) = middle(size, Cell::new(row, 0));
        put(&format!(
            "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>",
            MARGIN - 18.0,
            y + 5.0,
            row + 1
        ));
    }
    for column in 0..size.columns() {
        let (x, y) = middle(size, Cell::new(0, column));
        let name = Cell::column_name(column);
        put(&format!(
            "<text class=\"name\" x=\"{x}\" y=\"{}\">{name}</text>",
            y + CELL / 2.0 + 21.0
        ));
    }
    put(&format!("<g transform=\"translate({MARGIN} {:.0})\">{}</g>", height - 24.0, legend.0));
    put("</svg>");
    svg
}

/// The middle of a cell.
fn middle(size: Size, cell: Cell) -> (f64, f64) {
    let down = f64::from(size.rows() - 1 - cell.row());
    (MARGIN + (f64::from(cell.column()) + 0.5) * CELL, TOP + (down + 0.5) * CELL)
}

fn ground(rules: &Rules, colors: &BTreeMap<char, usize>, cell: Cell) -> String {
    let (x, y) = middle(rules.size(), cell);
    let region = rules.regions().and_then(|regions| regions.region(cell));
    let region = region.and_then(|letter| colors.get(&letter).copied());
    let fill = match region {
        Some(color) => format!("fill=\"{}\"", REGIONS[color]),
        None => String::new(),
    };
    let class = if rules.grid().is_hole(cell) {
        "cell hole"
    } else if region.is_some() {
        "cell"
    } else if (cell.row() + cell.column()).is_multiple_of(2) {
        "cell dark"
    } else {
        "cell light"
    };
    format!(
        "<rect class=\"{class}\" id=\"{cell}\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" {fill}/>",
        x - CELL / 2.0,
        y - CELL / 2.0
    )
}

/// The path of the board's frame and of the lines between regions.
fn borders(rules: &Rules) -> String {
    let size = rules.size();
    let (width, height) = (f64::from(size.columns()) * CELL, f64::from(size.rows()) * CELL);
    let mut path = format!("M{MARGIN} {TOP}h{width}v{height}h-{width}z");
    let Some(regions) = rules.regions() else { return path };
    for cell in size.iter() {
        let (x, y) = middle(size, cell);
        let (right, above) =
            (Cell::new(cell.row(), cell.column() + 1), Cell::new(cell.row() + 1, cell.column()));
        let (far, near) = (CELL / 2.0, -CELL / 2.0);
        if size.contains(right) && regions.region(cell) != regions.region(right) {
            let _ = write!(path, "M{} {}v{CELL}", x + far, y + near);
        }
        if size.contains(above) && regions.region(cell) != regions.region(above) {
            let _ = write!(path, "M{} {}h{CELL}", x + near, y + near);
        }
    }
    path
}

fn mark(rules: &Rules, cell: Cell, state: CellState) -> String {
    let (x, y) = middle(rules.size(), cell);
    symbol(x, y, state, Some(rules))
}

/// The symbol of a state: a piece, or a sign.
fn symbol(x: f64, y: f64, state: CellState, rules: Option<&Rules>) -> String {
    let name = <&str>::from(state);
    match state {
        CellState::Placed | CellState::Forced => {
            match rules.filter(|rules| rules.piece().name() != "queen") {
                None => format!(
                    "<path class=\"piece {name}\" transform=\"translate({x} {y})\" d=\"{CROWN}\"/>"
                ),
                Some(rules) => {
                    let letters = escape(&rules.piece().notation());
                    let size = (30.0 / letters.chars().count() as f64).clamp(5.0, 17.0);
                    let fill = if state == CellState::Placed { "#fff" } else { "#1d3f72" };
                    format!(
                        "<circle class=\"piece {name}\" cx=\"{x}\" cy=\"{y}\" r=\"16\"/><text \
                         x=\"{x}\" y=\"{}\" style=\"font-size:{size:.0}px;fill:{fill}\">{letters}</text>",
                        y + size * 0.35
                    )
                }
            }
        }
        CellState::Attacked => {
            format!("<path class=\"{name}\" d=\"M{} {y}h10\"/>", x - 5.0)
        }
        CellState::Impossible => {
            format!("<path class=\"{name}\" d=\"M{} {}l10 10m0 -10l-10 10\"/>", x - 5.0, y - 5.0)
        }
        CellState::Excluded => {
            format!("<path class=\"{name}\" d=\"M{} {}l16 -16\"/>", x - 8.0, y + 8.0)
        }
        CellState::Possible => {
            format!("<circle class=\"{name}\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\"/>")
        }
        CellState::Unknown => format!("<text class=\"open\" x=\"{x}\" y=\"{}\">?</text>", y + 5.0),
        CellState::Hole => String::new(),
    }
}

/// The legend of the signs that occur, and its width.
fn legend(states: &[(Cell, CellState)]) -> (String, f64) {
    let (mut legend, mut x) = (String::new(), 0.0);
    for state in [
        CellState::Possible,
        CellState::Attacked,
        CellState::Impossible,
        CellState::Excluded,
        CellState::Unknown,
    ] {
        if states.iter().any(|&(_, other)| other == state) {
            let name = <&str>::from(state);
            legend += &symbol(x + 8.0, 0.0, state, None);
            let _ =
                write!(legend, "<text class=\"legend\" x=\"{}\" y=\"4\">{name}</text>", x + 22.0);
            x += 40.0 + 7.0 * name.len() as f64;
        }
    }
    (legend, x)
}
