//! Values as people write them in tests: zeros, ones, short words.

use std::sync::Arc;

use types::access::STATIC;
use types::{Deprecated, Kind, MethodId, Primitive, Type, World};

use testcase::{Args, Literal, Statement, StatementKind, TestCase, Var};

/// Numbers that people write, the plainest first.
const NUMBERS: [i64; 10] = [0, 1, -1, 2, 3, 5, 10, 100, 1000, -2];
const FRACTIONS: [f64; 9] = [0.0, 1.0, -1.0, 2.0, 0.5, 3.0, 10.0, 100.0, 1.5];
const CHARACTERS: &[u8] = b"ab0 A1-";
/// Longest text that is put in the place of the call that gave it, in UTF-16 units.
const LONGEST: usize = 60;
/// Most parameters of a constructor that is given nothing, and what it is given for texts.
const MOST_ARGUMENTS: usize = 3;
const TEXTS: [Option<&str>; 2] = [None, Some("")];
/// What has to be saved for an object to give way to null.
const MUCH: usize = 2;
/// Most ways to shorten a text that are tried at a time.
const CUTS: usize = 32;

/// The same test with a plainer value in a statement, the plainest first: each is plainer than the value there, so that
/// trying them ends.
pub fn plainer(test: &TestCase, at: usize) -> Vec<TestCase> {
    match &test.statements[at].kind {
        StatementKind::Literal(literal) => {
            literals(literal).into_iter().map(|literal| with_literal(test, at, literal)).collect()
        }
        StatementKind::NewArray { length } => {
            let lengths = [0, 1, length / 2, length.saturating_sub(1)];
            let mut shorter: Vec<u32> = lengths.into_iter().filter(|it| it < length).collect();
            shorter.dedup();
            let shorten = |length: u32| {
                let mut shorter = test.clone();
                shorter.set_array_length(at, length);
                shorter
            };
            shorter.into_iter().map(shorten).collect()
        }
        _ => Vec::new(),
    }
}

/// The test with a value in the place of the call or field that gave it, and without what only that needed; `None` if there is
/// none, or the value is none that is written.
pub fn with_value(test: &TestCase, at: usize, value: &Literal) -> Option<TestCase> {
    let statement = &test.statements[at];
    let gives = matches!(
        statement.kind,
        StatementKind::Call { .. } | StatementKind::ReadField { .. } | StatementKind::Construct { .. }
    );
    let short = !matches!(value, Literal::String(text) if text.len() > LONGEST);
    let used = test.statements.iter().any(|other| other.mentions(Var(at as u32)));
    if !gives || !short || !used || statement.ty == Type::Void {
        return None;
    }
    let mut plainer = with_literal(test, at, value.clone());
    plainer.remove_unused_since(test);
    Some(plainer)
}

/// The test with a new `Object` in the place of one of a class that nobody asks for: it is only given where any object may be.
/// `None` where that is not so, or it is written in few words as it is.
pub fn with_object(world: &World, test: &TestCase, at: usize) -> Option<TestCase> {
    let var = Var(at as u32);
    let object = Type::class(world.object());
    let is_literal = matches!(test.statements[at].kind, StatementKind::Literal(_));
    let mut uses = test.statements.iter().filter(|statement| statement.mentions(var)).peekable();
    if is_literal || test.statements[at].ty == object || uses.peek().is_none() {
        return None;
    }
    let constructor = *world.class(world.object()).constructors.first()?;
    let fits = |statement: &Statement| is_any_object(world, statement, var);
    uses.all(fits).then(|| {
        let mut plainer = test.clone();
        let kind = StatementKind::Construct { constructor, receiver: None, args: Args::new() };
        plainer.statements[at] = Statement { kind, ty: object };
        plainer.remove_unused_since(test);
        plainer
    })
}

/// The test with null in the place of an object that takes much to make; `None` where that is not so, or something is done with it.
pub fn with_null(test: &TestCase, at: usize) -> Option<TestCase> {
    let var = Var(at as u32);
    let is_object = matches!(test.statements[at].ty, Type::Class(..))
        && !matches!(test.statements[at].kind, StatementKind::Literal(_));
    let mut uses = test.statements.iter().filter(|statement| statement.mentions(var)).peekable();
    if !is_object || uses.peek().is_none() || uses.any(|it| it.receiver() == Some(var)) {
        return None;
    }
    let mut plainer = with_literal(test, at, Literal::Null);
    plainer.remove_unused_since(test);
    (plainer.size() + MUCH <= test.size()).then_some(plainer)
}

/// Smaller tests, each with an object that a constructor makes of nothing in the place of one that a call or a field gave: zeros, and
/// null or empty texts.
pub fn with_constructor(world: &World, package: &str, test: &TestCase, at: usize) -> Vec<TestCase> {
    let statement = &test.statements[at];
    let gives = matches!(statement.kind, StatementKind::Call { .. } | StatementKind::ReadField { .. });
    let used = test.statements.iter().any(|other| other.mentions(Var(at as u32)));
    let Some(class) = statement.ty.class_id().filter(|_| gives && used) else { return Vec::new() };
    let class = world.class(class);
    let is_inner = class.outer.is_some() && class.access & STATIC == 0;
    if class.is_abstract() || is_inner || !class.parameters.is_empty() || class.kind != Kind::Class {
        return Vec::new();
    }
    let is_usable = |id: &MethodId| {
        let constructor = world.method(*id);
        world.is_accessible_class(class.id, package)
            && world.is_accessible_member(constructor.access, class.id, package)
            && constructor.deprecated == Deprecated::No
            && constructor.arguments.len() <= MOST_ARGUMENTS
    };
    let usable = class.constructors.iter().copied().filter(is_usable);
    let made = usable.flat_map(|id| TEXTS.map(|text| constructed(world, test, at, id, text)));
    let mut smaller: Vec<TestCase> = made.flatten().filter(|made| made.size() < test.size()).collect();
    smaller.dedup();
    smaller
}

/// The test with an object of a constructor, all texts of which are that one; `None` where a parameter is of no plain type.
fn constructed(
    world: &World,
    test: &TestCase,
    at: usize,
    constructor: MethodId,
    text: Option<&str>,
) -> Option<TestCase> {
    let arguments = world.method(constructor).arguments.iter();
    let values = arguments.map(|ty| nothing(world, ty, text)).collect::<Option<Vec<Statement>>>()?;
    let mut made = test.clone();
    made.statements[at].kind = StatementKind::Construct { constructor, receiver: None, args: Args::new() };
    made.remove_unused_since(test);
    // What goes stands before it.
    let at = at + made.len() - test.len();
    let count = values.len();
    made.splice(at, values);
    let vars = (at..at + count).map(|index| Var(index as u32)).collect();
    if let StatementKind::Construct { args, .. } = &mut made.statements[at + count].kind {
        *args = vars;
    }
    Some(made)
}

/// Zero, a text, or null.
fn nothing(world: &World, ty: &Type, text: Option<&str>) -> Option<Statement> {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let literal = match ty {
        Type::Primitive(Boolean) => Literal::Boolean(false),
        Type::Primitive(Byte) => Literal::Byte(0),
        Type::Primitive(Char) => Literal::Char(u16::from(b'a')),
        Type::Primitive(Short) => Literal::Short(0),
        Type::Primitive(Int) => Literal::Int(0),
        Type::Primitive(Long) => Literal::Long(0),
        Type::Primitive(Float) => Literal::Float(0.0),
        Type::Primitive(Double) => Literal::Double(0.0),
        Type::Class(class, _) if *class == world.string() => {
            text.map_or(Literal::Null, |text| Literal::String(text.encode_utf16().collect()))
        }
        Type::Class(..) | Type::Array(_) => Literal::Null,
        _ => return None,
    };
    Some(Statement { kind: StatementKind::Literal(literal), ty: world.erase(ty) })
}

/// Whether a statement does nothing with a variable but give it to parameters of type `Object`.
fn is_any_object(world: &World, statement: &Statement, var: Var) -> bool {
    let (StatementKind::Call { method, receiver, args }
    | StatementKind::Construct { constructor: method, receiver, args }) = &statement.kind
    else {
        return false;
    };
    let object = Type::class(world.object());
    let takes_any = |(arg, ty): (&Var, &Type)| *arg != var || *ty == object;
    *receiver != Some(var) && args.iter().zip(&world.method(*method).arguments).all(takes_any)
}

/// The test with an earlier variable that holds the same object in the place of a variable, and without what then nobody needs;
/// `None` if they are not of one type, or the variable is not used.
pub fn with_variable(test: &TestCase, at: usize, same: Var) -> Option<TestCase> {
    let var = Var(at as u32);
    let used = test.statements.iter().any(|other| other.mentions(var));
    if !used || test.definition(same).ty != test.definition(var).ty {
        return None;
    }
    let mut changed = test.clone();
    for statement in &mut changed.statements {
        statement.uses_mut(|it| *it = if *it == var { same } else { *it });
    }
    changed.retain(|index| index != at);
    Some(changed)
}

fn with_literal(test: &TestCase, at: usize, literal: Literal) -> TestCase {
    let mut changed = test.clone();
    changed.statements[at].kind = StatementKind::Literal(literal);
    changed
}

/// Plainer values of the same kind.
fn literals(literal: &Literal) -> Vec<Literal> {
    match *literal {
        Literal::Byte(value) => integers(value.into()).map(|it| Literal::Byte(it as i8)).collect(),
        Literal::Short(value) => integers(value.into()).map(|it| Literal::Short(it as i16)).collect(),
        Literal::Int(value) => integers(value.into()).map(|it| Literal::Int(it as i32)).collect(),
        Literal::Long(value) => integers(value).map(Literal::Long).collect(),
        Literal::Float(value) => {
            // What is plainer with more digits may be the same with fewer.
            let plainer = fractions(value.into()).map(|it| it as f32).filter(|it| *it != value);
            plainer.map(Literal::Float).collect()
        }
        Literal::Double(value) => fractions(value).map(Literal::Double).collect(),
        Literal::Char(value) => characters(value).map(Literal::Char).collect(),
        Literal::String(ref text) => texts(text).into_iter().map(Literal::String).collect(),
        _ => Vec::new(),
    }
}

/// How little a number is what people write.
fn oddity(value: i64) -> (usize, u64) {
    let known = NUMBERS.iter().position(|it| *it == value);
    (known.unwrap_or(NUMBERS.len()), value.unsigned_abs())
}

fn integers(value: i64) -> impl Iterator<Item = i64> {
    let round = 10_i64.pow(value.unsigned_abs().checked_ilog10().unwrap_or(0).min(18));
    // By halves, quarters and so on: whatever the least that will do, it is not far.
    let steps = std::iter::successors(Some(value / 2), |step| Some(step / 2)).take_while(|step| *step != 0);
    let near = std::iter::once(value / round * round).chain(steps.map(|step| value - step));
    let mut plainer: Vec<i64> = NUMBERS.into_iter().chain(near).collect();
    plainer.retain(|it| oddity(*it) < oddity(value) && it.unsigned_abs() <= value.unsigned_abs());
    plainer.dedup();
    plainer.into_iter()
}

fn fractions(value: f64) -> impl Iterator<Item = f64> {
    let digits = |value: f64| format!("{value:e}").len();
    let known = FRACTIONS.iter().position(|it| it.to_bits() == value.to_bits()).unwrap_or(FRACTIONS.len());
    let near = [value.trunc(), value.round(), (value * 10.0).round() / 10.0, (value * 100.0).round() / 100.0];
    let mut plainer: Vec<f64> = FRACTIONS[..known].to_vec();
    // Of what is neither a number nor finite these say it as plainly as can be.
    plainer.extend(near.into_iter().filter(|it| {
        known == FRACTIONS.len() && value.is_finite() && it.is_finite() && digits(*it) < digits(value)
    }));
    plainer.into_iter()
}

fn characters(value: u16) -> impl Iterator<Item = u16> {
    let known = CHARACTERS.iter().position(|it| u16::from(*it) == value).unwrap_or(CHARACTERS.len());
    CHARACTERS[..known].iter().map(|it| u16::from(*it))
}

/// Shorter texts, then those of plainer characters.
fn texts(text: &[u16]) -> Vec<Arc<[u16]>> {
    let a = u16::from(b'a');
    let mut plainer: Vec<Vec<u16>> = Vec::new();
    if !text.is_empty() {
        plainer.push(Vec::new());
    }
    if text.len() > 1 || text.len() == 1 && text[0] != a {
        plainer.push(vec![a]);
    }
    plainer.extend(cuts(text).take(CUTS));
    let odd = text.iter().enumerate().filter(|(_, unit)| **unit != a && !is_lower(**unit));
    let replaced = odd.map(|(at, _)| [&text[..at], &[a], &text[at + 1..]].concat());
    plainer.extend(replaced.take(CUTS));
    plainer.into_iter().map(Into::into).collect()
}

fn is_lower(unit: u16) -> bool {
    (u16::from(b'a')..=u16::from(b'z')).contains(&unit)
}

/// A text without one of its halves, quarters and so on.
fn cuts(text: &[u16]) -> impl Iterator<Item = Vec<u16>> {
    let sizes =
        std::iter::successors(Some(text.len() / 2), |size| Some(size / 2)).take_while(|size| *size > 0);
    sizes.flat_map(move |size| {
        let starts = (0..text.len()).step_by(size);
        starts.map(move |start| [&text[..start], &text[(start + size).min(text.len())..]].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn all_texts(of: &str) -> Vec<String> {
        texts(&text(of)).iter().map(|it| String::from_utf16_lossy(it)).collect()
    }

    #[test]
    fn a_number_is_pulled_toward_zero() {
        assert_eq!(integers(7).collect::<Vec<_>>(), [0, 1, -1, 2, 3, 5, -2, 4, 6]);
        assert_eq!(integers(-1234).last(), Some(-1233));
        assert_eq!(integers(0).count(), 0);
        assert_eq!(integers(i64::MIN).next(), Some(0));
    }

    #[test]
    fn the_least_number_that_will_do_is_found_in_few_steps() {
        for (begin, least) in [(500, 101), (i64::MAX, i64::MAX / 2), (1 << 40, 12_345)] {
            let (mut value, mut tries) = (begin, 0);
            while let Some(plainer) = integers(value).inspect(|_| tries += 1).find(|it| *it >= least) {
                value = plainer;
            }
            assert_eq!(value, least);
            assert!(tries < 3000, "{tries}");
        }
    }

    #[test]
    fn a_fraction_loses_its_digits() {
        let found: Vec<f64> = fractions(7.23456).collect();
        assert_eq!(found, [0.0, 1.0, -1.0, 2.0, 0.5, 3.0, 10.0, 100.0, 1.5, 7.0, 7.0, 7.2, 7.23]);
        assert_eq!(fractions(1.0).collect::<Vec<_>>(), [0.0]);
        assert_eq!(fractions(f64::NAN).count(), FRACTIONS.len());
    }

    #[test]
    fn a_text_is_cut_then_made_of_letters() {
        assert_eq!(all_texts("x-1"), ["", "a", "-1", "x1", "x-", "xa1", "x-a"]);
        assert_eq!(all_texts("a"), [""]);
        assert!(all_texts("").is_empty());
    }

    #[test]
    fn trying_plainer_values_ends() {
        for literal in
            [Literal::Int(i32::MIN), Literal::Double(-1e300), Literal::String(text("Zz9 ∆").into())]
        {
            let mut steps = 0;
            let mut value = literal;
            while let Some(plainer) = literals(&value).pop() {
                value = plainer;
                steps += 1;
                assert!(steps < 1 << 20);
                if let Literal::Int(number) = value {
                    value = Literal::Int(number / 2);
                }
            }
        }
    }
}
