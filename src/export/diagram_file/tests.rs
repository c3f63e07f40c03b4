//! Random diagrams of up to six variables, compared with their truth tables.

use std::fmt::Write;

use biodivine_lib_bdd::{BddValuation, BddVariableSet};
use itertools::Itertools;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{Graph, NodeSource, bdd_bytes, dddmp, json};
use engine::Budget;

/// A function of `variables`, given by one bit for each assignment. The first variable is the highest bit of an assignment.
#[derive(Clone, Copy, Debug)]
struct Table {
    variables: usize,
    bits: u64,
}

impl Table {
    /// A random function. It may be constant or independent of some variables.
    fn random(random: &mut impl Rng) -> Self {
        let variables = random.gen_range(0..=6);
        let ignored: u32 = if random.gen_bool(0.5) { 0 } else { random.gen_range(0..64) };
        let (drawn, mut bits): (u64, u64) = (random.gen_range(0..=u64::MAX), 0);
        (0..1_u32 << variables).for_each(|it| bits |= (drawn >> (it & !ignored) & 1) << it);
        Self { variables, bits }
    }

    /// The cofactors of the first variable: for false, then for true.
    fn cofactors(self) -> [Self; 2] {
        let variables = self.variables - 1;
        let half = 1_u32 << variables;
        let mask = u64::MAX >> (64 - half);
        [0, half].map(|by| Self { variables, bits: self.bits >> by & mask })
    }

    fn bdd(self) -> Bdd {
        let set = BddVariableSet::new_anonymous(self.variables as u16);
        let mut bdd = set.mk_false();
        for assignment in (0..1_u64 << self.variables).filter(|it| self.bits >> it & 1 == 1) {
            bdd = bdd.or(&self.valuation(assignment).mk_bdd());
        }
        bdd
    }

    fn valuation(self, assignment: u64) -> BddValuation {
        let value = |variable: usize| assignment >> (self.variables - 1 - variable) & 1 == 1;
        BddValuation::new((0..self.variables).map(value).collect())
    }

    fn check(self, file: &DiagramFile, text: &str) {
        assert_eq!(usize::from(file.bdd.num_vars()), self.variables, "{text}");
        for assignment in 0..1 << self.variables {
            let value = file.bdd.eval_in(&self.valuation(assignment));
            assert_eq!(value, self.bits >> assignment & 1 == 1, "{text}");
        }
        assert_eq!(file.bdd.size(), self.bdd().size(), "{text}");
        assert_eq!(file.bdd.validate(), Ok(()), "{text}");
    }
}

/// Random cells in random order, as names of variables.
fn cells(variables: usize, random: &mut impl Rng) -> Vec<Cell> {
    let size: Size = "2x3".parse().unwrap();
    let mut cells: Vec<Cell> = size.iter().collect();
    cells.shuffle(random);
    cells.truncate(variables);
    cells
}

/// The table in all formats of this program.
fn own_formats(table: Table, cells: &[Cell]) -> [Vec<u8>; 3] {
    let graph = Graph::new(String::new(), cells.to_vec(), table.bdd());
    let (source, budget) = (NodeSource::from(&graph), Budget::default());
    let mut texts: [Vec<u8>; 3] = Default::default();
    dddmp(&source, &budget, &mut texts[0]).unwrap();
    json(&source, &serde_json::json!({"title": "random"}), &mut texts[1]).unwrap();
    bdd_bytes(&source, &mut texts[2]).unwrap();
    texts
}

/// Writes the decision tree of a table, without sharing nodes, so that the file is not reduced. Returns the number of the
/// root, negative if it is complemented. Some nodes are replaced by their complements.
fn write_tree(
    table: Table,
    (level, next): (usize, &mut i64),
    node: &mut dyn FnMut(i64, usize, [i64; 2]),
    random: &mut impl Rng,
) -> i64 {
    if table.variables == 0 {
        return if table.bits == 1 { 1 } else { -1 };
    }
    let [low, high] =
        table.cofactors().map(|half| write_tree(half, (level + 1, next), node, random));
    *next += 1;
    let flips = random.gen_bool(0.3);
    node(*next, level, if flips { [-low, -high] } else { [low, high] });
    if flips { -*next } else { *next }
}

/// A tree in OxiDD's form without names. The numbers of the variables differ from their levels.
fn unreduced_dddmp(table: Table, random: &mut impl Rng) -> String {
    let (mut nodes, mut next) = (String::from("1 T 0 0\n"), 1);
    let mut node = |number: i64, level: usize, [low, high]: [i64; 2]| {
        writeln!(nodes, "{number} {level} {high} {low}").unwrap();
    };
    let root = write_tree(table, (0, &mut next), &mut node, random);
    let mut levels: Vec<usize> = (0..table.variables).collect();
    levels.shuffle(random);
    let (count, ids) = (table.variables, (0..table.variables).join(" "));
    format!(
        ".ver DDDMP-2.0\n.mode A\n.varinfo 4\n.nnodes {next}\n.nvars {count}\n.nsuppvars {count}\n\
         .ids {ids}\n.permids {}\n.nroots 1\n.rootids {root}\n.nodes\n{nodes}.end\n",
        levels.iter().join(" ")
    )
}

/// A tree in dd's form.
fn unreduced_dd(table: Table, cells: &[Cell], random: &mut impl Rng) -> String {
    let (mut nodes, mut next) = (String::new(), 1);
    let edge = |to: i64| match to {
        1 => "\"T\"".to_owned(),
        -1 => "\"F\"".to_owned(),
        node => node.to_string(),
    };
    let mut node = |number: i64, level: usize, [low, high]: [i64; 2]| {
        write!(nodes, ",\n\"{number}\": [{level}, {}, {}]", edge(low), edge(high)).unwrap();
    };
    let root = write_tree(table, (0, &mut next), &mut node, random);
    let levels = (0..).zip(cells).map(|(level, cell): (usize, _)| format!("\"{cell}\": {level}"));
    let levels = levels.collect::<Vec<_>>().join(", ");
    format!("{{\n\"level_of_var\": {{{levels}}},\n\"roots\": [{root}]{nodes}\n}}\n")
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = ChaCha8Rng::seed_from_u64(48);
    for _ in 0..2_000 {
        let table = Table::random(&mut random);
        let cells = cells(table.variables, &mut random);
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        for (index, bytes) in own_formats(table, &cells).iter().enumerate() {
            let text = String::from_utf8_lossy(bytes);
            let file = DiagramFile::parse(bytes, None).unwrap();
            table.check(&file, &text);
            assert!(file.facts.is_reduced(), "{:?} {text}", file.facts);
            if index < 2 {
                assert_eq!(file.names, names, "{text}");
            }
        }
        let text = table.bdd().to_string();
        table.check(&DiagramFile::parse(text.as_bytes(), None).unwrap(), &text);
        let dd = unreduced_dd(table, &cells, &mut random);
        for text in [unreduced_dddmp(table, &mut random), dd] {
            let file = DiagramFile::parse(text.as_bytes(), None).unwrap();
            table.check(&file, &text);
            // A tree is reduced only if all its functions are different.
            let is_small = table.bdd().size() == file.facts.stored_nodes + 1;
            assert!(!file.facts.is_reduced() || table.variables < 2 || is_small, "{text}");
        }
    }
}

#[test]
fn damaged_files_are_refused_or_are_diagrams() {
    let mut random = ChaCha8Rng::seed_from_u64(49);
    let (mut refused, mut all) = (0, 0);
    while all < 2_000 {
        let table = Table::random(&mut random);
        let cells = cells(table.variables, &mut random);
        let [dddmp, json, bytes] = own_formats(table, &cells);
        let dd = unreduced_dd(table, &cells, &mut random).into_bytes();
        let tree = unreduced_dddmp(table, &mut random).into_bytes();
        for (mut bytes, has_lines) in
            [(dddmp, true), (json, true), (bytes, false), (dd, true), (tree, true)]
        {
            for _ in 0..random.gen_range(1..4) {
                let (at, other) =
                    (random.gen_range(0..bytes.len()), random.gen_range(0..bytes.len()));
                match random.gen_range(0..6) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = random.gen_range(0..=u8::MAX),
                    2 => bytes[at] = b"-0123456789 \n"[random.gen_range(0..13)],
                    3 => bytes.swap(at, other),
                    4 => drop(bytes.drain(at.min(other)..at.max(other)).collect::<Vec<_>>()),
                    _ => {
                        bytes
                            .splice(at..at, b"99999999999999999999".iter().copied())
                            .for_each(drop);
                    }
                }
                if bytes.is_empty() {
                    bytes.push(b'.');
                }
            }
            all += 1;
            match DiagramFile::parse(&bytes, None) {
                Ok(file) => {
                    assert_eq!(file.bdd.validate(), Ok(()));
                    assert_eq!(usize::from(file.bdd.num_vars()), file.names.len());
                }
                Err((line, reason)) => {
                    refused += 1;
                    let lines = bytes.split(|&byte| byte == b'\n').count();
                    assert!(
                        line.is_none_or(|line| (1..=lines).contains(&line)),
                        "{line:?} {reason}"
                    );
                    let is_whole = ["this is not a diagram", "two variables", "choose one of"];
                    let names_file = is_whole.iter().any(|start| reason.starts_with(start));
                    let is_bdd = reason.starts_with("node ") || reason.starts_with("the last node");
                    assert!(line.is_some() || !has_lines || names_file || is_bdd, "{reason}");
                }
            }
        }
    }
    assert!(refused > all / 2, "{refused} of {all}");
}

/// The DDDMP file of `a1 and not b1` with a change.
fn changed(from: &str, to: &str) -> String {
    let text = ".ver DDDMP-2.0\n.mode A\n.varinfo 3\n.nnodes 3\n.nvars 2\n.nsuppvars 2\n.suppvarnames a1 b1\n\
                .orderedvarnames a1 b1\n.ids 0 1\n.permids 0 1\n.nroots 1\n.rootids -3\n.nodes\n1 T 1 0 0\n\
                2 b1 1 1 -1\n3 a1 0 2 1\n.end\n";
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn hostile_files_are_refused_with_line_and_reason() {
    let file = DiagramFile::parse(changed("", "").as_bytes(), None).unwrap();
    assert_eq!((file.bdd.exact_cardinality(), file.facts.complement_nodes), (1_u8.into(), 3));
    for (from, to, line, reason) in [
        ("3 a1 0 2 1", "3 a1 0 3 1", 16, "'3' is not the number of an earlier node"),
        ("2 b1 1 1 -1", "2 b1 1 1 -3", 15, "'-3' is not the number of an earlier node"),
        (
            "3 a1 0 2 1",
            "3 a1 1 2 1",
            16,
            "an edge leads to a variable that is not later in the order",
        ),
        ("3 a1 0 2 1", "3 a1 2 2 1", 16, "'2' is not the place of a variable"),
        ("3 a1 0 2 1", "4 a1 0 2 1", 16, "'4' is not the number of the next node, 3"),
        (".nnodes 3", ".nnodes 4", 17, "there are 3 nodes, but '.nnodes' is 4"),
        (
            ".nnodes 3",
            ".nnodes 99999999999999999999999",
            4,
            "'99999999999999999999999' is not a number, or too large",
        ),
        (
            ".nvars 2",
            ".nvars 70000",
            5,
            "70000 variables are more than a BDD of the library can have (65533)",
        ),
        (".nsuppvars 2", ".nsuppvars 3", 9, "'.nsuppvars' is not the number of '.ids'"),
        (".permids 0 1", ".permids 1 1", 10, "1 occurs twice"),
        (".permids 0 1", ".permids 0 7", 10, "7 is not below 2"),
        (".suppvarnames a1", ".suppvarnames a2", 7, "'a2' is elsewhere in '.orderedvarnames'"),
        (".rootids -3", ".rootids 4", 12, "'4' is not the number of an earlier node"),
        (".rootids -3\n", "", 12, "'.rootids' is missing"),
        (".rootids -3", ".rootids 3 2", 12, "'.rootids' has 2 words, not 1"),
        (".mode A", ".mode B", 2, "the binary mode is not read: only '.mode A'"),
        (".mode A", ".mode A\n.add", 3, "this is an ADD, not a BDD"),
        (".end\n", "", 13, "the end is missing: there is no '.end' after the nodes"),
        (".end\n", ".end\nmore", 18, "there is text after '.end'"),
        (".nodes", ".knots", 13, "'.knots' is not a keyword of DDDMP"),
    ] {
        let found = DiagramFile::parse(changed(from, to).as_bytes(), None).unwrap_err();
        assert_eq!(found, (Some(line), reason.to_owned()), "{to}");
    }
    let levels = "{\n\"level_of_var\": {\"a\": 0, \"b\": 1},\n";
    for (text, line, reason) in [
        (format!("{levels}\"roots\": [4],\n\"4\": [0, 5, \"T\"],\n\"5\": [1, \"F\", \"T\"]}}"), 4, "5 is not an earlier node"),
        (format!("{levels}\"roots\": [4],\n\"4\": [0, 4, \"T\"]}}"), 4, "4 is not an earlier node"),
        (format!("{levels}\"roots\": [4],\n\"4\": [0, \"X\", \"T\"]}}"), 4, "'X' is not a terminal"),
        (
            format!("{levels}\"5\": [1, \"F\", \"T\"],\n\"4\": [1, 5, \"T\"]}}"),
            4,
            "an edge leads to a variable that is not later in the order",
        ),
        ("{\n\"level_of_var\": {\"a\": 1}}".to_owned(), 2, "'a' has the level 1, beyond all variables"),
        (format!("{levels}\"4\": [0, \"F\", \"T\"],\n\"roots\":\n[5]}}"), 5, "5 is not an earlier node"),
        (
            "{\"variables\": [\"a1\"], \"root\": 2,\n\"nodes\": [{\"id\": 0, \"value\": false},\n{\"id\": 2, \"value\": true}]}".to_owned(),
            3,
            "2 is not the number of the next node, 1",
        ),
    ] {
        let found = DiagramFile::parse(text.as_bytes(), None).unwrap_err();
        assert_eq!(found, (Some(line), reason.to_owned()), "{text}");
    }
    for (text, reason) in [
        ("|2,0,0|2,1,1|0,2,1|", "node 2: node 2 is not an earlier node"),
        (
            "|2,0,0|2,1,1|1,0,1|1,2,0|",
            "node 3: an edge leads to a variable that is not later in the order",
        ),
        ("|2,0,0|3,1,1|", "node 1: this is not the terminal 1"),
        ("{\n\"4\": [1, \"F\", \"T\"]}", "this is not a diagram: its variables are missing"),
        ("{\"variables\": [\"a1\"], \"root\": 0}", "this is not a diagram: its nodes are missing"),
    ] {
        let found = DiagramFile::parse(text.as_bytes(), None).unwrap_err();
        assert_eq!(found, (None, reason.to_owned()));
    }
}

/// Regression: the first byte of these numbers of variables is that of a text.
#[test]
fn a_binary_file_that_begins_like_a_text_is_read() {
    for variables in [46, 123, 124] {
        let set = BddVariableSet::new_anonymous(variables);
        let bdd = set.mk_var(set.variables()[3]);
        let file = DiagramFile::parse(&bdd.to_bytes(), None).unwrap();
        assert_eq!((file.names.len(), file.bdd), (variables.into(), bdd));
    }
    let binary = [&b".ver DDDMP-2.0\n.mode B\n.nodes\n"[..], &[0xff, 0x80]].concat();
    let (line, reason) = DiagramFile::parse(&binary, None).unwrap_err();
    assert!(line == Some(4) && reason.contains("only '.mode A' is read"), "{line:?} {reason}");
}

#[test]
fn one_of_several_roots_is_chosen() {
    let text = changed(".nroots 1\n.rootids -3", ".nroots 2\n.rootids 2 -3\n.rootnames f g");
    let read = |root| DiagramFile::parse(text.as_bytes(), root);
    let solutions = |root| read(Some(root)).unwrap().bdd.exact_cardinality();
    assert_eq!([solutions("f"), solutions("g"), solutions("2")], [2_u8, 1, 1].map(Into::into));
    let choose = "choose one of its 2 roots with --root: f, g";
    assert_eq!(read(None).unwrap_err().1, choose);
    assert_eq!(read(Some("3")).unwrap_err().1, choose);
    assert_eq!(read(Some("f")).unwrap().facts.unreached_nodes, 1);
}

#[test]
fn variables_named_like_cells_stand_on_the_smallest_board() {
    let file = |names: &[&str]| DiagramFile {
        format: Format::Dddmp,
        names: names.iter().map(ToString::to_string).collect(),
        has_names: true,
        bdd: BddVariableSet::new_anonymous(names.len() as u16).mk_true(),
        facts: NodeFacts::default(),
    };
    let cells = |names: &[&str], size: Option<&str>| {
        let found = file(names).cells(size.map(|size| size.parse().unwrap()))?;
        Some((found.size.to_string(), found.cells.iter().join(" "), found.are_named))
    };
    let found =
        |size: &str, cells: &str, are_named| Some((size.to_owned(), cells.to_owned(), are_named));
    assert_eq!(cells(&["b2", "a1", "c1"], None), found("2×3", "b2 a1 c1", true));
    assert_eq!(cells(&["x_a1", "x_a2"], Some("4")), found("4×4", "a1 a2", true));
    let numbers = ["x1", "x2", "x3", "x4"];
    assert_eq!(cells(&numbers, None), None);
    assert_eq!(cells(&numbers, Some("2")), found("2×2", "a1 b1 a2 b2", false));
    assert_eq!(cells(&numbers, Some("1x3")), None);
    assert_eq!(cells(&["a1", "x_a1"], None), None);
    assert_eq!(cells(&["cat", "dog"], Some("1x2")), found("1×2", "a1 b1", false));
}
