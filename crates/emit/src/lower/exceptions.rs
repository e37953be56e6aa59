//! The `throws` clause of a test method.

use testcase::{Statement, StatementKind, Stored};
use types::{MethodId, Type};

use super::TestLowering;

impl TestLowering<'_> {
    /// Adds a superclass of the checked exceptions of a statement to the `throws` clause: `Exception` or
    /// `Throwable`.
    pub(super) fn note_exceptions(&mut self, statement: &Statement) {
        if let StatementKind::TempFile { stored: Stored::Folder | Stored::Text(_), .. } = statement.kind {
            self.throws = self.throws.or(Some("Exception"));
        }
        let (StatementKind::Call { method: id, .. }
        | StatementKind::Construct { constructor: id, .. }
        | StatementKind::Implement { constructor: Some(id), .. }) = statement.kind
        else {
            return;
        };
        let owner = match &statement.kind {
            StatementKind::Call { receiver: Some(var), .. } => Some(self.static_type(*var)),
            _ => None,
        };
        self.note_declared_exceptions(id, owner.as_ref());
    }

    /// Adds a superclass of the checked exceptions that a method declares to the `throws` clause. `owner` is
    /// the type of the receiver.
    pub(super) fn note_declared_exceptions(&mut self, id: MethodId, owner: Option<&Type>) {
        let world = self.context.world;
        let is_subclass = |class, name: &str| {
            world.class_named(name).is_some_and(|supertype| world.is_subclass(class, supertype))
        };
        let bindings = world.bind(id, owner, None);
        for exception in &world.method(id).exceptions {
            let Some(class) = world.substitute(exception, &bindings).class_id() else { continue };
            if is_subclass(class, "java.lang.RuntimeException") || is_subclass(class, "java.lang.Error") {
                continue;
            }
            if !is_subclass(class, "java.lang.Exception") {
                self.throws = Some("Throwable");
            } else if self.throws.is_none() {
                self.throws = Some("Exception");
            }
        }
    }
}
