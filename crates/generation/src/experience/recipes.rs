//! Recipes: statement sequences that created objects in earlier tests. The builder copies recipes to create
//! such objects again (component sets: Pacheco et al., "Feedback-Directed Random Test Generation", ICSE 2007,
//! Section 3.1).

use rustc_hash::{FxHashMap, FxHashSet};
use types::{ClassId, Type, World};

use testcase::{Statement, StatementKind, TestCase, Var};

/// Maximum number of recipes for a class, including recipes for its subclasses.
const MAX_RECIPES: usize = 16;
/// Maximum number of statements in a recipe.
const MAX_LENGTH: usize = 15;
/// Maximum number of counted attempts to create an object of a class. If there are more attempts, the counts
/// of failed and completed attempts are halved, so that newer attempts have more effect than older attempts.
const MAX_ATTEMPTS: u32 = 200;

/// A sequence of statements whose variables are numbered from 0. The last statement creates an object.
pub type Recipe = Vec<Statement>;

/// All recipes, and the numbers of completed and failed attempts to create objects.
#[derive(Clone, Debug, Default)]
pub struct Recipes {
    recipes: Vec<Recipe>,
    /// For each type that a recipe creates, the indexes of the recipes for this type and its subtypes.
    by_product: FxHashMap<Product, Vec<u32>>,
    /// For all recipes, the created type and the hash of the shape. Two recipes have the same shape if they
    /// differ only in literals or in the behaviour of stubs.
    shapes: FxHashSet<(Product, u64)>,
    attempts: FxHashMap<Product, Attempts>,
}

/// The type that a recipe creates: a class and a number of array dimensions. The number is 0 for objects of
/// the class, and 1 or more for arrays.
type Product = (ClassId, u32);

/// The outcomes of attempts to create an object of a class, or an array. Counts only statements in tests that
/// threw an exception.
#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    /// Number of statements that threw.
    threw: u32,
    /// Number of statements that completed.
    completed: u32,
}

impl Recipes {
    /// Adds the recipes in a test whose first `completed` statements completed. If the next statement threw,
    /// also counts the attempts of the test to create objects.
    pub fn learn(&mut self, test: &TestCase, completed: usize, world: &World) {
        let completed = completed.min(test.len());
        if completed < test.len() {
            self.count_attempts(test, completed);
        }
        for index in 0..completed {
            // `has_created` scans the whole test, so the cheap check `can_add` comes first. `can_add` soon
            // returns false for most products.
            if let Some(product) = product_of(&test.statements[index]).filter(|it| self.can_add(*it))
                && has_created(test, index, completed)
            {
                self.add(test, index, product, world);
            }
        }
    }

    /// Returns the recipes for objects of a class or array type and of its subtypes. Ignores type arguments.
    pub fn of(&self, ty: &Type) -> impl ExactSizeIterator<Item = &Recipe> {
        let indexes = product(ty).and_then(|product| self.by_product.get(&product));
        indexes.map_or(&[][..], Vec::as_slice).iter().map(|&index| &self.recipes[index as usize])
    }

    /// Returns the share of failed attempts to create an object of a type, from 0 to 1. An attempt failed if
    /// its statement threw. Returns 0 if there were no attempts.
    pub fn failure_rate(&self, ty: &Type) -> f64 {
        let attempts = product(ty).and_then(|product| self.attempts.get(&product));
        let Attempts { threw, completed } = attempts.copied().unwrap_or_default();
        f64::from(threw) / f64::from((threw + completed).max(1))
    }

    fn count_attempts(&mut self, test: &TestCase, completed: usize) {
        for (index, statement) in test.statements[..=completed].iter().enumerate() {
            let Some(product) = product_of(statement) else { continue };
            let attempts = self.attempts.entry(product).or_default();
            match index == completed {
                true => attempts.threw += 1,
                false => attempts.completed += 1,
            }
            if attempts.threw + attempts.completed > MAX_ATTEMPTS {
                attempts.threw /= 2;
                attempts.completed /= 2;
            }
        }
    }

    /// Returns whether the number of recipes that create a product is below [`MAX_RECIPES`].
    fn can_add(&self, product: Product) -> bool {
        self.by_product.get(&product).is_none_or(|recipes| recipes.len() < MAX_RECIPES)
    }

    fn add(&mut self, test: &TestCase, index: usize, product: Product, world: &World) {
        let Some(numbers) = slice_numbers(test, index) else { return };
        if !self.shapes.insert((product, shape(test, &numbers))) {
            return;
        }
        let number = self.recipes.len() as u32;
        self.recipes.push(statements_of(test, index, &numbers).statements);
        let (class, dimensions) = product;
        for supertype in supertypes(world, class) {
            let recipes = self.by_product.entry((supertype, dimensions)).or_default();
            if recipes.len() < MAX_RECIPES {
                recipes.push(number);
            }
        }
    }
}

/// Returns whether a completed statement certainly created an object. The result is true for constructors,
/// for calls that return an array, and for calls whose result was the receiver of a later completed
/// statement.
fn has_created(test: &TestCase, index: usize, completed: usize) -> bool {
    let statement = &test.statements[index];
    let is_certain =
        matches!(statement.kind, StatementKind::Construct { .. }) || matches!(statement.ty, Type::Array(_));
    let var = Some(Var(index as u32));
    is_certain || test.statements[index + 1..completed].iter().any(|later| later.receiver() == var)
}

/// Returns the type that a statement creates, if the statement calls a constructor or method.
fn product_of(statement: &Statement) -> Option<Product> {
    if statement.is_call() { product(&statement.ty) } else { None }
}

fn product(ty: &Type) -> Option<Product> {
    match ty {
        Type::Class(class, _) => Some((*class, 0)),
        Type::Array(element) => product(element).map(|(class, dimensions)| (class, dimensions + 1)),
        _ => None,
    }
}

/// Returns the backward slice of the statement at `index`: the statements that it needs, and earlier
/// statements that changed the needed objects. Returns `None` if the slice is too long.
pub(super) fn slice(test: &TestCase, index: usize) -> Option<TestCase> {
    slice_numbers(test, index).map(|numbers| statements_of(test, index, &numbers))
}

/// Returns the statements of a test up to `index` that have a number.
fn statements_of(test: &TestCase, index: usize, numbers: &[Option<Var>]) -> TestCase {
    let mut copy = TestCase { statements: test.statements[..=index].to_vec() };
    copy.retain(|at| numbers[at].is_some());
    copy
}

/// Finds the backward slice of the statement at `index`. For each statement up to `index`, the result
/// contains the number of the statement within the slice. The number is `None` if the slice does not contain
/// the statement. Returns `None` if the slice is too long.
fn slice_numbers(test: &TestCase, index: usize) -> Option<Vec<Option<Var>>> {
    let mut needed = vec![false; index + 1];
    needed[index] = true;
    for at in (0..=index).rev() {
        let statement = &test.statements[at];
        let changed_variables = [statement.receiver(), statement.written_variable()];
        let changes_needed_object = changed_variables.into_iter().flatten().any(|var| needed[var.0 as usize]);
        if needed[at] || changes_needed_object {
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
    (count as usize <= MAX_LENGTH).then_some(numbers)
}

/// Returns a hash that is the same for slices that differ only in literals or in the behaviour of stubs.
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

/// Returns a class with all its superclasses and interfaces except `Object`.
fn supertypes(world: &World, class: ClassId) -> Vec<ClassId> {
    let mut classes = vec![class];
    let mut visited = 0;
    while visited < classes.len() {
        let class = world.class(classes[visited]);
        for supertype in class.superclass.iter().chain(&class.interfaces).filter_map(Type::class_id) {
            if supertype != world.object() && !classes.contains(&supertype) {
                classes.push(supertype);
            }
        }
        visited += 1;
    }
    classes
}
