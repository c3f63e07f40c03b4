use rand::Rng;

use super::model::{CHUNK, ParticleModel};
use super::particle::Particle;
use super::run::{Dead, EXPONENT, GroupQueue, Kernel};
use crate::budget::{Answer, Budget};
use geometry::CellSet;
use problem::Problem;

/// The kernel for any problem.
pub(super) struct GeneralKernel {
    model: ParticleModel,
    /// Exponent in the guess ([`EXPONENT`]) for each exact group.
    exponent: f64,
    root: Option<Particle>,
}

impl GeneralKernel {
    /// The kernel for a problem.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(problem: &Problem, budget: &Budget) -> Answer<Self> {
        let model = ParticleModel::new(problem, budget)?;
        let mut root = model.placed.as_ref().and_then(|placed| Particle::new(&model, placed));
        let exponent = root.as_ref().map_or(0.0, |root| exponent(&model, root));
        if let Some(root) = &mut root {
            root.update_guess(&model, exponent);
        }
        Ok(Self { model, exponent, root })
    }
}

/// The exponent for each exact group: [`EXPONENT`] divided by the mean number of exact groups that an open cell belongs
/// to. Cells outside exact groups do not count. The division is needed as exact groups that share cells count the same
/// pieces.
fn exponent(model: &ParticleModel, root: &Particle) -> f64 {
    let (mut cells, mut memberships) = (0_u32, 0_u32);
    for cell in (0..model.cells.len()).filter(|&cell| root.is_open(cell)) {
        let exact = model.memberships.of(cell).iter();
        let exact = exact.filter(|group| model.exact_groups.binary_search(group).is_ok()).count();
        cells += u32::from(exact > 0);
        memberships += exact as u32;
    }
    EXPONENT * f64::from(cells) / f64::from(memberships.max(1))
}

impl Kernel for GeneralKernel {
    type Particle = Particle;

    fn root(&self) -> Option<&Particle> {
        self.root.as_ref()
    }

    /// One stage for the exact groups, then one for each chunk of cells.
    fn stages(&self) -> usize {
        1 + self.model.cells.len().div_ceil(CHUNK)
    }

    fn step(
        &self,
        stage: usize,
        particle: &mut Particle,
        random: &mut impl Rng,
        queue: &mut GroupQueue,
    ) -> Result<Option<f64>, Dead> {
        let model = &self.model;
        let surprise = match (stage.checked_sub(1), particle.next_group) {
            (None, None) => return Ok(None),
            (None, Some(group)) => particle.draw_group_cell(model, group, random, queue)?,
            (Some(chunk), _) => {
                let cells = CHUNK * chunk..(CHUNK * (chunk + 1)).min(model.cells.len());
                if !cells.clone().any(|cell| particle.is_open(cell)) {
                    return Ok(None);
                }
                particle.decide(model, cells, random, queue)?
            }
        };
        particle.update_guess(model, self.exponent);
        Ok(Some(surprise))
    }

    fn ln_remaining(particle: &Particle) -> f64 {
        particle.ln_remaining
    }

    fn overwrite(particle: &mut Particle, source: &Particle) {
        particle.copy_from(source);
    }

    fn for_each_piece(&self, particle: &Particle, mut visit: impl FnMut(usize)) {
        let ParticleModel { size, cells, .. } = &self.model;
        particle.pieces().for_each(|number| visit(size.index(cells[number])));
    }

    fn impossible_cells(&self) -> CellSet {
        let mut closed = CellSet::full(self.model.size);
        if let Some(root) = &self.root {
            for (number, &cell) in self.model.cells.iter().enumerate() {
                if root.is_open(number) || root.is_placed(number) {
                    closed.remove(cell);
                }
            }
        }
        closed
    }
}

heap_of_fields!(GeneralKernel: model);
