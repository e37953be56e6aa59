//! Builds the statements of carved tests.

use std::sync::Arc;

use testcase::{Args, Literal, Statement, StatementKind, TestCase, Var};
use types::{ClassId, FieldId, MethodId, Primitive, Type};

use crate::Source;
use crate::value::{Value, exact};

/// Maximum number of statements of one existing test. A test with more statements probably contains a loop
/// over a table.
const MAX_STATEMENTS: usize = 200;
/// Maximum length of an array. Larger arrays would have too many statements.
const MAX_ARRAY_LENGTH: i32 = 64;

/// The statements of one existing test, and the tests that were carved out of it.
pub struct Script<'a> {
    source: &'a Source<'a>,
    statements: TestCase,
    pub tests: Vec<TestCase>,
}

/// A member in the bytecode.
pub struct Member<'a> {
    /// Internal name of the class in which the JVM looks for the member.
    pub class: &'a str,
    pub name: &'a str,
    pub descriptor: &'a str,
}

impl<'a> Script<'a> {
    pub fn new(source: &'a Source<'a>) -> Script<'a> {
        Script { source, statements: TestCase::default(), tests: Vec::new() }
    }

    /// Returns the number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Removes all statements after the first `length` statements.
    pub fn truncate(&mut self, length: usize) {
        self.statements.truncate(length);
    }

    /// Returns whether a class is not a class of the tests: carved tests can perhaps use it.
    pub fn knows(&self, class: &str) -> bool {
        self.class_named(class).is_some()
    }

    /// Returns the type for which `Class.getName` returns `name`.
    pub fn type_named(&self, name: &str) -> Option<Type> {
        self.source.world.type_named(name)
    }

    fn class_named(&self, internal_name: &str) -> Option<ClassId> {
        self.source.world.class_named(&internal_name.replace('/', "."))
    }

    /// Appends a call of a constructor. `arguments` are those of the descriptor, so the first one can be the
    /// outer instance. Returns `None` if a value is unknown or the test cannot call the constructor.
    pub fn construct(&mut self, member: &Member, arguments: &[Value]) -> Option<Value> {
        let world = self.source.world;
        let class = self.class_named(member.class)?;
        let has_descriptor = |id: &&MethodId| *world.method(**id).descriptor == *member.descriptor;
        let constructor = *world.class(class).constructors.iter().find(has_descriptor)?;
        let (receiver, arguments) = match world.method(constructor).outer_instance {
            Some(_) => (Some(arguments.first()?), &arguments[1..]),
            None => (None, arguments),
        };
        self.append_call(constructor, receiver, arguments)
    }

    /// Appends a call of a method. `receiver` is `None` for a static method. Returns `None` if a value is
    /// unknown or the test cannot call the method.
    pub fn call(&mut self, member: &Member, receiver: Option<&Value>, arguments: &[Value]) -> Option<Value> {
        if let Some(value) = self.boxed(member, receiver, arguments) {
            return Some(value);
        }
        let world = self.source.world;
        let class = self.class_named(member.class)?;
        let is_wanted = |id: &MethodId| {
            let method = world.method(*id);
            *method.name == *member.name && *method.descriptor == *member.descriptor
        };
        let inherited = world.methods_of(class, self.source.package);
        // `methods_of` omits the methods that a class inherits from `Object`.
        let mut methods = inherited.iter().chain(&world.class(world.object()).methods).copied();
        let method = methods.find(is_wanted)?;
        self.append_call(method, receiver, arguments)
    }

    /// Returns the result of boxing or unboxing, which the source of a test does not show.
    fn boxed(&self, member: &Member, receiver: Option<&Value>, arguments: &[Value]) -> Option<Value> {
        let class = member.class.replace('/', ".");
        let primitive = Primitive::ALL.into_iter().find(|it| it.box_name() == class)?;
        match (receiver, arguments) {
            (None, [value])
                if member.name == "valueOf"
                    && member.descriptor.chars().nth(1) == Some(primitive.descriptor()) =>
            {
                match value {
                    Value::Literal(literal) => exact(literal, primitive).map(Value::Boxed),
                    other => Some(other.clone()),
                }
            }
            (Some(value), []) if member.name == format!("{}Value", primitive.name()) => Some(value.clone()),
            _ => None,
        }
    }

    fn append_call(&mut self, id: MethodId, receiver: Option<&Value>, arguments: &[Value]) -> Option<Value> {
        let length = self.len();
        let value = self.try_append_call(id, receiver, arguments);
        if value.is_none() {
            self.truncate(length);
        }
        value
    }

    fn try_append_call(
        &mut self,
        id: MethodId,
        receiver: Option<&Value>,
        arguments: &[Value],
    ) -> Option<Value> {
        let world = self.source.world;
        let method = world.method(id);
        if arguments.len() != method.arguments.len() || self.len() > MAX_STATEMENTS {
            return None;
        }
        let receiver = match receiver {
            Some(value) => Some(self.variable(value, &world.default_type(method.class))?),
            None => None,
        };
        let owner = receiver.filter(|_| !method.is_constructor()).map(|it| self.type_of(it).clone());
        let bindings = world.bind(id, owner.as_ref(), None);
        let mut args = Args::with_capacity(arguments.len());
        for (value, parameter) in arguments.iter().zip(&method.arguments) {
            args.push(self.variable(value, &world.substitute_parameter(parameter, &bindings))?);
        }
        let ty = world.nameable(&world.substitute(&method.result, &bindings), self.source.package);
        let kind = match method.is_constructor() {
            true => StatementKind::Construct { constructor: id, receiver, args },
            false => StatementKind::Call { method: id, receiver, args },
        };
        let value = self.push(kind, ty);
        if (self.source.is_target)(method.class) {
            self.carve();
        }
        Some(value)
    }

    /// Carves the test of the last statement: once with all earlier calls on the same objects, and once
    /// without calls whose results are not used.
    fn carve(&mut self) {
        let last = self.len() - 1;
        for test in [self.statements.with_call(last), self.statements.with_all_calls(last)] {
            if !self.tests.contains(&test) {
                self.tests.push(test);
            }
        }
    }

    fn push(&mut self, kind: StatementKind, ty: Type) -> Value {
        self.statements.statements.push(Statement { kind, ty });
        Value::Variable(Var(self.len() as u32 - 1))
    }

    fn type_of(&self, var: Var) -> &Type {
        &self.statements.definition(var).ty
    }

    /// Returns a variable with a value. Appends a literal if the value is a constant. `wanted` is the type of
    /// the parameter or the array element. Returns `None` if the value is unknown.
    fn variable(&mut self, value: &Value, wanted: &Type) -> Option<Var> {
        let world = self.source.world;
        let (literal, ty) = match value {
            Value::Variable(var) => {
                self.refine(*var, wanted);
                return Some(*var);
            }
            Value::Boxed(literal) => {
                (literal.clone(), Type::class(world.boxed_class(primitive_of(literal)?)))
            }
            Value::Literal(literal) => self.typed(literal, wanted)?,
            Value::Unknown | Value::New(_) | Value::Test | Value::Function(_) => return None,
        };
        match self.push(StatementKind::Literal(literal), ty) {
            Value::Variable(var) => Some(var),
            _ => None,
        }
    }

    /// Returns a constant of the wanted type, and its type.
    fn typed(&self, literal: &Literal, wanted: &Type) -> Option<(Literal, Type)> {
        let world = self.source.world;
        let ty = match literal {
            Literal::Null => world.nameable(wanted, self.source.package),
            Literal::String(_) => Type::class(world.string()),
            Literal::Enum(field) => Type::class(world.field(*field).class),
            Literal::Class(named) => Type::Class(world.class_class(), Arc::from([world.boxed(named)])),
            number => {
                let Type::Primitive(primitive) = *wanted else { return None };
                return Some((exact(number, primitive)?, wanted.clone()));
            }
        };
        Some((literal.clone(), ty))
    }

    /// Sets the type arguments of a variable so that it fits the wanted type. The bytecode does not contain
    /// type arguments.
    fn refine(&mut self, var: Var, wanted: &Type) {
        let world = self.source.world;
        let definition = self.statements.definition(var);
        let (StatementKind::Construct { constructor: id, receiver, .. }
        | StatementKind::Call { method: id, receiver, .. }) = definition.kind
        else {
            return;
        };
        if world.is_assignable(&definition.ty, wanted) {
            return;
        }
        let owner =
            receiver.filter(|_| !world.method(id).is_constructor()).map(|it| self.type_of(it).clone());
        let bindings = world.bind(id, owner.as_ref(), Some(wanted));
        let refined = world.substitute(&world.method(id).result, &bindings);
        let refined = world.nameable(&refined, self.source.package);
        if world.is_assignable(&refined, wanted) {
            self.statements.statements[var.0 as usize].ty = refined;
        }
    }

    /// Appends a read of a static field, or returns the enum constant that the field contains.
    pub fn read_static(&mut self, member: &Member) -> Option<Value> {
        let field = self.field(member)?;
        let declared = self.source.world.field(field);
        if declared.enum_constant {
            return Some(Value::Literal(Literal::Enum(field)));
        }
        declared.is_static().then(|| self.append_read(field, None))
    }

    /// Appends a read of a field of an object.
    pub fn read_field(&mut self, member: &Member, object: &Value) -> Option<Value> {
        let (field, Value::Variable(receiver)) = (self.field(member)?, object) else { return None };
        Some(self.append_read(field, Some(*receiver)))
    }

    fn append_read(&mut self, field: FieldId, receiver: Option<Var>) -> Value {
        let world = self.source.world;
        let ty = world.field_type(field, receiver.map(|it| self.type_of(it)));
        let ty = world.nameable(&ty, self.source.package);
        self.push(StatementKind::ReadField { field, receiver }, ty)
    }

    /// Appends a write to a field. `object` is `None` for a static field.
    pub fn write_field(&mut self, member: &Member, object: Option<&Value>, value: &Value) -> Option<()> {
        let field = self.field(member)?;
        let receiver = match object {
            Some(Value::Variable(receiver)) => Some(*receiver),
            Some(_) => return None,
            None => None,
        };
        let wanted = self.source.world.field_type(field, receiver.map(|it| self.type_of(it)));
        let value = self.variable(value, &wanted)?;
        self.push(StatementKind::WriteField { field, receiver, value }, Type::Void);
        Some(())
    }

    fn field(&self, member: &Member) -> Option<FieldId> {
        let world = self.source.world;
        let fields = world.fields_of(self.class_named(member.class)?, self.source.package);
        fields.into_iter().find(|it| *world.field(*it).name == *member.name)
    }

    /// Appends a new array. `element` is the name of the element type in a descriptor.
    pub fn new_array(&mut self, element: &str, length: &Value) -> Option<Value> {
        let length = length.as_int().filter(|length| (0..=MAX_ARRAY_LENGTH).contains(length))?;
        let ty = self.source.world.type_named(&format!("[{}", element.replace('/', ".")))?;
        Some(self.push(StatementKind::NewArray { length: length.cast_unsigned() }, ty))
    }

    /// Returns the length of an array that the test has created.
    pub fn array_length(&self, array: &Value) -> Option<Value> {
        let Value::Variable(array) = array else { return None };
        match self.statements.definition(*array).kind {
            StatementKind::NewArray { length } => Some(Value::int(length.cast_signed())),
            _ => None,
        }
    }

    /// Appends a read of an element of an array.
    pub fn read_element(&mut self, array: &Value, index: &Value) -> Option<Value> {
        let (array, element, index) = self.element(array, index)?;
        Some(self.push(StatementKind::ReadElement { array, index }, element))
    }

    /// Appends a write to an element of an array.
    pub fn write_element(&mut self, array: &Value, index: &Value, value: &Value) -> Option<()> {
        let (array, element, index) = self.element(array, index)?;
        let value = self.variable(value, &element)?;
        self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
        Some(())
    }

    /// Returns the variable of an array, the type of its elements, and an index.
    fn element(&self, array: &Value, index: &Value) -> Option<(Var, Type, u32)> {
        let Value::Variable(array) = *array else { return None };
        let Type::Array(element) = self.type_of(array) else { return None };
        Some((array, (**element).clone(), u32::try_from(index.as_int()?).ok()?))
    }
}

/// Returns the primitive type of a literal.
fn primitive_of(literal: &Literal) -> Option<Primitive> {
    Some(match literal {
        Literal::Boolean(_) => Primitive::Boolean,
        Literal::Byte(_) => Primitive::Byte,
        Literal::Char(_) => Primitive::Char,
        Literal::Short(_) => Primitive::Short,
        Literal::Int(_) => Primitive::Int,
        Literal::Long(_) => Primitive::Long,
        Literal::Float(_) => Primitive::Float,
        Literal::Double(_) => Primitive::Double,
        _ => return None,
    })
}
