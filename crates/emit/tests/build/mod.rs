//! Tests made by hand, over a library compiled from `fixture`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use testcase::{
    Assertion, Behaviour, CheckedTest, Expected, Implemented, Literal, Observation, Statement, StatementKind,
    Stored, TestCase, Var,
};
use types::{Bindings, ClassId, ClassPath, FieldId, Jdk, Method, MethodId, Primitive, Type, World};

/// Compiles the sources under `sources` to `folder/classes`.
pub fn fixture(folder: &Path, sources: &Path) -> World {
    let jdk = Jdk::find(None).expect("a JDK");
    let classes = folder.join("classes");
    let compiled = Command::new(jdk.javac())
        .args(["-nowarn", "-parameters", "-g", "-encoding", "UTF-8", "-d"])
        .arg(&classes)
        .args(sources_under(sources))
        .output()
        .expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    world(&classes)
}

pub fn world(classes: &Path) -> World {
    let entries = [classes.to_owned()];
    World::new(ClassPath::open(&entries).expect("a class path"), Jdk::find(None).expect("a JDK"))
}

pub fn sources_under(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(sources_under(&path));
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
    found
}

/// Makes one test, statement by statement.
pub struct Maker<'a> {
    world: &'a World,
    package: &'a str,
    statements: Vec<Statement>,
    assertions: Vec<Assertion>,
}

impl<'a> Maker<'a> {
    pub fn new(world: &'a World, package: &'a str) -> Maker<'a> {
        Maker { world, package, statements: Vec::new(), assertions: Vec::new() }
    }

    fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.statements.push(Statement { kind, ty });
        Var(self.statements.len() as u32 - 1)
    }

    fn type_of(&self, var: Var) -> &Type {
        &self.statements[var.0 as usize].ty
    }

    pub fn class(&self, name: &str) -> ClassId {
        self.world.class_named(name).unwrap_or_else(|| panic!("no class {name}"))
    }

    pub fn class_of(&self, primitive: Primitive) -> Type {
        Type::Class(self.world.class_class(), [Type::class(self.world.boxed_class(primitive))].into())
    }

    fn method(&self, class: &str, name: &str, descriptor: &str) -> MethodId {
        let class = self.world.class(self.class(class));
        let members = class.methods.iter().chain(&class.constructors).copied();
        let found = |&id: &MethodId| {
            let method = self.world.method(id);
            *method.name == *name && (descriptor.is_empty() || *method.descriptor == *descriptor)
        };
        members.clone().find(found).unwrap_or_else(|| panic!("no {name}{descriptor} in {}", class.name))
    }

    fn field(&self, class: &str, name: &str) -> FieldId {
        let fields = &self.world.class(self.class(class)).fields;
        fields.iter().copied().find(|&id| *self.world.field(id).name == *name).expect("a field")
    }

    pub fn literal(&mut self, literal: Literal, ty: Type) -> Var {
        self.push(StatementKind::Literal(literal), ty)
    }

    pub fn int(&mut self, value: i32) -> Var {
        self.literal(Literal::Int(value), Type::Primitive(Primitive::Int))
    }

    pub fn boxed_int(&mut self, value: i32) -> Var {
        self.literal(Literal::Int(value), Type::class(self.world.boxed_class(Primitive::Int)))
    }

    pub fn string(&mut self, text: &str) -> Var {
        self.literal(Literal::String(text.encode_utf16().collect()), Type::class(self.world.string()))
    }

    pub fn null(&mut self, class: &str) -> Var {
        let ty = self.world.default_type(self.class(class));
        self.literal(Literal::Null, ty)
    }

    pub fn constant(&mut self, class: &str, name: &str) -> Var {
        let field = self.field(class, name);
        let ty = Type::class(self.class(class));
        self.literal(Literal::Enum(field), ty)
    }

    pub fn construct(&mut self, class: &str, descriptor: &str, args: &[Var]) -> Var {
        let constructor = self.method(class, "<init>", descriptor);
        let mut ty = self.world.default_type(self.class(class));
        if class == "fix.Shape" {
            ty = Type::Class(self.class(class), [Type::class(self.world.string())].into());
        }
        self.push(StatementKind::Construct { constructor, receiver: None, args: args.into() }, ty)
    }

    pub fn typed_construct(
        &mut self,
        class: &str,
        descriptor: &str,
        args: &[Var],
        arguments: &[&str],
    ) -> Var {
        let constructor = self.method(class, "<init>", descriptor);
        let arguments: Arc<[Type]> = arguments.iter().map(|name| Type::class(self.class(name))).collect();
        let ty = Type::Class(self.class(class), arguments);
        self.push(StatementKind::Construct { constructor, receiver: None, args: args.into() }, ty)
    }

    /// An object of a class whose methods do these things, in the order of the methods.
    pub fn implement(&mut self, class: &str, arguments: &[&str], args: &[Var], does: &[Behaviour]) -> Var {
        let arguments = arguments.iter().map(|name| Type::class(self.class(name))).collect();
        let class = self.class(class);
        let methods = self.world.open_methods(class).into_iter().zip(does);
        let methods = methods
            .map(|(open, does)| Implemented { method: open.method, behaviour: does.clone() })
            .collect();
        let constructor = self.world.class(class).constructors.first().copied();
        let kind = StatementKind::Implement { class, constructor, args: args.into(), methods };
        self.push(kind, Type::Class(class, arguments))
    }

    pub fn construct_inner(&mut self, outer: Var, class: &str, descriptor: &str, args: &[Var]) -> Var {
        let constructor = self.method(class, "<init>", descriptor);
        let ty = self.world.default_type(self.class(class));
        self.push(StatementKind::Construct { constructor, receiver: Some(outer), args: args.into() }, ty)
    }

    pub fn call(
        &mut self,
        receiver: Option<Var>,
        class: &str,
        name: &str,
        descriptor: &str,
        args: &[Var],
    ) -> Var {
        let method = self.method(class, name, descriptor);
        let owner = receiver.map(|var| self.type_of(var).clone());
        let bindings = self.world.bind(method, owner.as_ref(), None);
        let ty = self.world.substitute(&self.world.method(method).result, &bindings);
        let ty = self.world.nameable(&ty, self.package);
        self.push(StatementKind::Call { method, receiver, args: args.into() }, ty)
    }

    /// The only method of that name that the receiver's class declares.
    pub fn call_named(&mut self, receiver: Var, name: &str, args: &[Var]) -> Var {
        let class = self.type_of(receiver).class_id().expect("an object");
        let class = self.world.name(class).clone();
        self.call(Some(receiver), &class, name, "", args)
    }

    pub fn read(&mut self, receiver: Option<Var>, class: &str, name: &str) -> Var {
        let field = self.field(class, name);
        let ty = self.world.field_type(field, receiver.map(|var| self.type_of(var)));
        self.push(StatementKind::ReadField { field, receiver }, ty)
    }

    pub fn write(&mut self, receiver: Option<Var>, class: &str, name: &str, value: Var) {
        let field = self.field(class, name);
        self.push(StatementKind::WriteField { field, receiver, value }, Type::Void);
    }

    pub fn array(&mut self, element: Type, length: u32) -> Var {
        self.push(StatementKind::NewArray { length }, Type::Array(Arc::new(element)))
    }

    pub fn element(&mut self, array: Var, index: u32, value: Var) {
        self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
    }

    pub fn assign(&mut self, target: Var, value: Var) {
        self.push(StatementKind::Assign { target, value }, Type::Void);
    }

    pub fn temp_file(&mut self, class: &str, name: &str, stored: Stored) -> Var {
        let ty = Type::class(self.class(class));
        self.push(StatementKind::TempFile { name: name.into(), stored }, ty)
    }

    /// Asserts, right after the last statement.
    pub fn expect(&mut self, var: Var, expected: Observation) {
        let after = self.statements.len() as u32 - 1;
        self.assertions.push(Assertion { var, after, expected });
    }

    pub fn test(self, name: &str) -> CheckedTest {
        let case = TestCase { statements: self.statements };
        CheckedTest { name: name.to_owned(), assertions: self.assertions, ..CheckedTest::new(case) }
    }

    /// The last statement throws.
    pub fn throwing(self, name: &str, class: &str) -> CheckedTest {
        let throws =
            Expected { statement: self.statements.len() as u32 - 1, class: self.class(class), message: None };
        CheckedTest { throws: Some(throws), ..self.test(name) }
    }
}

/// A value that fits a parameter.
#[derive(Clone, Debug)]
pub enum Choice {
    Null(Type),
    Literal(Literal, Type),
    Field(&'static str),
    Array(Type, Vec<Choice>),
}

impl Choice {
    pub fn make(&self, m: &mut Maker, object: Var) -> Var {
        match self {
            Choice::Null(ty) => m.literal(Literal::Null, ty.clone()),
            Choice::Literal(literal, ty) => m.literal(literal.clone(), ty.clone()),
            Choice::Field(name) => m.read(Some(object), "fix.Overloads", name),
            Choice::Array(element, elements) => {
                let array = m.array(element.clone(), elements.len() as u32);
                for (index, element) in elements.iter().enumerate() {
                    let value = element.make(m, object);
                    m.element(array, index as u32, value);
                }
                array
            }
        }
    }
}

/// The parameter types of a method with each type variable replaced by its bound.
pub fn erased(world: &World, method: &Method) -> Vec<Type> {
    let mut bindings = Bindings::default();
    for parameter in &method.parameters {
        bindings.set(&parameter.name, parameter.bounds[0].clone());
    }
    method.arguments.iter().map(|ty| world.erase(&world.substitute(ty, &bindings))).collect()
}

/// Everything at hand that is assignable to a type.
pub fn choices(world: &World, ty: &Type) -> Vec<Choice> {
    use Primitive::*;
    let primitive = Type::Primitive;
    let boxed = |p| Type::class(world.boxed_class(p));
    let string = Type::class(world.string());
    let text = || Literal::String("s".encode_utf16().collect());
    let object = Type::class(world.object());
    let mut found = vec![
        (Choice::Literal(Literal::Byte(1), primitive(Byte)), primitive(Byte)),
        (Choice::Literal(Literal::Char(99), primitive(Char)), primitive(Char)),
        (Choice::Literal(Literal::Int(-1), primitive(Int)), primitive(Int)),
        (Choice::Literal(Literal::Long(1), primitive(Long)), primitive(Long)),
        (Choice::Literal(Literal::Double(1.0), primitive(Double)), primitive(Double)),
        (Choice::Literal(Literal::Byte(1), boxed(Byte)), boxed(Byte)),
        (Choice::Literal(Literal::Int(-1), boxed(Int)), boxed(Int)),
        (Choice::Literal(text(), string.clone()), string.clone()),
    ];
    for element in [object, string.clone(), primitive(Int)] {
        let literal = if element == primitive(Int) {
            Choice::Literal(Literal::Int(1), element.clone())
        } else {
            Choice::Literal(text(), string.clone())
        };
        let array = Type::Array(Arc::new(element.clone()));
        for elements in [vec![], vec![literal.clone()], vec![literal.clone(), literal]] {
            found.push((Choice::Array(element.clone(), elements), array.clone()));
        }
    }
    let fields = &world.class(world.class_named("fix.Overloads").expect("a fixture")).fields;
    for &field in fields {
        let field = world.field(field);
        let name: &'static str = String::leak(field.name.to_string());
        found.push((Choice::Field(name), field.ty.clone()));
    }
    let mut fitting: Vec<Choice> = found
        .into_iter()
        .filter(|(_, from)| world.is_assignable(from, ty))
        .map(|(choice, _)| choice)
        .collect();
    if ty.is_reference() {
        fitting.push(Choice::Null(ty.clone()));
    }
    fitting
}

/// Every way to take one of each.
pub fn product(choices: &[Vec<Choice>]) -> Vec<Vec<Choice>> {
    let mut all = vec![Vec::new()];
    for of_one in choices {
        all = all
            .iter()
            .flat_map(|start| {
                of_one.iter().map(move |next| [&start[..], std::slice::from_ref(next)].concat())
            })
            .collect();
    }
    all
}
