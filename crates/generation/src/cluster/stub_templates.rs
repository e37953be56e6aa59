//! Stub templates: how a test can implement an interface, an abstract class, or a class with protected
//! constructors.

use std::rc::Rc;

use types::access::{FINAL, PRIVATE, PROTECTED, PUBLIC, STATIC};
use types::{
    Bindings, Class, ClassId, ClassKind, Conversion, Method, MethodId, Type, is_identifier, package_of,
};

use super::Cluster;

/// Maximum number of methods of a stub. Stubs with more methods are not readable.
const MAX_METHODS: usize = 256;

/// Interfaces of the JDK that tests usually implement by stubs, because the JDK rarely has a public
/// implementation. The names are sorted.
const CALLBACKS: [&str; 9] = [
    "java.io.FileFilter",
    "java.io.FilenameFilter",
    "java.lang.Runnable",
    "java.lang.Thread$UncaughtExceptionHandler",
    "java.lang.reflect.InvocationHandler",
    "java.security.PrivilegedAction",
    "java.security.PrivilegedExceptionAction",
    "java.util.concurrent.Callable",
    "java.util.concurrent.ThreadFactory",
];

/// Starts of the names of packages of the JDK with interfaces to other systems, such as databases.
const EXTERNAL: [&str; 2] = ["java.sql.", "javax."];

/// The constructors and methods that a stub of a class needs.
#[derive(Debug)]
pub(crate) struct StubTemplate {
    /// Constructors that the stub can call. Empty for an interface.
    pub(crate) constructors: Vec<MethodId>,
    /// Methods that the stub must implement, in this order.
    pub(crate) methods: Vec<MethodId>,
}

impl Cluster<'_> {
    /// Returns the reason why a test cannot implement a class, as a clause such as `the type is sealed`.
    /// Returns `None` if a test can implement the class.
    pub fn reason_against_stub(&self, class: ClassId) -> Option<String> {
        self.template_or_reason(class).err()
    }

    /// Returns the constructors and methods that a stub of a class needs, or `None` if a test cannot
    /// implement the class.
    pub(crate) fn stub_template(&self, class: ClassId) -> Option<Rc<StubTemplate>> {
        self.template_or_reason(class).ok()
    }

    fn template_or_reason(&self, class: ClassId) -> Result<Rc<StubTemplate>, String> {
        if let Some(cached) = self.caches.stub_templates.borrow().get(&class) {
            return cached.clone();
        }
        let result = self.find_template(self.world.class(class)).map(Rc::new);
        self.caches.stub_templates.borrow_mut().insert(class, result.clone());
        result
    }

    /// Returns whether tests can create objects of a class as stubs.
    pub(crate) fn is_stubbed(&self, class: ClassId) -> bool {
        self.options.stubs && self.stub_template(class).is_some()
    }

    /// Returns whether a class is an interface that people usually implement by stubs or mocks. Such an
    /// interface is outside of the JDK, or connects the JDK to other systems. The JDK has no public
    /// implementations of the latter interfaces.
    pub(crate) fn is_collaborator(&self, class: ClassId) -> bool {
        let is_interface_to_other_systems =
            |name: &str| EXTERNAL.iter().any(|package| name.starts_with(package));
        self.world.class(class).is_interface()
            && (!self.world.is_from_jdk(class) || is_interface_to_other_systems(self.world.name(class)))
    }

    /// Returns the probability that an object of a class is a stub and does not come from a producer.
    pub(crate) fn stub_probability(&self, class: ClassId) -> f64 {
        if !self.is_stubbed(class) {
            0.0
        } else if self.producers(class).is_empty() {
            1.0
        } else if self.world.is_from_jdk(class) && self.is_collaborator(class) {
            0.3
        } else if !self.world.is_from_jdk(class) {
            let methods = self.stub_template(class).map_or(0, |template| template.methods.len());
            0.6 / (1.0 + methods as f64 / 4.0)
        } else if is_callback(self.world.name(class)) {
            0.8
        } else if self.world.class(class).is_abstract() {
            0.05
        } else {
            0.0
        }
    }

    /// Returns the type of a stub that can be assigned to `wanted`: the same class, with a type argument
    /// without wildcard in place of every wildcard. Returns `None` if the test cannot name this type, or if
    /// the type does not fit `wanted`.
    pub(crate) fn stub_type(&self, wanted: &Type) -> Option<Type> {
        let Type::Class(class, wanted_arguments) = wanted else { return None };
        let Type::Class(_, defaults) = self.world.default_type(*class) else { return None };
        let exact_argument = |(index, default): (usize, &Type)| match wanted_arguments.get(index) {
            None => default.clone(),
            Some(Type::Wildcard(types::Bound::Any, _)) => default.clone(),
            Some(Type::Wildcard(_, bound)) => (**bound).clone(),
            Some(exact) => exact.clone(),
        };
        let arguments: Vec<Type> = defaults.iter().enumerate().map(exact_argument).collect();
        let is_valid = self.are_exact_arguments(*class, &arguments);
        let ty = Type::Class(*class, arguments.into());
        let is_valid = is_valid && self.world.nameable(&ty, &self.package) == ty;
        (is_valid && self.world.is_assignable(&ty, wanted)).then_some(ty)
    }

    /// Returns whether the type arguments of a class are within their bounds and are not wildcards.
    fn are_exact_arguments(&self, class: ClassId, arguments: &[Type]) -> bool {
        let parameters = &self.world.class(class).parameters;
        let bindings = Bindings::of(parameters, arguments);
        let fits = |argument: &Type, bound: &Type| {
            self.world.conversion(argument, &self.world.substitute(bound, &bindings)) == Conversion::Yes
        };
        parameters.iter().zip(arguments).all(|(parameter, argument)| {
            let is_exact = !matches!(argument, Type::Wildcard(..));
            is_exact && parameter.bounds.iter().all(|bound| fits(argument, bound))
        })
    }

    fn find_template(&self, class: &Class) -> Result<StubTemplate, String> {
        if let Some(reason) = self.reason_against_subclass(class) {
            return Err(reason.to_owned());
        }
        if let Some(reason) = self.reason_for_missing_members(class.id) {
            return Err(reason);
        }
        let is_usable = |id: &MethodId| self.can_subclass_use(self.world.method(*id).access, class.id);
        let constructors: Vec<MethodId> = class.constructors.iter().copied().filter(is_usable).collect();
        if constructors.is_empty() && !class.is_interface() {
            return Err("the type has no constructor that a stub can call".to_owned());
        }
        let methods: Vec<MethodId> =
            self.world.unimplemented_methods(class.id).into_iter().map(|open| open.method).collect();
        if methods.len() > MAX_METHODS {
            return Err(format!("the type has more than {MAX_METHODS} abstract methods"));
        }
        let is_collaborator = self.is_collaborator(class.id);
        let reason = |id: MethodId| self.reason_against_method(id, is_collaborator);
        match methods.iter().find_map(|&id| Some((id, reason(id)?))) {
            Some((id, reason)) => Err(format!("its abstract method {} {reason}", self.world.method(id).name)),
            None => Ok(StubTemplate { constructors, methods }),
        }
    }

    /// Returns the reason why a test cannot extend a class, as a clause such as `the type is sealed`. Returns
    /// `None` if the declaration of the class contains no such reason.
    fn reason_against_subclass(&self, class: &Class) -> Option<&'static str> {
        if matches!(class.kind, ClassKind::Enum | ClassKind::Record) {
            Some("the type is an enum or a record")
        } else if !self.is_only_for_subclasses(class) {
            Some(
                "the type is neither an interface nor an abstract class, and its constructors do not require a subclass",
            )
        } else if !self.world.is_accessible_class(class.id, &self.package) {
            Some("the type is not accessible from the package of the test")
        } else if class.sealed {
            Some("the type is sealed")
        } else if matches!(&*class.name, "java.lang.Enum" | "java.lang.Record") {
            Some("only the compiler may extend the type")
        } else if class.outer.is_some() && !class.is_interface() && class.access & STATIC == 0 {
            Some("the type is an inner class")
        } else {
            None
        }
    }

    /// Returns whether a test can use the constructors of a class only in a subclass. This is true in two
    /// cases:
    ///
    /// - The class is abstract or is an interface.
    /// - The class is not final, the test can use none of its constructors, and at least one constructor is
    ///   protected.
    fn is_only_for_subclasses(&self, class: &Class) -> bool {
        let mut constructors = class.constructors.iter().map(|&id| self.world.method(id));
        class.is_abstract()
            || class.access & FINAL == 0
                && constructors.clone().all(|it| !self.is_visible(it))
                && constructors.any(|it| it.access & PROTECTED != 0)
    }

    /// Returns the reason why some members of a class or its supertypes could not be loaded. An example is
    /// `the type needs Foo, which is not on the class path`. Returns `None` if all members are loaded.
    pub(super) fn reason_for_missing_members(&self, class: ClassId) -> Option<String> {
        let is_supertype_member = |member: &str| {
            let owner = member.strip_prefix("class ").or(member.rsplit_once('.').map(|(owner, _)| owner));
            let owner = owner.and_then(|owner| self.world.class_named(owner));
            owner.is_some_and(|owner| self.world.is_subclass(class, owner))
        };
        let (_, cause) = self.world.skipped().into_iter().find(|(member, _)| is_supertype_member(member))?;
        // `cause` is the name of a missing class, or a sentence about a damaged class file.
        Some(match cause.contains(' ') {
            false => format!("the type needs {cause}, which is not on the class path"),
            true => format!("the type needs a class file that is damaged: {cause}"),
        })
    }

    /// Returns the reason why a test cannot implement a method, as a clause such as `is generic`. Returns
    /// `None` if a test can implement the method.
    ///
    /// Tests implement generic methods only of [collaborators](Self::is_collaborator), for example of
    /// repositories. Instead of other types with generic methods, such as `List`, people use a real subclass.
    fn reason_against_method(&self, id: MethodId, is_of_collaborator: bool) -> Option<&'static str> {
        let method = self.world.method(id);
        if !self.can_subclass_use(method.access, method.class) {
            Some("is not visible in the package of the test")
        } else if !is_identifier(&method.name) {
            Some("has a name that Java source cannot use")
        } else if !is_of_collaborator && !method.parameters.is_empty() {
            Some("is generic")
        } else if !self.can_name_types(method) {
            Some("has types that the test cannot name")
        } else {
            None
        }
    }

    /// Returns whether a subclass in the package of the test can use a member.
    fn can_subclass_use(&self, access: u16, class: ClassId) -> bool {
        let is_same_package = package_of(self.world.name(class)) == self.package;
        access & (PUBLIC | PROTECTED) != 0 || access & PRIVATE == 0 && is_same_package
    }

    /// Returns whether the test can name all types in the declaration of a method.
    fn can_name_types(&self, method: &Method) -> bool {
        let mut types = method.arguments.iter().chain([&method.result]).chain(&method.exceptions);
        types.all(|ty| self.world.nameable(ty, &self.package) == *ty)
    }
}

fn is_callback(name: &str) -> bool {
    name.starts_with("java.util.function.") || CALLBACKS.binary_search(&name).is_ok()
}
