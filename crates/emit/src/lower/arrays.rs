//! Creation of arrays and collections, with initialisers.

use testcase::Var;
use types::Type;

use super::TestLowering;
use super::arguments::Operand;
use super::expressions::{ConversionContext, default_of};
use crate::assertions::collections;
use crate::ast::Expr;

impl TestLowering<'_> {
    /// Returns the expression that creates an array: `{1, 2}`, `new int[] {1, 2}` or `new int[2]`. If
    /// `with_type` is true or the element type is generic, the initialiser includes the type.
    pub(super) fn array(&mut self, index: usize, length: u32, ty: &Type, with_type: bool) -> Expr {
        let Type::Array(element) = ty else { unreachable!("an array has an array type") };
        let is_generic = self.context.world.erase(element) != **element;
        if is_generic || self.context.world.is_raw(element) {
            self.context.note_unchecked();
        }
        let Some(_) = &self.plan.initializers[index] else {
            return Expr::NewArray(self.context.erased_type_name(element), length);
        };
        let type_name = (with_type || is_generic).then(|| self.context.erased_type_name(ty));
        let conversion = if element.is_reference() {
            ConversionContext::Invocation
        } else {
            ConversionContext::Assignment
        };
        let elements = self.elements(index, length, ty, conversion);
        let without_type = |operand: Operand| match operand.expr {
            Expr::Array(Some(_), inner) if operand.ty == **element => Expr::Array(None, inner),
            other => other,
        };
        Expr::Array(type_name, elements.into_iter().map(without_type).collect())
    }

    /// Returns the expression that creates a collection with its elements: `new ArrayList<>(List.of(1, 2))`.
    pub(super) fn filled_collection(&mut self, index: usize, ty: &Type) -> Expr {
        let elements = self.plan.initializers[index].clone().unwrap_or_default();
        let vars: Vec<Var> = elements.into_iter().flatten().collect();
        let has_null = vars.iter().any(|&var| self.plan.is_null(var));
        let operand = |var: Var| self.operand(var, ConversionContext::Invocation).expr;
        let elements = vars.into_iter().map(operand).collect();
        let class = ty.class_id().expect("a collection has a class");
        Expr::New {
            class: self.context.class_name(class),
            diamond: true,
            args: vec![collections::list_of(self.context, elements, has_null)],
        }
    }

    /// Returns the elements of an array's initialiser. An element that the test does not write has the
    /// default value of its type.
    pub(super) fn elements(
        &mut self,
        index: usize,
        length: u32,
        ty: &Type,
        conversion: ConversionContext,
    ) -> Vec<Operand> {
        let Type::Array(element) = ty else { unreachable!("an array has an array type") };
        let values = self.plan.initializers[index].clone().unwrap_or_else(|| vec![None; length as usize]);
        let default = default_of(element);
        let operand = |this: &mut Self, var: Option<Var>| match var {
            Some(var) => this.operand(var, conversion),
            None => Operand {
                expr: this.literal(&default, conversion),
                ty: this.context.literal_type(&default, element),
                boxed: None,
                elements: None,
            },
        };
        values.into_iter().map(|var| operand(self, var)).collect()
    }
}
