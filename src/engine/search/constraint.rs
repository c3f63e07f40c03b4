use crate::problem::Bounds;

/// Bounds on how many of some variables have some of their values: a group of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    /// Variables and values, sorted.
    pub cells: Vec<(u16, u16)>,
    pub bounds: Bounds,
}

/// What a group of cells is for variables that have exactly one value each.
pub(super) enum Simplified {
    /// Nothing: it always holds.
    Holds,
    /// It never holds.
    Fails,
    /// A constraint.
    Needed(Constraint),
}

impl Constraint {
    /// The constraint on these cells, where the variables have these domains.
    pub fn simplify(
        mut cells: Vec<(u16, u16)>,
        bounds: Bounds,
        domains: &[Vec<u16>],
    ) -> Simplified {
        cells.sort_unstable();
        let variables = cells.chunk_by(|a, b| a.0 == b.0);
        let (mut least, mut most) = (0, 0);
        for cells in variables {
            most += 1;
            least += u32::from(cells.len() == domains[usize::from(cells[0].0)].len());
        }
        let upper = bounds.upper.unwrap_or(u32::MAX);
        if most < bounds.lower || least > upper {
            Simplified::Fails
        } else if least >= bounds.lower && most <= upper {
            Simplified::Holds
        } else {
            Simplified::Needed(Self { cells, bounds })
        }
    }

    pub fn at_least_one(mut cells: Vec<(u16, u16)>) -> Self {
        cells.sort_unstable();
        Self { cells, bounds: Bounds::AT_LEAST_ONE }
    }
}

/// How far constraints are satisfied: the cells that are open or have a piece, and those that have.
pub(super) struct Counts {
    constraints: Vec<Count>,
    /// Where the constraints of each cell begin.
    starts: Vec<u32>,
    of_cells: Vec<u32>,
    places: usize,
    /// Constraints without a choice left.
    tight: Vec<u32>,
    queued: Vec<bool>,
}

struct Count {
    constraint: Constraint,
    upper: u32,
    candidates: u32,
    pieces: u32,
}

impl Count {
    fn has_no_choice(&self) -> bool {
        self.candidates == self.constraint.bounds.lower || self.pieces == self.upper
    }

    fn is_broken(&self) -> bool {
        self.candidates < self.constraint.bounds.lower || self.pieces > self.upper
    }
}

impl Counts {
    /// Nothing decided yet; every cell of `constraints` that is in `domains` is open.
    pub fn new(
        constraints: impl Iterator<Item = Constraint>,
        domains: &[Vec<u16>],
        places: usize,
    ) -> Self {
        let mut counts = Vec::new();
        let mut pairs = Vec::new();
        for mut constraint in constraints {
            constraint.cells.retain(|&(variable, value)| {
                domains[usize::from(variable)].binary_search(&value).is_ok()
            });
            for &(variable, value) in &constraint.cells {
                let cell = usize::from(variable) * places + usize::from(value);
                pairs.push((cell as u32, counts.len() as u32));
            }
            counts.push(Count {
                upper: constraint.bounds.upper.unwrap_or(u32::MAX),
                candidates: constraint.cells.len() as u32,
                pieces: 0,
                constraint,
            });
        }
        pairs.sort_unstable();
        let cells = if counts.is_empty() { 0 } else { domains.len() * places };
        let starts = (0..=cells as u32).scan(0, |start, cell| {
            while *start < pairs.len() && pairs[*start].0 < cell {
                *start += 1;
            }
            Some(*start as u32)
        });
        Self {
            starts: starts.collect(),
            of_cells: pairs.iter().map(|&(_, constraint)| constraint).collect(),
            places,
            tight: Vec::with_capacity(counts.len()),
            queued: vec![false; counts.len()],
            constraints: counts,
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Does every constraint still have a way to hold? Those without a choice are queued.
    pub fn begin(&mut self) -> bool {
        (0..self.constraints.len()).all(|place| self.look(place as u32))
    }

    fn range(&self, variable: usize, value: usize) -> std::ops::Range<usize> {
        let cell = variable * self.places + value;
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    fn look(&mut self, place: u32) -> bool {
        let count = &self.constraints[place as usize];
        if count.has_no_choice() && !self.queued[place as usize] {
            self.queued[place as usize] = true;
            self.tight.push(place);
        }
        !count.is_broken()
    }

    /// The cell is no candidate any more. Tells whether all constraints can still hold.
    pub fn remove(&mut self, variable: usize, value: usize) -> bool {
        let mut fine = true;
        for place in self.range(variable, value) {
            let constraint = self.of_cells[place];
            self.constraints[constraint as usize].candidates -= 1;
            fine &= self.look(constraint);
        }
        fine
    }

    /// Takes [`Counts::remove`] back.
    pub fn restore(&mut self, variable: usize, value: usize) {
        for place in self.range(variable, value) {
            self.constraints[self.of_cells[place] as usize].candidates += 1;
        }
    }

    /// A piece stands on the cell. Tells whether all constraints can still hold.
    pub fn place(&mut self, variable: usize, value: usize) -> bool {
        let mut fine = true;
        for place in self.range(variable, value) {
            let constraint = self.of_cells[place];
            self.constraints[constraint as usize].pieces += 1;
            fine &= self.look(constraint);
        }
        fine
    }

    /// Takes [`Counts::place`] back.
    pub fn lift(&mut self, variable: usize, value: usize) {
        for place in self.range(variable, value) {
            self.constraints[self.of_cells[place] as usize].pieces -= 1;
        }
    }

    /// The next constraint without a choice.
    pub fn next_tight(&mut self) -> Option<usize> {
        let place = self.tight.pop()? as usize;
        self.queued[place] = false;
        Some(place)
    }

    /// Forgets what is queued.
    pub fn clear(&mut self) {
        while self.next_tight().is_some() {}
    }

    /// The cells of a constraint.
    pub fn cells(&self, constraint: usize) -> &[(u16, u16)] {
        &self.constraints[constraint].constraint.cells
    }

    /// Must all candidates of the constraint have a piece, or must all without a piece go?
    pub fn needs_all(&self, constraint: usize) -> bool {
        let count = &self.constraints[constraint];
        count.candidates == count.constraint.bounds.lower
    }

    /// Has the constraint as many pieces as it may?
    pub fn is_full(&self, constraint: usize) -> bool {
        self.constraints[constraint].pieces == self.constraints[constraint].upper
    }

    /// The candidates of the constraint, if no piece stands there yet.
    pub fn open(&self, constraint: usize) -> Option<u32> {
        let count = &self.constraints[constraint];
        (count.pieces == 0).then_some(count.candidates)
    }

    pub fn memory(&self) -> usize {
        (self.starts.len() + self.of_cells.len()) * 4 + self.of_cells.len() * 4
    }
}
