//! Tests that calls on the classes of real libraries compile.

use std::{path::PathBuf, time::Instant};

use types::{ClassId, ClassPath, World};

use crate::{common::jdk, members};

/// Returns one class path for each library jar: the jar, followed by all other jars, because some libraries
/// depend on other libraries.
///
/// The result excludes the jar of the JUnit launcher, because the launcher is a tool and not a library.
pub fn subjects() -> Vec<Vec<PathBuf>> {
    let mut jars = fixtures::subject_jars();
    jars.retain(|jar| !jar.to_string_lossy().contains("junit-platform-console"));
    let class_path = |jar: &PathBuf| {
        let others = jars.iter().filter(|other| *other != jar);
        std::iter::once(jar).chain(others).cloned().collect()
    };
    jars.iter().map(class_path).collect()
}

#[test]
#[ignore = "sweep over whole libraries: ./x test --all"]
fn every_call_on_every_accessible_class_compiles() {
    let mut all_compile = true;
    for jars in subjects() {
        let start = Instant::now();
        let world = World::new(ClassPath::open(&jars).unwrap(), jdk());
        let library_path = ClassPath::open(&jars[..1]).unwrap();
        let names: Vec<String> = library_path.names().map(|name| name.replace('/', ".")).collect();
        let classes: Vec<ClassId> = names.iter().filter_map(|name| world.class_named(name)).collect();
        let accessible_classes: Vec<ClassId> =
            classes.into_iter().filter(|&class| world.is_accessible_class(class, "p")).collect();
        let mut errors = Vec::new();
        let mut lines = 0;
        for classes in accessible_classes.chunks(60) {
            let mut source = String::new();
            members::calls(&world, classes, &mut source);
            lines += source.lines().count();
            let output = members::compile(&source, &jars);
            all_compile &= output.is_empty();
            errors.extend(
                output
                    .lines()
                    .filter(|line| line.contains("error:") || line.starts_with("static"))
                    .map(str::to_owned),
            );
        }
        let error_count = errors.iter().filter(|line| line.contains("error:")).count();
        eprintln!(
            "{}: {error_count} of {lines} calls do not compile, {:?}",
            jars[0].display(),
            start.elapsed()
        );
        errors.iter().for_each(|line| eprintln!("{line}"));
    }
    assert!(all_compile);
}
