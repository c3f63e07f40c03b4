//! Regions, holes and weights that are painted.

use crate::Action;
use geometry::Cell;
use itertools::Itertools;
use problem::{GroupId, KnownPuzzle};
use session::SolutionCount;
use session::puzzle::solutions_in_words;

notices! {
    /// Events while cells are painted.
    PaintNotice, names:
    WeightsShown => {
        format!("the board shows the weights: {} hides them", names.operation(Action::HEAT_MAP))
    };
    TooManyDigits { most: u32 } => format!("a typed weight has at most {most} digits");
    /// There are no two solutions that differ.
    NothingToCompare { solutions: SolutionCount } =>
        format!("{}: nothing to compare", solutions_in_words(solutions));
    NotCounted => "the solutions are not counted yet";
    RepairWithCosts => "repair does not add up costs (':max-cost none')";
    RepairWithoutRegions => "repair changes drawn regions: paint some first";
    Repainted { cell: Cell, region: char } =>
        format!("{cell} is in {} now", names.group(GroupId::Region(*region)));
    NoSuchRegion { letter: char } => format!("there is no region {letter} here");
    Locked { letters: Vec<char> } => {
        let all = letters.iter().map(|&letter| names.group(GroupId::Region(letter)));
        if letters.is_empty() {
            return "no region is locked".to_owned();
        }
        format!("locked when 'puzzle coloured' makes regions: {}", all.format(", "))
    };
    NoHole { cell: Cell } => format!("{cell} is no hole");
    Hole { cell: Cell } => format!("{cell} is a hole");
    /// After the first region was drawn, all other cells form this region. `puzzle` is the puzzle that the
    /// board has become.
    OtherCells { region: char, is_asked: bool, puzzle: Option<KnownPuzzle> } => {
        let cells = format!("all other cells are {} now", names.group(GroupId::Region(*region)));
        if *is_asked {
            let puzzle = puzzle.map(|it| format!("; this is {it}, ':stars 2' is a star battle"));
            return cells + &puzzle.unwrap_or_default();
        }
        cells + "; ':rules rows,columns,regions' asks for a piece in each region"
    };
}
