//! Stubs that return texts instead of null.

use testcase::stubs;
use testcase::{Behaviour, ImplementedMethod, Literal, Statement, StatementKind, TestCase, Var};
use types::{Type, World};

use super::texts::typical_text;

/// Returns the test in which the methods of the stub with the index `position` return texts instead of null.
/// A method that receives a text returns this text. Other methods return a word. Returns `None` if no method
/// returns null as a text.
pub(super) fn with_returned_texts(world: &World, test: &TestCase, position: usize) -> Option<TestCase> {
    let Statement { kind: StatementKind::Implement { methods, .. }, ty } = &test.statements[position] else {
        return None;
    };
    let string = Type::class(world.string());
    // The methods that return null as a text, each with the parameter that it can return instead.
    let silent = methods.iter().enumerate().filter_map(|(index, ImplementedMethod { method, behaviour })| {
        let signature = stubs::signature(world, ty, *method);
        let is_text = signature.result == string && signature.returns_values();
        (is_text && returns_null(test, behaviour))
            .then(|| (index, signature.returnable_parameters(world).next()))
    });
    let silent: Vec<(usize, Option<u8>)> = silent.collect();
    let mut changed = test.clone();
    let word = Var(position as u32);
    let needs_word = silent.iter().any(|(_, parameter)| parameter.is_none());
    if needs_word {
        let kind = StatementKind::Literal(Literal::String(typical_text(test, None)));
        changed.splice(position, vec![Statement { kind, ty: string }]);
    }
    let stub = &mut changed.statements[position + usize::from(needs_word)];
    if let StatementKind::Implement { methods, .. } = &mut stub.kind {
        for (index, parameter) in &silent {
            methods[*index].behaviour = parameter.map_or(Behaviour::Return(vec![word]), Behaviour::Argument);
        }
    }
    (!silent.is_empty()).then_some(changed)
}

fn returns_null(test: &TestCase, behaviour: &Behaviour) -> bool {
    let is_null = |var: &Var| test.definition(*var).kind == StatementKind::Literal(Literal::Null);
    matches!(behaviour, Behaviour::Return(values) if values.iter().all(is_null))
}
