//! Table of the methods of the program by class, name and descriptor.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{Method, MethodIndex, Program};
use types::{MethodId, World};

/// Indices of the methods of the program. The keys are binary class name, method name and descriptor.
pub type MethodTable<'a> = BTreeMap<(String, &'a str, &'a str), MethodIndex>;

/// Returns the table of the methods of a program.
pub fn method_table(program: &Program) -> MethodTable<'_> {
    let methods = program.methods.iter_enumerated();
    let key = |method: &Method| method.class.replace('/', ".");
    methods.map(|(index, method)| ((key(method), &*method.name, &*method.descriptor), index)).collect()
}

/// Returns the indices of those methods of the program that source can name.
pub fn indices_of_methods(world: &World, program: &Program) -> BTreeMap<MethodId, MethodIndex> {
    let table = method_table(program);
    let classes: BTreeSet<&str> = table.keys().map(|(class, ..)| &**class).collect();
    let ids = classes.into_iter().filter_map(|class| world.class_named(class)).flat_map(|class| {
        let class = world.class(class);
        class.methods.iter().chain(&class.constructors).copied()
    });
    let index_of = |id: MethodId| {
        let method = world.method(id);
        table.get(&(world.name(method.class).to_string(), &*method.name, &*method.descriptor)).copied()
    };
    ids.filter_map(|id| Some((id, index_of(id)?))).collect()
}
