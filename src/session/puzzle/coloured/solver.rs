use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::partition::{Partition, Pieces};
use engine::{Answer, Budget, Phase, Progress};
use problem::{Bounds, Group, GroupId, OpenBounds, Problem, Value};

/// Number of choices after which the first search for a solution is restarted. Each restart doubles the number
/// of choices.
const FIRST_CHOICES: usize = 1000;

/// Number of choices between two checks of the budget.
const STRIDE: usize = 64;

/// A problem without regions as lists of cell indices, for searches under many different regions.
pub(super) struct CellLists {
    /// The cells of each group, without regions.
    groups: Vec<Vec<usize>>,
    bounds: Vec<Bounds>,
    /// The indices of the groups of each cell.
    groups_of: Vec<Vec<usize>>,
    /// The cells that a piece on each cell excludes.
    excluded: Vec<Vec<usize>>,
    decisions: Vec<(usize, Value)>,
    /// The allowed number of pieces in each region.
    in_regions: Bounds,
    /// Memory of the lists and of a search, in bytes.
    memory: usize,
}

/// The solutions of a search.
pub(super) struct FoundSolutions {
    pub solutions: Vec<Pieces>,
    /// True if there may be more solutions than these.
    pub more: bool,
    /// True if a further piece fits into one of the solutions, so that there is another solution.
    pub has_room: bool,
}

impl CellLists {
    /// Converts a problem without regions. `in_regions` bounds the number of pieces in each region, `in_all`
    /// the number of pieces on the board.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(
        problem: &Problem,
        in_regions: Bounds,
        in_all: Bounds,
        budget: &Budget,
    ) -> Answer<Self> {
        let rules = problem.rules();
        let size = rules.size();
        let board =
            Group::new(GroupId::Pieces(None), rules.grid().standing_cells().collect(), in_all);
        let implied = rules.implied_groups();
        let groups = rules.groups().iter().chain(&implied).chain([&board]);
        let (groups, bounds): (Vec<Vec<usize>>, Vec<Bounds>) = groups
            .map(|group| {
                let cells = group.cells().iter().map(|&cell| size.index(cell));
                (cells.collect(), group.bounds())
            })
            .unzip();
        let mut groups_of = vec![Vec::new(); size.cells()];
        for (number, cells) in groups.iter().enumerate() {
            for &cell in cells {
                groups_of[cell].push(number);
            }
        }
        let mut taken = 0;
        let mut excluded: Vec<Vec<usize>> = vec![Vec::new(); size.cells()];
        for cell in rules.grid().standing_cells() {
            let others = &mut excluded[size.index(cell)];
            others.extend(rules.board_rule(cell).map(|other| size.index(other)));
            taken += size_of_val(&others[..]);
            budget.check(Progress { memory: 2 * taken, ..Progress::default() })?;
        }
        let decisions = problem.decisions().iter();
        let decisions = decisions.map(|(cell, value)| (size.index(cell), value)).collect();
        let lists = groups.iter().chain(&groups_of).chain(&excluded);
        let memory =
            2 * lists.map(|list| size_of_val(list) + size_of_val(&list[..])).sum::<usize>();
        Ok(Self { groups, bounds, groups_of, excluded, decisions, in_regions, memory })
    }

    /// Draws a random solution; `None` if there is no solution. Solutions are not equally likely. The only regions
    /// are those in `bounded`, each with its allowed number of pieces.
    ///
    /// A search that takes long is restarted with other choices and a higher limit, so that it ends (C. P.
    /// Gomes, B. Selman and H. Kautz, "Boosting combinatorial search through randomization", AAAI 1998).
    pub(super) fn draw(
        &self,
        bounded: Option<&(Partition, Vec<Bounds>)>,
        random: &mut ChaCha8Rng,
        budget: &Budget,
    ) -> Answer<Option<Pieces>> {
        let mut choices = FIRST_CHOICES;
        let mut made = 0;
        loop {
            let mut search = Search::new(self, bounded.map(|(parts, _)| parts), random, budget);
            for (region, &bounds) in
                bounded.iter().flat_map(|(_, bounds)| bounds.iter().enumerate())
            {
                search.bound(region, bounds);
            }
            (search.max_solutions, search.made, search.last) = (1, made, made + choices);
            let end = search.run(Assumptions::default())?;
            if let Some(solution) = search.found.solutions.pop() {
                return Ok(Some(solution));
            }
            if end == End::Seen {
                return Ok(None);
            }
            made += choices;
            choices *= 2;
        }
    }

    /// Finds up to `max_solutions` solutions under these regions, with at most `choices` choices. If `with` is given,
    /// only solutions with a piece on this cell.
    pub(super) fn solutions(
        &self,
        partition: &Partition,
        with: Option<usize>,
        max_solutions: usize,
        choices: usize,
        random: &mut ChaCha8Rng,
        budget: &Budget,
    ) -> Answer<FoundSolutions> {
        let mut search = Search::new(self, Some(partition), random, budget);
        (search.max_solutions, search.last) = (max_solutions, choices);
        let end = search.run(Assumptions { placed: with, ..Assumptions::default() })?;
        search.found.more = end == End::Enough;
        Ok(search.found)
    }

    /// Finds all solutions under these regions and assumptions, but at most `max_solutions`. Unlike
    /// [`Self::solutions`], also finds the solutions with more pieces than the groups need.
    pub(super) fn all(
        &self,
        partition: &Partition,
        assumptions: Assumptions,
        max_solutions: usize,
        budget: &Budget,
    ) -> Answer<Vec<Pieces>> {
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let mut search = Search::new(self, Some(partition), &mut random, budget);
        (search.max_solutions, search.adds) = (max_solutions, true);
        if let Some((region, bounds)) = assumptions.bounded {
            search.bound(region, bounds);
        }
        search.run(assumptions)?;
        Ok(search.found.solutions)
    }
}

/// The assumptions of a search in addition to the problem.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Assumptions {
    /// A cell with a piece.
    pub placed: Option<usize>,
    /// A cell without a piece.
    pub excluded: Option<usize>,
    /// A cell whose decision does not count.
    pub undecided: Option<usize>,
    /// A region with another allowed number of pieces.
    pub bounded: Option<(usize, Bounds)>,
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// All solutions with the pieces placed so far have been found.
    Seen,
    /// The maximum number of solutions or of choices is reached.
    Enough,
}

/// A search that places the next piece in the group with the fewest choices, until no group needs a piece.
struct Search<'a> {
    board: &'a CellLists,
    /// The cells of each region; empty without regions.
    regions: Vec<Vec<usize>>,
    /// The region of each cell; empty without regions.
    region_of: &'a [Option<usize>],
    /// For each cell, the number of reasons why it is closed: attacking pieces, full groups, and choices.
    closed: Vec<u32>,
    /// For each group, the bounds that remain for its open cells. Regions are the last groups.
    bounds: Vec<OpenBounds>,
    /// The total number of open cells.
    left: u32,
    pieces: Pieces,
    found: FoundSolutions,
    max_solutions: usize,
    /// True if solutions with more pieces than the groups need are found as well.
    adds: bool,
    /// Number of choices made so far.
    made: usize,
    /// Maximum number of choices.
    last: usize,
    random: &'a mut ChaCha8Rng,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    fn new(
        board: &'a CellLists,
        partition: Option<&'a Partition>,
        random: &'a mut ChaCha8Rng,
        budget: &'a Budget,
    ) -> Self {
        let regions = partition.map(Partition::cells).unwrap_or_default();
        let groups = board.groups.iter().chain(&regions);
        let bounds = board.bounds.iter().chain(std::iter::repeat(&board.in_regions));
        let bounds =
            bounds.zip(groups).map(|(bounds, cells)| bounds.for_open_cells(0, cells.len() as u32));
        let bounds = bounds.collect();
        let mut search = Self {
            board,
            regions,
            region_of: partition.map(Partition::regions).unwrap_or_default(),
            closed: vec![0; board.groups_of.len()],
            bounds,
            left: board.groups.last().map_or(0, |standing| standing.len() as u32),
            pieces: Pieces::new(),
            found: FoundSolutions { solutions: Vec::new(), more: false, has_room: false },
            max_solutions: usize::MAX,
            adds: false,
            made: 0,
            last: usize::MAX,
            random,
            budget,
        };
        // A region without cells does not exist.
        let is_empty = |region: &usize| search.regions[*region].is_empty();
        let empty: Vec<usize> = (0..search.regions.len()).filter(is_empty).collect();
        for region in empty {
            search.bound(region, Bounds { lower: 0, upper: None });
        }
        search
    }

    /// Sets the allowed number of pieces in a region, before the search.
    fn bound(&mut self, region: usize, bounds: Bounds) {
        let group = self.board.groups.len() + region;
        self.bounds[group] = bounds.for_open_cells(0, self.regions[region].len() as u32);
    }

    /// Applies the decisions and the assumptions, and searches.
    fn run(&mut self, assumptions: Assumptions) -> Answer<End> {
        for number in 0..self.bounds.len() {
            if self.bounds[number].max() == 0 {
                self.close_group(number);
            }
        }
        let board = self.board;
        let decided = |wanted| {
            let decisions = board.decisions.iter().filter(move |(_, value)| *value == wanted);
            let cells = decisions.map(|&(cell, _)| cell);
            cells.filter(move |&cell| assumptions.undecided != Some(cell))
        };
        for cell in decided(Value::Excluded).chain(assumptions.excluded) {
            self.close(cell);
        }
        for cell in decided(Value::Placed).chain(assumptions.placed) {
            if self.pieces.contains(&cell) {
                continue;
            }
            if self.closed[cell] > 0 {
                return Ok(End::Seen);
            }
            self.place(cell);
        }
        self.visit()
    }

    fn visit(&mut self) -> Answer<End> {
        let mut least = Vec::with_capacity(self.bounds.len());
        let mut slack = u32::MAX;
        for (number, bounds) in self.bounds.iter().enumerate() {
            let Some(spare) = bounds.open_cells().checked_sub(bounds.min()) else {
                return Ok(End::Seen);
            };
            if bounds.min() == 0 || spare > slack {
                continue;
            }
            if spare < slack {
                least.clear();
                slack = spare;
            }
            least.push(number);
        }
        let Some(&group) = least.choose(self.random) else {
            self.found.solutions.push(self.pieces.clone());
            self.found.has_room |= self.left > 0;
            let enough = self.found.solutions.len() == self.max_solutions;
            if enough || !self.adds || self.left == 0 {
                return Ok(if enough { End::Enough } else { End::Seen });
            }
            let standing = self.board.groups.last().into_iter().flatten().copied();
            let open: Vec<usize> = standing.filter(|&cell| self.closed[cell] == 0).collect();
            return self.try_all(&open);
        };
        let mut cells = self.group(group).to_vec();
        cells.retain(|&cell| self.closed[cell] == 0);
        cells.shuffle(self.random);
        cells.truncate(slack as usize + 1);
        self.try_all(&cells)
    }

    /// Searches with a piece on each of these open cells in turn. Later searches exclude the earlier cells.
    fn try_all(&mut self, cells: &[usize]) -> Answer<End> {
        let mut end = End::Seen;
        let mut tried = 0;
        for &cell in cells {
            if self.made == self.last {
                end = End::Enough;
                break;
            }
            if self.made.is_multiple_of(STRIDE) {
                let (phase, states, memory) = (Phase::Searching, self.made, self.board.memory);
                self.budget.check(Progress { phase, states, memory, ..Progress::default() })?;
            }
            self.made += 1;
            self.place(cell);
            end = self.visit()?;
            self.take_back(cell);
            if end == End::Enough {
                break;
            }
            // All solutions with this piece have been found.
            self.close(cell);
            tried += 1;
        }
        for &cell in &cells[..tried] {
            self.reopen(cell);
        }
        Ok(end)
    }

    /// The cells of a group.
    fn group(&self, number: usize) -> &[usize] {
        let board = &self.board.groups;
        board.get(number).unwrap_or_else(|| &self.regions[number - board.len()])
    }

    /// The groups of a cell.
    fn groups_of(&self, cell: usize) -> impl Iterator<Item = usize> + use<'a> {
        let board = self.board;
        let region = self.region_of.get(cell).copied().flatten();
        let region = region.map(|region| board.groups.len() + region);
        board.groups_of[cell].iter().copied().chain(region)
    }

    fn close(&mut self, cell: usize) {
        self.closed[cell] += 1;
        if self.closed[cell] == 1 {
            self.left -= 1;
            self.groups_of(cell).for_each(|group| self.bounds[group].settle(false));
        }
    }

    fn reopen(&mut self, cell: usize) {
        self.closed[cell] -= 1;
        if self.closed[cell] == 0 {
            self.left += 1;
            self.groups_of(cell).for_each(|group| self.bounds[group].reopen(false));
        }
    }

    fn close_group(&mut self, number: usize) {
        for index in 0..self.group(number).len() {
            self.close(self.group(number)[index]);
        }
    }

    /// Places a piece on an open cell.
    fn place(&mut self, cell: usize) {
        let board = self.board;
        self.pieces.push(cell);
        self.closed[cell] += 1;
        self.left -= 1;
        self.groups_of(cell).for_each(|group| self.bounds[group].settle(true));
        board.excluded[cell].iter().for_each(|&other| self.close(other));
        for group in self.groups_of(cell) {
            if self.bounds[group].max() == 0 {
                self.close_group(group);
            }
        }
    }

    /// Takes back the piece placed last, which is on `cell`.
    fn take_back(&mut self, cell: usize) {
        let board = self.board;
        for group in self.groups_of(cell) {
            if self.bounds[group].max() > 0 {
                continue;
            }
            for index in 0..self.group(group).len() {
                self.reopen(self.group(group)[index]);
            }
        }
        board.excluded[cell].iter().for_each(|&other| self.reopen(other));
        self.groups_of(cell).for_each(|group| self.bounds[group].reopen(true));
        self.closed[cell] -= 1;
        self.left += 1;
        self.pieces.pop();
    }
}
