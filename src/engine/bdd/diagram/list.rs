//! Functions for lists whose memory counts against the budget.

/// Maximum number of elements added to a list between two checks of the budget.
pub(crate) const MAX_UNCHECKED_PUSHES: usize = 1 << 16;

/// Adds an element. A full list grows by only a quarter of its length and 64 elements, because its capacity counts
/// against the budget.
pub(crate) fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 64);
    }
    list.push(element);
}

/// Memory of a list, in bytes. If `margin` more elements do not fit, this includes the memory of the larger list that
/// the elements will move to.
pub(crate) fn memory<T>(list: &Vec<T>, margin: usize) -> usize {
    let will_move = list.capacity() - list.len() < margin;
    let next = if will_move { list.len() + list.len() / 4 } else { 0 };
    (list.capacity() + next) * size_of::<T>()
}
