//! Memory on the heap, counted by its owners: a list counts its capacity, and a struct adds up its fields.

use hashbrown::HashTable;
use num_bigint::BigUint;
use smallvec::SmallVec;

/// A value that counts its memory.
pub(crate) trait Heap {
    /// Memory on the heap, in bytes.
    fn heap(&self) -> usize;

    /// Memory of the value, including its memory on the heap, in bytes.
    fn memory(&self) -> usize
    where
        Self: Sized,
    {
        size_of::<Self>() + self.heap()
    }
}

/// Memory that the allocator uses for a block of `bytes` bytes: 8 bytes more for the header, rounded up to a multiple
/// of 16, at least 32.
pub(crate) fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

impl<T: Copy> Heap for Vec<T> {
    fn heap(&self) -> usize {
        allocated(self.capacity() * size_of::<T>())
    }
}

impl<A: smallvec::Array<Item: Copy>> Heap for SmallVec<A> {
    fn heap(&self) -> usize {
        if self.spilled() { allocated(self.capacity() * size_of::<A::Item>()) } else { 0 }
    }
}

impl<T: Copy> Heap for HashTable<T> {
    fn heap(&self) -> usize {
        self.allocation_size()
    }
}

impl<T: Heap> Heap for Option<T> {
    fn heap(&self) -> usize {
        self.as_ref().map_or(0, T::heap)
    }
}

impl Heap for BigUint {
    fn heap(&self) -> usize {
        allocated(self.bits().div_ceil(64) as usize * size_of::<u64>())
    }
}

/// Implements [`Heap`] for numbers.
macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl Heap for $number {
            #[inline]
            fn heap(&self) -> usize {
                0
            }
        })+
    };
}

numbers!(u32, u64, u128, i64);

/// Implements [`Heap`] for a struct, as the sum over its fields that grow, and for lists of the struct. Generic parameters
/// follow the fields.
macro_rules! heap_of_fields {
    ($type:ty: $($field:ident),+ $(; $($generics:tt)+)?) => {
        impl $(<$($generics)+>)? $crate::heap::Heap for $type {
            fn heap(&self) -> usize {
                [$(self.$field.heap()),+].into_iter().sum()
            }
        }

        impl $(<$($generics)+>)? $crate::heap::Heap for Vec<$type> {
            fn heap(&self) -> usize {
                $crate::heap::allocated(self.capacity() * size_of::<$type>())
                    + self.iter().map($crate::heap::Heap::heap).sum::<usize>()
            }
        }
    };
}
