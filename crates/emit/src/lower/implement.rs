//! Objects of classes made for the test: a lambda where that says it all, else an anonymous class.

use testcase::stubs::{self, Signature};
use testcase::{Behaviour, Implemented, Statement, Var};
use types::access::{PROTECTED, PUBLIC, VARARGS};
use types::{Method, MethodId, Type};

use super::{Lowering, Use, zero_of};
use crate::call::Operand;
use crate::java::{self, ClassBody, Expr, Implementation, Parameter};
use crate::names::{self, Names};

impl Lowering<'_> {
    /// `new C(args) { ... }`, or `(a, b) -> ...`.
    pub(super) fn implement(
        &mut self,
        statement: &Statement,
        constructor: Option<MethodId>,
        args: &[Var],
        methods: &[Implemented],
    ) -> Expr {
        // The variable is in scope already where its value is written.
        let mut scope = self.names.clone();
        scope.fresh(&names::of_value(self.place.world, statement, None));
        if let [method] = methods
            && constructor.is_none()
            && !is_stateful(method)
        {
            return self.lambda(&statement.ty, method, scope);
        }
        let args = constructor.map_or_else(Vec::new, |id| {
            self.place.uses(self.place.world.method(id).deprecated);
            let own = Type::class(self.place.world.method(id).class);
            self.arguments(id, &own, args, &statement.ty)
        });
        let mut body = ClassBody::default();
        let single = methods.iter().filter(|method| is_stateful(method)).count() == 1;
        for implemented in methods {
            let counter = is_stateful(implemented).then(|| {
                let name = &self.place.world.method(implemented.method).name;
                scope.fresh(&if single { "calls".to_owned() } else { format!("{name}Calls") })
            });
            body.methods.push(self.method(&statement.ty, implemented, &scope, counter.as_deref()));
            body.counters.extend(counter);
        }
        Expr::Anonymous { ty: self.place.ty(&statement.ty), args, body }
    }

    fn lambda(&mut self, of: &Type, implemented: &Implemented, mut scope: Names) -> Expr {
        let signature = stubs::signature(self.place.world, of, implemented.method);
        let parameters = self.parameter_names(implemented.method, &signature, &mut scope);
        let body = match self.body(&implemented.behaviour, &signature, &parameters, None) {
            Some(java::Statement::Return(value)) => Some(java::Statement::Expr(value)),
            other => other,
        };
        Expr::Lambda { parameters, body: body.map(Box::new) }
    }

    fn method(
        &mut self,
        of: &Type,
        implemented: &Implemented,
        scope: &Names,
        counter: Option<&str>,
    ) -> Implementation {
        let world = self.place.world;
        let method = world.method(implemented.method);
        self.place.uses(method.deprecated);
        let signature = stubs::signature(world, of, method.id);
        let names = self.parameter_names(method.id, &signature, &mut scope.clone());
        let last = signature.parameters.len().checked_sub(1).filter(|_| method.access & VARARGS != 0);
        let parameter = |(index, (ty, name)): (usize, (&Type, &String))| Parameter {
            ty: self.place.ty(ty),
            variable: last == Some(index),
            name: name.clone(),
        };
        let parameters = signature.parameters.iter().zip(&names).enumerate().map(parameter).collect();
        Implementation {
            modifier: modifier(method),
            result: (signature.result != Type::Void).then(|| self.place.ty(&signature.result)),
            name: method.name.to_string(),
            parameters,
            throws: self.thrown(&implemented.behaviour).map(|ty| self.place.ty(&ty)),
            body: self.body(&implemented.behaviour, &signature, &names, counter),
        }
    }

    fn parameter_names(&self, method: MethodId, signature: &Signature, scope: &mut Names) -> Vec<String> {
        let world = self.place.world;
        let declared = &world.method(method).argument_names;
        let base = |(index, ty): (usize, &Type)| {
            let declared = declared.get(index).and_then(|name| names::of_own_parameter(name));
            declared.unwrap_or_else(|| names::of_type(world, ty))
        };
        signature.parameters.iter().enumerate().map(|parameter| scope.fresh(&base(parameter))).collect()
    }

    /// The checked exception that a method is going to throw.
    fn thrown(&self, behaviour: &Behaviour) -> Option<Type> {
        let Behaviour::Throw(exception) = behaviour else { return None };
        let ty = self.plan.statements[exception.0 as usize].ty.clone();
        ty.class_id().is_some_and(|class| stubs::is_checked(self.place.world, class)).then_some(ty)
    }

    /// The only statement of a method, if it has any.
    fn body(
        &mut self,
        behaviour: &Behaviour,
        signature: &Signature,
        parameters: &[String],
        counter: Option<&str>,
    ) -> Option<java::Statement> {
        let returned = match behaviour {
            Behaviour::Throw(exception) => {
                return Some(java::Statement::Throw(self.operand(*exception, Use::Passed).expr));
            }
            Behaviour::Return(values) => {
                let goes = if values.len() == 2 { Use::Passed } else { Use::Assigned };
                let mut values: Vec<Operand> =
                    values.iter().map(|&value| self.returned(value, goes, &signature.result)).collect();
                if let Some(counter) = counter {
                    return Some(in_turn(self.place.world, counter.to_owned(), values));
                }
                values.pop().map(|value| value.expr)
            }
            Behaviour::Argument(index) => Some(Expr::Name(parameters[usize::from(*index)].clone())),
        };
        let nothing = || self.place.plain(&zero_of(&signature.result));
        (signature.result != Type::Void).then(|| java::Statement::Return(returned.unwrap_or_else(nothing)))
    }

    /// A value where javac narrows a literal to the result's type, unless it cannot be of that.
    fn returned(&mut self, value: Var, goes: Use, result: &Type) -> Operand {
        let world = self.place.world;
        let same = world.boxed(&self.plan.statements[value.0 as usize].ty) == world.boxed(result);
        self.operand(value, if same { goes } else { Use::Passed })
    }
}

fn is_stateful(implemented: &Implemented) -> bool {
    matches!(&implemented.behaviour, Behaviour::Return(values) if values.len() > 1)
}

/// `return calls++ == 0 ? a : b`, where no operand changes the type of the other; else a switch.
fn in_turn(world: &types::World, counter: String, mut values: Vec<Operand>) -> java::Statement {
    let converts = |ty: &Type| {
        matches!(ty, Type::Primitive(_)) || ty.class_id().is_some_and(|class| world.unboxed(class).is_some())
    };
    if let [first, second] = &values[..]
        && (first.ty == second.ty || !converts(&first.ty) && !converts(&second.ty))
    {
        let second = Box::new(values.pop().expect("there are two").expr);
        let first = Box::new(values.pop().expect("there are two").expr);
        return java::Statement::Return(Expr::FirstThen { counter, first, second });
    }
    java::Statement::Switch(counter, values.into_iter().map(|value| value.expr).collect())
}

fn modifier(method: &Method) -> &'static str {
    match method.access & (PUBLIC | PROTECTED) {
        PUBLIC => "public",
        PROTECTED => "protected",
        _ => "",
    }
}
