//! Finds the methods and fields that could inspect the objects of a test.

mod jdk;

use classfile::ClassFile;
use testcase::{Args, Literal, Observation, Statement, StatementKind, TestCase, Var};
use types::access::{PROTECTED, PUBLIC, STATIC, SYNTHETIC};
use types::{ClassId, ClassKind, Deprecated, FieldId, Method, MethodId, Primitive, Type, World};
use vm::Execution;

pub use jdk::is_inspector as is_jdk_inspector;

/// Maximum number of parameters of a method that is called as an inspector.
const MAX_PARAMETERS: usize = 2;
/// Number of elements of an array that are inspected: the first elements.
const INSPECTED_ELEMENTS: u32 = 3;
/// Number of different values that [`argument`] can return for a parameter.
const ARGUMENT_CHOICES: u8 = 2;

/// A way to inspect an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Inspector {
    /// Reads a field.
    Field(FieldId),
    /// Calls a method. The number selects the arguments: it is the `choice` of [`argument`].
    Method(MethodId, u8),
    /// Reads the element of an array with this index.
    Element(u32),
    /// Passes the object to a static JDK method that converts the object to a text or to lines.
    Text(MethodId),
    /// Calls a method that writes to a new buffer, and reads the text of the buffer.
    BufferWriter {
        /// The method, which writes to its only argument.
        method: MethodId,
        /// The constructor of the buffer. It has no parameters.
        buffer: MethodId,
        /// The method `toString` of the buffer.
        text: MethodId,
    },
}

impl Inspector {
    /// Returns the method of the inspected object that the inspector calls.
    pub fn method(self) -> Option<MethodId> {
        match self {
            Inspector::Method(method, _) => Some(method),
            _ => None,
        }
    }
}

/// An inspector and the variable that it inspects.
pub(super) type Inspection = (Var, Inspector);

/// Selects the variables that one round inspects, and limits how many rounds follow. Each round inspects the
/// results of the inspectors of the previous round.
#[derive(Clone, Copy)]
pub(super) struct Depth {
    /// Index of the first variable that is inspected.
    pub first: usize,
    /// Number of rounds after this round.
    pub later_rounds: usize,
}

/// Returns inspectors of the first and the last element of a new array of primitive values. Such an array has
/// inspectors if it is too long to be asserted as a whole.
fn outer_elements(statement: &Statement) -> impl Iterator<Item = Inspector> {
    let is_primitive = matches!(&statement.ty, Type::Array(element) if !element.is_reference());
    let length = match statement.kind {
        StatementKind::NewArray { length } if is_primitive => length,
        _ => 0,
    };
    let last = length.checked_sub(1);
    last.into_iter().flat_map(|last| [0, last]).map(Inspector::Element)
}

/// Finds inspectors for the objects of tests in a package.
pub(super) struct InspectorFinder<'a> {
    pub world: &'a World,
    pub package: &'a str,
}

impl InspectorFinder<'_> {
    /// Returns the inspectors of the variables that `depth` selects. Inspectors with fewer arguments come
    /// first. Of inspectors with the same number of arguments, those of the result, receiver and arguments of
    /// the last call come first.
    pub fn candidates(&self, test: &TestCase, execution: &Execution, depth: Depth) -> Vec<Inspection> {
        let is_related = self.is_related_to_tested_code(test);
        // The value of a literal is known without an inspector.
        let needs_inspectors = |&index: &usize| {
            is_related[index] && !matches!(test.statements[index].kind, StatementKind::Literal(_))
        };
        let mut candidates = Vec::new();
        for index in (depth.first..test.len()).filter(needs_inspectors) {
            let Some(Observation::Object(runtime)) = &execution.final_observations[index] else { continue };
            let inspectors = self.inspectors(&test.statements[index].ty, runtime, depth);
            let elements = outer_elements(&test.statements[index]);
            candidates.extend(inspectors.into_iter().chain(elements).map(|it| (Var(index as u32), it)));
        }
        // The caller uses only the first inspectors if there are too many. Inspectors without arguments are
        // easier to read. If a mutant makes an inspector throw, the later inspectors do not run. So the
        // inspectors that a reader expects run first.
        let last_call = test.statements.iter().rposition(Statement::is_call);
        let is_of_last_call = |var: Var| last_call.is_some_and(|call| test.is_object_of(call, var));
        candidates.sort_by_key(|(var, it)| (self.argument_count(*it), !is_of_last_call(*var)));
        candidates
    }

    /// Returns the methods without arguments of a variable whose class is not from the JDK, if most of their
    /// results can be asserted.
    pub fn getters(&self, test: &TestCase, var: Var) -> Vec<Inspection> {
        let &Type::Class(class, _) = &test.definition(var).ty else { return Vec::new() };
        if self.world.is_from_jdk(class) {
            return Vec::new();
        }
        let is_getter = |&id: &MethodId| {
            let method = self.world.method(id);
            method.arguments.is_empty() && self.is_usually_assertable(&method.result)
        };
        let methods = self.world.methods_of(class, self.package).into_iter().filter(is_getter);
        methods.map(|method| (var, Inspector::Method(method, 0))).collect()
    }

    /// Returns the number of arguments that a reader sees: the index of an element counts as an argument.
    fn argument_count(&self, inspector: Inspector) -> usize {
        match inspector {
            Inspector::Method(method, _) => self.world.method(method).arguments.len(),
            Inspector::Field(_) | Inspector::Text(_) => 0,
            Inspector::Element(_) | Inspector::BufferWriter { .. } => 1,
        }
    }

    /// Returns whether an inspector is a method with the name of a getter, a predicate or a conversion, or
    /// the method `size` or `length`.
    pub fn has_name_of_getter(&self, inspector: Inspector) -> bool {
        let Inspector::Method(method, _) = inspector else { return false };
        let name = &*self.world.method(method).name;
        is_getter(name)
            || has_prefix(name, "is")
            || has_prefix(name, "has")
            || matches!(name, "size" | "length")
    }

    /// Returns whether an inspector is a method with the name of a getter. Names such as `getAndIncrement` do
    /// not count, because they announce a change.
    pub fn has_name_of_mere_getter(&self, inspector: Inspector) -> bool {
        let announces_change =
            inspector.method().is_some_and(|method| has_prefix(&self.world.method(method).name, "getAnd"));
        self.has_name_of_getter(inspector) && !announces_change
    }

    /// Returns whether an inspector is a method that returns the same literal for all objects, such as
    /// `int size() { return 4; }`. Such a result shows nothing about an object.
    pub fn returns_literal(&self, inspector: Inspector) -> bool {
        let Inspector::Method(id, _) = inspector else { return false };
        let method = self.world.method(id);
        let returns_literal = || {
            let bytes = self.world.bytes(&self.world.name(method.class).replace('.', "/"))?;
            let class = ClassFile::read(&bytes).ok()?;
            Some(analysis::constants::returns_literal(&class, &method.name, &method.descriptor))
        };
        !self.world.is_from_jdk(method.class)
            && returns_literal() == Some(true)
            && !self.is_overridden(method)
    }

    fn is_overridden(&self, method: &Method) -> bool {
        let overrides = |&id: &MethodId| {
            let other = self.world.method(id);
            other.name == method.name && other.descriptor == method.descriptor
        };
        let subtypes = self.world.subtypes(method.class);
        subtypes.iter().any(|&subtype| self.world.class(subtype).methods.iter().any(overrides))
    }

    /// Returns for each statement whether its value is a result, an argument or a receiver of a member
    /// outside the JDK. Also true for values that belong to such a value:
    ///
    /// - its elements
    /// - the result of a JDK method that is called on it
    /// - the arguments of the JDK constructor that created it, such as the buffer of a writer
    fn is_related_to_tested_code(&self, test: &TestCase) -> Vec<bool> {
        let mut is_related = vec![false; test.len()];
        for (index, statement) in test.statements.iter().enumerate() {
            let class = match statement.kind {
                StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
                    self.world.method(method).class
                }
                StatementKind::ReadField { field, .. } => self.world.field(field).class,
                StatementKind::ReadElement { array, .. } => {
                    is_related[index] = is_related[array.0 as usize];
                    continue;
                }
                _ => continue,
            };
            if !self.world.is_from_jdk(class) {
                is_related[index] = true;
                statement.uses(|var| is_related[var.0 as usize] = true);
            } else if let Some(receiver) = statement.receiver() {
                is_related[index] = is_related[receiver.0 as usize];
            }
        }
        for (index, statement) in test.statements.iter().enumerate().rev() {
            if let StatementKind::Construct { constructor, .. } = statement.kind
                && is_related[index]
                && self.world.is_from_jdk(self.world.method(constructor).class)
            {
                statement.uses(|var| is_related[var.0 as usize] = true);
            }
        }
        is_related
    }

    /// Returns the inspectors of an object with the given static type and runtime class. If the results of
    /// these inspectors will be inspected (`depth.later_rounds` > 0), includes getters that return objects.
    fn inspectors(&self, ty: &Type, runtime: &str, depth: Depth) -> Vec<Inspector> {
        let (world, package) = (self.world, self.package);
        let mut inspectors = Vec::new();
        match ty {
            &Type::Class(class, _) => {
                let methods = || world.methods_of(class, package).into_iter();
                if world.is_from_jdk(class) {
                    let jdk_methods = methods().filter(|&it| jdk::is_inspector(world, class, it));
                    inspectors.extend(jdk_methods.flat_map(|it| self.method_inspectors(class, it, depth)));
                    inspectors.extend(self.read_lines(class).map(Inspector::Text));
                } else {
                    inspectors.extend(methods().flat_map(|it| self.method_inspectors(class, it, depth)));
                    inspectors.extend(methods().filter_map(|it| jdk::buffer_writer(world, it, package)));
                    let fields = world.fields_of(class, package).into_iter();
                    inspectors.extend(fields.filter(|&it| self.is_inspector_field(it)).map(Inspector::Field));
                }
                inspectors.extend(self.to_string_method(class, runtime).map(|it| Inspector::Method(it, 0)));
            }
            Type::Array(element) if element.is_reference() => {
                let to_string = self.jdk_method("java.util.Arrays", "toString", "([Ljava/lang/Object;)");
                inspectors.extend(to_string.map(Inspector::Text));
                if depth.later_rounds > 0 {
                    inspectors.extend((0..INSPECTED_ELEMENTS).map(Inspector::Element));
                }
            }
            _ => {}
        }
        inspectors
    }

    /// Returns the inspectors that call a method, one for each choice of arguments.
    ///
    /// A method has no inspectors in these cases:
    ///
    /// - The method is static, synthetic or deprecated, or declares exceptions.
    /// - The method is `hashCode` or `toString`. [`Self::to_string_method`] finds `toString`.
    /// - The method has too many parameters, or a parameter type without simple literals.
    /// - The result of the method can be neither asserted nor inspected.
    fn method_inspectors(&self, class: ClassId, id: MethodId, depth: Depth) -> Vec<Inspector> {
        let method = self.world.method(id);
        let is_usable = method.exceptions.is_empty()
            && method.access & (STATIC | SYNTHETIC) == 0
            && method.deprecated == Deprecated::No
            && !matches!(&*method.name, "hashCode" | "toString");
        let is_object = |ty: &Type| match ty {
            // A getter can return an object of its own class. This object has the same getter. To avoid a
            // long chain of calls, only the first of the three rounds calls such a getter.
            Type::Class(result, _) => is_getter(&method.name) && (*result != class || depth.later_rounds > 1),
            Type::Array(element) => matches!(**element, Type::Class(..)),
            _ => false,
        };
        let has_no_parameters = method.arguments.is_empty();
        let is_informative = self.is_usually_assertable(&method.result)
            || depth.later_rounds > 0 && has_no_parameters && is_object(&method.result);
        let has_argument = |ty| argument(self.world, ty, 0).is_some();
        let is_callable =
            method.arguments.len() <= MAX_PARAMETERS && method.arguments.iter().all(has_argument);
        if !is_usable || !is_informative || !is_callable {
            return Vec::new();
        }
        let choices = if has_no_parameters { 1 } else { ARGUMENT_CHOICES };
        (0..choices).map(|choice| Inspector::Method(id, choice)).collect()
    }

    /// Returns whether a test may read a field. Excludes internal state: fields without access modifier that
    /// only the class itself uses, and arrays in fields that are not public. Such arrays are often longer
    /// than their content.
    fn is_inspector_field(&self, id: FieldId) -> bool {
        let field = self.world.field(id);
        field.access & (STATIC | SYNTHETIC) == 0
            && (field.access & (PUBLIC | PROTECTED) != 0 || self.world.is_used_in_package(id))
            && (field.access & PUBLIC != 0 || !matches!(field.ty, Type::Array(_)))
            && !field.name.contains('$')
            && self.is_usually_assertable(&field.ty)
    }

    /// Returns whether most values of a type can be asserted.
    fn is_usually_assertable(&self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) | Type::Variable(_) => true,
            Type::Array(element) => {
                !matches!(**element, Type::Array(_)) && self.is_usually_assertable(element)
            }
            Type::Class(class, _) => {
                *class == self.world.string()
                    || self.world.unboxed(*class).is_some()
                    || self.world.class(*class).kind == ClassKind::Enum
                    || may_be_assertable(self.world.name(*class))
            }
            _ => false,
        }
    }

    /// Appends the statements of inspectors to a test. Each inspector is paired with its inspected variable.
    pub fn append(&self, test: &mut TestCase, inspections: impl Iterator<Item = Inspection>) {
        let world = self.world;
        for (var, inspector) in inspections {
            let ty = test.definition(var).ty.clone();
            let (kind, ty) = match inspector {
                Inspector::Field(field) => {
                    let kind = StatementKind::ReadField { field, receiver: Some(var) };
                    (kind, world.field_type(field, Some(&ty)))
                }
                Inspector::Element(index) => {
                    let Type::Array(element) = &ty else { continue };
                    (StatementKind::ReadElement { array: var, index }, (**element).clone())
                }
                Inspector::Text(method) => {
                    let args = [var].as_slice().into();
                    let kind = StatementKind::Call { method, receiver: None, args };
                    (kind, world.method(method).result.clone())
                }
                Inspector::BufferWriter { method, buffer, text } => {
                    let class = Type::Class(world.method(buffer).class, Vec::new().into());
                    let create =
                        StatementKind::Construct { constructor: buffer, receiver: None, args: Args::new() };
                    let buffer = Var(test.len() as u32);
                    test.statements.push(Statement { kind: create, ty: class });
                    let kind =
                        StatementKind::Call { method, receiver: Some(var), args: [buffer].as_slice().into() };
                    let bindings = world.bind(method, Some(&ty), None);
                    let result = world.substitute(&world.method(method).result, &bindings);
                    test.statements.push(Statement { kind, ty: world.nameable(&result, self.package) });
                    let kind =
                        StatementKind::Call { method: text, receiver: Some(buffer), args: Args::new() };
                    (kind, world.method(text).result.clone())
                }
                Inspector::Method(method, choice) => {
                    let args = world.method(method).arguments.iter();
                    let literals: Vec<Statement> =
                        args.filter_map(|ty| argument(world, ty, choice)).collect();
                    let first = test.len() as u32;
                    let args = (first..).take(literals.len()).map(Var).collect();
                    test.statements.extend(literals);
                    let bindings = world.bind(method, Some(&ty), None);
                    let result = world.substitute(&world.method(method).result, &bindings);
                    (StatementKind::Call { method, receiver: Some(var), args }, result)
                }
            };
            test.statements.push(Statement { kind, ty: world.nameable(&ty, self.package) });
        }
    }

    /// Returns the method `toString` if the runtime class of the object overrides it. Returns `None` if the
    /// text depends on the implementation of the JDK, and for texts, which `toString` only returns.
    fn to_string_method(&self, class: ClassId, runtime: &str) -> Option<MethodId> {
        let (world, package) = (self.world, self.package);
        let says_more = |class: &ClassId| ![world.object(), world.string()].contains(class);
        let runtime = world.class_named(runtime).filter(says_more)?;
        let of_runtime = world.to_string_method(runtime, package)?;
        if jdk::is_internal(world, world.method(of_runtime).class) {
            return None;
        }
        let of_static_type = world.to_string_method(class, package);
        of_static_type.or_else(|| world.to_string_method(world.object(), package))
    }

    /// Returns the method that reads the lines of a file, if `class` is a path.
    fn read_lines(&self, class: ClassId) -> Option<MethodId> {
        let path = self.world.class_named("java.nio.file.Path")?;
        let method = self.jdk_method("java.nio.file.Files", "readAllLines", "(Ljava/nio/file/Path;)")?;
        self.world.is_subclass(class, path).then_some(method)
    }

    /// Returns a method of a JDK class by the beginning of its descriptor.
    fn jdk_method(&self, class: &str, name: &str, parameters: &str) -> Option<MethodId> {
        let is_wanted = |&id: &MethodId| {
            let method = self.world.method(id);
            &*method.name == name && method.descriptor.starts_with(parameters)
        };
        self.world.methods_of(self.world.class_named(class)?, self.package).into_iter().find(is_wanted)
    }
}

/// Returns whether a method has the name of a getter or a conversion: `getX`, `asX` or `toX`. The method
/// `build` of a builder also counts.
fn is_getter(name: &str) -> bool {
    name == "build" || ["get", "as", "to"].iter().any(|prefix| has_prefix(name, prefix))
}

/// Returns whether a name consists of a prefix and of a word in upper case.
fn has_prefix(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Returns a literal for a parameter, or `None` if its type has no simple literals. `choice` selects the
/// literal and is less than [`ARGUMENT_CHOICES`].
fn argument(world: &World, ty: &Type, choice: u8) -> Option<Statement> {
    let literal = match ty {
        Type::Primitive(Primitive::Boolean) => Literal::Boolean(choice == 0),
        Type::Primitive(Primitive::Int) => Literal::Int(choice.into()),
        Type::Primitive(Primitive::Long) => Literal::Long(choice.into()),
        Type::Primitive(Primitive::Double) => Literal::Double(1.0 / f64::from(1 + choice)),
        Type::Primitive(Primitive::Float) => Literal::Float(1.0 / f32::from(1 + u16::from(choice))),
        Type::Primitive(Primitive::Char) => Literal::Char(u16::from(b'a' + choice)),
        Type::Class(class, _) if *class == world.string() => {
            Literal::String([u16::from(b'a' + choice)][..].into())
        }
        _ => return None,
    };
    Some(Statement { kind: StatementKind::Literal(literal), ty: ty.clone() })
}

/// Returns whether at least some values of a JDK type can be asserted. Whether a particular value can be
/// asserted depends on its runtime class.
fn may_be_assertable(class: &str) -> bool {
    matches!(
        class,
        "java.lang.Object"
            | "java.lang.CharSequence"
            | "java.lang.Number"
            | "java.lang.Comparable"
            | "java.lang.Iterable"
            | "java.util.Collection"
            | "java.util.List"
            | "java.util.Set"
            | "java.util.SortedSet"
            | "java.util.Map"
            | "java.util.SortedMap"
            | "java.util.ArrayList"
            | "java.util.HashMap"
            | "java.util.HashSet"
            | "java.util.LinkedList"
    )
}
