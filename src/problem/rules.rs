mod bounded;

use std::borrow::Cow;
use std::sync::OnceLock;

use super::bounds::Bounds;
use super::decisions::DecisionError;
use super::family::{BoardData, Family, GroupId};
use super::group::{Group, Requirement};
use super::regions::Regions;
use super::weights::{NoWeights, Weights};
use geometry::{AttackLine, Attacks, Cell, CellSet, Grid, Offset, ParseSizeError, Piece, Size};

/// The rules of a board: grid, piece and requirements, with the board rule and the groups that follow
/// from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    grid: Grid,
    piece: Piece,
    requirements: Vec<Requirement>,
    regions: Option<Regions>,
    weights: Option<Weights>,
    /// Maximum cost of a solution; `None` without weights.
    max_cost: Option<i64>,
    has_board_rule: bool,
    /// The cells that a piece attacks by its moves, as offsets. Attacked cells may hold pieces without the board rule.
    attacks: Attacks,
    exclusions: Attacks,
    groups: LazyGroups,
    /// The groups with the bounds that follow from all rules together; see `bounded_groups`.
    bounded: LazyGroups,
}

/// Groups that are computed on first use. Since they follow from the rules, comparisons ignore them.
#[derive(Clone, Debug, Default, Eq)]
struct LazyGroups(OnceLock<Vec<Group>>);

impl PartialEq for LazyGroups {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The error for rules with more than 2²⁴ pairs of a cell and an attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'dominate' has {0} pairs of a cell and an attacker on this board, and at most {most} are \
     supported: a smaller board has fewer",
    most = Rules::MAX_COVERS
)]
pub struct TooManyCovers(usize);

impl Rules {
    /// The rules for a piece on a grid with requirements.
    pub fn new(
        grid: Grid,
        piece: Piece,
        requirements: impl IntoIterator<Item = Requirement>,
    ) -> Self {
        let mut requirements: Vec<_> = requirements.into_iter().collect();
        requirements.sort_unstable();
        requirements.dedup();
        Self {
            attacks: Attacks::one_way(&piece, &grid),
            exclusions: Attacks::new(&piece, &grid),
            grid,
            piece,
            requirements,
            regions: None,
            weights: None,
            max_cost: None,
            has_board_rule: true,
            groups: LazyGroups::default(),
            bounded: LazyGroups::default(),
        }
    }

    /// The same rules, with the board rule if `has_board_rule` is true. Without the board rule, pieces
    /// may attack each other.
    pub fn with_board_rule(self, has_board_rule: bool) -> Self {
        let exclusions = if has_board_rule {
            Attacks::new(&self.piece, &self.grid)
        } else {
            Attacks::none(&self.grid)
        };
        Self { has_board_rule, exclusions, bounded: LazyGroups::default(), ..self }
    }

    /// The same rules with regions. A cell without a region becomes a hole.
    ///
    /// # Errors
    /// When the regions and the grid differ in size. The error is the size of the regions.
    pub fn with_regions(self, regions: &Regions) -> Result<Self, Size> {
        if regions.size() != self.size() {
            return Err(regions.size());
        }
        Ok(self.divided_into(regions))
    }

    /// Like [`Rules::with_regions`], but a cell without a region stays a cell, which still needs one. Such rules are for
    /// the making of puzzles, which completes the regions.
    ///
    /// # Errors
    /// The errors of [`Rules::with_regions`].
    pub fn with_incomplete_regions(self, regions: &Regions) -> Result<Self, Size> {
        if regions.size() != self.size() {
            return Err(regions.size());
        }
        let regions = Some(Regions::new(&self.grid, |cell| regions.region(cell)));
        let (groups, bounded) = (LazyGroups::default(), LazyGroups::default());
        Ok(Self { regions, groups, bounded, ..self })
    }

    /// The cells that still need a region, if there are regions. See [`Rules::with_incomplete_regions`].
    pub fn cells_without_region(&self) -> impl Iterator<Item = Cell> + '_ {
        let regions = self.regions.as_ref().into_iter();
        regions.flat_map(|regions| {
            self.grid.standing_cells().filter(|&cell| regions.region(cell).is_none())
        })
    }

    /// Like [`Rules::with_regions`], for regions of the right size.
    fn divided_into(self, regions: &Regions) -> Self {
        let grid = self.grid.with_more_holes(regions.holes());
        let regions = Some(Regions::new(&grid, |cell| regions.region(cell)));
        Self {
            grid,
            regions,
            groups: LazyGroups::default(),
            bounded: LazyGroups::default(),
            ..self
        }
    }

    /// The same rules without regions. Requirements for regions stay, but have no effect.
    pub fn without_regions(&self) -> Self {
        let rules = self.clone();
        Self {
            regions: None,
            groups: LazyGroups::default(),
            bounded: LazyGroups::default(),
            ..rules
        }
    }

    /// The n queens problem: queens on a square grid, at least one in each row.
    ///
    /// # Errors
    /// When `size` is 0 or too large.
    pub fn queens(size: u16) -> Result<Self, ParseSizeError> {
        let queen = Piece::default();
        Ok(Self::new(Grid::new(Size::square(size)?), queen, [Requirement::QUEENS_RULE]))
    }

    /// The rules of a star battle whose regions are not drawn yet: kings that do not touch, and exactly
    /// `stars` in each row, column and region.
    ///
    /// # Panics
    /// Never: `king` is a piece.
    pub fn star_battle(grid: Grid, stars: u32) -> Self {
        let king = "king".parse().expect("a piece's name");
        Self::for_regions(grid, king, Bounds::exactly(stars))
    }

    /// The rules of a puzzle whose regions are not drawn yet: the same bounds for each row, column and region.
    pub fn for_regions(grid: Grid, piece: Piece, bounds: Bounds) -> Self {
        let families = [Family::Rows, Family::Columns, Family::Regions];
        Self::new(grid, piece, families.map(|family| Requirement { family, bounds }))
    }

    /// The same piece and requirements on another grid. If the size changes, weights, regions and
    /// requirements for regions are dropped. Otherwise each cell keeps its region, and a former hole
    /// joins a neighbouring region.
    pub fn with_grid(&self, grid: Grid) -> Self {
        let regions = self.regions.as_ref().filter(|regions| regions.size() == grid.size());
        let regions = regions.map(|regions| regions.with_grid(&grid));
        let mut requirements = self.requirements.clone();
        requirements.retain(|requirement| regions.is_some() || !requirement.needs_regions());
        let rules = self.rebuilt(grid, self.piece.clone(), requirements);
        match regions {
            Some(regions) => rules.divided_into(&regions),
            None => rules,
        }
    }

    /// The same rules on a grid of another size. Holes inside the new size are kept. If the size
    /// changes, weights, regions and requirements for regions are dropped.
    pub fn resized(&self, size: Size) -> Self {
        let grid = Grid::new(size).with_torus(self.grid.is_torus());
        self.with_grid(grid.with_more_holes(self.grid.holes().iter()))
    }

    /// The same piece and requirements on the grid of `regions`, whose size and holes replace those of
    /// the present grid. Weights of another size are dropped.
    pub fn with_grid_of(&self, regions: &Regions) -> Self {
        let grid = Grid::new(regions.size()).with_torus(self.grid.is_torus());
        self.rebuilt(grid, self.piece.clone(), self.requirements.clone()).divided_into(regions)
    }

    /// The same requirements on the same grid for another piece.
    pub fn with_piece(&self, piece: Piece) -> Self {
        self.rebuilt(self.grid.clone(), piece, self.requirements.clone())
    }

    /// The same grid and piece with other requirements.
    pub fn with_requirements(&self, requirements: impl IntoIterator<Item = Requirement>) -> Self {
        self.rebuilt(self.grid.clone(), self.piece.clone(), requirements)
    }

    /// Rules with the same board rule. Regions, weights and the cost limit are kept if they fit the
    /// size of the grid.
    fn rebuilt(
        &self,
        grid: Grid,
        piece: Piece,
        requirements: impl IntoIterator<Item = Requirement>,
    ) -> Self {
        let regions = self.regions.clone().filter(|regions| regions.size() == grid.size());
        let weights = self.weights.clone().filter(|weights| weights.size() == grid.size());
        let max_cost = self.max_cost.filter(|_| weights.is_some());
        Self { regions, weights, max_cost, ..Self::new(grid, piece, requirements) }
            .with_board_rule(self.has_board_rule)
    }

    /// The same rules with other weights, or without weights if `weights` is `None`. Without weights
    /// there is no cost limit.
    ///
    /// # Errors
    /// When the weights and the grid differ in size. The error is the size of the weights.
    pub fn with_weights(self, weights: Option<Weights>) -> Result<Self, Size> {
        if let Some(weights) = weights.as_ref().filter(|weights| weights.size() != self.size()) {
            return Err(weights.size());
        }
        let max_cost = self.max_cost.filter(|_| weights.is_some());
        Ok(Self { weights, max_cost, ..self })
    }

    /// The same rules with a cost limit for solutions, or without one if `limit` is `None`.
    ///
    /// # Errors
    /// When there is a limit, but no weights.
    pub fn with_max_cost(self, limit: Option<i64>) -> Result<Self, NoWeights> {
        let is_known = limit.is_none() || self.weights.is_some();
        if is_known { Ok(Self { max_cost: limit, ..self }) } else { Err(NoWeights) }
    }

    /// The same rules without the cost limit.
    pub fn without_limit(&self) -> Self {
        Self { max_cost: None, ..self.clone() }
    }

    /// The cost of a piece on each cell, if there are weights.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }

    /// Maximum cost of a solution, if it is limited.
    pub fn max_cost(&self) -> Option<i64> {
        self.max_cost
    }

    /// The weights and the maximum cost of a solution, if it is limited.
    pub fn limit(&self) -> Option<(&Weights, i64)> {
        self.weights.as_ref().zip(self.max_cost)
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// The piece.
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// The requirements, sorted. The groups follow from the requirements.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The regions, if there are any.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// False if pieces may attack each other.
    pub fn has_board_rule(&self) -> bool {
        self.has_board_rule
    }

    /// The pairs of cells that exclude each other: a piece on one cell attacks the other. Empty without
    /// the board rule.
    pub fn exclusions(&self) -> &Attacks {
        &self.exclusions
    }

    /// The cells that a piece attacks by its moves, as offsets. Attacked cells may hold pieces without the board rule.
    pub(super) fn attacks(&self) -> &Attacks {
        &self.attacks
    }

    /// True if no two pieces can share a row or a column. Under the board rule, a piece then excludes
    /// all other cells of its row and its column. This is true for a rook on every board, and on 4×4
    /// also for a piece that moves up to three cells along rows and columns.
    pub fn at_most_one_in_line(&self) -> bool {
        let (rows, columns) = (i32::from(self.size().rows()), i32::from(self.size().columns()));
        (1..columns).all(|by| self.exclusions.contains(Offset::new(0, by)))
            && (1..rows).all(|by| self.exclusions.contains(Offset::new(by, 0)))
    }

    /// The line or step by which a piece on one of two cells attacks the other; `None` if they do not
    /// exclude each other.
    pub fn attack_line(&self, from: Cell, to: Cell) -> Option<AttackLine> {
        self.exclusions.attack_line(&self.piece, from, to)
    }

    /// The board rule of a cell: the cells that a piece on it excludes (the NAND of both variables
    /// holds), without holes.
    pub fn board_rule(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.exclusions.targets(cell).filter(|&other| !self.grid.is_hole(other))
    }

    /// The cells that the given pieces exclude, without holes.
    ///
    /// # Panics
    /// When a cell is off the grid.
    pub fn excluded_by(&self, pieces: impl IntoIterator<Item = Cell>) -> CellSet {
        CellSet::from_cells(self.size(), pieces.into_iter().flat_map(|cell| self.board_rule(cell)))
    }

    /// The cells that the given pieces attack, without holes. The board rule is ignored.
    ///
    /// # Panics
    /// When a cell is off the grid.
    pub fn attacked_by(&self, pieces: impl IntoIterator<Item = Cell>) -> CellSet {
        let attacked = pieces.into_iter().flat_map(|cell| self.attacks.targets(cell));
        let standing = attacked.filter(|&cell| !self.grid.is_hole(cell));
        CellSet::from_cells(self.size(), standing)
    }

    /// The cells that these pieces neither occupy nor attack. Empty if domination is not a rule.
    ///
    /// # Panics
    /// When a cell is off the grid.
    pub fn uncovered(&self, pieces: &CellSet) -> CellSet {
        if !self.requirements.contains(&Requirement::DOMINATE) {
            return CellSet::empty(self.size());
        }
        let covered = &self.attacked_by(pieces.iter()) | pieces;
        let uncovered = self.grid.standing_cells().filter(|&cell| !covered.contains(cell));
        CellSet::from_cells(self.size(), uncovered)
    }

    /// Maximum supported number of pairs of a cell and an attacker for [`Family::Dominate`]. The groups
    /// of domination contain all these pairs.
    pub(crate) const MAX_COVERS: usize = 1 << 24;

    /// Checks that the groups of domination are not too large.
    ///
    /// # Errors
    /// When there are more than 2²⁴ pairs of a cell and an attacker.
    pub fn check_covers(&self) -> Result<(), TooManyCovers> {
        if !self.requirements.contains(&Requirement::DOMINATE) {
            return Ok(());
        }
        let pairs = self.grid.standing_cells().count() * self.attacks.offsets().len();
        if pairs > Self::MAX_COVERS { Err(TooManyCovers(pairs)) } else { Ok(()) }
    }

    /// The groups of all requirements.
    pub fn groups(&self) -> &[Group] {
        let groups = || self.requirements.iter().flat_map(|&need| self.groups_of(need)).collect();
        self.groups.0.get_or_init(groups)
    }

    /// The groups of the requirements whose family satisfies `is_meant`.
    pub fn groups_of_families(
        &self,
        is_meant: impl Fn(Family) -> bool,
    ) -> impl Iterator<Item = Group> {
        let needs = self.requirements.iter().filter(move |need| is_meant(need.family));
        needs.flat_map(|&need| self.groups_of(need))
    }

    /// The standing cells of rows, columns and regions, and of groups around a cell.
    pub fn cells_of(&self, named: &[GroupId]) -> CellSet {
        if named.is_empty() {
            return CellSet::empty(self.size());
        }
        let is_on_line = |cell: &Cell| {
            let region = self.regions().and_then(|regions| regions.region(*cell));
            let lines = [GroupId::Row(cell.row()), GroupId::Column(cell.column())];
            let mut lines = lines.into_iter().chain(region.map(GroupId::Region));
            lines.any(|line| named.contains(&line))
        };
        let is_around = |id: GroupId| id.center().is_some() && named.contains(&id);
        let around = self.groups().iter().filter(|group| is_around(group.id()));
        let on_lines = self.grid.standing_cells().filter(is_on_line);
        CellSet::from_cells(self.size(), on_lines.chain(around.flat_map(Group::cells).copied()))
    }

    /// Groups that follow from the requirements if no two pieces share a row or a column. If the
    /// number of required pieces is the number of columns, each column has one piece. The same is true
    /// for rows.
    pub fn implied_groups(&self) -> Vec<Group> {
        if !self.at_most_one_in_line() {
            return Vec::new();
        }
        let lines = [Family::Rows, Family::Columns].map(|family| {
            let mut lines = self.groups_of(Requirement { family, bounds: Bounds::AT_LEAST_ONE });
            lines.retain(|line| !line.cells().is_empty());
            lines
        });
        let required = self.requirements.iter().map(|&need| self.pieces_required(need));
        let pieces = required.max().unwrap_or_default();
        lines.into_iter().filter(|lines| lines.len() == pieces).flatten().collect()
    }

    /// True if the rules determine the number of pieces of all solutions.
    pub fn fixes_piece_count(&self) -> bool {
        let is_exact = |need: &Requirement| {
            // Groups that overlap may count a piece several times or never. Regions need a drawing.
            let counts_once = need.family.properties().partitions_board
                && (self.regions.is_some() || !need.needs_regions());
            counts_once && need.bounds.upper == Some(need.bounds.lower)
        };
        self.requirements.iter().any(is_exact) || !self.implied_groups().is_empty()
    }

    /// Minimum number of pieces on the board that satisfies a requirement.
    pub fn pieces_required(&self, requirement: Requirement) -> usize {
        let groups = if requirement.family.properties().partitions_board {
            self.groups_of(requirement).len()
        } else {
            usize::from(self.grid.standing_cells().next().is_some())
        };
        groups * requirement.bounds.lower as usize
    }

    /// For each row and each column, a group inside it that needs a piece, if there is such a group.
    /// Rows come first.
    pub fn required_lines(&self) -> [Vec<Option<Cow<'_, Group>>>; 2] {
        let size = self.size();
        let [mut rows, mut columns] = [size.rows(), size.columns()].map(|n| vec![None; n.into()]);
        let said = self.groups().iter().map(Cow::Borrowed);
        let all = said.chain(self.implied_groups().into_iter().map(Cow::Owned));
        for group in all.filter(|group| group.bounds().lower > 0) {
            let cells = group.cells();
            let Some(first) = cells.first() else { continue };
            if cells.iter().all(|cell| cell.row() == first.row()) {
                rows[usize::from(first.row())].get_or_insert_with(|| group.clone());
            }
            if cells.iter().all(|cell| cell.column() == first.column()) {
                columns[usize::from(first.column())].get_or_insert_with(|| group.clone());
            }
        }
        [rows, columns]
    }

    /// Checks that a piece can stand on the cell.
    ///
    /// # Errors
    /// When the cell is off the grid or a hole.
    pub fn check(&self, cell: Cell) -> Result<(), DecisionError> {
        self.grid.check(cell)?;
        if self.grid.is_hole(cell) { Err(DecisionError::Hole(cell)) } else { Ok(()) }
    }

    /// The groups of a requirement, which need not be one of the requirements of these rules.
    pub fn groups_of(&self, Requirement { family, bounds }: Requirement) -> Vec<Group> {
        let group = |(id, mut cells): (GroupId, Vec<Cell>)| {
            cells.retain(|&cell| !self.grid.is_hole(cell));
            Group::new(id, cells, bounds)
        };
        let regions = self.regions.as_ref();
        let board = BoardData { grid: &self.grid, regions, attacks: &self.attacks };
        let groups = (family.properties().groups)(board, bounds);
        groups.into_iter().map(group).collect()
    }
}

#[cfg(test)]
mod tests;
