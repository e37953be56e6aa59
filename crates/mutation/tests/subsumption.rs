//! Tests that compare the tables of mutants to keep with the definition of subsumption on all 8-bit values.

use analysis::{BlockId, MethodIndex};
use classfile::op;
use mutation::{Change, Mutant, MutantId, Mutants, Operator, Point, PointId, Relation};

/// The left and the right operand of an operator.
type Input = (i8, i8);

fn inputs() -> impl Iterator<Item = Input> {
    (i8::MIN..=i8::MAX).flat_map(|a| (i8::MIN..=i8::MAX).map(move |b| (a, b)))
}

/// Returns the result of an operator; `None` for a division by zero. A shift uses the low three bits of its
/// right operand.
fn value(op: u8, (a, b): Input) -> Option<i8> {
    let distance = b as u32 & 7;
    Some(match op {
        op::IADD => a.wrapping_add(b),
        op::ISUB => a.wrapping_sub(b),
        op::IMUL => a.wrapping_mul(b),
        op::IDIV => (b != 0).then(|| a.wrapping_div(b))?,
        op::IREM => (b != 0).then(|| a.wrapping_rem(b))?,
        op::ISHL => a << distance,
        op::ISHR => a >> distance,
        op::IUSHR => (a as u8 >> distance) as i8,
        op::IAND => a & b,
        op::IOR => a | b,
        op::IXOR => a ^ b,
        _ => unreachable!("opcode {op}"),
    })
}

fn is_true(relation: Relation, (a, b): Input) -> bool {
    let outcome = match a.cmp(&b) {
        std::cmp::Ordering::Less => Relation::LESS,
        std::cmp::Ordering::Equal => Relation::EQUAL,
        std::cmp::Ordering::Greater => Relation::GREATER,
    };
    relation.0 & outcome != 0
}

/// Returns for each mutant whether the mutant is kept. `killed[m][i]` is true if input `i` kills mutant `m`.
/// A mutant is kept if no other mutant subsumes it, except later mutants that the same inputs kill.
fn kept_by_definition(killed: &[Vec<bool>]) -> Vec<bool> {
    let is_subsumed = |mutant: usize| {
        killed.iter().enumerate().any(|(other, killed_by_other)| {
            let is_subset =
                std::iter::zip(killed_by_other, &killed[mutant]).all(|(other, mutant)| other <= mutant);
            let subsumes = is_subset && killed_by_other.contains(&true);
            subsumes && (*killed_by_other != killed[mutant] || other < mutant)
        })
    };
    (0..killed.len()).map(|mutant| !is_subsumed(mutant)).collect()
}

/// Returns the results of [`Mutants::is_subsuming`] for the `mutant_count` mutants of a point with a change.
fn is_subsuming(operator: Operator, change: Change, mutant_count: usize) -> Vec<bool> {
    let point = Point {
        method: MethodIndex(0),
        block: BlockId(1),
        at: 0,
        line: 0,
        operator,
        first: MutantId(0),
        reached_with: PointId(0),
        change,
    };
    let mutants =
        vec![Mutant { point: PointId(0), description: String::new(), is_usual: false }; mutant_count];
    let mutants = Mutants { points: vec![point].into(), mutants: mutants.into() };
    mutants.mutants.keys().map(|mutant| mutants.is_subsuming(mutant)).collect()
}

/// Checks the table for a family of operators that can replace each other. `by_type` contains, for each
/// operand type, the opcodes of the family. The first type is `int`.
#[track_caller]
fn check_operators(operator: Operator, by_type: &[&[u8]]) {
    let ints = by_type[0];
    for original in 0..ints.len() {
        let others =
            |ops: &[u8]| -> Vec<u8> { ops.iter().copied().filter(|&op| op != ops[original]).collect() };
        let kills = |mutant: u8, input: &Input| value(mutant, *input) != value(ints[original], *input);
        let killed = |&mutant: &u8| inputs().map(|input| kills(mutant, &input)).collect();
        let expected = kept_by_definition(&others(ints).iter().map(killed).collect::<Vec<Vec<bool>>>());
        for ops in by_type {
            let others = others(ops);
            assert_eq!(
                is_subsuming(operator, Change::Operation(others.clone()), others.len()),
                expected,
                "{others:?}"
            );
        }
    }
}

/// For each relation in `others`, returns for each possible input whether the input kills the mutant with
/// this relation.
fn killed_relations(
    original: Relation,
    others: &[Relation],
    is_possible: impl Fn(&Input) -> bool,
) -> Vec<Vec<bool>> {
    let kills = |mutant, input: &Input| is_true(original, *input) != is_true(mutant, *input);
    let killed =
        |&mutant: &Relation| inputs().filter(&is_possible).map(|input| kills(mutant, &input)).collect();
    others.iter().map(killed).collect()
}

#[test]
fn no_arithmetic_operator_subsumes_another() {
    check_operators(
        Operator::ReplaceArithmetic,
        &[
            &[op::IADD, op::ISUB, op::IMUL, op::IDIV, op::IREM],
            &[op::LADD, op::LSUB, op::LMUL, op::LDIV, op::LREM],
            &[op::FADD, op::FSUB, op::FMUL, op::FDIV, op::FREM],
            &[op::DADD, op::DSUB, op::DMUL, op::DDIV, op::DREM],
        ],
    );
}

#[test]
fn the_table_of_bitwise_operators_and_shifts_follows_the_definition() {
    check_operators(
        Operator::ReplaceBitwise,
        &[&[op::IAND, op::IOR, op::IXOR], &[op::LAND, op::LOR, op::LXOR]],
    );
    check_operators(
        Operator::ReplaceBitwise,
        &[&[op::ISHL, op::ISHR, op::IUSHR], &[op::LSHL, op::LSHR, op::LUSHR]],
    );
}

// The tests with 8-bit integers prove nothing about floating-point numbers.
#[test]
fn no_arithmetic_operator_subsumes_another_on_floating_point_numbers() {
    let values = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.5, 1e-30, f32::MAX, f32::INFINITY, f32::NAN];
    let pairs: Vec<(f32, f32)> = values.iter().flat_map(|&a| values.map(|b| (a, b))).collect();
    let operators: [fn(f32, f32) -> f32; 5] =
        [|a, b| a + b, |a, b| a - b, |a, b| a * b, |a, b| a / b, |a, b| a % b];
    let is_same = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    for original in operators {
        let kills = |mutant: fn(f32, f32) -> f32, (a, b)| !is_same(original(a, b), mutant(a, b));
        let killed = |mutant: fn(f32, f32) -> f32| -> Vec<bool> {
            pairs.iter().map(|&pair| kills(mutant, pair)).collect()
        };
        let killed: Vec<_> =
            operators.into_iter().map(killed).filter(|killed| killed.contains(&true)).collect();
        assert_eq!(kept_by_definition(&killed), [true; 4]);
    }
}

#[test]
fn the_table_of_comparisons_follows_the_definition() {
    for original in (1..=6).map(Relation) {
        let others: Vec<_> = (0..=7).map(Relation).filter(|&other| other != original).collect();
        let expected = kept_by_definition(&killed_relations(original, &others, |_| true));
        let change = Change::Comparison { original, others };
        assert_eq!(is_subsuming(Operator::ReplaceComparison, change, 7), expected, "{original:?}");
    }
}

#[test]
fn the_table_of_comparisons_follows_the_definition_with_two_outcomes() {
    for original in (1..=2).map(Relation) {
        let others: Vec<_> = (0..=3).map(Relation).filter(|&other| other != original).collect();
        let expected = kept_by_definition(&killed_relations(original, &others, |(a, b)| a <= b));
        let change = Change::Comparison { original, others };
        assert_eq!(is_subsuming(Operator::ReplaceComparison, change, 3), expected, "{original:?}");
    }
}

/// Asserts the relations of the mutants that are kept for an original relation.
#[track_caller]
fn check_comparison(original: u8, kept: [u8; 3]) {
    let others: Vec<u8> = (0..=7).filter(|&other| other != original).collect();
    let change = Change::Comparison {
        original: Relation(original),
        others: others.iter().copied().map(Relation).collect(),
    };
    let is_subsuming = is_subsuming(Operator::ReplaceComparison, change, 7);
    let kept_relations: Vec<u8> =
        others.into_iter().zip(is_subsuming).filter(|(_, kept)| *kept).map(|(other, _)| other).collect();
    assert_eq!(kept_relations, kept);
}

#[test]
fn the_kept_mutants_of_a_comparison_differ_from_the_original_in_one_outcome() {
    const LESS: u8 = Relation::LESS;
    const EQUAL: u8 = Relation::EQUAL;
    const GREATER: u8 = Relation::GREATER;
    check_comparison(LESS, [0, LESS | EQUAL, LESS | GREATER]);
    check_comparison(EQUAL, [0, LESS | EQUAL, EQUAL | GREATER]);
    check_comparison(LESS | EQUAL, [LESS, EQUAL, 7]);
    check_comparison(GREATER, [0, LESS | GREATER, EQUAL | GREATER]);
    check_comparison(LESS | GREATER, [LESS, GREATER, 7]);
    check_comparison(EQUAL | GREATER, [EQUAL, GREATER, 7]);
}

#[test]
fn all_mutants_of_other_operators_are_kept() {
    assert_eq!(is_subsuming(Operator::ReplaceConstant, Change::Int(vec![0, 1]), 2), [true; 2]);
    assert_eq!(is_subsuming(Operator::DeleteCall, Change::Deleted, 1), [true]);
}
