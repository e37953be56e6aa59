//! Hybrid multi-level crossover (HMX): single-point crossover of the statements, then crossover of the data.
//!
//! Olsthoorn, Derakhshanfar, Panichella: "Hybrid Multi-level Crossover for Unit Test Case Synthesis", SSBSE
//! 2021, Algorithm 1.

use std::collections::BTreeMap;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use types::MethodId;

use super::single_point;
use crate::context::GenerationContext;
use testcase::{Literal, StatementKind, TestCase, Var};

/// Distribution index of simulated binary crossover. Children are closer to their parents if the index is
/// larger (HMX paper, Section 3.1).
const ETA: f64 = 2.5;
/// Maximum length of a recombined string, in UTF-16 code units.
const MAX_LENGTH: usize = 1000;

/// The data that hybrid crossover recombines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecombinedData {
    /// Numbers and strings, as in the HMX paper.
    Values,
    /// Numbers, strings, and arrays of numbers or strings. The HMX paper does not recombine arrays (Section
    /// 6).
    ValuesAndArrays,
}

/// Returns the two children of [`single_point`] with recombined data. For each constructor or method that
/// both children call, the function chooses one random call in each child, and recombines the arguments of
/// these two calls.
pub fn hybrid(
    a: &TestCase,
    b: &TestCase,
    data: RecombinedData,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> (TestCase, TestCase) {
    let (mut a, mut b) = single_point(a, b, context, rng);
    let (calls_a, calls_b) = (calls_by_method(&a), calls_by_method(&b));
    for (method, calls_in_a) in &calls_a {
        let Some((_, calls_in_b)) = calls_b.iter().find(|(other, _)| other == method) else { continue };
        let [Some(&call_a), Some(&call_b)] = [calls_in_a, calls_in_b].map(|calls| calls.choose(rng)) else {
            continue;
        };
        let (args_a, args_b) = (a.statements[call_a].arguments(), b.statements[call_b].arguments());
        let pairs: Vec<(Var, Var)> = args_a.iter().copied().zip(args_b.iter().copied()).collect();
        for (var_a, var_b) in pairs {
            recombine(&mut a, var_a, &mut b, var_b, data, rng);
        }
    }
    (a, b)
}

/// Returns the indexes of the calls in a test, grouped by the called constructor or method. The groups are in
/// the order of their first calls. Ids depend on which classes were read before.
fn calls_by_method(test: &TestCase) -> Vec<(MethodId, Vec<usize>)> {
    let mut calls: Vec<(MethodId, Vec<usize>)> = Vec::new();
    for (index, statement) in test.statements.iter().enumerate() {
        let (StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. }) =
            statement.kind
        else {
            continue;
        };
        match calls.iter_mut().find(|(known, _)| *known == method) {
            Some((_, indexes)) => indexes.push(index),
            None => calls.push((method, vec![index])),
        }
    }
    calls
}

/// Recombines two values if both are literals of the same type, or arrays of such literals.
fn recombine(
    a: &mut TestCase,
    var_a: Var,
    b: &mut TestCase,
    var_b: Var,
    data: RecombinedData,
    rng: &mut impl Rng,
) {
    if let (Some(value_a), Some(value_b)) = (literal(a, var_a), literal(b, var_b)) {
        if let Some((child_a, child_b)) = recombine_literals(value_a, value_b, rng) {
            set_literal(a, var_a, child_a);
            set_literal(b, var_b, child_b);
        }
    } else if data == RecombinedData::ValuesAndArrays {
        recombine_arrays(a, var_a, b, var_b, rng);
    }
}

fn literal(test: &TestCase, var: Var) -> Option<&Literal> {
    match &test.definition(var).kind {
        StatementKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

fn set_literal(test: &mut TestCase, var: Var, literal: Literal) {
    test.statements[var.0 as usize].kind = StatementKind::Literal(literal);
}

/// Recombines the elements with the same index in two arrays. Either recombines the values of each pair of
/// elements, or swaps the literals of all pairs from a random position on.
fn recombine_arrays(a: &mut TestCase, var_a: Var, b: &mut TestCase, var_b: Var, rng: &mut impl Rng) {
    let (elements_a, elements_b) = (elements(a, var_a), elements(b, var_b));
    let pairs: Vec<(Var, Var)> =
        elements_a.iter().filter_map(|(at, &var)| Some((var, *elements_b.get(at)?))).collect();
    if pairs.is_empty() {
        return;
    }
    if rng.random() {
        for (var_a, var_b) in pairs {
            recombine(a, var_a, b, var_b, RecombinedData::Values, rng);
        }
    } else {
        let cut = rng.random_range(0..pairs.len());
        for &(var_a, var_b) in &pairs[cut..] {
            let (Some(value_a), Some(value_b)) = (literal(a, var_a).cloned(), literal(b, var_b).cloned())
            else {
                continue;
            };
            if std::mem::discriminant(&value_a) == std::mem::discriminant(&value_b) {
                set_literal(a, var_a, value_b);
                set_literal(b, var_b, value_a);
            }
        }
    }
}

/// Returns the variables that a test writes to the elements of an array, by the index of the element. For an
/// element with several writes, returns the variable of the last write.
fn elements(test: &TestCase, array: Var) -> BTreeMap<u32, Var> {
    let writes = test.statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::WriteElement { array: of, index, value } if of == array => Some((index, value)),
        _ => None,
    });
    writes.collect()
}

/// Returns the children of two literals of the same type. Returns `None` if the types differ or if there is
/// no crossover for the type.
fn recombine_literals(a: &Literal, b: &Literal, rng: &mut impl Rng) -> Option<(Literal, Literal)> {
    use Literal::*;
    let integral = |a: i64, b: i64, min: i64, max: i64, rng: &mut _| {
        let (a, b) = simulated_binary(a as f64, b as f64, rng);
        // A cast from a float to an integer saturates.
        [a, b].map(|it| (it.round() as i64).clamp(min, max))
    };
    macro_rules! integer {
        ($variant:ident, $type:ty, $a:expr, $b:expr) => {{
            let [a, b] =
                integral(i64::from($a), i64::from($b), <$type>::MIN.into(), <$type>::MAX.into(), rng);
            ($variant(a as $type), $variant(b as $type))
        }};
    }
    Some(match (a, b) {
        (&Byte(a), &Byte(b)) => integer!(Byte, i8, a, b),
        (&Short(a), &Short(b)) => integer!(Short, i16, a, b),
        (&Char(a), &Char(b)) => integer!(Char, u16, a, b),
        (&Int(a), &Int(b)) => integer!(Int, i32, a, b),
        (&Long(a), &Long(b)) => integer!(Long, i64, a, b),
        (&Boolean(a), &Boolean(b)) => {
            let (a, b) = simulated_binary(f64::from(u8::from(a)), f64::from(u8::from(b)), rng);
            (Boolean(a >= 0.5), Boolean(b >= 0.5))
        }
        (&Float(a), &Float(b)) => {
            let (a, b) = simulated_binary(a.into(), b.into(), rng);
            (Float(a as f32), Float(b as f32))
        }
        (&Double(a), &Double(b)) => {
            let (a, b) = simulated_binary(a, b, rng);
            (Double(a), Double(b))
        }
        (String(a), String(b)) => {
            let (a, b) = swap_string_tails(a, b, rng)?;
            (String(a.into()), String(b.into()))
        }
        _ => return None,
    })
}

/// Returns two numbers with the same mean as their parents `a` and `b` (Deb, Agrawal: "Simulated Binary
/// Crossover for Continuous Search Space", Complex Systems 1995). The distance between the two numbers is the
/// distance between the parents times a random factor, which is usually near 1. Returns the parents if a
/// child would not be finite.
///
/// The HMX paper prints (v1 - v2) / 2 for the mean. This formula contradicts the text of the HMX paper, and
/// the paper of Deb and Agrawal.
fn simulated_binary(a: f64, b: f64, rng: &mut impl Rng) -> (f64, f64) {
    let u: f64 = rng.random();
    let power = 1.0 / (ETA + 1.0);
    let beta = if u < 0.5 { (2.0 * u).powf(power) } else { (0.5 / (1.0 - u)).powf(power) };
    let (mean, spread) = (0.5 * (a + b), 0.5 * beta * (a - b).abs());
    let mut children = [mean - spread, mean + spread];
    children.shuffle(rng);
    let [first, second] = children;
    if first.is_finite() && second.is_finite() { (first, second) } else { (a, b) }
}

/// Cuts each string at its own random position and swaps the tails (HMX paper, Section 3.2). Returns `None`
/// if a string is empty or a child would be too long.
fn swap_string_tails(a: &[u16], b: &[u16], rng: &mut impl Rng) -> Option<(Vec<u16>, Vec<u16>)> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let (cut_a, cut_b) = (rng.random_range(0..a.len()), rng.random_range(0..b.len()));
    let children = ([&a[..cut_a], &b[cut_b..]].concat(), [&b[..cut_b], &a[cut_a..]].concat());
    (children.0.len().max(children.1.len()) <= MAX_LENGTH).then_some(children)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use testcase::{Args, Statement};
    use types::Type;

    use super::*;

    fn rng(seed: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(seed)
    }

    proptest! {
        #[test]
        fn the_children_of_two_numbers_have_the_mean_of_their_parents(a in -1e6..1e6, b in -1e6..1e6, seed: u64) {
            let (first, second) = simulated_binary(a, b, &mut rng(seed));
            prop_assert!((first + second - (a + b)).abs() < 1e-6);
        }

        #[test]
        fn the_children_of_two_strings_contain_all_characters_of_the_parents(a in "[a-f]{1,9}", b in "[A-F]{1,9}", seed: u64) {
            let units = |string: &str| string.encode_utf16().collect::<Vec<u16>>();
            let (first, second) = swap_string_tails(&units(&a), &units(&b), &mut rng(seed)).unwrap();
            let (mut before, mut after) = (units(&(a + &b)), [first, second].concat());
            before.sort_unstable();
            after.sort_unstable();
            prop_assert_eq!(before, after);
        }

        #[test]
        fn the_children_of_two_bytes_are_bytes(a: i8, b: i8, seed: u64) {
            let (first, second) = recombine_literals(&Literal::Byte(a), &Literal::Byte(b), &mut rng(seed)).unwrap();
            prop_assert!(matches!((first, second), (Literal::Byte(_), Literal::Byte(_))));
        }
    }

    #[test]
    fn most_children_are_close_to_one_of_their_parents() {
        let mut rng = rng(1);
        let close_pairs = (0..1000).filter(|_| {
            let (a, b) = simulated_binary(0.0, 100.0, &mut rng);
            [a, b].iter().all(|it| it.abs().min((it - 100.0).abs()) < 25.0)
        });
        assert!(close_pairs.count() > 600);
    }

    #[test]
    fn parents_that_are_not_finite_are_not_recombined() {
        assert_eq!(simulated_binary(f64::INFINITY, 1.0, &mut rng(1)), (f64::INFINITY, 1.0));
    }

    #[test]
    fn methods_are_in_the_order_of_their_first_calls() {
        let call =
            |method| StatementKind::Call { method: MethodId(method), receiver: None, args: Args::new() };
        let statements = [call(7), call(3), call(7)].map(|kind| Statement { kind, ty: Type::Null });
        let calls = calls_by_method(&TestCase { statements: statements.into() });
        assert_eq!(calls, [(MethodId(7), vec![0, 2]), (MethodId(3), vec![1])]);
    }

    #[test]
    fn an_empty_string_is_not_recombined() {
        assert_eq!(swap_string_tails(&[], &[1], &mut rng(1)), None);
    }
}
