//! Moves long stubs, and stubs that occur several times in a test class, to helper methods.

use std::collections::BTreeSet;

use types::{decapitalised, is_identifier};

use crate::ast::{
    ClassBody, Expr, HelperMethod, OverridingMethod, Parameter, Qualifier, Statement, TestMethod, TypeName,
};
use crate::names::UniqueNames;

/// Minimum number of occurrences of a short stub that becomes a helper method.
const MIN_OCCURRENCES: usize = 2;
/// Minimum number of methods of a long stub. A long stub hides what its test is about.
const MIN_METHODS: usize = 4;
/// Maximum number of parameters of a helper method. A call with more arguments is hard to read.
const MAX_PARAMETERS: usize = 4;

/// Replaces long stubs, and stubs that occur several times, by calls of helper methods. Returns the helper
/// methods. Stubs with the same methods can return different values: these values become parameters of the
/// helper method. A stub stays where it is if it uses a variable of its test in another way.
pub(crate) fn extract(methods: &mut [TestMethod]) -> Vec<HelperMethod> {
    let mut names = UniqueNames::new(methods.iter().flat_map(TestMethod::declared_names).cloned());
    let mut groups = groups(methods);
    groups.retain(|group| group.occurrences.len() >= MIN_OCCURRENCES || is_long(&group.shape));
    let shared: Vec<SharedStub> =
        groups.into_iter().filter_map(|group| SharedStub::new(group, &mut names)).collect();
    for method in methods {
        method.visit_exprs(&mut |expr| {
            if let Some(call) = shared.iter().find_map(|stub| stub.call(expr)) {
                *expr = call;
            }
        });
    }
    shared.into_iter().map(|stub| stub.helper).collect()
}

/// The stubs that differ only in the values that their methods return.
struct Group {
    /// The stub with [`placeholder`] instead of the returned values.
    shape: Expr,
    /// The values that each of the stubs returns, in the order of the methods.
    occurrences: Vec<Vec<Expr>>,
    /// The warnings that the tests with the stubs suppress.
    suppressed_warnings: BTreeSet<&'static str>,
}

fn is_long(stub: &Expr) -> bool {
    matches!(stub, Expr::Anonymous { body, .. } if body.methods.len() >= MIN_METHODS)
}

/// Returns the stubs of all tests, in groups.
fn groups(methods: &mut [TestMethod]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for method in methods {
        let warnings = method.suppressed_warnings.clone();
        method.visit_exprs(&mut |expr| {
            let Some((shape, values)) = split(expr) else { return };
            let index = groups.iter().position(|group| group.shape == shape).unwrap_or_else(|| {
                groups.push(Group { shape, occurrences: Vec::new(), suppressed_warnings: BTreeSet::new() });
                groups.len() - 1
            });
            groups[index].occurrences.push(values);
            groups[index].suppressed_warnings.extend(&warnings);
        });
    }
    groups
}

/// Splits a stub into its shape and the values that its methods return. Returns `None` for another
/// expression, and for a stub whose code must stay in the test.
fn split(expr: &Expr) -> Option<(Expr, Vec<Expr>)> {
    let Expr::Anonymous { ty, args, body } = expr else { return None };
    if !args.is_empty() || body.methods.is_empty() {
        return None;
    }
    let mut shape_body = body.clone();
    let values = shape_body.methods.iter_mut().filter_map(take_value).collect();
    let shape = Expr::Anonymous { ty: ty.clone(), args: Vec::new(), body: shape_body };
    is_closed(&shape, body).then_some((shape, values))
}

/// Replaces the value that a method returns by a placeholder, if the value can be an argument of a helper
/// method.
fn take_value(method: &mut OverridingMethod) -> Option<Expr> {
    let is_parameter = |name: &String| method.parameters.iter().any(|parameter| &parameter.name == name);
    let Some(Statement::Return(value)) = &mut method.body else { return None };
    let is_own = matches!(value, Expr::Name(name) if is_parameter(name));
    let is_movable = is_simple(value) && !is_own && method.result.as_ref().is_some_and(is_parameter_type);
    is_movable.then(|| std::mem::replace(value, placeholder()))
}

fn placeholder() -> Expr {
    Expr::Literal(String::new())
}

/// Returns whether the evaluation of an expression has no effect and always gives the same value.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_)
        | Expr::String(_)
        | Expr::Name(_)
        | Expr::ClassLiteral(_)
        | Expr::EnumConstant(..) => true,
        Expr::Field(qualifier, _) => !matches!(qualifier, Qualifier::Value(_)),
        Expr::Cast(_, value) => is_simple(value),
        _ => false,
    }
}

/// Returns whether every expression that a `return` statement of this type accepts is also an argument for a
/// parameter of this type. An `int` literal is no argument for a `byte`.
fn is_parameter_type(ty: &TypeName) -> bool {
    match ty {
        TypeName::Primitive(name) => !matches!(*name, "byte" | "short" | "char"),
        TypeName::Class(class, _) => {
            !matches!(&*class.qualified(), "java.lang.Byte" | "java.lang.Short" | "java.lang.Character")
        }
        _ => true,
    }
}

/// Returns whether a stub uses no names but the parameters and counters of `body`.
fn is_closed(stub: &Expr, body: &ClassBody) -> bool {
    let parameters = body.methods.iter().flat_map(|method| &method.parameters);
    let known: BTreeSet<&String> = parameters.map(|it| &it.name).chain(&body.counters).collect();
    let mut is_closed = true;
    stub.clone().visit(&mut |expr| match expr {
        Expr::Name(name) => is_closed &= known.contains(name),
        Expr::Lambda { .. } => is_closed = false,
        _ => {}
    });
    is_closed
}

/// A stub that becomes a helper method.
struct SharedStub {
    shape: Expr,
    /// For each value of the shape: the value in all occurrences, or `None` if it is a parameter.
    fixed: Vec<Option<Expr>>,
    helper: HelperMethod,
}

impl SharedStub {
    /// Returns `None` if the helper method would have too many parameters.
    fn new(group: Group, names: &mut UniqueNames) -> Option<SharedStub> {
        let Group { shape, occurrences, suppressed_warnings } = group;
        let (first, others) = occurrences.split_first()?;
        let is_variable = |expr: &Expr| {
            let mut has_name = false;
            expr.clone().visit(&mut |expr| has_name |= matches!(expr, Expr::Name(_)));
            has_name
        };
        let fixed = first.iter().enumerate().map(|(index, value)| {
            let is_same = others.iter().all(|values| values[index] == *value);
            (is_same && !is_variable(value)).then(|| value.clone())
        });
        let fixed: Vec<Option<Expr>> = fixed.collect();
        if fixed.iter().filter(|value| value.is_none()).count() > MAX_PARAMETERS {
            return None;
        }
        let helper = helper(&shape, &fixed, suppressed_warnings, names)?;
        Some(SharedStub { shape, fixed, helper })
    }

    /// Returns the call of the helper method in place of a stub. Returns `None` for other expressions.
    fn call(&self, expr: &Expr) -> Option<Expr> {
        let (shape, values) = split(expr)?;
        let args = values.into_iter().zip(&self.fixed).filter(|(_, fixed)| fixed.is_none());
        let call = || Expr::Call {
            qualifier: Qualifier::TestClass,
            name: self.helper.name.clone(),
            args: args.map(|(value, _)| value).collect(),
        };
        (shape == self.shape).then(call)
    }
}

/// Returns the helper method for a shape. `fixed` are the values that are no parameters.
fn helper(
    shape: &Expr,
    fixed: &[Option<Expr>],
    suppressed_warnings: BTreeSet<&'static str>,
    names: &mut UniqueNames,
) -> Option<HelperMethod> {
    let Expr::Anonymous { ty, body, .. } = shape else { return None };
    let TypeName::Class(class, _) = ty else { return None };
    let mut body = body.clone();
    let own = body.methods.iter().flat_map(|method| &method.parameters).map(|it| it.name.clone());
    let mut parameter_names = UniqueNames::new(own.chain(body.counters.iter().cloned()));
    let mut parameters = Vec::new();
    let mut values = fixed.iter();
    for OverridingMethod { name, result, body, .. } in &mut body.methods {
        let Some(Statement::Return(value)) = body else { continue };
        if *value != placeholder() {
            continue;
        }
        *value = values.next()?.clone().unwrap_or_else(|| {
            let name = parameter_names.generate(&property(name));
            let ty = result.clone().expect("a method that returns a value has a result type");
            parameters.push(Parameter { ty, is_varargs: false, name: name.clone() });
            Expr::Name(name)
        });
    }
    let name = names.generate(&decapitalised(class.path.last()?));
    let stub = Expr::Anonymous { ty: ty.clone(), args: Vec::new(), body };
    Some(HelperMethod {
        name,
        parameters,
        result: ty.clone(),
        suppressed_warnings,
        body: Statement::Return(stub),
    })
}

/// Returns the name of a property for the method that returns it: `name` for `getName`.
fn property(method: &str) -> String {
    let name = decapitalised(method.strip_prefix("get").unwrap_or(method));
    if is_identifier(&name) { name } else { method.to_owned() }
}
