//! Tests of the conditions of predicates. The cases are in `tests/conditions/*.md`.

mod literate;

use std::path::Path;

use analysis::conditions::{Condition, Operand, Origin, Relation, conditions};
use analysis::{Method, Program};
use classfile::ClassFile;

#[test]
fn conditions_are_as_described_in_the_markdown_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conditions");
    let sections = literate::check(&folder, |section| {
        let program = Program::new(&section.classes.iter().collect::<Vec<&ClassFile>>()).unwrap();
        program.methods.iter().flat_map(|method| describe(&section.classes, method)).collect()
    });
    assert!(sections > 4);
}

/// Describes the condition of each predicate of a method for the outcome *jump*.
fn describe(classes: &[ClassFile], method: &Method) -> Vec<String> {
    let class = classes.iter().find(|class| class.name().unwrap() == &*method.class).unwrap();
    let conditions = conditions(class, &method.name, &method.descriptor, &method.predicates).unwrap();
    let line = |condition: &Option<Condition>| {
        let text = condition.as_ref().map_or_else(|| "unknown".to_owned(), text);
        format!("{}: {text}\n", method.name)
    };
    conditions.iter().map(line).collect()
}

fn text(condition: &Condition) -> String {
    match condition {
        Condition::Boolean { operand, jumps_if: true } => value(operand),
        Condition::Boolean { operand, jumps_if: false } => format!("not {}", value(operand)),
        Condition::Comparison { left, relation, right } => {
            let operator = match relation {
                Relation::Equal => "==",
                Relation::NotEqual => "!=",
                Relation::Less => "<",
                Relation::AtLeast => ">=",
                Relation::Greater => ">",
                Relation::AtMost => "<=",
            };
            format!("{} {operator} {}", value(left), value(right))
        }
        Condition::Switch { operand } => format!("switch {}", value(operand)),
    }
}

fn value(operand: &Operand) -> String {
    let qualified = |owner: &Option<Box<Operand>>, name: &str| match owner {
        Some(owner) => format!("{}.{name}", value(owner)),
        None => format!("static {name}"),
    };
    match &operand.origin {
        Origin::This => "this".to_owned(),
        Origin::Parameter(index) => format!("parameter {index}"),
        Origin::Variable(name) => format!("variable {name}"),
        Origin::Null => "null".to_owned(),
        Origin::Integer(number) => number.to_string(),
        Origin::Float(number) => format!("{number:?}"),
        Origin::Text(text) => format!("{text:?}"),
        Origin::Field { owner, name } => qualified(owner, name),
        Origin::Call { receiver, name, args } => {
            let args: Vec<String> = args.iter().map(value).collect();
            format!("{}({})", qualified(receiver, name), args.join(", "))
        }
        Origin::Length(array) => format!("{}.length", value(array)),
        Origin::InstanceOf { value: object, class } => format!("{} instanceof {class}", value(object)),
        Origin::Arithmetic { left, operator, right } => {
            format!("({} {operator} {})", value(left), value(right))
        }
        Origin::Compared(_) => "a comparison of numbers".to_owned(),
    }
}
