//! Hand-written tests of about eight statements each.

use std::sync::Arc;

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{Primitive, Type, World};

/// Returns a thousand tests of a class of the package `bench`.
pub fn tests(world: &World, class: &str) -> Vec<TestCase> {
    let test = match class {
        "bench.Arithmetic" => arithmetic,
        "bench.Parser" => parsing,
        _ => collection,
    };
    (0..1000).map(|seed| test(world, seed)).collect()
}

fn arithmetic(world: &World, seed: i32) -> TestCase {
    let mut script = Script { world, test: TestCase::default() };
    let a = script.int(seed * 7919);
    let b = script.int(seed % 13);
    let object = script.construct("bench.Arithmetic", &[a]);
    let sum = script.call("bench.Arithmetic", "add", Some(object), &[b]);
    script.call("bench.Arithmetic", "power", Some(object), &[b]);
    let gcd = script.call("bench.Arithmetic", "gcd", None, &[sum, a]);
    script.call("bench.Arithmetic", "add", Some(object), &[gcd]);
    script.call("bench.Arithmetic", "power", Some(object), &[gcd]);
    script.test
}

/// Returns a test of `bench.Parser`. The test throws an exception for every third seed.
fn parsing(world: &World, seed: i32) -> TestCase {
    let mut script = Script { world, test: TestCase::default() };
    let text = script.string(&format!("{},{}{}", seed, seed % 100, if seed % 3 == 0 { "" } else { ",1" }));
    let comma = script.push(StatementKind::Literal(Literal::Char(44)), Type::Primitive(Primitive::Char));
    let parser = script.construct("bench.Parser", &[text]);
    for step in ["number", "skip", "number", "skip", "number"] {
        let args = if step == "skip" { vec![comma] } else { vec![] };
        script.call("bench.Parser", step, Some(parser), &args);
    }
    script.test
}

fn collection(world: &World, seed: i32) -> TestCase {
    let mut script = Script { world, test: TestCase::default() };
    let index = script.int(seed % 5);
    let word = script.string("word");
    let bag = script.construct("bench.Bag", &[]);
    script.call("bench.Bag", "put", Some(bag), &[word]);
    let same = script.call("bench.Bag", "put", Some(bag), &[bag]);
    script.call("bench.Bag", "take", Some(same), &[index]);
    script.call("bench.Bag", "size", Some(bag), &[]);
    script.call("bench.Bag", "take", Some(bag), &[index]);
    script.test
}

/// A builder that adds statements to a test.
struct Script<'a> {
    world: &'a World,
    test: TestCase,
}

impl Script<'_> {
    fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.test.statements.push(Statement { kind, ty });
        Var(self.test.statements.len() as u32 - 1)
    }

    fn class(&self, name: &str) -> Type {
        Type::Class(self.world.class_named(name).expect("the class was compiled"), Arc::new([]))
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
            self.world.class(self.world.class_named(class).expect("the class was compiled")).constructors[0];
        self.push(StatementKind::Construct { constructor, receiver: None, args: args.into() }, ty)
    }

    fn call(&mut self, class: &str, name: &str, receiver: Option<Var>, args: &[Var]) -> Var {
        let methods =
            &self.world.class(self.world.class_named(class).expect("the class was compiled")).methods;
        let method = *methods
            .iter()
            .find(|id| &*self.world.method(**id).name == name)
            .expect("the class has the method");
        let ty = self.world.erase(&self.world.method(method).result);
        self.push(StatementKind::Call { method, receiver, args: args.into() }, ty)
    }
}
