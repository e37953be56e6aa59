//! Builder for test cases, and compilation of the Java fixtures that the test cases use.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fixtures::JavaSources;
use testcase::{
    Assertion, Behaviour, CheckedTest, ExpectedException, ImplementedMethod, Literal, Observation, Statement,
    StatementKind, Stored, TestCase, Var,
};
use types::{ClassId, ClassPath, FieldId, Jdk, MethodId, Primitive, Type, World};

/// Compiles the sources below the folder `sources` to `folder/classes`. Returns the types of the compiled
/// classes and of the JDK.
pub fn fixture(folder: &Path, sources: &Path) -> World {
    let classes = folder.join("classes");
    JavaSources::new().options(&["-nowarn", "-parameters", "-g"]).folder(sources).compile_into(&classes);
    world(&classes)
}

/// Returns the types of a folder of compiled classes and of the JDK.
pub fn world(classes: &Path) -> World {
    let class_path = ClassPath::open(&[classes.to_owned()]).expect("the class path is readable");
    World::new(class_path, Jdk::find(None).expect("a JDK is installed"))
}

/// Returns the Java source files below a folder.
pub fn sources_under(folder: &Path) -> Vec<PathBuf> {
    let mut sources = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources.extend(sources_under(&path));
        } else if path.extension().is_some_and(|extension| extension == "java") {
            sources.push(path);
        }
    }
    sources
}

/// Builds one test, statement by statement. Each method that adds a statement returns the statement's
/// variable.
pub struct TestBuilder<'a> {
    world: &'a World,
    package: &'a str,
    statements: Vec<Statement>,
    assertions: Vec<Assertion>,
}

impl<'a> TestBuilder<'a> {
    /// Returns a builder for a test in a package.
    pub fn new(world: &'a World, package: &'a str) -> TestBuilder<'a> {
        TestBuilder { world, package, statements: Vec::new(), assertions: Vec::new() }
    }

    fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.statements.push(Statement { kind, ty });
        Var(self.statements.len() as u32 - 1)
    }

    /// Adds statements. Their variables must already have the final numbers.
    pub fn append(&mut self, statements: Vec<Statement>) {
        self.statements.extend(statements);
    }

    /// Returns the number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    fn type_of(&self, var: Var) -> &Type {
        &self.statements[var.0 as usize].ty
    }

    pub fn class(&self, name: &str) -> ClassId {
        self.world.class_named(name).unwrap_or_else(|| panic!("the fixture has no class {name}"))
    }

    /// Returns the type `Class<T>` of a primitive's class literal.
    pub fn class_of(&self, primitive: Primitive) -> Type {
        Type::Class(self.world.class_class(), [Type::class(self.world.boxed_class(primitive))].into())
    }

    /// Returns a method or constructor (`<init>`). An empty descriptor matches every descriptor.
    fn method(&self, class: &str, name: &str, descriptor: &str) -> MethodId {
        let class = self.world.class(self.class(class));
        let members = class.methods.iter().chain(&class.constructors).copied();
        let matches = |&id: &MethodId| {
            let method = self.world.method(id);
            *method.name == *name && (descriptor.is_empty() || *method.descriptor == *descriptor)
        };
        members
            .clone()
            .find(matches)
            .unwrap_or_else(|| panic!("the class {} has no method {name}{descriptor}", class.name))
    }

    fn field(&self, class: &str, name: &str) -> FieldId {
        let fields = &self.world.class(self.class(class)).fields;
        fields
            .iter()
            .copied()
            .find(|&id| *self.world.field(id).name == *name)
            .unwrap_or_else(|| panic!("the class {class} has no field {name}"))
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

    /// Adds an enum constant.
    pub fn constant(&mut self, class: &str, name: &str) -> Var {
        let field = self.field(class, name);
        let ty = Type::class(self.class(class));
        self.literal(Literal::Enum(field), ty)
    }

    /// Adds a construction of a class. The type argument of `fix.Shape` is `String`.
    pub fn construct(&mut self, class: &str, descriptor: &str, args: &[Var]) -> Var {
        let constructor = self.method(class, "<init>", descriptor);
        let mut ty = self.world.default_type(self.class(class));
        if class == "fix.Shape" {
            ty = Type::Class(self.class(class), [Type::class(self.world.string())].into());
        }
        self.push(StatementKind::Construct { constructor, receiver: None, args: args.into() }, ty)
    }

    /// Adds a construction of a generic class with the given type arguments.
    pub fn construct_generic(
        &mut self,
        class: &str,
        descriptor: &str,
        args: &[Var],
        type_arguments: &[&str],
    ) -> Var {
        let constructor = self.method(class, "<init>", descriptor);
        let type_arguments: Arc<[Type]> =
            type_arguments.iter().map(|name| Type::class(self.class(name))).collect();
        let ty = Type::Class(self.class(class), type_arguments);
        self.push(StatementKind::Construct { constructor, receiver: None, args: args.into() }, ty)
    }

    /// Adds a stub of a class. `args` are the constructor's arguments. `behaviours` are the behaviours of the
    /// class's abstract methods, in the order of [`World::unimplemented_methods`].
    pub fn implement(
        &mut self,
        class: &str,
        type_arguments: &[&str],
        args: &[Var],
        behaviours: &[Behaviour],
    ) -> Var {
        let type_arguments = type_arguments.iter().map(|name| Type::class(self.class(name))).collect();
        let class = self.class(class);
        let methods = self.world.unimplemented_methods(class).into_iter().zip(behaviours);
        let methods = methods
            .map(|(unimplemented, behaviour)| ImplementedMethod {
                method: unimplemented.method,
                behaviour: behaviour.clone(),
            })
            .collect();
        let constructor = self.world.class(class).constructors.first().copied();
        let kind = StatementKind::Implement { class, constructor, args: args.into(), methods };
        self.push(kind, Type::Class(class, type_arguments))
    }

    /// Adds a construction of an inner class with its enclosing instance.
    pub fn construct_inner(&mut self, outer: Var, class: &str, descriptor: &str, args: &[Var]) -> Var {
        let constructor = self.method(class, "<init>", descriptor);
        let ty = self.world.default_type(self.class(class));
        self.push(StatementKind::Construct { constructor, receiver: Some(outer), args: args.into() }, ty)
    }

    /// Adds a call of a method. An empty descriptor matches every descriptor.
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

    /// Adds a call of the receiver's method with the given name. The method must not be overloaded.
    pub fn call_named(&mut self, receiver: Var, name: &str, args: &[Var]) -> Var {
        let class = self.type_of(receiver).class_id().expect("the receiver is an object");
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

    /// Adds a read of an array element.
    pub fn read_element(&mut self, array: Var, index: u32) -> Var {
        let Type::Array(element) = self.type_of(array) else { panic!("the variable is an array") };
        let ty = (**element).clone();
        self.push(StatementKind::ReadElement { array, index }, ty)
    }

    /// Adds a write of an array element.
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

    /// Adds an assertion after the last statement.
    pub fn expect(&mut self, var: Var, expected: Observation) {
        let after = self.statements.len() as u32 - 1;
        self.assertions.push(Assertion { var, after, expected });
    }

    /// Returns the test.
    pub fn test(self, name: &str) -> CheckedTest {
        let case = TestCase { statements: self.statements };
        CheckedTest { name: name.to_owned(), assertions: self.assertions, ..CheckedTest::new(case) }
    }

    /// Returns the test, which expects that its last statement throws an exception of a class.
    pub fn throwing(self, name: &str, class: &str) -> CheckedTest {
        let throws = ExpectedException {
            statement: self.statements.len() as u32 - 1,
            class: self.class(class),
            message: None,
            is_crash: false,
        };
        CheckedTest { throws: Some(throws), ..self.test(name) }
    }
}
