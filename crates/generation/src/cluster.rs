//! The test cluster: the members that a test can call, and the producers, which are members that provide
//! objects.

mod input_casts;
mod instantiable;
mod library;
mod members;
mod network;
mod options;
mod producers;
mod stub_templates;
mod uninstantiable;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use types::{ClassId, FieldId, MethodId, Type, World, package_of};

use library::Library;
use producers::Producers;
use stub_templates::StubTemplate;

pub use input_casts::{Input, InputCasts, InputPart};
pub use options::GenerationOptions;
pub use uninstantiable::UninstantiableClass;

/// Default value of [`Cluster::max_length`], the same as in EvoSuite (Fraser, Arcuri, IEEE TSE 2013).
const DEFAULT_MAX_LENGTH: usize = 40;

/// A call of the class under test, or a write to one of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterCall {
    /// A call of a method or a constructor.
    Method(MethodId),
    /// A write to a field.
    WriteField(FieldId),
}

/// The test cluster: facts about the class path and the class under test. The cluster does not change during
/// a search, except for its caches.
pub struct Cluster<'w> {
    /// Types and members on the class path.
    pub world: &'w World,
    /// The package of the test, with dots. Empty for the unnamed package.
    pub package: String,
    /// The class under test.
    pub subject: ClassId,
    /// The calls of the class under test and its nested classes, in the order of the class files.
    pub calls: Vec<ClusterCall>,
    /// The features of test generation that are turned on.
    pub options: GenerationOptions,
    /// Maximum number of statements of a generated test, at least 1.
    pub max_length: usize,
    /// The types that the code under test casts its inputs to.
    pub casts: InputCasts,
    /// A class for tests of code that inspects other classes. `None` if the code under test does not do this.
    pub sample: Option<ClassId>,
    caches: Caches,
}

/// Results of queries on the class path.
#[derive(Default)]
struct Caches {
    producers: RefCell<FxHashMap<ClassId, Rc<Producers>>>,
    array_producers: RefCell<FxHashMap<Type, Rc<Producers>>>,
    methods: RefCell<FxHashMap<ClassId, Rc<[MethodId]>>>,
    instantiable: RefCell<FxHashMap<ClassId, bool>>,
    library: OnceCell<Library>,
    /// For each class, the constructors and methods that a stub of the class needs, or the reason why a test
    /// cannot implement the class.
    stub_templates: RefCell<FxHashMap<ClassId, Result<Rc<StubTemplate>, String>>>,
}

impl<'w> Cluster<'w> {
    /// Creates the cluster of a class under test and its nested classes. The test is in the package of the
    /// class under test.
    pub fn new(world: &'w World, subject: ClassId, nested: &[ClassId]) -> Cluster<'w> {
        let mut cluster = Cluster {
            world,
            package: package_of(&world.class(subject).name).to_owned(),
            subject,
            calls: Vec::new(),
            options: GenerationOptions::default(),
            max_length: DEFAULT_MAX_LENGTH,
            casts: InputCasts::default(),
            sample: None,
            caches: Caches::default(),
        };
        let classes = std::iter::once(&subject).chain(nested);
        cluster.calls = classes.flat_map(|&class| cluster.calls_of(class)).collect();
        cluster
    }

    /// Returns whether a test can create objects of the class under test.
    pub fn is_subject_instantiable(&self) -> bool {
        self.has_producer_or_stub(self.subject)
    }

    /// Returns whether a test can call a method or constructor.
    pub fn can_call(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        self.is_visible(method) && self.world.is_accessible_class(method.class, &self.package)
    }

    /// Returns whether a test can name a type. Ignores type arguments.
    pub(crate) fn can_name(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(class, _) => self.world.is_accessible_class(*class, &self.package),
            Type::Array(element) => self.can_name(element),
            _ => true,
        }
    }

    /// Returns the JDK types and methods for which the builder has its own rules.
    pub(crate) fn library(&self) -> &Library {
        self.caches.library.get_or_init(|| Library::new(self.world))
    }

    /// Returns whether a class is `File` or `Path`, and the builder creates its objects as paths in the
    /// temporary folder of the test.
    pub(crate) fn creates_files(&self, class: ClassId) -> bool {
        self.options.content && self.library().files.contains(&class)
    }

    /// Returns whether the builder creates objects of a class without a producer: by a literal, as a path in
    /// the temporary folder of the test, or by reflection.
    pub(crate) fn creates_without_producer(&self, class: ClassId) -> bool {
        let is_literal =
            [self.world.string(), self.world.object(), self.world.class_class()].contains(&class);
        is_literal
            || self.world.unboxed(class).is_some()
            || self.creates_files(class)
            || self.options.content && self.library().reflected.contains(&class)
    }

    /// Returns whether a class is in `java.lang`, `java.math` or `java.time`, except `StringBuilder`,
    /// `StringBuffer` and `Iterable`. Most objects of these classes are plain values, such as numbers or
    /// dates. Calls of their methods do not test the class under test.
    pub(crate) fn is_value_class(&self, class: ClassId) -> bool {
        let name = self.world.name(class);
        let package = package_of(name);
        let is_in_value_package =
            matches!(package, "java.lang" | "java.math") || package.starts_with("java.time");
        is_in_value_package
            && !matches!(&**name, "java.lang.StringBuilder" | "java.lang.StringBuffer" | "java.lang.Iterable")
    }
}
