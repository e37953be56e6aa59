//! Placement of statements: variable, expression statement, or inline.

use testcase::{Assertion, Literal, Statement, StatementKind, Var, output};
use types::{ClassId, MethodId, Type, World, package_of};

use super::{IN_INITIALIZER, MAX_INLINE_ELEMENTS, Placement, Plan, is_constant};

/// Maximum length of a string literal that the source repeats at each use, in UTF-16 code units. A longer
/// string that is used more than once becomes a variable.
const MAX_REPEATED_STRING: usize = 12;
/// Maximum length of a string literal that is written inline as the receiver of a call, in UTF-16 code units.
const MAX_RECEIVER_STRING: usize = 40;

impl Plan {
    /// Returns the placement of a statement.
    pub(super) fn placement(&self, world: &World, index: usize) -> Placement {
        let statement = &self.statements[index];
        if self.positions[index] == IN_INITIALIZER || !self.is_needed(world, index) {
            Placement::Omitted
        } else if self.can_be_inline(world, index) {
            Placement::Inline
        } else if statement.ty == Type::Void
            || self.use_counts[index] + self.assertion_counts[index] == 0
                && is_expression_statement(statement)
        {
            Placement::Statement
        } else {
            Placement::Variable
        }
    }

    /// Returns whether the statement can be written within the statements that use its value. The value must
    /// be the same at each use. A statement with an effect can be written within the next call only.
    fn can_be_inline(&self, world: &World, index: usize) -> bool {
        let statement = &self.statements[index];
        let is_used_once = self.use_counts[index] == 1;
        let is_asserted = self.assertion_counts[index] > 0;
        match &statement.kind {
            StatementKind::Literal(literal) => self.is_inline_literal(literal, &statement.ty, index),
            StatementKind::NewArray { length } => {
                let is_small = *length <= MAX_INLINE_ELEMENTS || self.initializers[index].is_none();
                is_used_once
                    && is_small
                    && !is_asserted
                    && !self.is_qualifier[index]
                    && !self.is_captured[index]
            }
            StatementKind::ReadField { .. } => is_used_once && !is_asserted && is_constant(world, statement),
            _ if !is_used_once || is_asserted => false,
            _ => {
                output::is_used_by_next_part(world, &self.statements, index)
                    || is_call_of_simple_type(world, &self.statements, index)
                        && self.is_part_of_next_call(index)
            }
        }
    }

    /// Returns whether the next call can contain the expression of a value. The conditions:
    ///
    /// - The call uses the value. Only literals are between them, and no assertion.
    /// - Neither throws the expected exception, because an exception assertion must contain only one call.
    /// - No argument becomes nested.
    fn is_part_of_next_call(&self, index: usize) -> bool {
        let var = Var(index as u32);
        let is_literal = |index: &usize| matches!(self.statements[*index].kind, StatementKind::Literal(_));
        let Some(user) = (index + 1..self.statements.len()).find(|index| !is_literal(index)) else {
            return false;
        };
        let is_receiver = self.statements[user].receiver() == Some(var);
        let has_user = self.statements[user].is_call() && self.statements[user].mentions(var);
        let is_between =
            |(_, assertion): &(usize, Assertion)| (index..user).contains(&(assertion.after as usize));
        // A chain of calls is easy to read, but nested arguments are not.
        let mut is_nested = false;
        self.statements[index].uses(|used| {
            let is_inline =
                self.placements[used.0 as usize] == Placement::Inline && !is_literal(&(used.0 as usize));
            is_nested |= is_inline && !(is_receiver && self.statements[index].receiver() == Some(used));
        });
        has_user
            && !self.is_captured[index]
            && !self.is_throwing(user)
            && !self.is_throwing(index)
            && !is_nested
            && !self.assertions.iter().any(is_between)
    }

    fn is_inline_literal(&self, literal: &Literal, ty: &Type, index: usize) -> bool {
        let is_boxed = ty.is_reference();
        let is_used_once = self.use_counts[index] == 1;
        let is_qualifier = self.is_qualifier[index];
        match literal {
            Literal::String(units) if units.len() <= MAX_REPEATED_STRING => true,
            Literal::String(units) => is_used_once && !(is_qualifier && units.len() > MAX_RECEIVER_STRING),
            Literal::Enum(_) | Literal::Class(_) => true,
            Literal::Null => !is_qualifier,
            // Each use of a boxed literal must refer to the same object.
            _ if is_boxed => {
                !is_qualifier && (is_used_once && !self.is_captured[index] || is_cached(literal))
            }
            _ => true,
        }
    }
}

/// Returns whether a statement is a call or constructor call whose expression has exactly the type of the
/// statement. The type is primitive, or a class without type arguments.
fn is_call_of_simple_type(world: &World, statements: &[Statement], index: usize) -> bool {
    let statement = &statements[index];
    let is_simple = match &statement.ty {
        Type::Primitive(_) => true,
        Type::Class(_, arguments) => arguments.is_empty() && !world.is_raw(&statement.ty),
        _ => false,
    };
    match statement.kind {
        StatementKind::Construct { constructor, receiver: None, .. } => {
            is_simple && statement.ty == Type::class(world.method(constructor).class)
        }
        StatementKind::Call { method, receiver, .. } => {
            let receiver = receiver.and_then(|receiver| statements[receiver.0 as usize].ty.class_id());
            let is_exact = receiver.is_none_or(|class| !has_override_with_other_result(world, method, class));
            is_simple && is_exact && statement.ty == world.method(method).result
        }
        _ => false,
    }
}

/// Returns whether `class` has a method that overrides `method` and has another result type (JLS 8.4.5).
fn has_override_with_other_result(world: &World, method: MethodId, class: ClassId) -> bool {
    let method = world.method(method);
    let parameters = |descriptor: &str| descriptor.split(')').next().map(str::to_owned);
    let is_override = |other: &MethodId| {
        let other = world.method(*other);
        other.name == method.name
            && other.descriptor != method.descriptor
            && parameters(&other.descriptor) == parameters(&method.descriptor)
    };
    world.methods_of(class, package_of(world.name(class))).iter().any(is_override)
}

/// Returns whether boxing the literal always returns the same object (JLS 5.1.7).
fn is_cached(literal: &Literal) -> bool {
    match *literal {
        Literal::Boolean(_) | Literal::Byte(_) => true,
        Literal::Char(unit) => unit <= 127,
        Literal::Short(value) => (-128..=127).contains(&value),
        Literal::Int(value) => (-128..=127).contains(&value),
        Literal::Long(value) => (-128..=127).contains(&value),
        _ => false,
    }
}

/// Returns whether the statement's expression can be an expression statement (JLS 14.8).
fn is_expression_statement(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Construct { .. }
            | StatementKind::Call { .. }
            | StatementKind::Implement { .. }
            | StatementKind::TempFile { .. }
    )
}
