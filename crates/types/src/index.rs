//! The index of the class path: the direct subtypes of each class, and the members that return each class.

pub(crate) mod cache;
mod outline;

use std::{num::NonZero, thread};

use rustc_hash::{FxHashMap, FxHashSet};

use self::{
    cache::{Cache, Key},
    outline::{Outline, ReturningMember},
};
use crate::{ClassId, ClassPath, World, class_path::Source, jdk::common_classes};

/// Minimum number of classes per thread. Reading fewer classes costs less than starting a thread.
const MIN_CLASSES_PER_THREAD: usize = 32;

/// The result of one scan of the class path: the direct subtypes of each class, and the members that return
/// each class. All names are internal names.
pub struct Index {
    /// Class names, sorted.
    names: Vec<Box<str>>,
    /// For each class or interface, the indexes in `names` of its direct subtypes.
    children: FxHashMap<Box<str>, Vec<u32>>,
    /// The names of supertypes that are not on the class path, sorted.
    foreign: Vec<Box<str>>,
    /// The members by the type that they return: the name of a class or the descriptor of an array.
    returning: FxHashMap<Box<str>, Vec<Member>>,
}

/// A member that returns a class type or an array of a class type: a method or a static field.
pub struct Member {
    /// Index in `names` of the declaring class.
    class: u32,
    /// The name of the member.
    pub name: Box<str>,
    /// The descriptor of the member. The descriptor of a method begins with `(`.
    pub descriptor: Box<str>,
}

impl Index {
    /// Builds the index of all classes in the entries that the user named.
    ///
    /// The index consists of [outlines](Outline): the direct supertypes of a class, and the types that its
    /// members return. Reads the outlines of jars from the cache if possible. Reads all other outlines from
    /// the class files, on all processors.
    pub fn scan(world: &World, cache: Option<&Cache>) -> Index {
        let class_path = &**world.class_path();
        let sources: Vec<(usize, &Source)> = class_path.named_sources().collect();
        let entries = map_in_parallel(&sources, 1, |&(number, source)| {
            Entry::look_up(class_path, number, source, cache)
        });
        let classes_to_read: Vec<(&Source, &str)> =
            entries.iter().flat_map(|entry| entry.names.iter().map(|&name| (entry.source, name))).collect();
        let read_outline =
            |(source, name): &(&Source, &str)| Outline::read(name, &source.read(&format!("{name}.class"))?);
        let mut read_outlines =
            map_in_parallel(&classes_to_read, MIN_CLASSES_PER_THREAD, read_outline).into_iter();
        let mut outlines = Vec::new();
        for entry in entries {
            let number = entry.number;
            let entry_outlines = entry.outlines(&mut read_outlines, cache);
            outlines.extend(
                entry_outlines.into_iter().filter(|outline| class_path.is_from(number, &outline.name)),
            );
        }
        outlines.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Index::of(outlines)
    }

    fn of(outlines: Vec<Outline>) -> Index {
        let mut index = Index {
            names: Vec::with_capacity(outlines.len()),
            children: FxHashMap::default(),
            foreign: Vec::new(),
            returning: FxHashMap::default(),
        };
        let mut supers: FxHashSet<Box<str>> = FxHashSet::default();
        for (class, outline) in (0..).zip(outlines) {
            index.names.push(outline.name);
            for supertype in outline.supers {
                if supers.insert(supertype.clone()) {
                    index.foreign.push(supertype.clone());
                }
                index.children.entry(supertype).or_default().push(class);
            }
            for ReturningMember { result, name, descriptor } in outline.producers {
                index.returning.entry(result).or_default().push(Member { class, name, descriptor });
            }
        }
        let Index { names, foreign, .. } = &mut index;
        foreign.retain(|supertype| names.binary_search(supertype).is_err());
        foreign.sort_unstable();
        index
    }

    /// Returns the members that return `class`, each with the name of its declaring class. `class` is the
    /// name of a class or the descriptor of an array. The members are sorted by declaring class.
    pub fn returning(&self, class: &str) -> impl Iterator<Item = (&str, &Member)> {
        let members = self.returning.get(class).map_or(&[][..], Vec::as_slice);
        members.iter().map(|member| (&*self.names[member.class as usize], member))
    }

    /// Returns the indexes of all direct and indirect subtypes of the given types, ascending.
    fn subtypes_of<'a>(&'a self, mut pending: Vec<&'a str>) -> Vec<u32> {
        let mut subtypes = fixedbitset::FixedBitSet::with_capacity(self.names.len());
        while let Some(class) = pending.pop() {
            for &child in self.children.get(class).into_iter().flatten() {
                if !subtypes.put(child as usize) {
                    pending.push(&self.names[child as usize]);
                }
            }
        }
        subtypes.ones().map(|n| n as u32).collect()
    }
}

/// Computes [`World::subtypes`].
pub fn subtypes(world: &World, id: ClassId) -> Vec<ClassId> {
    let index = world.index();
    let name = world.name(id).replace('.', "/");
    let mut roots = vec![&*name];
    let is_from_jdk = world.is_from_jdk(id);
    if is_from_jdk {
        let is_subtype = |name: &&str| {
            world.class_by_internal_name(name).is_some_and(|foreign| world.is_subclass(foreign, id))
        };
        roots.extend(index.foreign.iter().map(|name| &**name).filter(is_subtype));
    }
    let class_path_subtypes = index
        .subtypes_of(roots)
        .into_iter()
        .filter_map(|n| world.class_by_internal_name(&index.names[n as usize]));
    let mut subtypes: Vec<ClassId> = class_path_subtypes.collect();
    if is_from_jdk {
        let common_classes_of_jdk = common_classes::CLASSES.iter().filter_map(|name| world.class_named(name));
        subtypes.extend(common_classes_of_jdk.filter(|&class| class != id && world.is_subclass(class, id)));
    }
    subtypes
}

/// An entry of the class path.
struct Entry<'a> {
    /// The index of the entry in the class path.
    number: usize,
    source: &'a Source,
    /// The key in the cache; `None` for a folder or without a cache.
    key: Option<Key>,
    /// The outlines from the cache; `None` if the cache does not contain them.
    cached_outlines: Option<Vec<Outline>>,
    /// The names of the classes to read. Empty if the outlines come from the cache.
    names: Vec<&'a str>,
}

impl<'a> Entry<'a> {
    /// Looks up the outlines of an entry in the cache.
    fn look_up(
        class_path: &'a ClassPath,
        number: usize,
        source: &'a Source,
        cache: Option<&Cache>,
    ) -> Entry<'a> {
        let key = cache.and_then(|_| key(source));
        let cached_outlines = key.and_then(|key| cache?.find(key));
        let names = if cached_outlines.is_some() { Vec::new() } else { class_path.classes(number) };
        Entry { number, source, key, cached_outlines, names }
    }

    /// Returns the outlines of the entry. `read_outlines` provides the outlines of the classes in
    /// `names`.
    ///
    /// If all classes were read without an error, the cache stores the outlines. Otherwise every run reads
    /// the classes again and reports the error.
    fn outlines(
        self,
        read_outlines: &mut impl Iterator<Item = Option<Outline>>,
        cache: Option<&Cache>,
    ) -> Vec<Outline> {
        if let Some(cached_outlines) = self.cached_outlines {
            return cached_outlines;
        }
        let results: Vec<Option<Outline>> = read_outlines.take(self.names.len()).collect();
        let is_complete = results.iter().all(Option::is_some);
        let outlines: Vec<Outline> = results.into_iter().flatten().collect();
        if let (Some(cache), Some(old_key)) = (cache, self.key)
            && is_complete
            // If the jar changed while it was read, the cache must not store the result.
            && key(self.source) == Some(old_key)
        {
            cache.store(old_key, &outlines);
        }
        outlines
    }
}

/// Returns the key of a jar in the cache, or `None` for a folder.
fn key(source: &Source) -> Option<Key> {
    match source {
        Source::Jar(jar) => Some(Key::of(jar.content())),
        Source::Folder(_) | Source::Memory(_) => None,
    }
}

/// Applies a function to each item on all processors, and returns the results in the order of the items. Each
/// thread except the last processes at least `min_items` items.
fn map_in_parallel<T: Sync, R: Send>(items: &[T], min_items: usize, make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let chunk_length =
        items.len().div_ceil(thread::available_parallelism().map_or(1, NonZero::get)).max(min_items);
    let make = &make;
    thread::scope(|scope| {
        let workers: Vec<_> = items
            .chunks(chunk_length)
            .map(|items| scope.spawn(move || items.iter().map(make).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the function does not panic")).collect()
    })
}
