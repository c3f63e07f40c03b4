//! How many words hold the open variables of states.

/// Work on states whose open variables are held in `W` words.
pub(super) trait ForWidth {
    type Output;

    fn run<const W: usize>(self) -> Self::Output;
}

/// Compiles work on states for some widths: loops over a few words are unrolled. Only narrow states are
/// tightened.
macro_rules! widths {
    (narrow: $($narrow:literal)*, wide: $($wide:literal)*) => {
        const NARROW: &[usize] = &[$($narrow),*];
        const WIDTHS: &[usize] = &[$($narrow,)* $($wide),*];

        /// Runs work in the smallest width that holds so many words.
        pub(super) fn for_width<J: ForWidth>(words: usize, job: J) -> J::Output {
            match padded(words) {
                $($narrow => job.run::<$narrow>(),)*
                $($wide => job.run::<$wide>(),)*
                _ => unreachable!("one of the widths"),
            }
        }

        /// As [`for_width`], for few words.
        pub(super) fn for_narrow_width<J: ForWidth>(words: usize, job: J) -> J::Output {
            match padded(words) {
                $($narrow => job.run::<$narrow>(),)*
                _ => unreachable!("the words are few"),
            }
        }
    };
}

// Each width is a copy of the construction to compile. Boards of up to 16 rows and columns need four words,
// and gain from having just those they need. Wider states take loops to the last word that they use, so that
// few widths suffice: what the others cost is only to copy them.
widths!(narrow: 1 2 3 4 8, wide: 16 64 1024 16384);

/// True if so many words are few.
pub(super) const fn is_narrow(words: usize) -> bool {
    words <= NARROW[NARROW.len() - 1]
}

/// The smallest of the widths that holds so many words.
pub(super) fn padded(words: usize) -> usize {
    WIDTHS.iter().copied().find(|&width| words <= width).expect("no grid has more cells")
}
