//! The code of several classes under test as one program.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::{DistanceId, MethodIndex, Program, StatementId};
use classfile::ClassFile;
use goals::Trace;
use mutation::{MutantId, Mutants};
use types::World;

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

/// The ranges of ids of each class in a combined program.
pub struct IdRanges {
    /// The index of each class, by its internal name.
    pub classes: BTreeMap<String, usize>,
    /// The first ids of each class, in the order of the indices.
    first: Vec<FirstIds>,
    /// Number of branches of all classes.
    branches: u32,
}

/// The first ids of a class.
#[derive(Clone, Copy, Debug, Default)]
struct FirstIds {
    method: u32,
    branch: u32,
    /// The first boolean value, counted from the first boolean value of the program.
    value: u32,
    statement: u32,
    mutant: u32,
    /// Number of branches of the class.
    branches: u32,
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

impl FirstIds {
    /// Returns the first ids of the class after a class with these first ids.
    fn after(self, program: &Program, mutants: &Mutants) -> FirstIds {
        let branches = program.branches.len() as u32;
        FirstIds {
            method: self.method + program.methods.len() as u32,
            branch: self.branch + branches,
            value: self.value + program.branch_and_value_count() - branches,
            statement: self.statement + program.statements.len() as u32,
            mutant: self.mutant + mutants.mutants.len() as u32,
            branches: 0,
        }
    }
}

impl IdRanges {
    /// Splits a trace of the combined program into the traces of the classes that the test executed, by the
    /// index of the class. The traces contain neither calls nor effects of mutants.
    pub fn split(&self, trace: Trace) -> BTreeMap<usize, Trace> {
        let mut traces: BTreeMap<usize, Trace> = BTreeMap::new();
        for MethodIndex(id) in trace.methods {
            let class = self.class_at(id, |first| first.method);
            let id = MethodIndex(id - self.first[class].method);
            traces.entry(class).or_default().methods.push(id);
        }
        for (id, distance) in trace.branches {
            let (class, id) = self.distance(id);
            traces.entry(class).or_default().branches.push((id, distance));
        }
        for id in trace.repeated {
            let (class, id) = self.distance(id);
            traces.entry(class).or_default().repeated.push(id);
        }
        for StatementId(id) in trace.statements {
            let class = self.class_at(id, |first| first.statement);
            let id = StatementId(id - self.first[class].statement);
            traces.entry(class).or_default().statements.push(id);
        }
        for (MutantId(id), distance) in trace.mutants {
            let class = self.class_at(id, |first| first.mutant);
            let id = MutantId(id - self.first[class].mutant);
            traces.entry(class).or_default().mutants.push((id, distance));
        }
        traces
    }

    /// Returns the class of a distance, and its id in the program of the class.
    fn distance(&self, DistanceId(id): DistanceId) -> (usize, DistanceId) {
        match id.checked_sub(self.branches) {
            None => {
                let class = self.class_at(id, |first| first.branch);
                (class, DistanceId(id - self.first[class].branch))
            }
            Some(value) => {
                let class = self.class_at(value, |first| first.value);
                let first = &self.first[class];
                (class, DistanceId(first.branches + value - first.value))
            }
        }
    }

    /// Returns the index of the class whose range contains an id. `first` returns the first id of a class.
    fn class_at(&self, id: u32, first: impl Fn(&FirstIds) -> u32) -> usize {
        self.first.partition_point(|ids| first(ids) <= id) - 1
    }
}
