use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use super::reason::{Reason, Wish};
use crate::engine::{Census, DiagramSize, Domains, Interrupted, Kind, Layer};
use crate::geometry::Size;

/// Names one position of one session. Every change of the position makes a new one, so an answer
/// that comes late can be told from one that is meant for the present position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp(u64);

/// What a cell can still be: the first of these that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellState {
    /// Nothing stands there.
    Hole,
    /// The user placed a piece there.
    Placed,
    /// The user excluded it.
    Excluded,
    /// Solutions remain, and all have a piece there.
    Forced,
    /// Some remaining solutions have a piece there.
    Possible,
    /// A placed piece attacks it.
    Attacked,
    /// No remaining solution has a piece there, though no placed piece attacks it.
    Impossible,
    /// Not settled yet.
    Unknown,
}

impl CellState {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hole => "hole",
            Self::Placed => "placed",
            Self::Excluded => "excluded",
            Self::Forced => "forced",
            Self::Possible => "possible",
            Self::Attacked => "attacked",
            Self::Impossible => "impossible",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for CellState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Where counts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Who counted.
    pub engine: Kind,
    /// From the question to all counts.
    pub elapsed: Duration,
}

/// Where to go from a board without solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearestSize {
    /// The nearest size that has one.
    Found(Size),
    /// None nearby has one.
    NoneNearby,
    /// The budget ended before one was found.
    Unknown,
}

/// One answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Solution counts, in all and by cell, and where they come from.
    Census(Census, Source),
    /// What every cell can still be, as far as it is known, so long after it was asked.
    Domains(Domains, Duration),
    /// The size of the position's reduced ordered BDD.
    Diagram(DiagramSize),
    /// The nearest size that has a solution.
    NearestSize(NearestSize),
    /// Why a wish cannot come true; `None` if a budget ended before that was found out.
    Reason(Wish, Option<Reason>),
    /// A budget ended before the answer.
    Interrupted(Interrupted),
}

impl Finding {
    /// What an engine tells, so long after it was asked.
    #[must_use]
    pub fn of(layer: Layer, elapsed: Duration) -> Self {
        match layer {
            Layer::Domains(domains) => Self::Domains(domains, elapsed),
            Layer::Census(census, engine) => Self::Census(census, Source { engine, elapsed }),
            Layer::Diagram(size) => Self::Diagram(size),
        }
    }
}

/// All answers for one position.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    stamp: Stamp,
    census: Option<(Census, Source)>,
    domains: Option<Domains>,
    diagram: Option<DiagramSize>,
    nearest_size: Option<NearestSize>,
    reasons: HashMap<Wish, Option<Reason>>,
    interrupted: Option<Interrupted>,
}

impl Knowledge {
    /// The position it belongs to.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Solution counts, once they are known.
    #[must_use]
    pub fn census(&self) -> Option<&Census> {
        self.census.as_ref().map(|(census, _)| census)
    }

    /// Where the counts come from, once they are known.
    #[must_use]
    pub fn source(&self) -> Option<Source> {
        self.census.as_ref().map(|(_, source)| *source)
    }

    /// What every cell can still be, as far as it is known.
    #[must_use]
    pub fn domains(&self) -> Option<&Domains> {
        self.domains.as_ref()
    }

    /// The nodes of the position's reduced ordered BDD, terminals included, once they are known.
    #[must_use]
    pub fn nodes(&self) -> Option<usize> {
        self.diagram.as_ref().map(|diagram| diagram.nodes)
    }

    /// The size of the position's reduced ordered BDD, once it is known.
    #[must_use]
    pub fn diagram(&self) -> Option<&DiagramSize> {
        self.diagram.as_ref()
    }

    /// The nearest size that has a solution, once it was looked for.
    #[must_use]
    pub fn nearest_size(&self) -> Option<NearestSize> {
        self.nearest_size
    }

    /// Why a wish cannot come true, once it was asked (`Some(None)`: a budget ended before that was
    /// found out).
    #[must_use]
    pub fn reason(&self, wish: Wish) -> Option<Option<&Reason>> {
        self.reasons.get(&wish).map(Option::as_ref)
    }

    /// The budget that ended before the answer, if one did.
    #[must_use]
    pub fn interrupted(&self) -> Option<Interrupted> {
        self.interrupted
    }

    /// Takes an answer in, if it belongs to this position; tells whether it did.
    pub(super) fn learn(&mut self, stamp: Stamp, finding: Finding) -> bool {
        if stamp != self.stamp {
            return false;
        }
        match finding {
            Finding::Census(census, source) => {
                self.census = Some((census, source));
                self.interrupted = None;
            }
            // It has been asked again.
            Finding::Domains(domains, _) => {
                self.domains = Some(domains);
                self.interrupted = None;
            }
            Finding::Diagram(size) => self.diagram = Some(size),
            Finding::NearestSize(size) => self.nearest_size = Some(size),
            Finding::Reason(wish, reason) => {
                self.reasons.insert(wish, reason);
            }
            Finding::Interrupted(interrupted) => self.interrupted = Some(interrupted),
        }
        true
    }

    /// Begins anew for another position.
    pub(super) fn forget(&mut self) {
        *self = Self { stamp: Stamp(self.stamp.0 + 1), ..Self::default() };
    }
}
