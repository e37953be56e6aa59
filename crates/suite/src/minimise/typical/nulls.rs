//! Values instead of null.

use testcase::{Args, Behaviour, ImplementedMethod, Literal, StatementKind, TestCase, Var};
use types::access::PUBLIC;
use types::{ClassId, ClassKind, Type, World};

use super::texts::typical_text;
use super::{enum_constants, parameter_name};

/// Returns the test with a value instead of the null with the index `position`, because a reader expects that
/// null matters. The value is a text, an enum constant, or a stub that is a lambda expression. Returns `None`
/// for other types.
pub(super) fn without_null(world: &World, test: &TestCase, position: usize) -> Option<TestCase> {
    let Type::Class(class, type_arguments) = &test.statements[position].ty else { return None };
    let kind = if *class == world.string() {
        let parameter = parameter_name(world, test, Var(position as u32));
        StatementKind::Literal(Literal::String(typical_text(test, parameter)))
    } else if world.class(*class).kind == ClassKind::Enum {
        StatementKind::Literal(Literal::Enum(enum_constants(world, *class).next()?))
    } else {
        stub(world, *class).filter(|_| type_arguments.is_empty())?
    };
    let mut changed = test.clone();
    changed.statements[position].kind = kind;
    Some(changed)
}

/// Returns a stub of a public functional interface.
fn stub(world: &World, class: ClassId) -> Option<StatementKind> {
    let interface = world.class(class);
    let methods = world.unimplemented_methods(class);
    let [method] = &methods[..] else { return None };
    let is_functional =
        interface.is_interface() && interface.access & PUBLIC != 0 && method.others.is_empty();
    is_functional.then(|| {
        let implemented =
            ImplementedMethod { method: method.method, behaviour: Behaviour::Return(Vec::new()) };
        StatementKind::Implement { class, constructor: None, args: Args::new(), methods: vec![implemented] }
    })
}
