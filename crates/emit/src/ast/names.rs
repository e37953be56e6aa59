//! The names in a tree: identifiers, and the parts of the names of packages and classes.

use std::collections::BTreeSet;

use super::{
    ClassName, Expr, Field, HelperMethod, OverridingMethod, Parameter, Qualifier, Statement, TestMethod,
    TypeName,
};

impl TestMethod {
    /// Returns all names in the method.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        let mut names = Names::default();
        names.add(&self.name);
        names.0.extend(self.throws);
        if let Some(parameterization) = &self.parameterization {
            names.parameters(&parameterization.parameters);
            names.class(&parameterization.annotation);
            names.0.extend(parameterization.element);
            names.exprs(&parameterization.values);
            names.0.extend(parameterization.provider.iter().flat_map(HelperMethod::names));
        }
        self.body.iter().for_each(|step| names.statement(&step.statement));
        names.0
    }
}

impl HelperMethod {
    /// Returns all names in the method.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        let mut names = Names::default();
        names.add(&self.name);
        names.parameters(&self.parameters);
        names.type_name(&self.result);
        names.statement(&self.body);
        names.0
    }
}

impl Field {
    /// Returns all names in the declaration of the field.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        let mut names = Names::default();
        names.add(&self.name);
        names.type_name(&self.ty);
        names.expr(&self.value);
        names.0
    }
}

/// The names of the visited part of a tree.
#[derive(Default)]
struct Names<'a>(BTreeSet<&'a str>);

impl<'a> Names<'a> {
    fn add(&mut self, name: &'a str) {
        self.0.insert(name);
    }

    fn class(&mut self, class: &'a ClassName) {
        self.0.extend(class.parts());
    }

    fn type_name(&mut self, ty: &'a TypeName) {
        match ty {
            TypeName::Primitive(_) | TypeName::Inferred | TypeName::Wildcard(None) => {}
            TypeName::Class(class, arguments) => {
                self.class(class);
                arguments.iter().for_each(|argument| self.type_name(argument));
            }
            TypeName::Array(inner) | TypeName::Wildcard(Some((_, inner))) => self.type_name(inner),
        }
    }

    fn parameters(&mut self, parameters: &'a [Parameter]) {
        for Parameter { ty, name, .. } in parameters {
            self.type_name(ty);
            self.add(name);
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        match statement {
            Statement::Expr(expr) | Statement::Return(expr) | Statement::Throw(expr) => self.expr(expr),
            Statement::Declare { ty, name, value } => {
                self.type_name(ty);
                self.add(name);
                self.expr(value);
            }
            Statement::SwitchByCallCount(counter, values) => {
                self.add(counter);
                self.exprs(values);
            }
        }
    }

    fn qualifier(&mut self, qualifier: &'a Qualifier) {
        match qualifier {
            Qualifier::Value(value) => self.expr(value),
            Qualifier::Class(class) | Qualifier::StaticImport(class) => self.class(class),
            Qualifier::TestClass => {}
        }
    }

    fn exprs(&mut self, exprs: &'a [Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Literal(_) | Expr::String(_) => {}
            Expr::Name(name) => self.add(name),
            Expr::ClassLiteral(ty) | Expr::NewArray(ty, _) => self.type_name(ty),
            Expr::Field(qualifier, name) => {
                self.qualifier(qualifier);
                self.add(name);
            }
            Expr::EnumConstant(class, name) => {
                self.class(class);
                self.add(name);
            }
            Expr::Call { qualifier, name, args } => {
                self.qualifier(qualifier);
                self.add(name);
                self.exprs(args);
            }
            Expr::New { class, args, .. } => {
                self.class(class);
                self.exprs(args);
            }
            Expr::NewInner { outer, name, args, .. } => {
                self.expr(outer);
                self.add(name);
                self.exprs(args);
            }
            Expr::Array(ty, elements) => {
                ty.iter().for_each(|ty| self.type_name(ty));
                self.exprs(elements);
            }
            Expr::Element(inner, _) | Expr::NamedArgument(_, inner) => self.expr(inner),
            Expr::Cast(ty, inner) => {
                self.type_name(ty);
                self.expr(inner);
            }
            Expr::Assign(target, value) => {
                self.expr(target);
                self.expr(value);
            }
            Expr::Lambda { parameters, body } => {
                parameters.iter().for_each(|name| self.add(name));
                body.iter().for_each(|body| self.statement(body));
            }
            Expr::Anonymous { ty, args, body } => {
                self.type_name(ty);
                self.exprs(args);
                body.counters.iter().for_each(|name| self.add(name));
                body.methods.iter().for_each(|method| self.overriding_method(method));
            }
            Expr::ByCallCount { counter, first, later } => {
                self.add(counter);
                self.expr(first);
                self.expr(later);
            }
        }
    }

    fn overriding_method(&mut self, method: &'a OverridingMethod) {
        method.result.iter().chain(&method.throws).for_each(|ty| self.type_name(ty));
        // The printer adds this annotation to each method.
        self.add("Override");
        self.add(&method.name);
        self.parameters(&method.parameters);
        method.body.iter().for_each(|body| self.statement(body));
    }
}
