//! Steps as sentences.

use std::fmt;

use super::step::{Refutation, Step};
use super::technique::Technique;
use crate::list::List;
use crate::rule_words::{group_in_words, rules_in_words};
use geometry::Cell;
use problem::{Rule, Value};

impl fmt::Display for Step {
    /// What to do and why, as in `exclude c1 and d1: region a needs all the room in row 1`. The steps of a
    /// contradiction are not told.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [("place", &self.place), ("exclude", &self.exclude)];
        let mut parts = lists.iter().filter(|(_, cells)| !cells.is_empty());
        if let Some((verb, cells)) = parts.next() {
            write!(f, "{verb} {}", List(cells))?;
        }
        for (verb, cells) in parts {
            write!(f, ", {verb} {}", List(cells))?;
        }
        f.write_str(": ")?;
        self.fmt_reason(f)
    }
}

impl Step {
    /// Why it follows, as in `region a needs all the room in row 1`.
    #[must_use]
    pub fn reason(&self) -> String {
        struct Reason<'a>(&'a Step);
        impl fmt::Display for Reason<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt_reason(f)
            }
        }
        Reason(self).to_string()
    }

    fn fmt_reason(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups: Vec<String> = self.groups.iter().map(|name| in_words(name)).collect();
        let first = groups.first().map_or("", String::as_str);
        match self.technique {
            Technique::LastCell if self.place.len() == 1 => {
                write!(f, "{first} has no other cell left")
            }
            Technique::LastCell => write!(f, "{first} has no other cells left"),
            Technique::FullGroup => write!(f, "{first} has all its pieces"),
            Technique::AttackedByGroup => {
                write!(f, "a piece on any open cell of {first} attacks {}", it(&self.exclude))
            }
            Technique::Starving => write!(f, "a piece there leaves {first} too few cells"),
            Technique::Groups1 => within(f, &groups, 1),
            Technique::Groups2 => within(f, &groups, 2),
            Technique::Groups3 => within(f, &groups, 3),
            Technique::NoTouch => {
                write!(f, "otherwise {first} has no room for pieces that do not attack each other")
            }
            Technique::Halves => {
                let second = groups.get(1).map_or("", String::as_str);
                write!(
                    f,
                    "each part of {first}, in {second} and outside, holds the pieces for which the \
                     other has no room"
                )
            }
            Technique::Contradiction => {
                self.refuted.as_ref().map_or(Ok(()), |it| write!(f, "{it}"))
            }
            Technique::Rules => {
                let rules: Vec<Rule> =
                    self.groups.iter().map(|name| Rule::from_name(name)).collect();
                write!(f, "it follows from {}", rules_in_words(&rules, usize::MAX))
            }
        }
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let assumed = match self.assume.1 {
            Value::Placed => "a piece there",
            Value::Excluded => "no piece there",
        };
        let steps = match self.then.len() {
            1 => "1 step".to_owned(),
            number => format!("{number} steps"),
        };
        write!(f, "with {assumed}, {} cannot be completed after {steps}", in_words(&self.empty))
    }
}

fn it(cells: &[Cell]) -> &'static str {
    if cells.len() == 1 { "it" } else { "them" }
}

fn within(f: &mut fmt::Formatter<'_>, groups: &[String], number: usize) -> fmt::Result {
    let (inner, outer) = groups.split_at(number.min(groups.len()));
    let verb = if number == 1 { "needs" } else { "need" };
    write!(f, "{} {verb} all the room in {}", List(inner), List(outer))
}

/// The name of a group or a board rule in a sentence.
fn in_words(name: &str) -> String {
    match name.split_once('=') {
        Some(("pieces", number)) => format!("the board with its {number} pieces"),
        _ if name == "pieces" => "the board".to_owned(),
        _ => match name.strip_prefix("board ") {
            Some(cell) => format!("the attacks of {cell}"),
            None => group_in_words(name),
        },
    }
}
