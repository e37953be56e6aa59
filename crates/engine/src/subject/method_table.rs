//! Table of the methods of the program by class, name and descriptor.

use std::collections::BTreeMap;

use analysis::{Method, MethodIndex, Program};
use types::{MethodId, World};

use super::Subject;

/// Indices of the methods of the program. The keys are binary class name, method name and descriptor.
pub type MethodTable<'a> = BTreeMap<(String, &'a str, &'a str), MethodIndex>;

/// Returns the table of the methods of a program.
pub fn method_table(program: &Program) -> MethodTable<'_> {
    let methods = program.methods.iter_enumerated();
    let key = |method: &Method| method.class.replace('/', ".");
    methods.map(|(index, method)| ((key(method), &*method.name, &*method.descriptor), index)).collect()
}

/// Returns the methods and constructors of the classes under test, with their index in the program.
pub fn indices_of_methods(world: &World, subject: &Subject) -> BTreeMap<MethodId, MethodIndex> {
    let table = method_table(&subject.program);
    let classes = subject.names.iter().filter_map(|name| world.class_named(&name.replace('/', ".")));
    let ids =
        classes.map(|id| world.class(id)).flat_map(|class| class.methods.iter().chain(&class.constructors));
    let index_of = |id: MethodId| {
        let method = world.method(id);
        table.get(&(world.name(method.class).to_string(), &*method.name, &*method.descriptor)).copied()
    };
    ids.filter_map(|&id| Some((id, index_of(id)?))).collect()
}
