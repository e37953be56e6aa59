//! The class under test as the stages need it: its class files, branches, goals and calls.

use std::sync::Arc;

use analysis::Program;
use classfile::ClassFile;
use types::{ClassId, World};

/// The class under test with its nested and anonymous classes.
pub struct Subject {
    /// The class named on the command line.
    pub class: ClassId,
    /// Its nested classes that a test may name, in the order of their names.
    pub nested: Vec<ClassId>,
    /// Internal names of the class and all classes nested in it, sorted: those with probes.
    pub names: Vec<String>,
    /// Their methods and branches.
    pub program: Arc<Program>,
    /// By method: those of the program that it may call.
    pub callees: Vec<Vec<analysis::MethodId>>,
    /// Constants of their code.
    pub pools: testcase::Pools,
}

/// Why a class cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is not on the class path.
    #[error("not on the class path{}", suggestion(.0))]
    NotFound(Vec<String>),
    /// Its class file is damaged.
    #[error("cannot be read: {0}; compile the class again")]
    Damaged(#[from] classfile::Error),
}

fn suggestion(names: &[String]) -> String {
    match names {
        [] => "; check --classpath".to_owned(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

/// Reads the class under test.
pub fn read(world: &World, name: &str) -> Result<Subject, Error> {
    let internal = name.replace('.', "/");
    let path = world.class_path();
    let class = world.class_named(name).filter(|_| path.contains(&internal));
    let class = class.ok_or_else(|| Error::NotFound(similar(world, name)))?;
    let prefix = format!("{internal}$");
    let mut names: Vec<String> = path.names().filter(|name| name.starts_with(&prefix)).map(str::to_owned).collect();
    names.push(internal.clone());
    names.sort();
    names.dedup();
    let files = read_files(world, &names, &internal)?;
    let references: Vec<&ClassFile> = files.iter().collect();
    let program = Arc::new(Program::new(&references)?);
    let nested = names.iter().filter(|name| **name != internal);
    let nested = nested.filter_map(|name| world.class_named(&name.replace('/', "."))).collect();
    let callees = crate::focus::callees(&program, &files);
    let pools = crate::constants::pools(world, &files);
    Ok(Subject { class, nested, names, program, callees, pools })
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

/// At most three class names that look alike, or whose simple name is the same.
fn similar(world: &World, name: &str) -> Vec<String> {
    let simple = |name: &str| name.rsplit(['.', '$']).next().unwrap_or_default().to_lowercase();
    let wanted = simple(name);
    let mut scored: Vec<(f64, String)> = world
        .class_path()
        .names()
        .map(|known| known.replace('/', "."))
        .filter(|known| !known.contains('$') || name.contains('$'))
        .map(|known| {
            let same = if simple(&known) == wanted { 1.0 } else { strsim::jaro_winkler(&simple(&known), &wanted) };
            (same + strsim::jaro_winkler(&known, name), known)
        })
        .filter(|(score, _)| *score > 1.75)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}
