//! What becomes of each statement of a test: written, written inside another, or left out.

use testcase::{Assertion, CheckedTest, Literal, Observation, Statement, StatementKind, Stored, Var};
use types::access::{FINAL, STATIC};
use types::{Type, World};

/// Longest string that is repeated rather than kept in a variable, in UTF-16 units.
const SHORT_STRING: usize = 12;
/// Longest string that a method is called on as it stands.
const LONGEST_RECEIVER: usize = 40;
/// Most elements of an array that is written inside a call.
pub(crate) const SMALL_ARRAY: u32 = 8;
/// Longest array whose gaps are filled with default values.
const FILLED_ARRAY: u32 = 16;

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    /// It defines a variable.
    Declared,
    /// It stands alone: nobody uses what it defines.
    Bare,
    /// What it defines is written where it is used.
    Inline,
    /// Nothing of it is left, or it is an element of an array's initialiser.
    Gone,
}

/// A test made ready for writing: assignments are gone, as uses name the value assigned last.
pub(crate) struct Plan {
    pub statements: Vec<Statement>,
    pub fates: Vec<Fate>,
    /// Assertions that say something, with their index in the test.
    pub assertions: Vec<(usize, Assertion)>,
    /// The elements of an array that is written with an initialiser, by the array's statement.
    pub elements: Vec<Option<Vec<Option<Var>>>>,
    /// Where a statement is written; an array's initialiser stands where its last element is known.
    pub at: Vec<usize>,
    /// The statement that throws.
    pub throwing: Option<usize>,
    uses: Vec<u32>,
    asserted: Vec<u32>,
    /// Whether a member of the variable is selected.
    selected: Vec<bool>,
    /// Whether a class made for the test uses the variable, each time that a method of it is called.
    captured: Vec<bool>,
}

pub(crate) fn plan(world: &World, test: &CheckedTest) -> Plan {
    let throwing = test.throws.as_ref().map(|expected| expected.statement as usize);
    let written = throwing.map_or(test.case.len(), |last| (last + 1).min(test.case.len()));
    let (statements, assertions) = without_assignments(test, written);
    let count = statements.len();
    let mut plan = Plan {
        statements,
        fates: vec![Fate::Gone; count],
        assertions,
        elements: vec![None; count],
        at: (0..count).collect(),
        throwing,
        uses: vec![0; count],
        asserted: vec![0; count],
        selected: vec![false; count],
        captured: vec![false; count],
    };
    plan.drop_idle_assertions();
    for index in 0..count {
        plan.gather_elements(index);
    }
    plan.count_uses(world);
    for index in 0..count {
        plan.fates[index] = plan.fate(world, index);
    }
    plan
}

/// The statements with every use of an assigned variable replaced by the value assigned last.
fn without_assignments(test: &CheckedTest, written: usize) -> (Vec<Statement>, Vec<(usize, Assertion)>) {
    let mut current: Vec<Var> = (0..test.case.len() as u32).map(Var).collect();
    let mut statements = Vec::with_capacity(written);
    let mut assertions = Vec::new();
    for (index, statement) in test.case.statements.iter().take(written).enumerate() {
        let mut statement = statement.clone();
        if let StatementKind::Assign { target, value } = statement.kind {
            current[target.0 as usize] = current[value.0 as usize];
        } else {
            statement.uses_mut(|var| *var = current[var.0 as usize]);
        }
        statements.push(statement);
        for (number, assertion) in test.assertions.iter().enumerate() {
            if assertion.after as usize == index {
                let now = |var: Var| current[var.0 as usize];
                let expected = match assertion.expected {
                    Observation::Same(other) => Observation::Same(now(other)),
                    ref other => other.clone(),
                };
                assertions.push((number, Assertion { var: now(assertion.var), expected, ..*assertion }));
            }
        }
    }
    (statements, assertions)
}

impl Plan {
    fn is_thrower(&self, index: usize) -> bool {
        self.throwing == Some(index)
    }

    /// What is said of a literal is known, and there is nothing to say of what never got its value.
    fn drop_idle_assertions(&mut self) {
        let (statements, throwing) = (&self.statements, self.throwing);
        self.assertions.retain(|(_, assertion)| {
            let index = assertion.var.0 as usize;
            let defines = statements[index].ty != Type::Void && throwing != Some(index);
            defines && !matches!(statements[index].kind, StatementKind::Literal(_))
        });
    }

    /// Finds the writes to a new array before anything else uses it.
    fn gather_elements(&mut self, index: usize) {
        let StatementKind::NewArray { length } = self.statements[index].kind else { return };
        let array = Var(index as u32);
        let mut elements = vec![None; length as usize];
        let mut writes = Vec::new();
        for at in index..self.statements.len() {
            match self.statements[at].kind {
                StatementKind::WriteElement { array: target, index: place, value }
                    if target == array && value != array && place < length && !self.is_thrower(at) =>
                {
                    elements[place as usize] = Some(value);
                    writes.push(at);
                }
                _ if self.statements[at].mentions(array) => break,
                _ => {}
            }
            let asserted = |(_, a): &(usize, Assertion)| a.var == array && a.after as usize == at;
            if self.assertions.iter().any(asserted) {
                break;
            }
        }
        let complete = elements.iter().all(Option::is_some);
        if let Some(&last) = writes.last()
            && (complete || length <= FILLED_ARRAY)
        {
            self.elements[index] = Some(elements);
            self.at[index] = last;
            for at in writes {
                self.at[at] = usize::MAX;
            }
        }
    }

    fn is_absorbed(&self, index: usize) -> bool {
        self.at[index] == usize::MAX
    }

    /// Counts the uses of each variable by what will be written, from the last statement to the first.
    fn count_uses(&mut self, world: &World) {
        for (_, assertion) in &self.assertions {
            self.asserted[assertion.var.0 as usize] += 1;
            if let Observation::Same(other) = assertion.expected {
                self.uses[other.0 as usize] += 1;
            }
        }
        for place in (0..self.statements.len()).rev() {
            let here = (0..=place).rev().filter(|&index| self.at[index] == place);
            for index in here.collect::<Vec<_>>() {
                if self.is_needed(world, index) {
                    self.note_uses(index);
                }
            }
        }
    }

    fn is_needed(&self, world: &World, index: usize) -> bool {
        let statement = &self.statements[index];
        self.uses[index] + self.asserted[index] > 0
            || self.is_thrower(index)
            || match &statement.kind {
                StatementKind::Literal(_)
                | StatementKind::NewArray { .. }
                | StatementKind::Assign { .. }
                | StatementKind::TempFile { stored: Stored::Nothing, .. }
                | StatementKind::Implement { constructor: None, .. } => false,
                // Of a static field the first read runs its class's initialiser.
                StatementKind::ReadField { receiver, .. } => {
                    receiver.is_none() && !is_constant(world, statement)
                }
                _ => true,
            }
    }

    fn note_uses(&mut self, index: usize) {
        let statement = &self.statements[index];
        let uses = &mut self.uses;
        match &self.elements[index] {
            Some(elements) => elements.iter().flatten().for_each(|var| uses[var.0 as usize] += 1),
            None => statement.uses(|var| uses[var.0 as usize] += 1),
        }
        let selected = match statement.kind {
            StatementKind::Construct { receiver, .. }
            | StatementKind::Call { receiver, .. }
            | StatementKind::ReadField { receiver, .. }
            | StatementKind::WriteField { receiver, .. } => receiver,
            StatementKind::WriteElement { array, .. } => Some(array),
            StatementKind::TempFile { stored: Stored::Text(content), .. } => Some(content),
            _ => None,
        };
        if let Some(var) = selected {
            self.selected[var.0 as usize] = true;
        }
        if let StatementKind::Implement { methods, .. } = &statement.kind {
            let captured = methods.iter().flat_map(|implemented| implemented.behaviour.values());
            captured.for_each(|var| self.captured[var.0 as usize] = true);
        }
    }

    fn fate(&self, world: &World, index: usize) -> Fate {
        let statement = &self.statements[index];
        if self.is_absorbed(index) || !self.is_needed(world, index) {
            Fate::Gone
        } else if self.can_be_inline(world, index) {
            Fate::Inline
        } else if statement.ty == Type::Void
            || self.uses[index] + self.asserted[index] == 0 && can_stand_alone(statement)
        {
            Fate::Bare
        } else {
            Fate::Declared
        }
    }

    /// Only what has the same value and no effect wherever it is written.
    fn can_be_inline(&self, world: &World, index: usize) -> bool {
        let statement = &self.statements[index];
        let once = self.uses[index] == 1;
        match &statement.kind {
            StatementKind::Literal(literal) => self.is_inline_literal(literal, &statement.ty, index),
            StatementKind::NewArray { length } => {
                let small = *length <= SMALL_ARRAY || self.elements[index].is_none();
                once && small && self.asserted[index] == 0 && !self.selected[index] && !self.captured[index]
            }
            StatementKind::ReadField { .. } => {
                once && self.asserted[index] == 0 && is_constant(world, statement)
            }
            _ => false,
        }
    }

    fn is_inline_literal(&self, literal: &Literal, ty: &Type, index: usize) -> bool {
        let boxed = ty.is_reference();
        let once = self.uses[index] == 1;
        match literal {
            Literal::String(units) if units.len() <= SHORT_STRING => true,
            Literal::String(units) => once && !(self.selected[index] && units.len() > LONGEST_RECEIVER),
            Literal::Enum(_) | Literal::Class(_) => true,
            Literal::Null => !self.selected[index],
            // Small values are one object however often they are boxed (JLS 5.1.7).
            _ if boxed => !self.selected[index] && (once && !self.captured[index] || is_cached(literal)),
            _ => true,
        }
    }

    /// Whether the only use of a variable is the one assertion that can stand at its definition.
    pub(crate) fn sole_assertion(&self, index: usize) -> Option<&(usize, Assertion)> {
        let sole = self.uses[index] == 0 && self.asserted[index] == 1;
        let found = self.assertions.iter().find(|(_, assertion)| assertion.var.0 as usize == index)?;
        let fixed = !matches!(found.1.expected, Observation::Array(_));
        let next = found.1.after as usize == self.at[index];
        (sole && (fixed || next)).then_some(found)
    }

    /// Whether the variable is only ever passed on, never the receiver of a call.
    pub(crate) fn is_argument(&self, index: usize) -> bool {
        !self.selected[index] && self.asserted[index] == 0
    }
}

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

/// Whether an expression statement can be made of it.
fn can_stand_alone(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Construct { .. }
            | StatementKind::Call { .. }
            | StatementKind::Implement { .. }
            | StatementKind::TempFile { .. }
    )
}

/// A static final field: the same whenever it is read.
fn is_constant(world: &World, statement: &Statement) -> bool {
    match statement.kind {
        StatementKind::ReadField { field, receiver: None } => {
            world.field(field).access & (STATIC | FINAL) == STATIC | FINAL
        }
        _ => false,
    }
}
