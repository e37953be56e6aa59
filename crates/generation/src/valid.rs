//! The invariant of every test: it compiles.

use types::access::STATIC;
use types::{ClassId, Conversion, FieldId, MethodId, Type, World};

use crate::build::is_null;
use crate::cluster::Cluster;
use testcase::hashes::uses_hash;
use testcase::stubs::{self, Signature};
use testcase::{Behaviour, Implemented, Literal, Statement, StatementKind, Stored, TestCase, Var};

/// Checks that every variable is defined before its use, that every value fits where it stands, and that the test
/// may name what it names. What breaks the rules is told with the number of the statement.
pub fn check(cluster: &Cluster, test: &TestCase) -> Result<(), String> {
    for (index, statement) in test.statements.iter().enumerate() {
        check_statement(cluster, &test.statements[..index], statement)
            .map_err(|error| format!("statement {index}: {error}: {statement:?}"))?;
    }
    Ok(())
}

/// Checks one statement behind others.
pub(crate) fn check_statement(
    cluster: &Cluster,
    before: &[Statement],
    statement: &Statement,
) -> Result<(), String> {
    Checker { cluster, world: cluster.world, before }.statement(statement)
}

struct Checker<'a> {
    cluster: &'a Cluster<'a>,
    world: &'a World,
    before: &'a [Statement],
}

impl Checker<'_> {
    fn statement(&self, statement: &Statement) -> Result<(), String> {
        self.variable_type(&statement.ty)?;
        ensure(!uses_hash(self.world, self.before, statement), "hash codes are not used")?;
        match &statement.kind {
            StatementKind::Literal(literal) => self.literal(literal, &statement.ty),
            StatementKind::NewArray { .. } => {
                ensure(matches!(statement.ty, Type::Array(_)), "an array has an array type")
            }
            StatementKind::Construct { constructor, receiver, args } => {
                self.member(self.world.method(*constructor).access, self.world.method(*constructor).class)?;
                ensure(
                    receiver.is_some() == self.world.method(*constructor).outer_instance.is_some(),
                    "outer instance",
                )?;
                self.call(*constructor, None, args, &statement.ty)
            }
            StatementKind::Implement { class, constructor, args, methods } => {
                self.implement(*class, &statement.ty, methods)?;
                match constructor {
                    Some(id) => self.call(*id, None, args, &statement.ty),
                    None => ensure(
                        self.world.class(*class).is_interface(),
                        "a constructor unless it is an interface",
                    ),
                }
            }
            StatementKind::Call { method, receiver, args } => {
                let declared = self.world.method(*method);
                ensure(receiver.is_none() == (declared.access & STATIC != 0), "a receiver unless static")?;
                if receiver.is_none() {
                    self.member(declared.access, declared.class)?;
                }
                let ty = receiver.map(|var| self.ty(var)).transpose()?;
                if let Some(ty) = ty {
                    let fits = self.world.as_super(ty, declared.class).is_some();
                    ensure(fits, "the receiver is of the class that declares the method")?;
                }
                self.call(*method, ty, args, &statement.ty)
            }
            StatementKind::ReadField { field, receiver } => {
                self.owner(*field, *receiver)?;
                let receiver = receiver.map(|var| self.ty(var)).transpose()?;
                let found =
                    self.world.nameable(&self.world.field_type(*field, receiver), &self.cluster.package);
                ensure(self.fits(&found, &statement.ty), "the field's value fits")
            }
            StatementKind::WriteField { field, receiver, value } => {
                self.owner(*field, *receiver)?;
                let receiver = receiver.map(|var| self.ty(var)).transpose()?;
                let wanted = self.world.field_type(*field, receiver);
                ensure(self.fits(self.ty(*value)?, &wanted), "the value fits the field")
            }
            StatementKind::WriteElement { array, value, .. } => match self.ty(*array)? {
                Type::Array(element) => {
                    ensure(self.fits(self.ty(*value)?, element), "the value fits the array")
                }
                _ => Err("no array".to_owned()),
            },
            StatementKind::TempFile { stored, .. } => {
                let class = statement.ty.class_id();
                let is_file = class.is_some_and(|class| self.cluster.library().files.contains(&class));
                ensure(is_file, "a file is a File or a Path")?;
                let Stored::Text(content) = *stored else { return Ok(()) };
                let string = Type::class(self.world.string());
                ensure(self.fits(self.ty(content)?, &string), "its content is a string")
            }
            StatementKind::Assign { target, value } => {
                ensure(self.fits(self.ty(*value)?, self.ty(*target)?), "the value fits the variable")
            }
        }
    }

    fn implement(&self, class: ClassId, ty: &Type, methods: &[Implemented]) -> Result<(), String> {
        let template = self.cluster.template(class).ok_or("the class can be implemented")?;
        ensure(
            ty.class_id() == Some(class) && self.cluster.stub_type(ty).as_ref() == Some(ty),
            "an exact type",
        )?;
        ensure(
            methods.iter().map(|implemented| implemented.method).eq(template.methods.iter().copied()),
            "every method left open is written",
        )?;
        methods.iter().try_for_each(|implemented| {
            let signature = stubs::signature(self.world, ty, implemented.method);
            self.behaviour(&implemented.behaviour, &signature)
        })
    }

    fn behaviour(&self, behaviour: &Behaviour, signature: &Signature) -> Result<(), String> {
        match behaviour {
            Behaviour::Return(values) => {
                let fit = |&value| {
                    ensure(self.fits(self.ty(value)?, &signature.result), "the value fits the result")
                };
                values.iter().try_for_each(fit)
            }
            Behaviour::Argument(index) => ensure(
                signature.returnable(self.world).any(|it| it == *index),
                "the argument fits the result",
            ),
            Behaviour::Throw(exception) => {
                let class = self.ty(*exception)?.class_id();
                let may = class.is_some_and(|class| signature.may_throw(self.world, class));
                ensure(may, "the method may throw that")
            }
        }
    }

    /// A static field is reached through its class, which the test must name.
    fn owner(&self, field: FieldId, receiver: Option<Var>) -> Result<(), String> {
        let field = self.world.field(field);
        ensure(receiver.is_none() == (field.access & STATIC != 0), "a receiver unless static")?;
        if receiver.is_none() { self.member(field.access, field.class) } else { Ok(()) }
    }

    /// A member that is reached through its class.
    fn member(&self, access: u16, class: ClassId) -> Result<(), String> {
        ensure(self.cluster.can_name(&Type::class(class)), "the class can be named")?;
        ensure(self.cluster.is_visible(access, class), "the member can be used")
    }

    fn variable_type(&self, ty: &Type) -> Result<(), String> {
        match ty {
            Type::Variable(_) | Type::Wildcard(..) | Type::Null => Err("no type for a variable".to_owned()),
            Type::Class(class, _) => {
                ensure(self.world.is_accessible_class(*class, &self.cluster.package), "the type can be named")
            }
            Type::Array(element) => self.variable_type(element),
            Type::Void | Type::Primitive(_) => Ok(()),
        }
    }

    fn ty(&self, var: Var) -> Result<&Type, String> {
        match self.before.get(var.0 as usize) {
            Some(Statement { ty: Type::Void, .. }) => Err(format!("{var:?} has no value")),
            Some(statement) => Ok(&statement.ty),
            None => Err(format!("{var:?} is used before its definition")),
        }
    }

    fn fits(&self, from: &Type, to: &Type) -> bool {
        self.world.conversion(from, to) != Conversion::No
    }

    /// `null` is all that a test has for a parameter whose type it cannot name; the variable has a type above that.
    fn is_unnameable_null(&self, var: Var, parameter: &Type) -> bool {
        let defined = &self.before[var.0 as usize];
        is_null(defined) && defined.ty == self.world.nameable(parameter, &self.cluster.package)
    }

    fn call(&self, id: MethodId, receiver: Option<&Type>, args: &[Var], ty: &Type) -> Result<(), String> {
        let method = self.world.method(id);
        ensure(method.arguments.len() == args.len(), "as many arguments as parameters")?;
        let wanted = (*ty != Type::Void).then_some(ty);
        let bindings = self.world.bind(id, receiver, wanted);
        for (argument, &var) in method.arguments.iter().zip(args) {
            let parameter = self.world.substitute_parameter(argument, &bindings);
            if !self.fits(self.ty(var)?, &parameter) && !self.is_unnameable_null(var, &parameter) {
                return Err(format!("{var:?} does not fit parameter {parameter:?}"));
            }
        }
        let result =
            self.world.nameable(&self.world.substitute(&method.result, &bindings), &self.cluster.package);
        ensure(result == *ty || self.fits(&result, ty), "the result fits")
    }

    fn literal(&self, literal: &Literal, ty: &Type) -> Result<(), String> {
        use types::Primitive::*;
        let own = match literal {
            Literal::Null => {
                return ensure(!matches!(ty, Type::Primitive(_) | Type::Void), "null is no primitive");
            }
            Literal::Boolean(_) => Boolean,
            Literal::Byte(_) => Byte,
            Literal::Char(_) => Char,
            Literal::Short(_) => Short,
            Literal::Int(_) => Int,
            Literal::Long(_) => Long,
            Literal::Float(_) => Float,
            Literal::Double(_) => Double,
            Literal::String(_) => {
                return ensure(*ty == Type::class(self.world.string()), "a string is a String");
            }
            Literal::Enum(field) => {
                let class = self.world.field(*field).class;
                self.member(self.world.field(*field).access, class)?;
                let own = Type::class(class);
                return ensure(self.fits(&own, ty), "the constant fits");
            }
            Literal::Class(named) => {
                ensure(self.cluster.can_name(named), "the class can be named")?;
                let class = Type::class(self.world.class_class());
                return ensure(self.world.erase(ty) == class, "a class literal is a Class");
            }
        };
        let boxed = Type::class(self.world.boxed_class(own));
        ensure(*ty == Type::Primitive(own) || *ty == boxed, "a literal has its own type")
    }
}

fn ensure(condition: bool, rule: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(rule.to_owned()) }
}
