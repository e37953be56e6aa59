//! The class under test as the stages need it: its class files, branches, goals and calls.

use std::sync::Arc;

use analysis::Program;
use classfile::ClassFile;
use goals::Criterion;
use mutation::Mutants;
use types::{ClassId, World};

use crate::near;
use crate::uses::Uses;

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
    pub uses: Uses,
    /// Constants of their code.
    pub pools: generation::Pools,
    /// What their code casts its inputs to.
    pub asked: generation::Asked,
}

/// Why a class cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is not on the class path.
    #[error("not on the class path; {0}")]
    NotFound(String),
    /// Its class file is damaged.
    #[error("cannot be read: {0}; compile the class again")]
    Damaged(#[from] classfile::Error),
}

/// Reads the class under test.
pub fn read(world: &World, name: &str) -> Result<Subject, Error> {
    let internal = name.replace('.', "/");
    let path = world.class_path();
    let class = world.class_named(name).filter(|_| path.contains(&internal) && !name.contains('/'));
    let class = class.ok_or_else(|| Error::NotFound(near::hint(world, name)))?;
    let prefix = format!("{internal}$");
    let mut names: Vec<String> =
        path.names().filter(|name| name.starts_with(&prefix)).map(str::to_owned).collect();
    names.push(internal.clone());
    names.sort();
    names.dedup();
    let files = read_files(world, &names, &internal)?;
    let references: Vec<&ClassFile> = files.iter().collect();
    let program = Arc::new(Program::new(&references)?);
    let nested = names.iter().filter(|name| **name != internal);
    let nested = nested.filter_map(|name| world.class_named(&name.replace('/', "."))).collect();
    let uses = Uses::new(&program, &files);
    let pools = crate::constants::pools(world, &program, &files);
    let asked = crate::casts::asked(world, &files);
    Ok(Subject { class, nested, names, files, program, uses, pools, asked })
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
            Err(error) if name == own => return Err(error.into()),
            Err(error) => tracing::warn!("{error}: left out"),
        }
    }
    Ok(files)
}
