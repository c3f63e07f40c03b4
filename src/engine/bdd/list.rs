//! Lists that grow as the memory budget knows.

/// The memory that the allocator takes for so many bytes: a header more, in steps of 16 bytes.
pub(super) fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

/// At most so many elements are added to a list between two looks at the budget.
pub(super) const MARGIN: usize = 1 << 16;

/// Adds an element; grows by a quarter only, since the memory budget counts what is reserved.
pub(super) fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 64);
    }
    list.push(element);
}

/// The memory that a list takes, in bytes. If `margin` elements more do not fit, the larger list that
/// it will move to is there beside it.
pub(super) fn memory<T>(list: &Vec<T>, margin: usize) -> usize {
    let moves = list.capacity() - list.len() < margin;
    let next = if moves { list.len() + list.len() / 4 } else { 0 };
    (list.capacity() + next) * size_of::<T>()
}
