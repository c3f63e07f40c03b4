//! Lists whose memory the budget counts.

/// The memory that the allocator takes for `bytes` bytes: with a header, rounded up to 16 bytes.
pub(super) fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

/// Maximum number of elements added to a list between two checks of the budget.
pub(super) const MARGIN: usize = 1 << 16;

/// Adds an element. The capacity grows by a quarter only, since the budget counts it.
pub(super) fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 64);
    }
    list.push(element);
}

/// The memory of a list, in bytes. If `margin` further elements do not fit, the larger list that it will move to
/// is included.
pub(super) fn memory<T>(list: &Vec<T>, margin: usize) -> usize {
    let moves = list.capacity() - list.len() < margin;
    let next = if moves { list.len() + list.len() / 4 } else { 0 };
    (list.capacity() + next) * size_of::<T>()
}
