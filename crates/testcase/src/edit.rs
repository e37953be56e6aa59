//! Structural edits that keep every variable defined before its use.

use crate::model::{Behaviour, Implemented, Statement, StatementKind, Stored, TestCase, Var};

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
                let given = methods.iter().flat_map(|implemented| implemented.behaviour.values());
                args.iter().chain(given).copied().for_each(visit);
            }
            StatementKind::ReadField { receiver, .. } => receiver.iter().copied().for_each(visit),
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

    /// Calls `visit` with every variable that the statement uses, to be changed.
    pub fn uses_mut(&mut self, mut visit: impl FnMut(&mut Var)) {
        match &mut self.kind {
            StatementKind::Literal(_) | StatementKind::NewArray { .. } => {}
            StatementKind::TempFile { stored: Stored::Text(content), .. } => visit(content),
            StatementKind::TempFile { .. } => {}
            StatementKind::Construct { receiver, args, .. } | StatementKind::Call { receiver, args, .. } => {
                receiver.iter_mut().chain(args).for_each(visit);
            }
            StatementKind::Implement { args, methods, .. } => {
                let given = methods.iter_mut().flat_map(|implemented| implemented.behaviour.values_mut());
                args.iter_mut().chain(given).for_each(visit);
            }
            StatementKind::ReadField { receiver, .. } => receiver.iter_mut().for_each(visit),
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

    /// How much there is to read of it: one, or one for each method that it writes.
    pub fn size(&self) -> usize {
        match &self.kind {
            StatementKind::Implement { methods, .. } => methods.len().max(1),
            _ => 1,
        }
    }

    /// The object that the statement works on: it decides what type variables stand for in the arguments.
    pub fn receiver(&self) -> Option<Var> {
        match self.kind {
            StatementKind::Construct { receiver, .. }
            | StatementKind::Call { receiver, .. }
            | StatementKind::ReadField { receiver, .. }
            | StatementKind::WriteField { receiver, .. } => receiver,
            _ => None,
        }
    }

    /// The variable that the statement writes through and whose static type must therefore stay as it is:
    /// the array of an element write, the target of an assignment.
    pub fn written(&self) -> Option<Var> {
        match self.kind {
            StatementKind::WriteElement { array: target, .. } | StatementKind::Assign { target, .. } => {
                Some(target)
            }
            _ => None,
        }
    }

    /// Gives up the use of some variables where the statement does without: implemented methods then give others, or
    /// nothing.
    fn do_without(&mut self, gone: impl Fn(Var) -> bool) {
        let StatementKind::Implement { methods, .. } = &mut self.kind else { return };
        for Implemented { behaviour, .. } in methods {
            match behaviour {
                Behaviour::Return(values) => values.retain(|&value| !gone(value)),
                Behaviour::Throw(exception) if gone(*exception) => *behaviour = Behaviour::Return(Vec::new()),
                Behaviour::Throw(_) | Behaviour::Argument(_) => {}
            }
        }
    }

    /// Whether the statement uses a variable.
    pub fn mentions(&self, var: Var) -> bool {
        let mut found = false;
        self.uses(|used| found |= used == var);
        found
    }
}

impl Behaviour {
    /// The variables that are given or thrown.
    pub fn values(&self) -> &[Var] {
        match self {
            Behaviour::Return(values) => values,
            Behaviour::Throw(exception) => std::slice::from_ref(exception),
            Behaviour::Argument(_) => &[],
        }
    }

    /// What does less: nothing, or the same but for one of several values.
    fn simpler(&self) -> Vec<Behaviour> {
        let Behaviour::Return(values) = self else { return vec![Behaviour::Return(Vec::new())] };
        let without = |index: usize| {
            let mut rest = values.clone();
            rest.remove(index);
            Behaviour::Return(rest)
        };
        let nothing = (values.len() > 1).then(|| Behaviour::Return(Vec::new()));
        nothing.into_iter().chain((0..values.len()).map(without)).collect()
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
    /// The number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// How much there is to read: the sizes of its statements.
    pub fn size(&self) -> usize {
        self.statements.iter().map(Statement::size).sum()
    }

    /// Whether there is no statement.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// The statement that defines a variable.
    pub fn definition(&self, var: Var) -> &Statement {
        &self.statements[var.0 as usize]
    }

    /// Puts statements in at a position. Their own variables count on from that position: the first one
    /// defines `Var(at)`; later statements are renumbered.
    pub fn splice(&mut self, at: usize, added: Vec<Statement>) {
        let shift = added.len() as u32;
        for statement in &mut self.statements[at..] {
            statement.uses_mut(|var| var.0 += if var.0 as usize >= at { shift } else { 0 });
        }
        self.statements.splice(at..at, added);
    }

    /// Removes the statements for which `keep` is false, and with them every statement that uses what they
    /// define, directly or not, and cannot do without; the rest is renumbered. Returns whether anything went.
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) -> bool {
        const GONE: u32 = u32::MAX;
        let mut renumbered: Vec<u32> = Vec::with_capacity(self.len());
        let mut kept = 0;
        let mut index = 0;
        self.statements.retain_mut(|statement| {
            let mut dangling = !keep(index);
            index += 1;
            statement.do_without(|var| renumbered[var.0 as usize] == GONE);
            statement.uses_mut(|var| {
                var.0 = renumbered[var.0 as usize];
                dangling |= var.0 == GONE;
            });
            renumbered.push(if dangling { GONE } else { kept });
            kept += u32::from(!dangling);
            !dangling
        });
        (kept as usize) < renumbered.len()
    }

    /// The test with one of the methods that it implements doing less: the simplification of that number. What only that
    /// method used is gone. `None` if there are no more.
    pub fn with_simpler_method(&self, number: usize) -> Option<TestCase> {
        let implemented =
            self.statements.iter().enumerate().filter_map(|(at, statement)| match &statement.kind {
                StatementKind::Implement { methods, .. } => Some((at, methods)),
                _ => None,
            });
        let mut slots = implemented.flat_map(|(at, methods)| {
            let simpler = |(slot, it): (usize, &Implemented)| {
                it.behaviour.simpler().into_iter().map(move |it| (slot, it))
            };
            methods.iter().enumerate().flat_map(simpler).map(move |(slot, behaviour)| (at, slot, behaviour))
        });
        let (at, slot, behaviour) = slots.nth(number)?;
        let mut simpler = self.clone();
        if let StatementKind::Implement { methods, .. } = &mut simpler.statements[at].kind {
            methods[slot].behaviour = behaviour;
        }
        simpler.drop_orphans(self);
        Some(simpler)
    }

    /// Leaves out of what implemented methods give in turn what they would give without being told: the last value again.
    pub fn drop_repeats(&mut self) {
        for statement in &mut self.statements {
            let StatementKind::Implement { methods, .. } = &mut statement.kind else { continue };
            for Implemented { behaviour, .. } in methods {
                let Behaviour::Return(values) = behaviour else { continue };
                while values.len() > 1 && values[values.len() - 2] == values[values.len() - 1] {
                    values.pop();
                }
            }
        }
    }

    /// Removes the variables that were used in `before`, a test with the same variables, and are no more.
    pub fn drop_orphans(&mut self, before: &TestCase) {
        let mut used = vec![false; self.len()];
        let mut kept = vec![true; self.len()];
        let mut needed = vec![false; self.len()];
        before.statements.iter().for_each(|statement| statement.uses(|var| used[var.0 as usize] = true));
        for at in (0..self.len()).rev() {
            kept[at] = needed[at] || !used[at];
            if kept[at] {
                self.statements[at].uses(|var| needed[var.0 as usize] = true);
            }
        }
        self.retain(|at| kept[at]);
    }

    /// Gives the array that a statement makes another length. Writes behind its end go.
    pub fn set_length(&mut self, array: usize, length: u32) {
        self.statements[array].kind = StatementKind::NewArray { length };
        let beyond = |kind: &StatementKind| {
            matches!(*kind, StatementKind::WriteElement { array: written, index, .. }
                if written.0 as usize == array && index >= length)
        };
        let keep: Vec<bool> = self.statements.iter().map(|statement| !beyond(&statement.kind)).collect();
        self.retain(|at| keep[at]);
    }

    /// Adds the statements of another test.
    pub fn append(&mut self, other: &TestCase) {
        let shift = self.len() as u32;
        let shifted = other.statements.iter().cloned().map(|mut statement| {
            statement.uses_mut(|var| var.0 += shift);
            statement
        });
        self.statements.extend(shifted);
    }

    /// Drops every statement from a position on.
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
    fn a_splice_renumbers_what_stands_behind_it() {
        let mut test = TestCase { statements: vec![int(1), int(2), assign(0, 1)] };
        test.splice(1, vec![int(7), assign(0, 1)]);
        assert_eq!(test.statements, [int(1), int(7), assign(0, 1), int(2), assign(0, 3)]);
    }

    #[test]
    fn what_uses_a_removed_variable_goes_with_it() {
        let mut test = TestCase { statements: vec![int(1), int(2), assign(0, 1), int(3), assign(1, 3)] };
        assert!(test.retain(|index| index != 0));
        assert_eq!(test.statements, [int(2), int(3), assign(0, 1)]);
    }
}
