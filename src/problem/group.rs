use std::fmt;
use std::str::FromStr;

use strum::VariantNames;

use super::bounds::{Bounds, Consequence, OpenBounds};
use super::family::{Family, GroupId, NumberUse};
use geometry::{Cell, CellSet, parse_digits, suggestion};

/// A set of cells with bounds on its number of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    id: GroupId,
    cells: Vec<Cell>,
    bounds: Bounds,
}

impl Group {
    /// A group of distinct cells.
    pub fn new(id: GroupId, cells: Vec<Cell>, bounds: Bounds) -> Self {
        Self { id, cells, bounds }
    }

    /// The same group with other bounds.
    pub(super) fn with_bounds(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// The id of the group.
    pub fn id(&self) -> GroupId {
        self.id
    }

    /// The cells of the group, without holes. May be empty.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The allowed number of pieces.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The bounds when all cells of the group are open.
    pub fn open_bounds(&self) -> OpenBounds {
        self.bounds.for_open_cells(0, self.cells.len() as u32)
    }

    /// The bounds in a position in which `is_placed` cells hold a piece and `is_open` cells are open.
    pub fn bounds_left(
        &self,
        is_placed: impl Fn(Cell) -> bool,
        is_open: impl Fn(Cell) -> bool,
    ) -> OpenBounds {
        let count = |is_counted: &dyn Fn(Cell) -> bool| {
            self.cells.iter().filter(|&&cell| is_counted(cell)).count() as u32
        };
        self.bounds.for_open_cells(count(&is_placed), count(&is_open))
    }

    /// True if the number of `pieces` on cells of the group is within the bounds.
    pub fn allows(&self, pieces: &CellSet) -> bool {
        self.bounds_left(|cell| pieces.contains(cell), |_| false).consequence() == Consequence::None
    }
}

/// A rule of the command line: a family of groups and their bounds, such as `rows` (at least one in
/// each), `columns=2` (exactly two in each), `pieces=8` (eight in all) or `dominate` (each standing cell
/// holds a piece or is attacked by one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Requirement {
    /// The family of groups that the rule applies to.
    pub family: Family,
    /// The number of pieces in each group.
    pub bounds: Bounds,
}

impl Requirement {
    /// The queens rule: at least one in each row.
    pub const QUEENS_RULE: Self = Self { family: Family::Rows, bounds: Bounds::AT_LEAST_ONE };

    /// Domination: each standing cell holds a piece or is attacked by one.
    pub const DOMINATE: Self = Self { family: Family::Dominate, bounds: Bounds::AT_LEAST_ONE };

    /// True if the requirement applies to regions.
    pub fn needs_regions(&self) -> bool {
        self.family == Family::Regions
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.family)?;
        self.bounds.upper.map_or(Ok(()), |number| write!(f, "={number}"))
    }
}

/// The error for a text that is not a requirement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRequirementError {
    /// `none` is given together with a rule, although it means that there is no rule.
    #[error("'none' stands alone: it is the word for no rule at all")]
    NoneAmongOthers,
    /// The text is empty.
    #[error("a rule is missing ({}; none is no rule at all)", Family::all_rules())]
    Missing,
    /// The word is not a family.
    #[error("'{0}' is not a rule ({rules})", rules = Family::all_rules())]
    Unknown(String),
    /// The text after `=` is not a valid number.
    #[error("'{0}' needs a whole number up to 1000000 after '=', as in 'rows=1'")]
    Number(String),
    /// A number is given to a rule that takes none.
    #[error("'{family}' takes no number: {meaning}")]
    NoNumber {
        /// The family of the rule.
        family: Family,
        /// The meaning of the rule.
        meaning: &'static str,
    },
    /// The number of the rule is missing.
    #[error("'{0}' needs a number, as in '{0}=8'")]
    HowMany(Family),
}

impl ParseRequirementError {
    /// The error message, with a suggested rule.
    pub fn message_with_suggestion(&self) -> String {
        let Self::Unknown(text) = self else { return self.to_string() };
        let word = text.split('=').next().unwrap_or(text);
        self.to_string() + &suggestion(word, Family::VARIANTS.iter().copied())
    }
}

impl FromStr for Requirement {
    type Err = ParseRequirementError;

    fn from_str(text: &str) -> Result<Self, ParseRequirementError> {
        let (word, number) =
            text.split_once('=').map_or((text, None), |(word, number)| (word, Some(number)));
        let family: Family = word.parse().map_err(|_| match text {
            "" => ParseRequirementError::Missing,
            "none" => ParseRequirementError::NoneAmongOthers,
            _ => ParseRequirementError::Unknown(text.to_owned()),
        })?;
        let bounds = match (number, family.properties().number) {
            (Some(_), NumberUse::Never { meaning }) => {
                return Err(ParseRequirementError::NoNumber { family, meaning });
            }
            (Some(number), NumberUse::Optional | NumberUse::Required { .. }) => Bounds::exactly(
                parse_digits(number)
                    .filter(|&number| number <= 1_000_000)
                    .ok_or_else(|| ParseRequirementError::Number(text.to_owned()))?,
            ),
            (None, NumberUse::Required { .. }) => {
                return Err(ParseRequirementError::HowMany(family));
            }
            (None, NumberUse::Optional | NumberUse::Never { .. }) => Bounds::AT_LEAST_ONE,
        };
        Ok(Self { family, bounds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_read_and_print() {
        for text in [
            "rows",
            "columns",
            "rows=1",
            "columns=2",
            "regions",
            "regions=2",
            "pieces=8",
            "rows=0",
            "dominate",
        ] {
            assert_eq!(text.parse::<Requirement>().unwrap().to_string(), text);
        }
        assert_eq!("rows".parse(), Ok(Requirement::QUEENS_RULE));
        for text in [
            "",
            "row",
            "rows=",
            "rows=-1",
            "rows=+1",
            "rows=x",
            "pieces",
            "pieces=99999999",
            "=1",
            "dominate=2",
        ] {
            assert!(text.parse::<Requirement>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_rule_that_is_misspelt_has_a_suggestion() {
        let message =
            |text: &str| text.parse::<Requirement>().unwrap_err().message_with_suggestion();
        assert!(message("row").ends_with("; did you mean 'rows'?"), "{}", message("row"));
        assert!(message("colums=2").ends_with("; did you mean 'columns'?"));
        for (text, begin) in [
            ("knights", "'knights' is not a rule (rows, columns, regions, or one"),
            ("rows=x", "'rows=x' needs a whole number up to 1000000 after '='"),
            ("rows=1000001", "'rows=1000001' needs a whole number"),
            ("none", "'none' stands alone"),
            ("", "a rule is missing"),
            ("pieces", "'pieces' needs a number, as in 'pieces=8'"),
            ("dominate=2", "'dominate' takes no number: each cell"),
        ] {
            assert!(message(text).starts_with(begin) && !message(text).contains("did you mean"));
        }
        assert_eq!(
            "rows=1000000".parse(),
            Ok(Requirement { family: Family::Rows, bounds: Bounds::exactly(1_000_000) })
        );
    }

    #[test]
    fn open_cells_of_a_group_are_counted() {
        let cells = Cell::parse_list("a1,b1,c1,d1").unwrap();
        let group = Group::new(GroupId::Row(0), cells.clone(), Bounds::exactly(2));
        assert_eq!(group.open_bounds(), Bounds::exactly(2).for_open_cells(0, 4));
        let left = group.bounds_left(|cell| cell == cells[0], |cell| cell > cells[1]);
        assert_eq!(left, Bounds::exactly(2).for_open_cells(1, 2));
        let size = "1x5".parse().unwrap();
        for (pieces, is_allowed) in
            [("a1", false), ("a1,d1", true), ("a1,b1,c1", false), ("a1,e1", false)]
        {
            let set = CellSet::from_cells(size, Cell::parse_list(pieces).unwrap());
            assert_eq!(group.allows(&set), is_allowed, "{pieces}");
        }
    }
}
