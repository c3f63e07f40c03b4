use rand::Rng;

use super::model::ParticleModel;
use super::run::{Dead, GroupQueue};
use crate::bits::bits_of;
use problem::{Consequence, OpenBounds};

/// A partial solution: cells with a piece, cells without a piece, and open cells.
#[derive(Clone)]
pub(super) struct Particle {
    open: Vec<u64>,
    placed: Vec<u64>,
    /// For each group, the bounds on the number of pieces on its open cells.
    bounds: Vec<OpenBounds>,
    /// The sum of the gains of all open cells.
    gain: f64,
    /// A guess of the logarithm of the number of remaining solutions.
    pub ln_remaining: f64,
    /// Index of the exact group with the fewest ways to place its missing pieces; `None` if no exact group needs a
    /// piece.
    pub next_group: Option<u32>,
}

impl Particle {
    /// The particle with the pieces `placed`; `None` if propagation shows that there is no solution.
    pub(super) fn new(model: &ParticleModel, placed: &[u32]) -> Option<Self> {
        let words = model.cells.len().div_ceil(64);
        let open = |group: usize| model.members.of(group).len() as u32;
        let bounds = model.bounds.iter().enumerate();
        let mut particle = Self {
            open: vec![0; words],
            placed: vec![0; words],
            bounds: bounds.map(|(group, bounds)| bounds.for_open_cells(0, open(group))).collect(),
            gain: model.ln_gains_if_open.iter().sum(),
            ln_remaining: 0.0,
            next_group: None,
        };
        for cell in 0..model.cells.len() {
            particle.open[cell / 64] |= 1 << (cell % 64);
        }
        if particle.bounds.iter().any(|bounds| bounds.is_conflict()) {
            return None;
        }
        let mut queue: GroupQueue = (0..model.bounds.len() as u32).collect();
        for &cell in placed {
            if !particle.is_placed(cell as usize) {
                particle.place(model, cell as usize, &mut queue).ok()?;
            }
        }
        particle.propagate(model, &mut queue).ok()?;
        Some(particle)
    }

    /// Makes this particle a copy of another one of the same model.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.open.copy_from_slice(&other.open);
        self.placed.copy_from_slice(&other.placed);
        self.bounds.copy_from_slice(&other.bounds);
        (self.gain, self.ln_remaining, self.next_group) =
            (other.gain, other.ln_remaining, other.next_group);
    }

    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.open[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn is_placed(&self, cell: usize) -> bool {
        self.placed[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// The indices of the cells with a piece.
    pub(super) fn pieces(&self) -> impl Iterator<Item = usize> + '_ {
        bits_of(&self.placed)
    }

    /// Guesses the number of remaining solutions ([`EXPONENT`](super::run::EXPONENT)), and chooses the group to settle
    /// next.
    pub(super) fn update_guess(&mut self, model: &ParticleModel, exponent: f64) {
        let (mut ways, mut fewest) = (0.0, f64::INFINITY);
        self.next_group = None;
        for &group in &model.exact_groups {
            let bounds = self.bounds[group as usize];
            if bounds.min() > 0 {
                let own = model.ln_choose(bounds.open_cells(), bounds.min());
                ways += own;
                if own < fewest {
                    (fewest, self.next_group) = (own, Some(group));
                }
            }
        }
        self.ln_remaining = exponent * ways + self.gain;
    }

    /// Draws the cell of the first missing piece of an exact group, and propagates. Returns minus the logarithm of the
    /// probability of the draw.
    pub(super) fn draw_group_cell(
        &mut self,
        model: &ParticleModel,
        group: u32,
        random: &mut impl Rng,
        queue: &mut GroupQueue,
    ) -> Result<f64, Dead> {
        let (open, need) =
            (self.bounds[group as usize].open_cells(), self.bounds[group as usize].min());
        let members = model.members.of(group as usize);
        let mut surprise = 0.0;
        if need == 1 {
            let chosen = random.gen_range(0..open) as usize;
            let mut cells = members.iter().filter(|&&cell| self.is_open(cell as usize));
            let cell = cells.nth(chosen).copied().ok_or(Dead)?;
            self.place(model, cell as usize, queue)?;
            surprise = f64::from(open).ln();
        } else {
            for &cell in members {
                if !self.is_open(cell as usize) {
                    continue;
                }
                let chance = f64::from(need) / f64::from(self.bounds[group as usize].open_cells());
                if random.r#gen::<f64>() < chance {
                    surprise -= chance.ln();
                    self.place(model, cell as usize, queue)?;
                    break;
                }
                surprise -= (-chance).ln_1p();
                self.close(model, cell as usize, queue)?;
            }
        }
        self.propagate(model, queue)?;
        Ok(surprise)
    }

    /// Decides the open cells of a range one by one, and propagates. Returns minus the logarithm of the probability of
    /// the draws.
    pub(super) fn decide(
        &mut self,
        model: &ParticleModel,
        cells: std::ops::Range<usize>,
        random: &mut impl Rng,
        queue: &mut GroupQueue,
    ) -> Result<f64, Dead> {
        let mut surprise = 0.0;
        for cell in cells {
            if !self.is_open(cell) {
                continue;
            }
            let chance = self.chance(model, cell);
            if random.r#gen::<f64>() < chance {
                surprise -= chance.ln();
                self.place(model, cell, queue)?;
            } else {
                surprise -= (-chance).ln_1p();
                self.close(model, cell, queue)?;
            }
            self.propagate(model, queue)?;
        }
        Ok(surprise)
    }

    /// The probability with which a piece is placed on an open cell: a guess of the share of solutions with a piece on
    /// the cell. Greater than 0 and less than 1.
    fn chance(&self, model: &ParticleModel, cell: usize) -> f64 {
        let open = model.conflicts.of(cell).iter().filter(|&&other| self.is_open(other as usize));
        let taken: f64 = open.map(|&other| model.ln_gains_if_open[other as usize]).sum();
        let mut chance = 1.0 / (1.0 + taken.exp());
        for &group in model.memberships.of(cell) {
            let bounds = self.bounds[group as usize];
            let (open, need, room) = (bounds.open_cells(), bounds.min(), bounds.max());
            let share = f64::from(need) / f64::from(open);
            if need == 1 {
                chance /= 1.0 - (1.0 - chance).powf(open.into());
            } else {
                chance = chance.max(share);
            }
            if room < open {
                chance = chance.min(f64::from(room) / f64::from(open));
            }
        }
        chance.clamp(0.01, 0.99)
    }

    /// Closes an open cell: it stays empty.
    fn close(
        &mut self,
        model: &ParticleModel,
        cell: usize,
        queue: &mut GroupQueue,
    ) -> Result<(), Dead> {
        self.decided(model, cell, false, queue)
    }

    /// Records that an open cell has a value. The bounds of its groups may then force the values of their other cells.
    #[inline]
    fn decided(
        &mut self,
        model: &ParticleModel,
        cell: usize,
        has_piece: bool,
        queue: &mut GroupQueue,
    ) -> Result<(), Dead> {
        self.open[cell / 64] &= !(1 << (cell % 64));
        self.gain -= model.ln_gains_if_open[cell];
        let forcing = if has_piece { Consequence::Excluded } else { Consequence::Placed };
        for &group in model.memberships.of(cell) {
            let bounds = &mut self.bounds[group as usize];
            bounds.settle(has_piece);
            match bounds.consequence() {
                Consequence::Conflict => return Err(Dead),
                consequence if consequence == forcing => queue.push(group),
                _ => {}
            }
        }
        Ok(())
    }

    /// Places a piece, and closes the cells that it excludes.
    fn place(
        &mut self,
        model: &ParticleModel,
        cell: usize,
        queue: &mut GroupQueue,
    ) -> Result<(), Dead> {
        if !self.is_open(cell) {
            return Err(Dead);
        }
        self.placed[cell / 64] |= 1 << (cell % 64);
        self.decided(model, cell, true, queue)?;
        for &other in model.conflicts.of(cell) {
            if self.is_open(other as usize) {
                self.close(model, other as usize, queue)?;
            }
        }
        Ok(())
    }

    /// Propagates the bounds of groups: a group that needs all its open cells gets a piece on each of them, and a full
    /// group closes its open cells.
    fn propagate(&mut self, model: &ParticleModel, queue: &mut GroupQueue) -> Result<(), Dead> {
        while let Some(group) = queue.pop() {
            let are_placed = match self.bounds[group as usize].consequence() {
                Consequence::None => continue,
                Consequence::Conflict => return Err(Dead),
                Consequence::Placed => true,
                Consequence::Excluded => false,
            };
            for &cell in model.members.of(group as usize) {
                let cell = cell as usize;
                if self.is_open(cell) {
                    if are_placed {
                        self.place(model, cell, queue)?;
                    } else {
                        self.close(model, cell, queue)?;
                    }
                }
            }
        }
        Ok(())
    }
}

heap_of_fields!(Particle: open, placed, bounds);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::heap::{Heap, allocated};
    use problem::{Problem, Rules};

    #[test]
    fn a_particle_has_two_bits_per_cell_and_bounds_per_group() {
        for size in [4, 8, 16] {
            let problem = Problem::new(Rules::queens(size).unwrap());
            let model = ParticleModel::new(&problem, &Budget::default()).unwrap();
            let lists = Particle::new(&model, &[]).unwrap().heap();
            let bounds = allocated(model.bounds.len() * size_of::<OpenBounds>());
            let bits = allocated(model.cells.len().div_ceil(64) * 64 / 8);
            assert_eq!(lists, 2 * bits + bounds, "{size}");
        }
    }
}
