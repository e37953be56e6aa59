//! Tests of the cache that stores, for later runs, the supertypes of the classes in jars and the types that
//! their members return.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use fixtures::JavaSources;
use tempfile::TempDir;
use types::{ClassId, ClassPath, Type, World};

use crate::classpath::write_jar;
use crate::common::{class, jdk};
use crate::subjects::subjects;

/// A folder with a jar and a cache.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Project {
        let folder = TempDir::new().unwrap();
        let project = Project { folder };
        project.replace_jar(&["A", "B extends A"]);
        project
    }

    /// Replaces the jar by a jar whose classes have the given headers, such as `B extends A`.
    fn replace_jar(&self, classes: &[&str]) {
        let files = self.classes(classes);
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        write_jar(&self.folder.path().join("a.jar"), &files);
    }

    /// Returns the class files of classes with the given headers.
    fn classes(&self, classes: &[&str]) -> Vec<(String, Vec<u8>)> {
        let source: String = classes.iter().map(|header| format!("class {header} {{}}\n")).collect();
        JavaSources::new().text("All.java", &source).class_files()
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache/index")
    }

    /// Returns the subtypes of `A` that a run with the jar and the cache finds.
    fn subtypes(&self) -> Vec<String> {
        self.subtypes_on(&[self.folder.path().join("a.jar")])
    }

    /// Returns the subtypes of `A` that a run with a class path and the cache finds.
    fn subtypes_on(&self, entries: &[PathBuf]) -> Vec<String> {
        let world = World::new(ClassPath::open(entries).unwrap(), jdk()).with_cache(self.cache());
        world.subtypes(class(&world, "A")).iter().map(|&id| world.name(id).to_string()).collect()
    }

    /// Returns the files of the cache.
    fn files(&self) -> Vec<PathBuf> {
        fs::read_dir(self.cache()).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// Asserts that the cache has exactly one file, and returns the file.
    fn only_file(&self) -> PathBuf {
        let mut files = self.files();
        assert_eq!(files.len(), 1, "{files:?}");
        files.remove(0)
    }
}

/// Returns the modification time of a file.
fn modification_time(file: &Path) -> SystemTime {
    fs::metadata(file).unwrap().modified().unwrap()
}

#[test]
fn a_second_run_finds_the_same_subtypes_and_writes_no_file() {
    let project = Project::new();
    assert_eq!(project.subtypes(), ["B"]);
    let first_time = modification_time(&project.only_file());
    assert_eq!(project.subtypes(), ["B"]);
    assert_eq!(modification_time(&project.only_file()), first_time);
}

#[test]
fn a_cached_jar_is_not_read_again() {
    let project = Project::new();
    project.subtypes();
    let cached_bytes = fs::read(project.only_file()).unwrap();
    project.replace_jar(&["A", "C extends A"]);
    project.subtypes();
    let new_file = project.files().into_iter().find(|file| fs::read(file).unwrap() != cached_bytes).unwrap();
    // This write puts the data of the old jar into the cache file of the new jar. The new jar has no
    // class `B`, so a run that uses the cache file finds no subtypes.
    fs::write(&new_file, cached_bytes).unwrap();
    assert_eq!(project.subtypes(), [""; 0]);
}

#[test]
fn a_jar_with_other_content_is_read_again() {
    let project = Project::new();
    project.subtypes();
    project.replace_jar(&["A", "B extends A", "C extends B"]);
    assert_eq!(project.subtypes(), ["B", "C"]);
    assert_eq!(project.files().len(), 2);
}

#[test]
fn a_damaged_cache_file_is_replaced() {
    let project = Project::new();
    project.subtypes();
    let file = project.only_file();
    let good_bytes = fs::read(&file).unwrap();
    let damaged_contents = [
        &good_bytes[..0],
        &good_bytes[..10],
        &good_bytes[..good_bytes.len() - 1],
        &[&good_bytes[..], &[0]].concat(),
        &[7; 100],
    ];
    for bytes in damaged_contents {
        fs::write(&file, bytes).unwrap();
        assert_eq!(project.subtypes(), ["B"]);
        assert_eq!(fs::read(&file).unwrap(), good_bytes);
    }
    for at in (0..good_bytes.len()).step_by(7) {
        let mut bytes = good_bytes.clone();
        bytes[at] ^= 4;
        fs::write(&file, bytes).unwrap();
        assert_eq!(project.subtypes(), ["B"]);
        assert_eq!(fs::read(&file).unwrap(), good_bytes);
    }
}

#[test]
fn a_cache_folder_that_cannot_be_created_is_ignored() {
    let project = Project::new();
    fs::write(project.folder.path().join("cache"), "a file").unwrap();
    assert_eq!(project.subtypes(), ["B"]);
    assert_eq!(fs::read(project.folder.path().join("cache")).unwrap(), b"a file");
}

#[test]
fn a_class_comes_from_the_first_entry_that_contains_the_class() {
    let project = Project::new();
    let jar = project.folder.path().join("a.jar");
    let folder = JavaSources::new().text("All.java", "class A {} class B {}").compile();
    for _ in 0..2 {
        assert_eq!(project.subtypes_on(&[folder.clone(), jar.clone()]), [""; 0]);
        assert_eq!(project.subtypes_on(&[jar.clone(), folder.clone()]), ["B"]);
    }
    project.only_file();
}

/// Sets the modification time of a file to the given number of days ago.
fn set_age(file: &Path, days: u64) {
    let time = SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60);
    fs::File::open(file).unwrap().set_modified(time).unwrap();
}

#[test]
fn old_unused_cache_files_are_deleted_when_a_file_is_written() {
    let project = Project::new();
    project.subtypes();
    set_age(&project.only_file(), 40);
    fs::create_dir(project.cache().join("a folder")).unwrap();
    set_age(&project.cache().join("a folder"), 40);
    project.replace_jar(&["A", "C extends A"]);
    assert_eq!(project.subtypes(), ["C"]);
    fs::remove_dir(project.cache().join("a folder")).unwrap();
    project.only_file();
}

#[test]
fn a_used_cache_file_is_not_deleted() {
    let project = Project::new();
    project.subtypes();
    let first_file = project.only_file();
    set_age(&first_file, 40);
    project.subtypes();
    project.replace_jar(&["A", "C extends A"]);
    project.subtypes();
    assert!(project.files().contains(&first_file));
}

#[test]
fn a_jar_with_an_unreadable_class_is_not_cached() {
    let project = Project::new();
    let bytes = project.classes(&["A", "B extends A"]);
    let mut files: Vec<(&str, &[u8])> = bytes.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    files.push(("C.class", b"damaged"));
    write_jar(&project.folder.path().join("a.jar"), &files);
    assert_eq!(project.subtypes(), ["B"]);
    assert!(!project.cache().exists());
}

#[test]
fn a_folder_or_device_in_place_of_a_cache_file_is_ignored() {
    let project = Project::new();
    project.subtypes();
    let file = project.only_file();
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(project.subtypes(), ["B"]);
    fs::remove_dir(&file).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
    assert_eq!(project.subtypes(), ["B"]);
}

#[test]
#[ignore = "sweep over whole libraries: ./x test --all"]
fn the_cache_does_not_change_the_subtypes_and_producers_of_libraries() {
    let project = Project::new();
    for jars in subjects().into_iter().take(3) {
        let expected = subtypes_and_producers(&World::new(ClassPath::open(&jars).unwrap(), jdk()));
        for _ in 0..2 {
            let world = World::new(ClassPath::open(&jars).unwrap(), jdk()).with_cache(project.cache());
            assert!(subtypes_and_producers(&world) == expected, "{}", jars[0].display());
        }
    }
}

/// Returns the subtypes and producers of all classes on the class path.
fn subtypes_and_producers(world: &World) -> Vec<String> {
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
