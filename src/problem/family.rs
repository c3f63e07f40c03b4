//! The families of groups, which rules can refer to. Each family is declared once, in
//! [`Family::properties`].

use std::fmt;

use itertools::Itertools;
use strum::{Display, EnumIter, EnumString, IntoEnumIterator, IntoStaticStr, VariantNames};

use crate::bounds::Bounds;
use crate::regions::Regions;
use geometry::{Attacks, Cell, Grid};

/// A family of groups, to which a requirement applies.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Family {
    /// Each row.
    Rows,
    /// Each column.
    Columns,
    /// Each region.
    Regions,
    /// The board as a whole.
    Pieces,
    /// For each standing cell, the cell itself and all cells from which a piece attacks it.
    Dominate,
}

/// The properties of a family that other parts of the program use.
#[derive(Clone, Copy, Debug)]
pub struct FamilyProperties {
    /// The name of a single group.
    pub group: &'static str,
    /// Whether the rule takes a number.
    pub number: NumberUse,
    /// How the header of the board describes the rule.
    pub(super) header: HeaderForm,
    /// The word before the number of satisfied groups in the header: `rows 3/8`. `None` if satisfied
    /// groups are not counted.
    pub counter_word: Option<&'static str>,
    /// True if each cell is in exactly one group of this family.
    pub partitions_board: bool,
    pub(super) groups: GroupsOf,
}

/// Whether a rule takes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberUse {
    /// The number is optional: `rows` means at least one in each row, `rows=2` means exactly two.
    Optional,
    /// The rule is a word followed by a number.
    Required {
        /// The text that completions offer.
        word: &'static str,
        /// The meaning of the number `K`.
        meaning: &'static str,
    },
    /// The rule is a single word.
    Never {
        /// The meaning of the rule.
        meaning: &'static str,
    },
}

/// How the header of the board describes a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderForm {
    /// `two in each row`.
    InEach,
    /// `8 in all`.
    InAll,
    /// Fixed words, independent of the bounds.
    Words(&'static str),
}

/// Identifies a group. It is displayed as the group's name: `row 4`, `column c`, `region a`,
/// `pieces=8`, `cover d4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupId {
    /// A row, counted from 0.
    Row(u16),
    /// A column, counted from 0.
    Column(u16),
    /// The region with this letter.
    Region(char),
    /// The whole board, with its exact number of pieces if the rule sets one.
    Pieces(Option<u32>),
    /// The group around a cell, for a family with one group for each cell that is no hole.
    Around(Family, Cell),
}

impl fmt::Display for GroupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family().properties().group)?;
        match self {
            Self::Row(row) => write!(f, " {}", row + 1),
            Self::Column(column) => write!(f, " {}", Cell::column_name(*column)),
            Self::Region(letter) => write!(f, " {letter}"),
            Self::Pieces(Some(number)) => write!(f, "={number}"),
            Self::Pieces(None) => Ok(()),
            Self::Around(_, cell) => write!(f, " {cell}"),
        }
    }
}

impl GroupId {
    /// The family of the group.
    pub const fn family(self) -> Family {
        match self {
            Self::Row(_) => Family::Rows,
            Self::Column(_) => Family::Columns,
            Self::Region(_) => Family::Regions,
            Self::Pieces(_) => Family::Pieces,
            Self::Around(family, _) => family,
        }
    }

    /// The central cell of a [`GroupId::Around`]; `None` for other groups.
    pub const fn center(self) -> Option<Cell> {
        match self {
            Self::Around(_, cell) => Some(cell),
            Self::Row(_) | Self::Column(_) | Self::Region(_) | Self::Pieces(_) => None,
        }
    }
}

/// The parts of the rules that determine the cells of groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardData<'a> {
    pub grid: &'a Grid,
    pub regions: Option<&'a Regions>,
    /// The cells that a piece on a cell attacks.
    pub attacks: &'a Attacks,
}

/// Returns the groups of a family with their cells, which may include holes.
type GroupsOf = fn(BoardData<'_>, Bounds) -> Vec<(GroupId, Vec<Cell>)>;

impl FamilyProperties {
    /// The declaration of a family whose groups partition the board.
    const fn partition(group: &'static str, tally: &'static str, groups: GroupsOf) -> Self {
        let (number, header) = (NumberUse::Optional, HeaderForm::InEach);
        Self { group, number, header, counter_word: Some(tally), partitions_board: true, groups }
    }
}

impl Family {
    /// The properties of the family.
    pub const fn properties(self) -> FamilyProperties {
        match self {
            Self::Rows => FamilyProperties::partition("row", "rows", rows),
            Self::Columns => FamilyProperties::partition("column", "columns", columns),
            Self::Regions => FamilyProperties::partition("region", "regions", regions),
            Self::Pieces => FamilyProperties {
                group: "pieces",
                number: NumberUse::Required { word: "pieces=", meaning: "K in all" },
                header: HeaderForm::InAll,
                counter_word: None,
                partitions_board: true,
                groups: whole_board,
            },
            Self::Dominate => FamilyProperties {
                group: "cover",
                number: NumberUse::Never {
                    meaning: "each cell holds a piece or is attacked by one",
                },
                header: HeaderForm::Words("every cell covered"),
                counter_word: Some("covered"),
                partitions_board: false,
                groups: covers,
            },
        }
    }

    /// The text that completions offer for the rule.
    pub fn completion(self) -> &'static str {
        match self.properties().number {
            NumberUse::Required { word, .. } => word,
            NumberUse::Optional | NumberUse::Never { .. } => self.into(),
        }
    }

    /// All rules, as listed in error messages.
    pub(super) fn all_rules() -> String {
        let in_each =
            format!("{}, or one of these with =K", Self::with_optional_number().join(", "));
        [in_each].into_iter().chain(Self::other_rules().map(|(rule, _)| rule)).join("; ")
    }

    /// The help text of the option that takes rules.
    pub fn help() -> String {
        let in_each = format!(
            "{} (at least one in each), {} (exactly K in each)",
            Self::with_optional_number().join(", "),
            Self::with_optional_number().map(|family| format!("{family}=K")).join(", ")
        );
        let others = Self::other_rules().map(|(rule, meaning)| format!("{rule} ({meaning})"));
        let rules = [in_each].into_iter().chain(others).join(", ");
        format!("Where pieces must stand: {rules}; or none")
    }

    fn with_optional_number() -> impl Iterator<Item = Self> {
        Self::iter().filter(|family| family.properties().number == NumberUse::Optional)
    }

    /// The families without an optional number, as rules with their meanings.
    fn other_rules() -> impl Iterator<Item = (String, &'static str)> {
        Self::iter().filter_map(|family| match family.properties().number {
            NumberUse::Optional => None,
            NumberUse::Required { word, meaning } => Some((format!("{word}K"), meaning)),
            NumberUse::Never { meaning } => Some((family.to_string(), meaning)),
        })
    }
}

fn rows(board: BoardData<'_>, _: Bounds) -> Vec<(GroupId, Vec<Cell>)> {
    let size = board.grid.size();
    let cells = |row| (0..size.columns()).map(|column| Cell::new(row, column)).collect();
    (0..size.rows()).map(|row| (GroupId::Row(row), cells(row))).collect()
}

fn columns(board: BoardData<'_>, _: Bounds) -> Vec<(GroupId, Vec<Cell>)> {
    let size = board.grid.size();
    let cells = |column| (0..size.rows()).map(|row| Cell::new(row, column)).collect();
    (0..size.columns()).map(|column| (GroupId::Column(column), cells(column))).collect()
}

fn regions(board: BoardData<'_>, _: Bounds) -> Vec<(GroupId, Vec<Cell>)> {
    let regions = board.regions.map_or_else(Vec::new, Regions::cells);
    regions.into_iter().map(|(letter, cells)| (GroupId::Region(letter), cells)).collect()
}

fn whole_board(board: BoardData<'_>, bounds: Bounds) -> Vec<(GroupId, Vec<Cell>)> {
    vec![(GroupId::Pieces(bounds.upper), board.grid.standing_cells().collect())]
}

fn covers(board: BoardData<'_>, _: Bounds) -> Vec<(GroupId, Vec<Cell>)> {
    let cover = |cell| {
        let mut cells: Vec<Cell> = board.attacks.attackers(cell).chain([cell]).collect();
        cells.sort_unstable();
        (GroupId::Around(Family::Dominate, cell), cells)
    };
    board.grid.standing_cells().map(cover).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_and_errors_name_all_rules() {
        assert_eq!(
            Family::help(),
            "Where pieces must stand: rows, columns, regions (at least one in each), rows=K, columns=K, \
             regions=K (exactly K in each), pieces=K (K in all), dominate (each cell holds a piece or is attacked \
             by one); or none"
        );
        assert_eq!(
            Family::all_rules(),
            "rows, columns, regions, or one of these with =K; pieces=K; dominate"
        );
        let completions: Vec<&str> = Family::iter().map(Family::completion).collect();
        assert_eq!(completions, ["rows", "columns", "regions", "pieces=", "dominate"]);
    }

    #[test]
    fn groups_have_names() {
        let cell: Cell = "c2".parse().unwrap();
        for (group, name, family, center) in [
            (GroupId::Row(3), "row 4", Family::Rows, None),
            (GroupId::Column(2), "column c", Family::Columns, None),
            (GroupId::Region('d'), "region d", Family::Regions, None),
            (GroupId::Pieces(Some(8)), "pieces=8", Family::Pieces, None),
            (GroupId::Pieces(None), "pieces", Family::Pieces, None),
            (GroupId::Around(Family::Dominate, cell), "cover c2", Family::Dominate, Some(cell)),
        ] {
            assert_eq!((group.to_string().as_str(), group.family()), (name, family));
            assert_eq!(group.center(), center);
        }
    }
}
