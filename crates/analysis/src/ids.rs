//! Newtype ids: typed 32-bit indexes into tables.

/// Declares newtype ids that index a [`TiVec`](crate::TiVec). Each id is a tuple struct with a public `u32`.
/// The macro implements the traits that a `TiVec` requires of its keys, and the functions `index` and
/// `range`.
#[macro_export]
macro_rules! ids {
    ($($(#[$attribute:meta])* $visibility:vis struct $name:ident;)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(pub u32);

        #[allow(dead_code)]
        impl $name {
            /// Returns the id as an index.
            #[inline]
            $visibility fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns all ids in a range, ascending.
            #[inline]
            $visibility fn range(
                ids: ::std::ops::Range<$name>,
            ) -> impl DoubleEndedIterator<Item = $name> + Clone {
                (ids.start.0..ids.end.0).map($name)
            }
        }

        impl From<usize> for $name {
            #[inline]
            fn from(index: usize) -> $name {
                debug_assert!(u32::try_from(index).is_ok(), "an id has 32 bits, but the index is {index}");
                $name(index as u32)
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(id: $name) -> usize {
                id.0 as usize
            }
        }
    )*};
}
