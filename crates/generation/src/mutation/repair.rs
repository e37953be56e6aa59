//! Repair of the statements that use a deleted or replaced variable.

use crate::builder::is_null;
use crate::cluster::Cluster;
use crate::validity::check_statement;
use testcase::hash_codes::uses_hash_code;
use testcase::{Statement, StatementKind, TestCase, Var};

/// Returns whether `repaired` can replace the statement at `at`. `repaired` must be the same statement with
/// other variables.
///
/// The full check of the types is necessary in two cases only. If the type of the receiver changed, the
/// arguments of the call possibly do not fit the type arguments of the receiver. If the statement used
/// `null`, the test possibly cannot name the type of the parameter, so that no other value fits.
pub(super) fn still_fits(test: &TestCase, at: usize, repaired: &Statement, cluster: &Cluster) -> bool {
    let receiver_type = |statement: &Statement| statement.receiver().map(|var| &test.definition(var).ty);
    let is_certain = receiver_type(repaired) == receiver_type(&test.statements[at])
        && !uses_null(test, &test.statements[at]);
    is_within_array(test, repaired)
        && !uses_hash_code(cluster.world, &test.statements[..at], repaired)
        && (is_certain || check_statement(cluster, &test.statements[..at], repaired).is_ok())
}

/// Returns whether a write to an array element is within the length of the array, if the length is known.
fn is_within_array(test: &TestCase, statement: &Statement) -> bool {
    let StatementKind::WriteElement { array, index, .. } = statement.kind else { return true };
    !matches!(test.definition(array).kind, StatementKind::NewArray { length } if index >= length)
}

/// Returns whether a statement uses `null`. If the test cannot name the type of a parameter, only `null` fits
/// the parameter.
pub(crate) fn uses_null(test: &TestCase, statement: &Statement) -> bool {
    let mut has_null = false;
    statement.uses(|var| has_null |= is_null(test.definition(var)));
    has_null
}

/// Replaces a variable in a statement by another variable.
pub(super) fn replace_use(statement: &mut Statement, old: Var, new: Var) {
    statement.uses_mut(|var| {
        if *var == old {
            *var = new;
        }
    });
}

/// Replaces the statement at `index` by the statements `added`. In later statements, the variable `new`
/// replaces the variable of the old statement. Deletes a later statement if `new` does not fit.
pub(super) fn replace_statement(
    test: &mut TestCase,
    index: usize,
    new: Var,
    added: Vec<Statement>,
    cluster: &Cluster,
) {
    let old = Var((index + added.len()) as u32);
    test.splice(index, added);
    for user in old.0 as usize + 1..test.len() {
        let mut repaired = test.statements[user].clone();
        replace_use(&mut repaired, old, new);
        if still_fits(test, user, &repaired, cluster) {
            test.statements[user] = repaired;
        }
    }
    test.retain(|at| at != old.0 as usize);
}
