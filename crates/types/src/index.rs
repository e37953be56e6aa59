//! The outlines of all classes on the class path: who extends whom, and whose members yield what.

pub(crate) mod cache;
mod outline;

use std::{num::NonZero, thread};

use rustc_hash::{FxHashMap, FxHashSet};

use self::{
    cache::{Cache, Key},
    outline::{Outline, Yielded},
};
use crate::{ClassId, ClassPath, World, class_path::Source, jdk::common};

/// Classes that take longer to read than a thread takes to start.
const WORTH_A_THREAD: usize = 32;

/// What one pass over the class path finds. Names are internal.
pub struct Index {
    /// Class names, ascending.
    names: Vec<Box<str>>,
    /// Numbers of the direct subtypes of each class or interface.
    children: FxHashMap<Box<str>, Vec<u32>>,
    /// Superclasses and interfaces that are not on the class path, ascending.
    foreign: Vec<Box<str>>,
    /// The members that yield each class, or array by its descriptor.
    yielding: FxHashMap<Box<str>, Vec<Yield>>,
}

/// A method or static field whose erased type is a class or an array of one.
pub struct Yield {
    /// The number of the class that declares it.
    class: u32,
    /// Its name.
    pub name: Box<str>,
    /// Its descriptor; that of a method begins with `(`.
    pub descriptor: Box<str>,
}

impl Index {
    /// Reads the outline of every class, on all processors; those of jars may be known from an earlier run.
    pub fn scan(world: &World, cache: Option<&Cache>) -> Index {
        let class_path = &**world.class_path();
        let sources: Vec<(usize, &Source)> = class_path.named_sources().collect();
        let entries =
            in_parallel(&sources, 1, |&(number, source)| Entry::look_up(class_path, number, source, cache));
        let missing: Vec<(&Source, &str)> =
            entries.iter().flat_map(|entry| entry.names.iter().map(|&name| (entry.source, name))).collect();
        let read =
            |(source, name): &(&Source, &str)| Outline::read(name, &source.read(&format!("{name}.class"))?);
        let mut read = in_parallel(&missing, WORTH_A_THREAD, read).into_iter();
        let mut outlines = Vec::new();
        for entry in entries {
            let number = entry.number;
            let found = entry.outlines(&mut read, cache);
            outlines.extend(found.into_iter().filter(|outline| class_path.is_from(number, &outline.name)));
        }
        outlines.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Index::of(outlines)
    }

    fn of(outlines: Vec<Outline>) -> Index {
        let mut index = Index {
            names: Vec::with_capacity(outlines.len()),
            children: FxHashMap::default(),
            foreign: Vec::new(),
            yielding: FxHashMap::default(),
        };
        let mut supers: FxHashSet<Box<str>> = FxHashSet::default();
        for (class, outline) in (0..).zip(outlines) {
            index.names.push(outline.name);
            for up in outline.supers {
                if supers.insert(up.clone()) {
                    index.foreign.push(up.clone());
                }
                index.children.entry(up).or_default().push(class);
            }
            for Yielded { result, name, descriptor } in outline.yields {
                index.yielding.entry(result).or_default().push(Yield { class, name, descriptor });
            }
        }
        let Index { names, foreign, .. } = &mut index;
        foreign.retain(|up| names.binary_search(up).is_err());
        foreign.sort_unstable();
        index
    }

    /// The members that yield a class, or an array by its descriptor, in the order of the classes that declare them, with
    /// these.
    pub fn yielding(&self, class: &str) -> impl Iterator<Item = (&str, &Yield)> {
        let found = self.yielding.get(class).map_or(&[][..], Vec::as_slice);
        found.iter().map(|member| (&*self.names[member.class as usize], member))
    }

    /// Numbers of all classes below these, ascending.
    fn below<'a>(&'a self, mut pending: Vec<&'a str>) -> Vec<u32> {
        let mut found = fixedbitset::FixedBitSet::with_capacity(self.names.len());
        while let Some(class) = pending.pop() {
            for &child in self.children.get(class).into_iter().flatten() {
                if !found.put(child as usize) {
                    pending.push(&self.names[child as usize]);
                }
            }
        }
        found.ones().map(|n| n as u32).collect()
    }
}

/// See [`World::subtypes`].
pub fn subtypes(world: &World, id: ClassId) -> Vec<ClassId> {
    let index = world.index();
    let name = world.name(id).replace('.', "/");
    let mut roots = vec![&*name];
    let from_jdk = world.is_from_jdk(id);
    if from_jdk {
        let below =
            |name: &&str| world.class_internal(name).is_some_and(|foreign| world.is_subclass(foreign, id));
        roots.extend(index.foreign.iter().map(|name| &**name).filter(below));
    }
    let on_class_path =
        index.below(roots).into_iter().filter_map(|n| world.class_internal(&index.names[n as usize]));
    let mut found: Vec<ClassId> = on_class_path.collect();
    if from_jdk {
        let common = common::CLASSES.iter().filter_map(|name| world.class_named(name));
        found.extend(common.filter(|&common| common != id && world.is_subclass(common, id)));
    }
    found
}

/// An entry of the class path.
struct Entry<'a> {
    number: usize,
    source: &'a Source,
    /// Of a jar where there is a cache.
    key: Option<Key>,
    /// Its outlines, if they are known.
    kept: Option<Vec<Outline>>,
    /// The classes to be read if not.
    names: Vec<&'a str>,
}

impl<'a> Entry<'a> {
    fn look_up(
        class_path: &'a ClassPath,
        number: usize,
        source: &'a Source,
        cache: Option<&Cache>,
    ) -> Entry<'a> {
        let key = cache.and_then(|_| key(source));
        let kept = key.and_then(|key| cache?.find(key));
        let names = if kept.is_some() { Vec::new() } else { class_path.classes(number) };
        Entry { number, source, key, kept, names }
    }

    /// Its outlines, those of what it lacks being the next that were read; they are kept if nothing is wrong with any class, since
    /// each run is to tell of one.
    fn outlines(
        self,
        read: &mut impl Iterator<Item = Option<Outline>>,
        cache: Option<&Cache>,
    ) -> Vec<Outline> {
        if let Some(kept) = self.kept {
            return kept;
        }
        let read: Vec<Option<Outline>> = read.take(self.names.len()).collect();
        let is_whole = read.iter().all(Option::is_some);
        let found: Vec<Outline> = read.into_iter().flatten().collect();
        if let (Some(cache), Some(before)) = (cache, self.key)
            && is_whole
            // Nobody is to write to a jar that is read, but what comes of it must not last.
            && key(self.source) == Some(before)
        {
            cache.keep(before, &found);
        }
        found
    }
}

fn key(source: &Source) -> Option<Key> {
    match source {
        Source::Jar(jar) => Some(Key::of(jar.content())),
        Source::Folder(_) => None,
    }
}

/// What a function makes of each item, in their order, on all processors, each with so many items at least.
fn in_parallel<T: Sync, R: Send>(items: &[T], least: usize, make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let share = items.len().div_ceil(thread::available_parallelism().map_or(1, NonZero::get)).max(least);
    let make = &make;
    thread::scope(|scope| {
        let workers: Vec<_> = items
            .chunks(share)
            .map(|items| scope.spawn(move || items.iter().map(make).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("reading does not panic")).collect()
    })
}
