//! Checks a certificate of `count --certificate FILE`, from the file and the problem alone, without the engines:
//!
//! ```text
//! cargo run --release --example verify -- FILE [BOARD]
//! ```
//!
//! It proves three facts: the file has as many paths as it states, each path is a solution of the problem, and all
//! these solutions are different. So the stated number is a lower bound of the number of solutions. The file cannot
//! prove that no solution is missing. For this one has to trust the second engine that the file names, which counted
//! the same number. With BOARD, the problem is read from this board file instead of the certificate.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use configurator::geometry::Cell;
use configurator::problem::{BoardFile, Family, Problem, Value};
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
        Ok(Proof { problem, solutions, second }) => {
            if let Some(problem) = problem {
                println!("the problem in the file:\n{}", problem.trim_end());
            }
            println!("proved: {solutions} different solutions");
            match second {
                Some(engine) => println!("not proved, but counted by {engine}: no others"),
                None => {
                    println!("not proved: that there are no others; no second engine counted them");
                }
            }
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
    /// The name of the second engine that counted the same number, according to the file. Not proved.
    pub second: Option<String>,
}

/// Checks a certificate for `problem`, or if this is `None`, for the problem in the file.
///
/// # Errors
/// When the file cannot be read or a check fails. The error says why.
pub(crate) fn verify(file: impl BufRead, problem: Option<Problem>) -> Result<Proof, String> {
    let mut lines = Lines { file, line: String::new(), number: 0 };
    let read = read(&mut lines, problem);
    read.map_err(|reason| format!("line {}: {reason}", lines.number))
}

/// Reads a file line by line.
struct Lines<R> {
    file: R,
    line: String,
    number: usize,
}

impl<R: BufRead> Lines<R> {
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

fn read<R: BufRead>(lines: &mut Lines<R>, problem: Option<Problem>) -> Result<Proof, String> {
    lines.after("configurator certificate 1")?;
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
    let mut second = None;
    let mut names = Vec::new();
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
    let board = Board::new(&problem);
    let fixed = lines.line.trim_end().strip_prefix("fixed").ok_or("'fixed' is expected")?;
    let fixed = cells(fixed.split(' ').skip(1))?;
    let mut checker = Checker::new(&board, &names, fixed)?;
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
    let rest = lines.file.fill_buf().map_err(|error| error.to_string())?;
    if !rest.is_empty() {
        return Err("something follows the root".to_owned());
    }
    let proved = if root == "none" { BigUint::ZERO } else { checker.finish(number(&root)?)? };
    if proved != solutions {
        return Err(format!("the paths are {proved}, not {solutions}"));
    }
    Ok(Proof { problem: own, solutions, second })
}

/// Parses a number of digits, with or without a minus sign, but without a plus sign.
fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    text.parse().ok().filter(|_| is_plain).ok_or_else(|| format!("'{text}' is not a number"))
}

fn cells<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<Cell>, String> {
    names.map(|name| name.parse().map_err(|_| format!("'{name}' is not a cell"))).collect()
}

/// The rules and decisions of a problem.
struct Board<'a> {
    problem: &'a Problem,
    /// The sums with bounds: name, weight of each cell, minimum and maximum.
    sums: Vec<(String, HashMap<Cell, i64>, i64, i64)>,
}

/// The minimum and the maximum of a sum.
type Bounds = (i64, i64);

/// A bound beyond all sums: the absolute weights add up to less than 2⁶⁰.
const FAR: i64 = 1 << 61;

impl<'a> Board<'a> {
    fn new(problem: &'a Problem) -> Self {
        let rules = problem.rules();
        let mut board = Board { problem, sums: Vec::new() };
        for need in rules.requirements() {
            let mut groups: HashMap<String, HashMap<Cell, i64>> = HashMap::new();
            for cell in rules.size().iter() {
                let standing = !rules.grid().is_hole(cell);
                let region = rules.regions().and_then(|regions| regions.region(cell));
                let covered =
                    || board.attacked(cell).into_iter().filter(|&it| !rules.grid().is_hole(it));
                let names = match need.family {
                    Family::Rows => vec![format!("row {}", cell.row() + 1)],
                    Family::Columns => vec![format!("column {}", Cell::column_name(cell.column()))],
                    Family::Regions => region.iter().map(|it| format!("region {it}")).collect(),
                    Family::Pieces => vec![need.to_string()],
                    Family::Dominate if !standing => Vec::new(),
                    Family::Dominate => {
                        covered().chain([cell]).map(|it| format!("cover {it}")).collect()
                    }
                };
                for name in names {
                    groups.entry(name).or_default().extend(standing.then_some((cell, 1)));
                }
            }
            let (least, most) =
                (need.bounds.lower.into(), need.bounds.upper.map_or(FAR, i64::from));
            board.sums.extend(groups.into_iter().map(|(name, cells)| (name, cells, least, most)));
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

    /// Returns the cells that a piece attacks. A leap is one step. A ride continues to the edge or, on a torus, back to
    /// its start.
    fn attacked(&self, from: Cell) -> Vec<Cell> {
        let (rules, size) = (self.problem.rules(), self.problem.rules().size());
        let (rows, columns) = (i32::from(size.rows()), i32::from(size.columns()));
        let mut attacked = Vec::new();
        for way in rules.piece().moves() {
            let (mut row, mut column) = (i32::from(from.row()), i32::from(from.column()));
            let mut steps = way.max_steps.map_or(u32::MAX, u32::from);
            while steps > 0 {
                steps -= 1;
                row += way.step.rows;
                column += way.step.columns;
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

    /// True if pieces on both cells break the board rule.
    fn exclude(&self, one: Cell, other: Cell) -> bool {
        let attacks = |from: Cell, to: Cell| self.attacked(from).contains(&to);
        self.problem.rules().has_board_rule() && (attacks(one, other) || attacks(other, one))
    }

    /// Checks that a piece may stand on a cell.
    fn check(&self, cell: Cell) -> Result<(), String> {
        self.problem.rules().check(cell).map_err(|error| error.to_string())
    }
}

/// The nodes before a step, without their arcs.
#[derive(Default)]
struct Nodes {
    /// Number of words per union. The union of a node contains the cells with a piece on some path from the node, as
    /// bits in the order of `Checker::places`.
    words: usize,
    unions: Vec<u64>,
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
    /// For each cell of this step, the cells of later steps that exclude the cell. One bit per cell, in the order of
    /// `places`.
    masks: Vec<Vec<u64>>,
    weights: Vec<Vec<i64>>,
    /// For each open sum, its index among the open sums of the next step; `None` if the sum is not open there.
    after: Vec<Option<usize>>,
    /// The default bounds of the open sums: those of a node whose line does not state bounds.
    usual: Vec<Bounds>,
    now: Nodes,
    next: Nodes,
}

impl<'a> Checker<'a> {
    fn new(board: &'a Board<'a>, names: &[String], fixed: Vec<Cell>) -> Result<Self, String> {
        let find = |name: &String| {
            let index = board.sums.iter().position(|sum| sum.0 == *name);
            index.ok_or_else(|| format!("the problem has no '{name}'"))
        };
        let sums = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        if let Some(sum) = board.sums.iter().find(|sum| !names.contains(&sum.0)) {
            return Err(format!("'{}' is missing", sum.0));
        }
        for (index, &cell) in fixed.iter().enumerate() {
            board.check(cell)?;
            if let Some(other) =
                fixed[..index].iter().find(|&&it| it == cell || board.exclude(it, cell))
            {
                return Err(format!("{cell} and {other} exclude each other"));
            }
        }
        let now = Nodes { paths: vec![BigUint::from(1_u8)], ..Nodes::default() };
        Ok(Self {
            board,
            sums,
            fixed,
            places: Vec::new(),
            first: 0,
            masks: Vec::new(),
            weights: Vec::new(),
            after: Vec::new(),
            usual: Vec::new(),
            now,
            next: Nodes::default(),
        })
    }

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
            let cell: Cell = word.parse().map_err(|_| format!("'{word}' is not a cell"))?;
            self.board.check(cell)?;
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
        self.now.words = self.places.len().div_ceil(64);
        let (later, own) = self.places.split_at(self.first);
        let exclusions = |&cell: &Cell| {
            let mut mask = vec![0_u64; later.len().div_ceil(64)];
            let excluded =
                later.iter().enumerate().filter(|(_, other)| self.board.exclude(cell, **other));
            excluded.for_each(|(bit, _)| mask[bit / 64] |= 1 << (bit % 64));
            mask
        };
        let weight =
            |cell: &Cell, sum: &usize| self.board.sums[self.sums[*sum]].1.get(cell).copied();
        let weights = |cell: &Cell| {
            self.now.open.iter().map(|sum| weight(cell, sum).unwrap_or_default()).collect()
        };
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
        let union = union(words.next().unwrap_or_default(), self.places.len())?;
        let mut bound = self.usual.clone();
        let mut paths = BigUint::ZERO;
        let mut arcs = Vec::new();
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
            if arcs.iter().any(|&(other, _)| other == index) {
                return Err("two arcs are the same".to_owned());
            }
            arcs.push((index, to));
            paths += self.next.paths.get(to).ok_or("there is no such node")?;
        }
        for (index, to) in arcs {
            let after = &self.next.unions[to * self.next.words..][..self.next.words];
            let cell = index.map_or(Ok(None), |index| match self.masks.get(index) {
                Some(mask) => Ok(Some((self.first + index, mask, &self.weights[index]))),
                None => Err("the step has no such cell"),
            })?;
            if let Some((bit, mask, _)) = cell
                && after.iter().zip(mask).any(|(after, mask)| after & mask != 0)
            {
                return Err(format!("{} excludes a cell that may follow", self.places[bit]));
            }
            let has_own = cell.is_none_or(|(bit, ..)| union[bit / 64] >> (bit % 64) & 1 == 1);
            if !has_own || after.iter().zip(&union).any(|(after, union)| after & !union != 0) {
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
        self.now.unions.extend(union);
        self.now.bounds.extend(bound);
        self.now.paths.push(paths);
        Ok(())
    }

    /// Checks that the paths from the root, together with the fixed cells, keep the decisions and the bounds of all
    /// sums. Returns the number of paths.
    fn finish(&mut self, root: usize) -> Result<BigUint, String> {
        let paths = self.now.paths.get(root).ok_or("there is no such root")?.clone();
        let union = &self.now.unions[root * self.now.words..][..self.now.words];
        let bits = self.places.iter().enumerate();
        let possible = bits.filter(|(bit, _)| union[bit / 64] >> (bit % 64) & 1 == 1);
        let possible: Vec<Cell> = possible.map(|(_, &cell)| cell).collect();
        let mut excluded = self.board.problem.decisions().cells(Value::Excluded);
        if let Some(cell) = excluded.find(|it| possible.contains(it) || self.fixed.contains(it)) {
            return Err(format!("{cell} is excluded"));
        }
        for &fixed in &self.fixed {
            if let Some(other) = possible.iter().find(|&&other| self.board.exclude(fixed, other)) {
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

/// Parses a union of `bits` bits, written as a hexadecimal number.
fn union(digits: &str, bits: usize) -> Result<Vec<u64>, String> {
    let mut words = Vec::with_capacity(bits.div_ceil(64));
    for chunk in digits.as_bytes().rchunks(16) {
        let text = std::str::from_utf8(chunk).unwrap_or_default();
        words.push(u64::from_str_radix(text, 16).map_err(|_| "this is no union")?);
    }
    let is_within =
        words.iter().enumerate().all(|(at, &word)| match bits.saturating_sub(at * 64) {
            0 => word == 0,
            left if left < 64 => word >> left == 0,
            _ => true,
        });
    if digits.is_empty() || !is_within || words.len() > bits.div_ceil(64).max(1) {
        return Err("the union has a cell of no step".to_owned());
    }
    words.resize(bits.div_ceil(64), 0);
    Ok(words)
}
