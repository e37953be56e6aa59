//! Generates stub classes: classes that implement an interface or extend an abstract class for a test. Each
//! method of a stub class passes its arguments to the runner's class `Stub`, which returns the result.

use classfile::descriptor::{parameters, slots};
use classfile::{Attribute, ClassFile, Code, ConstantPool, Instruction, Member, Result, op};
use testcase::stubs::{self, DefaultObject, STUB_CLASS_MARK};
use types::access::{INTERFACE, PROTECTED, PUBLIC};
use types::{MethodId, Type, UnimplementedMethod, World};

/// Class file version of Java 8, the oldest supported version.
const CLASS_FILE_VERSION: u16 = 52;
/// Access flag `ACC_SUPER`. It selects the semantics that `invokespecial` has since Java 1.2. Every compiler
/// sets this flag.
const ACC_SUPER: u16 = 0x0020;
/// Internal name of the runner's class `Stub`.
const RUNNER_STUB: &str = "testudo/runner/Stub";
/// Name of the field that contains the runner's `Stub`.
const STUB_FIELD: &str = "stub";
/// Package of the stubs of JDK classes. The JVM refuses to define stub classes in packages of the JDK.
const JDK_STUB_PACKAGE: &str = "testudo.stub.";

/// A stub class that a worker defines.
pub struct StubClass {
    /// Binary name with dots.
    pub name: String,
    /// Descriptor of the only constructor. Its first parameter is the runner's `Stub`. The parameters of the
    /// superclass constructor follow.
    pub constructor: String,
    /// Bytes of the class file.
    pub bytes: Vec<u8>,
}

/// Generates a stub class that is a direct subtype of `ty`. Its constructor calls `constructor`, or the
/// constructor without parameters if `constructor` is `None`. Each method of the class passes its index in
/// [`World::unimplemented_methods`] to the runner. `number` makes the name of the class unique.
pub fn class(world: &World, ty: &Type, constructor: Option<MethodId>, number: usize) -> StubClass {
    let supertype = ty.class_id().expect("only classes are implemented");
    let supertype_name = &world.name(supertype)[..];
    let name = match world.is_from_jdk(supertype) {
        true => format!(
            "{JDK_STUB_PACKAGE}{}{STUB_CLASS_MARK}{number}",
            supertype_name.rsplit('.').next().expect("a name has at least one part")
        ),
        false => format!("{supertype_name}{STUB_CLASS_MARK}{number}"),
    };
    let super_descriptor = constructor.map_or("()V", |id| &world.method(id).descriptor);
    let constructor = super_descriptor.replacen('(', &format!("(L{RUNNER_STUB};"), 1);
    let bytes = Writer { world, ty, this: name.replace('.', "/"), constants: ConstantPool::new() }
        .class(super_descriptor);
    StubClass {
        name,
        constructor,
        bytes: bytes.expect("a class with few, small methods does not exceed the limits of class files"),
    }
}

/// Generates the class file of one stub class.
struct Writer<'a> {
    world: &'a World,
    /// The supertype with its type arguments.
    ty: &'a Type,
    /// Internal name of the generated class.
    this: String,
    constants: ConstantPool,
}

impl Writer<'_> {
    /// Generates the class file. `super_descriptor` is the descriptor of the superclass constructor.
    fn class(mut self, super_descriptor: &str) -> Result<Vec<u8>> {
        let supertype = self.world.class(self.ty.class_id().expect("only classes are implemented"));
        let supertype_name = supertype.name.replace('.', "/");
        let is_interface = supertype.access & INTERFACE != 0;
        let superclass = if is_interface { "java/lang/Object" } else { &supertype_name };
        let this_class = self.constants.add_class(&self.this)?;
        let super_class = self.constants.add_class(superclass)?;
        let interfaces =
            if is_interface { vec![self.constants.add_class(&supertype_name)?] } else { Vec::new() };
        let field = Member {
            access: 0,
            name: self.constants.add_utf8(STUB_FIELD)?,
            descriptor: self.constants.add_utf8(&format!("L{RUNNER_STUB};"))?,
            attributes: Vec::new(),
        };
        let mut methods = vec![self.constructor(superclass, super_descriptor)?];
        for (number, unimplemented) in self.world.unimplemented_methods(supertype.id).iter().enumerate() {
            methods.extend(self.implementations(number as i32, unimplemented)?);
        }
        ClassFile {
            minor: 0,
            major: CLASS_FILE_VERSION,
            constants: self.constants,
            access: PUBLIC | ACC_SUPER,
            this_class,
            super_class,
            interfaces,
            fields: vec![field],
            methods,
            attributes: Vec::new(),
        }
        .write()
    }

    /// Generates the constructor. The superclass constructor can call methods of the stub, so the generated
    /// constructor sets the field before it calls the superclass constructor.
    fn constructor(&mut self, superclass: &str, super_descriptor: &str) -> Result<Member> {
        let mut code = vec![
            load("L", 0),
            load("L", 1),
            Instruction::Pool { op: op::PUTFIELD, index: self.field()? },
            load("L", 0),
        ];
        let mut slot = 2;
        for parameter in parameters(super_descriptor) {
            code.push(load(parameter, slot));
            slot += slots(parameter);
        }
        let index = self.constants.add_method(superclass, "<init>", super_descriptor)?;
        code.push(Instruction::Pool { op: op::INVOKESPECIAL, index });
        code.push(Instruction::Simple(op::RETURN));
        self.member(
            PUBLIC,
            "<init>",
            &super_descriptor.replacen('(', &format!("(L{RUNNER_STUB};"), 1),
            code,
            slot,
        )
    }

    /// Generates the implementations of a method: one for each different descriptor among its declarations.
    fn implementations(&mut self, number: i32, unimplemented: &UnimplementedMethod) -> Result<Vec<Member>> {
        let world = self.world;
        let method = world.method(unimplemented.method);
        let all = std::iter::once(unimplemented.method).chain(unimplemented.others.iter().copied());
        let mut descriptors: Vec<&str> = all.map(|id| &*world.method(id).descriptor).collect();
        descriptors.sort_unstable();
        descriptors.dedup();
        let signature = stubs::signature(world, self.ty, unimplemented.method);
        let exact_types: Vec<String> =
            signature.parameters.iter().map(|ty| world.descriptor_of(ty)).collect();
        let access = method.access & (PUBLIC | PROTECTED);
        let default = stubs::default_object(world, &signature.result);
        let result = world.descriptor_of(&signature.result);
        descriptors
            .into_iter()
            .map(|it| {
                let default = self.default_object(default, &result)?;
                self.implementation(number, access, &method.name, it, &exact_types, default)
            })
            .collect()
    }

    /// Returns the instructions that create the default object of a method, or that push null. `result` is
    /// the descriptor of the result type.
    fn default_object(&mut self, default: Option<DefaultObject>, result: &str) -> Result<Vec<Instruction>> {
        Ok(match default {
            None => vec![Instruction::Simple(op::ACONST_NULL)],
            Some(DefaultObject::Collection(class)) => {
                let class = format!("java/util/{class}");
                let constructor = self.constants.add_method(&class, "<init>", "()V")?;
                vec![
                    Instruction::Pool { op: op::NEW, index: self.constants.add_class(&class)? },
                    Instruction::Simple(op::DUP),
                    Instruction::Pool { op: op::INVOKESPECIAL, index: constructor },
                ]
            }
            Some(DefaultObject::Empty) => {
                let class = class_name(result);
                let descriptor = format!("(){result}");
                let index = match class.ends_with("Stream") {
                    true => self.constants.add_interface_method(class, "empty", &descriptor)?,
                    false => self.constants.add_method(class, "empty", &descriptor)?,
                };
                vec![Instruction::Pool { op: op::INVOKESTATIC, index }]
            }
        })
    }

    /// Generates a method with a given descriptor. The method casts each argument to its exact type, passes
    /// the arguments and its default object to the runner's `Stub` and returns the result. `exact_types`
    /// contains the descriptors of the parameter types after the substitution of type arguments. `default`
    /// pushes the default object.
    fn implementation(
        &mut self,
        number: i32,
        access: u16,
        name: &str,
        descriptor: &str,
        exact_types: &[String],
        default: Vec<Instruction>,
    ) -> Result<Member> {
        let parameters: Vec<&str> = parameters(descriptor).collect();
        let mut code = vec![
            load("L", 0),
            Instruction::Pool { op: op::GETFIELD, index: self.field()? },
            Instruction::push_int(number, &mut self.constants)?,
            Instruction::push_int(parameters.len() as i32, &mut self.constants)?,
            Instruction::Pool { op: op::ANEWARRAY, index: self.constants.add_class("java/lang/Object")? },
        ];
        let mut slot = 1;
        for (index, (parameter, exact_type)) in parameters.iter().zip(exact_types).enumerate() {
            code.push(Instruction::Simple(op::DUP));
            code.push(Instruction::push_int(index as i32, &mut self.constants)?);
            code.push(load(parameter, slot));
            code.extend(self.boxed_or_cast(parameter, exact_type)?);
            code.push(Instruction::Simple(op::AASTORE));
            slot += slots(parameter);
        }
        code.extend(default);
        let call = self.constants.add_method(
            RUNNER_STUB,
            "call",
            "(I[Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        )?;
        code.push(Instruction::Pool { op: op::INVOKEVIRTUAL, index: call });
        code.extend(
            self.return_as(descriptor.rsplit(')').next().expect("a method descriptor contains `)`"))?,
        );
        self.member(access, name, descriptor, code, slot)
    }

    /// Returns the instruction that boxes a primitive argument, or casts an object to the exact type of its
    /// parameter. Returns `None` for an object if the descriptor already has the exact type.
    fn boxed_or_cast(&mut self, descriptor: &str, exact_type: &str) -> Result<Option<Instruction>> {
        if let Some((class, _)) = wrapper_class(descriptor) {
            let index = self.constants.add_method(class, "valueOf", &format!("({descriptor})L{class};"))?;
            return Ok(Some(Instruction::Pool { op: op::INVOKESTATIC, index }));
        }
        if descriptor == exact_type { Ok(None) } else { self.cast(exact_type).map(Some) }
    }

    /// Returns the instructions that convert the object on the stack to the type with a given descriptor and
    /// return it.
    fn return_as(&mut self, descriptor: &str) -> Result<Vec<Instruction>> {
        if descriptor == "V" {
            return Ok(vec![Instruction::Simple(op::RETURN)]);
        }
        let (conversion, return_op) = match wrapper_class(descriptor) {
            Some((_, unbox)) => {
                let signature = format!("(Ljava/lang/Object;){descriptor}");
                let index = self.constants.add_method(RUNNER_STUB, unbox, &signature)?;
                (Instruction::Pool { op: op::INVOKESTATIC, index }, return_opcode(descriptor))
            }
            None => (self.cast(descriptor)?, op::ARETURN),
        };
        Ok(vec![conversion, Instruction::Simple(return_op)])
    }

    /// Returns the instruction that casts to the type with a given descriptor.
    fn cast(&mut self, descriptor: &str) -> Result<Instruction> {
        let index = self.constants.add_class(class_name(descriptor))?;
        Ok(Instruction::Pool { op: op::CHECKCAST, index })
    }

    fn field(&mut self) -> Result<u16> {
        self.constants.add_field(&self.this, STUB_FIELD, &format!("L{RUNNER_STUB};"))
    }

    /// Creates a method with code. `locals` is the number of slots for local variables.
    fn member(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        instructions: Vec<Instruction>,
        locals: u16,
    ) -> Result<Member> {
        // A method needs at most 7 stack slots: the `Stub`, the number of the method, the array twice, an
        // index, and a value of two slots. The default object needs at most two after the array. A
        // constructor needs slots for `this` and its arguments.
        let code = Code {
            max_stack: locals.max(7),
            max_locals: locals,
            instructions,
            handlers: Vec::new(),
            lines: Vec::new(),
        };
        let data = code.encode()?;
        let attribute = Attribute { name: self.constants.add_utf8("Code")?, data };
        Ok(Member {
            access,
            name: self.constants.add_utf8(name)?,
            descriptor: self.constants.add_utf8(descriptor)?,
            attributes: vec![attribute],
        })
    }
}

/// Returns the internal name of a class or array type, as a class constant contains it.
fn class_name(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor)
}

/// Returns the instruction that loads a local variable of the type with a given descriptor.
fn load(descriptor: &str, slot: u16) -> Instruction {
    let op = match descriptor {
        "Z" | "B" | "C" | "S" | "I" => op::ILOAD,
        "J" => op::LLOAD,
        "F" => op::FLOAD,
        "D" => op::DLOAD,
        _ => op::ALOAD,
    };
    Instruction::Local { op, slot, wide: false }
}

/// Returns the opcode that returns a value of a primitive type.
fn return_opcode(descriptor: &str) -> u8 {
    match descriptor {
        "J" => op::LRETURN,
        "F" => op::FRETURN,
        "D" => op::DRETURN,
        _ => op::IRETURN,
    }
}

/// Returns the wrapper class of a primitive type, and the method of the runner's `Stub` that unboxes its
/// objects. Returns `None` for other types.
fn wrapper_class(descriptor: &str) -> Option<(&'static str, &'static str)> {
    Some(match descriptor {
        "Z" => ("java/lang/Boolean", "booleanValue"),
        "B" => ("java/lang/Byte", "byteValue"),
        "C" => ("java/lang/Character", "charValue"),
        "S" => ("java/lang/Short", "shortValue"),
        "I" => ("java/lang/Integer", "intValue"),
        "J" => ("java/lang/Long", "longValue"),
        "F" => ("java/lang/Float", "floatValue"),
        "D" => ("java/lang/Double", "doubleValue"),
        _ => return None,
    })
}
