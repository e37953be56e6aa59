//! Moves objects that several tests create in the same way, in several steps, to fields of the test class.
//!
//! JUnit creates a new object of the test class for each test. So each test still has its own objects.

use std::collections::BTreeSet;

use types::{capitalised, decapitalised, is_identifier};

use crate::ast::{ClassName, Expr, Field, Role, Statement, TestMethod, TestStatement, TypeName};
use crate::names::variables::RESULT;
use crate::names::{STANDARD_OUTPUT, UniqueNames};

/// Minimum number of test methods that create an object that becomes a field.
const MIN_TESTS: usize = 3;
/// Minimum number of calls and constants in the creation of an object that becomes a field. A shorter
/// creation does not hide what its test is about.
const MIN_STEPS: usize = 2;

/// Moves objects to fields. Returns the fields, in the order of their declarations.
pub(crate) fn extract(methods: &mut [TestMethod]) -> Vec<Field> {
    let mut fields: Vec<SharedField> = Vec::new();
    while let Some(shared) = most_useful(methods, &fields) {
        shared.declare(methods, &mut fields);
        for &test in &shared.tests {
            if let Some(changed) = with_field(&methods[test], &shared.object.key, &shared.object.name) {
                methods[test] = changed;
            }
        }
    }
    let names: Vec<&str> = fields.iter().map(|it| &*it.field.name).collect();
    methods.iter_mut().for_each(|method| rename_hiding_variables(method, &names));
    fields.into_iter().map(|it| it.field).collect()
}

/// A field for an object.
struct SharedField {
    key: Expr,
    field: Field,
}

/// An object that a test creates without its parameters and without fields.
#[derive(Clone)]
struct Object {
    ty: TypeName,
    /// Name of its variable, or the name that a variable would have.
    name: String,
    value: Expr,
    /// The value with its variables replaced: see [`key`].
    key: Expr,
}

/// An object that several tests create in the same way.
struct Shared {
    object: Object,
    /// Indices of the test methods.
    tests: Vec<usize>,
}

/// Returns the object with the longest creation of those that several tests create, or for which there is a
/// field.
fn most_useful(methods: &[TestMethod], fields: &[SharedField]) -> Option<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    for (index, method) in methods.iter().enumerate() {
        for mut object in created_objects(method) {
            object.name = field_name(&object);
            match declared_field(fields, &object) {
                Some(declared) => object.name.clone_from(&declared.field.name),
                None if unused_name(&object.name, fields, STANDARD_OUTPUT) != object.name => continue,
                None => {}
            }
            let shared = all.iter_mut().find(|it| it.object.key == object.key && it.object.ty == object.ty);
            let name = shared.as_ref().map_or(&object.name, |it| &it.object.name);
            if with_field(method, &object.key, name).is_none() {
                continue;
            }
            match shared {
                Some(shared) => shared.tests.push(index),
                None => all.push(Shared { object, tests: vec![index] }),
            }
        }
    }
    // A field cannot throw a checked exception.
    let is_safe = |shared: &Shared| shared.tests.iter().any(|&test| methods[test].throws.is_none());
    let is_declared = |shared: &Shared| declared_field(fields, &shared.object).is_some();
    let is_useful = |shared: &Shared| {
        shared.tests.len() >= MIN_TESTS
            && shared.tests.len() > hiding_tests(methods, shared)
            && steps(&shared.object.key) >= MIN_STEPS
            && is_safe(shared)
    };
    all.retain(|it| is_declared(it) || is_useful(it));
    all.reverse();
    all.into_iter().max_by_key(|it| (steps(&it.object.key), it.tests.len()))
}

/// Returns how many other tests declare a variable with the name of an object. If the object became a field,
/// these variables would need another name.
fn hiding_tests(methods: &[TestMethod], shared: &Shared) -> usize {
    let declares = |step: &TestStatement| step.declared_variable() == Some(&*shared.object.name);
    let hides = |&test: &usize| !shared.tests.contains(&test) && methods[test].body.iter().any(declares);
    (0..methods.len()).filter(hides).count()
}

/// Returns the field for an object, if there is one.
fn declared_field<'f>(fields: &'f [SharedField], object: &Object) -> Option<&'f SharedField> {
    fields.iter().find(|it| it.key == object.key && it.field.ty == object.ty)
}

/// Returns the objects that a test creates before its first call without a result. Ignores objects of the
/// JDK, and the object that the tested call creates.
fn created_objects(method: &TestMethod) -> Vec<Object> {
    let locals = locals(method);
    let mut objects: Vec<Object> = Vec::new();
    for step in leading_steps(method) {
        let declared = step.declared_variable().and_then(|name| locals.iter().find(|it| it.name == name));
        objects.extend(declared.cloned());
        visit_evaluated(step, &mut |expr| {
            let is_declared = declared.is_some_and(|local| local.value == *expr);
            objects.extend(inline_object(expr, &locals).filter(|_| !is_declared));
        });
    }
    objects.retain(|it| !is_from_jdk(&it.ty) && !calls_tested_method(method, &it.key));
    objects
}

/// Returns the declarations at the start of a test, and the statement after them.
fn leading_steps(method: &TestMethod) -> &[TestStatement] {
    let is_declaration =
        |step: &TestStatement| step.declared_variable().is_some() && !matches!(step.role, Role::Assert(_));
    let end = method.body.iter().position(|step| !is_declaration(step));
    &method.body[..end.map_or(method.body.len(), |first| first + 1)]
}

/// Returns the variables at the start of a test that depend only on literals and on each other.
fn locals(method: &TestMethod) -> Vec<Object> {
    let mut locals: Vec<Object> = Vec::new();
    for step in leading_steps(method) {
        let Statement::Declare { ty, name, value } = &step.statement else { break };
        if let Some(key) = key(value, &locals) {
            locals.push(Object { ty: ty.clone(), name: name.clone(), value: value.clone(), key });
        }
    }
    locals
}

/// Returns the object that an expression creates without a variable.
fn inline_object(value: &Expr, locals: &[Object]) -> Option<Object> {
    let Expr::New { class, diamond: false, .. } = value else { return None };
    let name = decapitalised(class.path.last()?);
    let ty = TypeName::Class(class.clone(), Vec::new());
    let key = key(value, locals)?;
    is_identifier(&name).then(|| Object { ty, name, value: value.clone(), key })
}

/// Returns the name of a field for an object: the name of its variable without a number. If the variable is
/// named `result`, returns the name of its class.
fn field_name(object: &Object) -> String {
    let name = object.name.trim_end_matches(|last: char| last.is_ascii_digit());
    let class = match &object.ty {
        TypeName::Class(class, _) => class.path.last().map(|it| decapitalised(it)),
        _ => None,
    };
    match class.filter(|class| is_identifier(class)) {
        Some(class) if name == RESULT => class,
        _ if name.is_empty() => object.name.clone(),
        _ => name.to_owned(),
    }
}

/// Calls `visit` with the expressions that are evaluated with a statement: not with those in lambdas.
fn visit_evaluated(step: &TestStatement, visit: &mut dyn FnMut(&Expr)) {
    step.statement.clone().visit_exprs(&mut |expr| match expr {
        Expr::Lambda { .. } | Expr::Anonymous { .. } => *expr = Expr::Literal(String::new()),
        expr => visit(expr),
    });
}

/// Returns an expression with the type and the value of each local variable in place of the variable. Two
/// tests create an object in the same way if the results are equal. Returns `None` if the expression contains
/// another name, a lambda or an anonymous class.
fn key(expr: &Expr, locals: &[Object]) -> Option<Expr> {
    let mut key = expr.clone();
    let mut is_known = true;
    key.visit(&mut |expr| match expr {
        Expr::Name(name) => match locals.iter().find(|local| local.name == *name) {
            Some(local) => *expr = Expr::Cast(local.ty.clone(), Box::new(local.key.clone())),
            None => is_known = false,
        },
        Expr::Lambda { .. } | Expr::Anonymous { .. } => is_known = false,
        _ => {}
    });
    is_known.then_some(key)
}

/// Returns the number of calls of methods and constructors in an expression, and of constants of classes.
fn steps(expr: &Expr) -> usize {
    let mut steps = 0;
    let is_step = |expr: &Expr| {
        matches!(expr, Expr::Call { .. } | Expr::New { .. } | Expr::Field(..) | Expr::EnumConstant(..))
    };
    expr.clone().visit(&mut |expr| steps += usize::from(is_step(expr)));
    steps
}

fn is_from_jdk(ty: &TypeName) -> bool {
    match ty {
        TypeName::Class(ClassName { package, .. }, _) => package.split('.').next() == Some("java"),
        _ => true,
    }
}

/// Returns whether an expression calls the method or constructor that a test is named for.
fn calls_tested_method(method: &TestMethod, expr: &Expr) -> bool {
    let tested = method.tested_method();
    let mut is_called = false;
    expr.clone().visit(&mut |expr| match expr {
        Expr::Call { name, .. } => is_called |= name == tested,
        Expr::New { class, .. } => {
            is_called |= tested.strip_prefix("new") == class.path.last().map(String::as_str);
        }
        _ => {}
    });
    is_called
}

/// Returns the test with the field `field` in place of the object with the key `target`. Returns `None` in
/// these cases:
///
/// - The test creates the object twice.
/// - The test computes the object from a variable that it also uses otherwise.
/// - Another variable has the name of the field.
fn with_field(method: &TestMethod, target: &Expr, field: &str) -> Option<TestMethod> {
    let locals = locals(method);
    let variable = locals.iter().find(|local| local.key == *target).map(|local| local.name.as_str());
    let mut changed = method.clone();
    let mut occurrences = 0;
    let mut removed = BTreeSet::new();
    changed.visit_exprs(&mut |expr| {
        if !matches!(expr, Expr::Name(_)) && key(expr, &locals).as_ref() == Some(target) {
            occurrences += 1;
            removed = needed_variables(expr, &locals);
            *expr = Expr::Name(field.to_owned());
        }
    });
    if occurrences != 1 || removed.contains(field) {
        return None;
    }
    let is_removed = |name: &str| removed.contains(name) || variable == Some(name);
    changed.body.retain(|step| !step.declared_variable().is_some_and(is_removed));
    let declares_field = changed.body.iter().any(|step| step.declared_variable() == Some(field));
    let mut parameters = method.parameterization.iter().flat_map(|it| &it.parameters);
    let mut is_possible = !declares_field && !parameters.any(|it| it.name == field);
    changed.visit_exprs(&mut |expr| {
        if let Expr::Name(name) = expr {
            is_possible &= !removed.contains(name);
            if variable == Some(name) {
                field.clone_into(name);
            }
        }
    });
    is_possible.then_some(changed)
}

/// Returns the names of the variables from which an expression is computed.
fn needed_variables(expr: &Expr, locals: &[Object]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    expr.clone().visit(&mut |expr| {
        if let Expr::Name(name) = expr {
            names.insert(name.clone());
        }
    });
    let values = locals.iter().filter(|local| names.contains(&local.name)).map(|local| &local.value);
    let others: Vec<String> = values.flat_map(|value| needed_variables(value, locals)).collect();
    names.extend(others);
    names
}

impl Shared {
    /// Declares a field for the object unless there is one, and before it fields for the variables from which
    /// it is computed.
    fn declare(&self, methods: &[TestMethod], fields: &mut Vec<SharedField>) {
        if declared_field(fields, &self.object).is_some() {
            return;
        }
        let warnings = self.tests.iter().map(|&test| methods[test].suppressed_warnings.clone());
        let warnings = warnings.reduce(|all, other| &all & &other).unwrap_or_default();
        let declaration = Declaration {
            locals: &locals(&methods[self.tests[0]]),
            suppressed_warnings: &warnings,
            reserved: &self.object.name,
        };
        declaration.declare(&self.object, Some(&self.object.name), fields);
    }
}

/// What the declaration of a field and of the fields from which it is computed must know.
struct Declaration<'a> {
    locals: &'a [Object],
    suppressed_warnings: &'a BTreeSet<&'static str>,
    /// Name of the last of these fields.
    reserved: &'a str,
}

impl Declaration<'_> {
    /// Declares a field for an object, and before it fields for the variables from which it is computed. The
    /// field has the name `name`, or a name for the object that no field has yet. Returns the name.
    fn declare(&self, object: &Object, name: Option<&str>, fields: &mut Vec<SharedField>) -> String {
        let mut value = object.value.clone();
        value.visit(&mut |expr| {
            if let Expr::Name(variable) = expr
                && let Some(local) = self.locals.iter().find(|local| local.name == *variable)
            {
                *variable = match declared_field(fields, local) {
                    Some(known) => known.field.name.clone(),
                    None => self.declare(local, None, fields),
                };
            }
        });
        let unused_name = || unused_name(&field_name(object), fields, self.reserved);
        let name = name.map_or_else(unused_name, str::to_owned);
        let suppressed_warnings = self.suppressed_warnings.clone();
        let field = Field { ty: object.ty.clone(), name: name.clone(), value, suppressed_warnings };
        fields.push(SharedField { key: object.key.clone(), field });
        name
    }
}

/// Returns a name for a field, with a number if another field has the name, or if it is `reserved`.
fn unused_name(name: &str, fields: &[SharedField], reserved: &str) -> String {
    let used = fields.iter().map(|it| &*it.field.name).chain([reserved, STANDARD_OUTPUT]);
    UniqueNames::new(used.map(str::to_owned)).generate(name)
}

/// Renames the variables of a test that have the name of a field that the test does not use.
fn rename_hiding_variables(method: &mut TestMethod, fields: &[&str]) {
    for step in 0..method.body.len() {
        let Statement::Declare { name, .. } = &mut method.body[step].statement else { continue };
        let Some(&field) = fields.iter().find(|field| *field == name) else { continue };
        let new_name = format!("custom{}", capitalised(field));
        new_name.clone_into(name);
        method.visit_exprs(&mut |expr| match expr {
            Expr::Name(name) if name == field => new_name.clone_into(name),
            _ => {}
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::java_lang;

    fn new(args: Vec<Expr>) -> Expr {
        Expr::New { class: ClassName::top_level("lib", "Node"), diamond: false, args }
    }

    fn step(statement: Statement) -> TestStatement {
        TestStatement { statement, role: Role::Arrange }
    }

    fn declare_node(name: &str, value: Expr) -> TestStatement {
        let ty = TypeName::Class(ClassName::top_level("lib", "Node"), Vec::new());
        step(Statement::Declare { ty, name: name.to_owned(), value })
    }

    /// Returns a test that calls a method of a node with a parent. The parent is also a node.
    fn test_with_nodes(name: &str) -> TestMethod {
        let called = Expr::Name("node2".to_owned());
        TestMethod {
            name: name.to_owned(),
            comments: Vec::new(),
            throws: None,
            suppressed_warnings: BTreeSet::new(),
            parameterization: None,
            body: vec![
                declare_node("node3", new(vec![Expr::string("a")])),
                declare_node("node2", new(vec![Expr::Name("node3".to_owned()), Expr::string("b")])),
                step(Statement::Expr(Expr::call_on(called, "run", vec![Expr::string("c")]))),
            ],
        }
    }

    #[test]
    fn a_test_uses_the_field_for_its_object_and_not_the_field_from_which_the_object_is_computed() {
        let mut methods = ["run_a", "run_b", "run_c"].map(test_with_nodes);
        let fields = extract(&mut methods);
        let values: Vec<(&str, &Expr)> = fields.iter().map(|it| (&*it.name, &it.value)).collect();
        let node = new(vec![Expr::Name("node2".to_owned()), Expr::string("b")]);
        assert_eq!(values, [("node2", &new(vec![Expr::string("a")])), ("node", &node)]);
        let call = Expr::call_on(Expr::Name("node".to_owned()), "run", vec![Expr::string("c")]);
        assert!(methods.iter().all(|method| method.body == [step(Statement::Expr(call.clone()))]));
    }

    #[test]
    fn an_object_remains_a_variable_if_as_many_tests_use_its_name_for_other_objects() {
        let other = |name: &str| {
            let mut method = test_with_nodes(name);
            method.body.insert(0, declare_node("node", new(Vec::new())));
            method
        };
        let tests = |others: &[&str]| -> Vec<TestMethod> {
            let shared = ["run_a", "run_b", "run_c"].map(test_with_nodes);
            shared.into_iter().chain(others.iter().map(|name| other(name))).collect()
        };
        let count_fields = |others: &[&str]| extract(&mut tests(others)).len();
        assert_eq!(count_fields(&["run_d", "run_e"]), 2);
        assert_eq!(count_fields(&["run_d", "run_e", "run_f"]), 0);
    }

    #[test]
    fn an_object_of_the_jdk_remains_a_variable() {
        let list = ClassName::top_level("java.util", "ArrayList");
        let test = |name: &str| {
            let mut method = test_with_nodes(name);
            let value = Expr::New { class: list.clone(), diamond: false, args: vec![new(Vec::new())] };
            let ty = TypeName::Class(java_lang("Object"), Vec::new());
            method.body = vec![
                step(Statement::Declare { ty, name: "list".to_owned(), value }),
                step(Statement::Expr(Expr::Name("list".to_owned()))),
            ];
            method
        };
        let mut methods = ["run_a", "run_b", "run_c"].map(test);
        assert_eq!(extract(&mut methods), []);
    }
}
