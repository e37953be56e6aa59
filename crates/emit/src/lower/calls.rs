//! Calls of constructors and methods, and field accesses.

use testcase::{StatementKind, Var};
use types::{ClassId, Conversion, FieldId, MethodId, Type};

use super::TestLowering;
use super::arguments::{self, Operand};
use super::constants;
use super::expressions::ConversionContext;
use crate::ast::{Expr, Qualifier};
use crate::names::variables;

impl TestLowering<'_> {
    /// Returns the expression that creates an object. `outer` is the enclosing instance, if the class is an
    /// inner class.
    pub(super) fn construct(
        &mut self,
        constructor: MethodId,
        outer: Option<Var>,
        args: &[Var],
        ty: &Type,
    ) -> Expr {
        let method = self.context.world.method(constructor);
        self.context.note_deprecation(method.deprecated);
        let class = self.context.world.class(method.class);
        let owner = Type::class(method.class);
        let args = self.arguments(constructor, &owner, args, ty);
        let has_no_type_arguments =
            matches!(ty, Type::Class(id, arguments) if *id == method.class && arguments.is_empty());
        let diamond = !has_no_type_arguments && !class.parameters.is_empty();
        let name = self.context.class_name(method.class);
        match outer {
            Some(outer) => {
                let outer =
                    Box::new(self.enclosing_instance(outer, !diamond && !class.parameters.is_empty()));
                Expr::NewInner { outer, name: class.simple_name.to_string(), diamond, args }
            }
            None => Expr::New { class: name, diamond, args },
        }
    }

    /// Returns the enclosing instance of an object of an inner class. If the type of the object is raw, the
    /// type of the enclosing instance must be raw too (JLS 4.8).
    fn enclosing_instance(&mut self, outer: Var, is_raw: bool) -> Expr {
        let Operand { expr, ty, .. } = self.operand(outer, ConversionContext::Invocation);
        let erased = self.context.world.erase(&ty);
        if is_raw && erased != ty {
            Expr::Cast(self.context.type_name(&erased), Box::new(expr))
        } else {
            expr
        }
    }

    /// Returns a method call. Casts the result to `ty` if javac would infer a type that is not assignable to
    /// `ty`.
    pub(super) fn call(&mut self, id: MethodId, receiver: Option<Var>, args: &[Var], ty: &Type) -> Expr {
        let world = self.context.world;
        let method = world.method(id);
        let (qualifier, owner) = match receiver {
            Some(var) => {
                let operand = self.operand(var, ConversionContext::Invocation);
                let is_member = operand.ty.class_id().is_some_and(|class| {
                    world.is_subclass(class, method.class)
                        && self.inherits(class, method.class, method.access)
                });
                self.qualifier(operand, is_member, method.class)
            }
            None => (self.static_qualifier(method.class), Type::class(method.class)),
        };
        self.context.note_deprecation(self.overriding_method(method, &owner).deprecated);
        let arg_exprs = self.arguments(id, &owner, args, ty);
        let call = Expr::Call { qualifier, name: method.name.to_string(), args: arg_exprs };
        let owner = receiver.map(|_| owner);
        let is_unchecked = self.is_inferred(id) && self.has_unchecked_argument(id, owner.as_ref(), args);
        let is_erased = is_unchecked && !world.is_assignable(&world.erased(method).1, ty);
        if *ty != Type::Void && (is_erased || self.needs_cast(id, owner.as_ref(), ty)) {
            Expr::Cast(self.context.type_name(ty), Box::new(call))
        } else {
            call
        }
    }

    /// Returns a field access.
    pub(super) fn field(&mut self, id: FieldId, receiver: Option<Var>) -> Expr {
        let world = self.context.world;
        let field = world.field(id);
        self.context.note_deprecation(field.deprecated);
        let qualifier = match receiver {
            Some(var) => {
                let operand = self.operand(var, ConversionContext::Invocation);
                let is_member = operand.ty.class_id().is_some_and(|class| {
                    self.resolves_field(class, id) && self.inherits(class, field.class, field.access)
                });
                self.qualifier(operand, is_member, field.class).0
            }
            None => self.static_qualifier(field.class),
        };
        Expr::Field(qualifier, field.name.to_string())
    }

    /// Returns the qualifier for a member of `class` and the qualifier's type. If the static type of the
    /// value does not have the member, the value is cast.
    fn qualifier(&self, value: Operand, is_member: bool, class: ClassId) -> (Qualifier, Type) {
        if is_member {
            return (Qualifier::Value(Box::new(value.expr)), value.ty);
        }
        let ty = Type::class(class);
        let cast = Expr::Cast(self.context.type_name(&ty), Box::new(value.expr));
        (Qualifier::Value(Box::new(cast)), ty)
    }

    /// Returns the qualifier for a static member of a class.
    fn static_qualifier(&self, class: ClassId) -> Qualifier {
        Qualifier::Class(self.context.class_name(self.static_access_class(class)))
    }

    /// Returns the arguments of a call. If the class of the method has a constant with the value of a
    /// literal, the constant replaces the literal. Literals and constants are marked with the names of their
    /// parameters.
    pub(super) fn arguments(
        &mut self,
        id: MethodId,
        owner: &Type,
        args: &[Var],
        result_type: &Type,
    ) -> Vec<Expr> {
        let operands = args.iter().map(|&arg| self.operand(arg, ConversionContext::Invocation)).collect();
        let method = self.context.world.method(id);
        let mut exprs = arguments::arguments(self.context, method, owner, operands, result_type);
        if exprs.len() == args.len() {
            for (expr, &var) in exprs.iter_mut().zip(args) {
                self.replace_by_constant(expr, method.class, var);
            }
        }
        for (expr, name) in exprs.iter_mut().zip(&method.argument_names) {
            let is_value = matches!(
                expr,
                Expr::Literal(_)
                    | Expr::String(_)
                    | Expr::Field(..)
                    | Expr::EnumConstant(..)
                    | Expr::Cast(..)
                    | Expr::Array(..)
                    | Expr::NewArray(..)
            );
            if let Some(name) = variables::name_for_argument(name).filter(|_| is_value) {
                *expr = Expr::NamedArgument(name, Box::new(expr.clone()));
            }
        }
        exprs
    }

    /// Replaces a literal by the constant of `class` that has the same value, if there is one.
    fn replace_by_constant(&mut self, arg: &mut Expr, class: ClassId, var: Var) {
        let StatementKind::Literal(literal) = &self.plan.statements[var.0 as usize].kind else { return };
        if matches!(arg, Expr::Literal(_) | Expr::String(_))
            && let Some(field) = constants::constant_for(self.context, class, literal)
        {
            *arg = self.field(field, None);
        }
    }

    /// Returns whether the result type of a method contains type parameters of the method itself.
    pub(super) fn is_inferred(&self, id: MethodId) -> bool {
        let method = self.context.world.method(id);
        method.parameters.iter().any(|parameter| mentions(&method.result, &parameter.name))
    }

    /// Returns whether an argument of a call needs an unchecked conversion. Javac erases the result type of a
    /// call with an unchecked conversion (JLS 15.12.2.6).
    fn has_unchecked_argument(&self, id: MethodId, owner: Option<&Type>, args: &[Var]) -> bool {
        let world = self.context.world;
        let bindings = world.bind(id, owner, None);
        args.iter().zip(&world.method(id).arguments).any(|(&arg, parameter)| {
            let parameter = world.substitute_parameter(parameter, &bindings);
            world.conversion(&self.static_type(arg), &parameter) == Conversion::Unchecked
        })
    }

    /// Returns whether the result of a call must be cast to `ty`. Records a warning to suppress if the
    /// conversion is unchecked.
    pub(super) fn needs_cast(&self, id: MethodId, owner: Option<&Type>, ty: &Type) -> bool {
        let world = self.context.world;
        let method = world.method(id);
        let bindings = world.bind(id, owner, Some(ty));
        if self.is_inferred(id) && !bindings.raw || *ty == Type::Void {
            return false;
        }
        let result = world.substitute(&method.result, &bindings);
        let conversion = world.conversion(&result, ty);
        if conversion == Conversion::Unchecked {
            self.context.note_unchecked();
        }
        conversion == Conversion::No
    }
}

/// Returns whether a type mentions the type variable with the name `variable`.
fn mentions(ty: &Type, variable: &str) -> bool {
    match ty {
        Type::Variable(name) => **name == *variable,
        Type::Class(_, arguments) => arguments.iter().any(|argument| mentions(argument, variable)),
        Type::Array(inner) | Type::Wildcard(_, inner) => mentions(inner, variable),
        _ => false,
    }
}
