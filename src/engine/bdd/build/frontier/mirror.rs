use super::model::BitModel;

/// The position of the bits of one step's variables in a state.
#[derive(Clone, Copy)]
struct BitField {
    offset: usize,
    len: usize,
}

/// Maps states to their mirror images: reverses the bits of each step.
pub(super) struct Mirror {
    fields: Vec<BitField>,
}

/// Returns the `len` bits that begin at an offset.
#[inline]
pub(super) fn read_bits(words: &[u64], offset: usize, len: usize) -> u64 {
    let (word, shift) = (offset / 64, offset % 64);
    let mut field = words[word] >> shift;
    if shift + len > 64 {
        field |= words[word + 1] << (64 - shift);
    }
    field & (u64::MAX >> (64 - len))
}

impl BitField {
    #[inline]
    fn write_field(self, field: u64, words: &mut [u64]) {
        let (word, shift) = (self.offset / 64, self.offset % 64);
        words[word] |= field << shift;
        if shift + self.len > 64 {
            words[word + 1] |= field >> (64 - shift);
        }
    }
}

impl Mirror {
    /// The mirror of states of open variables before a step. If the model is not foldable, the mirror has no fields and
    /// every image is 0.
    pub(super) fn of_open(model: &BitModel, step: usize) -> Self {
        let field = |step: &super::model::StepVariables| BitField {
            offset: model.active() - step.first - step.len,
            len: step.len,
        };
        let steps = if model.is_foldable { &model.steps[step..] } else { &[] };
        Self { fields: steps.iter().map(field).collect() }
    }

    /// The mirror of states that consist of `rows` rows of `rows` bits.
    pub(super) fn of_rows(rows: usize) -> Self {
        Self { fields: (0..rows).map(|row| BitField { offset: row * rows, len: rows }).collect() }
    }

    /// Replaces `image` with the mirror image of a state.
    #[inline]
    pub(super) fn reflect(&self, state: &[u64], image: &mut Vec<u64>) {
        image.clear();
        image.resize(state.len(), 0);
        for &field in &self.fields {
            let reversed =
                read_bits(state, field.offset, field.len).reverse_bits() >> (64 - field.len);
            field.write_field(reversed, image);
        }
    }
}
