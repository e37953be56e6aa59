//! Parts of the classes of a project, for several machines.

/// One of several parts of the classes.
///
/// Whether a class belongs to a shard depends only on the name of the class. So the other classes stay in
/// their shards when a class is added, removed or renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Returns the shard with a number from 1 to `count`. Returns `None` if there is no such shard.
    pub fn new(number: u32, count: u32) -> Option<Shard> {
        (1..=count).contains(&number).then(|| Shard { index: number - 1, count })
    }

    /// Returns whether a class belongs to the shard. `class` is its fully qualified name.
    pub fn contains(self, class: &str) -> bool {
        let hash = blake3::hash(class.as_bytes());
        let number = u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight bytes"));
        number % u64::from(self.count) == u64::from(self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_belongs_to_one_shard_and_the_shards_have_similar_sizes() {
        let shards: Vec<Shard> = (1..=4).filter_map(|number| Shard::new(number, 4)).collect();
        let mut sizes = [0; 4];
        for class in (0..1000).map(|number| format!("com.acme.Class{number}")) {
            let of_class: Vec<usize> = (0..4).filter(|&index| shards[index].contains(&class)).collect();
            assert_eq!(of_class.len(), 1, "{class}");
            sizes[of_class[0]] += 1;
        }
        assert!(sizes.iter().all(|size| (200..300).contains(size)), "{sizes:?}");
    }
}
