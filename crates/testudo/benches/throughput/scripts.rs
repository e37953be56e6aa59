//! Hand-written tests of about eight statements each.

use std::sync::Arc;

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{Primitive, Type, World};

/// Returns a thousand tests of a class.
pub fn tests(world: &World, class: &str) -> Vec<TestCase> {
    let test = match class {
        "bench.Arithmetic" => arithmetic,
        "bench.Parser" => parsing,
        _ => collection,
    };
    (0..1000).map(|seed| test(world, seed)).collect()
}

fn arithmetic(world: &World, seed: i32) -> TestCase {
    let mut test = Script(world, TestCase::default());
    let a = test.int(seed * 7919);
    let b = test.int(seed % 13);
    let object = test.construct("bench.Arithmetic", &[a]);
    let sum = test.call("bench.Arithmetic", "add", Some(object), &[b]);
    test.call("bench.Arithmetic", "power", Some(object), &[b]);
    let gcd = test.call("bench.Arithmetic", "gcd", None, &[sum, a]);
    test.call("bench.Arithmetic", "add", Some(object), &[gcd]);
    test.call("bench.Arithmetic", "power", Some(object), &[gcd]);
    test.1
}

/// Every third test throws.
fn parsing(world: &World, seed: i32) -> TestCase {
    let mut test = Script(world, TestCase::default());
    let text = test.string(&format!("{},{}{}", seed, seed % 100, if seed % 3 == 0 { "" } else { ",1" }));
    let comma = test.push(StatementKind::Literal(Literal::Char(44)), Type::Primitive(Primitive::Char));
    let parser = test.construct("bench.Parser", &[text]);
    for step in ["number", "skip", "number", "skip", "number"] {
        let args = if step == "skip" { vec![comma] } else { vec![] };
        test.call("bench.Parser", step, Some(parser), &args);
    }
    test.1
}

fn collection(world: &World, seed: i32) -> TestCase {
    let mut test = Script(world, TestCase::default());
    let index = test.int(seed % 5);
    let word = test.string("word");
    let bag = test.construct("bench.Bag", &[]);
    test.call("bench.Bag", "put", Some(bag), &[word]);
    let same = test.call("bench.Bag", "put", Some(bag), &[bag]);
    test.call("bench.Bag", "take", Some(same), &[index]);
    test.call("bench.Bag", "size", Some(bag), &[]);
    test.call("bench.Bag", "take", Some(bag), &[index]);
    test.1
}

/// A builder of a test.
struct Script<'a>(&'a World, TestCase);

impl Script<'_> {
    fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.1.statements.push(Statement { kind, ty });
        Var(self.1.statements.len() as u32 - 1)
    }

    fn class(&self, name: &str) -> Type {
        Type::Class(self.0.class_named(name).expect("the class was compiled"), Arc::new([]))
    }

    fn int(&mut self, value: i32) -> Var {
        self.push(StatementKind::Literal(Literal::Int(value)), Type::Primitive(Primitive::Int))
    }

    fn string(&mut self, text: &str) -> Var {
        let ty = self.class("java.lang.String");
        self.push(StatementKind::Literal(Literal::String(text.encode_utf16().collect())), ty)
    }

    fn construct(&mut self, class: &str, args: &[Var]) -> Var {
        let ty = self.class(class);
        let constructor =
            self.0.class(self.0.class_named(class).expect("the class was compiled")).constructors[0];
        self.push(StatementKind::Construct { constructor, receiver: None, args: args.into() }, ty)
    }

    fn call(&mut self, class: &str, name: &str, receiver: Option<Var>, args: &[Var]) -> Var {
        let methods = &self.0.class(self.0.class_named(class).expect("the class was compiled")).methods;
        let method =
            *methods.iter().find(|id| &*self.0.method(**id).name == name).expect("the class has the method");
        let ty = self.0.erase(&self.0.method(method).result);
        self.push(StatementKind::Call { method, receiver, args: args.into() }, ty)
    }
}
