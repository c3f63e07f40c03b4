/// A queue of variables without duplicates.
pub(super) struct ChangedQueue {
    queue: Vec<u16>,
    begin: usize,
    queued: Vec<bool>,
    /// Maximum size of the domain of a queued variable. Nothing follows from variables with larger domains.
    max_domain_size: u16,
}

impl ChangedQueue {
    pub(super) fn new(variables: usize, max_domain_size: u16) -> Self {
        Self {
            queue: Vec::with_capacity(2 * variables),
            begin: 0,
            queued: vec![false; variables],
            max_domain_size,
        }
    }

    #[inline]
    pub(super) fn push(&mut self, variable: usize, size: u16) {
        if size <= self.max_domain_size && !self.queued[variable] {
            self.queued[variable] = true;
            self.queue.push(variable as u16);
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let Some(&variable) = self.queue.get(self.begin) else {
            self.queue.clear();
            self.begin = 0;
            return None;
        };
        self.begin += 1;
        self.queued[usize::from(variable)] = false;
        Some(variable.into())
    }

    pub(super) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
