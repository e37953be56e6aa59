//! A test as a Java method.

mod files;
mod implement;
mod mock;

use std::sync::Arc;

use testcase::{
    CheckedTest, Expected, Literal, Observation, Statement, StatementKind, Stored, Suspicion, Var,
};
use types::access::{PROTECTED, PUBLIC, STATIC};
use types::{ClassId, Conversion, FieldId, MethodId, Type, package_of};

use crate::call::{self, Operand};
use crate::check::{self, Check};
use crate::constants;
use crate::java::{self, Expr, Method, Role, Scope, Step, Ty};
use crate::names::{self, Names};
use crate::say::{self, Throws};
use crate::scope::{self, Place};
use crate::usage::{self, Fate, Plan};

/// The method of a test.
pub(crate) fn method(place: &Place, test: &CheckedTest) -> Method {
    let plan = usage::plan(place.world, test);
    let reserved = place.package.split('.').next().map(str::to_owned).into_iter().chain(hidden(place, &plan));
    let mut lowering = Lowering {
        place,
        test,
        hints: hints(place, &plan),
        variables: vec![None; plan.statements.len()],
        names: Names::new(reserved),
        throws: None,
        body: Vec::new(),
        plan,
    };
    lowering.write();
    let suppressed = place.suppressed.take();
    Method {
        name: test.name.clone(),
        remarks: test.suspicion.iter().map(remark).chain(test.reason.clone()).collect(),
        throws: lowering.throws,
        suppressed,
        rows: None,
        body: lowering.body,
    }
}

fn remark(suspicion: &Suspicion) -> String {
    let Suspicion { method, what, .. } = suspicion;
    format!("Suspicious: {method} {what}. This is what it does, not what it should do.")
}

/// Names of fields that classes made for the test inherit: inside them they would hide variables.
fn hidden(place: &Place, plan: &Plan) -> Vec<String> {
    let implemented = plan.statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::Implement { class, .. } => Some(class),
        _ => None,
    });
    let world = place.world;
    let fields = implemented.flat_map(|class| world.fields_of(class, package_of(world.name(class))));
    fields.map(|field| world.field(field).name.to_string()).collect()
}

/// The parameter that each variable is first passed for.
fn hints(place: &Place, plan: &Plan) -> Vec<Option<Arc<str>>> {
    let mut hints = vec![None; plan.statements.len()];
    for statement in &plan.statements {
        let (StatementKind::Call { method, args, .. }
        | StatementKind::Construct { constructor: method, args, .. }
        | StatementKind::Implement { constructor: Some(method), args, .. }) = &statement.kind
        else {
            continue;
        };
        for (arg, name) in args.iter().zip(&place.world.method(*method).argument_names) {
            let index = arg.0 as usize;
            if hints[index].is_none() && plan.is_argument(index) {
                hints[index] = Some(name.clone());
            }
        }
    }
    hints
}

struct Lowering<'a> {
    place: &'a Place<'a>,
    test: &'a CheckedTest,
    plan: Plan,
    hints: Vec<Option<Arc<str>>>,
    /// Names of the variables declared so far.
    variables: Vec<Option<String>>,
    names: Names,
    throws: Option<&'static str>,
    body: Vec<Step>,
}

/// Where a value goes.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// To a variable or an element of its type: javac narrows and boxes.
    Assigned,
    /// To a parameter.
    Passed,
}

impl Lowering<'_> {
    fn write(&mut self) {
        let mut inline_checked = Vec::new();
        for at in 0..self.plan.statements.len() {
            let here = (0..=at).find(|&index| self.plan.at[index] == at);
            if let Some(index) = here.filter(|&i| matches!(self.plan.fates[i], Fate::Declared | Fate::Bare)) {
                inline_checked.extend(self.write_statement(index));
            }
            let due = |(_, assertion): &&(usize, testcase::Assertion)| assertion.after as usize == at;
            let due: Vec<_> = self.plan.assertions.iter().filter(due).cloned().collect();
            for (number, assertion) in due {
                if !inline_checked.contains(&number) {
                    let actual = self.operand(assertion.var, Use::Passed);
                    self.check(number, &assertion.expected, actual.expr, &actual.ty);
                }
            }
        }
    }

    /// Writes a statement; returns the number of the assertion that was written around it.
    fn write_statement(&mut self, index: usize) -> Option<usize> {
        if let Some(statements) = self.mock(index) {
            statements.into_iter().for_each(|statement| self.push(statement, Role::Arrange));
            return None;
        }
        let statement = self.plan.statements[index].clone();
        let expr = self.expression(index, &statement);
        if self.plan.throwing == Some(index) {
            self.write_throwing(index, &statement, expr);
            return None;
        }
        self.note_exceptions(&statement);
        let is_call = matches!(statement.kind, StatementKind::Call { .. });
        let role = if is_call { Role::Act } else { Role::Arrange };
        if self.plan.fates[index] == Fate::Bare {
            self.push(java::Statement::Expr(without_cast(expr)), role);
            return None;
        }
        let sole =
            self.plan.sole_assertion(index).cloned().filter(|_| self.may_be_checked_in_place(&statement));
        if let Some((number, assertion)) = sole {
            if self.check(number, &assertion.expected, expr.clone(), &statement.ty) {
                return Some(number);
            }
            if is_call {
                self.push(java::Statement::Expr(expr), role);
                return Some(number);
            }
        }
        let declaration = self.declaration(index, &statement, expr);
        self.push(declaration, role);
        None
    }

    fn push(&mut self, statement: java::Statement, role: Role) {
        self.body.push(Step { statement, role });
    }

    fn check(&mut self, number: usize, expected: &Observation, actual: Expr, ty: &Type) -> bool {
        let check = match *expected {
            Observation::Same(other) => {
                let same = self.operand(other, Use::Passed).expr;
                Some(Check { actual, ty: ty.clone(), expected: check::Expected::Same(same) })
            }
            _ => check::assertion(self.place, expected, actual, ty),
        };
        let Some(check) = check else { return false };
        self.push(java::Statement::Expr(say::check(self.place, check)), Role::Check(Some(number)));
        true
    }

    /// A call whose result type is inferred must not be an argument of an overloaded assertion, and one whose
    /// result needs a cast is better kept in a variable.
    fn may_be_checked_in_place(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Call { method, receiver, .. } => {
                let owner = receiver.map(|var| self.static_type(var));
                !self.is_inferred(*method) && !self.needs_cast(*method, owner.as_ref(), &statement.ty)
            }
            StatementKind::ReadField { .. } => true,
            _ => false,
        }
    }

    fn write_throwing(&mut self, index: usize, statement: &Statement, expr: Expr) {
        let Expected { class, message, .. } = self.test.throws.as_ref().expect("a statement throws");
        let body = match statement.kind {
            StatementKind::ReadField { .. } | StatementKind::NewArray { .. } | StatementKind::Literal(_) => {
                self.declaration(index, statement, expr)
            }
            _ => java::Statement::Expr(without_cast(expr)),
        };
        let ty = Ty::Class(self.place.class(*class), Vec::new());
        let number = self.test.assertions.len();
        let role = Role::Check(message.as_ref().map(|_| number));
        match say::throws(self.place, ty.clone(), body, message.as_deref()) {
            Throws::Whole(check) => self.push(java::Statement::Expr(check), role),
            Throws::Caught(value) => {
                let name = self.names.fresh("exception");
                self.push(java::Statement::Declare { ty, name: name.clone(), value }, Role::Check(None));
                let check = say::message(self.place, Expr::Name(name), message.as_deref());
                self.body.extend(check.map(|check| Step { statement: java::Statement::Expr(check), role }));
            }
        }
    }

    fn declaration(&mut self, index: usize, statement: &Statement, value: Expr) -> java::Statement {
        let base = names::of_value(self.place.world, statement, self.hints[index].as_deref());
        let name = self.names.fresh(&base);
        self.variables[index] = Some(name.clone());
        java::Statement::Declare { ty: self.place.ty(&statement.ty), name, value }
    }

    /// What a statement does, as an expression; of a declared array, its bare initialiser.
    fn expression(&mut self, index: usize, statement: &Statement) -> Expr {
        match &statement.kind {
            StatementKind::Literal(literal) => self.place.plain(literal),
            StatementKind::Construct { constructor, receiver, args } => {
                self.construct(*constructor, *receiver, args, &statement.ty)
            }
            StatementKind::Implement { constructor, args, methods, .. } => {
                self.implement(statement, *constructor, args, methods)
            }
            StatementKind::Call { method, receiver, args } => {
                self.call(*method, *receiver, args, &statement.ty)
            }
            StatementKind::ReadField { field, receiver } => self.field(*field, *receiver),
            StatementKind::WriteField { field, receiver, value } => {
                let target = self.field(*field, *receiver);
                Expr::Assign(Box::new(target), Box::new(self.operand(*value, Use::Assigned).expr))
            }
            StatementKind::NewArray { length } => self.array(index, *length, &statement.ty, false),
            StatementKind::WriteElement { array, index, value } => {
                let array = self.operand(*array, Use::Passed).expr;
                let element = Expr::Element(Box::new(array), *index);
                Expr::Assign(Box::new(element), Box::new(self.operand(*value, Use::Assigned).expr))
            }
            StatementKind::TempFile { name, stored } => self.temp_file(name, *stored, &statement.ty),
            StatementKind::Assign { .. } => unreachable!("assignments are resolved"),
        }
    }

    fn static_type(&self, var: Var) -> Type {
        let index = var.0 as usize;
        let statement = &self.plan.statements[index];
        match &statement.kind {
            StatementKind::Literal(literal) if self.plan.fates[index] == Fate::Inline => {
                self.place.literal_type(literal, &statement.ty)
            }
            _ => statement.ty.clone(),
        }
    }

    fn operand(&mut self, var: Var, goes: Use) -> Operand {
        let index = var.0 as usize;
        let ty = self.static_type(var);
        if self.plan.fates[index] != Fate::Inline {
            let name = self.variables[index].clone().expect("a variable is declared before its use");
            return Operand { expr: Expr::Name(name), ty, boxed: None, elements: None };
        }
        let statement = self.plan.statements[index].clone();
        let (mut boxed, mut elements) = (None, None);
        let expr = match &statement.kind {
            StatementKind::Literal(literal) => {
                boxed = scope::primitive(literal)
                    .filter(|_| statement.ty.is_reference())
                    .map(|primitive| self.place.world.boxed(&Type::Primitive(primitive)));
                self.literal(literal, goes)
            }
            StatementKind::NewArray { length } => {
                if *length <= usage::SMALL_ARRAY {
                    elements = Some(self.elements(index, *length, &statement.ty, Use::Passed));
                }
                self.array(index, *length, &statement.ty, true)
            }
            _ => self.expression(index, &statement),
        };
        Operand { expr, ty, boxed, elements }
    }

    fn literal(&self, literal: &Literal, goes: Use) -> Expr {
        if goes == Use::Assigned { self.place.plain(literal) } else { self.place.exact(literal) }
    }

    /// `{1, 2}`, `new int[] {1, 2}` or `new int[2]`.
    fn array(&mut self, index: usize, length: u32, ty: &Type, whole: bool) -> Expr {
        let Type::Array(element) = ty else { unreachable!("an array has an array type") };
        let generic = self.place.world.erase(element) != **element;
        if generic || self.place.world.is_raw(element) {
            self.place.unchecked();
        }
        let Some(_) = &self.plan.elements[index] else {
            return Expr::NewArray(self.place.erased(element), length);
        };
        let stated = (whole || generic).then(|| self.place.erased(ty));
        let goes = if element.is_reference() { Use::Passed } else { Use::Assigned };
        let elements = self.elements(index, length, ty, goes);
        let bare = |operand: Operand| match operand.expr {
            Expr::Array(Some(_), inner) if operand.ty == **element => Expr::Array(None, inner),
            other => other,
        };
        Expr::Array(stated, elements.into_iter().map(bare).collect())
    }

    /// The elements that were written before the array was used, or zeros.
    fn elements(&mut self, index: usize, length: u32, ty: &Type, goes: Use) -> Vec<Operand> {
        let Type::Array(element) = ty else { unreachable!("an array has an array type") };
        let known = self.plan.elements[index].clone().unwrap_or_else(|| vec![None; length as usize]);
        let zero = zero_of(element);
        let operand = |this: &mut Self, var: Option<Var>| match var {
            Some(var) => this.operand(var, goes),
            None => Operand {
                expr: this.literal(&zero, goes),
                ty: this.place.literal_type(&zero, element),
                boxed: None,
                elements: None,
            },
        };
        known.into_iter().map(|var| operand(self, var)).collect()
    }

    fn construct(&mut self, constructor: MethodId, outer: Option<Var>, args: &[Var], ty: &Type) -> Expr {
        let method = self.place.world.method(constructor);
        self.place.uses(method.deprecated);
        let class = self.place.world.class(method.class);
        let own = Type::class(method.class);
        let args = self.arguments(constructor, &own, args, ty);
        let raw =
            matches!(ty, Type::Class(stated, arguments) if *stated == method.class && arguments.is_empty());
        let raw = raw || class.parameters.is_empty();
        let name = self.place.class(method.class);
        match outer {
            Some(outer) => {
                let outer = Box::new(self.outer(outer, raw && !class.parameters.is_empty()));
                Expr::NewInner { outer, name: class.simple_name.to_string(), diamond: !raw, args }
            }
            None => Expr::New { class: name, diamond: !raw, args },
        }
    }

    /// An outer instance. Of a raw inner class it must be raw, too (JLS 4.8).
    fn outer(&mut self, outer: Var, raw: bool) -> Expr {
        let Operand { expr, ty, .. } = self.operand(outer, Use::Passed);
        let erased = self.place.world.erase(&ty);
        if raw && erased != ty { Expr::Cast(self.place.ty(&erased), Box::new(expr)) } else { expr }
    }

    fn call(&mut self, id: MethodId, receiver: Option<Var>, args: &[Var], ty: &Type) -> Expr {
        let world = self.place.world;
        let method = world.method(id);
        let (scope, owner) = match receiver {
            Some(var) => {
                let operand = self.operand(var, Use::Passed);
                let is_member = operand.ty.class_id().is_some_and(|class| {
                    world.is_subclass(class, method.class)
                        && self.inherits(class, method.class, method.access)
                });
                self.selected_from(operand, is_member, method.class)
            }
            None => (Scope::Class(self.place.class(self.qualifier(method.class))), Type::class(method.class)),
        };
        self.place.uses(self.seen_as(method, &owner).deprecated);
        let written = self.arguments(id, &owner, args, ty);
        let call = Expr::Call { scope, name: method.name.to_string(), args: written };
        let owner = receiver.map(|_| owner);
        let unchecked = self.is_inferred(id) && self.has_unchecked_argument(id, owner.as_ref(), args);
        let erased = unchecked && !world.is_assignable(&world.erased(method).1, ty);
        if *ty != Type::Void && (erased || self.needs_cast(id, owner.as_ref(), ty)) {
            Expr::Cast(self.place.ty(ty), Box::new(call))
        } else {
            call
        }
    }

    /// The method that javac finds in a type where one is called: what overrides it there.
    fn seen_as<'m>(&'m self, method: &'m types::Method, owner: &Type) -> &'m types::Method {
        let Place { world, package, .. } = *self.place;
        let Some(class) = owner.class_id().filter(|&class| class != method.class) else { return method };
        let mut members = world.methods_of(class, package).into_iter().map(|id| world.method(id));
        let arguments = |method: &types::Method| method.descriptor.split(')').next().map(str::to_owned);
        let is_same =
            |other: &&types::Method| other.name == method.name && arguments(other) == arguments(method);
        members.find(is_same).unwrap_or(method)
    }

    /// A value as what a member is selected from, cast where its static type lacks the member.
    fn selected_from(&self, operand: Operand, is_member: bool, class: ClassId) -> (Scope, Type) {
        if is_member {
            return (Scope::Value(Box::new(operand.expr)), operand.ty);
        }
        let ty = Type::class(class);
        (Scope::Value(Box::new(Expr::Cast(self.place.ty(&ty), Box::new(operand.expr)))), ty)
    }

    /// The class through which the static members of a class can be named.
    fn qualifier(&self, class: ClassId) -> ClassId {
        let Place { world, package, subject, .. } = *self.place;
        let hidden = !world.is_accessible_class(class, package) && world.is_subclass(subject, class);
        if hidden { subject } else { class }
    }

    fn field(&mut self, id: FieldId, receiver: Option<Var>) -> Expr {
        let world = self.place.world;
        let field = world.field(id);
        self.place.uses(field.deprecated);
        let scope = match receiver {
            Some(var) => {
                let operand = self.operand(var, Use::Passed);
                let seen = operand.ty.class_id().is_some_and(|class| {
                    self.sees_field(class, id) && self.inherits(class, field.class, field.access)
                });
                self.selected_from(operand, seen, field.class).0
            }
            None => Scope::Class(self.place.class(self.qualifier(field.class))),
        };
        Expr::Field(scope, field.name.to_string())
    }

    /// Whether a member is one of a subclass too: a package-private one ends with its package (JLS 8.2).
    fn inherits(&self, class: ClassId, declaring: ClassId, access: u16) -> bool {
        let world = self.place.world;
        if access & (PUBLIC | PROTECTED) != 0 {
            return true;
        }
        let package = package_of(world.name(declaring));
        let mut next = Some(class);
        while let Some(class) = next.filter(|&class| class != declaring) {
            if package_of(world.name(class)) != package {
                return false;
            }
            next = world.class(class).superclass.as_ref().and_then(Type::class_id);
        }
        true
    }

    /// Whether the field's name means that field in a class, not one that hides it.
    fn sees_field(&self, class: ClassId, id: FieldId) -> bool {
        let world = self.place.world;
        let name = &world.field(id).name;
        let mut next = Some(class);
        while let Some(class) = next {
            let class = world.class(class);
            if let Some(&found) = class.fields.iter().find(|&&field| world.field(field).name == *name) {
                return found == id;
            }
            next = class.superclass.as_ref().and_then(Type::class_id);
        }
        world.field(id).access & STATIC != 0
    }

    fn arguments(&mut self, id: MethodId, owner: &Type, args: &[Var], wanted: &Type) -> Vec<Expr> {
        let operands = args.iter().map(|&arg| self.operand(arg, Use::Passed)).collect();
        let method = self.place.world.method(id);
        let mut written = call::arguments(self.place, method, owner, operands, wanted);
        if written.len() == args.len() {
            for (arg, &var) in written.iter_mut().zip(args) {
                self.name_constant(arg, method.class, var);
            }
        }
        for (arg, name) in written.iter_mut().zip(&method.argument_names) {
            if let (Expr::Literal(_) | Expr::String(_) | Expr::Field(..) | Expr::Cast(..), Some(name)) =
                (&*arg, names::of_parameter(name))
            {
                *arg = Expr::Argument(name, Box::new(arg.clone()));
            }
        }
        written
    }

    /// Says a literal by the name that the class which is called has for it.
    fn name_constant(&mut self, arg: &mut Expr, class: ClassId, var: Var) {
        let StatementKind::Literal(literal) = &self.plan.statements[var.0 as usize].kind else { return };
        if matches!(arg, Expr::Literal(_) | Expr::String(_))
            && let Some(field) = constants::named(self.place, class, literal)
        {
            *arg = self.field(field, None);
        }
    }

    /// Whether the result depends on type parameters of the method itself.
    fn is_inferred(&self, id: MethodId) -> bool {
        let method = self.place.world.method(id);
        method.parameters.iter().any(|parameter| mentions(&method.result, &parameter.name))
    }

    fn has_unchecked_argument(&self, id: MethodId, owner: Option<&Type>, args: &[Var]) -> bool {
        let world = self.place.world;
        let bindings = world.bind(id, owner, None);
        args.iter().zip(&world.method(id).arguments).any(|(&arg, parameter)| {
            let parameter = world.substitute_parameter(parameter, &bindings);
            world.conversion(&self.static_type(arg), &parameter) == Conversion::Unchecked
        })
    }

    fn needs_cast(&self, id: MethodId, owner: Option<&Type>, ty: &Type) -> bool {
        let world = self.place.world;
        let method = world.method(id);
        let bindings = world.bind(id, owner, Some(ty));
        if self.is_inferred(id) && !bindings.raw || *ty == Type::Void {
            return false;
        }
        let result = world.substitute(&method.result, &bindings);
        let conversion = world.conversion(&result, ty);
        if conversion == Conversion::Unchecked {
            self.place.unchecked();
        }
        conversion == Conversion::No
    }

    /// Widens the method's `throws` clause by the checked exceptions of a call.
    fn note_exceptions(&mut self, statement: &Statement) {
        if let StatementKind::TempFile { stored: Stored::Folder | Stored::Text(_), .. } = statement.kind {
            self.throws = self.throws.or(Some("Exception"));
        }
        let (StatementKind::Call { method: id, .. }
        | StatementKind::Construct { constructor: id, .. }
        | StatementKind::Implement { constructor: Some(id), .. }) = statement.kind
        else {
            return;
        };
        let owner = match &statement.kind {
            StatementKind::Call { receiver: Some(var), .. } => Some(self.static_type(*var)),
            _ => None,
        };
        self.note_exceptions_of(id, owner.as_ref());
    }

    fn note_exceptions_of(&mut self, id: MethodId, owner: Option<&Type>) {
        let world = self.place.world;
        let below =
            |class, name: &str| world.class_named(name).is_some_and(|up| world.is_subclass(class, up));
        let bindings = world.bind(id, owner, None);
        for exception in &world.method(id).exceptions {
            let Some(class) = world.substitute(exception, &bindings).class_id() else { continue };
            if below(class, "java.lang.RuntimeException") || below(class, "java.lang.Error") {
                continue;
            }
            if !below(class, "java.lang.Exception") {
                self.throws = Some("Throwable");
            } else if self.throws.is_none() {
                self.throws = Some("Exception");
            }
        }
    }
}

/// A cast is no statement.
fn without_cast(expr: Expr) -> Expr {
    match expr {
        Expr::Cast(_, value) => *value,
        other => other,
    }
}

fn zero_of(ty: &Type) -> Literal {
    use types::Primitive::*;
    match ty {
        Type::Primitive(Boolean) => Literal::Boolean(false),
        Type::Primitive(Byte) => Literal::Byte(0),
        Type::Primitive(Char) => Literal::Char(0),
        Type::Primitive(Short) => Literal::Short(0),
        Type::Primitive(Int) => Literal::Int(0),
        Type::Primitive(Long) => Literal::Long(0),
        Type::Primitive(Float) => Literal::Float(0.0),
        Type::Primitive(Double) => Literal::Double(0.0),
        _ => Literal::Null,
    }
}

fn mentions(ty: &Type, variable: &str) -> bool {
    match ty {
        Type::Variable(name) => **name == *variable,
        Type::Class(_, arguments) => arguments.iter().any(|argument| mentions(argument, variable)),
        Type::Array(of) | Type::Wildcard(_, of) => mentions(of, variable),
        _ => false,
    }
}
