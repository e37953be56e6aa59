//! Ordinary use: the values that people pass in everyday use of a method, and tests that show the result.

use std::collections::BTreeMap;

use types::{MethodId, Type};

use crate::{Args, Literal, Statement, StatementKind, Stored, TestCase, Var};

/// Maximum magnitude of an ordinary number.
const MAX_NUMBER: f64 = 1e6;
/// Maximum length of an ordinary text, in UTF-16 code units.
const MAX_TEXT: usize = 60;

impl TestCase {
    /// Returns for each statement whether it is ordinary. A call is ordinary if the receiver and all
    /// arguments are ordinary, no object occurs twice among the arguments, and the receiver is no argument.
    ///
    /// Ordinary values are numbers of moderate size, texts that contain only printable characters, arrays
    /// that contain only ordinary values, stubs, and results of ordinary calls. Null, empty texts and empty
    /// arrays are not ordinary. An object is no longer ordinary after a call that is not ordinary, because
    /// the object can have stored an argument.
    pub fn ordinary_statements(&self) -> Vec<bool> {
        let mut values = OrdinaryValues { test: self, is_ordinary: Vec::new(), nulls: BTreeMap::new() };
        self.statements.iter().map(|statement| values.add(statement)).collect()
    }

    /// Returns whether the test shows what a call does: each later call of a method for which `is_tested`
    /// returns true only queries the result. A query returns a value or fills a new object, and all its
    /// arguments are created after the call.
    pub fn shows(&self, call: usize, is_tested: &dyn Fn(MethodId) -> bool) -> bool {
        self.statements[call + 1..]
            .iter()
            .filter(|later| later.called_method().is_some_and(is_tested))
            .all(|later| self.is_query_after(call, later))
    }

    fn is_query_after(&self, call: usize, later: &Statement) -> bool {
        let StatementKind::Call { args, .. } = &later.kind else { return false };
        let is_new_object = |arg: &Var| match &self.definition(*arg).kind {
            StatementKind::Construct { args, .. } => args.is_empty(),
            _ => false,
        };
        args.iter().all(|arg| arg.0 as usize > call)
            && (later.ty != Type::Void || args.iter().any(is_new_object))
    }
}

/// The variables of the statements so far.
struct OrdinaryValues<'t> {
    test: &'t TestCase,
    /// For each variable, whether its value is ordinary now.
    is_ordinary: Vec<bool>,
    /// For each array of objects, the indexes at which the array contains null.
    nulls: BTreeMap<Var, Vec<u32>>,
}

impl OrdinaryValues<'_> {
    /// Adds the next statement, and returns whether it is ordinary.
    fn add(&mut self, statement: &Statement) -> bool {
        let is_ordinary = self.is_ordinary(statement);
        match &statement.kind {
            StatementKind::Assign { target, value } => self.set(*target, self.get(*value)),
            StatementKind::WriteElement { array, index, value } => {
                let is_value_ordinary = self.get(*value);
                self.write_element(*array, *index, is_value_ordinary);
            }
            StatementKind::Call { receiver: Some(receiver), .. }
            | StatementKind::WriteField { receiver: Some(receiver), .. }
                if !is_ordinary =>
            {
                self.set(*receiver, false);
            }
            _ => {}
        }
        let array = Var(self.is_ordinary.len() as u32);
        self.is_ordinary.push(is_ordinary);
        if let (StatementKind::NewArray { length }, Type::Array(element)) = (&statement.kind, &statement.ty)
            && !matches!(**element, Type::Primitive(_))
        {
            self.nulls.insert(array, (0..*length).collect());
            self.set(array, false);
        }
        is_ordinary
    }

    /// Records that an element of an array is written. An array of objects is ordinary when ordinary values
    /// have replaced all its nulls.
    fn write_element(&mut self, array: Var, index: u32, is_value_ordinary: bool) {
        if !is_value_ordinary {
            self.nulls.remove(&array);
            self.set(array, false);
        } else if let Some(nulls) = self.nulls.get_mut(&array) {
            nulls.retain(|&null| null != index);
            if nulls.is_empty() {
                self.set(array, true);
            }
        }
    }

    fn get(&self, var: Var) -> bool {
        self.is_ordinary[var.0 as usize]
    }

    fn set(&mut self, var: Var, is_ordinary: bool) {
        self.is_ordinary[var.0 as usize] = is_ordinary;
    }

    fn is_ordinary(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Literal(literal) => literal.is_ordinary(),
            StatementKind::Construct { receiver, args, .. } | StatementKind::Call { receiver, args, .. } => {
                self.are_ordinary_arguments(*receiver, args)
            }
            StatementKind::NewArray { length } => *length > 0,
            StatementKind::TempFile { stored: Stored::Text(text), .. } => self.get(*text),
            _ => {
                let mut is_ordinary = true;
                statement.uses(|var| is_ordinary &= self.get(var));
                is_ordinary
            }
        }
    }

    fn are_ordinary_arguments(&self, receiver: Option<Var>, args: &Args) -> bool {
        let is_repeated = |index: usize| args[..index].contains(&args[index]) && self.is_object(args[index]);
        receiver.is_none_or(|receiver| self.get(receiver) && !args.contains(&receiver))
            && args.iter().all(|&arg| self.get(arg))
            && !(0..args.len()).any(is_repeated)
    }

    /// Returns whether a variable holds an object that has an identity for a reader. Literals have none.
    fn is_object(&self, var: Var) -> bool {
        !matches!(self.test.definition(var).kind, StatementKind::Literal(_))
    }
}

impl Literal {
    /// Returns whether the literal is a value that people pass in everyday use. Null, empty, long and
    /// unprintable texts, and extreme numbers are not.
    pub fn is_ordinary(&self) -> bool {
        match self {
            Literal::Null => false,
            Literal::Boolean(_)
            | Literal::Byte(_)
            | Literal::Short(_)
            | Literal::Enum(_)
            | Literal::Class(_) => true,
            Literal::Char(unit) => is_printable(&[*unit]),
            Literal::Int(number) => is_ordinary_number(f64::from(*number)),
            Literal::Long(number) => is_ordinary_number(*number as f64),
            Literal::Float(number) => is_ordinary_number(f64::from(*number)),
            Literal::Double(number) => is_ordinary_number(*number),
            Literal::String(text) => (1..=MAX_TEXT).contains(&text.len()) && is_printable(text),
        }
    }
}

/// Returns whether a number is finite and of moderate size.
fn is_ordinary_number(number: f64) -> bool {
    number.abs() <= MAX_NUMBER
}

/// Returns whether a text contains only complete characters, and no control characters.
fn is_printable(text: &[u16]) -> bool {
    char::decode_utf16(text.iter().copied()).all(|it| it.is_ok_and(|character| !character.is_control()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use types::{ClassId, Primitive};

    use super::*;

    /// Returns a statement of any class type.
    fn object(kind: StatementKind) -> Statement {
        Statement { kind, ty: Type::Class(ClassId(0), Arc::from([])) }
    }

    fn literal(literal: Literal) -> Statement {
        object(StatementKind::Literal(literal))
    }

    fn text(text: &str) -> Statement {
        literal(Literal::String(text.encode_utf16().collect()))
    }

    fn call(receiver: Option<u32>, args: &[u32]) -> Statement {
        let args = args.iter().copied().map(Var).collect();
        object(StatementKind::Call { method: MethodId(0), receiver: receiver.map(Var), args })
    }

    fn void(statement: Statement) -> Statement {
        Statement { ty: Type::Void, ..statement }
    }

    fn new() -> Statement {
        object(StatementKind::Construct { constructor: MethodId(0), receiver: None, args: Args::new() })
    }

    /// Returns whether the last statement of a test is ordinary.
    fn is_last_ordinary(statements: &[Statement]) -> bool {
        *TestCase { statements: statements.to_vec() }.ordinary_statements().last().unwrap()
    }

    #[test]
    fn a_call_with_moderate_numbers_and_printable_texts_is_ordinary() {
        assert!(is_last_ordinary(&[literal(Literal::Int(-12)), text("name"), call(None, &[0, 1])]));
    }

    #[test]
    fn a_call_with_null_an_empty_or_unprintable_text_or_an_extreme_number_is_not_ordinary() {
        let unusual = [
            literal(Literal::Null),
            text(""),
            text("\u{7}"),
            literal(Literal::String([0xD800].into())),
            literal(Literal::Int(i32::MIN)),
            literal(Literal::Double(f64::NAN)),
            literal(Literal::Float(f32::INFINITY)),
        ];
        for argument in unusual {
            assert!(!is_last_ordinary(&[argument.clone(), call(None, &[0])]), "{argument:?}");
        }
    }

    #[test]
    fn a_call_is_not_ordinary_if_the_receiver_is_an_argument_or_an_object_occurs_twice() {
        assert!(!is_last_ordinary(&[new(), call(Some(0), &[0])]));
        assert!(!is_last_ordinary(&[new(), new(), call(Some(0), &[1, 1])]));
        assert!(is_last_ordinary(&[new(), new(), new(), call(Some(0), &[1, 2])]));
        assert!(is_last_ordinary(&[new(), literal(Literal::Int(1)), call(Some(0), &[1, 1])]));
    }

    #[test]
    fn an_object_that_received_null_is_not_ordinary() {
        let null = literal(Literal::Null);
        assert!(!is_last_ordinary(&[new(), null.clone(), call(Some(0), &[1]), call(Some(0), &[])]));
        assert!(!is_last_ordinary(&[null, call(None, &[0]), call(Some(1), &[])]));
    }

    #[test]
    fn an_array_is_ordinary_if_its_elements_are() {
        let array = |element: Type, length| Statement {
            kind: StatementKind::NewArray { length },
            ty: Type::Array(Arc::new(element)),
        };
        let numbers = |length| array(Type::Primitive(Primitive::Int), length);
        let objects = |length| array(Type::Class(ClassId(0), Arc::from([])), length);
        let write = |array, value| {
            object(StatementKind::WriteElement { array: Var(array), index: 0, value: Var(value) })
        };
        assert!(is_last_ordinary(&[numbers(2), call(None, &[0])]));
        assert!(!is_last_ordinary(&[numbers(0), call(None, &[0])]));
        assert!(!is_last_ordinary(&[objects(1), call(None, &[0])]));
        assert!(is_last_ordinary(&[objects(1), text("a"), write(0, 1), call(None, &[0])]));
        assert!(!is_last_ordinary(&[objects(2), text("a"), write(0, 1), call(None, &[0])]));
        assert!(!is_last_ordinary(&[objects(1), text(""), write(0, 1), call(None, &[0])]));
    }

    /// Returns whether a test shows the call with the index `index`, if all methods are tested.
    fn shows(statements: &[Statement], index: usize) -> bool {
        TestCase { statements: statements.to_vec() }.shows(index, &|_| true)
    }

    #[test]
    fn a_test_shows_a_call_if_only_queries_follow() {
        let query = [new(), call(Some(0), &[]), text("a"), call(Some(0), &[2])];
        assert!(shows(&query, 1));
        let fills_new_object = [new(), call(Some(0), &[]), new(), void(call(Some(0), &[2]))];
        assert!(!shows(&fills_new_object, 0), "the constructor of the new object is a tested call");
        assert!(shows(&[call(None, &[]), text("a"), call(None, &[1])], 0));
    }

    #[test]
    fn a_test_does_not_show_a_call_before_another_tested_call() {
        assert!(!shows(&[call(None, &[]), text("a"), void(call(None, &[1]))], 0));
        assert!(!shows(&[call(None, &[]), call(None, &[0])], 0), "the result is an argument");
        assert!(!shows(&[text("a"), call(None, &[0]), call(None, &[0])], 1));
    }

    #[test]
    fn calls_of_other_methods_do_not_matter_for_what_a_test_shows() {
        let test = TestCase { statements: vec![call(None, &[]), call(None, &[0])] };
        assert!(test.shows(0, &|_| false));
    }
}
