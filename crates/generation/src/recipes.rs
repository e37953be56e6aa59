//! Ways to objects that have worked: statements of tests that ran, to be used again where such an object is wanted
//! (component sets: Pacheco et al., "Feedback-Directed Random Test Generation", ICSE 2007, Section 3.1).

use rustc_hash::{FxHashMap, FxHashSet};
use types::{ClassId, Type, World};

use testcase::{Statement, StatementKind, TestCase, Var};

/// Recipes kept for a class, subclasses included.
const KEPT: usize = 16;
/// Most statements of a recipe.
const LONGEST: usize = 15;
/// Tests that threw after which the oldest half of what is known about failures is forgotten.
const MEMORY: u32 = 200;

/// Statements that define their variables from 0 on, the last of which made an object.
pub type Recipe = Vec<Statement>;

/// What is known of making objects.
#[derive(Clone, Debug, Default)]
pub struct Recipes {
    recipes: Vec<Recipe>,
    /// By class the recipes, as indexes, that yield one of it or of a subclass.
    by_class: FxHashMap<Made, Vec<u32>>,
    seen: FxHashSet<(Made, u64)>,
    attempts: FxHashMap<Made, Attempts>,
}

/// A class, or arrays of it, by the number of their dimensions.
type Made = (ClassId, u32);

/// How statements fared that should have given an object of a class, in tests that threw.
#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    threw: u32,
    completed: u32,
}

impl Recipes {
    /// Takes note of a test of which `completed` statements completed.
    pub fn learn(&mut self, test: &TestCase, completed: usize, world: &World) {
        let completed = completed.min(test.len());
        if completed < test.len() {
            self.note_failure(test, completed);
        }
        for index in 0..completed {
            // Room first: it is soon gone, and whether something was made takes a look at the whole test.
            if let Some(made) = attempted(&test.statements[index]).filter(|made| self.has_room(*made))
                && is_made(test, index, completed)
            {
                self.keep(test, index, made, world);
            }
        }
    }

    /// The recipes for objects of a class or array type, or of its subclasses, type arguments aside.
    pub fn of(&self, ty: &Type) -> impl ExactSizeIterator<Item = &Recipe> {
        let found = made_of(ty).and_then(|made| self.by_class.get(&made));
        found.map_or(&[][..], Vec::as_slice).iter().map(|&index| &self.recipes[index as usize])
    }

    /// The share, from 0 to 1, of attempts to make an object of a type that threw, as far as that is known.
    pub fn failure_rate(&self, ty: &Type) -> f64 {
        let known = made_of(ty).and_then(|made| self.attempts.get(&made));
        let Attempts { threw, completed } = known.copied().unwrap_or_default();
        f64::from(threw) / f64::from((threw + completed).max(1))
    }

    fn note_failure(&mut self, test: &TestCase, completed: usize) {
        for (index, statement) in test.statements[..=completed].iter().enumerate() {
            let Some(made) = attempted(statement) else { continue };
            let attempts = self.attempts.entry(made).or_default();
            match index == completed {
                true => attempts.threw += 1,
                false => attempts.completed += 1,
            }
            if attempts.threw + attempts.completed > MEMORY {
                attempts.threw /= 2;
                attempts.completed /= 2;
            }
        }
    }

    fn has_room(&self, made: Made) -> bool {
        self.by_class.get(&made).is_none_or(|known| known.len() < KEPT)
    }

    fn keep(&mut self, test: &TestCase, index: usize, made: Made, world: &World) {
        let Some(numbers) = slice(test, index) else { return };
        if !self.seen.insert((made, shape(test, &numbers))) {
            return;
        }
        let number = self.recipes.len() as u32;
        let mut copy = TestCase { statements: test.statements[..=index].to_vec() };
        copy.retain(|at| numbers[at].is_some());
        self.recipes.push(copy.statements);
        let (class, dimensions) = made;
        for above in supertypes(world, class) {
            let known = self.by_class.entry((above, dimensions)).or_default();
            if known.len() < KEPT {
                known.push(number);
            }
        }
    }
}

/// Whether a statement of those which completed certainly made its object: by a constructor, or by a call whose result
/// was then used as an object; a call that gives an array is trusted.
fn is_made(test: &TestCase, index: usize, completed: usize) -> bool {
    let statement = &test.statements[index];
    let certain =
        matches!(statement.kind, StatementKind::Construct { .. }) || matches!(statement.ty, Type::Array(_));
    let var = Some(Var(index as u32));
    certain || test.statements[index + 1..completed].iter().any(|later| later.receiver() == var)
}

fn attempted(statement: &Statement) -> Option<Made> {
    let calls = matches!(statement.kind, StatementKind::Construct { .. } | StatementKind::Call { .. });
    if calls { made_of(&statement.ty) } else { None }
}

fn made_of(ty: &Type) -> Option<Made> {
    match ty {
        Type::Class(class, _) => Some((*class, 0)),
        Type::Array(element) => made_of(element).map(|(class, dimensions)| (class, dimensions + 1)),
        _ => None,
    }
}

/// What a statement needs, and what was done to that before: for each statement up to it, its number among these if it is one;
/// none where they are too many.
fn slice(test: &TestCase, index: usize) -> Option<Vec<Option<Var>>> {
    let mut needed = vec![false; index + 1];
    needed[index] = true;
    for at in (0..=index).rev() {
        let statement = &test.statements[at];
        let changes = [statement.receiver(), statement.written()];
        let prepares = changes.into_iter().flatten().any(|var| needed[var.0 as usize]);
        if needed[at] || prepares {
            needed[at] = true;
            statement.uses(|var| needed[var.0 as usize] = true);
        }
    }
    let mut count = 0;
    let mut number = |needed: bool| {
        count += u32::from(needed);
        needed.then(|| Var(count - 1))
    };
    let numbers = needed.into_iter().map(&mut number).collect();
    (count as usize <= LONGEST).then_some(numbers)
}

/// A number that is the same for slices of tests that differ in literals alone, or in what stubs do.
fn shape(test: &TestCase, numbers: &[Option<Var>]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    for (statement, _) in test.statements.iter().zip(numbers).filter(|(_, number)| number.is_some()) {
        std::mem::discriminant(&statement.kind).hash(&mut hasher);
        statement.uses(|var| numbers[var.0 as usize].hash(&mut hasher));
        match &statement.kind {
            StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
                method.hash(&mut hasher);
            }
            StatementKind::ReadField { field, .. } | StatementKind::WriteField { field, .. } => {
                field.hash(&mut hasher);
            }
            _ => statement.ty.hash(&mut hasher),
        }
    }
    hasher.finish()
}

/// A class with all its superclasses and interfaces but `Object`.
fn supertypes(world: &World, class: ClassId) -> Vec<ClassId> {
    let mut found = vec![class];
    let mut next = 0;
    while next < found.len() {
        let class = world.class(found[next]);
        for above in class.superclass.iter().chain(&class.interfaces).filter_map(Type::class_id) {
            if above != world.object() && !found.contains(&above) {
                found.push(above);
            }
        }
        next += 1;
    }
    found
}
