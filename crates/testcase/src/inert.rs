//! Removal of statements that cannot matter, without an execution of the test.

use petgraph::unionfind::UnionFind;
use types::{ClassId, MethodId, Type, World};

use crate::model::{Literal, Statement, StatementKind, TestCase, Var};

/// Classes of the JDK whose static methods can change the state of the JVM.
const CLASSES_WITH_GLOBAL_STATE: [&str; 3] = ["java.lang.System", "java.lang.Thread", "java.lang.Runtime"];

impl TestCase {
    /// Removes the statements that concern only objects of the JDK, if no code outside the JDK ever receives
    /// these objects. An example is a `StringBuilder` that the test fills and never passes to another method.
    ///
    /// Keeps statements that possibly change the state of the JVM or a file.
    pub fn remove_inert(&mut self, world: &World) {
        let groups = self.groups_of_related_objects(world);
        let mut is_group_needed = vec![false; self.len()];
        for (index, statement) in self.statements.iter().enumerate() {
            if is_effective(world, statement) {
                is_group_needed[groups[index]] = true;
                statement.uses(|var| is_group_needed[groups[var.0 as usize]] = true);
            }
        }
        let mut is_needed: Vec<bool> = groups.iter().map(|group| is_group_needed[*group]).collect();
        for index in (0..self.len()).rev().filter(|index| is_needed[*index]).collect::<Vec<_>>() {
            self.need_used(index, &mut is_needed);
        }
        self.retain(|index| is_needed[index]);
    }

    /// Marks the variables that a statement uses as needed, and the variables that their statements use.
    fn need_used(&self, index: usize, is_needed: &mut [bool]) {
        let mut waiting = vec![index];
        while let Some(index) = waiting.pop() {
            self.statements[index].uses(|Var(used)| {
                if !std::mem::replace(&mut is_needed[used as usize], true) {
                    waiting.push(used as usize);
                }
            });
        }
    }

    /// Returns a group number for each statement. Two statements are in the same group if one of them can
    /// change an object of the other. Immutable values do not connect statements.
    fn groups_of_related_objects(&self, world: &World) -> Vec<usize> {
        let mut can_change: Vec<bool> =
            self.statements.iter().map(|statement| !is_immutable(world, &statement.ty)).collect();
        for statement in &self.statements {
            if let StatementKind::Assign { target, .. } = statement.kind {
                can_change[target.0 as usize] = true;
            }
        }
        let mut groups: UnionFind<usize> = UnionFind::new(self.len());
        for (index, statement) in self.statements.iter().enumerate() {
            statement.uses(|Var(used)| {
                if can_change[used as usize] {
                    groups.union(index, used as usize);
                }
            });
        }
        groups.into_labeling()
    }
}

/// Returns whether objects of a type cannot change.
fn is_immutable(world: &World, ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => true,
        Type::Class(class, _) => {
            *class == world.string() || *class == world.class_class() || world.unboxed(*class).is_some()
        }
        _ => false,
    }
}

/// Returns whether a statement can execute code outside the JDK, or change the state of the JVM or a file.
/// Considers only the statement itself, and not the objects that it uses.
fn is_effective(world: &World, statement: &Statement) -> bool {
    let is_foreign = |class: ClassId| !world.is_from_jdk(class);
    let is_foreign_method = |method: MethodId| is_foreign(world.method(method).class);
    match &statement.kind {
        StatementKind::Construct { constructor, .. } => is_foreign_method(*constructor),
        StatementKind::Call { method, receiver, .. } => {
            is_foreign_method(*method)
                || receiver.is_none() && changes_global_state(world, *method, &statement.ty)
        }
        StatementKind::ReadField { field, .. } | StatementKind::WriteField { field, .. } => {
            is_foreign(world.field(*field).class)
        }
        StatementKind::Literal(Literal::Enum(field)) => is_foreign(world.field(*field).class),
        StatementKind::Implement { class, constructor, .. } => {
            is_foreign(*class) || constructor.is_some_and(is_foreign_method)
        }
        StatementKind::TempFile { .. } => true,
        _ => false,
    }
}

/// Returns whether a static method of the JDK can change the state of the JVM.
fn changes_global_state(world: &World, method: MethodId, result: &Type) -> bool {
    let class = &world.class(world.method(method).class).name;
    *result == Type::Void || CLASSES_WITH_GLOBAL_STATE.contains(&&**class)
}
