//! Pre-order traversal of the expressions in a tree.

use super::{Expr, Qualifier, Statement, TestMethod};

impl TestMethod {
    /// Calls `visit` with every expression of the body. A parent comes before its children.
    pub(crate) fn visit_exprs(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.body.iter_mut().for_each(|step| step.statement.visit_exprs(visit));
    }
}

impl Statement {
    /// Calls `visit` with every expression of the statement. A parent comes before its children.
    pub(crate) fn visit_exprs(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Statement::Expr(expr) | Statement::Return(expr) | Statement::Throw(expr) => expr.visit(visit),
            Statement::Declare { value, .. } => value.visit(visit),
            Statement::SwitchByCallCount(_, values) => values.iter_mut().for_each(|value| value.visit(visit)),
        }
    }
}

impl Expr {
    /// Calls `visit` with this expression and every expression in it.
    pub(crate) fn visit(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        visit(self);
        match self {
            Expr::Literal(_)
            | Expr::String(_)
            | Expr::Name(_)
            | Expr::ClassLiteral(_)
            | Expr::EnumConstant(..)
            | Expr::NewArray(..) => {}
            Expr::Field(qualifier, _) => qualifier.visit(visit),
            Expr::Call { qualifier, args, .. } => {
                qualifier.visit(visit);
                args.iter_mut().for_each(|arg| arg.visit(visit));
            }
            Expr::New { args, .. } => args.iter_mut().for_each(|arg| arg.visit(visit)),
            Expr::NewInner { outer, args, .. } => {
                outer.visit(visit);
                args.iter_mut().for_each(|arg| arg.visit(visit));
            }
            Expr::Array(_, elements) => elements.iter_mut().for_each(|element| element.visit(visit)),
            Expr::Element(inner, _) | Expr::Cast(_, inner) | Expr::NamedArgument(_, inner) => {
                inner.visit(visit);
            }
            Expr::Assign(target, value) => [target, value].into_iter().for_each(|expr| expr.visit(visit)),
            Expr::Lambda { body, .. } => body.iter_mut().for_each(|body| body.visit_exprs(visit)),
            Expr::Anonymous { args, body, .. } => {
                args.iter_mut().for_each(|arg| arg.visit(visit));
                let bodies = body.methods.iter_mut().flat_map(|method| &mut method.body);
                bodies.for_each(|body| body.visit_exprs(visit));
            }
            Expr::ByCallCount { first, later, .. } => {
                [first, later].into_iter().for_each(|expr| expr.visit(visit));
            }
        }
    }
}

impl Qualifier {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        if let Qualifier::Value(value) = self {
            value.visit(visit);
        }
    }
}
