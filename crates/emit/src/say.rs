//! Assertions in the words of each library.

use testcase::Literal;
use types::{Primitive, Type, World};

use crate::check::{Check, Expected};
use crate::dialect::{Assertions, Framework};
use crate::java::{ClassName, Expr, Scope, Statement, Ty};
use crate::literal;
use crate::scope::Place;

/// Types of which AssertJ has an `assertThat` of its own, so that it does not compile for what is of two of them.
const ASSERTJ: [&str; 8] = [
    "java.lang.CharSequence",
    "java.lang.Comparable",
    "java.lang.Iterable",
    "java.util.Iterator",
    "java.util.Map",
    "java.util.concurrent.Future",
    "java.util.function.Predicate",
    "java.util.stream.BaseStream",
];

/// The assertion as an expression that is a statement.
pub(crate) fn check(place: &Place, check: Check) -> Expr {
    match place.dialect.assertions {
        Assertions::Plain => plain(place, check),
        Assertions::AssertJ => assertj(place, check),
        Assertions::Hamcrest => hamcrest(place, check),
    }
}

/// The assertion that a statement throws an exception.
pub(crate) enum Throws {
    /// All of it.
    Whole(Expr),
    /// What gives the exception, of whose message something is still to be said.
    Caught(Expr),
}

/// The assertion that a statement throws an exception of a class, perhaps with a message.
pub(crate) fn throws(place: &Place, class: Ty, statement: Statement, message: Option<&str>) -> Throws {
    let class = Expr::ClassLiteral(class);
    let code = Expr::Lambda { parameters: Vec::new(), body: Some(Box::new(statement)) };
    let framework = place.dialect.framework;
    match (place.dialect.assertions, message) {
        (Assertions::AssertJ, message) => {
            let thrown = imported(assertj_class(), "assertThatThrownBy", vec![code]);
            let thrown = select(thrown, "isInstanceOf", vec![class]);
            Throws::Whole(match message {
                Some(message) => select(thrown, "hasMessage", vec![text(message)]),
                None => thrown,
            })
        }
        (_, None) => Throws::Whole(imported(framework.assertions(), "assertThrows", vec![class, code])),
        (_, Some(_)) => {
            let name = if framework == Framework::TestNg { "expectThrows" } else { "assertThrows" };
            Throws::Caught(imported(framework.assertions(), name, vec![class, code]))
        }
    }
}

/// The assertion that an exception has a message.
pub(crate) fn message(place: &Place, exception: Expr, message: Option<&str>) -> Option<Expr> {
    let actual = select(exception, "getMessage", Vec::new());
    let expected = Expected::Literal(Literal::String(message?.encode_utf16().collect()));
    Some(check(place, Check { actual, ty: Type::class(place.world.string()), expected }))
}

fn text(text: &str) -> Expr {
    Expr::String(text.encode_utf16().collect())
}

fn plain(place: &Place, Check { actual, ty, expected }: Check) -> Expr {
    let framework = place.dialect.framework;
    let say = |name, args| imported(framework.assertions(), name, args);
    let equal = |name, expected, actual| match framework {
        Framework::TestNg => say("assertEquals", vec![actual, expected]),
        Framework::JUnit4 => say(name, [expected, actual].into_iter().chain(tolerance(&ty)).collect()),
        Framework::JUnit5 => say(name, vec![expected, actual]),
    };
    match expected {
        Expected::Null => say("assertNull", vec![actual]),
        Expected::NotNull => say("assertNotNull", vec![actual]),
        Expected::Boolean(value) => say(if value { "assertTrue" } else { "assertFalse" }, vec![actual]),
        // Compared as ints, a byte or a short needs no cast.
        Expected::Literal(literal) if matches!(ty, Type::Primitive(_)) => {
            equal("assertEquals", place.plain(&literal), actual)
        }
        Expected::Literal(literal) if framework != Framework::JUnit5 && is_box(place.world, &ty) => {
            equal("assertEquals", boxed(place, &literal, &ty), actual)
        }
        Expected::Literal(literal) => equal("assertEquals", place.exact(&literal), actual),
        Expected::Near(literal) => {
            let (expected, delta) = (place.exact(&literal), delta(&literal));
            match framework {
                Framework::TestNg => say("assertEquals", vec![actual, expected, delta]),
                _ => say("assertEquals", vec![expected, actual, delta]),
            }
        }
        Expected::Value(value) => equal("assertEquals", value, actual),
        Expected::Same(object) => match framework {
            Framework::TestNg => say("assertSame", vec![actual, object]),
            _ => say("assertSame", vec![object, actual]),
        },
        Expected::Array(array) => equal("assertArrayEquals", array, actual),
    }
}

/// JUnit 4 wants to know how near is near enough where it compares floating point numbers.
fn tolerance(ty: &Type) -> Option<Expr> {
    match ty {
        Type::Array(element) if matches!(**element, Type::Primitive(_)) => tolerance(element),
        Type::Primitive(Primitive::Double) => Some(Expr::Literal("0.0".to_owned())),
        Type::Primitive(Primitive::Float) => Some(Expr::Literal("0.0F".to_owned())),
        _ => None,
    }
}

fn is_box(world: &World, ty: &Type) -> bool {
    ty.class_id().is_some_and(|class| world.unboxed(class).is_some())
}

/// `Integer.valueOf(3)`: with `3` javac could not choose between comparing numbers and comparing objects.
fn boxed(place: &Place, literal: &Literal, ty: &Type) -> Expr {
    let class = place.class(ty.class_id().expect("a box is a class"));
    let args = vec![place.exact(literal)];
    Expr::Call { scope: Scope::Class(class), name: "valueOf".to_owned(), args }
}

fn assertj(place: &Place, Check { actual, ty, expected }: Check) -> Expr {
    let name = match special(place.world, &ty) {
        0 => "assertThat",
        1 => {
            // It takes a `List<? extends E>`.
            if place.world.is_raw(&ty) {
                place.unchecked();
            }
            "assertThat"
        }
        _ => "assertThatObject",
    };
    let that = imported(assertj_class(), name, vec![actual]);
    match expected {
        Expected::Null => select(that, "isNull", Vec::new()),
        Expected::NotNull => select(that, "isNotNull", Vec::new()),
        Expected::Boolean(value) => select(that, if value { "isTrue" } else { "isFalse" }, Vec::new()),
        Expected::Literal(literal) if is_nan(&literal) && matches!(ty, Type::Primitive(_)) => {
            select(that, "isNaN", Vec::new())
        }
        Expected::Literal(literal) => select(that, "isEqualTo", vec![place.exact(&literal)]),
        Expected::Near(literal) => {
            let within = imported(assertj_class(), "within", vec![delta(&literal)]);
            select(that, "isCloseTo", vec![place.exact(&literal), within])
        }
        Expected::Value(value) => select(that, "isEqualTo", vec![value]),
        Expected::Same(object) => select(that, "isSameAs", vec![object]),
        Expected::Array(Expr::NewArray(_, 0)) => select(that, "isEmpty", Vec::new()),
        Expected::Array(array) if is_nested(&ty) => select(that, "isDeepEqualTo", vec![array]),
        Expected::Array(array) => select(that, "isEqualTo", vec![array]),
    }
}

/// How many of AssertJ's special types it is one of.
fn special(world: &World, ty: &Type) -> usize {
    let Some(class) = ty.class_id().filter(|&class| class != world.string()) else { return 0 };
    let is = |name: &&&str| world.class_named(name).is_some_and(|known| world.is_subclass(class, known));
    ASSERTJ.iter().filter(is).count()
}

fn is_nan(literal: &Literal) -> bool {
    match literal {
        Literal::Float(value) => value.is_nan(),
        Literal::Double(value) => value.is_nan(),
        _ => false,
    }
}

fn is_nested(ty: &Type) -> bool {
    matches!(ty, Type::Array(element) if matches!(**element, Type::Array(_)))
}

fn hamcrest(place: &Place, Check { actual, ty, expected }: Check) -> Expr {
    let that = |actual, matcher| {
        imported(ClassName::top("org.hamcrest", "MatcherAssert"), "assertThat", vec![actual, matcher])
    };
    let matcher = |name| imported(ClassName::top("org.hamcrest", "Matchers"), name, Vec::new());
    let expected = match expected {
        Expected::Same(object) => {
            let class = ClassName::top("org.hamcrest", "Matchers");
            return that(actual, imported(class, "sameInstance", vec![object]));
        }
        Expected::Null => matcher("nullValue"),
        Expected::NotNull => matcher("notNullValue"),
        Expected::Boolean(value) => place.exact(&Literal::Boolean(value)),
        Expected::Literal(literal) => place.exact(&literal),
        Expected::Near(literal) => {
            // It only knows doubles.
            let (value, delta) = match literal {
                Literal::Float(value) => (widened(value), widened(literal::float_delta(value))),
                Literal::Double(value) => (value, literal::double_delta(value)),
                _ => unreachable!("it is a floating point number"),
            };
            let is_double = ty == Type::Primitive(Primitive::Double);
            let actual =
                if is_double { actual } else { Expr::Cast(Ty::Primitive("double"), Box::new(actual)) };
            let args = vec![literal::double(value), literal::double(delta)];
            return that(actual, imported(ClassName::top("org.hamcrest", "Matchers"), "closeTo", args));
        }
        Expected::Value(value) | Expected::Array(value) => value,
    };
    that(actual, imported(ClassName::top("org.hamcrest", "Matchers"), "is", vec![expected]))
}

/// The double that is written like a float.
fn widened(value: f32) -> f64 {
    value.to_string().parse().expect("what is printed of a float is a number")
}

/// How near is near enough.
fn delta(literal: &Literal) -> Expr {
    match *literal {
        Literal::Float(value) => literal::float(literal::float_delta(value)),
        Literal::Double(value) => literal::double(literal::double_delta(value)),
        _ => unreachable!("it is a floating point number"),
    }
}

fn assertj_class() -> ClassName {
    ClassName::top("org.assertj.core.api", "Assertions")
}

fn imported(class: ClassName, name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Imported(class), name: name.to_owned(), args }
}

fn select(from: Expr, name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Value(Box::new(from)), name: name.to_owned(), args }
}
