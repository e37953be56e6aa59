//! What is found in jars is kept between runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use fixtures::JavaSources;
use tempfile::TempDir;
use types::{ClassId, ClassPath, Type, World};

use crate::classpath::jar;
use crate::common::{class, jdk};
use crate::subjects::subjects;

/// A jar in a folder that has a cache, too.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = TempDir::new().unwrap();
        let place = Place { folder };
        place.jar(&["A", "B extends A"]);
        place
    }

    /// Makes the jar anew, of classes with these headers.
    fn jar(&self, classes: &[&str]) {
        let files = self.classes(classes);
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        jar(&self.folder.path().join("a.jar"), &files);
    }

    /// The class files of classes with these headers.
    fn classes(&self, classes: &[&str]) -> Vec<(String, Vec<u8>)> {
        let source: String = classes.iter().map(|header| format!("class {header} {{}}\n")).collect();
        JavaSources::new().text("All.java", &source).class_files()
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache/index")
    }

    /// The subtypes of `A`, as one run finds them.
    fn subtypes(&self) -> Vec<String> {
        self.subtypes_on(&[self.folder.path().join("a.jar")])
    }

    fn subtypes_on(&self, entries: &[PathBuf]) -> Vec<String> {
        let world = World::new(ClassPath::open(entries).unwrap(), jdk()).cache_in(self.cache());
        world.subtypes(class(&world, "A")).iter().map(|&id| world.name(id).to_string()).collect()
    }

    /// The files of the cache.
    fn files(&self) -> Vec<PathBuf> {
        fs::read_dir(self.cache()).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// The only one.
    fn file(&self) -> PathBuf {
        let mut files = self.files();
        assert_eq!(files.len(), 1, "{files:?}");
        files.remove(0)
    }
}

/// When a file was written, to the nanosecond.
fn written(file: &Path) -> SystemTime {
    fs::metadata(file).unwrap().modified().unwrap()
}

#[test]
fn a_second_run_finds_the_same_and_writes_nothing() {
    let place = Place::new();
    assert_eq!(place.subtypes(), ["B"]);
    let first = written(&place.file());
    assert_eq!(place.subtypes(), ["B"]);
    assert_eq!(written(&place.file()), first);
}

#[test]
fn what_is_kept_is_not_read_again() {
    let place = Place::new();
    place.subtypes();
    let kept = fs::read(place.file()).unwrap();
    place.jar(&["A", "C extends A"]);
    place.subtypes();
    let other = place.files().into_iter().find(|file| fs::read(file).unwrap() != kept).unwrap();
    // The file of one jar under the name of another tells what it has, though no class of it is there.
    fs::write(&other, kept).unwrap();
    assert_eq!(place.subtypes(), [""; 0]);
}

#[test]
fn a_jar_with_other_content_is_read_anew() {
    let place = Place::new();
    place.subtypes();
    place.jar(&["A", "B extends A", "C extends B"]);
    assert_eq!(place.subtypes(), ["B", "C"]);
    assert_eq!(place.files().len(), 2);
}

#[test]
fn a_damaged_file_is_written_again() {
    let place = Place::new();
    place.subtypes();
    let file = place.file();
    let good = fs::read(&file).unwrap();
    let damaged = [&good[..0], &good[..10], &good[..good.len() - 1], &[&good[..], &[0]].concat(), &[7; 100]];
    for bytes in damaged {
        fs::write(&file, bytes).unwrap();
        assert_eq!(place.subtypes(), ["B"]);
        assert_eq!(fs::read(&file).unwrap(), good);
    }
    for at in (0..good.len()).step_by(7) {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        fs::write(&file, bytes).unwrap();
        assert_eq!(place.subtypes(), ["B"]);
        assert_eq!(fs::read(&file).unwrap(), good);
    }
}

#[test]
fn a_folder_that_cannot_be_made_does_no_harm() {
    let place = Place::new();
    fs::write(place.folder.path().join("cache"), "a file").unwrap();
    assert_eq!(place.subtypes(), ["B"]);
    assert_eq!(fs::read(place.folder.path().join("cache")).unwrap(), b"a file");
}

#[test]
fn a_class_counts_where_it_is_first() {
    let place = Place::new();
    let jar = place.folder.path().join("a.jar");
    let folder = JavaSources::new().text("All.java", "class A {} class B {}").compile();
    for _ in 0..2 {
        assert_eq!(place.subtypes_on(&[folder.clone(), jar.clone()]), [""; 0]);
        assert_eq!(place.subtypes_on(&[jar.clone(), folder.clone()]), ["B"]);
    }
    place.file();
}

fn set_age(file: &Path, days: u64) {
    let then = SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60);
    fs::File::open(file).unwrap().set_modified(then).unwrap();
}

#[test]
fn what_was_not_used_for_long_goes_when_something_new_comes() {
    let place = Place::new();
    place.subtypes();
    set_age(&place.file(), 40);
    fs::create_dir(place.cache().join("a folder")).unwrap();
    set_age(&place.cache().join("a folder"), 40);
    place.jar(&["A", "C extends A"]);
    assert_eq!(place.subtypes(), ["C"]);
    fs::remove_dir(place.cache().join("a folder")).unwrap();
    place.file();
}

#[test]
fn what_is_used_stays() {
    let place = Place::new();
    place.subtypes();
    let first = place.file();
    set_age(&first, 40);
    place.subtypes();
    place.jar(&["A", "C extends A"]);
    place.subtypes();
    assert!(place.files().contains(&first));
}

#[test]
fn a_jar_with_a_class_that_cannot_be_read_is_not_kept() {
    let place = Place::new();
    let bytes = place.classes(&["A", "B extends A"]);
    let mut files: Vec<(&str, &[u8])> = bytes.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    files.push(("C.class", b"damaged"));
    jar(&place.folder.path().join("a.jar"), &files);
    assert_eq!(place.subtypes(), ["B"]);
    assert!(!place.cache().exists());
}

#[test]
fn something_else_in_place_of_a_file_does_no_harm() {
    let place = Place::new();
    place.subtypes();
    let file = place.file();
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(place.subtypes(), ["B"]);
    fs::remove_dir(&file).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
    assert_eq!(place.subtypes(), ["B"]);
}

#[test]
fn what_libraries_have_is_the_same_with_and_without_a_cache() {
    let place = Place::new();
    for jars in subjects().into_iter().take(3) {
        let expected = all(&World::new(ClassPath::open(&jars).unwrap(), jdk()));
        for _ in 0..2 {
            let world = World::new(ClassPath::open(&jars).unwrap(), jdk()).cache_in(place.cache());
            assert!(all(&world) == expected, "{}", jars[0].display());
        }
    }
}

/// All that is told of subtypes and producers of classes of the class path.
fn all(world: &World) -> Vec<String> {
    let names: Vec<String> = world.class_path().names().map(|name| name.replace('/', ".")).collect();
    let classes = names.iter().filter_map(|name| world.class_named(name));
    classes
        .map(|id| {
            let array = Type::Array(Arc::new(Type::class(id)));
            let name = |id: &ClassId| world.name(*id).to_string();
            let subtypes: Vec<String> = world.subtypes(id).iter().map(name).collect();
            format!("{subtypes:?} {:?} {:?}", world.producers(id), world.array_producers(&array))
        })
        .collect()
}
