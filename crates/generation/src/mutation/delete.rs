//! Deletion of statements.

use rand::Rng;
use rand::seq::IteratorRandom;

use super::repair::{replace_use, still_fits};
use crate::builder::{is_null, is_usable_as};
use crate::cluster::Cluster;
use testcase::{Statement, TestCase, Var};

/// Deletes each of the first `executed` statements with probability `1 / executed`. Subtracts the number of
/// deleted statements from `executed`. Returns whether a statement was deleted.
pub(super) fn delete(
    test: &mut TestCase,
    executed: &mut usize,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> bool {
    let before = test.len();
    let rate = 1.0 / (*executed).max(1) as f64;
    for index in (0..*executed).rev() {
        if rng.random_bool(rate) && index < test.len() {
            delete_statement(test, index, cluster, rng);
        }
    }
    *executed = executed.saturating_sub(before - test.len());
    test.len() < before
}

/// Deletes one statement. In later statements, another variable of a fitting type replaces the deleted
/// variable. Also deletes each later statement for which no variable fits.
fn delete_statement(test: &mut TestCase, index: usize, cluster: &Cluster, rng: &mut impl Rng) {
    let deleted = Var(index as u32);
    for user in index + 1..test.len() {
        if test.statements[user].mentions(deleted) {
            let is_written = test.statements[user].written_variable() == Some(deleted);
            if let Some(substitute) = substitute(test, deleted, user, is_written, cluster, rng) {
                let mut repaired = test.statements[user].clone();
                replace_use(&mut repaired, deleted, substitute);
                if still_fits(test, user, &repaired, cluster) {
                    test.statements[user] = repaired;
                }
            }
        }
    }
    test.retain(|at| at != index);
}

/// Returns a random variable that can replace `deleted` in the statement `user`. `is_written` is true if
/// `user` writes to `deleted`. The type of the replacement must then be exactly the type of `deleted`.
fn substitute(
    test: &TestCase,
    deleted: Var,
    user: usize,
    is_written: bool,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> Option<Var> {
    let ty = &test.definition(deleted).ty;
    let is_usable = |candidate: &Statement| match is_written {
        true => candidate.ty == *ty && !is_null(candidate),
        false => is_usable_as(cluster.world, candidate, ty),
    };
    let candidates = test.statements[..user].iter().enumerate();
    let candidates = candidates.filter(|&(at, it)| at != deleted.0 as usize && is_usable(it));
    candidates.map(|(at, _)| Var(at as u32)).choose(rng)
}
