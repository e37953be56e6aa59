//! Lists of lists in two flat vectors.

/// Rows of items, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Rows<T> {
    pub(crate) fn row(&self, index: usize) -> &[T] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[index] as usize]
    }
}

impl<T> FromIterator<Vec<T>> for Rows<T> {
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(rows: I) -> Rows<T> {
        let (mut ends, mut items) = (Vec::new(), Vec::new());
        for row in rows {
            items.extend(row);
            ends.push(items.len() as u32);
        }
        Rows { ends, items }
    }
}
