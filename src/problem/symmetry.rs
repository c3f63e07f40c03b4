use std::cell::LazyCell;
use std::collections::HashSet;

use super::bounds::Bounds;
use super::family::Family;
use super::group::Requirement;
use super::problem::Problem;
use super::rules::Rules;
use geometry::{Attacks, Cell, Symmetry};

impl Problem {
    /// The reflections and rotations under which the rules and the decisions are invariant, so that
    /// they map solutions to solutions. Up to 8 on a square, up to 4 on a rectangle, the identity
    /// first.
    ///
    /// These symmetries form a group. It does not include the translations of a torus.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let mut symmetries = self.rules().symmetries();
        symmetries.retain(|&symmetry| self.keeps_decisions(symmetry));
        symmetries
    }

    /// True if a symmetry of the grid is one of [`Problem::symmetries`].
    pub fn has_symmetry(&self, symmetry: Symmetry) -> bool {
        self.keeps_decisions(symmetry)
            && !self.rules().symmetries_among(|it| it == symmetry).is_empty()
    }

    fn keeps_decisions(&self, symmetry: Symmetry) -> bool {
        let (decisions, size) = (self.decisions(), self.rules().size());
        decisions.iter().all(|(cell, value)| decisions.get(symmetry.map(cell, size)) == Some(value))
    }
}

impl Rules {
    /// The reflections and rotations under which grid, board rule and groups are invariant. If the cost
    /// is limited, the weights must be invariant as well.
    ///
    /// If no two pieces share a row or a column of a square grid without holes, one piece in each row
    /// implies one piece in each column. Then the rules for rows and for columns are equivalent.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        self.symmetries_among(|_| true)
    }

    fn symmetries_among(&self, is_candidate: impl Fn(Symmetry) -> bool) -> Vec<Symmetry> {
        let mut symmetries = self.grid().symmetries();
        symmetries.retain(|&symmetry| is_candidate(symmetry));
        let lines_are_one =
            self.at_most_one_in_line() && self.size().is_square() && self.grid().holes().is_empty();
        let one_in_all_directions = |requirement: &Requirement| {
            lines_are_one && matches!(requirement.family, Family::Rows | Family::Columns)
        };
        let groups_of = |requirements: &[Requirement]| -> HashSet<_> {
            (requirements.iter().flat_map(|&requirement| self.groups_of(requirement)))
                .map(|group| sorted(group.cells().to_vec(), group.bounds()))
                .collect()
        };
        let keeps = |groups: &HashSet<(Vec<Cell>, Bounds)>, symmetry: Symmetry| {
            groups.iter().all(|(cells, bounds)| {
                let image = cells.iter().map(|&cell| symmetry.map(cell, self.size())).collect();
                groups.contains(&sorted(image, *bounds))
            })
        };
        let keeps_offsets = |attacks: &Attacks, symmetry: Symmetry| {
            attacks.offsets().iter().all(|&offset| attacks.contains(symmetry.map_offset(offset)))
        };
        let mut needs = self.requirements().to_vec();
        needs.retain(|requirement| !one_in_all_directions(requirement));
        // The groups of domination contain up to millions of cells. If a symmetry keeps the attacks, it
        // also keeps these groups, so that they need not be compared.
        let (covers, lines): (Vec<_>, Vec<_>) =
            needs.iter().copied().partition(|need| need.family == Family::Dominate);
        let lines = groups_of(&lines);
        let all = LazyCell::new(|| groups_of(&needs));
        let keeps_groups = |symmetry: Symmetry| {
            if covers.is_empty() || keeps_offsets(self.attacks(), symmetry) {
                keeps(&lines, symmetry)
            } else {
                keeps(&all, symmetry)
            }
        };
        let keeps_attacks = |symmetry: Symmetry| keeps_offsets(self.exclusions(), symmetry);
        let keeps_weights = |symmetry: Symmetry| {
            self.limit().is_none_or(|(weights, _)| {
                let mut cells = self.grid().standing_cells();
                cells.all(|cell| weights.of(cell) == weights.of(symmetry.map(cell, self.size())))
            })
        };
        symmetries.retain(|&symmetry| {
            keeps_attacks(symmetry) && keeps_groups(symmetry) && keeps_weights(symmetry)
        });
        symmetries
    }
}

fn sorted(mut cells: Vec<Cell>, bounds: Bounds) -> (Vec<Cell>, Bounds) {
    cells.sort_unstable();
    (cells, bounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value::{self, Excluded, Placed};
    use geometry::Grid;

    fn problem(size: &str, piece: &str, rules: &str) -> Problem {
        let requirements = rules.split_whitespace().map(|text| text.parse().unwrap());
        let grid = Grid::new(size.parse().unwrap());
        Problem::new(Rules::new(grid, piece.parse().unwrap(), requirements))
    }

    fn on_holes(problem: &Problem, torus: bool, holes: &[&str]) -> Problem {
        let holes = holes.iter().map(|name| name.parse().unwrap());
        let grid = Grid::new(problem.rules().size()).with_torus(torus).with_holes(holes).unwrap();
        Problem::new(problem.rules().with_grid(grid))
    }

    #[test]
    fn a_problem_has_the_symmetries_that_are_listed() {
        let corner = problem("5", "queen", "rows").with("a1".parse().unwrap(), Placed).unwrap();
        for problem in [corner, problem("4", "knight", "rows"), problem("3x4", "fN", "")] {
            let listed = problem.symmetries();
            let all = Symmetry::all(problem.rules().size());
            assert!(all.into_iter().all(|it| problem.has_symmetry(it) == listed.contains(&it)));
        }
    }

    #[test]
    fn with_the_rook_move_rows_and_columns_are_one() {
        let number = |size, piece, rules| problem(size, piece, rules).symmetries().len();
        assert_eq!(number("8", "queen", "rows"), 8);
        assert_eq!(number("8", "queen", "columns"), 8);
        assert_eq!(number("8", "queen", "rows=1 pieces=8"), 8);
        assert_eq!(number("8", "queen", ""), 8);
        // The moves that are possible on this board determine the symmetries.
        assert_eq!([number("3", "R3", "rows"), number("4", "R3", "rows")], [8, 8]);
        assert_eq!(number("5", "R3", "rows"), 4);
        assert_eq!(number("8x9", "queen", "rows"), 4);
        for piece in ["knight", "bishop", "king"] {
            assert_eq!(number("8", piece, "rows"), 4);
            assert_eq!(number("8", piece, "rows columns"), 8);
            assert_eq!(number("8", piece, "rows columns=1"), 4);
            assert_eq!(number("8", piece, "pieces=8"), 8);
            assert_eq!(number("8x9", piece, "pieces=8"), 4);
        }
    }

    #[test]
    fn holes_and_the_torus_keep_their_own() {
        let queens = problem("5", "queen", "rows");
        assert_eq!(on_holes(&queens, true, &[]).symmetries().len(), 8);
        // With a hole, the rules for rows and for columns are not equivalent.
        assert_eq!(on_holes(&queens, false, &["c3"]).symmetries().len(), 4);
        assert_eq!(on_holes(&queens, false, &["a1"]).symmetries().len(), 1);
        assert_eq!(on_holes(&queens, false, &["a3"]).symmetries().len(), 2);
        let both = problem("5", "queen", "rows columns");
        assert_eq!(on_holes(&both, false, &["c3"]).symmetries().len(), 8);
        assert_eq!(on_holes(&both, true, &["a1"]).symmetries().len(), 2);
    }

    #[test]
    fn decisions_must_be_kept_as_they_are() {
        let decided = |decisions: &[(&str, Value)]| {
            let queens = problem("5", "queen", "rows");
            let with = |problem: Problem, &(cell, value): &(&str, Value)| {
                problem.with(cell.parse().unwrap(), value).unwrap()
            };
            decisions.iter().fold(queens, with).symmetries().len()
        };
        assert_eq!(decided(&[("c3", Placed)]), 8);
        assert_eq!(decided(&[("a1", Placed)]), 2);
        assert_eq!(decided(&[("a1", Placed), ("e5", Placed)]), 4);
        assert_eq!(decided(&[("a1", Placed), ("e5", Excluded)]), 2);
        assert_eq!(decided(&[("a2", Excluded), ("e4", Excluded)]), 2);
        assert_eq!(decided(&[("b1", Placed)]), 1);
    }

    #[test]
    fn covers_are_kept_as_attacks_are() {
        assert_eq!(problem("5", "queen", "dominate").symmetries().len(), 8);
        // The piece attacks to one side only, so a cell may cover another that does not cover it. Without
        // covers, only the pairs that exclude each other matter, and these relations go both ways.
        assert_eq!(problem("5", "rW", "dominate").symmetries().len(), 2);
        assert_eq!(problem("5", "rW", "").symmetries().len(), 4);
        assert_eq!(problem("1", "rW", "dominate").symmetries().len(), 8);
    }

    #[test]
    fn weights_break_symmetries_only_where_the_cost_is_limited() {
        let weights = crate::Weights::parse("1 2 1\n3 . 3\n1 2 1").unwrap();
        let rules = problem("3", "queen", "rows").rules().as_ref().clone();
        let rules = rules.with_weights(Some(weights)).unwrap();
        assert_eq!(rules.symmetries().len(), 8);
        assert_eq!(rules.with_max_cost(Some(5)).unwrap().symmetries().len(), 4);
    }

    #[test]
    fn the_symmetries_are_a_group() {
        let queens = problem("5", "queen", "rows");
        for problem in [queens.clone(), on_holes(&queens, false, &["a1", "e5"])] {
            let symmetries = problem.symmetries();
            assert_eq!(symmetries[0], Symmetry::IDENTITY);
            for &first in &symmetries {
                assert!(symmetries.iter().all(|&next| symmetries.contains(&first.then(next))));
            }
        }
    }
}
