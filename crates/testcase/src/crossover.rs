//! Single-point crossover (spec: operators, crossover).

use rand::Rng;
use types::Type;

use crate::build::Builder;
use crate::cluster::Cluster;
use crate::model::{Statement, TestCase, Var};
use crate::random::MAX_LENGTH;
use crate::valid::check_statement;

/// Cuts both tests at the same relative position and swaps the tails. A tail's statement that used a
/// variable of its old head uses one of that type in the new head, or a new one; where neither can be had the
/// statement stays out, with all that depends on it.
pub fn single_point(a: &mut TestCase, b: &mut TestCase, cluster: &Cluster, rng: &mut impl Rng) {
    let at: f64 = rng.random();
    let cut = |test: &TestCase| ((test.len() as f64) * at) as usize;
    let (cut_a, cut_b) = (cut(a), cut(b));
    let first = joined(a, cut_a, b, cut_b, cluster, rng);
    let second = joined(b, cut_b, a, cut_a, cluster, rng);
    *a = first;
    *b = second;
}

/// `head[..head_cut]` followed by `tail[tail_cut..]`.
fn joined(
    head: &TestCase,
    head_cut: usize,
    tail: &TestCase,
    tail_cut: usize,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> TestCase {
    let mut child = TestCase { statements: head.statements[..head_cut].to_vec() };
    let mut renamed: Vec<Option<Var>> = vec![None; tail.len()];
    for (index, statement) in tail.statements.iter().enumerate().skip(tail_cut) {
        let before = child.len();
        if before >= MAX_LENGTH {
            break;
        }
        let adopted = adopt(statement, tail, &mut renamed, &mut child, cluster, rng);
        if child.len() + usize::from(adopted.is_some()) > MAX_LENGTH {
            child.truncate(before);
            break;
        }
        if let Some(copied) = adopted {
            child.statements.push(copied);
            renamed[index] = Some(Var((child.len() - 1) as u32));
        }
    }
    child
}

/// The statement with its variables renamed to those of the child; what is missing is found or made.
fn adopt(
    statement: &Statement,
    tail: &TestCase,
    renamed: &mut [Option<Var>],
    child: &mut TestCase,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> Option<Statement> {
    let mut copied = statement.clone();
    let mut complete = true;
    copied.uses_mut(|var| {
        let old = var.0 as usize;
        if renamed[old].is_none() && complete {
            let exact = statement.written() == Some(*var);
            renamed[old] = stand_in(&tail.statements[old].ty, exact, child, cluster, rng);
        }
        match renamed[old] {
            Some(new) => *var = new,
            None => complete = false,
        }
    });
    (complete && still_fits(&copied, statement, tail, child, cluster)).then_some(copied)
}

/// Whether the arguments still fit where the receiver is of another type than it was.
fn still_fits(
    copied: &Statement,
    old: &Statement,
    tail: &TestCase,
    child: &TestCase,
    cluster: &Cluster,
) -> bool {
    let before = old.receiver().map(|var| &tail.definition(var).ty);
    let after = copied.receiver().map(|var| &child.definition(var).ty);
    before == after || check_statement(cluster, &child.statements, copied).is_ok()
}

fn stand_in(
    ty: &Type,
    exact: bool,
    child: &mut TestCase,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> Option<Var> {
    let mut builder = Builder::new(cluster, &child.statements, rng);
    let found = builder.value(ty, false, 1)?;
    let added = builder.added;
    child.statements.extend(added);
    (!exact || child.definition(found).ty == *ty).then_some(found)
}
