//! Integer types for numbers of solutions, from the narrowest to the widest.

use std::fmt::Debug;

use num_bigint::BigUint;
use num_traits::NumAssignRef;

use crate::heap::Heap;

/// An unsigned integer type, possibly too narrow for a count.
pub(crate) trait Integer:
    Clone + Debug + Heap + NumAssignRef + Into<BigUint> + Send + Sync + 'static
{
    /// The next wider type; for the widest type, the type itself.
    type Wider: Integer + From<Self>;

    /// Adds `other`. Returns false if the sum does not fit the type; then `self` is invalid.
    fn try_add(&mut self, other: &Self) -> bool;

    /// Returns the number times 2 to the power of `by`; `None` if the product does not fit the type.
    fn shifted(&self, by: u32) -> Option<Self>;
}

macro_rules! number {
    ($($type:ty, $wider:ty;)*) => {
        $(impl Integer for $type {
            type Wider = $wider;

            #[inline]
            fn try_add(&mut self, other: &Self) -> bool {
                let (sum, is_over) = self.overflowing_add(*other);
                *self = sum;
                !is_over
            }

            #[inline]
            fn shifted(&self, by: u32) -> Option<Self> {
                if *self == 0 {
                    return Some(0);
                }
                (self.leading_zeros() >= by).then(|| self << by)
            }
        })*
    };
}

number! {
    u32, u64;
    u64, u128;
    u128, BigUint;
}

impl Integer for BigUint {
    type Wider = Self;

    fn try_add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn shifted(&self, by: u32) -> Option<Self> {
        Some(self << by)
    }
}
