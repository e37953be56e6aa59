//! How interfaces, abstract classes, and classes that only subclasses can make, can be implemented by a test.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use types::access::{FINAL, PRIVATE, PROTECTED, PUBLIC, STATIC};
use types::{Bindings, Class, ClassId, Conversion, Kind, Method, MethodId, Type, package_of};

use crate::cluster::Cluster;

/// Most methods that a test writes for one class: nobody reads more.
const MOST_METHODS: usize = 256;

/// Interfaces of the JDK that there is hardly ever a ready object for.
const CALLBACKS: [&str; 10] = [
    "java.io.FileFilter",
    "java.io.FilenameFilter",
    "java.lang.Runnable",
    "java.lang.Thread$UncaughtExceptionHandler",
    "java.lang.reflect.InvocationHandler",
    "java.security.PrivilegedAction",
    "java.security.PrivilegedExceptionAction",
    "java.util.Comparator",
    "java.util.concurrent.Callable",
    "java.util.concurrent.ThreadFactory",
];

/// What a class asks of whoever implements it.
#[derive(Debug)]
pub(crate) struct Template {
    /// Constructors to choose from; none of an interface.
    pub constructors: Vec<MethodId>,
    /// The methods to write, in this order.
    pub methods: Vec<MethodId>,
}

/// What is known of classes: their templates, or why they have none.
pub(crate) type Templates = RefCell<FxHashMap<ClassId, Result<Rc<Template>, String>>>;

impl Cluster<'_> {
    /// Why the test cannot implement a class, as a clause about it; `None` if it can.
    pub fn stub_obstacle(&self, class: ClassId) -> Option<String> {
        self.known_template(class).err()
    }

    /// What to write for a class; `None` if the test cannot implement it.
    pub(crate) fn template(&self, class: ClassId) -> Option<Rc<Template>> {
        self.known_template(class).ok()
    }

    fn known_template(&self, class: ClassId) -> Result<Rc<Template>, String> {
        if let Some(known) = self.templates.borrow().get(&class) {
            return known.clone();
        }
        let found = self.find_template(self.world.class(class)).map(Rc::new);
        self.templates.borrow_mut().insert(class, found.clone());
        found
    }

    /// Whether tests may make objects of a class by implementing it.
    pub(crate) fn is_stubbed(&self, class: ClassId) -> bool {
        self.making.stubs && self.template(class).is_some()
    }

    /// Probability that an object of a class is made by implementing the class, rather than by what yields one.
    pub(crate) fn stub_share(&self, class: ClassId) -> f64 {
        if !self.is_stubbed(class) {
            0.0
        } else if self.producers(class).is_empty() {
            1.0
        } else if !self.world.is_from_jdk(class) {
            let methods = self.template(class).map_or(0, |template| template.methods.len());
            0.6 / (1.0 + methods as f64 / 4.0)
        } else if is_callback(self.world.name(class)) {
            0.8
        } else if self.world.class(class).is_abstract() {
            0.05
        } else {
            0.0
        }
    }

    /// The type of an object made for the test where one of `wanted` is needed: the same class, with an exact type for
    /// every wildcard. `None` if the test cannot write it or it does not fit.
    pub(crate) fn stub_type(&self, wanted: &Type) -> Option<Type> {
        let Type::Class(class, stated) = wanted else { return None };
        let Type::Class(_, simple) = self.world.default_type(*class) else { return None };
        let exact = |(index, simple): (usize, &Type)| match stated.get(index) {
            None => simple.clone(),
            Some(Type::Wildcard(types::Bound::Any, _)) => simple.clone(),
            Some(Type::Wildcard(_, bound)) => (**bound).clone(),
            Some(exact) => exact.clone(),
        };
        let arguments: Vec<Type> = simple.iter().enumerate().map(exact).collect();
        let written = self.are_exact_arguments(*class, &arguments);
        let ty = Type::Class(*class, arguments.into());
        let written = written && self.world.nameable(&ty, &self.package) == ty;
        (written && self.world.is_assignable(&ty, wanted)).then_some(ty)
    }

    /// Whether type arguments of a class are no wildcards and within its bounds.
    fn are_exact_arguments(&self, class: ClassId, arguments: &[Type]) -> bool {
        let parameters = &self.world.class(class).parameters;
        let bindings = Bindings::of(parameters, arguments);
        let fits = |argument: &Type, bound: &Type| {
            self.world.conversion(argument, &self.world.substitute(bound, &bindings)) == Conversion::Yes
        };
        parameters.iter().zip(arguments).all(|(parameter, argument)| {
            let exact = !matches!(argument, Type::Wildcard(..));
            exact && parameter.bounds.iter().all(|bound| fits(argument, bound))
        })
    }

    fn find_template(&self, class: &Class) -> Result<Template, String> {
        if let Some(obstacle) = self.obstacle(class) {
            return Err(obstacle.to_owned());
        }
        if let Some(lack) = self.lack(class.id) {
            return Err(lack);
        }
        let usable = |id: &MethodId| self.may_extend_through(self.world.method(*id).access, class.id);
        let constructors: Vec<MethodId> = class.constructors.iter().copied().filter(usable).collect();
        if constructors.is_empty() && !class.is_interface() {
            return Err("it has no constructor that the test could use".to_owned());
        }
        let methods: Vec<MethodId> =
            self.world.unimplemented_methods(class.id).into_iter().map(|open| open.method).collect();
        if methods.len() > MOST_METHODS {
            return Err("it has too many abstract methods".to_owned());
        }
        match methods.iter().find_map(|&id| Some((id, self.method_obstacle(id)?))) {
            Some((id, obstacle)) => {
                Err(format!("its abstract method {} {obstacle}", self.world.method(id).name))
            }
            None => Ok(Template { constructors, methods }),
        }
    }

    fn obstacle(&self, class: &Class) -> Option<&'static str> {
        if !matches!(class.kind, Kind::Class | Kind::Interface) || !self.is_left_to_subclasses(class) {
            Some("it is neither an interface nor an abstract class, nor are its constructors protected")
        } else if !self.world.is_accessible_class(class.id, &self.package) {
            Some("the test cannot name it")
        } else if class.sealed {
            Some("it is sealed")
        } else if matches!(&*class.name, "java.lang.Enum" | "java.lang.Record") {
            Some("the compiler alone extends it")
        } else if class.outer.is_some() && !class.is_interface() && class.access & STATIC == 0 {
            Some("it is an inner class")
        } else {
            None
        }
    }

    /// Whether only subclasses are to be made: it is abstract, or has protected constructors out of the test's reach alone.
    fn is_left_to_subclasses(&self, class: &Class) -> bool {
        let mut constructors = class.constructors.iter().map(|&id| self.world.method(id).access);
        class.is_abstract()
            || class.access & FINAL == 0
                && constructors.clone().all(|access| !self.is_visible(access, class.id))
                && constructors.any(|access| access & PROTECTED != 0)
    }

    /// Why members of a class or of what is above it were left out when it was read, as a clause about the class; `None`
    /// if all are there.
    pub(crate) fn lack(&self, class: ClassId) -> Option<String> {
        let concerns = |left_out: &str| {
            let owner = left_out.strip_prefix("class ").or(left_out.rsplit_once('.').map(|(owner, _)| owner));
            let owner = owner.and_then(|owner| self.world.class_named(owner));
            owner.is_some_and(|owner| self.world.is_subclass(class, owner))
        };
        let (_, why) = self.world.skipped().into_iter().find(|(left_out, _)| concerns(left_out))?;
        // What is wrong with a class file is said in words.
        Some(match why.contains(' ') {
            false => format!("it needs {why}, which is not on the class path"),
            true => format!("a class file that it needs is damaged: {why}"),
        })
    }

    fn method_obstacle(&self, id: MethodId) -> Option<&'static str> {
        let method = self.world.method(id);
        if !self.may_extend_through(method.access, method.class) {
            Some("can be seen in its own package only")
        } else if !method.parameters.is_empty() {
            Some("is generic")
        } else if !self.can_write_types(method) {
            Some("has types that the test cannot name")
        } else {
            None
        }
    }

    /// Whether a subclass in the package of the test may use a member.
    fn may_extend_through(&self, access: u16, class: ClassId) -> bool {
        let here = package_of(self.world.name(class)) == self.package;
        access & (PUBLIC | PROTECTED) != 0 || access & PRIVATE == 0 && here
    }

    fn can_write_types(&self, method: &Method) -> bool {
        let mut types = method.arguments.iter().chain([&method.result]).chain(&method.exceptions);
        types.all(|ty| self.world.nameable(ty, &self.package) == *ty)
    }
}

fn is_callback(name: &str) -> bool {
    name.starts_with("java.util.function.") || CALLBACKS.binary_search(&name).is_ok()
}
