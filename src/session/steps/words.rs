//! Steps as sentences.

use std::fmt;

use super::step::{Refutation, Step};
use super::technique::Technique;
use crate::list::ListInWords;
use crate::rule_words::{GroupNames, PLAIN_NAMES, group_in_words, rules_in_words};
use geometry::Cell;
use problem::{GroupId, Value};

/// Maximum number of cells, and of board rules, that a hint names.
pub(crate) const NAMED: usize = 8;

/// Cells by name, at most [`NAMED`], in words.
pub(crate) fn cells_in_words(cells: &[Cell]) -> String {
    if cells.len() <= NAMED {
        return ListInWords(cells).to_string();
    }
    let mut named: Vec<String> = cells.iter().take(NAMED).map(Cell::to_string).collect();
    named.push(format!("{} more", cells.len() - NAMED));
    ListInWords(&named).to_string()
}

impl fmt::Display for Step {
    /// Says what to do and why, as in `exclude c1 and d1: region a needs all the room in row 1`. Leaves out the
    /// steps of a contradiction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [("place", &self.place), ("exclude", &self.exclude)];
        let mut parts = lists.iter().filter(|(_, cells)| !cells.is_empty());
        if let Some((verb, cells)) = parts.next() {
            write!(f, "{verb} {}", ListInWords(cells))?;
        }
        for (verb, cells) in parts {
            write!(f, ", {verb} {}", ListInWords(cells))?;
        }
        write!(f, ": {}", self.reason(usize::MAX, PLAIN_NAMES))
    }
}

impl Step {
    /// Says what to do and why, naming at most [`NAMED`] cells of each kind.
    pub fn in_words(&self, names: GroupNames<'_>) -> String {
        let part = |verb: &str, list: &[Cell]| {
            (!list.is_empty()).then(|| format!("{verb} {}", cells_in_words(list)))
        };
        let parts = [part("place", &self.place), part("exclude", &self.exclude)];
        let settled = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        format!("{settled}: {}", self.reason(NAMED, names))
    }

    /// The reason of the step, as in `region a needs all the room in row 1`. Names at most `most` cells of
    /// board rules or covers.
    pub fn reason(&self, most: usize, names: GroupNames<'_>) -> String {
        let groups: Vec<String> = self.groups().map(|group| in_words(group, names)).collect();
        let first = groups.first().map_or("", String::as_str);
        let Some([first_ones, others]) = self.sides(&groups) else { return no_room(&groups) };
        match self.technique {
            Technique::LastCell if self.place.len() == 1 => {
                format!("{first} has no other cell left")
            }
            Technique::LastCell => format!("{first} has no other cells left"),
            Technique::FullGroup => format!("{first} has all its pieces"),
            Technique::AttackedByGroup => {
                let them = if self.exclude.len() == 1 { "it" } else { "them" };
                format!("a piece on any open cell of {first} attacks {them}")
            }
            Technique::Starving => format!("a piece there leaves {first} too few cells"),
            Technique::SeenByGroup => {
                format!(
                    "a piece there leaves {} too few cells, as it fills {}",
                    ListInWords(&first_ones),
                    ListInWords(&others)
                )
            }
            Technique::Groups1 | Technique::Groups2 | Technique::Groups3 | Technique::Groups4 => {
                let verb = if first_ones.len() == 1 { "needs" } else { "need" };
                let (inner, outer) = (ListInWords(&first_ones), ListInWords(&others));
                format!("{inner} {verb} all the room in {outer}")
            }
            Technique::NoTouch | Technique::Strip => no_room(&groups),
            Technique::Halves => format!(
                "each part of {}, in {} and outside, holds the pieces for which the other has no room",
                ListInWords(&first_ones),
                ListInWords(&others)
            ),
            Technique::FullLine | Technique::Band => {
                format!(
                    "for lack of room elsewhere, {} fill {}",
                    ListInWords(&others),
                    ListInWords(&first_ones)
                )
            }
            Technique::TightBand => {
                let verb = if first_ones.len() == 1 { "has" } else { "have" };
                let beside = if others.is_empty() { "" } else { ", beside the bounds of " };
                format!(
                    "{} {verb} just enough room for the pieces{beside}{}",
                    ListInWords(&first_ones),
                    ListInWords(&others)
                )
            }
            Technique::Leftover => format!(
                "the rest of {}, outside {}, must hold the rest of the pieces",
                ListInWords(&first_ones),
                ListInWords(&others)
            ),
            Technique::Chain | Technique::Contradiction => {
                self.refuted.as_ref().map_or_else(String::new, |refuted| refuted.in_words(names))
            }
            Technique::Rules => {
                format!("it follows from {}", rules_in_words(&self.rules, most, names))
            }
        }
    }
}

impl Step {
    /// The names of the groups that are compared, and those of the others. If the proof needs no group on one side, its
    /// groups are only counted, as in `2 rows`. `None` if it needs only some groups of one side.
    fn sides(&self, names: &[String]) -> Option<[Vec<String>; 2]> {
        let (compared, others) = names.split_at(self.compared.min(names.len()));
        let Some(family) = self.unneeded.first().map(|group| group.family()) else {
            return Some([compared.into(), others.into()]);
        };
        let is_one_side = self.unneeded.iter().all(|group| group.family() == family)
            && self.groups().all(|group| group.family() != family);
        let line = family.properties().group;
        let counted = match self.unneeded.len() {
            1 => vec![format!("one {line}")],
            number => vec![format!("{number} {line}s")],
        };
        match (compared, others) {
            (_, []) if is_one_side => Some([compared.into(), counted]),
            ([], _) if is_one_side => Some([counted, others.into()]),
            _ => None,
        }
    }
}

impl Refutation {
    fn in_words(&self, names: GroupNames<'_>) -> String {
        let assumed = match self.assume.1 {
            Value::Placed => "a piece there",
            Value::Excluded => "no piece there",
        };
        let steps = match self.then.len() {
            0 => String::new(),
            1 => " after 1 step".to_owned(),
            number => format!(" after {number} steps"),
        };
        let empty = self.empty_in_words(names);
        format!("with {assumed}, {empty} cannot be completed{steps}")
    }

    /// The group that cannot be completed, as the subject of a sentence.
    pub(super) fn empty_in_words(&self, names: GroupNames<'_>) -> String {
        in_words(self.empty, names)
    }
}

/// Says that the groups cannot be completed if one of the step's cells has the other value.
fn no_room(groups: &[String]) -> String {
    let verb = if groups.len() == 1 { "has" } else { "together have" };
    let groups = ListInWords(groups);
    format!("otherwise {groups} {verb} no room for pieces that do not attack each other")
}

/// The group as the subject of a sentence.
fn in_words(group: GroupId, names: GroupNames<'_>) -> String {
    match group {
        GroupId::Pieces(Some(number)) => format!("the board with its {number} pieces"),
        GroupId::Pieces(None) => "the board".to_owned(),
        GroupId::Row(_) | GroupId::Column(_) | GroupId::Region(_) | GroupId::Around(..) => {
            group_in_words(group, names)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::Rule;

    #[test]
    fn reasons_name_their_groups() {
        let reason = |group| {
            let step = Step {
                technique: Technique::LastCell,
                place: vec![Cell::new(0, 0)],
                exclude: Vec::new(),
                rules: vec![Rule::Group(group)],
                cells: Vec::new(),
                refuted: None,
                compared: 1,
                unneeded: Vec::new(),
                open: 1,
            };
            step.reason(NAMED, PLAIN_NAMES)
        };
        assert_eq!(reason(GroupId::Row(2)), "row 3 has no other cell left");
        assert_eq!(reason(GroupId::Pieces(None)), "the board has no other cell left");
        let eight = reason(GroupId::Pieces(Some(8)));
        assert_eq!(eight, "the board with its 8 pieces has no other cell left");
    }
}
