//! Steps as sentences.

use itertools::Itertools;

use super::step::{Refutation, Step};
use super::technique::Technique;
use crate::list::ListInWords;
use crate::rule_words::{GroupNames, PLAIN_NAMES, group_in_words, lines_in_words, rules_in_words};
use geometry::{Cell, Piece, counted};
use problem::{GroupId, KnownPuzzle, Rules, Value};

/// Maximum number of cells, and of board rules, that a hint names.
pub const NAMED: usize = 8;

/// Cells by name, at most `max_cells`, in words.
pub(crate) fn cells_in_words(cells: &[Cell], max_cells: usize) -> String {
    if cells.len() <= max_cells {
        return ListInWords(cells).to_string();
    }
    format!("{} and {} more", cells[..max_cells].iter().join(", "), cells.len() - max_cells)
}

/// The word for a piece: `star`, `queen` or `piece`.
pub fn piece_word(rules: &Rules) -> &'static str {
    match rules.known_puzzle() {
        Some(KnownPuzzle::StarBattle { .. }) => "star",
        Some(KnownPuzzle::ColouredQueens) => "queen",
        None if *rules.piece() == Piece::default() => "queen",
        None => "piece",
    }
}

/// The verb for settling a cell, in two parts, as in `place` and `cross`, `out`. Players cross out cells; on other boards,
/// cells are excluded.
pub const fn verb(puzzle: Option<KnownPuzzle>, value: Value) -> (&'static str, &'static str) {
    match (value, puzzle) {
        (Value::Placed, _) => ("place", ""),
        (Value::Excluded, Some(_)) => ("cross", " out"),
        (Value::Excluded, None) => ("exclude", ""),
    }
}

/// The words for one step.
struct Wording<'a> {
    step: &'a Step,
    rules: &'a Rules,
    names: GroupNames<'a>,
    /// `star`, `queen` or `piece`.
    piece: &'static str,
    /// The settled cells as an object, such as `them`.
    them: &'a str,
}

impl Step {
    /// Describes the action and its reason, as in `cross out c1 and d1: row 1 has only region a left and takes its
    /// star`. Names at most `max_cells` cells of each kind. Leaves out the steps of a contradiction.
    pub fn in_words(&self, rules: &Rules, max_cells: usize, names: GroupNames<'_>) -> String {
        let action = self.action_in_words(rules, max_cells);
        format!("{action}: {}", self.reason(rules, max_cells, names))
    }

    /// The action alone, as in `cross out c1 and d1`.
    pub fn action_in_words(&self, rules: &Rules, max_cells: usize) -> String {
        let puzzle = rules.known_puzzle();
        let lists = [(Value::Placed, &self.place), (Value::Excluded, &self.exclude)];
        let parts = lists.iter().filter(|(_, cells)| !cells.is_empty()).map(|&(value, cells)| {
            let (verb, rest) = verb(puzzle, value);
            format!("{verb}{rest} {}", cells_in_words(cells, max_cells))
        });
        parts.format(", ").to_string()
    }

    /// The reason of the step, as in `row 1 has only region a left and takes its star`. Names at most `max_cells` cells
    /// of board rules or covers.
    pub fn reason(&self, rules: &Rules, max_cells: usize, names: GroupNames<'_>) -> String {
        let them = if self.settles().count() == 1 { "it" } else { "them" };
        self.reason_about(them, rules, max_cells, names)
    }

    /// The reason beside a board that marks the settled cells.
    pub fn reason_beside_board(&self, rules: &Rules, names: GroupNames<'_>) -> String {
        let one = self.settles().count() == 1;
        let marked = if one { "the marked cell" } else { "the marked cells" };
        self.reason_about(marked, rules, NAMED, names)
    }

    /// The reason of the step. `them` is the object of the sentence: the settled cells.
    fn reason_about(
        &self,
        them: &str,
        rules: &Rules,
        max_cells: usize,
        names: GroupNames<'_>,
    ) -> String {
        let words = Wording { step: self, rules, names, piece: piece_word(rules), them };
        let piece = words.piece;
        let Some([compared, others]) = self.sides() else {
            return words.no_room(&self.groups().collect_vec());
        };
        let [first, second] = [&compared, &others].map(|groups| words.listed(groups));
        let plural = |word: &'static str, many: &'static str, groups: &[GroupId]| {
            if groups.len() == 1 { word } else { many }
        };
        let have = plural("has", "have", &compared);
        match self.technique {
            Technique::LastCell => {
                let cells = if self.place.len() == 1 { "cell" } else { "cells" };
                format!("{first} has no other {cells} left")
            }
            Technique::FullGroup => format!("{first} {have} {}", words.pieces_of(&compared)),
            Technique::AttackedByGroup => words.attacked(&first),
            Technique::FewCells => {
                let open = cells_in_words(&self.cells, max_cells);
                format!("{first} has only {open} left, and its {piece}s {}", words.stay_apart())
            }
            Technique::Starving | Technique::NoTouch => match words.left(&compared, &[]) {
                Some(left) => words.otherwise(&left),
                None if self.technique == Technique::NoTouch => words.no_room(&compared),
                None => format!("a {piece} there leaves {first} too few cells"),
            },
            Technique::SeenByGroup | Technique::Strip => {
                match (words.left(&compared, &others), &others[..]) {
                    (Some(left), []) => words.otherwise(&left),
                    (Some(left), _) => format!("a {piece} there fills {second}, so {left}"),
                    (None, []) => words.no_room(&compared),
                    (None, _) => {
                        format!("a {piece} there fills {second} and leaves {first} too little room")
                    }
                }
            }
            Technique::Groups1 | Technique::Groups2 | Technique::Groups3 | Technique::Groups4 => {
                let take = plural("takes", "take", &compared);
                let pieces = words.pieces_of(&others);
                format!("{first} {have} only {second} left and {take} {pieces}")
            }
            Technique::Halves => words.halves([&compared, &others]),
            Technique::FullLine | Technique::Band => {
                let [lines, filling] = [&compared, &others].map(|groups| rules.cells_of(groups));
                let is_beside = |&cell: &Cell| lines.contains(cell) && !filling.contains(cell);
                let need = plural("needs", "need", &others);
                if self.place.is_empty() && self.exclude.iter().all(is_beside) {
                    let (number, are) =
                        (words.pieces(self.parts.0), plural("is", "are", &compared));
                    format!("{second} {need} {number} in {first}, which {are} then full")
                } else {
                    let (room, take) = (self.parts.0, plural("takes", "take", &compared));
                    let more = words.pieces(room + 1);
                    words.otherwise(&format!(
                        "{second} {need} at least {more} in {first}, which {take} only {room} more"
                    ))
                }
            }
            Technique::TightBand => {
                let pieces = words.pieces_of(&compared);
                let even = (!others.is_empty())
                    .then(|| format!(", even with all the {piece}s of {second}"));
                let even = even.unwrap_or_default();
                format!("{first} {have} just enough room for {pieces}{even}")
            }
            Technique::Leftover => match (words.only_one_is_left(&compared, &others), self.value())
            {
                (true, Some(Value::Excluded)) => {
                    format!("a {piece} there leaves {first} only {second}")
                }
                (true, _) => words.otherwise(&format!("{first} {have} only {second} left")),
                (false, _) => {
                    words.no_room_for(&compared, self.parts.1, &format!("outside {second}"))
                }
            },
            Technique::Chain | Technique::Contradiction => {
                let number = counted(self.depth(), "step", "steps");
                let steps =
                    if self.depth() == 0 { String::new() } else { format!(" after {number}") };
                let frame = self.refuted.as_ref().and_then(|refuted| refuted.frames().last());
                let why = frame.map(|frame| frame.clash_in_words(rules)).unwrap_or_default();
                words.otherwise(&format!("{first} cannot be completed{steps}{why}"))
            }
            Technique::Uniqueness => {
                let (with, others) = self.cells.split_at(self.cells.len() / 2);
                let with = with.first().map(|second| format!(" with the one on {second}"));
                let with = with.unwrap_or_default();
                let others = ListInWords(others);
                format!(
                    "a {piece} there{with} could be exchanged for {others}, but there is only one solution"
                )
            }
            Technique::Rules => {
                format!("it follows from {}", rules_in_words(&self.rules, max_cells, names))
            }
        }
    }

    /// True if the reason names the few cells that would be left.
    pub(super) fn names_what_is_left(&self, rules: &Rules) -> bool {
        let (names, piece, them) = (PLAIN_NAMES, piece_word(rules), "");
        let words = Wording { step: self, rules, names, piece, them };
        let can_name = matches!(self.technique, Technique::NoTouch | Technique::Strip);
        let sides = self.sides().filter(|_| can_name);
        sides.is_some_and(|[compared, others]| words.left(&compared, &others).is_some())
    }

    /// The common value of all settled cells; `None` if their values differ.
    fn value(&self) -> Option<Value> {
        match (self.place.is_empty(), self.exclude.is_empty()) {
            (true, false) => Some(Value::Excluded),
            (false, true) => Some(Value::Placed),
            _ => None,
        }
    }

    /// The groups that are compared, and the others. If the technique compares numbers of groups, both sides are complete. If
    /// the proof needs no group on one side, because pieces attack each other, the groups of that side are still named
    /// as places. `None` if the proof needs only some groups of one side.
    pub(super) fn sides(&self) -> Option<[Vec<GroupId>; 2]> {
        let groups = self.groups().collect_vec();
        let (compared, others) = groups.split_at(self.compared.min(groups.len()));
        let Some(family) = self.unneeded.first().map(|group| group.family()) else {
            return Some([compared.into(), others.into()]);
        };
        let counts =
            [Technique::FullLine, Technique::Band, Technique::TightBand, Technique::Leftover];
        let groups_within = Technique::Groups1..=Technique::Groups4;
        if groups_within.contains(&self.technique) || counts.contains(&self.technique) {
            let is_compared = |group: &GroupId| match (compared, others) {
                ([first, ..], _) => group.family() == first.family(),
                ([], [first, ..]) => group.family() != first.family(),
                ([], []) => true,
            };
            let all = groups.iter().chain(&self.unneeded).copied();
            let (compared, others) = all.partition(is_compared);
            return Some([compared, others]);
        }
        let is_one_side = self.unneeded.iter().all(|group| group.family() == family)
            && groups.iter().all(|group| group.family() != family);
        match (compared, others) {
            (_, []) if is_one_side => Some([compared.into(), self.unneeded.clone()]),
            ([], _) if is_one_side => Some([self.unneeded.clone(), others.into()]),
            _ => None,
        }
    }
}

impl Wording<'_> {
    /// Groups in order as a part of a sentence, as in `regions a and c` or `rows 4 to 6`.
    fn listed(&self, groups: &[GroupId]) -> String {
        let groups = groups.iter().copied().sorted().collect_vec();
        let families = groups.chunk_by(|one, other| one.family() == other.family());
        let families = families.map(|groups| match groups {
            [group] => in_words(*group, self.names),
            groups => lines_in_words(groups, self.names),
        });
        ListInWords(&families.collect_vec()).to_string()
    }

    /// True if there is one group, which holds at most one piece.
    fn takes_one(&self, groups: &[GroupId]) -> bool {
        let [group] = groups else { return false };
        let bounded = self.rules.bounded_groups();
        bounded.iter().any(|it| it.id() == *group && it.bounds().upper == Some(1))
    }

    /// The cells of groups that would be left if the settled cells had the other value and the pieces filled other groups, as
    /// in `region a has only b4 left for its stars`. `None` if these cells are many, or differ from one settled cell to another.
    fn left(&self, groups: &[GroupId], filled: &[GroupId]) -> Option<String> {
        let value = self.step.value()?;
        let (Step { cells, place, exclude, .. }, is_supposed) =
            (self.step, value == Value::Excluded);
        let (filled, exclusions) = (self.rules.cells_of(filled), self.rules.exclusions());
        let left = |cell: &Cell| {
            let is_left = |other: &&Cell| {
                let is_closed =
                    filled.contains(**other) || exclusions.exclude_each_other(*cell, **other);
                *other != cell && !(is_supposed && is_closed)
            };
            cells.iter().filter(is_left).copied().collect_vec()
        };
        let left = place.iter().chain(exclude).map(left).all_equal_value().ok()?;
        // A piece that is supposed in the group is one of its pieces.
        let is_own = is_supposed && exclude.iter().all(|cell| cells.contains(cell));
        let (other, rest) = if is_own { (" other", "the rest of ") } else { ("", "") };
        let (name, piece, named) = (self.listed(groups), self.piece, ListInWords(&left));
        let (has, its) = if groups.len() == 1 { ("has", "its") } else { ("have", "their") };
        match left.len() {
            0 => Some(format!("{name} {has} no{other} cell left")),
            1..=4 => Some(format!("{name} {has} only {named} left for {rest}{its} {piece}s")),
            _ => None,
        }
    }

    /// The board rule as something that pieces may not do.
    fn stay_apart(&self) -> &'static str {
        match self.rules.known_puzzle() {
            Some(KnownPuzzle::StarBattle { .. }) => "may not touch",
            Some(KnownPuzzle::ColouredQueens) | None => "may not attack each other",
        }
    }

    /// The pieces of groups, as in `its star`, `all its stars` or `all their stars`.
    fn pieces_of(&self, groups: &[GroupId]) -> String {
        match groups {
            [_] if self.takes_one(groups) => format!("its {}", self.piece),
            [_] => format!("all its {}s", self.piece),
            _ => format!("all their {}s", self.piece),
        }
    }

    /// The reason of a step of [`Technique::AttackedByGroup`].
    fn attacked(&self, group: &str) -> String {
        let Step { cells: open, exclude, .. } = self.step;
        let (piece, them) = (self.piece, self.them);
        let puzzle = self.rules.known_puzzle();
        if puzzle.is_some()
            && let Some(line) = self.only_line(open, exclude)
        {
            return format!("{group} has only {line} left, so the rest of {line} is out");
        }
        let touch = |one: Cell, other: Cell| {
            one.row().abs_diff(other.row()).max(one.column().abs_diff(other.column())) <= 1
        };
        match puzzle {
            Some(KnownPuzzle::StarBattle { .. })
                if open.iter().cartesian_product(exclude).all(|(&one, &it)| touch(one, it)) =>
            {
                format!("every open cell of {group} touches {them}")
            }
            Some(KnownPuzzle::StarBattle { .. }) => {
                format!("a {piece} on any open cell of {group} rules {them} out")
            }
            Some(KnownPuzzle::ColouredQueens) | None => {
                format!("a {piece} on any open cell of {group} attacks {them}")
            }
        }
    }

    /// The row or column for one piece that has all the cells; `None` if there is none.
    fn only_line(&self, open: &[Cell], exclude: &[Cell]) -> Option<String> {
        let first = open.first()?;
        let all = || open.iter().chain(exclude);
        let row = all().all(|cell| cell.row() == first.row());
        let row = row.then(|| GroupId::Row(first.row()));
        let column = all().all(|cell| cell.column() == first.column());
        let line = row.or_else(|| column.then(|| GroupId::Column(first.column())))?;
        self.takes_one(&[line]).then(|| self.listed(&[line]))
    }

    /// The reason of a step of [`Technique::Halves`].
    fn halves(&self, [compared, others]: [&[GroupId]; 2]) -> String {
        let [group, line] = [compared, others].map(|groups| self.listed(groups));
        let [own, in_line] = [compared, others].map(|groups| self.rules.cells_of(groups));
        let is_filled =
            self.step.exclude.iter().any(|&cell| in_line.contains(cell) && !own.contains(cell));
        let fills = if is_filled { ", which is then full" } else { "" };
        let no_room =
            |number, at: &str| self.no_room_for(compared, number, &format!("{at} {line}"));
        match self.step.parts {
            (0, outside) => no_room(outside, "outside"),
            (inside, 0) if !is_filled => no_room(inside, "in"),
            (inside, 0) => format!("{group} needs {} in {line}{fills}", self.pieces(inside)),
            (inside, outside) => {
                let (inside, outside) = (self.pieces(inside), self.pieces(outside));
                format!("{group} needs {outside} outside {line} and {inside} in it{fills}")
            }
        }
    }

    /// A number of pieces, as in `2 stars`.
    fn pieces(&self, number: usize) -> String {
        counted(number, self.piece, &format!("{}s", self.piece))
    }

    /// Says that groups have no room for `number` pieces at `place` if one of the step's cells has the other value.
    fn no_room_for(&self, groups: &[GroupId], number: usize, place: &str) -> String {
        let pieces = if number == 1 { self.piece.to_owned() } else { self.pieces(number) };
        let [has, it_needs] =
            if groups.len() == 1 { ["has", "it needs"] } else { ["have", "they need"] };
        self.otherwise(&format!(
            "{} {has} no room for the {pieces} that {it_needs} {place}",
            self.listed(groups)
        ))
    }

    /// What happens if the step's conclusion is false, as in `with a star there, …`. If a step settles cells both ways,
    /// the cells that must hold pieces are named.
    fn otherwise(&self, consequence: &str) -> String {
        let (piece, Step { place, exclude, .. }) = (self.piece, self.step);
        match self.step.value() {
            Some(Value::Excluded) => format!("with a {piece} there, {consequence}"),
            Some(Value::Placed) => format!("without a {piece} there, {consequence}"),
            None => {
                let exclusions = self.rules.exclusions();
                let is_next = |cell: &&Cell| {
                    place.iter().any(|it| exclusions.exclude_each_other(*it, **cell))
                };
                let (next, apart): (Vec<Cell>, Vec<Cell>) = exclude.iter().partition(is_next);
                let listed = |cells: &[Cell]| cells_in_words(cells, NAMED);
                let or = (!apart.is_empty()).then(|| format!(" or with one on {}", listed(&apart)));
                let or = or.unwrap_or_default();
                let out = if apart.is_empty() { "the others".to_owned() } else { listed(&next) };
                let then = match (&next[..], place.len()) {
                    ([], _) => String::new(),
                    (_, 1) => format!("; the {piece} there rules out {out}"),
                    (_, _) => format!("; the {piece}s there rule out {out}"),
                };
                format!("without a {piece} on {}{or}, {consequence}{then}", listed(place))
            }
        }
    }

    /// Says that the groups cannot be completed if one of the step's cells has the other value.
    fn no_room(&self, groups: &[GroupId]) -> String {
        let have = if groups.len() == 1 { "has" } else { "have" };
        let pieces = self.pieces_of(groups);
        let pieces = pieces.trim_start_matches("all ");
        self.otherwise(&format!("{} {have} no room for {pieces}", self.listed(groups)))
    }

    /// True if each group holds exactly one piece, and one more group is compared than there are others: one piece
    /// stands outside the others.
    fn only_one_is_left(&self, compared: &[GroupId], others: &[GroupId]) -> bool {
        let mut all = compared.iter().chain(others);
        compared.len() == others.len() + 1 && all.all(|group| self.takes_one(&[*group]))
    }
}

impl Refutation {
    /// The group that cannot be completed, as the subject of a sentence.
    pub(super) fn empty_in_words(&self, names: GroupNames<'_>) -> String {
        in_words(self.empty, names)
    }
}

/// The group as the subject of a sentence.
pub(super) fn in_words(group: GroupId, names: GroupNames<'_>) -> String {
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
    use geometry::Grid;
    use problem::{Regions, Rule};

    fn cells(names: &str) -> Vec<Cell> {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    /// A step that crosses out the cells named in `exclude`.
    fn step(technique: Technique, exclude: &str, groups: &[GroupId]) -> Step {
        let rules = groups.iter().copied().map(Rule::Group).collect();
        let of_cell = Step::of_cell(technique, (Cell::new(0, 0), Value::Excluded), rules);
        Step { exclude: cells(exclude), ..of_cell }
    }

    fn words(stars: u32, step: &Step) -> String {
        let regions = Regions::parse("aabb\naabb\nccdd\nccdd").unwrap();
        let rules = Rules::star_battle(Grid::new("4x4".parse().unwrap()), stars);
        step.in_words(&rules.with_regions(&regions).unwrap(), NAMED, PLAIN_NAMES)
    }

    #[test]
    fn attacked_cells_are_touched_or_in_the_rest_of_a_line_or_ruled_out() {
        let attacked = |exclude, open| Step {
            cells: cells(open),
            ..step(Technique::AttackedByGroup, exclude, &[GroupId::Region('a')])
        };
        for (stars, exclude, open, reason) in [
            (
                1,
                "a1 a2",
                "a3 a4",
                "region a has only column a left, so the rest of column a is out",
            ),
            (1, "c4 d4", "a4 b4", "region a has only row 4 left, so the rest of row 4 is out"),
            (1, "a2 b2", "a3 b3", "every open cell of region a touches them"),
            (1, "a2 a1", "a3 b3", "a star on any open cell of region a rules them out"),
            (2, "a2", "a3 a1", "every open cell of region a touches it"),
        ] {
            assert!(words(stars, &attacked(exclude, open)).ends_with(reason), "{exclude}");
        }
    }

    /// The cells that are left are named if they are the same for all crossed-out cells.
    #[test]
    fn few_cells_that_are_left_are_named() {
        use GroupId::{Column, Region};
        let (a, row) = ([Region('a')], [Region('a'), Column(1)]);
        for (technique, exclude, groups, open, reason) in [
            (
                Technique::Starving,
                "c4",
                &a[..],
                "a3 b3",
                "with a star there, region a has only a3 left for its stars",
            ),
            (
                Technique::NoTouch,
                "c2",
                &a,
                "a3 b3",
                "with a star there, region a has only a3 left for its stars",
            ),
            (
                Technique::NoTouch,
                "a4",
                &a,
                "a4 a3 b3",
                "with a star there, region a has no other cell left",
            ),
            (
                Technique::Starving,
                "a2 c4",
                &a,
                "a4 b3 a3",
                "a star there leaves region a too few cells",
            ),
            (
                Technique::SeenByGroup,
                "b1",
                &row,
                "a4 b3",
                "a star there fills column b, so region a has only a4 left for its stars",
            ),
            (
                Technique::FewCells,
                "a1",
                &a,
                "a4 a3",
                "region a has only a4 and a3 left, and its stars may not touch",
            ),
        ] {
            let step = Step { cells: cells(open), ..step(technique, exclude, groups) };
            assert!(words(2, &step).ends_with(reason), "{}", words(2, &step));
        }
    }

    #[test]
    fn groups_within_groups_are_all_named_in_order() {
        use GroupId::{Region, Row};
        let all =
            "cross out a1: rows 3 and 4 have only regions a and b left and take all their stars";
        let mut within = step(Technique::Groups2, "a1", &[Row(3), Row(2), Region('a')]);
        within.compared = 2;
        within.unneeded = vec![Region('b')];
        assert_eq!(words(1, &within), all);
        within.rules.drain(..2);
        within.compared = 0;
        within.unneeded = vec![Row(3), Region('b'), Row(2)];
        assert_eq!(words(1, &within), all);
    }

    /// Earlier, a cell outside the line had the reason of the cells in it.
    #[test]
    fn a_full_line_is_told_to_be_filled_only_for_its_own_cells() {
        let told = |exclude| {
            let groups = [GroupId::Column(0), GroupId::Region('a')];
            words(2, &Step { parts: (2, 0), ..step(Technique::FullLine, exclude, &groups) })
        };
        let full = "region a needs 2 stars in column a, which is then full";
        assert_eq!(told("a1 a2"), format!("cross out a1 and a2: {full}"));
        for exclude in ["b3", "a3"] {
            let more = "with a star there, region a needs at least 3 stars in column a, which takes only 2 more";
            assert_eq!(told(exclude), format!("cross out {exclude}: {more}"));
        }
    }

    #[test]
    fn a_leftover_is_told_with_its_number() {
        let told = |parts| {
            let groups = [GroupId::Row(2), GroupId::Row(3), GroupId::Region('a')];
            let leftover = step(Technique::Leftover, "c3", &groups);
            words(2, &Step { parts, compared: 2, ..leftover })
        };
        let room = "with a star there, rows 3 and 4 have no room for the";
        let outside = "that they need outside region a";
        assert_eq!(told((0, 2)), format!("cross out c3: {room} 2 stars {outside}"));
        assert_eq!(told((0, 1)), format!("cross out c3: {room} star {outside}"));
    }

    #[test]
    fn the_cells_that_are_left_in_a_strip_are_named() {
        let told = |open| {
            let groups = [GroupId::Row(0), GroupId::Row(1)];
            let strip = step(Technique::Strip, "b3", &groups);
            words(1, &Step { cells: cells(open), compared: 2, ..strip })
        };
        let left = "rows 1 and 2 have only a1 and d2 left for their stars";
        assert_eq!(told("a1 b2 d2"), format!("cross out b3: with a star there, {left}"));
        let room = "rows 1 and 2 have no room for their stars";
        assert_eq!(
            told("a1 b1 c1 d1 a2 b2 c2 d2"),
            format!("cross out b3: with a star there, {room}")
        );
    }

    #[test]
    fn a_divided_group_is_told_with_its_numbers() {
        let told = |parts| {
            let groups = [GroupId::Region('a'), GroupId::Column(0)];
            words(2, &Step { parts, ..step(Technique::Halves, "a1", &groups) })
        };
        let fills = "region a needs 1 star in column a, which is then full";
        assert_eq!(told((1, 0)), format!("cross out a1: {fills}"));
        let no_room = "region a has no room for the 2 stars that it needs outside column a";
        assert_eq!(told((0, 2)), format!("cross out a1: with a star there, {no_room}"));
        let both = "region a needs 1 star outside column a and 1 star in it, which is then full";
        assert_eq!(told((1, 1)), format!("cross out a1: {both}"));
    }

    #[test]
    fn a_step_with_both_values_names_the_piece_and_what_it_rules_out() {
        let mixed = |exclude| Step {
            place: cells("a4"),
            ..step(Technique::NoTouch, exclude, &[GroupId::Region('a')])
        };
        let room = "region a has no room for its stars; the star there rules out";
        assert_eq!(
            words(2, &mixed("a3 b3")),
            format!("place a4, cross out a3 and b3: without a star on a4, {room} the others")
        );
        assert_eq!(
            words(2, &mixed("a3 c3")),
            format!(
                "place a4, cross out a3 and c3: without a star on a4 or with one on c3, {room} a3"
            )
        );
    }
}
