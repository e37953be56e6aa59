//! A table of lists in two flat vectors.

use std::marker::PhantomData;
use std::ops::Index;

/// One list of items for each key. All items are in one vector.
#[derive(Clone, Debug)]
pub(crate) struct ListTable<K, T> {
    /// For each list, the index in `items` after its last item.
    ends: Vec<u32>,
    items: Vec<T>,
    key: PhantomData<K>,
}

impl<K: Into<usize>, T> Index<K> for ListTable<K, T> {
    type Output = [T];

    fn index(&self, key: K) -> &[T] {
        let index: usize = key.into();
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[index] as usize]
    }
}

impl<K, T, L: IntoIterator<Item = T>> FromIterator<L> for ListTable<K, T> {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> ListTable<K, T> {
        let (mut ends, mut items) = (Vec::new(), Vec::new());
        for list in lists {
            items.extend(list);
            ends.push(items.len() as u32);
        }
        ListTable { ends, items, key: PhantomData }
    }
}
