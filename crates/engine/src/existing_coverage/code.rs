//! The code of several classes under test as one program.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::{MethodIndex, Program};
use classfile::ClassFile;
use mutation::Mutants;
use types::World;

use crate::existing_runs::{FirstIds, IdRanges};
use crate::subject;

/// The code of several classes under test as one program. So one run of a test measures all these classes.
pub struct CombinedCode {
    /// The methods of all classes.
    pub program: Arc<Program>,
    /// The mutants of all classes.
    pub mutants: Arc<Mutants>,
    /// The ranges of ids of each class.
    pub ranges: IdRanges,
}

impl CombinedCode {
    /// Reads classes. Skips a class that cannot be read, and a class that an earlier class of the list
    /// contains. `limit` is the maximum number of mutants of one class.
    pub fn read(world: &World, classes: &[String], limit: usize) -> CombinedCode {
        let mut files: Vec<ClassFile> = Vec::new();
        let mut names = BTreeSet::new();
        let mut mutants = Mutants::default();
        let (mut indices, mut first, mut next) = (BTreeMap::new(), Vec::new(), FirstIds::default());
        for class in classes {
            let Some(of_class) = subject::class_files(world, class) else { continue };
            let of_class_names: Vec<String> = of_class.iter().filter_map(name).collect();
            let references: Vec<&ClassFile> = of_class.iter().collect();
            let Ok(program) = Program::new(&references) else { continue };
            if of_class_names.iter().any(|name| names.contains(name)) {
                continue;
            }
            let mutants_of_class = subject::mutants(&program, &references, limit);
            next.branches = program.branches.len() as u32;
            next.methods = program.methods.len() as u32;
            indices.insert(class.replace('.', "/"), first.len());
            first.push(next);
            next = next.after(&program, &mutants_of_class);
            mutants.append(mutants_of_class, MethodIndex(first[first.len() - 1].method));
            names.extend(of_class_names);
            files.extend(of_class);
        }
        // The ids follow the order of the class files. So each class has the ids of its own program, plus the
        // numbers of ids of the classes before it.
        let program = Program::new(&files.iter().collect::<Vec<_>>()).unwrap_or_default();
        let branches = program.branches.len() as u32;
        let ranges = IdRanges { classes: indices, first, branches };
        CombinedCode { program: Arc::new(program), mutants: Arc::new(mutants), ranges }
    }
}

fn name(file: &ClassFile) -> Option<String> {
    Some(file.name().ok()?.to_str().into_owned())
}
