/// The columns of a bar at full length.
pub(super) const BAR: usize = 24;

/// A bar with a length in proportion to the number; empty only for 0.
pub(super) fn bar(number: usize, most: usize) -> String {
    "#".repeat((number * BAR).div_ceil(most.max(1)))
}
