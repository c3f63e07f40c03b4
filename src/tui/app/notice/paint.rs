//! Regions, holes and weights that are painted.

use crate::app::Names;
use crate::input::Action;
use geometry::Cell;
use problem::GroupId;
use session::SolutionCount;
use session::puzzle::solutions_in_words;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PaintNotice {
    /// The board shows the weights as a heat map.
    WeightsShown,
    /// A typed weight has at most this number of digits.
    TooManyDigits(u32),
    /// There are no two solutions whose difference could be shown; the solutions, as far as they are counted.
    NothingToCompare(Option<SolutionCount>),
    /// Repairing does not add up costs.
    RepairWithCosts,
    RepairWithoutRegions,
    /// The cell has been put into this region.
    Repainted(Cell, char),
    NoHole(Cell),
    Hole(Cell),
    /// After the first region was drawn, all other cells are in this region.
    OtherCells(char),
}

impl PaintNotice {
    pub(in crate::app) fn in_words(&self, names: &dyn Names) -> String {
        let region = |letter| names.group(GroupId::Region(letter));
        match self {
            Self::WeightsShown => {
                let key = names.operation(Action::HeatMap);
                format!("the board shows the weights: {key} hides them")
            }
            Self::TooManyDigits(most) => format!("a typed weight has at most {most} digits"),
            Self::NothingToCompare(Some(solutions)) => {
                format!("{}: nothing to compare", solutions_in_words(solutions))
            }
            Self::NothingToCompare(None) => "the solutions are not counted yet".to_owned(),
            Self::RepairWithCosts => "repair does not add up costs (':max-cost none')".to_owned(),
            Self::RepairWithoutRegions => {
                "repair changes drawn regions: paint some first".to_owned()
            }
            Self::Repainted(cell, letter) => format!("{cell} is in {} now", region(*letter)),
            Self::NoHole(cell) => format!("{cell} is no hole"),
            Self::Hole(cell) => format!("{cell} is a hole"),
            Self::OtherCells(letter) => {
                let rule = "':rules rows,columns,regions' asks for a piece in each region";
                format!("all other cells are {} now; {rule}", region(*letter))
            }
        }
    }
}
