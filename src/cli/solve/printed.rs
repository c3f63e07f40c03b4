use crate::exit::NoSolution;
use engine::Interrupted;

/// The state of the output.
#[derive(Default)]
pub(super) struct Printed {
    pub solutions: u64,
    /// True if these are all solutions.
    pub complete: bool,
    /// Set if a budget ended before the next solution.
    pub interrupted: Option<Interrupted>,
}

impl Printed {
    pub(super) fn result(self) -> anyhow::Result<()> {
        match self {
            Self { interrupted: Some(interrupted), .. } => Err(interrupted.into()),
            Self { solutions: 0, .. } => Err(NoSolution::default().into()),
            Self { .. } => Ok(()),
        }
    }
}
