//! Checks a certificate of `count --certificate FILE`, from the file and the problem alone, without the engines:
//!
//! ```text
//! cargo run --release --example verify -- FILE [BOARD]
//! ```
//!
//! A complete certificate (version 2) proves the number of solutions. `assets/manual/certificates.md` has its format and
//! the argument, which [`Argument`] checks.
//!
//! A certificate of solutions (version 1) proves three facts: the file has as many paths as it states, each path is a
//! solution of the problem, and all these solutions are different. So the stated number is a lower bound of the number
//! of solutions. The file cannot prove that no solution is missing. For this one has to trust the second engine that
//! the file names, which counted the same number. [`Checker`] checks these facts.
//!
//! With BOARD, the problem is read from this board file instead of the certificate.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use configurator::geometry::Cell;
use configurator::problem::{BoardFile, Family, Problem, Requirement, Value};
use num_bigint::BigUint;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let Some(file) = words.next() else {
        eprintln!("usage: verify FILE [BOARD]");
        return ExitCode::from(2);
    };
    let proof = words
        .next()
        .map(|board| BoardFile::read(board.as_ref()).map_err(|error| error.to_string()))
        .transpose()
        .and_then(|board| {
            let file = File::open(&file).map_err(|error| error.to_string())?;
            verify(BufReader::with_capacity(1 << 20, file), board.map(|board| board.problem))
        });
    match proof {
        Ok(Proof { problem, solutions, is_complete, second }) => {
            if let Some(problem) = problem {
                println!("the problem in the file:\n{}", problem.trim_end());
            }
            if is_complete {
                println!("proved: exactly {solutions} solutions");
                return ExitCode::SUCCESS;
            }
            let counted = second.map(|engine| format!(", but counted by {engine}: no others"));
            let none = ": that there are no others; no second engine counted them".to_owned();
            println!("proved: {solutions} different solutions");
            println!("not proved{}", counted.unwrap_or(none));
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("refused: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The facts that a certificate proves.
#[derive(Debug)]
pub(crate) struct Proof {
    /// The text of the board file in the certificate, unless another board was given.
    pub problem: Option<String>,
    /// The number of different solutions in the file.
    pub solutions: BigUint,
    /// True if there are no other solutions.
    pub is_complete: bool,
    /// The name of the second engine that counted the same number, according to the file. Not proved.
    pub second: Option<String>,
}

/// Checks a certificate for `problem`, or if this is `None`, for the problem in the file.
///
/// # Errors
/// When the file cannot be read or a check fails. The error says why.
pub(crate) fn verify(mut file: impl BufRead, problem: Option<Problem>) -> Result<Proof, String> {
    let mut lines = Lines { file: &mut file, line: String::new(), number: 0 };
    let read = read(&mut lines, problem);
    read.map_err(|reason| format!("line {}: {reason}", lines.number))
}

/// Reads a file line by line.
struct Lines<'a> {
    file: &'a mut dyn BufRead,
    line: String,
    number: usize,
}

impl Lines<'_> {
    fn next(&mut self) -> Result<&str, String> {
        self.line.clear();
        self.number += 1;
        match self.file.read_line(&mut self.line) {
            Ok(0) => Err("the file ends too soon".to_owned()),
            Ok(_) => Ok(self.line.trim_end_matches('\n')),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Reads a line that must begin with `word`. Returns the text after the word.
    fn after(&mut self, word: &str) -> Result<&str, String> {
        let rest = self.next()?.strip_prefix(word);
        rest.ok_or_else(|| format!("'{word}' is expected"))
    }
}

fn read(lines: &mut Lines, problem: Option<Problem>) -> Result<Proof, String> {
    let version: u8 = number(lines.after("configurator certificate ")?)?;
    lines.after("board")?;
    let mut board = String::new();
    while lines.next()? != "end" {
        board.push_str(&lines.line);
    }
    let own = problem.is_none().then(|| board.clone());
    let problem = match problem {
        Some(problem) => problem,
        None => BoardFile::parse(&board, "the board").map_err(|error| error.to_string())?.problem,
    };
    let solutions: BigUint = number(lines.after("solutions ")?)?;
    let (mut second, mut names) = (None, Vec::new());
    lines.next()?;
    if let Some(words) = lines.line.trim_end().strip_prefix("second ") {
        let (engine, count) = words.split_once(' ').ok_or("a number is missing")?;
        if number::<BigUint>(count)? != solutions {
            return Err(format!("the second engine counts {count}, the file {solutions}"));
        }
        second = Some(engine.to_owned());
        lines.next()?;
    }
    while let Some(name) = lines.line.trim_end().strip_prefix("sum ") {
        names.push(name.to_owned());
        lines.next()?;
    }
    let is_implied = |name: &String| name.starts_with("implied ");
    let board = Board::new(&problem, names.iter().any(is_implied));
    let mut stated = board.sums.iter().map(|sum| &sum.0).filter(|name| !is_implied(name));
    if let Some(name) = stated.find(|name| !names.contains(name)) {
        return Err(format!("'{name}' is missing"));
    }
    let find = |name: &String| {
        let index = board.sums.iter().position(|sum| sum.0 == *name);
        index.ok_or_else(|| format!("the problem has no '{name}'"))
    };
    let sums = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let proved = match (version, problem.rules().limit()) {
        (1, _) => read_diagram(lines, &board, sums)?,
        (2, None) => Argument::new(lines, &board, sums)?.check(lines)?,
        _ => return Err(format!("version {version} is unknown, or is not for limits of the cost")),
    };
    if !lines.file.fill_buf().map_err(|error| error.to_string())?.is_empty() {
        return Err("something follows the end".to_owned());
    }
    if proved != solutions {
        return Err(format!("the paths are {proved}, not {solutions}"));
    }
    Ok(Proof { problem: own, solutions, is_complete: version == 2, second })
}

/// Checks the diagram of a certificate of solutions. Returns the number of its paths.
fn read_diagram(lines: &mut Lines, board: &Board, sums: Vec<usize>) -> Result<BigUint, String> {
    let fixed = lines.line.trim_end().strip_prefix("fixed").ok_or("'fixed' is expected")?;
    let (unions, paths) = (vec![BigUint::ZERO], vec![BigUint::from(1_u8)]);
    let mut checker = Checker {
        board,
        sums,
        fixed: board.cells(fixed.split(' ').skip(1))?,
        places: Vec::new(),
        first: 0,
        masks: Vec::new(),
        weights: Vec::new(),
        after: Vec::new(),
        usual: Vec::new(),
        now: Nodes { unions, paths, ..Nodes::default() },
        next: Nodes::default(),
    };
    let root = loop {
        let line = lines.next()?;
        if let Some(root) = line.strip_prefix("root ") {
            break root.to_owned();
        } else if let Some(words) = line.strip_prefix("step") {
            checker.begin(words.split(' ').skip(1))?;
        } else {
            checker.node(line)?;
        }
    };
    if root == "none" { Ok(BigUint::ZERO) } else { checker.finish(number(&root)?) }
}

/// Parses a number of digits, with or without a minus sign, but without a plus sign.
fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    text.parse().ok().filter(|_| is_plain).ok_or_else(|| format!("'{text}' is not a number"))
}

/// A sum with bounds: name, weight of each cell, minimum and maximum.
type Sum = (String, HashMap<Cell, i64>, i64, i64);

/// The rules and decisions of a problem.
struct Board<'a> {
    problem: &'a Problem,
    sums: Vec<Sum>,
}

/// The minimum and the maximum of a sum.
type Bounds = (i64, i64);

/// A bound beyond all sums: the absolute weights add up to less than 2⁶⁰.
const FAR: i64 = 1 << 61;

impl<'a> Board<'a> {
    /// `has_implied` says whether sums that follow from the rules are wanted.
    fn new(problem: &'a Problem, has_implied: bool) -> Self {
        let rules = problem.rules();
        let mut board = Board { problem, sums: Vec::new() };
        let implied = [Family::Rows, Family::Columns]
            .map(|family| (true, Requirement { family, ..Requirement::QUEENS_RULE }));
        let implied = implied.into_iter().filter(|_| has_implied);
        let stated = rules.requirements().iter().map(|&need| (false, need));
        let mut pieces = 0;
        for (is_implied, need) in stated.chain(implied) {
            let mut groups: HashMap<String, HashMap<Cell, i64>> = HashMap::new();
            for cell in rules.size().iter() {
                let standing = !rules.grid().is_hole(cell);
                let region = rules.regions().and_then(|regions| regions.region(cell));
                let names = match need.family {
                    Family::Rows => vec![format!("row {}", cell.row() + 1)],
                    Family::Columns => vec![format!("column {}", Cell::column_name(cell.column()))],
                    Family::Regions => region.iter().map(|it| format!("region {it}")).collect(),
                    Family::Pieces => vec![need.to_string()],
                    Family::Dominate => {
                        let covered = board.attacked(cell, &[1]).into_iter().chain([cell]);
                        let covered = covered.filter(|&it| !rules.grid().is_hole(it));
                        covered.map(|it| format!("cover {it}")).collect()
                    }
                };
                // A row of holes has no piece, but is no sum that follows from the others.
                for name in names.into_iter().filter(|_| standing || !is_implied) {
                    groups.entry(name).or_default().extend(standing.then_some((cell, 1)));
                }
            }
            let (least, most) =
                (need.bounds.lower.into(), need.bounds.upper.map_or(FAR, i64::from));
            let excludes = |cells: &HashMap<Cell, i64>| {
                cells.keys().all(|one| {
                    let excluded = board.excluded_by(*one);
                    cells.keys().all(|other| one == other || excluded.contains(other))
                })
            };
            if is_implied && (pieces < groups.len() || !groups.values().all(excludes)) {
                continue;
            }
            let disjoint = if need.family == Family::Dominate { 1 } else { groups.len() };
            pieces = pieces.max(need.bounds.lower as usize * groups.len().min(disjoint));
            let prefix = if is_implied { "implied " } else { "" };
            let sum = |(name, cells)| (format!("{prefix}{name}"), cells, least, most);
            board.sums.extend(groups.into_iter().map(sum));
        }
        if let Some((weights, limit)) = rules.limit() {
            let costs = rules.grid().standing_cells().map(|cell| (cell, weights.of(cell)));
            let costs = costs.filter(|&(_, cost)| cost != 0).collect();
            board.sums.push(("cost".to_owned(), costs, -FAR, limit));
        }
        for cell in problem.decisions().cells(Value::Placed) {
            board.sums.push((format!("placed {cell}"), HashMap::from([(cell, 1)]), 1, 1));
        }
        board
    }

    /// Returns the cells that a piece attacks (sign 1), and the cells from which a piece attacks this cell (sign -1). A
    /// leap is one step. A ride continues to the edge or, on a torus, back to its start.
    fn attacked(&self, from: Cell, signs: &[i32]) -> Vec<Cell> {
        let (rules, size) = (self.problem.rules(), self.problem.rules().size());
        let (rows, columns) = (i32::from(size.rows()), i32::from(size.columns()));
        let mut attacked = Vec::new();
        for (way, sign) in
            rules.piece().moves().flat_map(|way| signs.iter().map(move |sign| (way, sign)))
        {
            let (mut row, mut column) = (i32::from(from.row()), i32::from(from.column()));
            let mut steps = way.max_steps.map_or(u32::MAX, u32::from);
            while steps > 0 {
                steps -= 1;
                row += sign * way.step.rows;
                column += sign * way.step.columns;
                if rules.grid().is_torus() {
                    (row, column) = (row.rem_euclid(rows), column.rem_euclid(columns));
                }
                let (Ok(up), Ok(right)) = (u16::try_from(row), u16::try_from(column)) else {
                    break;
                };
                let cell = Cell::new(up, right);
                if cell == from || !size.contains(cell) {
                    break;
                }
                attacked.push(cell);
            }
        }
        attacked
    }

    /// Returns the cells on which a piece breaks the board rule together with a piece on `cell`.
    fn excluded_by(&self, cell: Cell) -> Vec<Cell> {
        let has_board_rule = self.problem.rules().has_board_rule();
        if has_board_rule { self.attacked(cell, &[1, -1]) } else { Vec::new() }
    }

    /// Parses the name of a cell on which a piece may stand.
    fn cell(&self, name: &str) -> Result<Cell, String> {
        let cell = name.parse().map_err(|_| format!("'{name}' is not a cell"))?;
        self.problem.rules().check(cell).map_err(|error| error.to_string()).map(|()| cell)
    }

    fn cells<'w>(&self, names: impl Iterator<Item = &'w str>) -> Result<Vec<Cell>, String> {
        names.map(|name| self.cell(name)).collect()
    }
}

/// The nodes before a step, without their arcs.
#[derive(Default)]
struct Nodes {
    /// For each node, the cells with a piece on some path from the node, as bits in the order of `Checker::places`.
    unions: Vec<BigUint>,
    /// The open sums (those with a cell in this step or a later one), by their index in `Checker::sums`, ascending.
    open: Vec<usize>,
    /// For each node, the minimum and the maximum of each open sum over all paths from the node.
    bounds: Vec<Bounds>,
    /// For each node, the number of paths from the node.
    paths: Vec<BigUint>,
}

/// Checks steps, from the last to the first.
struct Checker<'a> {
    board: &'a Board<'a>,
    /// For each sum of the file, its index in `Board::sums`.
    sums: Vec<usize>,
    fixed: Vec<Cell>,
    /// The cells of the steps read so far, in the order of their bits in unions.
    places: Vec<Cell>,
    /// The index in `places` of the first cell of this step.
    first: usize,
    /// For each cell of this step, the cells of later steps that exclude the cell, as bits in the order of `places`.
    masks: Vec<BigUint>,
    weights: Vec<Vec<i64>>,
    /// For each open sum, its index among the open sums of the next step; `None` if the sum is not open there.
    after: Vec<Option<usize>>,
    /// The default bounds of the open sums: those of a node whose line does not state bounds.
    usual: Vec<Bounds>,
    now: Nodes,
    next: Nodes,
}

impl Checker<'_> {
    /// Begins the next step of the file, which is the previous step of the board. Reads the cells of the step and the
    /// default bounds of the open sums.
    fn begin<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> Result<(), String> {
        self.next = std::mem::take(&mut self.now);
        (self.first, self.usual) = (self.places.len(), Vec::new());
        for word in words {
            if let Some((sum, bounds)) = bounds(word)? {
                self.now.open.push(sum);
                self.usual.push(bounds);
                continue;
            }
            let cell = self.board.cell(word)?;
            if self.places.contains(&cell) || self.fixed.contains(&cell) {
                return Err(format!("{cell} comes twice"));
            }
            self.places.push(cell);
        }
        let has = |sum: usize| {
            let cells = &self.board.sums[self.sums[sum]].1;
            self.places.iter().any(|cell| cells.contains_key(cell))
        };
        if !(0..self.sums.len()).filter(|&sum| has(sum)).eq(self.now.open.iter().copied()) {
            return Err("other sums are open".to_owned());
        }
        let (later, own) = self.places.split_at(self.first);
        let exclusions = |&cell: &Cell| {
            let excluded = self.board.excluded_by(cell);
            set(later.iter().zip(0..).filter(|(it, _)| excluded.contains(it)).map(|(_, bit)| bit))
        };
        let weight = |cell: &Cell, sum: &usize| self.board.sums[self.sums[*sum]].1.get(cell);
        let weight = |cell: &Cell, sum: &usize| weight(cell, sum).copied().unwrap_or_default();
        let weights = |cell: &Cell| self.now.open.iter().map(|sum| weight(cell, sum)).collect();
        self.masks = own.iter().map(exclusions).collect();
        self.weights = own.iter().map(weights).collect();
        let place = |sum: &usize| self.next.open.binary_search(sum).ok();
        self.after = self.now.open.iter().map(place).collect();
        Ok(())
    }

    /// Checks the line of a node: the cell of an arc excludes no cell that may follow, the union contains the cells of
    /// all paths from the node, and the bounds cover the sums of all these paths.
    fn node(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let union = words.next().and_then(|digits| BigUint::parse_bytes(digits.as_bytes(), 16));
        let union = union.filter(|union| union.bits() <= self.places.len() as u64);
        let union = union.ok_or("this is no union of cells")?;
        let mut bound = self.usual.clone();
        let (mut paths, mut arcs) = (BigUint::ZERO, Vec::new());
        for word in words {
            if let Some((sum, bounds)) = bounds(word)? {
                let place =
                    self.now.open.binary_search(&sum).map_err(|_| "this sum is not open")?;
                bound[place] = bounds;
                continue;
            }
            let (index, to) = word.split_once('>').ok_or_else(|| format!("'{word}' is no arc"))?;
            let index: Option<usize> = if index == "-" { None } else { Some(number(index)?) };
            let to: usize = number(to)?;
            let has_cell = index.is_none_or(|index| index < self.masks.len());
            if !has_cell || arcs.iter().any(|&(other, _)| other == index) {
                return Err(format!("the arc {word} comes twice, or has no cell"));
            }
            arcs.push((index, to));
            paths += self.next.paths.get(to).ok_or("there is no such node")?;
        }
        for (index, to) in arcs {
            let after = &self.next.unions[to];
            let cell = |index| (self.first + index, &self.masks[index], &self.weights[index]);
            let cell = index.map(cell);
            if let Some((bit, mask, _)) = cell
                && after & mask != BigUint::ZERO
            {
                return Err(format!("{} excludes a cell that may follow", self.places[bit]));
            }
            if cell.is_some_and(|(bit, ..)| !union.bit(bit as u64)) || after & &union != *after {
                return Err("the union lacks a cell".to_owned());
            }
            let bounds_after = &self.next.bounds[to * self.next.open.len()..];
            for (sum, ((least, most), place)) in bound.iter().zip(&self.after).enumerate() {
                let weight = cell.map_or(0, |(.., weights)| weights[sum]);
                let (low, high) = place.map_or((0, 0), |place| bounds_after[place]);
                if *least > weight + low || *most < weight + high {
                    let name = &self.board.sums[self.sums[self.now.open[sum]]].0;
                    return Err(format!("'{name}' has other bounds"));
                }
            }
        }
        self.now.unions.push(union);
        self.now.bounds.extend(bound);
        self.now.paths.push(paths);
        Ok(())
    }

    /// Checks that the paths from the root, together with the fixed cells, keep the decisions and the bounds of all
    /// sums. Returns the number of paths.
    fn finish(&mut self, root: usize) -> Result<BigUint, String> {
        let paths = self.now.paths.get(root).ok_or("there is no such root")?.clone();
        let places = self.places.iter().zip(0..);
        let possible = places.filter(|(_, bit)| self.now.unions[root].bit(*bit));
        let possible: Vec<Cell> = possible.map(|(&cell, _)| cell).collect();
        let mut excluded = self.board.problem.decisions().cells(Value::Excluded);
        if let Some(cell) = excluded.find(|it| possible.contains(it) || self.fixed.contains(it)) {
            return Err(format!("{cell} is excluded"));
        }
        for (index, fixed) in self.fixed.iter().enumerate() {
            let (excluded, before) = (self.board.excluded_by(*fixed), &self.fixed[..index]);
            let mut others = possible.iter().chain(before);
            if let Some(other) = others.find(|it| excluded.contains(it) || *it == fixed) {
                return Err(format!("{fixed} and {other} exclude each other"));
            }
        }
        for (name, cells, least, most) in &self.board.sums {
            let fixed: i64 = self.fixed.iter().filter_map(|cell| cells.get(cell)).sum();
            let is_it = |&sum: &usize| self.board.sums[self.sums[sum]].0 == *name;
            let place = self.now.open.iter().position(is_it);
            let bounds = &self.now.bounds[root * self.now.open.len()..];
            let (low, high) = place.map_or((0, 0), |place| bounds[place]);
            if fixed + low < *least || fixed + high > *most {
                return Err(format!("'{name}' is not kept"));
            }
        }
        Ok(paths)
    }
}

/// Parses the bounds of a sum, as in `3:0:1`; `None` if the word has another form.
fn bounds(word: &str) -> Result<Option<(usize, Bounds)>, String> {
    let Some((sum, bounds)) = word.split_once(':') else { return Ok(None) };
    let (least, most) = bounds.split_once(':').ok_or("bounds are two numbers")?;
    let bound = |text: &str| {
        number(text).ok().filter(|it: &i64| it.abs() <= FAR).ok_or("a bound is no number")
    };
    Ok(Some((number(sum)?, (bound(least)?, bound(most)?))))
}

/// Checks the states of a complete certificate before each step, from the first step to the last. Each solution reaches
/// the end in exactly one way, so there are as many solutions as ways to the end. A set of cells is a number in which
/// bit 0 is the last cell of the last step.
struct Argument {
    /// The cells of each step.
    steps: Vec<Vec<u64>>,
    /// The cells of each sum as a set and as a list, and its bounds.
    sums: Vec<(BigUint, Vec<u64>, Bounds)>,
    /// For each cell, the cells that it excludes.
    excluded: Vec<BigUint>,
    /// The state of the problem itself.
    first: State,
}

/// What remains of the problem before a step: the sets of open cells that do not exclude each other and keep the bounds
/// of all sums with a number. For each sum, the number of its pieces so far is known, or `None` if the open cells cannot break its bounds.
type State = (BigUint, Vec<Option<i32>>);

impl Argument {
    /// Reads the steps. Checks that each cell is in one step, and that at most one cell of a step can have a piece.
    fn new(lines: &mut Lines, board: &Board, sums: Vec<usize>) -> Result<Self, String> {
        let steps = lines.line.trim_end().strip_prefix("steps ").ok_or("'steps' is expected")?;
        let mut order = Vec::new();
        for _ in 0..number::<usize>(steps)? {
            order.push(board.cells(lines.after("step ")?.split(' '))?);
        }
        let all: Vec<Cell> = order.iter().flatten().rev().copied().collect();
        let bits: HashMap<Cell, u64> = all.iter().copied().zip(0..).collect();
        let standing = board.problem.rules().grid().standing_cells();
        if bits.len() < all.len() || all.len() < standing.count() {
            return Err("the steps do not have each cell once".to_owned());
        }
        let excluded = |cell: &Cell| {
            set(board.excluded_by(*cell).iter().filter_map(|other| bits.get(other).copied()))
        };
        let excluded: Vec<BigUint> = all.iter().map(excluded).collect();
        let sum = |sum: usize| {
            // Two rules may set bounds on the same cells.
            let (name, cells, ..) = &board.sums[sum];
            let same = board.sums.iter().filter(|sum| sum.0 == *name);
            let bounds = same.fold((0, FAR), |(low, high), sum| (sum.2.max(low), sum.3.min(high)));
            let cells: Vec<u64> = cells.keys().map(|cell| bits[cell]).collect();
            (set(cells.iter().copied()), cells, bounds)
        };
        let sums: Vec<_> = sums.into_iter().map(sum).collect();
        let steps = order.iter().map(|step| step.iter().map(|cell| bits[cell]).collect());
        let steps: Vec<Vec<u64>> = steps.collect();
        for step in &steps {
            let cells = set(step.iter().copied());
            let is_alone =
                |&bit: &u64| &excluded[bit as usize] & &cells == &cells - set([bit].into_iter());
            let takes_one = |(sum, _, (_, most)): &(BigUint, Vec<u64>, Bounds)| {
                *most <= 1 && sum & &cells == cells
            };
            if !step.iter().all(is_alone) && !sums.iter().any(takes_one) {
                return Err("two cells of a step can have a piece".to_owned());
            }
        }
        let open = |cell: &Cell| board.problem.decisions().get(*cell) != Some(Value::Excluded);
        let open = set(all.iter().zip(0..).filter(|(cell, _)| open(cell)).map(|(_, bit)| bit));
        Ok(Self { steps, first: (open, vec![Some(0); sums.len()]), sums, excluded })
    }

    /// Checks that each line has the state that leads to it, and an arc for each value of the step that propagation does
    /// not contradict. Returns the number of ways to the end.
    fn check(&self, lines: &mut Lines) -> Result<BigUint, String> {
        let first = self.after(&self.first, &[], None);
        let mut now: Vec<_> = first.map(|state| (state, BigUint::from(1_u8))).into_iter().collect();
        for (step, cells) in (1..).zip(&self.steps) {
            lines.after(&format!("before {step}"))?;
            let mut next: Vec<(State, BigUint)> = Vec::new();
            for (state, ways) in &now {
                let (text, mut arcs) = (self.text(state), lines.next()?.split(' '));
                if !text.split(' ').all(|word| arcs.next() == Some(word)) {
                    return Err(format!("the state is {text}"));
                }
                let of_cells = (0..cells.len()).filter(|&it| state.0.bit(cells[it])).map(Some);
                for index in std::iter::once(None).chain(of_cells) {
                    let after = self.after(state, cells, index.map(|index| cells[index]));
                    let Some(after) = after else { continue };
                    let name = index.map_or("->".to_owned(), |index| format!("{index}>"));
                    let to = arcs.next().and_then(|arc| arc.strip_prefix(&name));
                    let to: usize = number(to.ok_or_else(|| format!("no arc {name}"))?)?;
                    if to == next.len() {
                        next.push((after.clone(), BigUint::ZERO));
                    }
                    let Some((_, all)) = next.get_mut(to).filter(|(it, _)| *it == after) else {
                        return Err(format!("the arc {name} leads to another state"));
                    };
                    *all += ways;
                }
                if let Some(arc) = arcs.next() {
                    return Err(format!("the arc {arc} is contradicted"));
                }
            }
            now = next;
        }
        lines.after("end")?;
        Ok(now.into_iter().map(|(_, ways)| ways).sum())
    }

    /// The text of a state: the open cells, then each number except 0, or `-` if open cells cannot break the bounds.
    fn text(&self, (open, numbers): &State) -> String {
        let sums = self.sums.iter().zip(numbers).enumerate();
        let words = sums.filter_map(|(sum, ((cells, ..), number))| match number {
            Some(0) => None,
            Some(number) => Some(format!(" {sum}:{number}")),
            None if cells & open == BigUint::ZERO => None,
            None => Some(format!(" {sum}:-")),
        });
        format!("{open:x}{}", words.collect::<String>())
    }

    /// Returns the state after a step, with a piece on the cell `placed` of the step or on no cell of the step. Closes
    /// cells without a piece in any solution until no rule closes another one, and drops the numbers that no longer
    /// matter. `None` if the bounds of a sum are broken.
    fn after(&self, state: &State, step: &[u64], placed: Option<u64>) -> Option<State> {
        let (mut open, mut numbers) = state.clone();
        for &bit in step {
            open.set_bit(bit, false);
        }
        if let Some(bit) = placed {
            close(&mut open, &self.excluded[bit as usize]);
            for (number, (cells, ..)) in numbers.iter_mut().zip(&self.sums) {
                *number = number.map(|number| number + i32::from(cells.bit(bit)));
            }
        }
        let left = |open: &BigUint, cells: &BigUint| (open & cells).count_ones().cast_signed();
        loop {
            let before = open.clone();
            for ((cells, list, (least, most)), number) in self.sums.iter().zip(&numbers) {
                let (Some(number), left) = (number.map(i64::from), left(&open, cells)) else {
                    continue;
                };
                if number > *most || number + left < *least {
                    return None;
                }
                let members: Vec<u64> = list.iter().copied().filter(|bit| open.bit(*bit)).collect();
                let excluded = members.iter().map(|bit| &self.excluded[*bit as usize]);
                if number == *most {
                    close(&mut open, cells);
                } else if number + left == *least {
                    // All open cells of the sum need a piece.
                    excluded.for_each(|excluded| close(&mut open, excluded));
                } else if number < *least {
                    // One of the open cells needs a piece: a cell that excludes all of them has none.
                    let closed = excluded.fold(open.clone(), |closed, excluded| closed & excluded);
                    close(&mut open, &closed);
                }
            }
            if open == before {
                break;
            }
        }
        for ((cells, _, (least, most)), number) in self.sums.iter().zip(&mut numbers) {
            let left = left(&open, cells);
            *number = number.filter(|&it| i64::from(it) < *least || i64::from(it) + left > *most);
        }
        Some((open, numbers))
    }
}

/// Closes cells.
fn close(open: &mut BigUint, cells: &BigUint) {
    *open -= &*open & cells;
}

/// Returns a set of bits as a number.
fn set(bits: impl Iterator<Item = u64>) -> BigUint {
    bits.fold(BigUint::ZERO, |set, bit| set | BigUint::from(1_u8) << bit)
}
