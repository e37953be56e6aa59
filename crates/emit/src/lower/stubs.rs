//! Stubs in plain Java: a lambda where possible, otherwise an anonymous class.

use testcase::stubs::{self, DefaultObject, Signature};
use testcase::{Behaviour, ImplementedMethod, Statement, Var};
use types::access::{PROTECTED, PUBLIC, VARARGS};
use types::{Method, MethodId, Type};

use super::TestLowering;
use super::arguments::Operand;
use super::expressions::{ConversionContext, default_of};
use crate::ast::{self, ClassBody, ClassName, Expr, OverridingMethod, Parameter};
use crate::names::variables::Namesakes;
use crate::names::{UniqueNames, variables};

impl TestLowering<'_> {
    /// Returns a stub: `new C(args) { .. }` or `(a, b) -> ..`.
    pub(super) fn stub(
        &mut self,
        statement: &Statement,
        constructor: Option<MethodId>,
        args: &[Var],
        methods: &[ImplementedMethod],
    ) -> Expr {
        // A variable is in scope in its own initialiser. So the parameters of the stub's methods must not
        // have the name of the stub's variable.
        let mut names = self.names.clone();
        let ty = self.type_for_name(&statement.ty);
        names.generate(&variables::name_for_value(self.context.world, statement, &ty, None, Namesakes::None));
        if let [method] = methods
            && constructor.is_none()
            && self.context.world.method(method.method).parameters.is_empty()
            && !is_stateful(method)
        {
            return self.lambda(&statement.ty, method, names);
        }
        let args = constructor.map_or_else(Vec::new, |id| {
            self.context.note_deprecation(self.context.world.method(id).deprecated);
            let owner = Type::class(self.context.world.method(id).class);
            self.arguments(id, &owner, args, &statement.ty)
        });
        let mut body = ClassBody::default();
        let has_one_counter = methods.iter().filter(|method| is_stateful(method)).count() == 1;
        for implemented in methods {
            let counter = is_stateful(implemented).then(|| {
                let name = &self.context.world.method(implemented.method).name;
                names.generate(&if has_one_counter { "calls".to_owned() } else { format!("{name}Calls") })
            });
            body.methods.push(self.overriding_method_of_stub(
                &statement.ty,
                implemented,
                &names,
                counter.as_deref(),
            ));
            body.counters.extend(counter);
        }
        Expr::Anonymous { ty: self.context.type_name(&statement.ty), args, body }
    }

    fn lambda(&mut self, stub_type: &Type, implemented: &ImplementedMethod, mut names: UniqueNames) -> Expr {
        let signature = stubs::signature(self.context.world, stub_type, implemented.method);
        let parameters = self.stub_parameter_names(implemented.method, &signature, &mut names);
        let body = match self.body(&implemented.behaviour, &signature, &parameters, None) {
            Some(ast::Statement::Return(value)) => Some(ast::Statement::Expr(value)),
            other => other,
        };
        Expr::Lambda { parameters, body: body.map(Box::new) }
    }

    /// Returns a method of a stub. `counter` is the name of the field that counts the calls of the method, if
    /// the method needs such a field.
    fn overriding_method_of_stub(
        &mut self,
        stub_type: &Type,
        implemented: &ImplementedMethod,
        names: &UniqueNames,
        counter: Option<&str>,
    ) -> OverridingMethod {
        let world = self.context.world;
        let method = world.method(implemented.method);
        self.context.note_deprecation(method.deprecated);
        if !method.parameters.is_empty() {
            self.context.note_unchecked();
        }
        let signature = stubs::signature(world, stub_type, method.id);
        let parameter_names = self.stub_parameter_names(method.id, &signature, &mut names.clone());
        let varargs_index =
            signature.parameters.len().checked_sub(1).filter(|_| method.access & VARARGS != 0);
        let parameter = |(index, (ty, name)): (usize, (&Type, &String))| Parameter {
            ty: self.context.type_name(ty),
            is_varargs: varargs_index == Some(index),
            name: name.clone(),
        };
        let parameters =
            signature.parameters.iter().zip(&parameter_names).enumerate().map(parameter).collect();
        OverridingMethod {
            modifier: modifier(method),
            result: (signature.result != Type::Void).then(|| self.context.type_name(&signature.result)),
            name: method.name.to_string(),
            parameters,
            throws: self.checked_exception(&implemented.behaviour).map(|ty| self.context.type_name(&ty)),
            body: self.body(&implemented.behaviour, &signature, &parameter_names, counter),
        }
    }

    /// Returns the names of the parameters of a stub method: the declared names, or names derived from the
    /// types.
    fn stub_parameter_names(
        &self,
        method: MethodId,
        signature: &Signature,
        names: &mut UniqueNames,
    ) -> Vec<String> {
        let world = self.context.world;
        let declared = &world.method(method).argument_names;
        let base = |(index, ty): (usize, &Type)| {
            let declared = declared.get(index).and_then(|name| variables::name_for_declared_parameter(name));
            declared.unwrap_or_else(|| variables::name_for_type(world, ty))
        };
        signature.parameters.iter().enumerate().map(|parameter| names.generate(&base(parameter))).collect()
    }

    /// Returns the checked exception that a stub method throws, if there is one.
    fn checked_exception(&self, behaviour: &Behaviour) -> Option<Type> {
        let Behaviour::Throw(exception) = behaviour else { return None };
        let ty = self.plan.statements[exception.0 as usize].ty.clone();
        ty.class_id().is_some_and(|class| stubs::is_checked(self.context.world, class)).then_some(ty)
    }

    /// Returns the statement of a stub method, or `None` if the body is empty.
    fn body(
        &mut self,
        behaviour: &Behaviour,
        signature: &Signature,
        parameters: &[String],
        counter: Option<&str>,
    ) -> Option<ast::Statement> {
        let returned_value = match behaviour {
            Behaviour::Throw(exception) => {
                return Some(ast::Statement::Throw(
                    self.operand(*exception, ConversionContext::Invocation).expr,
                ));
            }
            Behaviour::Return(values) => {
                let conversion = if values.len() == 2 {
                    ConversionContext::Invocation
                } else {
                    ConversionContext::Assignment
                };
                let mut values: Vec<Operand> = values
                    .iter()
                    .map(|&value| self.returned_operand(value, conversion, &signature.result))
                    .collect();
                if let Some(counter) = counter {
                    return Some(return_by_call_count(self.context.world, counter.to_owned(), values));
                }
                values.pop().map(|value| value.expr)
            }
            Behaviour::Argument(index) => Some(Expr::Name(parameters[usize::from(*index)].clone())),
        };
        let result = &signature.result;
        let default = || {
            let object = self.default_object(result);
            object.unwrap_or_else(|| self.context.assigned_literal(&default_of(result)))
        };
        (signature.result != Type::Void)
            .then(|| ast::Statement::Return(returned_value.unwrap_or_else(default)))
    }

    /// Returns the object that a stub method with this result type returns by default. Returns `None` if it
    /// returns null, zero or false.
    pub(super) fn default_object(&self, result: &Type) -> Option<Expr> {
        Some(match stubs::default_object(self.context.world, result)? {
            DefaultObject::Collection(class) => {
                let class = ClassName::top_level("java.util", class);
                Expr::New { class, diamond: true, args: Vec::new() }
            }
            DefaultObject::Empty => {
                Expr::static_call(self.context.class_name(result.class_id()?), "empty", Vec::new())
            }
        })
    }

    /// Returns the operand of a `return` statement.
    ///
    /// If the type of a literal differs from the result type, the literal is written with its exact type. For
    /// example, a `byte` for the result type `Object` is written as `(byte) 3`, so that javac creates a
    /// `Byte`.
    fn returned_operand(&mut self, value: Var, conversion: ConversionContext, result: &Type) -> Operand {
        let world = self.context.world;
        let is_same_type = world.boxed(&self.plan.statements[value.0 as usize].ty) == world.boxed(result);
        self.operand(value, if is_same_type { conversion } else { ConversionContext::Invocation })
    }
}

/// Returns whether the result of a stub method depends on the number of its calls.
fn is_stateful(implemented: &ImplementedMethod) -> bool {
    matches!(&implemented.behaviour, Behaviour::Return(values) if values.len() > 1)
}

/// Returns a statement that returns one value per call: `return calls++ == 0 ? a : b`, or a `switch`. The
/// `switch` is required for more than two values, and if the conditional operator would convert one value to
/// the type of the other value.
fn return_by_call_count(world: &types::World, counter: String, mut values: Vec<Operand>) -> ast::Statement {
    let is_convertible = |ty: &Type| {
        matches!(ty, Type::Primitive(_)) || ty.class_id().is_some_and(|class| world.unboxed(class).is_some())
    };
    if let [first, second] = &values[..]
        && (first.ty == second.ty || !is_convertible(&first.ty) && !is_convertible(&second.ty))
    {
        let later = Box::new(values.pop().expect("there are two values").expr);
        let first = Box::new(values.pop().expect("there are two values").expr);
        return ast::Statement::Return(Expr::ByCallCount { counter, first, later });
    }
    ast::Statement::SwitchByCallCount(counter, values.into_iter().map(|value| value.expr).collect())
}

/// Returns the access modifier for a method that overrides `method`.
fn modifier(method: &Method) -> &'static str {
    match method.access & (PUBLIC | PROTECTED) {
        PUBLIC => "public",
        PROTECTED => "protected",
        _ => "",
    }
}
