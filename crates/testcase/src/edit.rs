//! Queries on statements, and structural edits of tests. After each edit, the test still defines every
//! variable before it uses the variable.

use std::collections::BTreeSet;

use types::MethodId;

use crate::model::{Behaviour, ImplementedMethod, Statement, StatementKind, Stored, TestCase, Var};

impl Statement {
    /// Calls `visit` for every variable that the statement uses, in order of evaluation.
    pub fn uses(&self, mut visit: impl FnMut(Var)) {
        match &self.kind {
            StatementKind::Literal(_) | StatementKind::NewArray { .. } => {}
            StatementKind::TempFile { stored: Stored::Text(content), .. } => visit(*content),
            StatementKind::TempFile { .. } => {}
            StatementKind::Construct { receiver, args, .. } | StatementKind::Call { receiver, args, .. } => {
                receiver.iter().chain(args).copied().for_each(visit);
            }
            StatementKind::Implement { args, methods, .. } => {
                let values = methods.iter().flat_map(|implemented| implemented.behaviour.values());
                args.iter().chain(values).copied().for_each(visit);
            }
            StatementKind::ReadField { receiver, .. } => receiver.iter().copied().for_each(visit),
            StatementKind::ReadElement { array, .. } => visit(*array),
            StatementKind::WriteField { receiver, value, .. } => {
                receiver.iter().copied().for_each(&mut visit);
                visit(*value);
            }
            StatementKind::WriteElement { array: target, value, .. }
            | StatementKind::Assign { target, value } => {
                visit(*target);
                visit(*value);
            }
        }
    }

    /// Calls `visit` with a mutable reference to every variable that the statement uses, in order of
    /// evaluation.
    pub fn uses_mut(&mut self, mut visit: impl FnMut(&mut Var)) {
        match &mut self.kind {
            StatementKind::Literal(_) | StatementKind::NewArray { .. } => {}
            StatementKind::TempFile { stored: Stored::Text(content), .. } => visit(content),
            StatementKind::TempFile { .. } => {}
            StatementKind::Construct { receiver, args, .. } | StatementKind::Call { receiver, args, .. } => {
                receiver.iter_mut().chain(args).for_each(visit);
            }
            StatementKind::Implement { args, methods, .. } => {
                let values = methods.iter_mut().flat_map(|implemented| implemented.behaviour.values_mut());
                args.iter_mut().chain(values).for_each(visit);
            }
            StatementKind::ReadField { receiver, .. } => receiver.iter_mut().for_each(visit),
            StatementKind::ReadElement { array, .. } => visit(array),
            StatementKind::WriteField { receiver, value, .. } => {
                receiver.iter_mut().for_each(&mut visit);
                visit(value);
            }
            StatementKind::WriteElement { array: target, value, .. }
            | StatementKind::Assign { target, value } => {
                visit(target);
                visit(value);
            }
        }
    }

    /// Returns the size of the statement for a reader: 1, or the number of implemented methods if this number
    /// is larger.
    pub fn size(&self) -> usize {
        match &self.kind {
            StatementKind::Implement { methods, .. } => methods.len().max(1),
            _ => 1,
        }
    }

    /// Returns the receiver or outer instance of the statement. The type of the receiver determines the
    /// values of the type variables in the parameter types.
    pub fn receiver(&self) -> Option<Var> {
        match self.kind {
            StatementKind::Construct { receiver, .. }
            | StatementKind::Call { receiver, .. }
            | StatementKind::ReadField { receiver, .. }
            | StatementKind::WriteField { receiver, .. } => receiver,
            _ => None,
        }
    }

    /// Returns the variable whose static type must not change because the statement writes to it: the array
    /// of an element write or the target of an assignment.
    pub fn written_variable(&self) -> Option<Var> {
        match self.kind {
            StatementKind::WriteElement { array: target, .. } | StatementKind::Assign { target, .. } => {
                Some(target)
            }
            _ => None,
        }
    }

    /// Removes the uses of removed variables from the behaviour of implemented methods. The statement remains
    /// valid without the values that these methods returned or threw.
    fn remove_optional_uses(&mut self, is_removed: impl Fn(Var) -> bool) {
        let StatementKind::Implement { methods, .. } = &mut self.kind else { return };
        for ImplementedMethod { behaviour, .. } in methods {
            match behaviour {
                Behaviour::Return(values) => values.retain(|&value| !is_removed(value)),
                Behaviour::Throw(exception) if is_removed(*exception) => {
                    *behaviour = Behaviour::Return(Vec::new());
                }
                Behaviour::Throw(_) | Behaviour::Argument(_) => {}
            }
        }
    }

    /// Returns whether the statement calls a constructor or a method.
    pub fn is_call(&self) -> bool {
        matches!(self.kind, StatementKind::Construct { .. } | StatementKind::Call { .. })
    }

    /// Returns the method or constructor that the statement calls.
    pub fn called_method(&self) -> Option<MethodId> {
        match self.kind {
            StatementKind::Call { method, .. } | StatementKind::Construct { constructor: method, .. } => {
                Some(method)
            }
            _ => None,
        }
    }

    /// Returns the arguments of the call. Empty if the statement calls nothing.
    pub fn arguments(&self) -> &[Var] {
        match &self.kind {
            StatementKind::Call { args, .. } | StatementKind::Construct { args, .. } => args,
            _ => &[],
        }
    }

    /// Returns whether the statement uses a variable.
    pub fn mentions(&self, var: Var) -> bool {
        let mut is_mentioned = false;
        self.uses(|used| is_mentioned |= used == var);
        is_mentioned
    }
}

impl Behaviour {
    /// Returns the variables that the method returns or throws.
    pub fn values(&self) -> &[Var] {
        match self {
            Behaviour::Return(values) => values,
            Behaviour::Throw(exception) => std::slice::from_ref(exception),
            Behaviour::Argument(_) => &[],
        }
    }

    /// Returns simpler behaviours. One is the default behaviour, which returns zero, false or null. The
    /// others return the same sequence of values as this behaviour, without one of these values.
    fn simplifications(&self) -> Vec<Behaviour> {
        let Behaviour::Return(values) = self else { return vec![Behaviour::Return(Vec::new())] };
        let remove_value = |index: usize| {
            let mut remaining = values.clone();
            remaining.remove(index);
            Behaviour::Return(remaining)
        };
        let default = (values.len() > 1).then(|| Behaviour::Return(Vec::new()));
        default.into_iter().chain((0..values.len()).map(remove_value)).collect()
    }

    fn values_mut(&mut self) -> &mut [Var] {
        match self {
            Behaviour::Return(values) => values,
            Behaviour::Throw(exception) => std::slice::from_mut(exception),
            Behaviour::Argument(_) => &mut [],
        }
    }
}

impl TestCase {
    /// Returns the number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Returns the size of the test for a reader: the sum of the sizes of its statements.
    pub fn size(&self) -> usize {
        self.statements.iter().map(Statement::size).sum()
    }

    /// Returns whether the test has no statements.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// Returns the statement that defines a variable.
    pub fn definition(&self, var: Var) -> &Statement {
        &self.statements[var.0 as usize]
    }

    /// Returns whether a variable is the result of a statement, a variable that the statement uses, or an
    /// argument of the constructor of such a variable. An example of the last case is the buffer of a
    /// writer.
    pub fn is_object_of(&self, statement: usize, var: Var) -> bool {
        let mut is_in_operand = false;
        self.statements[statement].uses(|operand| {
            let creation = operand.0 as usize;
            let is_constructed = matches!(self.statements[creation].kind, StatementKind::Construct { .. });
            is_in_operand |= operand == var || is_constructed && self.is_object_of(creation, var);
        });
        is_in_operand || var.0 as usize == statement
    }

    /// Inserts statements at a position. The first inserted statement defines `Var(at)`. Renumbers the
    /// variables of later statements.
    pub fn splice(&mut self, at: usize, added: Vec<Statement>) {
        let shift = added.len() as u32;
        for statement in &mut self.statements[at..] {
            statement.uses_mut(|var| var.0 += if var.0 as usize >= at { shift } else { 0 });
        }
        self.statements.splice(at..at, added);
    }

    /// Removes the statements for which `keep` returns false, and all statements that use the variables of
    /// removed statements, directly or indirectly. Renumbers the remaining variables. Returns whether a
    /// statement was removed.
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) -> bool {
        const REMOVED: u32 = u32::MAX;
        let mut new_numbers: Vec<u32> = Vec::with_capacity(self.len());
        let mut remaining_count = 0;
        let mut index = 0;
        self.statements.retain_mut(|statement| {
            let mut is_removed = !keep(index);
            index += 1;
            statement.remove_optional_uses(|var| new_numbers[var.0 as usize] == REMOVED);
            statement.uses_mut(|var| {
                var.0 = new_numbers[var.0 as usize];
                is_removed |= var.0 == REMOVED;
            });
            new_numbers.push(if is_removed { REMOVED } else { remaining_count });
            remaining_count += u32::from(!is_removed);
            !is_removed
        });
        (remaining_count as usize) < new_numbers.len()
    }

    /// Returns the test with a simpler behaviour of one implemented method. `number` selects one of the pairs
    /// of a method and a simpler behaviour, from 0. Removes variables that only the old behaviour used.
    /// Returns `None` if the test has at most `number` such pairs.
    pub fn with_simpler_method(&self, number: usize) -> Option<TestCase> {
        let implemented =
            self.statements.iter().enumerate().filter_map(|(at, statement)| match &statement.kind {
                StatementKind::Implement { methods, .. } => Some((at, methods)),
                _ => None,
            });
        let mut simplifications = implemented.flat_map(|(at, methods)| {
            let simpler_behaviours = |(slot, implemented): (usize, &ImplementedMethod)| {
                implemented.behaviour.simplifications().into_iter().map(move |behaviour| (slot, behaviour))
            };
            methods
                .iter()
                .enumerate()
                .flat_map(simpler_behaviours)
                .map(move |(slot, behaviour)| (at, slot, behaviour))
        });
        let (at, slot, behaviour) = simplifications.nth(number)?;
        let mut simpler_test = self.clone();
        if let StatementKind::Implement { methods, .. } = &mut simpler_test.statements[at].kind {
            methods[slot].behaviour = behaviour;
        }
        simpler_test.remove_unused_since(self);
        Some(simpler_test)
    }

    /// Removes repetitions of the last value from the values that implemented methods return in sequence. A
    /// method without these repetitions returns the same values, because it repeats its last value.
    pub fn remove_repeated_values(&mut self) {
        for statement in &mut self.statements {
            let StatementKind::Implement { methods, .. } = &mut statement.kind else { continue };
            for ImplementedMethod { behaviour, .. } in methods {
                let Behaviour::Return(values) = behaviour else { continue };
                while values.len() > 1 && values[values.len() - 2] == values[values.len() - 1] {
                    values.pop();
                }
            }
        }
    }

    /// Removes each variable that `earlier_test` uses and that this test does not use. A write to an element
    /// is no use of the array. The test `earlier_test` is an earlier version of this test with the same
    /// variables.
    pub fn remove_unused_since(&mut self, earlier_test: &TestCase) {
        let mut was_used = vec![false; self.len()];
        let mut is_kept = vec![true; self.len()];
        let mut is_needed = vec![false; self.len()];
        for statement in &earlier_test.statements {
            match statement.kind {
                StatementKind::WriteElement { value, .. } => was_used[value.0 as usize] = true,
                _ => statement.uses(|var| was_used[var.0 as usize] = true),
            }
        }
        for at in (0..self.len()).rev() {
            is_kept[at] = match self.statements[at].kind {
                StatementKind::WriteElement { array: Var(array), .. } => {
                    is_needed[array as usize] || !was_used[array as usize]
                }
                _ => is_needed[at] || !was_used[at],
            };
            if is_kept[at] {
                self.statements[at].uses(|var| is_needed[var.0 as usize] = true);
            }
        }
        self.retain(|at| is_kept[at]);
    }

    /// Changes the length of the array that a statement creates. Removes the writes to elements after the new
    /// end of the array.
    pub fn set_array_length(&mut self, array: usize, length: u32) {
        self.statements[array].kind = StatementKind::NewArray { length };
        let is_beyond_end = |kind: &StatementKind| {
            matches!(*kind, StatementKind::WriteElement { array: written, index, .. }
                if written.0 as usize == array && index >= length)
        };
        let keep: Vec<bool> =
            self.statements.iter().map(|statement| !is_beyond_end(&statement.kind)).collect();
        self.retain(|at| keep[at]);
    }

    /// Returns the indices of the elements of an array that the test writes, in the order of the writes.
    pub fn written_elements(&self, array: Var) -> impl Iterator<Item = u32> {
        self.statements.iter().filter_map(move |statement| match statement.kind {
            StatementKind::WriteElement { array: written, index, .. } if written == array => Some(index),
            _ => None,
        })
    }

    /// Removes the elements that the test does not write from the array that a statement creates. The written
    /// elements move to smaller indices.
    pub fn remove_unwritten_elements(&mut self, array: usize) {
        let array = Var(array as u32);
        let written: BTreeSet<u32> = self.written_elements(array).collect();
        self.statements[array.0 as usize].kind = StatementKind::NewArray { length: written.len() as u32 };
        for statement in &mut self.statements {
            if let StatementKind::WriteElement { array: into, index, .. } = &mut statement.kind
                && *into == array
            {
                *index = written.range(..*index).count() as u32;
            }
        }
    }

    /// Appends the statements of another test and renumbers their variables.
    pub fn append(&mut self, other: &TestCase) {
        let shift = self.len() as u32;
        let renumbered_statements = other.statements.iter().cloned().map(|mut statement| {
            statement.uses_mut(|var| var.0 += shift);
            statement
        });
        self.statements.extend(renumbered_statements);
    }

    /// Shortens the test to a number of statements.
    pub fn truncate(&mut self, length: usize) {
        self.statements.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Literal;
    use types::{Primitive, Type};

    fn int(value: i32) -> Statement {
        Statement { kind: StatementKind::Literal(Literal::Int(value)), ty: Type::Primitive(Primitive::Int) }
    }

    fn assign(target: u32, value: u32) -> Statement {
        Statement { kind: StatementKind::Assign { target: Var(target), value: Var(value) }, ty: Type::Void }
    }

    #[test]
    fn splice_renumbers_the_variables_after_the_inserted_statements() {
        let mut test = TestCase { statements: vec![int(1), int(2), assign(0, 1)] };
        test.splice(1, vec![int(7), assign(0, 1)]);
        assert_eq!(test.statements, [int(1), int(7), assign(0, 1), int(2), assign(0, 3)]);
    }

    #[test]
    fn retain_removes_the_statements_that_use_a_removed_variable() {
        let mut test = TestCase { statements: vec![int(1), int(2), assign(0, 1), int(3), assign(1, 3)] };
        assert!(test.retain(|index| index != 0));
        assert_eq!(test.statements, [int(2), int(3), assign(0, 1)]);
    }

    #[test]
    fn written_elements_move_together_when_the_other_elements_are_removed() {
        let array = |length: u32, [first, second]: [u32; 2]| {
            let ints = Type::Array(Type::Primitive(Primitive::Int).into());
            let write = |index: u32, value: u32| Statement {
                kind: StatementKind::WriteElement { array: Var(0), index, value: Var(value) },
                ty: Type::Void,
            };
            let created = Statement { kind: StatementKind::NewArray { length }, ty: ints };
            TestCase { statements: vec![created, int(7), write(second, 1), int(8), write(first, 3)] }
        };
        let mut test = array(6, [1, 4]);
        test.remove_unwritten_elements(0);
        assert_eq!(test, array(2, [0, 1]));
    }
}
