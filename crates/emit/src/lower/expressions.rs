//! Expressions of statements, and uses of variables within expressions.

use testcase::{Literal, Statement, StatementKind, Var};
use types::Type;

use super::TestLowering;
use super::arguments::Operand;
use super::plan::{MAX_INLINE_ELEMENTS, Placement};
use crate::ast::Expr;
use crate::context;

/// Java conversion context of an expression (JLS 5.2, 5.3).
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ConversionContext {
    /// The value of a variable or an array element: javac narrows constants.
    Assignment,
    /// An argument of a call: javac does not narrow constants.
    Invocation,
}

impl TestLowering<'_> {
    /// Returns the expression of a statement. For a declared array, the expression is an initialiser without
    /// a type.
    pub(super) fn expression(&mut self, index: usize, statement: &Statement) -> Expr {
        match &statement.kind {
            StatementKind::Literal(literal) => self.context.assigned_literal(literal),
            StatementKind::Construct { .. } if self.plan.initializers[index].is_some() => {
                self.filled_collection(index, &statement.ty)
            }
            StatementKind::Construct { constructor, receiver, args } => {
                self.construct(*constructor, *receiver, args, &statement.ty)
            }
            StatementKind::Implement { constructor, args, methods, .. } => {
                self.stub(statement, *constructor, args, methods)
            }
            StatementKind::Call { method, receiver, args } => {
                self.call(*method, *receiver, args, &statement.ty)
            }
            StatementKind::ReadField { field, receiver } => self.field(*field, *receiver),
            StatementKind::WriteField { field, receiver, value } => {
                let target = self.field(*field, *receiver);
                self.assignment(target, *value)
            }
            StatementKind::NewArray { length } => self.array(index, *length, &statement.ty, false),
            StatementKind::ReadElement { array, index } => {
                let array = self.operand(*array, ConversionContext::Invocation).expr;
                Expr::Element(Box::new(array), *index)
            }
            StatementKind::WriteElement { array, index, value } => {
                let array = self.operand(*array, ConversionContext::Invocation).expr;
                self.assignment(Expr::Element(Box::new(array), *index), *value)
            }
            StatementKind::TempFile { name, stored } => self.temp_file(name, *stored, &statement.ty),
            StatementKind::Assign { .. } => unreachable!("the plan omits assignments"),
        }
    }

    fn assignment(&mut self, target: Expr, value: Var) -> Expr {
        let value = self.operand(value, ConversionContext::Assignment).expr;
        Expr::Assign(Box::new(target), Box::new(value))
    }

    /// Returns the static type of a variable, or of its expression if the statement is written inline.
    pub(super) fn static_type(&self, var: Var) -> Type {
        let index = var.0 as usize;
        let statement = &self.plan.statements[index];
        match &statement.kind {
            StatementKind::Literal(literal) if self.plan.placements[index] == Placement::Inline => {
                self.context.literal_type(literal, &statement.ty)
            }
            _ => statement.ty.clone(),
        }
    }

    /// Returns a use of a variable: its name, or its expression if the statement is written inline.
    pub(super) fn operand(&mut self, var: Var, conversion: ConversionContext) -> Operand {
        let index = var.0 as usize;
        let ty = self.static_type(var);
        if self.plan.placements[index] != Placement::Inline {
            let name = self.variables[index].clone().expect("a variable is declared before its use");
            return Operand { expr: Expr::Name(name), ty, boxed: None, elements: None };
        }
        let statement = self.plan.statements[index].clone();
        let (mut boxed, mut elements) = (None, None);
        let expr = match &statement.kind {
            StatementKind::Literal(literal) => {
                boxed = context::primitive_of(literal)
                    .filter(|_| statement.ty.is_reference())
                    .map(|primitive| self.context.world.boxed(&Type::Primitive(primitive)));
                self.literal(literal, conversion)
            }
            StatementKind::NewArray { length } => {
                if *length <= MAX_INLINE_ELEMENTS {
                    elements =
                        Some(self.elements(index, *length, &statement.ty, ConversionContext::Invocation));
                }
                self.array(index, *length, &statement.ty, true)
            }
            _ => {
                self.note_exceptions(&statement);
                self.expression(index, &statement)
            }
        };
        Operand { expr, ty, boxed, elements }
    }

    pub(super) fn literal(&self, literal: &Literal, conversion: ConversionContext) -> Expr {
        match conversion {
            ConversionContext::Assignment => self.context.assigned_literal(literal),
            ConversionContext::Invocation => self.context.exact_literal(literal),
        }
    }
}

/// Returns the default value of a type.
pub(super) fn default_of(ty: &Type) -> Literal {
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
