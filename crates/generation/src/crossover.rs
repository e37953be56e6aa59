//! Crossover of tests: how, and single-point crossover (after Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE
//! 2013).

use rand::Rng;
use types::Type;

use crate::build::Builder;
use crate::cluster::Cluster;
use crate::hmx;
use crate::mutate::uses_null;
use crate::valid::check_statement;
use testcase::hashes::uses_hash;
use testcase::{Statement, TestCase, Var};

/// How two tests are recombined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossover {
    /// By swapping tails: [`single_point`].
    SinglePoint,
    /// The same, then data: [`hmx::hybrid`].
    Hybrid(hmx::Data),
}

impl Crossover {
    /// Two children that recombine two tests.
    pub fn cross(
        self,
        a: &TestCase,
        b: &TestCase,
        cluster: &Cluster,
        rng: &mut impl Rng,
    ) -> (TestCase, TestCase) {
        match self {
            Crossover::SinglePoint => single_point(a, b, cluster, rng),
            Crossover::Hybrid(data) => hmx::hybrid(a, b, data, cluster, rng),
        }
    }
}

/// Cuts both tests at the same relative position and swaps the tails, in two children. A tail's statement that used a
/// variable of its old head uses one of that type in the new head, or a new one; where neither can be had the
/// statement stays out, with all that depends on it.
pub fn single_point(
    a: &TestCase,
    b: &TestCase,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> (TestCase, TestCase) {
    let at: f64 = rng.random();
    let cut = |test: &TestCase| ((test.len() as f64) * at) as usize;
    let (cut_a, cut_b) = (cut(a), cut(b));
    let first = joined(a, cut_a, b, cut_b, cluster, rng);
    let second = joined(b, cut_b, a, cut_a, cluster, rng);
    (first, second)
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
        if child.len() >= cluster.length {
            break;
        }
        if let Some(copied) = adopt(statement, tail, &mut renamed, &mut child, cluster, rng) {
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

/// Whether the arguments still fit where the receiver or what is written to is of another type than it was, or one of
/// them was `null`.
fn still_fits(
    copied: &Statement,
    old: &Statement,
    tail: &TestCase,
    child: &TestCase,
    cluster: &Cluster,
) -> bool {
    let (before, after) = (leading_types(tail, old), leading_types(child, copied));
    let unquestioned =
        before == after && !uses_null(tail, old) && !uses_hash(cluster.world, &child.statements, copied);
    unquestioned || check_statement(cluster, &child.statements, copied).is_ok()
}

/// The types that the rest of a statement goes by: of its receiver, and of what it writes to.
fn leading_types<'t>(test: &'t TestCase, statement: &Statement) -> [Option<&'t Type>; 2] {
    [statement.receiver(), statement.written()].map(|var| var.map(|var| &test.definition(var).ty))
}

/// A variable of a type in the child, found or made; none where there is no room for it and its user.
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
    let made = child.statements.iter().chain(&added).nth(found.0 as usize).expect("found or made");
    if exact && made.ty != *ty || child.len() + added.len() >= cluster.length {
        return None;
    }
    child.statements.extend(added);
    Some(found)
}
