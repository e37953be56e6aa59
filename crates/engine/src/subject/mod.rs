//! The class under test: class files, branches, mutants, constants and observed calls.

use std::sync::Arc;

use analysis::Program;
use classfile::ClassFile;
use goals::Criterion;
use mutation::Mutants;
use types::{ClassId, ClassPath, World};

use crate::error::{Cause, Error};
use dependencies::Dependencies;
use template_methods::TemplateMethod;

mod casts;
mod constants;
pub(crate) mod dependencies;
pub(crate) mod indirect_calls;
pub(crate) mod method_table;
pub(crate) mod observed_calls;
pub(crate) mod obstacles;
pub(crate) mod reflection;
mod suggestions;
pub(crate) mod template_methods;

/// The class under test with its nested and anonymous classes.
pub struct Subject {
    /// The class that the request names.
    pub class: ClassId,
    /// The nested classes, including local and anonymous classes, sorted by name.
    pub nested: Vec<ClassId>,
    /// Internal names of the class and all its nested classes, sorted. These classes have probes.
    pub names: Vec<String>,
    /// Class files of the class and all its nested classes, without damaged class files.
    pub files: Vec<ClassFile>,
    /// Methods and branches of the class and all its nested classes.
    pub program: Arc<Program>,
    /// The methods that each method can call, and the fields that it can read and change.
    pub dependencies: Dependencies,
    /// Constants of the code, as literals for tests.
    pub pools: generation::ConstantPools,
    /// The types that the code, and the code of superclasses, casts its parameters and fields to.
    pub cast_types: generation::InputCasts,
    /// Public methods of superclasses that run methods of the class.
    pub template_methods: Vec<TemplateMethod>,
}

/// Reads the class under test.
///
/// # Errors
/// Returns an error if the class is not on the class path, or if its class file is damaged.
pub fn read(world: &World, name: &str) -> Result<Subject, Error> {
    let internal = name.replace('.', "/");
    let path = world.class_path();
    let class = world.class_named(name).filter(|_| path.contains(&internal) && !name.contains('/'));
    let class = class.ok_or_else(|| not_found(suggestions::advice(world, name)))?;
    let names = names(path, &internal);
    let files = read_files(world, &names, &internal)?;
    let references: Vec<&ClassFile> = files.iter().collect();
    let program = Arc::new(Program::new(&references).map_err(|error| damaged(&error))?);
    let nested = names.iter().filter(|name| **name != internal);
    let nested = nested.filter_map(|name| world.class_named(&name.replace('/', "."))).collect();
    let dependencies = Dependencies::new(&program, &files);
    let pools = constants::pools(world, &program, &files);
    let superclasses = template_methods::superclass_files(world, class);
    let cast_types = casts::cast_types(world, &files, &superclasses);
    let own_file = files.iter().find(|file| file.name().is_ok_and(|name| name.to_str() == internal));
    let template_methods = own_file.map_or_else(Vec::new, |file| {
        template_methods::template_methods(world, file, &superclasses, &program)
    });
    Ok(Subject { class, nested, names, files, program, dependencies, pools, cast_types, template_methods })
}

/// Returns the internal names of a class and all its nested classes, sorted. `internal` is the internal name
/// of the class.
fn names(path: &ClassPath, internal: &str) -> Vec<String> {
    let prefix = format!("{internal}$");
    let mut names: Vec<String> =
        path.names().filter(|name| name.starts_with(&prefix)).map(str::to_owned).collect();
    names.push(internal.to_owned());
    names.sort();
    names.dedup();
    names
}

/// Returns the class files of a class and all its nested classes, in the order of [`Subject::files`]. Returns
/// `None` if the class is not on the class path or its class file is damaged.
pub(crate) fn class_files(world: &World, name: &str) -> Option<Vec<ClassFile>> {
    let internal = name.replace('.', "/");
    let path = world.class_path();
    path.contains(&internal).then(|| read_files(world, &names(path, &internal), &internal).ok()).flatten()
}

fn not_found(remedy: String) -> Error {
    Error::User {
        cause: Cause::ClassNotFound,
        message: "the class is not on the class path".to_owned(),
        remedy,
    }
}

fn damaged(error: &classfile::Error) -> Error {
    Error::user(Cause::DoesNotLoad, &format!("the class file cannot be read: {error}"))
}

impl Subject {
    /// Returns the internal name of the class, with slashes.
    pub fn internal_name(&self, world: &World) -> String {
        world.name(self.class).replace('.', "/")
    }

    /// Returns the mutants of the code if a criterion needs mutants, otherwise no mutants. If there are more
    /// than `limit` mutants, returns a sample.
    pub fn mutants(&self, criteria: &[Criterion], limit: usize) -> Arc<Mutants> {
        let are_needed =
            [Criterion::WeakMutation, Criterion::StrongMutation].iter().any(|it| criteria.contains(it));
        let files: Vec<&ClassFile> = self.files.iter().collect();
        Arc::new(if are_needed { mutants(&self.program, &files, limit) } else { Mutants::default() })
    }
}

/// Returns at most `limit` mutants of a program. `files` are the class files of the program.
pub(crate) fn mutants(program: &Program, files: &[&ClassFile], limit: usize) -> Mutants {
    // The creation of mutants cannot fail, because the program was created from the same class files.
    mutation::mutants(program, files).unwrap_or_default().sample(limit)
}

/// Reads the class files. Skips damaged nested classes. `subject` is the internal name of the class under
/// test.
fn read_files(world: &World, names: &[String], subject: &str) -> Result<Vec<ClassFile>, Error> {
    let mut files = Vec::new();
    for name in names {
        let Some(bytes) = world.class_path().bytes(name) else { continue };
        match ClassFile::read(&bytes) {
            Ok(file) => files.push(file),
            Err(error) if name == subject => return Err(damaged(&error)),
            Err(error) => {
                tracing::warn!("the nested class {name} is skipped: {error}");
            }
        }
    }
    Ok(files)
}
