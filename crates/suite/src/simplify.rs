//! Values that people would write, as long as a test is as good with them.

use std::time::Instant;

use testcase::{Observation, TestCase};
use types::{Type, World};
use vm::Mode;

use crate::improve::improve;
use crate::minimise::Kept;
use crate::plain;
use execution::executor::Executor;

/// Makes the values of tests, which are in a package, plainer, until the deadline: first what calls give that only prepare others
/// becomes the value itself, an object made of nothing or null, and what may be any object is one, then literals are pulled toward what people write.
pub fn simplify(executor: &mut Executor, kept: &mut [Kept], package: &str, deadline: Instant) {
    while replace_calls(executor, kept, package, deadline) {}
    let mut places: Vec<usize> = kept.iter().map(|it| it.test.len()).collect();
    let mut options: Vec<std::vec::IntoIter<TestCase>> = vec![Vec::new().into_iter(); kept.len()];
    improve(executor, kept, deadline, &mut |index, kept, good| {
        if good == Some(true) {
            // There may be something plainer still.
            places[index] = places[index].min(kept.test.len());
            options[index] = match places[index] < kept.test.len() {
                true => plain::plainer(&kept.test, places[index]).into_iter(),
                false => Vec::new().into_iter(),
            };
        }
        loop {
            if let Some(candidate) = options[index].next() {
                return Some(candidate);
            }
            places[index] = places[index].checked_sub(1)?;
            options[index] = plain::plainer(&kept.test, places[index]).into_iter();
        }
    });
}

/// Puts a value in the place of a call that gave it, in each test where that is possible; whether it was in any.
fn replace_calls(executor: &mut Executor, kept: &mut [Kept], package: &str, deadline: Instant) -> bool {
    let world = executor.world;
    let tests: Vec<TestCase> = kept.iter().map(|it| it.test.clone()).collect();
    let executions = executor.run(&tests, Mode::Observe, deadline);
    let mut options: Vec<Vec<TestCase>> = Vec::new();
    for ((test, execution), kept) in tests.iter().zip(&executions).zip(&*kept) {
        let seen = execution.observations.iter().enumerate();
        let values = seen.filter_map(|(at, seen)| replaced(world, test, at, seen.as_ref()?));
        let objects = (0..test.len()).filter_map(|at| plain::with_object(world, test, at));
        // Of null an exception would tell that is not there for anything else.
        let is_about_null = kept.thrown.as_deref() == Some("java.lang.NullPointerException");
        let constructors = (0..test.len())
            .filter(|_| !is_about_null)
            .flat_map(|at| plain::with_constructor(world, package, test, at));
        let nulls = (0..test.len()).filter(|_| !is_about_null).filter_map(|at| plain::with_null(test, at));
        // The last is tried first.
        options.push(nulls.chain(constructors).chain(objects).chain(values).collect());
    }
    options.resize(kept.len(), Vec::new());
    let mut any = false;
    improve(executor, kept, deadline, &mut |index, _, good| {
        // What was seen was seen before this change.
        let changed = good == Some(true);
        any |= changed;
        if changed { None } else { options[index].pop() }
    });
    any && Instant::now() < deadline
}

/// A test with what was seen of a variable in its place.
fn replaced(world: &World, test: &TestCase, at: usize, seen: &Observation) -> Option<TestCase> {
    match seen {
        Observation::Same(same) => plain::with_variable(test, at, *same),
        Observation::Literal(literal) | Observation::Boxed(literal) => {
            is_plain(world, &test.statements[at].ty).then(|| plain::with_value(test, at, literal))?
        }
        _ => None,
    }
}

/// Whether values of a type are written as literals.
fn is_plain(world: &World, ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => true,
        Type::Class(class, _) => *class == world.string() || world.unboxed(*class).is_some(),
        _ => false,
    }
}
