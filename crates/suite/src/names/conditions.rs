//! Conditions in the code of the tested method as parts of names.

use analysis::Outcome;
use analysis::conditions::{Condition, Operand, Origin, Relation};
use testcase::Literal;
use types::access::PRIVATE;
use types::{MethodId, World};

use super::facts::{argument_noun, character_word, decimal_word, text_words};
use super::words::{
    camel_case, capitalised, decapitalised, identifier, is_meaningful, literal_word, number_word,
};

/// Maximum length of a condition in a name, in bytes.
const MAX_LENGTH: usize = 40;

/// Returns the condition that holds in `method` for an outcome of a predicate, in words for the name of a
/// test: `amountGreaterThanBalance` or `emptyText`. Returns `None` if no short text describes the condition.
pub fn condition_words(
    world: &World,
    method: MethodId,
    condition: &Condition,
    outcome: &Outcome,
) -> Option<String> {
    let nouns = Nouns { world, method };
    let words = match (condition, outcome) {
        (Condition::Boolean { operand, jumps_if }, Outcome::Jump) => nouns.boolean(operand, *jumps_if),
        (Condition::Boolean { operand, jumps_if }, Outcome::Fall) => nouns.boolean(operand, !jumps_if),
        (Condition::Comparison { left, relation, right }, Outcome::Jump) => {
            nouns.comparison(left, *relation, right)
        }
        (Condition::Comparison { left, relation, right }, Outcome::Fall) => {
            nouns.comparison(left, relation.negated(), right)
        }
        (Condition::Switch { operand }, Outcome::Switch { keys, default }) => {
            nouns.switch(operand, keys, *default)
        }
        _ => None,
    };
    words.map(|words| decapitalised(&words)).filter(|words| words.len() <= MAX_LENGTH)
}

/// Finds nouns for the values that a method compares.
struct Nouns<'a> {
    world: &'a World,
    method: MethodId,
}

impl Nouns<'_> {
    /// Returns a noun for a value: `Balance` or `TextLength`. Returns `None` for `this`, and for a value that
    /// no short word describes.
    fn noun(&self, operand: &Operand) -> Option<String> {
        match &operand.origin {
            Origin::This | Origin::InstanceOf { .. } | Origin::Compared(_) => None,
            Origin::Parameter { index, .. } => Some(argument_noun(self.world, self.method, *index)),
            // A reader would take the new value of an assigned parameter for the argument.
            Origin::Variable(name) if self.is_parameter(name) => None,
            Origin::Variable(name) => is_telling(name).then(|| camel_case(name)),
            Origin::Null => Some("Null".to_owned()),
            Origin::Integer(value) => Some(number_word(*value)),
            Origin::Float(value) => {
                literal_word(&Literal::Double(*value)).or_else(|| decimal_word(&value.to_string()))
            }
            Origin::Text(text) if text.is_empty() => Some("Empty".to_owned()),
            Origin::Text(text) => text_words(text),
            Origin::Field { owner, name } => self.field(owner.as_deref(), name),
            Origin::Call { receiver, name, args } => self.result(receiver.as_deref(), name, args),
            // No reader knows the length of a computed array.
            Origin::Length(array) if matches!(array.origin, Origin::Call { .. }) => None,
            Origin::Length(array) => Some(format!("{}Length", self.noun(array)?)),
            // No reader understands a noun for a longer computation.
            Origin::Arithmetic { left, right, .. } if is_computed(left) || is_computed(right) => None,
            Origin::Arithmetic { left, operator, right } => {
                let operator = match operator {
                    '+' => "Plus",
                    '-' => "Minus",
                    '*' => "Times",
                    '/' => "DividedBy",
                    _ => "Modulo",
                };
                Some(format!("{}{operator}{}", self.noun(left)?, self.noun(right)?))
            }
        }
    }

    fn is_parameter(&self, name: &str) -> bool {
        self.world.method(self.method).argument_names.iter().any(|parameter| **parameter == *name)
    }

    fn field(&self, owner: Option<&Operand>, name: &str) -> Option<String> {
        let name = plain_field_name(name);
        let is_constant = !name.contains(char::is_lowercase);
        match owner {
            _ if name.contains('$') => None,
            None if is_constant => Some(camel_case(name)),
            Some(owner) if !is_this(owner) => Some(format!("{}{}", self.noun(owner)?, camel_case(name))),
            _ => Some(camel_case(name)),
        }
    }

    /// Returns a noun for the result of a call, such as `TextLength` or `TextCharAtZero`.
    fn result(&self, receiver: Option<&Operand>, name: &str, args: &[Operand]) -> Option<String> {
        let subject = match receiver {
            Some(receiver) if !is_this(receiver) => self.noun(receiver)?,
            _ => String::new(),
        };
        let is_copy = matches!(name, "toString" | "toLowerCase" | "toUpperCase" | "intern" | "clone");
        let is_noun = |rest: &&str| rest.starts_with(|c: char| c.is_uppercase());
        let property = capitalised(&identifier(name.strip_prefix("get").filter(is_noun).unwrap_or(name)));
        match args {
            _ if name.contains('$') || name == "hashCode" => None,
            _ if is_copy && !subject.is_empty() => Some(subject),
            [] if matches!(name, "trim" | "strip") && !subject.is_empty() => {
                Some(format!("Trimmed{subject}"))
            }
            [] => Some(format!("{subject}{property}")),
            [arg] if name.ends_with("ndexOf") => Some(format!("{subject}{property}{}", self.part(arg)?)),
            [arg] => Some(format!("{subject}{property}{}", self.noun(arg)?)),
            _ => None,
        }
    }

    fn boolean(&self, operand: &Operand, value: bool) -> Option<String> {
        match &operand.origin {
            Origin::InstanceOf { value: object, class } => {
                let is = if value { "Is" } else { "IsNot" };
                let simple = class.rsplit(['/', '$']).next().filter(|_| !class.starts_with('['))?;
                Some(format!("{}{is}{}", self.noun(object)?, identifier(simple)))
            }
            Origin::Call { receiver, name, args } => {
                self.boolean_call(receiver.as_deref(), name, args, value)
            }
            Origin::Field { owner: Some(owner), name } if !is_this(owner) => {
                let is = if value { "Is" } else { "IsNot" };
                Some(format!("{}{is}{}", self.noun(owner)?, capitalised(&identifier(name))))
            }
            Origin::Field { name, .. } => {
                let noun = self.noun(operand)?;
                let property = property_words("", &decapitalised(plain_field_name(name)), value);
                property.or_else(|| Some(if value { noun } else { format!("not{noun}") }))
            }
            _ => Some(format!("{}{}", self.noun(operand)?, if value { "True" } else { "False" })),
        }
    }

    fn boolean_call(
        &self,
        receiver: Option<&Operand>,
        name: &str,
        args: &[Operand],
        value: bool,
    ) -> Option<String> {
        // A static method, or a method of the class under test, is often about its first argument.
        let (subject, args) = match (receiver.filter(|receiver| !is_this(receiver)), args) {
            (Some(receiver), args) => (Some(receiver), args),
            (None, [first, rest @ ..]) => (Some(first), rest),
            (None, []) => (receiver.filter(|receiver| is_this(receiver)), args),
        };
        let noun = match subject {
            Some(subject) if !is_this(subject) => self.noun(subject)?,
            _ => String::new(),
        };
        let words = |positive: &str, negative: &str| if value { positive } else { negative }.to_owned();
        match (name, args) {
            ("isEmpty", []) => Some(format!("{}{noun}", words("empty", "nonEmpty"))),
            ("isBlank", []) => Some(format!("{}{noun}", words("blank", "nonBlank"))),
            ("equals" | "equalsIgnoreCase" | "contentEquals", [other]) => {
                let relation = if value { Relation::Equal } else { Relation::NotEqual };
                self.comparison(subject?, relation, other)
            }
            ("contains" | "containsKey" | "containsValue", [part]) => {
                Some(format!("{noun}{}{}", words("Contains", "Without"), self.noun(part)?))
            }
            ("startsWith", [part]) => {
                Some(format!("{noun}{}{}", words("StartsWith", "NotStartingWith"), self.noun(part)?))
            }
            ("endsWith", [part]) => {
                Some(format!("{noun}{}{}", words("EndsWith", "NotEndingWith"), self.noun(part)?))
            }
            (_, []) => property_words(&noun, name, value),
            _ => None,
        }
    }

    fn comparison(&self, left: &Operand, relation: Relation, right: &Operand) -> Option<String> {
        if is_constant(left) && !is_constant(right) {
            return self.comparison(right, mirrored(relation), left);
        }
        match (&left.origin, &right.origin) {
            // Only a reader of the code knows its variables.
            (Origin::Variable(_), Origin::Variable(_)) => None,
            (_, Origin::Null) => self.null(left, relation),
            (Origin::This, _) => self.identity(right, relation),
            (_, Origin::This) => self.identity(left, relation),
            (Origin::Call { receiver, name, args }, &Origin::Integer(value)) => {
                let special = self.compared_call(receiver.as_deref(), name, args, relation, value);
                special.unwrap_or_else(|| self.number(left, relation, value))
            }
            (Origin::Length(array), &Origin::Integer(value)) if is_about_zero(relation, value).is_some() => {
                let is_empty = is_about_zero(relation, value)?;
                Some(format!("{}{}", if is_empty { "empty" } else { "nonEmpty" }, self.noun(array)?))
            }
            (_, &Origin::Integer(value)) => self.number(left, relation, value),
            _ => self.relation(left, relation, &self.noun(right)?, is_constant(right)),
        }
    }

    fn null(&self, operand: &Operand, relation: Relation) -> Option<String> {
        match (relation, &operand.origin) {
            (Relation::Equal, _) => Some(format!("null{}", self.noun(operand)?)),
            // Almost every argument is not null, so that a name need not tell.
            (_, Origin::Parameter { .. }) => None,
            _ => Some(format!("nonNull{}", self.noun(operand)?)),
        }
    }

    fn identity(&self, operand: &Operand, relation: Relation) -> Option<String> {
        let noun = self.noun(operand).filter(|_| relation == Relation::Equal)?;
        Some(if is_constant(operand) { format!("is{noun}") } else { format!("same{noun}") })
    }

    /// Describes the comparison of a number or character with a constant.
    fn number(&self, operand: &Operand, relation: Relation, value: i64) -> Option<String> {
        if self.is_hidden_state(operand) {
            return None;
        }
        if operand.descriptor == "C" {
            let c = u32::try_from(value).ok().and_then(char::from_u32)?;
            // Only ASCII characters have words that distinguish them.
            let word = if c.is_ascii() && !c.is_control() { character_word(c) } else { number_word(value) };
            return self.relation(operand, relation, &word, true);
        }
        if value != 0 {
            return self.relation(operand, relation, &number_word(value), true);
        }
        let adjective = match relation {
            Relation::Equal => "zero",
            Relation::NotEqual => "nonZero",
            Relation::Less => "negative",
            Relation::AtLeast => "nonNegative",
            Relation::Greater => "positive",
            Relation::AtMost => "nonPositive",
        };
        Some(format!("{adjective}{}", self.noun(operand)?))
    }

    /// Returns whether a value is a private field of the object under test without an accessor, or is
    /// computed from such a field. A number in such a field is often a code without meaning for a reader.
    fn is_hidden_state(&self, operand: &Operand) -> bool {
        if let Origin::Arithmetic { left, right, .. } = &operand.origin {
            return self.is_hidden_state(left) || self.is_hidden_state(right);
        }
        let Origin::Field { owner: Some(owner), name } = &operand.origin else { return false };
        let class = self.world.class(self.world.method(self.method).class);
        let is_private = class.fields.iter().any(|&field| {
            let field = self.world.field(field);
            *field.name == **name && field.access & PRIVATE != 0
        });
        let is_accessor = |method: MethodId| {
            let method = self.world.method(method);
            let property = method.name.strip_prefix("get").unwrap_or(&method.name);
            method.arguments.is_empty() && property.eq_ignore_ascii_case(plain_field_name(name))
        };
        is_this(owner) && is_private && !class.methods.iter().any(|&method| is_accessor(method))
    }

    fn relation(&self, left: &Operand, relation: Relation, right: &str, is_constant: bool) -> Option<String> {
        let verb = match relation {
            Relation::Equal if is_constant => "Is",
            Relation::Equal => "Equals",
            Relation::NotEqual if is_constant => "IsNot",
            Relation::NotEqual => "DiffersFrom",
            Relation::Less => "LessThan",
            Relation::AtLeast => "AtLeast",
            Relation::Greater => "GreaterThan",
            Relation::AtMost => "AtMost",
        };
        Some(format!("{}{verb}{right}", self.noun(left)?))
    }

    /// Describes the comparison of the result of some well-known methods with a number. Returns `None` for
    /// other methods.
    fn compared_call(
        &self,
        receiver: Option<&Operand>,
        name: &str,
        args: &[Operand],
        relation: Relation,
        value: i64,
    ) -> Option<Option<String>> {
        match (name, receiver, args) {
            ("length" | "size" | "count", Some(receiver), []) => {
                let is_empty = is_about_zero(relation, value)?;
                let adjective = if is_empty { "empty" } else { "nonEmpty" };
                let noun = if is_this(receiver) { Some(String::new()) } else { self.noun(receiver) };
                Some(noun.map(|noun| format!("{adjective}{noun}")))
            }
            ("indexOf" | "lastIndexOf", Some(receiver), [part, ..]) => {
                let is_missing = match (relation, value) {
                    (Relation::Less, 0) | (Relation::Equal, -1) => true,
                    (Relation::AtLeast, 0) | (Relation::NotEqual | Relation::Greater, -1) => false,
                    _ => return None,
                };
                let verb = if is_missing { "Without" } else { "With" };
                let words = |noun: String| Some(format!("{noun}{verb}{}", self.part(part)?));
                Some(self.noun(receiver).and_then(words))
            }
            ("compareTo", Some(left), [right]) | ("compare", None, [left, right]) if value == 0 => {
                Some(self.comparison(left, relation, right))
            }
            _ => None,
        }
    }

    /// Returns a noun for a part of a text: a text, or a character that is passed as a number.
    fn part(&self, operand: &Operand) -> Option<String> {
        match operand.origin {
            Origin::Integer(value) => u32::try_from(value).ok().and_then(char::from_u32).map(character_word),
            _ => self.noun(operand),
        }
    }

    fn switch(&self, operand: &Operand, keys: &[i32], is_default: bool) -> Option<String> {
        let noun = self.noun(operand).filter(|_| !self.is_hidden_state(operand))?;
        match keys {
            _ if is_default => Some(format!("other{noun}")),
            [key] => self.number(operand, Relation::Equal, i64::from(*key)),
            _ => None,
        }
    }
}

fn is_computed(operand: &Operand) -> bool {
    matches!(operand.origin, Origin::Arithmetic { .. })
}

/// Describes a boolean property, such as `listHasNext` or `notClosed`. `noun` is empty for a property of the
/// object under test.
fn property_words(noun: &str, name: &str, value: bool) -> Option<String> {
    let (verb, property) = ["is", "has", "can"].iter().find_map(|verb| {
        let property = name.strip_prefix(verb)?;
        property.starts_with(|c: char| c.is_uppercase()).then(|| (*verb, identifier(property)))
    })?;
    let verb = match (verb, value) {
        ("is", true) if noun.is_empty() => "",
        ("is", false) if noun.is_empty() => "not",
        ("is", true) => "Is",
        ("is", false) => "IsNot",
        ("has", true) => "Has",
        ("has", false) => "HasNo",
        (_, true) => "Can",
        (_, false) => "Cannot",
    };
    Some(format!("{noun}{verb}{property}"))
}

/// Returns the name of a field without the prefixes that some conventions put before it: `Context` for
/// `mContext`, and `name` for `_name`. A local class stores the variables that it uses in fields such as
/// `val$name`.
fn plain_field_name(name: &str) -> &str {
    let name = name.strip_prefix("val$").unwrap_or(name).trim_start_matches('_');
    let rest = name.strip_prefix(['i', 'm', 'f']);
    rest.filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase())).unwrap_or(name)
}

/// Returns whether the name of a local variable tells a reader of the test what the variable means.
fn is_telling(name: &str) -> bool {
    const VAGUE: [&str; 5] = ["result", "temp", "value", "flag", "object"];
    name.len() > 3 && is_meaningful(name) && !VAGUE.contains(&name)
}

/// Returns whether a value is the object whose method runs, or the object of its enclosing class.
fn is_this(operand: &Operand) -> bool {
    match &operand.origin {
        Origin::This => true,
        Origin::Field { name, .. } => name.starts_with("this$"),
        _ => false,
    }
}

/// Returns whether a value is a constant of the source, such as `5` or `Level.HIGH`.
fn is_constant(operand: &Operand) -> bool {
    match &operand.origin {
        Origin::Null | Origin::Integer(_) | Origin::Float(_) | Origin::Text(_) => true,
        Origin::Field { owner: None, name } => !name.contains(char::is_lowercase),
        _ => false,
    }
}

/// Returns the relation with exchanged operands.
fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::Greater => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
        Relation::AtMost => Relation::AtLeast,
        relation => relation,
    }
}

/// Returns whether a number that is not negative is zero, if its relation to `value` shows it.
fn is_about_zero(relation: Relation, value: i64) -> Option<bool> {
    match (relation, value) {
        (Relation::Equal | Relation::AtMost, 0) | (Relation::Less, 1) => Some(true),
        (Relation::NotEqual | Relation::Greater, 0) | (Relation::AtLeast, 1) => Some(false),
        _ => None,
    }
}
