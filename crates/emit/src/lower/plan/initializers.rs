//! Initialisers in place of statements that fill an array or a collection.

use testcase::{Assertion, Statement, StatementKind, Var};
use types::{Conversion, Type, World};

use super::{IN_INITIALIZER, Plan};

/// Maximum length of an array initialiser that contains default values for elements that the test does not
/// write.
const MAX_FILLED_ARRAY: u32 = 16;
/// Maximum number of elements in the initialiser of a collection.
const MAX_COLLECTION: usize = 10;
/// Simple names of classes of `java.util` that can be created from another collection, with the same result
/// as by calls of `add`.
const COLLECTIONS: [&str; 7] =
    ["ArrayDeque", "ArrayList", "HashSet", "LinkedHashSet", "LinkedList", "TreeSet", "Vector"];

impl Plan {
    /// Collects the elements of the array or collection that a statement creates, if it creates one.
    pub(super) fn collect_elements(&mut self, world: &World, index: usize) {
        match &self.statements[index].kind {
            StatementKind::NewArray { length } => self.collect_writes(index, *length),
            StatementKind::Construct { receiver: None, args, .. } if args.is_empty() => {
                self.collect_additions(world, index);
            }
            _ => {}
        }
    }

    /// Collects the element writes that follow the creation of an array, up to the first other use of the
    /// array. These writes become the initialiser of the array.
    fn collect_writes(&mut self, index: usize, length: u32) {
        let array = Var(index as u32);
        let mut elements = vec![None; length as usize];
        let mut writes = Vec::new();
        for later in index..self.statements.len() {
            match self.statements[later].kind {
                StatementKind::WriteElement { array: target, index: element, value }
                    if target == array && value != array && element < length && !self.is_throwing(later) =>
                {
                    elements[element as usize] = Some(value);
                    writes.push(later);
                }
                _ if self.statements[later].mentions(array) => break,
                _ => {}
            }
            if self.is_asserted_after(array, later) {
                break;
            }
        }
        let is_complete = elements.iter().all(Option::is_some);
        if is_complete || length <= MAX_FILLED_ARRAY {
            self.set_initializer(index, elements, &writes);
        }
    }

    /// Collects the calls of `add` that follow the creation of a collection of the JDK, up to the first other
    /// use of the collection. The added values become an argument of the constructor.
    fn collect_additions(&mut self, world: &World, index: usize) {
        let Some(element) = element_type(world, &self.statements[index].ty) else { return };
        let collection = Var(index as u32);
        let mut elements = Vec::new();
        let mut additions = Vec::new();
        for later in index + 1..self.statements.len() {
            if let Some(value) = self.added_value(world, later, collection, &element) {
                elements.push(Some(value));
                additions.push(later);
            } else if self.statements[later].mentions(collection) {
                break;
            }
            if self.is_asserted_after(collection, later) {
                break;
            }
        }
        // A single null would be the array of the arguments of `Arrays.asList`.
        let is_single_null = matches!(elements[..], [Some(only)] if self.is_null(only));
        if elements.len() <= MAX_COLLECTION && !is_single_null {
            self.set_initializer(index, elements, &additions);
        }
    }

    /// Returns the value that a statement adds to a collection, if it does only this.
    fn added_value(&self, world: &World, index: usize, collection: Var, element: &Type) -> Option<Var> {
        let StatementKind::Call { method, receiver: Some(receiver), args } = &self.statements[index].kind
        else {
            return None;
        };
        let method = world.method(*method);
        let is_addition = &*method.name == "add" && &*method.descriptor == "(Ljava/lang/Object;)Z";
        let result = Var(index as u32);
        let is_used = self.statements.iter().any(|it| it.mentions(result))
            || self.assertions.iter().any(|(_, assertion)| assertion.var == result);
        let value = *args.first()?;
        let is_simple = is_simple_value(world, &self.statements[value.0 as usize], element);
        let fits = *receiver == collection && value != collection && is_addition && is_simple;
        (fits && !is_used && !self.is_throwing(index)).then_some(value)
    }

    /// Sets the initialiser of a statement, in place of later statements.
    fn set_initializer(&mut self, index: usize, elements: Vec<Option<Var>>, replaced: &[usize]) {
        let Some(&last) = replaced.last() else { return };
        self.initializers[index] = Some(elements);
        self.positions[index] = last;
        for &statement in replaced {
            self.positions[statement] = IN_INITIALIZER;
        }
    }

    /// Returns whether there is an assertion on a variable after a statement.
    fn is_asserted_after(&self, var: Var, statement: usize) -> bool {
        let is_asserted = |(_, assertion): &(usize, Assertion)| {
            assertion.var == var && assertion.after as usize == statement
        };
        self.assertions.iter().any(is_asserted)
    }
}

/// Returns the type argument of a collection of the JDK that can be created from another collection. Returns
/// `None` for other types, raw types and wildcards.
fn element_type(world: &World, ty: &Type) -> Option<Type> {
    let Type::Class(class, arguments) = ty else { return None };
    let name = world.name(*class).strip_prefix("java.util.")?;
    match &arguments[..] {
        [Type::Wildcard(..)] => None,
        [element] if COLLECTIONS.contains(&name) => Some(element.clone()),
        _ => None,
    }
}

/// Returns whether javac certainly accepts a value as an element: a literal, or an object of a class that is
/// not generic.
fn is_simple_value(world: &World, statement: &Statement, element: &Type) -> bool {
    let is_plain = matches!(&statement.ty, Type::Class(_, arguments) if arguments.is_empty())
        && !world.is_raw(&statement.ty)
        && world.conversion(&statement.ty, element) == Conversion::Yes;
    matches!(statement.kind, StatementKind::Literal(_)) || is_plain
}
