//! Boards as a page for a browser: one file that needs no network, with a script that answers questions from the
//! row diagram. Several boards of a page are shown one after another, and printed together.
//!
//! The page has the solutions under the rules and the givens. All other decisions can be changed on the page. If that
//! diagram is too large, or if a puzzle needs its decisions to have only one solution, the page has the solutions of
//! the position instead, and its decisions are fixed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use itertools::Itertools;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::error::{ExportError, Exported};
use super::figure::figure;
use super::picture::{BOARD_CELL, PictureKind, state_word, symbol};
use super::title::title;
use super::xml::escape;
use crate::face::{Palette, Region, Square, State, heat, region};
use engine::bdd::{Arrangement, Diagram, UnfoldedLevel, VariableOrder, compile};
use engine::{Answer, Budget, Phase, Progress, auto};
use geometry::Cell;
use problem::{Assist, Decisions, GroupId, Problem, Rules, Value};
use session::GroupNames;
use session::puzzle::PuzzleId;
use session::steps::{NAMED, Solver, SolvingPath, Step};

/// The advice if the diagram is too large for a page.
pub(super) const WAY_OUT: &str = "a page counts them at each click, and more take a browser too \
                                  long; a smaller size or more decisions make it smaller";

/// Maximum number of nodes of a page's row diagram, without mirror images stored once. Measured with Chromium: see the
/// manual's page on exports.
pub(super) const MAX_NODES: usize = 150_000;

/// The page, with words in braces that are replaced.
const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Memory per number of the data, in bytes: in a list, and as text of up to seven bytes in three copies.
const BYTES_PER_NUMBER: usize = size_of::<usize>() + 3 * 7;

/// Number of colours of the heat map.
const HEATS: u8 = 9;

/// A board of a page: its heading (`None` for the name of the problem), rules and decisions, and the assist. With
/// less than full assist, the board is a puzzle with hints.
pub type PageBoard = (Option<String>, Problem, Assist);

/// Data about a board for the page's script. Cells are numbers in row-major order from a1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BoardData {
    heading: String,
    /// Identifies the puzzle, so that a browser finds its progress again.
    id: PuzzleId,
    /// The index of the set of drawings with the piece.
    drawings: usize,
    rows: u16,
    columns: u16,
    assist: String,
    /// The rules in words, after the grade and the difficulty of a puzzle.
    rules: String,
    holes: Vec<usize>,
    /// For each cell, the cells that a piece on it excludes; none without the board rule.
    attacks: Vec<Vec<usize>>,
    /// The letter of each cell's region, or `.`; `None` without regions.
    regions: Option<String>,
    /// The number and the name of each region's colour.
    colors: BTreeMap<char, (usize, &'static str)>,
    /// The cells of each group with a maximum number of pieces, and this number.
    bounded: Vec<(Vec<usize>, u32)>,
    /// Decisions that cannot be changed, with true for a piece.
    kept: Vec<(usize, bool)>,
    /// Decisions that can be changed, with true for a piece.
    decisions: Vec<(usize, bool)>,
    /// Cells with a piece in every solution that belong to no level.
    fixed: Vec<usize>,
    /// `None` if there is no solution.
    levels: Option<Vec<LevelData>>,
    steps: Vec<StepData>,
}

#[derive(Serialize)]
struct LevelData {
    cells: Vec<usize>,
    /// For each node its number of arcs, then for each arc 0 or 1 plus the index of the cell with a piece, and the
    /// index of the node in the next level.
    nodes: Vec<u32>,
}

/// A step of the solution, for hints.
#[derive(Serialize)]
struct StepData {
    why: String,
    text: String,
    place: Vec<usize>,
    exclude: Vec<usize>,
    /// The cells that prove the step.
    cells: Vec<usize>,
    /// The cells of the rows, columns and regions that prove the step.
    groups: Vec<usize>,
}

/// The solutions that a page has.
struct PageSolutions {
    /// The decisions that cannot be changed on the page.
    kept: Problem,
    diagram: Arc<Diagram>,
    levels: Vec<UnfoldedLevel>,
}

/// Returns the page of these boards.
///
/// # Errors
/// When the diagram of a board is too large for a page and `is_unlimited` is false, or the budget ends.
pub fn page(boards: &[PageBoard], is_unlimited: bool, budget: &Budget) -> Exported<String> {
    let max_nodes = if is_unlimited { usize::MAX } else { MAX_NODES };
    let (mut data, mut drawings, mut colors) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (heading, problem, assist) in boards {
        let mut board = BoardData::new(problem, *assist, max_nodes, budget)?;
        board.heading = heading.clone().unwrap_or(board.heading);
        // Boards with the same pieces share their drawings.
        let own = symbols(problem);
        board.drawings = drawings.iter().position(|it| *it == own).unwrap_or(drawings.len());
        if board.drawings == drawings.len() {
            drawings.push(own);
        }
        colors.extend(board.colors.values().map(|&(color, _)| color));
        data.push(board);
    }
    let numbered = drawings.iter().enumerate();
    let symbols = numbered.map(|(number, set)| set.replace(NUMBER, &number.to_string()));
    let json = serde_json::to_string(&data).map_err(io::Error::from)?;
    let name = data.first().filter(|_| data.len() == 1).map_or("Puzzles", |board| &board.heading);
    Ok(filled(name, &(colors_in_css(&colors) + STYLE), &symbols.collect::<String>(), &json))
}

impl BoardData {
    fn new(problem: &Problem, assist: Assist, max_nodes: usize, budget: &Budget) -> Exported<Self> {
        let PageSolutions { kept, diagram, levels } =
            PageSolutions::new(problem, assist, max_nodes, budget)?;
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let size = rules.size();
        let index = |cell: Cell| size.index(cell);
        let of = |is_kept: bool| {
            let is_kept_cell = |cell| kept.decisions().get(cell).is_some();
            let all = decisions.iter().filter(|&(cell, _)| is_kept_cell(cell) == is_kept);
            all.map(|(cell, value)| (index(cell), value == Value::Placed)).collect()
        };
        // The lists stay in memory while they are written as text, and the text stays while the page is assembled.
        let arcs = levels.iter().flat_map(|level| &level.nodes).map(|arcs| 2 * arcs.len() + 1);
        let mut held = diagram.memory() + arcs.sum::<usize>() * BYTES_PER_NUMBER;
        let mut attacks = Vec::with_capacity(size.cells());
        for cell in size.iter() {
            let attacked: Vec<usize> = rules.excluded_by([cell]).iter().map(index).collect();
            held += attacked.len() * BYTES_PER_NUMBER;
            budget.check(Progress {
                phase: Phase::Writing,
                memory: held,
                ..Progress::default()
            })?;
            attacks.push(attacked);
        }
        let path = match assist {
            Assist::Full => None,
            Assist::Attacks | Assist::None => Some(solving_path(&kept, budget)?),
        };
        let graded = path.as_ref().and_then(SolvingPath::graded_in_words);
        let graded = graded.map(|graded| format!("{graded}: "));
        let regions = rules.regions();
        let colors: BTreeMap<char, (usize, &str)> = regions
            .map(|all| region::assign(size, |cell| all.region(cell)))
            .into_iter()
            .flatten()
            .map(|(letter, color)| (letter, (color, region::name(color))))
            .collect();
        let name = |group| match group {
            GroupId::Region(letter) if let Some((_, color)) = colors.get(&letter) => {
                format!("{group} ({color})")
            }
            group => group.to_string(),
        };
        let steps = path.iter().flat_map(|path| &path.steps);
        let steps = steps.map(|step| StepData::new(step, rules, &name)).collect();
        let bounded = rules.bounded_groups().iter().filter_map(|group| {
            let cells = group.cells().iter().copied().map(index).collect();
            Some((cells, group.bounds().upper?))
        });
        Ok(Self {
            heading: title(&Problem::new(Arc::clone(rules))),
            id: PuzzleId::of(problem),
            drawings: 0,
            rows: size.rows(),
            columns: size.columns(),
            assist: assist.to_string(),
            rules: graded.unwrap_or_default() + &rules.in_two_lines().join("; "),
            holes: rules.grid().holes().iter().map(index).collect(),
            attacks,
            regions: regions
                .map(|all| size.iter().map(|cell| all.region(cell).unwrap_or('.')).collect()),
            bounded: bounded.collect(),
            colors,
            kept: of(true),
            decisions: of(false),
            fixed: diagram.fixed_cells().map(index).collect(),
            levels: (!diagram.is_false())
                .then(|| levels.iter().map(|level| LevelData::new(level, index)).collect()),
            steps,
        })
    }
}

impl PageSolutions {
    fn new(problem: &Problem, assist: Assist, max_nodes: usize, budget: &Budget) -> Exported<Self> {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let check = |nodes| match nodes {
            nodes if nodes > max_nodes => {
                Err(ExportError::TooLarge { nodes, max_nodes, way_out: WAY_OUT })
            }
            _ => Ok(()),
        };
        let new = |kept: Problem, diagram: Arc<Diagram>| {
            // Without mirror images there are at most twice as many nodes.
            check(diagram.nodes())?;
            let levels = diagram.unfolded(budget)?;
            check(levels.iter().map(|level| level.nodes.len()).sum())?;
            Ok(Self { kept, diagram, levels })
        };
        let givens: Decisions =
            decisions.iter().filter(|&(cell, _)| decisions.is_given(cell)).collect();
        if givens.len() < decisions.len() {
            let givens =
                Problem::with_decisions(Arc::clone(rules), givens).map_err(ExportError::Cell)?;
            if let Some(diagram) = auto::Engine::new().quick_diagram(&givens, budget)? {
                let is_open = assist != Assist::Full && diagram.count(budget)? > 1_u8.into();
                match new(givens, diagram) {
                    Err(ExportError::TooLarge { .. }) => {}
                    Ok(_) if is_open => {}
                    other => return other,
                }
            }
        }
        let order = VariableOrder::new(rules.grid(), Arrangement::RowMajor);
        let diagram = compile(problem, &Arc::new(order), budget)?.diagram;
        new(problem.clone(), Arc::new(diagram))
    }
}

impl LevelData {
    fn new(level: &UnfoldedLevel, index: impl Fn(Cell) -> usize) -> Self {
        let mut nodes = Vec::new();
        for arcs in &level.nodes {
            nodes.push(arcs.len() as u32);
            let arcs =
                arcs.iter().map(|&(cell, to)| [cell.map_or(0, |cell| u32::from(cell) + 1), to]);
            nodes.extend(arcs.flatten());
        }
        Self { cells: level.cells.iter().copied().map(index).collect(), nodes }
    }
}

/// The steps from a position to its solution.
fn solving_path(position: &Problem, budget: &Budget) -> Answer<SolvingPath> {
    let solver = Solver::new(position.rules(), budget)?;
    solver.solve(&mut auto::Engine::new(), position, budget)
}

impl StepData {
    fn new(step: &Step, rules: &Rules, names: GroupNames<'_>) -> Self {
        let size = rules.size();
        let all = |cells: &[Cell]| cells.iter().map(|&cell| size.index(cell)).collect();
        let groups: Vec<GroupId> = step.groups().collect();
        Self {
            why: step.reason(rules, usize::MAX, names),
            text: step.in_words(rules, NAMED, names),
            place: all(&step.place),
            exclude: all(&step.exclude),
            cells: all(&step.cells),
            groups: rules.cells_of(&groups).iter().map(|cell| size.index(cell)).collect(),
        }
    }
}

/// The style sheet's rules for the colours of the squares, in light and in dark colours.
fn colors_in_css(regions: &BTreeSet<usize>) -> String {
    let mut css = String::new();
    for (palette, theme) in [(Palette::LIGHT, None), (Palette::DARK, Some("dark"))] {
        if let Some(theme) = theme {
            let _ = write!(css, "@media(prefers-color-scheme:{theme}){{");
        }
        css += &root(palette);
        for is_dark in [false, true] {
            let square = if is_dark { ".d" } else { "" };
            css += &squares(&format!(".square{square}"), None, is_dark, palette);
            for &color in regions {
                css += &squares(&format!(".r{color}{square}"), Some(color), is_dark, palette);
            }
        }
        if theme.is_some() {
            css.push('}');
        }
    }
    for heat in 0..HEATS {
        let ground = heat::tint(f32::from(heat) / f32::from(HEATS - 1)).rgb;
        let ink = heat::ink(ground).rgb;
        let _ = write!(css, ".hot .h{heat}{{background:{ground};color:{ink}}}");
    }
    css
}

/// The colours of the page around the board.
fn root(palette: &Palette) -> String {
    let colors = [
        ("win", palette.window),
        ("bar", palette.bar),
        ("line", palette.line),
        ("text", palette.text),
        ("dim", palette.dim),
        ("title", palette.title),
        ("ring", palette.cursor),
        ("cause", palette.culprit_name),
        ("wrong", palette.wrong),
        ("good", palette.good),
        ("hint", palette.hint),
        ("grout", palette.region_border),
    ];
    let colors =
        colors.iter().format_with("", |(name, tint), f| f(&format_args!("--{name}:{};", tint.rgb)));
    format!(":root{{{colors}}}")
}

/// The grounds and inks of the states of a square.
fn squares(selector: &str, region: Option<usize>, is_dark: bool, palette: &Palette) -> String {
    let states = State::ALL.map(|state| (state_word(state, PictureKind::Position), state, false));
    let states = states.into_iter().chain([("wrong-ground", State::Placed, true)]);
    let colors =
        states.filter(|(_, state, _)| *state != State::Hole).map(|(name, state, is_wrong)| {
            let region = region.map(|color| Region { letter: ' ', color });
            let square = Square { region, is_conflict: is_wrong, ..Square::new(state) };
            let (ground, ink) = (square.ground(is_dark, palette), square.ink(palette));
            format!("--{name}:{};--{name}-ink:{};", ground.rgb, ink.rgb)
        });
    format!("{selector}{{{}}}", colors.format(""))
}

/// Stands for the number of a set of drawings in the names of its drawings.
const NUMBER: char = '#';

/// The drawings of pieces and marks, to be used in squares.
fn symbols(problem: &Problem) -> String {
    let figure = figure(problem.rules());
    let is_in_region = problem.rules().regions().is_some();
    let drawing = |state: State| {
        let name = state_word(state, PictureKind::Position);
        let form = symbol(state, &figure, is_in_region);
        format!(
            "<symbol id=\"{name}-{NUMBER}\" viewBox=\"0 0 {BOARD_CELL} {BOARD_CELL}\">{form}</symbol>"
        )
    };
    State::ALL.iter().map(|&state| drawing(state)).collect()
}

/// Fills the template. The policy allows only this script and this style, and no network address.
fn filled(title: &str, style: &str, symbols: &str, data: &str) -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(style)
    );
    // In JSON, '<' occurs in strings only.
    let data = data.replace('<', "\\u003c");
    let parts = [
        ("{{policy}}", policy.as_str()),
        ("{{title}}", &escape(title)),
        ("{{style}}", style),
        ("{{symbols}}", symbols),
        ("{{script}}", SCRIPT),
        ("{{data}}", &data),
    ];
    parts.iter().fold(TEMPLATE.to_owned(), |page, (word, part)| page.replacen(word, part, 1))
}
