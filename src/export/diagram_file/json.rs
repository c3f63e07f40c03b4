//! Reads diagrams in JSON: the format of this program, and the format of dd with complemented edges. Parts of the text are
//! parsed one by one, so that errors name a line.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::nodes::{FileNodes, Link};
use super::{Contents, Mistake, at_line, check_variables};

/// A node of this program's JSON.
#[derive(Deserialize)]
#[serde(untagged)]
enum OwnNode {
    Inner { id: usize, cell: String, low: usize, high: usize },
    Terminal { id: usize, value: bool },
}

/// An edge in dd's JSON: the number of a node, negative for the complement, or a terminal.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum DdEdge {
    Number(i64),
    Terminal(String),
}

/// The roots in dd's JSON.
#[derive(Deserialize)]
#[serde(untagged)]
enum DdRoots {
    List(Vec<DdEdge>),
    Named(BTreeMap<String, DdEdge>),
}

/// The text of a file, and its entries.
struct JsonFile<'a> {
    text: &'a str,
    entries: HashMap<String, &'a RawValue>,
}

/// Reads a diagram with all its roots.
pub(super) fn read(text: &str) -> Result<Contents, Mistake> {
    let file = JsonFile { text, entries: parse(text, text)? };
    if file.entries.contains_key("level_of_var") { file.of_dd() } else { file.own() }
}

/// Parses a part of a text.
///
/// # Errors
/// When the part has another form. The line is counted in the whole text.
fn parse<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, Mistake> {
    serde_json::from_str(part).map_err(|error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let reason = error.to_string();
        let reason = reason.strip_suffix(&place).unwrap_or(&reason);
        at_line(line_of(text, part) + error.line().max(1) - 1, reason)
    })
}

/// The line of a text on which a part of it begins.
fn line_of(text: &str, part: &str) -> usize {
    let begin = part.as_ptr().addr() - text.as_ptr().addr();
    text.as_bytes()[..begin].split(|&byte| byte == b'\n').count()
}

impl<'a> JsonFile<'a> {
    /// The text of a value, and the value.
    fn value<T: Deserialize<'a>>(&self, key: &str, missing: &str) -> Result<(&'a str, T), Mistake> {
        let value = self.entries.get(key);
        let value =
            value.ok_or_else(|| (None, format!("this is not a diagram: {missing} missing")))?;
        Ok((value.get(), parse(self.text, value.get())?))
    }

    /// Adds the line of a part of the text to the reason of an error.
    fn at<T>(&self, part: &str, result: Result<T, String>) -> Result<T, Mistake> {
        result.map_err(|reason| at_line(line_of(self.text, part), reason))
    }

    /// Reads a diagram of this program.
    fn own(&self) -> Result<Contents, Mistake> {
        let (part, names): (_, Vec<String>) = self.value("variables", "its variables are")?;
        self.at(part, check_variables(names.len()))?;
        let levels: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let mut nodes = FileNodes::new(names.len());
        let (_, list): (_, Vec<&RawValue>) = self.value("nodes", "its nodes are")?;
        for node in list {
            let added = add_own(&mut nodes, &levels, parse(self.text, node.get())?);
            self.at(node.get(), added)?;
        }
        let (part, root) = self.value("root", "its root is")?;
        let root =
            self.at(part, nodes.get(root).ok_or_else(|| "the root is not a node".to_owned()))?;
        Ok(Contents { names: (names, true), nodes, roots: vec![("1".to_owned(), root)] })
    }

    /// Reads a diagram of dd.
    fn of_dd(&self) -> Result<Contents, Mistake> {
        let (part, levels) = self.value("level_of_var", "its variables are")?;
        let names = self.at(part, names(levels))?;
        let mut nodes = FileNodes::new(names.len());
        nodes.add_terminal(true);
        let mut links = HashMap::from([(1, nodes.terminal(true))]);
        let numbered =
            self.entries.iter().filter_map(|(key, node)| Some((key.parse().ok()?, node.get())));
        let mut numbered: Vec<(u64, &str)> = numbered.collect();
        // A node comes after its children.
        numbered.sort_unstable_by_key(|(_, node)| node.as_ptr().addr());
        for (number, part) in numbered {
            let (level, low, high): (usize, DdEdge, DdEdge) = parse(self.text, part)?;
            let mut add = || {
                let (low, high) =
                    (link(&mut nodes, &links, &low)?, link(&mut nodes, &links, &high)?);
                nodes.add(level, low, high)
            };
            links.insert(number, self.at(part, add())?);
        }
        let (part, roots): (_, DdRoots) = self.value("roots", "its root is")?;
        let roots: Vec<(String, DdEdge)> = match roots {
            DdRoots::List(roots) => (1..)
                .zip(roots)
                .map(|(place, edge): (usize, _)| (place.to_string(), edge))
                .collect(),
            DdRoots::Named(roots) => roots.into_iter().collect(),
        };
        // With CUDD, dd does not write the number of the terminal. An unknown number is the terminal.
        let has_nodes = nodes.len() > 1;
        let mut root = |(name, edge)| match edge {
            DdEdge::Number(number) if !has_nodes && number != 0 => {
                Ok((name, nodes.terminal(number > 0)))
            }
            edge => Ok((name, self.at(part, link(&mut nodes, &links, &edge))?)),
        };
        let roots = roots.into_iter().map(&mut root).collect::<Result<_, Mistake>>()?;
        Ok(Contents { names: (names, true), nodes, roots })
    }
}

/// The names of dd's variables by level.
fn names(levels: HashMap<String, usize>) -> Result<Vec<String>, String> {
    check_variables(levels.len())?;
    let mut names = vec![String::new(); levels.len()];
    for (name, level) in levels {
        match names.get_mut(level) {
            Some(place) if place.is_empty() => *place = name,
            Some(_) => return Err(format!("two variables have the level {level}")),
            None => return Err(format!("'{name}' has the level {level}, beyond all variables")),
        }
    }
    Ok(names)
}

fn add_own(
    nodes: &mut FileNodes,
    levels: &HashMap<&str, usize>,
    node: OwnNode,
) -> Result<(), String> {
    let (OwnNode::Inner { id, .. } | OwnNode::Terminal { id, .. }) = node;
    if id != nodes.len() {
        return Err(format!("{id} is not the number of the next node, {}", nodes.len()));
    }
    let OwnNode::Inner { cell, low, high, .. } = node else {
        nodes.add_terminal(matches!(node, OwnNode::Terminal { value: true, .. }));
        return Ok(());
    };
    let level = levels.get(&*cell).ok_or_else(|| format!("'{cell}' is not a variable"))?;
    let link = |id| nodes.get(id).ok_or_else(|| format!("node {id} is not an earlier node"));
    let (low, high) = (link(low)?, link(high)?);
    nodes.add(*level, low, high).map(drop)
}

/// The target of an edge of dd.
fn link(nodes: &mut FileNodes, links: &HashMap<u64, Link>, edge: &DdEdge) -> Result<Link, String> {
    match edge {
        DdEdge::Terminal(word) if word == "T" => Ok(nodes.terminal(true)),
        DdEdge::Terminal(word) if word == "F" => Ok(nodes.terminal(false)),
        DdEdge::Terminal(word) => Err(format!("'{word}' is not a terminal")),
        DdEdge::Number(number) => {
            let link = links.get(&number.unsigned_abs()).copied();
            let link = link.ok_or_else(|| format!("{number} is not an earlier node"))?;
            Ok(if *number < 0 { nodes.complement(link) } else { link })
        }
    }
}
