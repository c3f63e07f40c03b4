//! The columns of `export`. Its output is read by independent readers written for these tests.

use std::collections::{BTreeMap, HashMap};
use std::fs;

use anyhow::{Context, ensure};
use biodivine_lib_bdd::Bdd;
use configurator::export::Format;
use configurator::problem::Assist;
use configurator::session::CellState;
use itertools::Itertools;
use roxmltree::Document;
use serde_json::Value as Json;

use super::kinds::{Drawn, Kind, folder};
use super::table::{Answer, Column, ask, column, refused, run, runs};
use super::verbs::has_problem;
use crate::cases::{Described, bits};
use crate::domains::states;
use crate::export::{cells_of, models};
use crate::{dddmp, html, minizinc};

/// The columns of `export`, for each format.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn columns() -> Vec<Column> {
    let needs_rows = "needs a piece with the rook move, in rules that want one in each row";
    let by_rows = |column: Column| column.unless(|kind| !kind.has_one_in_each_row(), needs_rows);
    vec![
        column("export --to json", json),
        column("export --to json --engine auto --order row-major", json),
        column("export --to json --engine bdd --order column-major", json),
        column("export --to json --order diagonal", json),
        column("export --to json --order inside-out", json),
        column("export --to json --order sifted", json),
        column("export --to bdd", bytes),
        column("export --to dddmp", |kind, answer| {
            let (solutions, _) = dddmp::read(answer.text()?);
            ensure!(solutions == kind.number() as u128, "{solutions} solutions");
            Ok(())
        }),
        column("export --to dot", dot),
        column("export --to dot --without-zero --force", |kind, answer| {
            let text = answer.text()?;
            let inner = text.lines().filter(|line| line.contains("rank=same")).count();
            ensure!((inner > 0) == (kind.number() > 0 && !standing(kind).is_empty()));
            ensure!(kind.number() == 0 || !text.contains("n0 "), "the terminal 0 is there");
            Ok(())
        }),
        column("export --to svg", |kind, answer| drawing(kind, answer.text()?)),
        column("export --to dimacs", dimacs)
            .unless(|kind| kind.limit.is_some(), "keep no limit of cost"),
        column("export --to html", page),
        column("export --to minizinc", model),
        column("export --to minizinc --model cells", |kind, answer| {
            // For other kinds, the model is the one written without the option.
            if kind.has_one_in_each_row() { model(kind, answer) } else { usual(kind, answer) }
        }),
        by_rows(column("export --to minizinc --model rows", usual)),
        by_rows(column("export --to minizinc --model catalogue", model)),
        runs("export --to minizinc --model catalogue --ground", |kind| {
            let Some(solution) = kind.solutions.first().filter(|_| kind.has_one_in_each_row())
            else {
                return Ok(());
            };
            let size = kind.case.size();
            let placed = bits(solution & !kind.case.placed);
            let cells = placed.map(|cell| size.cell(cell).to_string()).join(",");
            let place = if cells.is_empty() { String::new() } else { format!(" --place {cells}") };
            let words = format!("export --to minizinc --model catalogue --ground{place}");
            let answer = ask(kind, &words)?;
            let text = answer.text()?;
            ensure!(!text.is_empty() || kind.case.torus || kind.case.rows == 1);
            for line in text.lines() {
                ensure!(holds(line).with_context(|| line.to_owned())?, "{line}");
            }
            Ok(())
        }),
        by_rows(column("export --to minizinc --model dual", model))
            .unless(|kind| !kind.is_square(), "'dual' needs as many rows as columns"),
        runs("export --output FILE", |kind| {
            let folder = folder(&format!("output/{}", kind.slug()));
            for end in Format::endings().split(", ") {
                let file = folder.join(format!("it{end}"));
                let to: &str = Format::of_file(&file).context("no format")?.into();
                let file = file.to_str().context("no name")?;
                ensure!(ask(kind, &format!("export --output {file}"))?.text()?.is_empty());
                let printed = ask(kind, &format!("export --to {to}"))?;
                ensure!(fs::read(file)? == printed.bytes, "{end} is not what is printed");
            }
            Ok(())
        })
        .with_one_kind(),
        column("export --rule queens --to json", |kind, answer| {
            let row =
                |row: u16| (u64::MAX >> (64 - kind.case.columns)) << (row * kind.case.columns);
            let all = diagram(kind, &answer.json()?)?;
            let rows: Vec<u64> =
                (0..kind.case.rows).map(|index| row(index) & !kind.case.holes).collect();
            for set in some_sets(kind) {
                let holds = rows.iter().all(|row| set & row != 0);
                ensure!(all.holds(set) == holds, "{set:b}");
            }
            Ok(())
        }),
        column("export --rule queens --row 1 --to json", |kind, answer| {
            let diagram = diagram(kind, &answer.json()?)?;
            let row = (u64::MAX >> (64 - kind.case.columns)) & !kind.case.holes;
            ensure!(some_sets(kind).all(|set| diagram.holds(set) == (set & row != 0)));
            Ok(())
        }),
        column("export --rule board --cell a1 --to json", |kind, answer| {
            let diagram = diagram(kind, &answer.json()?)?;
            let excluded = kind.case.description().excludes()[0] & !kind.case.holes;
            let holds = |set: u64| set & 1 == 0 || set & excluded == 0;
            ensure!(some_sets(kind).all(|set| diagram.holds(set) == holds(set)));
            Ok(())
        })
        .unless(|kind| !kind.case.board_rule, "without the board rule no cell has one")
        .unless(|kind| kind.case.holes & 1 == 1, "a1 is a hole: nothing stands there"),
        column("export --picture --theme light", picture),
        column("export --picture --theme dark --cursor c1", picture)
            .unless(|kind| kind.case.columns < 3, "--cursor: c1 is off the"),
        column("export --picture --theme print", picture),
        column("export --picture --screen 80x24", window),
        column("export --picture --screen 80x24 --key :paint", |kind, answer| {
            window(kind, answer)?;
            ensure!(answer.text()?.contains("paint"), "the line has no effect");
            Ok(())
        }),
        column("export --picture BOARD", |kind, answer| {
            sheet(kind, answer.text()?, kind.case.placed)
        }),
        column("export --picture BOARD --solutions", |kind, answer| {
            sheet(kind, answer.text()?, kind.solutions[0])
        })
        .ending(1, |kind| kind.number() == 0, "no solution exists")
        .unless(|kind| kind.number() > 1, "it has several solutions"),
        column("export --to svg --zdd", |kind, answer| {
            let expected = nodes(&kind.solutions, &open(kind), true) - terminals(kind);
            let drawn = drawn_nodes(answer.text()?)?;
            ensure!(drawn == expected, "{drawn} nodes are drawn, not {expected}");
            Ok(())
        }),
        column("export --picture --screen 80x24 --key :paint --animate", |kind, answer| {
            window(kind, answer)?;
            ensure!(answer.text()?.contains("animation:f1 9s "), "no animation of two windows");
            Ok(())
        }),
        runs("export --growth DIR", |kind| {
            let drawings = series(kind, "--growth")?.ok().context("refused")?;
            drawing(kind, drawings.last().context("no drawings")?)
        })
        .with_one_kind(),
        runs("export --series growth --output DIR", |kind| {
            let drawings = series(kind, "--series growth --output")?.ok().context("refused")?;
            drawing(kind, drawings.last().context("no drawings")?)
        })
        .with_small_kinds(),
        runs("export --series passes --output DIR", |kind| {
            let drawings = series(kind, "--series passes --output")?.ok().context("refused")?;
            drawings.iter().try_for_each(|text| drawing(kind, text))
        })
        .with_small_kinds(),
        runs("export --series reduce --output DIR", |kind| {
            match series(kind, "--series reduce --output")? {
                Ok(drawings) => drawing(kind, drawings.last().context("no drawings")?),
                Err(refused) => refused.is_refusal(2, "the decision tree has more than 400 nodes"),
            }
        })
        .with_small_kinds(),
        runs("export --series restrict:CELL --output DIR", |kind| {
            let Some(&bit) = open(kind).first() else { return Ok(()) };
            let options = format!("--series restrict:{}=0 --output", kind.cell(bit));
            let drawings = series(kind, &options)?.ok().context("refused")?;
            let (first, last) = (drawings.first(), drawings.last());
            drawing(kind, first.context("no drawings")?)?;
            let sets: Vec<u64> =
                kind.solutions.iter().copied().filter(|set| set >> bit & 1 == 0).collect();
            let expected = robdd(&sets, &open(kind)[1..]) - if sets.is_empty() { 1 } else { 2 };
            let drawn = drawn_nodes(last.context("no drawings")?)?;
            ensure!(drawn == expected, "{drawn} nodes are drawn, not {expected}");
            Ok(())
        })
        .with_small_kinds(),
        refused("export --to json --engine sat", "--engine: 'sat' does not answer export"),
        refused("export --to json --engine count", "--engine: 'count' does not answer export"),
        refused("export --to json --engine search", "--engine: 'search' does not answer export"),
        refused(
            "export --to json --engine estimate",
            "--engine: 'estimate' does not answer export",
        ),
    ]
}

/// Returns the bits of the standing cells, in row-major order.
fn standing(kind: &Kind) -> Vec<usize> {
    bits(kind.case.all() & !kind.case.holes).collect()
}

/// Returns the bits of the standing cells that are not decided, in row-major order.
fn open(kind: &Kind) -> Vec<usize> {
    let decided = kind.case.placed | kind.case.excluded;
    standing(kind).into_iter().filter(|bit| decided >> bit & 1 == 0).collect()
}

/// A diagram read from an export.
struct Diagram {
    /// The bit of each variable's cell, in variable order.
    variables: Vec<usize>,
    /// For each inner node, the index of its variable and its two successors.
    nodes: HashMap<u64, (usize, u64, u64)>,
    root: u64,
}

impl Diagram {
    /// True if the diagram is true for a set of cells.
    fn holds(&self, set: u64) -> bool {
        let mut at = self.root;
        while let Some(&(variable, low, high)) = self.nodes.get(&at) {
            at = if set >> self.variables[variable] & 1 == 1 { high } else { low };
        }
        at == 1
    }

    /// Checks that the diagram is the reduced diagram of all solutions over some cells, named by their bits.
    fn is_of(&self, kind: &Kind, cells: &[usize]) -> anyhow::Result<()> {
        let mut variables = self.variables.clone();
        variables.sort_unstable();
        ensure!(variables == cells, "the variables are {variables:?}");
        let nodes = robdd(&kind.solutions, &self.variables);
        // Without solutions, the diagram is the terminal 0.
        let terminals = if kind.number() == 0 { 1 } else { 2 };
        ensure!(self.nodes.len() + terminals == nodes, "{} nodes, not {nodes}", self.nodes.len());
        ensure!(kind.solutions.iter().all(|&solution| self.holds(solution)), "solutions lack");
        let number = self.number(self.root, 0);
        ensure!(number == kind.number() as u128, "{number} solutions");
        Ok(())
    }

    /// Returns the number of assignments to the variables from index `from` on for which a node is true.
    fn number(&self, node: u64, from: usize) -> u128 {
        let Some(&(variable, low, high)) = self.nodes.get(&node) else {
            return u128::from(node == 1) << (self.variables.len() - from);
        };
        let below = self.number(low, variable + 1) + self.number(high, variable + 1);
        below << (variable - from)
    }
}

/// Returns the number of nodes of the reduced ordered BDD of some sets, terminals included. Computed from the
/// definition.
pub(super) fn robdd(sets: &[u64], order: &[usize]) -> usize {
    nodes(sets, order, false)
}

/// As [`robdd`], for the zero-suppressed diagram if `is_zdd` is true.
fn nodes(sets: &[u64], order: &[usize], is_zdd: bool) -> usize {
    let mut sets = sets.to_vec();
    sets.sort_unstable();
    let mut nodes = Nodes { is_zdd, ..Nodes::default() };
    let root = nodes.number(sets, order);
    // The diagram has the terminal 1 if there is a solution.
    nodes.unique.len() + if root == 0 { 1 } else { 2 }
}

/// The nodes of a diagram, by the number of remaining variables and the successors.
#[derive(Default)]
struct Nodes {
    is_zdd: bool,
    unique: BTreeMap<(usize, usize, usize), usize>,
    known: BTreeMap<(usize, Vec<u64>), usize>,
}

impl Nodes {
    /// Returns the number of the node that is true for exactly these sets of the remaining cells. 0 and 1 are the
    /// terminals.
    fn number(&mut self, sets: Vec<u64>, order: &[usize]) -> usize {
        let [first, rest @ ..] = order else { return usize::from(!sets.is_empty()) };
        if sets.is_empty() {
            return 0;
        }
        if let Some(&node) = self.known.get(&(order.len(), sets.clone())) {
            return node;
        }
        let (with, without): (Vec<u64>, Vec<u64>) =
            sets.iter().partition(|set| **set >> first & 1 == 1);
        let with = with.into_iter().map(|set| set & !(1 << first)).collect();
        let (low, high) = (self.number(without, rest), self.number(with, rest));
        let next = self.unique.len() + 2;
        let is_skipped = if self.is_zdd { high == 0 } else { low == high };
        let node = if is_skipped {
            low
        } else {
            *self.unique.entry((order.len(), low, high)).or_insert(next)
        };
        self.known.insert((order.len(), sets), node);
        node
    }
}

/// Returns some sets of standing cells: the solutions, all pairs of cells, and the complements of both.
fn some_sets(kind: &Kind) -> impl Iterator<Item = u64> {
    let standing = kind.case.all() & !kind.case.holes;
    let cells: Vec<usize> = bits(standing).collect();
    let mut sets = kind.solutions.clone();
    for &first in &cells {
        sets.extend(cells.iter().map(|&second| 1 << first | 1_u64 << second));
    }
    sets.into_iter().flat_map(move |set| [set, standing & !set])
}

/// Reads the diagram of a JSON export.
fn diagram(kind: &Kind, json: &Json) -> anyhow::Result<Diagram> {
    let names: Vec<String> = serde_json::from_value(json["variables"].clone())?;
    let variables = names.iter().map(|name| kind.case.bit(name).trailing_zeros() as usize);
    let index = |name: &Json| names.iter().position(|other| name == other.as_str());
    let inner = |node: &Json| {
        let number = |name: &str| node[name].as_u64();
        Some((number("id")?, (index(&node["cell"])?, number("low")?, number("high")?)))
    };
    let nodes = json["nodes"].as_array().context("no nodes")?;
    let nodes = nodes.iter().filter(|node| node.get("cell").is_some()).map(inner);
    Ok(Diagram {
        variables: variables.collect(),
        nodes: nodes.collect::<Option<_>>().context("a node lacks something")?,
        root: json["root"].as_u64().context("no root")?,
    })
}

fn json(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let json = answer.json()?;
    has_problem(kind, &json)?;
    diagram(kind, &json)?.is_of(kind, &standing(kind))
}

fn bytes(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    ensure!(answer.code == 0 && answer.stderr.is_empty());
    let bdd = Bdd::read_as_bytes(&mut answer.bytes.as_slice())?;
    let inner = bdd.pointers().filter(|pointer| !pointer.is_terminal()).map(|pointer| {
        let number = |pointer: biodivine_lib_bdd::BddPointer| pointer.to_index() as u64;
        let (low, high) = (bdd.low_link_of(pointer), bdd.high_link_of(pointer));
        (number(pointer), (bdd.var_of(pointer).to_index(), number(low), number(high)))
    });
    let root = bdd.root_pointer().to_index() as u64;
    Diagram { variables: standing(kind), nodes: inner.collect(), root }.is_of(kind, &standing(kind))
}

fn dot(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let text = answer.text()?;
    let number = |word: &str| word.strip_prefix('n')?.trim_end_matches(';').parse::<u64>().ok();
    let mut labels = HashMap::new();
    let mut edges: HashMap<u64, [Option<u64>; 2]> = HashMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [from, "->", to, style @ ..] = words.as_slice()
            && let (Some(from), Some(to)) = (number(from), number(to))
        {
            edges.entry(from).or_default()[usize::from(style.is_empty())] = Some(to);
            continue;
        }
        for pair in words.windows(2) {
            if let (Some(node), Some(label)) = (number(pair[0]), pair[1].strip_prefix("[label=\""))
            {
                let label = label.split('"').next().unwrap_or_default();
                labels.insert(node, label.to_owned());
            }
        }
    }
    let variables = open(kind);
    let inner = edges.iter().map(|(&node, &[low, high])| {
        let bit = kind.case.bit(labels.get(&node)?).trailing_zeros() as usize;
        Some((node, (variables.iter().position(|other| *other == bit)?, low?, high?)))
    });
    let nodes: HashMap<_, _> = inner.collect::<Option<_>>().context("a node lacks something")?;
    let root = nodes.keys().copied().max().unwrap_or(u64::from(kind.number() > 0));
    Diagram { variables, nodes, root }.is_of(kind, &open(kind))
}

/// Checks that a drawing has all inner nodes.
fn drawing(kind: &Kind, text: &str) -> anyhow::Result<()> {
    let drawn = drawn_nodes(text)?;
    let nodes = robdd(&kind.solutions, &open(kind));
    ensure!(drawn == nodes - terminals(kind), "{drawn} nodes are drawn of {nodes}");
    Ok(())
}

fn terminals(kind: &Kind) -> usize {
    if kind.number() == 0 { 1 } else { 2 }
}

/// Returns the number of inner nodes in a drawing; of several diagrams beside each other, in the last one.
fn drawn_nodes(text: &str) -> anyhow::Result<usize> {
    let document = Document::parse(text)?;
    let is_node = |node: &roxmltree::Node| {
        let class = node.attribute("class").unwrap_or_default();
        node.has_tag_name("g") && class.split(' ').any(|word| word == "node")
    };
    let mut drawings = document.descendants().filter(|node| node.has_tag_name("svg"));
    let last = drawings.next_back().context("no drawing")?;
    Ok(last.descendants().filter(is_node).count())
}

/// Writes a series of drawings. Returns the drawings in their order, or the refusal.
fn series(kind: &Kind, options: &str) -> anyhow::Result<Result<Vec<String>, Answer>> {
    let folder = folder(&format!("{}/{}", options.replace([' ', '-', ':'], ""), kind.slug()));
    let name = folder.to_str().context("no name")?;
    let words = format!("export {options} {name} {}", kind.options());
    let answer = run(&words.split(' ').collect::<Vec<_>>())?;
    if answer.code != 0 {
        return Ok(Err(answer));
    }
    ensure!(answer.text()?.is_empty());
    let files = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<_> = files.collect::<std::io::Result<_>>()?;
    files.sort();
    let drawings: Vec<String> =
        files.iter().map(fs::read_to_string).collect::<std::io::Result<_>>()?;
    let size = |text: &String| text.split(" role=").next().map(str::to_owned);
    ensure!(drawings.iter().map(size).all_equal(), "the drawings differ in size");
    Ok(Ok(drawings))
}

fn dimacs(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let text = answer.text()?;
    let cells = cells_of(text);
    let mut found: Vec<u64> = Vec::new();
    for model in models(text) {
        let value = |variable: usize| {
            model.iter().find(|literal| literal.unsigned_abs() == variable).map(|it| *it > 0)
        };
        // Variables that occur in no clause are free.
        let free: Vec<usize> = (1..=cells.len()).filter(|it| value(*it).is_none()).collect();
        for choice in 0..1_u64 << free.len() {
            let chosen = |variable: &usize| {
                let place = free.iter().position(|other| other == variable);
                value(*variable).or_else(|| Some(choice >> place? & 1 == 1)) == Some(true)
            };
            let pieces = (1..=cells.len()).filter(chosen);
            let bit = |variable: usize| 1_u64 << kind.case.size().index(cells[variable - 1]);
            found.push(pieces.map(bit).sum());
        }
    }
    found.sort_unstable();
    ensure!(found == kind.solutions, "{} models", found.len());
    Ok(())
}

/// Checks that the page has the solutions of the position.
fn page(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let data = html::data(answer.text()?);
    ensure!(html::remaining(&data) == kind.solutions);
    ensure!(data["assist"] == kind.assist.to_string());
    Ok(())
}

fn model(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let text = answer.text()?;
    // Checked if a solver is installed.
    if let Some(found) = minizinc::gecode(text) {
        ensure!(found == kind.number(), "{found} solutions");
    }
    Ok(())
}

/// True if a constraint without variables holds. `None` if it has no such form.
fn holds(line: &str) -> Option<bool> {
    let lists: Vec<Vec<i64>> = line
        .split('[')
        .skip(1)
        .map(|list| list.split(']').next()?.split(',').map(|number| number.parse().ok()).collect())
        .collect::<Option<_>>()?;
    let Some((name, rest)) = line.split_once('(') else {
        let mut words = line.split(' ');
        let number = |word: Option<&str>| word?.parse::<i64>().ok();
        let mut left = number(words.next())?;
        loop {
            match words.next()? {
                "+" => left += number(words.next())?,
                "-" => left -= number(words.next())?,
                relation => {
                    let right = number(words.next())?;
                    let holds = [("=", left == right), ("!=", left != right)];
                    let bounds = [("<=", left <= right), (">=", left >= right)];
                    let mut relations = holds.into_iter().chain(bounds);
                    return relations.find(|(name, _)| *name == relation).map(|(_, holds)| holds);
                }
            }
        }
    };
    match (name, &lists[..]) {
        ("alldifferent", [keys]) => Some(keys.iter().all_unique()),
        ("smooth", [values]) => {
            let mut numbers = rest.split(", ").map(str::parse::<usize>);
            let (changes, most) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
            let large = values.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > most as u64);
            Some(large.count() == changes)
        }
        ("inverse", [first, second]) => {
            let of = |list: &[i64], at: i64| list.get(usize::try_from(at - 1).ok()?).copied();
            Some((1..).zip(first).all(|(at, value)| of(second, *value) == Some(at)))
        }
        _ => None,
    }
}

/// Checks that the model equals the one written without `--model`.
fn usual(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    ensure!(answer.text()? == ask(kind, "export --to minizinc")?.text()?);
    Ok(())
}

/// Checks that the title of a window names the size of the board.
fn window(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let document = Document::parse(answer.text()?)?;
    let size = kind.case.size().to_string();
    let title = document.descendants().find(|node| node.has_tag_name("title"));
    let title = title.and_then(|title| title.text()).context("no title")?;
    ensure!(title.contains(&size), "{title}");
    Ok(())
}

/// Checks the states of all cells in a picture, as far as the kind's assist shows them.
fn picture(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let states = states(&kind.case, &kind.solutions);
    shows(kind, answer.text()?, |bit| match states[bit] {
        CellState::Placed | CellState::Excluded => decided(kind, bit),
        CellState::Attacked if kind.assist != Assist::None => "attacked",
        state if kind.assist == Assist::Full => state.into(),
        _ => "open",
    })
}

/// Checks a sheet with the pieces of one board.
fn sheet(kind: &Kind, text: &str, pieces: u64) -> anyhow::Result<()> {
    shows(kind, text, |bit| match decided(kind, bit) {
        "open" if pieces >> bit & 1 == 1 => "forced",
        decided => decided,
    })
}

/// Returns the word for the decision on a cell.
fn decided(kind: &Kind, bit: usize) -> &'static str {
    let has = |mask: u64| mask >> bit & 1 == 1;
    match () {
        () if has(kind.givens) => "given",
        () if has(kind.case.placed) => "placed",
        () if has(kind.case.excluded) => "excluded",
        () => "open",
    }
}

/// Checks that a picture has the expected word for the state of each standing cell.
fn shows(kind: &Kind, text: &str, expected: impl Fn(usize) -> &'static str) -> anyhow::Result<()> {
    let document = Document::parse(text)?;
    let mut states = HashMap::new();
    for node in document.descendants().filter(|node| node.has_tag_name("rect")) {
        let class = node.attribute("class").unwrap_or_default();
        if let (Some(state), Some(id)) = (class.strip_prefix("cell "), node.attribute("id")) {
            states.insert(kind.case.bit(id), state.to_owned());
        }
    }
    for bit in standing(kind) {
        let state = states.get(&(1 << bit)).context("a cell is missing")?;
        let has = state.split(' ').any(|word| word == expected(bit));
        ensure!(has, "{} is drawn as {state}, not {}", kind.cell(bit), expected(bit));
    }
    Ok(())
}
