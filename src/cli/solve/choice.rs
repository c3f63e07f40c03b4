/// Which solutions to print, and in which order.
#[derive(Clone, Copy)]
pub(super) enum PrintedSolutions {
    InOrder,
    UpToSymmetry,
    Random {
        seed: u64,
    },
    /// In the order of a search that tries values at random.
    RandomValues {
        seed: u64,
        up_to_symmetry: bool,
    },
}

impl PrintedSolutions {
    pub(super) const fn seed(self) -> Option<u64> {
        match self {
            Self::Random { seed } | Self::RandomValues { seed, .. } => Some(seed),
            Self::InOrder | Self::UpToSymmetry => None,
        }
    }
}
