//! Objects of JDK types that the builder creates without a producer, and arguments that JDK methods accept.

use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use smallvec::smallvec;
use types::{ClassId, MethodId, Primitive, Type};

use super::accepted_values::{AcceptedValues, accepted_values};
use super::{Builder, is_convertible};
use crate::cluster::Cluster;
use testcase::{Literal, StatementKind, Var};

/// Probability that the builder chooses the arguments of a JDK method from the table of values that the
/// method accepts.
const ACCEPTED_PROBABILITY: f64 = 0.8;
/// Probability that the value for a wide type such as `Number` is a simple value: a string or boxed
/// primitive.
const SIMPLE_PROBABILITY: f64 = 0.7;
/// Probability that an `InputStream` reads the class file of the class under test.
const CLASS_FILE_PROBABILITY: f64 = 0.08;

impl<R: Rng> Builder<'_, R> {
    /// Creates an object of a JDK type without a producer: a stream of a class file, a string or boxed
    /// primitive for a wide type such as `Number`, or a reflection object. Returns `None` for other types,
    /// and sometimes at random.
    pub(super) fn library_object(&mut self, class: ClassId, ty: &Type, depth: u32) -> Option<Var> {
        if !self.cluster.options.content {
            return None;
        }
        let object = self.class_file_stream(class).or_else(|| self.simple_object(class, ty, depth));
        object.or_else(|| self.attempt(|this| this.reflected_member(class)))
    }

    /// Sometimes creates `Foo.class.getResourceAsStream("Foo.class")` for an `InputStream`, because code that
    /// parses class files needs a valid class file. `Foo` is the class under test.
    fn class_file_stream(&mut self, class: ClassId) -> Option<Var> {
        let Cluster { world, subject, .. } = *self.cluster;
        let (stream, method) = self.cluster.library().resource?;
        let subject_type = Type::class(subject);
        if class != stream
            || !self.cluster.can_name(&subject_type)
            || !self.rng.random_bool(CLASS_FILE_PROBABILITY)
        {
            return None;
        }
        let literal_type = Type::Class(world.class_class(), [subject_type.clone()].into());
        let literal = self.literal(Literal::Class(subject_type), literal_type);
        let name = world.name(subject).rsplit('.').next()?;
        let units = format!("{name}.class").encode_utf16().collect();
        let name = self.literal(Literal::String(units), Type::class(world.string()));
        let kind = StatementKind::Call { method, receiver: Some(literal), args: smallvec![name] };
        Some(self.push(kind, Type::class(stream)))
    }

    /// Selects or creates a string or boxed primitive for a wide JDK type such as `Number`.
    fn simple_object(&mut self, class: ClassId, ty: &Type, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let library = self.cluster.library();
        if !library.wide.contains(&class) || !self.rng.random_bool(SIMPLE_PROBABILITY) {
            return None;
        }
        let simple = library.simple.iter().map(|&class| Type::class(class));
        let chosen = simple.filter(|simple| is_convertible(world, simple, ty)).choose(self.rng)?;
        self.value(&chosen, false, depth + 1)
    }

    /// Returns the values that the parameters of a JDK method accept. Sometimes returns an empty list, so
    /// that tests also use other values.
    pub(super) fn accepted_values(&mut self, method: MethodId) -> &'static [AcceptedValues] {
        let Cluster { world, options, .. } = self.cluster;
        let method = world.method(method);
        if !options.content || !world.is_from_jdk(method.class) || !self.rng.random_bool(ACCEPTED_PROBABILITY)
        {
            return &[];
        }
        accepted_values(world.name(method.class), &method.name)
    }

    /// Creates a literal with a random accepted value. Returns `None` if all values are accepted, or if the
    /// accepted values do not fit the type.
    pub(super) fn accepted_value(&mut self, accepted: AcceptedValues, ty: &Type) -> Option<Var> {
        let string = Type::class(self.cluster.world.string());
        let number = match accepted {
            AcceptedValues::Any => return None,
            AcceptedValues::Strings(strings) => {
                let is_string = |_: &&&str| is_convertible(self.cluster.world, &string, ty);
                let chosen = strings.choose(self.rng).filter(is_string)?;
                return Some(self.literal(Literal::String(chosen.encode_utf16().collect()), string));
            }
            AcceptedValues::Range(min, max) => self.rng.random_range(min..=max),
            AcceptedValues::OneOf(numbers) => *numbers.choose(self.rng)?,
        };
        let Type::Primitive(primitive) = *ty else { return None };
        Some(self.literal(number_literal(primitive, number)?, ty.clone()))
    }
}

fn number_literal(primitive: Primitive, number: i32) -> Option<Literal> {
    match primitive {
        Primitive::Byte => Some(Literal::Byte(number as i8)),
        Primitive::Short => Some(Literal::Short(number as i16)),
        Primitive::Int => Some(Literal::Int(number)),
        Primitive::Long => Some(Literal::Long(number.into())),
        Primitive::Float => Some(Literal::Float(number as f32)),
        Primitive::Double => Some(Literal::Double(number.into())),
        Primitive::Boolean | Primitive::Char => None,
    }
}
