//! Single-point crossover (based on Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013).

use rand::Rng;
use types::Type;

use crate::builder::Builder;
use crate::cluster::Cluster;
use crate::context::GenerationContext;
use crate::mutation::uses_null;
use crate::validity::check_statement;
use testcase::hash_codes::uses_hash_code;
use testcase::{Statement, TestCase, Var};

/// Cuts both tests at the same relative position and swaps the tails. Returns both children.
///
/// A statement of a tail can use a variable whose definition is not in the child: the definition is before
/// the cut, or was dropped. Another variable of a fitting type then replaces this variable: an existing
/// variable of the child or a new variable. If there is no such variable, the child does not contain the
/// statement.
pub fn single_point(
    a: &TestCase,
    b: &TestCase,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> (TestCase, TestCase) {
    let position: f64 = rng.random();
    let cut = |test: &TestCase| ((test.len() as f64) * position) as usize;
    let (cut_a, cut_b) = (cut(a), cut(b));
    let first = join(a, cut_a, b, cut_b, context, rng);
    let second = join(b, cut_b, a, cut_a, context, rng);
    (first, second)
}

/// Returns `head[..head_cut]` followed by `tail[tail_cut..]`.
fn join(
    head: &TestCase,
    head_cut: usize,
    tail: &TestCase,
    tail_cut: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> TestCase {
    let mut child = TestCase { statements: head.statements[..head_cut].to_vec() };
    let mut renamed: Vec<Option<Var>> = vec![None; tail.len()];
    for (index, statement) in tail.statements.iter().enumerate().skip(tail_cut) {
        if child.len() >= context.cluster.max_length {
            break;
        }
        if let Some(copy) = adapt(statement, tail, &mut renamed, &mut child, context, rng) {
            child.statements.push(copy);
            renamed[index] = Some(Var((child.len() - 1) as u32));
        }
    }
    child
}

/// Returns a copy of a statement of the tail. The copy uses variables of the child. `renamed` maps variables
/// of the tail to variables of the child. For a variable without an entry in `renamed`, the function selects
/// or creates a replacement in the child. Returns `None` if a replacement is missing or the copy is not
/// valid.
fn adapt(
    statement: &Statement,
    tail: &TestCase,
    renamed: &mut [Option<Var>],
    child: &mut TestCase,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<Statement> {
    let mut copy = statement.clone();
    let mut is_complete = true;
    copy.uses_mut(|var| {
        let old = var.0 as usize;
        if renamed[old].is_none() && is_complete {
            let is_exact = statement.written_variable() == Some(*var);
            renamed[old] = replacement(&tail.statements[old].ty, is_exact, child, context, rng);
        }
        match renamed[old] {
            Some(new) => *var = new,
            None => is_complete = false,
        }
    });
    (is_complete && still_fits(&copy, statement, tail, child, &context.cluster)).then_some(copy)
}

/// Returns whether the copy of a statement is valid in the child.
///
/// The function checks all types only in three cases: the type of the receiver or of the written variable
/// changed, the old statement used `null`, or the copy uses a hash code.
fn still_fits(
    copy: &Statement,
    old: &Statement,
    tail: &TestCase,
    child: &TestCase,
    cluster: &Cluster,
) -> bool {
    let (before, after) = (decisive_types(tail, old), decisive_types(child, copy));
    let is_certain =
        before == after && !uses_null(tail, old) && !uses_hash_code(cluster.world, &child.statements, copy);
    is_certain || check_statement(cluster, &child.statements, copy).is_ok()
}

/// Returns the types of the receiver and of the written variable of a statement. These types determine which
/// other operands fit.
fn decisive_types<'t>(test: &'t TestCase, statement: &Statement) -> [Option<&'t Type>; 2] {
    [statement.receiver(), statement.written_variable()].map(|var| var.map(|var| &test.definition(var).ty))
}

/// Selects or creates a variable of a type in the child. If `is_exact`, the variable must have exactly this
/// type. Returns `None` if there is no such variable, or if the child would be too long.
fn replacement(
    ty: &Type,
    is_exact: bool,
    child: &mut TestCase,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<Var> {
    let mut builder = Builder::new(context, &child.statements, rng);
    let var = builder.value(ty, false, 1)?;
    let added = builder.added;
    let definition = child
        .statements
        .iter()
        .chain(&added)
        .nth(var.0 as usize)
        .expect("the variable is selected or created");
    if is_exact && definition.ty != *ty || child.len() + added.len() >= context.cluster.max_length {
        return None;
    }
    child.statements.extend(added);
    Some(var)
}
