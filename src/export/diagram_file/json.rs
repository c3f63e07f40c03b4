//! Reads diagrams in JSON: the format of this program, and the format of dd with complemented edges. Nodes are checked
//! while they are read, so that errors name a line.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::nodes::{FileNodes, Link};
use super::{Contents, Mistake, at_line, check_variables};

/// Reads a diagram with all its roots.
pub(super) fn read(text: &str) -> Result<Contents, Mistake> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let contents = deserializer.deserialize_map(DiagramVisitor);
    contents.and_then(|contents| deserializer.end().map(|()| contents)).map_err(|error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let text = error.to_string();
        at_line(error.line(), text.strip_suffix(&place).unwrap_or(&text))
    })
}

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

/// A diagram that is being read.
struct Reading {
    names: Vec<String>,
    nodes: FileNodes,
    /// The nodes of a file of dd, by their numbers.
    by_number: HashMap<u64, Link>,
}

impl Reading {
    fn new(names: Vec<String>) -> Result<Self, String> {
        check_variables(names.len())?;
        let nodes = FileNodes::new(names.len());
        Ok(Self { names, nodes, by_number: HashMap::new() })
    }

    /// Begins to read a diagram of dd.
    fn of_levels(level_of: HashMap<String, usize>) -> Result<Self, String> {
        let mut names = vec![String::new(); level_of.len()];
        for (name, level) in level_of {
            match names.get_mut(level) {
                Some(place) if place.is_empty() => *place = name,
                Some(_) => return Err(format!("two variables have the level {level}")),
                None => {
                    return Err(format!("'{name}' has the level {level}, beyond all variables"));
                }
            }
        }
        let mut reading = Self::new(names)?;
        reading.nodes.add_terminal(true);
        reading.by_number.insert(1, reading.nodes.terminal(true));
        Ok(reading)
    }

    fn add_own(&mut self, levels: &HashMap<String, usize>, node: OwnNode) -> Result<(), String> {
        let (OwnNode::Inner { id, .. } | OwnNode::Terminal { id, .. }) = node;
        if id != self.nodes.len() {
            return Err(format!("{id} is not the number of the next node, {}", self.nodes.len()));
        }
        let OwnNode::Inner { cell, low, high, .. } = node else {
            self.nodes.add_terminal(matches!(node, OwnNode::Terminal { value: true, .. }));
            return Ok(());
        };
        let level = *levels.get(&cell).ok_or_else(|| format!("'{cell}' is not a variable"))?;
        let link =
            |id| self.nodes.get(id).ok_or_else(|| format!("node {id} is not an earlier node"));
        let (low, high) = (link(low)?, link(high)?);
        self.nodes.add(level, low, high).map(drop)
    }

    fn add_dd(&mut self, number: u64, node: (usize, DdEdge, DdEdge)) -> Result<(), String> {
        let (level, low, high) = node;
        let (low, high) = (self.link(&low)?, self.link(&high)?);
        let link = self.nodes.add(level, low, high)?;
        let is_new = self.by_number.insert(number, link).is_none();
        if is_new { Ok(()) } else { Err(format!("there are two nodes {number}")) }
    }

    fn link(&mut self, edge: &DdEdge) -> Result<Link, String> {
        match edge {
            DdEdge::Terminal(word) if word == "T" => Ok(self.nodes.terminal(true)),
            DdEdge::Terminal(word) if word == "F" => Ok(self.nodes.terminal(false)),
            DdEdge::Terminal(word) => Err(format!("'{word}' is not a terminal")),
            DdEdge::Number(number) => {
                let link = self.by_number.get(&number.unsigned_abs()).copied();
                let link = link.ok_or_else(|| format!("{number} is not an earlier node"))?;
                Ok(if *number < 0 { self.nodes.complement(link) } else { link })
            }
        }
    }

    fn roots(&mut self, roots: DdRoots) -> Result<Vec<(String, Link)>, String> {
        let roots: Vec<(String, DdEdge)> = match roots {
            DdRoots::List(roots) => (1..)
                .zip(roots)
                .map(|(place, edge): (usize, _)| (place.to_string(), edge))
                .collect(),
            DdRoots::Named(roots) => roots.into_iter().collect(),
        };
        // With CUDD, dd does not write the number of the terminal. An unknown number is the terminal.
        let has_nodes = self.nodes.len() > 1;
        let mut link = |edge: DdEdge| match edge {
            DdEdge::Number(number) if !has_nodes && number != 0 => {
                Ok(self.nodes.terminal(number > 0))
            }
            edge => self.link(&edge),
        };
        roots.into_iter().map(|(name, edge)| Ok((name, link(edge)?))).collect()
    }
}

struct DiagramVisitor;

impl<'de> Visitor<'de> for DiagramVisitor {
    type Value = Contents;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a diagram: an object with its variables and nodes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Contents, A::Error> {
        let (mut reading, mut root, mut dd_roots): (Option<Reading>, Option<usize>, _) =
            Default::default();
        let late = || A::Error::custom("the variables must stand before the nodes");
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "variables" | "level_of_var" if reading.is_some() => {
                    return Err(A::Error::custom(format!("'{key}' occurs twice")));
                }
                "variables" => {
                    reading = Some(Reading::new(map.next_value()?).map_err(A::Error::custom)?);
                }
                "level_of_var" => {
                    let levels = map.next_value()?;
                    reading = Some(Reading::of_levels(levels).map_err(A::Error::custom)?);
                }
                "root" => root = Some(map.next_value()?),
                "roots" => dd_roots = Some(map.next_value::<DdRoots>()?),
                "nodes" => {
                    let reading = reading.as_mut().ok_or_else(late)?;
                    let levels =
                        (0..).zip(&reading.names).map(|(level, name)| (name.clone(), level));
                    let levels: HashMap<String, usize> = levels.collect();
                    map.next_value_seed(Each::new(|node| reading.add_own(&levels, node)))?;
                }
                other => match other.parse() {
                    Ok(number) => {
                        let node = map.next_value()?;
                        let reading = reading.as_mut().ok_or_else(late)?;
                        reading.add_dd(number, node).map_err(A::Error::custom)?;
                    }
                    Err(_) => drop(map.next_value::<IgnoredAny>()?),
                },
            }
        }
        let missing = |what| A::Error::custom(format!("this is not a diagram: {what} missing"));
        let mut reading = reading.ok_or_else(|| missing("its variables are"))?;
        let roots = match (root, dd_roots) {
            (Some(root), None) => {
                let link = reading.nodes.get(root);
                vec![(
                    "1".to_owned(),
                    link.ok_or_else(|| A::Error::custom("the root is not a node"))?,
                )]
            }
            (None, Some(roots)) => reading.roots(roots).map_err(A::Error::custom)?,
            (Some(_), Some(_)) | (None, None) => return Err(missing("its root is")),
        };
        Ok(Contents { names: (reading.names, true), nodes: reading.nodes, roots })
    }
}

/// Reads a list, and calls a function for each entry.
struct Each<T, F>(F, PhantomData<T>);

impl<T, F: FnMut(T) -> Result<(), String>> Each<T, F> {
    const fn new(each: F) -> Self {
        Self(each, PhantomData)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), String>> DeserializeSeed<'de>
    for Each<T, F>
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), String>> Visitor<'de> for Each<T, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        while let Some(entry) = entries.next_element()? {
            (self.0)(entry).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}
