//! Plan of a test method: where each statement of the test case is written.

mod initializers;
mod placement;

use testcase::{Assertion, CheckedTest, Literal, Observation, Statement, StatementKind, Stored, Var};
use types::access::{FINAL, STATIC};
use types::{Type, World};

/// Maximum number of elements of an array that is written within a call.
pub(crate) const MAX_INLINE_ELEMENTS: u32 = 8;
/// Value of [`Plan::positions`] for a statement that becomes an element of an initialiser. This statement is
/// not written on its own.
const IN_INITIALIZER: usize = usize::MAX;

/// Form of a statement in the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Placement {
    /// Declaration of a variable.
    Variable,
    /// Expression statement: the value is not used.
    Statement,
    /// Expression within each statement that uses the value.
    Inline,
    /// Not written, or an element of an initialiser.
    Omitted,
}

/// Plan of a test method. Assignments are resolved: after the assignment `a = b`, `b` replaces each use of
/// `a`.
pub(crate) struct Plan {
    pub statements: Vec<Statement>,
    pub placements: Vec<Placement>,
    /// Assertions to write, each with its index in the test.
    pub assertions: Vec<(usize, Assertion)>,
    /// For each statement, the elements of the array or collection that it creates; `None` for a statement
    /// without initialiser. An element that is `None` has the default value.
    pub initializers: Vec<Option<Vec<Option<Var>>>>,
    /// For each statement, the position in the test at which the statement is written. Usually, this is the
    /// statement's index. The creation of an array or collection with an initialiser has the index of the
    /// last statement that the initialiser replaces.
    pub positions: Vec<usize>,
    /// Index of the statement that throws the expected exception.
    pub throwing_statement: Option<usize>,
    /// Number of uses of each variable. Assertions on the variable are not counted.
    use_counts: Vec<u32>,
    /// Number of assertions on each variable.
    assertion_counts: Vec<u32>,
    /// For each variable, whether the source accesses a member or an element of the variable. The variable is
    /// then to the left of a dot or bracket.
    is_qualifier: Vec<bool>,
    /// For each variable, whether a method of a stub returns or throws the variable. If the variable is
    /// written inline, each call of the method evaluates the variable's expression.
    is_captured: Vec<bool>,
}

/// Returns the plan of a test method.
pub(crate) fn plan(world: &World, test: &CheckedTest) -> Plan {
    let throwing_statement = test.throws.as_ref().map(|expected| expected.statement as usize);
    let count = throwing_statement.map_or(test.case.len(), |last| (last + 1).min(test.case.len()));
    let (statements, assertions) = resolve_assignments(test, count);
    let mut plan = Plan {
        statements,
        placements: vec![Placement::Omitted; count],
        assertions,
        initializers: vec![None; count],
        positions: (0..count).collect(),
        throwing_statement,
        use_counts: vec![0; count],
        assertion_counts: vec![0; count],
        is_qualifier: vec![false; count],
        is_captured: vec![false; count],
    };
    plan.drop_trivial_assertions();
    for index in 0..count {
        plan.collect_elements(world, index);
    }
    plan.count_uses(world);
    for index in 0..count {
        plan.placements[index] = plan.placement(world, index);
    }
    plan
}

/// Returns the first `count` statements and their assertions. After an assignment `a = b`, `b` replaces each
/// use of `a`.
fn resolve_assignments(test: &CheckedTest, count: usize) -> (Vec<Statement>, Vec<(usize, Assertion)>) {
    let mut current: Vec<Var> = (0..test.case.len() as u32).map(Var).collect();
    let mut statements = Vec::with_capacity(count);
    let mut assertions = Vec::new();
    for (index, statement) in test.case.statements.iter().take(count).enumerate() {
        let mut statement = statement.clone();
        if let StatementKind::Assign { target, value } = statement.kind {
            current[target.0 as usize] = current[value.0 as usize];
        } else {
            statement.uses_mut(|var| *var = current[var.0 as usize]);
        }
        statements.push(statement);
        for (number, assertion) in test.assertions.iter().enumerate() {
            if assertion.after as usize == index {
                let resolve_var = |var: Var| current[var.0 as usize];
                let mut expected = assertion.expected.clone();
                if let Some(other) = expected.other_mut() {
                    *other = resolve_var(*other);
                }
                let assertion = Assertion { var: resolve_var(assertion.var), expected, ..*assertion };
                assertions.push((number, assertion));
            }
        }
    }
    (statements, assertions)
}

impl Plan {
    /// Returns whether a variable is the literal `null`.
    pub(crate) fn is_null(&self, var: Var) -> bool {
        matches!(self.statements[var.0 as usize].kind, StatementKind::Literal(Literal::Null))
    }

    fn is_throwing(&self, index: usize) -> bool {
        self.throwing_statement == Some(index)
    }

    /// Drops assertions on literals, and on variables that have no value because their statement throws or
    /// returns nothing.
    fn drop_trivial_assertions(&mut self) {
        let (statements, throwing) = (&self.statements, self.throwing_statement);
        self.assertions.retain(|(_, assertion)| {
            let index = assertion.var.0 as usize;
            let has_value = statements[index].ty != Type::Void && throwing != Some(index);
            has_value && !matches!(statements[index].kind, StatementKind::Literal(_))
        });
    }

    /// Counts the uses of each variable in the statements to write. Visits the last statement first, because
    /// the use of a value by a later statement determines whether an earlier statement must be written.
    fn count_uses(&mut self, world: &World) {
        for (_, assertion) in &self.assertions {
            self.assertion_counts[assertion.var.0 as usize] += 1;
            if let Some(other) = assertion.expected.other() {
                self.use_counts[other.0 as usize] += 1;
            }
        }
        for position in (0..self.statements.len()).rev() {
            let indices = (0..=position).rev().filter(|&index| self.positions[index] == position);
            for index in indices.collect::<Vec<_>>() {
                if self.is_needed(world, index) {
                    self.count_uses_in(index);
                }
            }
        }
    }

    /// Returns whether the statement must be written: its value is used, or it has an effect.
    fn is_needed(&self, world: &World, index: usize) -> bool {
        let statement = &self.statements[index];
        self.use_counts[index] + self.assertion_counts[index] > 0
            || self.is_throwing(index)
            || match &statement.kind {
                StatementKind::Literal(_)
                | StatementKind::NewArray { .. }
                | StatementKind::Assign { .. }
                | StatementKind::TempFile { stored: Stored::Nothing, .. }
                | StatementKind::Implement { constructor: None, .. } => false,
                // The first read of a static field runs the static initialiser of its class.
                StatementKind::ReadField { receiver, .. } => {
                    receiver.is_none() && !is_constant(world, statement)
                }
                _ => true,
            }
    }

    fn count_uses_in(&mut self, index: usize) {
        let statement = &self.statements[index];
        let counts = &mut self.use_counts;
        match &self.initializers[index] {
            Some(elements) => elements.iter().flatten().for_each(|var| counts[var.0 as usize] += 1),
            None => statement.uses(|var| counts[var.0 as usize] += 1),
        }
        let qualifier = match statement.kind {
            StatementKind::Construct { receiver, .. }
            | StatementKind::Call { receiver, .. }
            | StatementKind::ReadField { receiver, .. }
            | StatementKind::WriteField { receiver, .. } => receiver,
            StatementKind::ReadElement { array, .. } | StatementKind::WriteElement { array, .. } => {
                Some(array)
            }
            StatementKind::TempFile { stored: Stored::Text(content), .. } => Some(content),
            _ => None,
        };
        if let Some(var) = qualifier {
            self.is_qualifier[var.0 as usize] = true;
        }
        if let StatementKind::Implement { methods, .. } = &statement.kind {
            let captured_vars = methods.iter().flat_map(|implemented| implemented.behaviour.values());
            captured_vars.for_each(|var| self.is_captured[var.0 as usize] = true);
        }
    }

    /// Returns the assertion on a variable if that assertion is the only use of the variable and can contain
    /// the variable's expression.
    pub(crate) fn only_assertion(&self, index: usize) -> Option<&(usize, Assertion)> {
        let is_only_use = self.use_counts[index] == 0 && self.assertion_counts[index] == 1;
        let numbered = self.assertions.iter().find(|(_, assertion)| assertion.var.0 as usize == index)?;
        let (_, assertion) = numbered;
        // Later statements can change the elements of an array.
        let is_immutable = !matches!(assertion.expected, Observation::Array(_));
        let follows_directly = assertion.after as usize == self.positions[index];
        (is_only_use && (is_immutable || follows_directly)).then_some(numbered)
    }

    /// Returns whether the variable is only used as an argument: never as a receiver and never in an
    /// assertion.
    pub(crate) fn is_only_argument(&self, index: usize) -> bool {
        !self.is_qualifier[index] && self.assertion_counts[index] == 0
    }
}

/// Returns whether the statement reads a static final field, whose value never changes.
fn is_constant(world: &World, statement: &Statement) -> bool {
    match statement.kind {
        StatementKind::ReadField { field, receiver: None } => {
            world.field(field).access & (STATIC | FINAL) == STATIC | FINAL
        }
        _ => false,
    }
}
