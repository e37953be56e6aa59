//! Table of the methods of the program by class, name and descriptor.

use std::collections::BTreeMap;

use analysis::{Method, MethodIndex, Program};

/// Indices of the methods of the program. The keys are binary class name, method name and descriptor.
pub type MethodTable<'a> = BTreeMap<(String, &'a str, &'a str), MethodIndex>;

/// Returns the table of the methods of a program.
pub fn method_table(program: &Program) -> MethodTable<'_> {
    let methods = program.methods.iter_enumerated();
    let key = |method: &Method| method.class.replace('/', ".");
    methods.map(|(index, method)| ((key(method), &*method.name, &*method.descriptor), index)).collect()
}
