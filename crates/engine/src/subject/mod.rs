//! The class under test as the stages need it: its class files, branches, goals and calls.

use std::sync::Arc;

use analysis::Program;
use classfile::ClassFile;
use goals::Criterion;
use mutation::Mutants;
use types::{ClassId, World};

use crate::error::{Cause, Error};
use dependencies::Dependencies;

mod casts;
mod constants;
pub(crate) mod dependencies;
pub(crate) mod indirect_calls;
pub(crate) mod method_table;
pub(crate) mod observed_calls;
pub(crate) mod obstacles;
mod suggestions;

/// The class under test with its nested and anonymous classes.
pub struct Subject {
    /// The class named on the command line.
    pub class: ClassId,
    /// Its nested classes that a test may name, in the order of their names.
    pub nested: Vec<ClassId>,
    /// Internal names of the class and all classes nested in it, sorted: those with probes.
    pub names: Vec<String>,
    /// Their class files, but for damaged ones.
    pub files: Vec<ClassFile>,
    /// Their methods and branches.
    pub program: Arc<Program>,
    /// What its methods call, read and change.
    pub dependencies: Dependencies,
    /// Constants of their code.
    pub pools: generation::ConstantPools,
    /// What their code casts its inputs to.
    pub asked: generation::InputCasts,
}

/// Reads the class under test.
///
/// # Errors
/// If the class is not on the class path, or its class file is damaged.
pub fn read(world: &World, name: &str) -> Result<Subject, Error> {
    let internal = name.replace('.', "/");
    let path = world.class_path();
    let class = world.class_named(name).filter(|_| path.contains(&internal) && !name.contains('/'));
    let class = class.ok_or_else(|| not_found(name, &suggestions::hint(world, name)))?;
    let prefix = format!("{internal}$");
    let mut names: Vec<String> =
        path.names().filter(|name| name.starts_with(&prefix)).map(str::to_owned).collect();
    names.push(internal.clone());
    names.sort();
    names.dedup();
    let files = read_files(world, &names, &internal)?;
    let references: Vec<&ClassFile> = files.iter().collect();
    let program = Arc::new(Program::new(&references).map_err(|error| damaged(name, &error))?);
    let nested = names.iter().filter(|name| **name != internal);
    let nested = nested.filter_map(|name| world.class_named(&name.replace('/', "."))).collect();
    let dependencies = Dependencies::new(&program, &files);
    let pools = constants::pools(world, &program, &files);
    let asked = casts::asked(world, &files);
    Ok(Subject { class, nested, names, files, program, dependencies, pools, asked })
}

fn not_found(_name: &str, hint: &str) -> Error {
    Error::User {
        cause: Cause::ClassNotFound,
        message: "not on the class path".to_owned(),
        remedy: hint.to_owned(),
    }
}

fn damaged(_name: &str, error: &classfile::Error) -> Error {
    Error::User {
        cause: Cause::DoesNotLoad,
        message: format!("cannot be read: {error}"),
        remedy: "compile the class again".to_owned(),
    }
}

impl Subject {
    /// The name of the class in class files.
    pub fn internal_name(&self, world: &World) -> String {
        world.name(self.class).replace('.', "/")
    }

    /// The mutants of its code, if some criterion asks for them.
    pub fn mutants(&self, criteria: &[Criterion]) -> Arc<Mutants> {
        let asks =
            [Criterion::WeakMutation, Criterion::StrongMutation].iter().any(|it| criteria.contains(it));
        let files: Vec<&ClassFile> = self.files.iter().collect();
        let found = asks.then(|| mutation::mutants(&self.program, &files));
        // The program was made of the same files, so they can be read.
        Arc::new(found.and_then(Result::ok).unwrap_or_default())
    }
}

/// A damaged nested class costs only itself.
fn read_files(world: &World, names: &[String], own: &str) -> Result<Vec<ClassFile>, Error> {
    let mut files = Vec::new();
    for name in names {
        let Some(bytes) = world.class_path().bytes(name) else { continue };
        match ClassFile::read(&bytes) {
            Ok(file) => files.push(file),
            Err(error) if name == own => return Err(damaged(name, &error)),
            Err(error) => tracing::warn!("{error}: left out"),
        }
    }
    Ok(files)
}
