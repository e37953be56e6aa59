//! Stubs as Mockito mocks.

use testcase::stubs::{self, Signature};
use testcase::{Behaviour, ImplementedMethod, Statement, StatementKind};
use types::access::{ABSTRACT, VARARGS};
use types::{ClassId, Deprecated, Method, Type};

use super::TestLowering;
use super::expressions::{ConversionContext, default_of};
use crate::ast::{self, ClassName, Expr, Qualifier, TypeName};
use crate::dialect::Mocks;
use crate::names::variables::{self, Namesakes};

/// Classes of which a mock returns an empty object by default, and a plain stub returns null.
const SPECIAL_DEFAULTS: [&str; 12] = [
    "java.time.Duration",
    "java.time.Period",
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.LinkedHashMap",
    "java.util.LinkedHashSet",
    "java.util.LinkedList",
    "java.util.SortedMap",
    "java.util.SortedSet",
    "java.util.TreeMap",
    "java.util.TreeSet",
];

impl TestLowering<'_> {
    /// Returns the declaration of a mock, `C c = mock(C.class)`, and the statements that stub its methods.
    /// Returns `None` if the statement is not a stub, if the dialect uses no mocks, or if a mock cannot
    /// replace this stub.
    pub(super) fn mock(&mut self, index: usize) -> Option<Vec<ast::Statement>> {
        let statement = self.plan.statements[index].clone();
        let StatementKind::Implement { class, constructor: None, methods, .. } = &statement.kind else {
            return None;
        };
        if self.context.dialect.mocks == Mocks::Plain || !self.can_be_mocked(*class, methods) {
            return None;
        }
        let calls_real_methods = self.has_implemented_methods(*class);
        let mut args = vec![Expr::ClassLiteral(TypeName::Class(self.context.class_name(*class), Vec::new()))];
        let real_methods =
            || Expr::Field(Qualifier::StaticImport(mockito_class()), "CALLS_REAL_METHODS".to_owned());
        args.extend(calls_real_methods.then(real_methods));
        let ty = self.type_for_name(&statement.ty);
        let base = variables::name_for_value(self.context.world, &statement, &ty, None, Namesakes::None);
        let name = self.names.generate(&base);
        self.variables[index] = Some(name.clone());
        if matches!(&statement.ty, Type::Class(_, arguments) if !arguments.is_empty()) {
            self.context.note_unchecked();
        }
        let ty = self.context.type_name(&statement.ty);
        let declaration =
            ast::Statement::Declare { ty, name: name.clone(), value: mockito_call("mock", args) };
        let mut statements = vec![declaration];
        let stubbed: Vec<&ImplementedMethod> =
            methods.iter().filter(|method| self.needs_stubbing(&statement, method)).collect();
        let stubbings = stubbed.into_iter().map(|method| self.stubbing(&statement, &name, method));
        statements.extend(stubbings.map(ast::Statement::Expr));
        Some(statements)
    }

    /// Returns whether a mock can replace the stub.
    ///
    /// - Stubs of functional interfaces of the JDK remain lambdas.
    /// - Stubs with varargs methods remain plain Java: the version of Mockito determines whether a matcher
    ///   matches one or several varargs.
    /// - Stubs with a method that throws `null` remain plain Java.
    fn can_be_mocked(&self, class: ClassId, methods: &[ImplementedMethod]) -> bool {
        let world = self.context.world;
        let is_lambda = world.is_from_jdk(class) && methods.len() == 1;
        let can_be_stubbed = |implemented: &ImplementedMethod| {
            let throws_null =
                matches!(implemented.behaviour, Behaviour::Throw(exception) if self.plan.is_null(exception));
            world.method(implemented.method).access & VARARGS == 0 && !throws_null
        };
        !is_lambda && methods.iter().all(can_be_stubbed)
    }

    /// Returns whether a class or interface has methods with a body, for example default methods. A mock must
    /// run the code of these methods. Ignores deprecated methods, which are rarely called.
    fn has_implemented_methods(&self, class: ClassId) -> bool {
        let world = self.context.world;
        let methods = world.methods_of(class, types::package_of(world.name(class)));
        methods.into_iter().map(|id| world.method(id)).any(|method| {
            let is_implemented = !method.is_static() && method.access & ABSTRACT == 0;
            is_implemented && method.class != world.object() && method.deprecated == Deprecated::No
        })
    }

    /// Returns whether a mock behaves like the stub only after a call that stubs a method.
    fn needs_stubbing(&self, statement: &Statement, implemented: &ImplementedMethod) -> bool {
        let returns_default =
            matches!(&implemented.behaviour, Behaviour::Return(values) if values.is_empty());
        let signature = || stubs::signature(self.context.world, &statement.ty, implemented.method);
        let method = self.context.world.method(implemented.method);
        !returns_default || self.has_special_default(method, &signature())
    }

    /// Returns the call that stubs a method.
    fn stubbing(&mut self, statement: &Statement, mock: &str, implemented: &ImplementedMethod) -> Expr {
        let world = self.context.world;
        let signature = stubs::signature(world, &statement.ty, implemented.method);
        let method = world.method(implemented.method);
        self.context.note_deprecation(method.deprecated);
        self.note_declared_exceptions(method.id, Some(&statement.ty));
        let actions = self.actions(&implemented.behaviour, &signature);
        let args = self.matchers(method, &signature);
        let stubbed_call = |receiver: Expr| Expr::call_on(receiver, &method.name, args.clone());
        let mock = Expr::Name(mock.to_owned());
        if signature.result == Type::Void || mentions_wildcard(&signature.result) {
            let mut actions = actions.into_iter().map(|action| (format!("do{}", action.name), action.args));
            let (first, args) = actions.next().expect("a stubbed method has an action");
            let chain = actions
                .fold(mockito_call(&first, args), |chain, (name, args)| Expr::call_on(chain, &name, args));
            return stubbed_call(Expr::call_on(chain, "when", vec![mock]));
        }
        let when = mockito_call("when", vec![stubbed_call(mock)]);
        actions
            .into_iter()
            .fold(when, |chain, action| Expr::call_on(chain, &format!("then{}", action.name), action.args))
    }

    /// Returns whether a method that is not stubbed can return another value than a method of a plain stub.
    /// Mockito returns boxed zeros, empty collections, durations of zero and, for `compareTo`, 1 for distinct
    /// objects.
    fn has_special_default(&self, method: &Method, signature: &Signature) -> bool {
        let world = self.context.world;
        match &signature.result {
            Type::Class(class, _) => {
                world.unboxed(*class).is_some() || SPECIAL_DEFAULTS.contains(&&**world.name(*class))
            }
            Type::Primitive(_) => &*method.name == "compareTo",
            _ => false,
        }
    }

    /// Returns the actions of a stubbed method, one action for each call.
    fn actions(&mut self, behaviour: &Behaviour, signature: &Signature) -> Vec<Action> {
        let action = |name, args| vec![Action { name, args }];
        match behaviour {
            Behaviour::Throw(exception) => {
                action("Throw", vec![self.operand(*exception, ConversionContext::Invocation).expr])
            }
            Behaviour::Argument(index) => {
                let invocation = self.names.clone().generate("invocation");
                let index = Expr::Literal(index.to_string());
                let argument = Expr::call_on(Expr::Name(invocation.clone()), "getArgument", vec![index]);
                let body = Some(Box::new(ast::Statement::Expr(argument)));
                action("Answer", vec![Expr::Lambda { parameters: vec![invocation], body }])
            }
            Behaviour::Return(_) if signature.result == Type::Void => action("Nothing", Vec::new()),
            Behaviour::Return(values) if values.is_empty() => {
                let literal = || self.context.exact_literal(&default_of(&signature.result));
                action("Return", vec![self.default_object(&signature.result).unwrap_or_else(literal)])
            }
            Behaviour::Return(values) => {
                let value = |&value| self.operand(value, ConversionContext::Invocation).expr;
                values.iter().map(value).map(|value| Action { name: "Return", args: vec![value] }).collect()
            }
        }
    }

    /// Returns one matcher for each parameter. Each matcher matches every argument.
    fn matchers(&self, method: &Method, signature: &Signature) -> Vec<Expr> {
        let world = self.context.world;
        let methods = world.methods_of(method.class, types::package_of(world.name(method.class)));
        let is_overloaded =
            methods.iter().filter(|&&other| world.method(other).name == method.name).count() > 1;
        let matcher = |ty: &Type| {
            let matchers = ClassName::top_level("org.mockito", "ArgumentMatchers");
            let call = |name: &str| Expr::imported_call(matchers, name, Vec::new());
            match ty {
                Type::Primitive(primitive) => {
                    let (first, rest) = primitive.name().split_at(1);
                    call(&format!("any{}{rest}", first.to_ascii_uppercase()))
                }
                reference if is_overloaded => {
                    Expr::Cast(self.context.erased_type_name(reference), Box::new(call("any")))
                }
                _ => call("any"),
            }
        };
        signature.parameters.iter().map(matcher).collect()
    }
}

/// An action of a stubbed method, with its arguments. The name is without the prefix: `Return` for
/// `thenReturn(value)` and `doReturn(value)`.
struct Action {
    name: &'static str,
    args: Vec<Expr>,
}

fn mockito_class() -> ClassName {
    ClassName::top_level("org.mockito", "Mockito")
}

fn mockito_call(name: &str, args: Vec<Expr>) -> Expr {
    Expr::imported_call(mockito_class(), name, args)
}

fn mentions_wildcard(ty: &Type) -> bool {
    match ty {
        Type::Wildcard(..) => true,
        Type::Class(_, arguments) => arguments.iter().any(mentions_wildcard),
        Type::Array(element) => mentions_wildcard(element),
        _ => false,
    }
}
