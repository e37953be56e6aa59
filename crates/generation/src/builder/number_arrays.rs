//! Arrays of increasing numbers. Code often requires such arrays, for example as the sample points of a
//! function.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::{Primitive, Type};

use super::{Builder, MAX_ARRAY_LENGTH};
use testcase::{Literal, StatementKind, Var};

/// Probability that the numbers of a new array increase.
const INCREASING_PROBABILITY: f64 = 0.2;
/// Probability that such an array is as long as another array of the test. Code often requires this, too.
const SAME_LENGTH_PROBABILITY: f64 = 0.5;
/// Minimum length of such an array, unless it is as long as another array.
const MIN_LENGTH: u32 = 2;
/// Maximum difference of two neighbours in such an array.
const MAX_STEP: i8 = 3;

impl<R: Rng> Builder<'_, R> {
    /// Creates an array of small increasing numbers. Returns `None` with some probability, or if the elements
    /// are no numbers.
    pub(super) fn increasing_numbers(&mut self, ty: &Type, element: &Type) -> Option<Var> {
        let &Type::Primitive(element) = element else { return None };
        if matches!(element, Primitive::Boolean | Primitive::Char)
            || !self.cluster.options.ordinary_tests
            || !self.rng.random_bool(INCREASING_PROBABILITY)
        {
            return None;
        }
        let length = self.length_of_array().filter(|_| self.rng.random_bool(SAME_LENGTH_PROBABILITY));
        let length = length.unwrap_or_else(|| self.rng.random_range(MIN_LENGTH..=MAX_ARRAY_LENGTH));
        let array = self.push(StatementKind::NewArray { length }, ty.clone());
        let mut number = self.rng.random_range(-2..=10);
        for index in 0..length {
            let value = self.literal(literal(element, number), Type::Primitive(element));
            self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
            number += self.rng.random_range(1..=MAX_STEP);
        }
        Some(array)
    }

    /// Returns the length of a random array of the test that is not empty.
    fn length_of_array(&mut self) -> Option<u32> {
        let length = |statement: &testcase::Statement| match statement.kind {
            StatementKind::NewArray { length } => Some(length),
            _ => None,
        };
        let statements = self.prefix.iter().chain(&self.added);
        statements.filter_map(length).filter(|&it| (1..=MAX_ARRAY_LENGTH).contains(&it)).choose(self.rng)
    }
}

fn literal(primitive: Primitive, number: i8) -> Literal {
    match primitive {
        Primitive::Byte => Literal::Byte(number),
        Primitive::Short => Literal::Short(number.into()),
        Primitive::Long => Literal::Long(number.into()),
        Primitive::Float => Literal::Float(number.into()),
        Primitive::Double => Literal::Double(number.into()),
        _ => Literal::Int(number.into()),
    }
}
