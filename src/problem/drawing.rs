use geometry::{ParseSizeError, Size};

/// The rows of a drawing, the top row first, as far as they are read.
#[derive(Debug)]
pub(super) struct Rows<T> {
    /// What is drawn, in the plural.
    subject: &'static str,
    read: Vec<Vec<T>>,
    size: Option<Size>,
}

/// A row that does not fit those before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum RowError {
    #[error("ragged {subject}: this row has {found} cells, the first one has {first}")]
    Ragged { subject: &'static str, found: usize, first: usize },
    #[error(transparent)]
    Size(ParseSizeError),
}

impl<T> Rows<T> {
    pub(super) fn new(subject: &'static str) -> Self {
        Self { subject, read: Vec::new(), size: None }
    }

    /// Adds the next row down.
    ///
    /// # Errors
    /// When it has not as many cells as the first one, or is a row or a column too many.
    pub(super) fn push(&mut self, row: Vec<T>) -> Result<(), RowError> {
        let first = self.read.first().map_or(row.len(), Vec::len);
        if row.len() != first {
            return Err(RowError::Ragged { subject: self.subject, found: row.len(), first });
        }
        self.read.push(row);
        let clamped = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let size = Size::new(clamped(self.read.len()), clamped(first)).map_err(RowError::Size)?;
        self.size = Some(size);
        Ok(())
    }

    /// The size and all rows; `None` if there are none.
    pub(super) fn finish(self) -> Option<(Size, Vec<Vec<T>>)> {
        self.size.map(|size| (size, self.read))
    }
}
