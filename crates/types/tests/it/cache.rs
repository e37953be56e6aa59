//! What is found in jars is kept between runs.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;
use types::{ClassPath, World};

use crate::classpath::jar;
use crate::common::{class, javac, jdk};

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
        let source: String = classes.iter().map(|header| format!("class {header} {{}}\n")).collect();
        let out = self.folder.path().join("out");
        _ = fs::remove_dir_all(&out);
        let output = javac(self.folder.path(), &[("All.java", &source)], &[]);
        assert!(output.status.success());
        let files = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<(String, Vec<u8>)> = files
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        jar(&self.folder.path().join("a.jar"), &files);
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

/// A file that is written again is another.
fn number(file: &Path) -> u64 {
    fs::metadata(file).unwrap().ino()
}

#[test]
fn a_second_run_finds_the_same_and_writes_nothing() {
    let place = Place::new();
    assert_eq!(place.subtypes(), ["B"]);
    let first = number(&place.file());
    assert_eq!(place.subtypes(), ["B"]);
    assert_eq!(number(&place.file()), first);
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
    for place_of_bit in (0..good.len()).step_by(7) {
        let mut bytes = good.clone();
        bytes[place_of_bit] ^= 4;
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
    javac(place.folder.path(), &[("All.java", "class A {} class B {}")], &[]);
    let folder = place.folder.path().join("out");
    for _ in 0..2 {
        assert_eq!(place.subtypes_on(&[folder.clone(), jar.clone()]), [""; 0]);
        assert_eq!(place.subtypes_on(&[jar.clone(), folder.clone()]), ["B"]);
    }
    place.file();
}

#[test]
fn what_is_old_goes_when_something_new_comes() {
    let place = Place::new();
    place.subtypes();
    let old = place.file();
    let long_ago = SystemTime::now() - Duration::from_secs(100 * 24 * 60 * 60);
    fs::File::open(&old).unwrap().set_modified(long_ago).unwrap();
    place.jar(&["A", "C extends A"]);
    assert_eq!(place.subtypes(), ["C"]);
    assert_ne!(place.file(), old);
}
