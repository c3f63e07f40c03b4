/// The open variables in ascending order. A variable can be closed. Closed variables can be opened again in reverse
/// order.
///
/// A doubly linked list with Knuth's dancing links: closed variables keep the links to their neighbours.
pub(super) struct OpenVariables {
    /// For each variable, the next open variable. The end marker follows the last variable, and the first variable
    /// follows the end marker.
    next: Vec<u16>,
    previous: Vec<u16>,
    closed: Vec<u16>,
    present: Vec<bool>,
}

impl OpenVariables {
    pub(super) fn new(variables: usize) -> Self {
        let around =
            |by: usize| (0..=variables).map(move |at| ((at + by) % (variables + 1)) as u16);
        Self {
            next: around(1).collect(),
            previous: around(variables).collect(),
            closed: Vec::with_capacity(variables),
            present: vec![true; variables],
        }
    }

    const fn end(&self) -> usize {
        self.present.len()
    }

    #[inline]
    fn unless_end(&self, variable: u16) -> Option<usize> {
        (usize::from(variable) != self.end()).then_some(variable.into())
    }

    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        self.unless_end(self.next[self.end()])
    }

    #[inline]
    pub(super) fn after(&self, variable: usize) -> Option<usize> {
        self.unless_end(self.next[variable])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.first(), |&variable| self.after(variable))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    #[inline]
    pub(super) fn contains(&self, variable: usize) -> bool {
        self.present[variable]
    }

    /// Closes a variable. Returns false if it was closed before.
    #[inline]
    pub(super) fn close(&mut self, variable: usize) -> bool {
        if !self.present[variable] {
            return false;
        }
        let (previous, next) = (self.previous[variable], self.next[variable]);
        self.next[usize::from(previous)] = next;
        self.previous[usize::from(next)] = previous;
        self.present[variable] = false;
        self.closed.push(variable as u16);
        true
    }

    /// The number of closed variables, for [`OpenVariables::restore`].
    pub(super) fn mark(&self) -> usize {
        self.closed.len()
    }

    /// Opens the variable that was closed last and returns it; `None` if only `mark` variables are closed.
    #[inline]
    pub(super) fn restore(&mut self, mark: usize) -> Option<usize> {
        if self.closed.len() <= mark {
            return None;
        }
        let variable = self.closed.pop()?;
        let at = usize::from(variable);
        self.next[usize::from(self.previous[at])] = variable;
        self.previous[usize::from(self.next[at])] = variable;
        self.present[at] = true;
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_closed_is_opened_in_reverse() {
        let mut open = OpenVariables::new(5);
        assert!(open.close(2) && open.close(3) && !open.close(2) && open.close(0));
        assert_eq!(open.iter().collect::<Vec<_>>(), [1, 4]);
        assert_eq!((open.restore(1), open.restore(1), open.restore(1)), (Some(0), Some(3), None));
        assert_eq!(open.iter().collect::<Vec<_>>(), [0, 1, 3, 4]);
        assert!(open.close(0) && open.close(1) && open.close(3) && open.close(4));
        assert!(open.is_empty() && !open.contains(4));
    }
}
