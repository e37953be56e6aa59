//! Objects of interfaces made for the test, as Mockito makes them.

use testcase::stubs::{self, Signature};
use testcase::{Behaviour, Implemented, Literal, Statement, StatementKind, Var};
use types::access::{ABSTRACT, VARARGS};
use types::{ClassId, Method, Type};

use super::{Lowering, Use, zero_of};
use crate::dialect::Mocks;
use crate::java::{self, ClassName, Expr, Scope, Ty};
use crate::names;

impl Lowering<'_> {
    /// `C c = mock(C.class)` and what its methods do. `None` where plain Java is to be written, or says what Mockito
    /// does otherwise.
    pub(super) fn mock(&mut self, index: usize) -> Option<Vec<java::Statement>> {
        let statement = self.plan.statements[index].clone();
        let StatementKind::Implement { class, constructor: None, methods, .. } = &statement.kind else {
            return None;
        };
        if self.place.dialect.mocks == Mocks::Plain || !self.is_mocked(*class, methods) {
            return None;
        }
        let real = self.has_defaults(*class);
        let mut args = vec![Expr::ClassLiteral(Ty::Class(self.place.class(*class), Vec::new()))];
        let real_methods = || Expr::Field(Scope::Imported(mockito()), "CALLS_REAL_METHODS".to_owned());
        args.extend(real.then(real_methods));
        let name = self.names.fresh(&names::of_value(self.place.world, &statement, None));
        self.variables[index] = Some(name.clone());
        if matches!(&statement.ty, Type::Class(_, arguments) if !arguments.is_empty()) {
            self.place.unchecked();
        }
        let ty = self.place.ty(&statement.ty);
        let declaration =
            java::Statement::Declare { ty, name: name.clone(), value: of_mockito("mock", args) };
        let mut written = vec![declaration];
        for implemented in methods {
            written.extend(self.setup(&statement, &name, implemented, real).map(java::Statement::Expr));
        }
        Some(written)
    }

    /// Whether Mockito can do the same: lambdas stay, and how many of a variable number of arguments a matcher stands
    /// for depends on Mockito's version.
    fn is_mocked(&self, class: ClassId, methods: &[Implemented]) -> bool {
        let world = self.place.world;
        let lambda = world.is_from_jdk(class) && methods.len() == 1;
        let is_null = |var: Var| {
            matches!(self.plan.statements[var.0 as usize].kind, StatementKind::Literal(Literal::Null))
        };
        let sayable = |implemented: &Implemented| {
            let null = matches!(implemented.behaviour, Behaviour::Throw(exception) if is_null(exception));
            world.method(implemented.method).access & VARARGS == 0 && !null
        };
        !lambda && methods.iter().all(sayable)
    }

    /// Whether objects have methods that the test does not write.
    fn has_defaults(&self, class: ClassId) -> bool {
        let world = self.place.world;
        let methods = world.methods_of(class, types::package_of(world.name(class)));
        let mut methods = methods.into_iter().map(|id| world.method(id));
        methods.any(|method| {
            !method.is_static() && method.access & ABSTRACT == 0 && method.class != world.object()
        })
    }

    /// What a method does; `None` where a mock does that by itself.
    fn setup(
        &mut self,
        statement: &Statement,
        mock: &str,
        implemented: &Implemented,
        real: bool,
    ) -> Option<Expr> {
        let world = self.place.world;
        let signature = stubs::signature(world, &statement.ty, implemented.method);
        let method = world.method(implemented.method);
        let does_nothing = matches!(&implemented.behaviour, Behaviour::Return(values) if values.is_empty());
        if does_nothing && !real && !self.has_default_of_its_own(method, &signature) {
            return None;
        }
        self.place.uses(method.deprecated);
        self.note_exceptions_of(method.id, Some(&statement.ty));
        let actions = self.actions(&implemented.behaviour, &signature);
        let args = self.matchers(method, &signature);
        let on = |scope: Expr| Expr::Call {
            scope: Scope::Value(Box::new(scope)),
            name: method.name.to_string(),
            args: args.clone(),
        };
        let mock = Expr::Name(mock.to_owned());
        if real || signature.result == Type::Void || mentions_wildcard(&signature.result) {
            let mut actions = actions.into_iter().map(|action| (format!("do{}", action.name), action.args));
            let (first, args) = actions.next().expect("something is done");
            let chain =
                actions.fold(of_mockito(&first, args), |chain, (name, args)| select(chain, &name, args));
            return Some(on(select(chain, "when", vec![mock])));
        }
        let when = of_mockito("when", vec![on(mock)]);
        Some(actions.into_iter().fold(when, |chain, it| select(chain, &format!("then{}", it.name), it.args)))
    }

    /// Whether Mockito gives something else than zero or null where nothing is said: empty collections, and zero in a
    /// box.
    fn has_default_of_its_own(&self, method: &Method, signature: &Signature) -> bool {
        let world = self.place.world;
        match &signature.result {
            Type::Class(class, _) => {
                world.is_from_jdk(*class) && *class != world.string() && *class != world.object()
            }
            Type::Primitive(_) => &*method.name == "compareTo",
            _ => false,
        }
    }

    fn actions(&mut self, behaviour: &Behaviour, signature: &Signature) -> Vec<Action> {
        let action = |name, args| vec![Action { name, args }];
        match behaviour {
            Behaviour::Throw(exception) => action("Throw", vec![self.operand(*exception, Use::Passed).expr]),
            Behaviour::Argument(index) => {
                let call = self.names.clone().fresh("invocation");
                let scope = Scope::Value(Box::new(Expr::Name(call.clone())));
                let args = vec![Expr::Literal(index.to_string())];
                let body = java::Statement::Expr(Expr::Call { scope, name: "getArgument".to_owned(), args });
                action("Answer", vec![Expr::Lambda { parameters: vec![call], body: Some(Box::new(body)) }])
            }
            Behaviour::Return(_) if signature.result == Type::Void => action("Nothing", Vec::new()),
            Behaviour::Return(values) if values.is_empty() => {
                action("Return", vec![self.place.exact(&zero_of(&signature.result))])
            }
            Behaviour::Return(values) => {
                let value = |&value| self.operand(value, Use::Passed).expr;
                values.iter().map(value).map(|value| Action { name: "Return", args: vec![value] }).collect()
            }
        }
    }

    /// Matchers for any arguments at all.
    fn matchers(&self, method: &Method, signature: &Signature) -> Vec<Expr> {
        let world = self.place.world;
        let namesakes = world.methods_of(method.class, types::package_of(world.name(method.class)));
        let overloaded =
            namesakes.iter().filter(|&&other| world.method(other).name == method.name).count() > 1;
        let matcher = |ty: &Type| {
            let call = |name| Expr::Call {
                scope: Scope::Imported(ClassName::top("org.mockito", "ArgumentMatchers")),
                name,
                args: Vec::new(),
            };
            match ty {
                Type::Primitive(primitive) => {
                    let (first, rest) = primitive.name().split_at(1);
                    call(format!("any{}{rest}", first.to_ascii_uppercase()))
                }
                reference if overloaded => {
                    Expr::Cast(self.place.erased(reference), Box::new(call("any".to_owned())))
                }
                _ => call("any".to_owned()),
            }
        };
        signature.parameters.iter().map(matcher).collect()
    }
}

/// The `Return` of `thenReturn(value)` and `doReturn(value)`.
struct Action {
    name: &'static str,
    args: Vec<Expr>,
}

fn mockito() -> ClassName {
    ClassName::top("org.mockito", "Mockito")
}

fn of_mockito(name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Imported(mockito()), name: name.to_owned(), args }
}

fn select(from: Expr, name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Value(Box::new(from)), name: name.to_owned(), args }
}

fn mentions_wildcard(ty: &Type) -> bool {
    match ty {
        Type::Wildcard(..) => true,
        Type::Class(_, arguments) => arguments.iter().any(mentions_wildcard),
        Type::Array(element) => mentions_wildcard(element),
        _ => false,
    }
}
