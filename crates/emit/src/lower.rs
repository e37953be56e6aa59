//! Lowering of a test case to a Java test method.
//!
//! [`plan`] decides where each statement is written. [`TestLowering`] then writes the statements in order. It
//! writes each assertion after its statement. If the assertion is the only use of the statement's value, the
//! statement becomes an argument of the assertion.

mod arguments;
mod arrays;
mod calls;
mod constants;
mod exceptions;
mod expressions;
mod members;
mod mockito;
mod overloads;
mod plan;
mod stubs;
mod temp_files;

use std::sync::Arc;

use testcase::comparisons::sign_of_comparison;
use testcase::{
    Assertion, CheckedTest, ExpectedException, Literal, Observation, Statement, StatementKind, Suspicion,
};
use types::{ClassId, Type, package_of};

use crate::assertions::{self, Check, ExceptionAssertion, Expectation};
use crate::ast::{self, Expr, Role, TestMethod, TestStatement, TypeName};
use crate::context::Context;
use crate::names::variables::Namesakes;
use crate::names::{UniqueNames, variables};
use expressions::ConversionContext;
use plan::{Placement, Plan};

/// Lowers a test to a test method.
pub(crate) fn method(context: &Context, test: &CheckedTest) -> TestMethod {
    let plan = plan::plan(context.world, test);
    let package_start = context.package.split('.').next().map(str::to_owned);
    let reserved = package_start.into_iter().chain(inherited_fields(context, &plan));
    let mut lowering = TestLowering {
        context,
        test,
        parameter_names: parameter_names(context, &plan),
        variables: vec![None; plan.statements.len()],
        names: UniqueNames::new(reserved),
        throws: None,
        body: Vec::new(),
        plan,
    };
    lowering.write();
    let suppressed_warnings = context.suppressed_warnings.take();
    TestMethod {
        name: test.name.clone(),
        comments: test.suspicion.iter().map(suspicion_comment).chain(test.reason.clone()).collect(),
        throws: lowering.throws,
        suppressed_warnings,
        parameterization: None,
        body: lowering.body,
    }
}

fn suspicion_comment(suspicion: &Suspicion) -> String {
    let Suspicion { method, behaviour, .. } = suspicion;
    format!("Suspicious: {method} {behaviour}. The test records this behaviour, which may be a defect.")
}

/// Returns the names of fields that the test's stubs inherit. Within a method of a stub, an inherited field
/// shadows a variable of the same name.
fn inherited_fields(context: &Context, plan: &Plan) -> Vec<String> {
    let stub_classes = plan.statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::Implement { class, ref methods, .. } if !methods.is_empty() => Some(class),
        _ => None,
    });
    let world = context.world;
    let fields = stub_classes.flat_map(|class| world.fields_of(class, package_of(world.name(class))));
    fields.map(|field| world.field(field).name.to_string()).collect()
}

/// Returns, for each variable that is only used as an argument, the name of the first parameter that receives
/// the variable. A variable of a JDK class can also be a receiver: the calls on a list, for example, prepare
/// the argument.
fn parameter_names(context: &Context, plan: &Plan) -> Vec<Option<Arc<str>>> {
    let mut parameter_names = vec![None; plan.statements.len()];
    for statement in &plan.statements {
        let (StatementKind::Call { method, args, .. }
        | StatementKind::Construct { constructor: method, args, .. }
        | StatementKind::Implement { constructor: Some(method), args, .. }) = &statement.kind
        else {
            continue;
        };
        for (arg, name) in args.iter().zip(&context.world.method(*method).argument_names) {
            let index = arg.0 as usize;
            let is_argument = plan.is_only_argument(index)
                || variables::is_from_jdk(context.world, &plan.statements[index].ty);
            if parameter_names[index].is_none() && is_argument {
                parameter_names[index] = Some(name.clone());
            }
        }
    }
    parameter_names
}

/// State of the lowering of one test.
struct TestLowering<'a> {
    context: &'a Context<'a>,
    test: &'a CheckedTest,
    plan: Plan,
    /// The names of the parameters that receive the variables: see [`parameter_names`].
    parameter_names: Vec<Option<Arc<str>>>,
    /// Name of each variable; `None` if the variable is not declared yet.
    variables: Vec<Option<String>>,
    names: UniqueNames,
    /// Simple name of the class in the `throws` clause.
    throws: Option<&'static str>,
    body: Vec<TestStatement>,
}

impl TestLowering<'_> {
    /// Writes the statements and assertions of the test to the body.
    fn write(&mut self) {
        let mut written_assertions = Vec::new();
        for position in 0..self.plan.statements.len() {
            let index = (0..=position).find(|&index| self.plan.positions[index] == position);
            let is_statement =
                |&i: &usize| matches!(self.plan.placements[i], Placement::Variable | Placement::Statement);
            if let Some(index) = index.filter(is_statement) {
                written_assertions.extend(self.write_statement(index));
            }
            let follows = |(_, assertion): &&(usize, Assertion)| assertion.after as usize == position;
            let assertions: Vec<_> = self.plan.assertions.iter().filter(follows).cloned().collect();
            for (number, assertion) in assertions {
                if !written_assertions.contains(&number) {
                    let actual = self.operand(assertion.var, ConversionContext::Invocation);
                    self.write_assertion(number, &assertion.expected, actual.expr, &actual.ty);
                }
            }
        }
    }

    /// Writes a statement. If a single assertion is the only use of the statement's value, tries to write the
    /// statement within the assertion. Returns the index of this assertion if the assertion is written. Also
    /// returns the index if the statement is a call, and the source cannot express the assertion.
    fn write_statement(&mut self, index: usize) -> Option<usize> {
        if let Some(statements) = self.mock(index) {
            statements.into_iter().for_each(|statement| self.push(statement, Role::Arrange));
            return None;
        }
        let statement = self.plan.statements[index].clone();
        let expr = self.expression(index, &statement);
        if self.plan.throwing_statement == Some(index) {
            self.write_exception_assertion(index, &statement, expr);
            return None;
        }
        if self.is_only_act(index)
            && let Some(assertion) = assertions::no_exception(self.context, without_cast(expr.clone()))
        {
            self.push(ast::Statement::Expr(assertion), Role::Assert(None));
            return None;
        }
        self.note_exceptions(&statement);
        let is_call = matches!(statement.kind, StatementKind::Call { .. });
        let role = if is_call { Role::Act } else { Role::Arrange };
        if self.plan.placements[index] == Placement::Statement {
            self.push(ast::Statement::Expr(without_cast(expr)), role);
            return None;
        }
        let only_assertion =
            self.plan.only_assertion(index).cloned().filter(|_| self.can_be_actual_argument(&statement));
        if let Some((number, assertion)) = only_assertion {
            if self.write_assertion(number, &assertion.expected, expr.clone(), &statement.ty) {
                return Some(number);
            }
            if is_call {
                self.push(ast::Statement::Expr(expr), role);
                return Some(number);
            }
        }
        let declaration = self.declaration(index, &statement, expr);
        self.push(declaration, role);
        None
    }

    /// Returns whether a statement is the last one of a test that asserts nothing else.
    fn is_only_act(&self, index: usize) -> bool {
        let Plan { statements, placements, assertions, .. } = &self.plan;
        !self.test.has_check()
            && assertions.is_empty()
            && statements[index].is_call()
            && placements[index] == Placement::Statement
            && placements[index + 1..].iter().all(|placement| *placement == Placement::Omitted)
    }

    fn push(&mut self, statement: ast::Statement, role: Role) {
        self.body.push(TestStatement { statement, role });
    }

    /// Writes an assertion on the expression `actual`. Returns false if the source cannot express the
    /// observation. `number` is the index of the assertion in the test.
    fn write_assertion(&mut self, number: usize, expected: &Observation, actual: Expr, ty: &Type) -> bool {
        let check = match *expected {
            Observation::Same(other) => {
                let same = self.operand(other, ConversionContext::Invocation).expr;
                Some(Check { actual, ty: ty.clone(), expectation: Expectation::Same(same) })
            }
            Observation::Equal(other) => {
                let equal = self.operand(other, ConversionContext::Invocation).expr;
                Some(Check { actual, ty: ty.clone(), expectation: Expectation::Value(equal) })
            }
            _ => match self.sign_of_comparison(number, expected) {
                Some(sign) => {
                    let actual = Expr::static_call(ast::java_lang("Integer"), "signum", vec![actual]);
                    assertions::check(self.context, &Observation::Literal(Literal::Int(sign)), actual, ty)
                }
                None => assertions::check(self.context, expected, actual, ty),
            },
        };
        let Some(check) = check else { return false };
        let assertion = ast::Statement::Expr(assertions::expression(self.context, check));
        self.push(assertion, Role::Assert(Some(number)));
        true
    }

    /// Returns the sign of the expected value, if the assertion is on the result of a comparison. `number` is
    /// the index of the assertion in the test.
    fn sign_of_comparison(&self, number: usize, expected: &Observation) -> Option<i32> {
        let statement = self.test.case.definition(self.test.assertions.get(number)?.var);
        sign_of_comparison(self.context.world, statement, expected)
    }

    /// Returns whether the statement's expression can be an argument of an assertion. A call with an inferred
    /// result type cannot be an argument, because assertions are overloaded. If the result of a call needs a
    /// cast, a separate variable is easier to read.
    fn can_be_actual_argument(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Call { method, receiver, .. } => {
                let owner = receiver.map(|var| self.static_type(var));
                !self.is_inferred(*method) && !self.needs_cast(*method, owner.as_ref(), &statement.ty)
            }
            StatementKind::ReadField { .. } | StatementKind::ReadElement { .. } => true,
            _ => false,
        }
    }

    /// Writes the assertion that the statement throws the expected exception.
    fn write_exception_assertion(&mut self, index: usize, statement: &Statement, expr: Expr) {
        let ExpectedException { class, message, .. } =
            self.test.throws.as_ref().expect("the test expects an exception");
        let body = match statement.kind {
            StatementKind::ReadField { .. }
            | StatementKind::ReadElement { .. }
            | StatementKind::NewArray { .. }
            | StatementKind::Literal(_) => self.declaration(index, statement, expr),
            _ => ast::Statement::Expr(without_cast(expr)),
        };
        let ty = TypeName::Class(self.context.class_name(*class), Vec::new());
        let number = self.test.assertions.len();
        let role = Role::Assert(message.as_ref().map(|_| number));
        match assertions::exception(self.context, ty.clone(), body, message.as_deref()) {
            ExceptionAssertion::Complete(assertion) => self.push(ast::Statement::Expr(assertion), role),
            ExceptionAssertion::WithoutMessage(value) => {
                let name = self.names.generate("exception");
                let declaration = ast::Statement::Declare { ty, name: name.clone(), value };
                self.push(declaration, Role::Assert(None));
                if let Some(message) = message {
                    let assertion = assertions::exception_message(self.context, Expr::Name(name), message);
                    self.push(ast::Statement::Expr(assertion), role);
                }
            }
        }
    }

    /// Returns the type after which a variable is named: the class under test instead of its subclasses.
    /// Usually it does not matter for the test which subclass an object has.
    fn type_for_name(&self, ty: &Type) -> Type {
        let Context { world, class_under_test, .. } = *self.context;
        let is_subclass =
            |class: ClassId| class != class_under_test && world.is_subclass(class, class_under_test);
        match ty.class_id().is_some_and(is_subclass) {
            true => Type::class(class_under_test),
            false => ty.clone(),
        }
    }

    /// Returns which other variables of the test are named after the same class.
    fn namesakes(&self, index: usize) -> Namesakes {
        let class_for_name = |index: usize| self.type_for_name(&self.plan.statements[index].ty).class_id();
        let class = class_for_name(index);
        let is_namesake = |other: usize| {
            other != index
                && self.plan.placements[other] == Placement::Variable
                && class_for_name(other) == class
        };
        match (0..self.plan.statements.len()).find(|&other| is_namesake(other)) {
            None => Namesakes::None,
            Some(first) if first < index => Namesakes::Before,
            Some(_) => Namesakes::After,
        }
    }

    /// Returns the declaration of a variable, and records the variable's name.
    fn declaration(&mut self, index: usize, statement: &Statement, value: Expr) -> ast::Statement {
        let parameter = self.parameter_names[index].as_deref();
        let namesakes = self.namesakes(index);
        let ty = self.type_for_name(&statement.ty);
        let base = variables::name_for_value(self.context.world, statement, &ty, parameter, namesakes);
        let name = self.names.generate(&base);
        self.variables[index] = Some(name.clone());
        ast::Statement::Declare { ty: self.context.type_name(&statement.ty), name, value }
    }
}

/// Returns the expression without its outer cast, because a cast expression is not a statement.
fn without_cast(expr: Expr) -> Expr {
    match expr {
        Expr::Cast(_, value) => *value,
        other => other,
    }
}
