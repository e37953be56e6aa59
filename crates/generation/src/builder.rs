//! Construction of the statements that a call needs (based on Fraser, Arcuri: "Whole Test Suite Generation",
//! IEEE TSE 2013).

mod accepted_values;
mod calls;
mod casts;
mod containers;
mod files;
mod library_objects;
mod number_arrays;
mod objects;
mod purposes;
mod reflection;
mod stubs;
mod text_arrays;
mod values;

use rand::Rng;
use rand::seq::IteratorRandom;
use types::{ClassId, Conversion, Type, World};

use crate::cluster::{Cluster, Input};
use crate::context::GenerationContext;
use crate::experience::Experience;
use testcase::hash_codes::hash_code_owner;
use testcase::{Literal, Statement, StatementKind, Var};

/// Maximum depth of the recursion in which the creation of an argument creates further arguments.
const MAX_DEPTH: u32 = 10;
/// Maximum number of attempts to create one object by a producer: a constructor, a method or a field.
const MAX_PRODUCER_ATTEMPTS: u32 = 3;
/// Number of failed attempts after which a builder creates no more objects by producers. The maximum limits
/// the time for types that depend on each other in complicated ways.
const MAX_FAILURES: u32 = 100;
/// Probability that an object argument is `null`.
const NULL_PROBABILITY: f64 = 0.1;
/// Probability that a suitable object of the test is reused.
const OBJECT_REUSE_PROBABILITY: f64 = 0.9;
/// Probability that a suitable primitive value or string of the test is reused.
const VALUE_REUSE_PROBABILITY: f64 = 0.5;
/// Probability that the builder creates an object by a recipe (statements copied from an earlier test), if no
/// earlier attempt to create such an object failed.
const RECIPE_PROBABILITY: f64 = 0.05;
/// Probability that an array of objects is the result of a method or the value of a field, if a method or
/// field provides such arrays.
const PRODUCED_ARRAY_PROBABILITY: f64 = 0.3;
/// Probability that a test of code that inspects classes uses the [sample class](Cluster::sample), where the
/// test can use any class or object.
const SAMPLE_PROBABILITY: f64 = 0.4;
/// Maximum length of a random array.
const MAX_ARRAY_LENGTH: u32 = 8;

/// Builds statements that follow a prefix of a test.
pub(crate) struct Builder<'a, R> {
    pub(crate) cluster: &'a Cluster<'a>,
    pub(crate) experience: &'a Experience,
    /// The statements of the test before the new statements.
    prefix: &'a [Statement],
    /// The new statements. The first new statement defines `Var(prefix.len())`.
    pub(crate) added: Vec<Statement>,
    pub(crate) rng: &'a mut R,
    /// Number of failed attempts to create an object by a producer.
    failures: u32,
    /// The parameter or field for which the builder creates a value, and the depth of this value. The builder
    /// uses the parameter or field to select the types of the elements, keys and values of containers.
    current_input: Option<(Input, u32)>,
}

impl<'a, R: Rng> Builder<'a, R> {
    pub(crate) fn new(context: &'a GenerationContext<'a>, prefix: &'a [Statement], rng: &'a mut R) -> Self {
        let GenerationContext { cluster, experience } = context;
        Builder { cluster, experience, prefix, added: Vec::new(), rng, failures: 0, current_input: None }
    }

    /// Returns the statements of the prefix and the new statements, with their variables.
    fn statements(&self) -> impl Iterator<Item = (Var, &Statement)> {
        let statements = self.prefix.iter().chain(&self.added).enumerate();
        statements.map(|(index, statement)| (Var(index as u32), statement))
    }

    fn definition(&self, var: Var) -> &Statement {
        let index = var.0 as usize;
        self.prefix.get(index).unwrap_or_else(|| &self.added[index - self.prefix.len()])
    }

    pub(crate) fn type_of(&self, var: Var) -> &Type {
        &self.definition(var).ty
    }

    /// Appends a statement and returns its variable.
    pub(crate) fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.added.push(Statement { kind, ty });
        Var((self.prefix.len() + self.added.len() - 1) as u32)
    }

    fn literal(&mut self, literal: Literal, ty: Type) -> Var {
        self.push(StatementKind::Literal(literal), ty)
    }

    /// Runs a function that appends statements. Removes these statements if the function returns `None`.
    pub(crate) fn attempt<T>(&mut self, run: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.added.len();
        let result = run(self);
        if result.is_none() {
            self.added.truncate(before);
        }
        result
    }

    /// Returns the declared type of a variable with a value of type `ty`: `ty`, or its nearest supertype that
    /// the test can name.
    fn nameable(&self, ty: &Type) -> Type {
        self.cluster.world.nameable(ty, &self.cluster.package)
    }

    /// Returns the variable of a random statement for which `is_usable` returns true.
    fn choose_variable(&mut self, is_usable: impl Fn(&Statement) -> bool) -> Option<Var> {
        let statements = self.prefix.iter().chain(&self.added).enumerate();
        let usable = statements.filter(|(_, statement)| is_usable(statement)).map(|(index, _)| index);
        usable.choose(self.rng).map(|index| Var(index as u32))
    }

    /// Returns a random variable that fits a type and is not `old`. Returns a `null` variable only if
    /// `is_nullable`.
    pub(crate) fn other_variable(&mut self, old: Var, ty: &Type, is_nullable: bool) -> Option<Var> {
        let world = self.cluster.world;
        let is_usable = |statement: &Statement| {
            is_usable_as(world, statement, ty) && (is_nullable || !is_null(statement))
        };
        let usable = self.statements().filter(|&(var, statement)| var != old && is_usable(statement));
        let usable: Vec<Var> = usable.map(|(var, _)| var).collect();
        usable.into_iter().choose(self.rng)
    }

    /// Returns the variable of a random object of the test. Ignores literals, and objects of classes such as
    /// `Integer` (see [`Cluster::is_value_class`]).
    pub(crate) fn object_of_test(&mut self) -> Option<Var> {
        let cluster = self.cluster;
        self.choose_variable(|statement| match statement.ty {
            Type::Class(class, _) => !cluster.is_value_class(class) && !is_literal(statement),
            _ => false,
        })
    }

    /// Returns the [sample class](Cluster::sample), or `None` with some probability.
    fn sample_class(&mut self) -> Option<ClassId> {
        let sample = self.cluster.sample?;
        self.chance(SAMPLE_PROBABILITY).then_some(sample)
    }

    /// Returns true with a given probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }
}

/// Returns whether the variable of a statement can be used as a value of a type. Hash codes are never used,
/// because they differ between JVMs.
pub(crate) fn is_usable_as(world: &World, statement: &Statement, ty: &Type) -> bool {
    statement.ty != Type::Void
        && is_convertible(world, &statement.ty, ty)
        && hash_code_owner(world, statement).is_none()
}

/// Returns whether a variable of one type can be used as a value of another type without a compiler warning.
pub(crate) fn is_convertible(world: &World, from: &Type, to: &Type) -> bool {
    from == to || world.conversion(from, to) == Conversion::Yes
}

pub(crate) fn is_null(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Literal(Literal::Null))
}

fn is_literal(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Literal(_))
}
