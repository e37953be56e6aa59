//! Fixtures that several tests use: Java sources that a test compiles, and worlds of their classes.

use std::{fs, path::Path};

use fixtures::JavaSources;
use tempfile::TempDir;
use types::{ClassId, ClassPath, Jdk, MethodId, Type, World};

/// Returns the JDK that the search finds without a folder.
pub fn jdk() -> Jdk {
    Jdk::find(None).expect("the tests need a JDK: set JAVA_HOME")
}

/// Returns a world with the JDK and an empty class path.
pub fn jdk_world() -> World {
    World::new(ClassPath::open(&[]).unwrap(), jdk())
}

/// A world whose class path is a folder with compiled sources.
pub struct Fixture {
    pub world: World,
    folder: TempDir,
}

impl Fixture {
    /// Compiles sources, given as `(path, text)`.
    pub fn new(sources: &[(&str, &str)]) -> Fixture {
        Fixture::with_options(sources, &[], &[])
    }

    /// Compiles sources with options of javac, then deletes the class files `deleted`.
    pub fn with_options(sources: &[(&str, &str)], options: &[&str], deleted: &[&str]) -> Fixture {
        let folder = TempDir::new().unwrap();
        let add = |all: JavaSources, &(path, text): &(&str, &str)| all.text(path, text);
        sources.iter().fold(JavaSources::new().options(options), add).compile_into(folder.path());
        for file in deleted {
            fs::remove_file(folder.path().join(file)).unwrap();
        }
        let world = World::new(ClassPath::open(&[folder.path().to_owned()]).unwrap(), jdk());
        Fixture { world, folder }
    }

    /// Returns the folder of the class files.
    pub fn classes(&self) -> &Path {
        self.folder.path()
    }
}

pub fn class(world: &World, name: &str) -> ClassId {
    world.class_named(name).unwrap_or_else(|| panic!("the world has no class {name}"))
}

/// Returns the header of a method: `result name(argument, ...)`.
pub fn header(world: &World, method: MethodId) -> String {
    let method = world.method(method);
    format!("{} {}({})", world.display(&method.result), method.name, display_all(world, &method.arguments))
}

pub fn display_all(world: &World, types: &[Type]) -> String {
    types.iter().map(|ty| world.display(ty)).collect::<Vec<_>>().join(", ")
}

/// Returns the type of a field.
pub fn field_type(world: &World, class_name: &str, field_name: &str) -> Type {
    let class = world.class(class(world, class_name));
    let field = class.fields.iter().map(|&id| world.field(id)).find(|f| &*f.name == field_name);
    field.unwrap_or_else(|| panic!("{class_name} has no field {field_name}")).ty.clone()
}
