use super::event::Event;
use super::propagator::PropagatorCounts;

/// Receives the steps of a search. The unit type ignores them at no cost.
pub trait Trace {
    /// Receives the next step.
    fn event(&mut self, event: Event);

    /// Receives how often each propagator has run, at the end of the propagation of each node of the tree.
    #[inline]
    fn propagated(&mut self, _runs: &PropagatorCounts) {}
}

impl Trace for () {
    #[inline]
    fn event(&mut self, _event: Event) {}
}

impl Trace for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
