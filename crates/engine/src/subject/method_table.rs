//! Table of the methods of the program by class, name and descriptor.

use std::collections::BTreeMap;

use analysis::Program;

/// Indices of the methods of the program. The keys are binary class name, method name and descriptor.
pub type MethodTable<'a> = BTreeMap<(String, &'a str, &'a str), usize>;

/// Returns the table of the methods of a program.
pub fn method_table(program: &Program) -> MethodTable<'_> {
    let methods = program.methods.iter().enumerate();
    let key = |method: &analysis::Method| method.class.replace('/', ".");
    methods.map(|(index, method)| ((key(method), &*method.name, &*method.descriptor), index)).collect()
}
