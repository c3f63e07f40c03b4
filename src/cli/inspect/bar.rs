/// The maximum length of a bar, in columns.
pub(super) const BAR: usize = 24;

/// A bar with a length proportional to `number`, where `most` has full length. It is empty only for 0.
pub(super) fn bar(number: usize, most: usize) -> String {
    "#".repeat((number * BAR).div_ceil(most.max(1)))
}
