//! The invariant of every generated test: the test compiles.

use types::access::STATIC;
use types::{ClassId, Conversion, FieldId, MethodId, Type, World};

use crate::builder::is_null;
use crate::cluster::Cluster;
use testcase::hash_codes::uses_hash_code;
use testcase::stubs::{self, Signature};
use testcase::{Behaviour, ImplementedMethod, Literal, Statement, StatementKind, Stored, TestCase, Var};

/// Checks that every variable is defined before its use, that every value has a suitable type, and that the
/// test can use all classes and members that it names.
///
/// # Errors
/// If a statement violates a rule, returns a message that contains the rule and the statement.
pub fn check(cluster: &Cluster, test: &TestCase) -> Result<(), String> {
    for (index, statement) in test.statements.iter().enumerate() {
        check_statement(cluster, &test.statements[..index], statement)
            .map_err(|rule| format!("statement {index} breaks the rule \"{rule}\": {statement:?}"))?;
    }
    Ok(())
}

/// Checks one statement. `before` are the statements before this statement.
pub(crate) fn check_statement(
    cluster: &Cluster,
    before: &[Statement],
    statement: &Statement,
) -> Result<(), String> {
    Checker { cluster, world: cluster.world, before }.check(statement)
}

struct Checker<'a> {
    cluster: &'a Cluster<'a>,
    world: &'a World,
    before: &'a [Statement],
}

impl Checker<'_> {
    fn check(&self, statement: &Statement) -> Result<(), String> {
        self.check_variable_type(&statement.ty)?;
        ensure(!uses_hash_code(self.world, self.before, statement), "a test does not use hash codes")?;
        match &statement.kind {
            StatementKind::Literal(literal) => self.check_literal(literal, &statement.ty),
            StatementKind::NewArray { .. } => {
                ensure(matches!(statement.ty, Type::Array(_)), "the type of a new array is an array type")
            }
            StatementKind::Construct { constructor, receiver, args } => {
                let declared = self.world.method(*constructor);
                self.check_member(declared.class, self.cluster.is_visible(declared))?;
                ensure(
                    receiver.is_some() == declared.outer_instance.is_some(),
                    "a constructor call has an outer instance exactly if the class is an inner class",
                )?;
                self.check_call(*constructor, None, args, &statement.ty)
            }
            StatementKind::Implement { class, constructor, args, methods } => {
                self.check_stub(*class, &statement.ty, methods)?;
                match constructor {
                    Some(id) => self.check_call(*id, None, args, &statement.ty),
                    None => ensure(
                        self.world.class(*class).is_interface(),
                        "a stub of a class calls a constructor",
                    ),
                }
            }
            StatementKind::Call { method, receiver, args } => {
                let declared = self.world.method(*method);
                ensure(
                    receiver.is_none() == (declared.access & STATIC != 0),
                    "a member has a receiver exactly if it is not static",
                )?;
                if receiver.is_none() {
                    self.check_member(declared.class, self.cluster.is_visible(declared))?;
                }
                let ty = receiver.map(|var| self.type_of(var)).transpose()?;
                if let Some(ty) = ty {
                    let fits = self.world.as_super(ty, declared.class).is_some();
                    ensure(fits, "the class of the receiver has the method")?;
                }
                self.check_call(*method, ty, args, &statement.ty)
            }
            StatementKind::ReadField { field, receiver } => {
                self.check_field_receiver(*field, *receiver)?;
                let receiver = receiver.map(|var| self.type_of(var)).transpose()?;
                let field_type =
                    self.world.nameable(&self.world.field_type(*field, receiver), &self.cluster.package);
                ensure(self.fits(&field_type, &statement.ty), "the type of the field fits the variable")
            }
            StatementKind::WriteField { field, receiver, value } => {
                self.check_field_receiver(*field, *receiver)?;
                let receiver = receiver.map(|var| self.type_of(var)).transpose()?;
                let wanted = self.world.field_type(*field, receiver);
                ensure(self.fits(self.type_of(*value)?, &wanted), "the value fits the field")
            }
            StatementKind::ReadElement { array, .. } => match self.type_of(*array)? {
                Type::Array(element) => {
                    ensure(self.fits(element, &statement.ty), "the type of the element fits the variable")
                }
                _ => Err("the variable of an element read is an array".to_owned()),
            },
            StatementKind::WriteElement { array, value, .. } => match self.type_of(*array)? {
                Type::Array(element) => {
                    ensure(self.fits(self.type_of(*value)?, element), "the value fits the array")
                }
                _ => Err("the variable of an element write is an array".to_owned()),
            },
            StatementKind::TempFile { stored, .. } => {
                let class = statement.ty.class_id();
                let is_file = class.is_some_and(|class| self.cluster.library().files.contains(&class));
                ensure(is_file, "the type of a file is File or Path")?;
                let Stored::Text(content) = *stored else { return Ok(()) };
                let string = Type::class(self.world.string());
                ensure(self.fits(self.type_of(content)?, &string), "the content of a file is a string")
            }
            StatementKind::Assign { target, value } => ensure(
                self.fits(self.type_of(*value)?, self.type_of(*target)?),
                "the value fits the variable",
            ),
        }
    }

    fn check_stub(&self, class: ClassId, ty: &Type, methods: &[ImplementedMethod]) -> Result<(), String> {
        let template = self.cluster.stub_template(class).ok_or("a test can implement the class")?;
        ensure(
            ty.class_id() == Some(class) && self.cluster.stub_type(ty).as_ref() == Some(ty),
            "the type arguments of a stub are within their bounds, and none is a wildcard",
        )?;
        ensure(
            methods.iter().map(|implemented| implemented.method).eq(template.methods.iter().copied()),
            "a stub implements all abstract methods",
        )?;
        methods.iter().try_for_each(|implemented| {
            let signature = stubs::signature(self.world, ty, implemented.method);
            self.check_behaviour(&implemented.behaviour, &signature)
        })
    }

    fn check_behaviour(&self, behaviour: &Behaviour, signature: &Signature) -> Result<(), String> {
        match behaviour {
            Behaviour::Return(values) => {
                let check_value = |&value| {
                    ensure(
                        self.fits(self.type_of(value)?, &signature.result),
                        "the returned value fits the result type",
                    )
                };
                ensure(
                    values.is_empty() || signature.returns_values(),
                    "a method returns no values if its caller determines the result type",
                )?;
                values.iter().try_for_each(check_value)
            }
            Behaviour::Argument(index) => ensure(
                signature.returnable_parameters(self.world).any(|it| it == *index),
                "the returned argument fits the result type",
            ),
            Behaviour::Throw(exception) => {
                let class = self.type_of(*exception)?.class_id();
                let may_throw = class.is_some_and(|class| signature.may_throw(self.world, class));
                ensure(may_throw, "the method may throw the exception")
            }
        }
    }

    /// Checks the receiver of a field access. For a static field, checks that the test can name the class and
    /// use the field.
    fn check_field_receiver(&self, field: FieldId, receiver: Option<Var>) -> Result<(), String> {
        let field = self.world.field(field);
        ensure(
            receiver.is_none() == (field.access & STATIC != 0),
            "a member has a receiver exactly if it is not static",
        )?;
        if receiver.is_none() {
            self.check_member(field.class, self.cluster.is_visible_field(field))
        } else {
            Ok(())
        }
    }

    /// Checks a member that the test accesses through the name of its class.
    fn check_member(&self, class: ClassId, is_visible: bool) -> Result<(), String> {
        ensure(self.cluster.can_name(&Type::class(class)), "the test can name the class")?;
        ensure(is_visible, "the test can use the member")
    }

    fn check_variable_type(&self, ty: &Type) -> Result<(), String> {
        match ty {
            Type::Variable(_) | Type::Wildcard(..) | Type::Null => {
                Err("the type of a variable is not a type variable, a wildcard or the null type".to_owned())
            }
            Type::Class(class, _) => ensure(
                self.world.is_accessible_class(*class, &self.cluster.package),
                "the test can name the type",
            ),
            Type::Array(element) => self.check_variable_type(element),
            Type::Void | Type::Primitive(_) => Ok(()),
        }
    }

    fn type_of(&self, var: Var) -> Result<&Type, String> {
        match self.before.get(var.0 as usize) {
            Some(Statement { ty: Type::Void, .. }) => Err(format!("{var:?} has a value")),
            Some(statement) => Ok(&statement.ty),
            None => Err(format!("{var:?} is defined before its use")),
        }
    }

    fn fits(&self, from: &Type, to: &Type) -> bool {
        self.world.conversion(from, to) != Conversion::No
    }

    /// Returns whether a variable is `null` for a parameter whose type the test cannot name. The variable
    /// then has the nearest supertype that the test can name.
    fn is_unnameable_null(&self, var: Var, parameter: &Type) -> bool {
        let definition = &self.before[var.0 as usize];
        is_null(definition) && definition.ty == self.world.nameable(parameter, &self.cluster.package)
    }

    fn check_call(
        &self,
        id: MethodId,
        receiver: Option<&Type>,
        args: &[Var],
        ty: &Type,
    ) -> Result<(), String> {
        let method = self.world.method(id);
        ensure(
            method.arguments.len() == args.len(),
            "a call has as many arguments as the method has parameters",
        )?;
        let wanted = (*ty != Type::Void).then_some(ty);
        let bindings = self.world.bind(id, receiver, wanted);
        for (argument, &var) in method.arguments.iter().zip(args) {
            let parameter = self.world.substitute_parameter(argument, &bindings);
            if !self.fits(self.type_of(var)?, &parameter) && !self.is_unnameable_null(var, &parameter) {
                return Err(format!("{var:?} fits the parameter type {parameter:?}"));
            }
        }
        let result =
            self.world.nameable(&self.world.substitute(&method.result, &bindings), &self.cluster.package);
        ensure(result == *ty || self.fits(&result, ty), "the result type fits the variable")
    }

    fn check_literal(&self, literal: &Literal, ty: &Type) -> Result<(), String> {
        use types::Primitive::*;
        let primitive = match literal {
            Literal::Null => {
                return ensure(
                    !matches!(ty, Type::Primitive(_) | Type::Void),
                    "the type of null is not primitive",
                );
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
                return ensure(
                    *ty == Type::class(self.world.string()),
                    "the type of a string literal is String",
                );
            }
            Literal::Enum(field) => {
                let field = self.world.field(*field);
                self.check_member(field.class, self.cluster.is_visible_field(field))?;
                let enum_type = Type::class(field.class);
                return ensure(self.fits(&enum_type, ty), "the type of the enum constant fits the variable");
            }
            Literal::Class(named) => {
                ensure(self.cluster.can_name(named), "the test can name the class")?;
                let class = Type::class(self.world.class_class());
                return ensure(self.world.erase(ty) == class, "the type of a class literal is Class");
            }
        };
        let boxed = Type::class(self.world.boxed_class(primitive));
        ensure(
            *ty == Type::Primitive(primitive) || *ty == boxed,
            "the type of a literal is its primitive type or the boxed type",
        )
    }
}

fn ensure(condition: bool, rule: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(rule.to_owned()) }
}
