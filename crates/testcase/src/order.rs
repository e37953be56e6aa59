//! The order of the statements that create values.

use crate::{Statement, StatementKind, TestCase, Var};

impl TestCase {
    /// Returns the test with each value created directly before its first use, and the values that one
    /// statement uses in the order of their use. Moves literals, arrays, stubs, constructor calls and reads
    /// of static fields. The order of the other statements remains. So tests that differ only in the order
    /// of such values become equal.
    pub fn with_late_creations(&self) -> TestCase {
        let mut order = Vec::with_capacity(self.len());
        for index in (0..self.len()).filter(|&index| !self.is_late_creation(index)) {
            self.place(index, &mut order);
        }
        let mut new_index = vec![0; self.len()];
        (0..).zip(&order).for_each(|(new, &old)| new_index[old] = new);
        let renumbered = |&old: &usize| {
            let mut statement = self.statements[old].clone();
            statement.uses_mut(|var| *var = Var(new_index[var.0 as usize]));
            statement
        };
        TestCase { statements: order.iter().map(renumbered).collect() }
    }

    /// Returns whether a statement creates a value that a later statement uses, and can move.
    fn is_late_creation(&self, index: usize) -> bool {
        let is_creation = matches!(
            self.statements[index].kind,
            StatementKind::Literal(_)
                | StatementKind::NewArray { .. }
                | StatementKind::Implement { .. }
                | StatementKind::Construct { .. }
                | StatementKind::ReadField { receiver: None, .. }
        );
        let is_use = |later: &Statement| later.mentions(Var(index as u32));
        is_creation && self.statements[index + 1..].iter().any(is_use)
    }

    /// Adds a statement to `order`, after the statements that it uses and that are not in `order` yet.
    fn place(&self, index: usize, order: &mut Vec<usize>) {
        if !order.contains(&index) {
            self.statements[index].uses(|Var(used)| self.place(used as usize, order));
            order.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use types::{MethodId, Type};

    use super::*;
    use crate::Literal;

    fn test(kinds: Vec<StatementKind>) -> TestCase {
        TestCase { statements: kinds.into_iter().map(|kind| Statement { kind, ty: Type::Null }).collect() }
    }

    fn number(number: i32) -> StatementKind {
        StatementKind::Literal(Literal::Int(number))
    }

    fn new(args: &[u32]) -> StatementKind {
        let args = args.iter().copied().map(Var).collect();
        StatementKind::Construct { constructor: MethodId(0), receiver: None, args }
    }

    fn call(receiver: u32, args: &[u32]) -> StatementKind {
        let args = args.iter().copied().map(Var).collect();
        StatementKind::Call { method: MethodId(1), receiver: Some(Var(receiver)), args }
    }

    #[test]
    fn tests_that_differ_in_the_order_of_values_become_equal() {
        let object_first = test(vec![new(&[]), number(1), number(2), call(0, &[1, 2])]);
        let object_last = test(vec![number(2), number(1), new(&[]), call(2, &[1, 0])]);
        assert_eq!(object_first.with_late_creations(), object_first);
        assert_eq!(object_last.with_late_creations(), object_first);
    }

    #[test]
    fn a_value_is_created_directly_before_its_first_use() {
        let early = test(vec![new(&[]), number(1), new(&[1]), call(0, &[]), call(0, &[2])]);
        let late = test(vec![new(&[]), call(0, &[]), number(1), new(&[2]), call(0, &[3])]);
        assert_eq!(early.with_late_creations(), late);
    }

    #[test]
    fn calls_and_unused_values_keep_their_order() {
        let calls = test(vec![new(&[]), call(0, &[]), new(&[]), call(0, &[1])]);
        assert_eq!(calls.with_late_creations(), calls);
    }
}
