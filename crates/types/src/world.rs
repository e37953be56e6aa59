//! All classes of a class path and a JDK, loaded on demand.

use std::{
    cell::{OnceCell, RefCell},
    path::PathBuf,
    sync::Arc,
};

use elsa::FrozenVec;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{
    Class, ClassId, ClassPath, Field, FieldId, Jdk, Method, MethodId, Primitive, Producer, Type,
    index::{self, Index, cache::Cache},
    language::{package_fields::PackageFields, producers, relations, visibility::Accessibility},
    load,
};

/// The tables of classes, methods and fields. The tables only grow, so ids and references stay valid.
///
/// The first look-up of a class by its name assigns an id to the class. The first call of [`World::class`]
/// reads the class file.
pub struct World {
    class_path: Arc<ClassPath>,
    jdk: Arc<Jdk>,
    /// The ids by binary name; `None` if neither the class path nor the JDK has the class.
    names: RefCell<FxHashMap<Arc<str>, Option<ClassId>>>,
    classes: FrozenVec<Box<Entry>>,
    methods: FrozenVec<Box<Method>>,
    fields: FrozenVec<Box<Field>>,
    /// The skipped parts of classes; see [`World::skipped`].
    skipped: RefCell<Vec<(String, String)>>,
    /// The cache that stores, for later runs, the supertypes of classes and the types that members return.
    cache: Option<Cache>,
    index: OnceCell<Index>,
    pub(crate) package_fields: PackageFields,
    well_known: WellKnown,
}

/// A class in the tables, with facts that are computed at their first use.
struct Entry {
    name: Arc<str>,
    from_jdk: bool,
    class: OnceCell<Class>,
    supers: OnceCell<Supers>,
    accessibility: OnceCell<Accessibility>,
    subtypes: OnceCell<Vec<ClassId>>,
    producers: OnceCell<Vec<Producer>>,
}

/// All supertypes of a class, the class itself first. Their type arguments use the type variables of the
/// class.
pub(crate) type Supers = IndexMap<ClassId, Type, FxBuildHasher>;

impl Entry {
    fn new(name: Arc<str>, from_jdk: bool) -> Entry {
        Entry {
            name,
            from_jdk,
            class: OnceCell::new(),
            supers: OnceCell::new(),
            accessibility: OnceCell::new(),
            subtypes: OnceCell::new(),
            producers: OnceCell::new(),
        }
    }
}

/// Classes with a special role in the Java language.
struct WellKnown {
    object: ClassId,
    string: ClassId,
    class: ClassId,
    /// The class that boxes each primitive type, in the order of [`Primitive::ALL`].
    boxes: [ClassId; 8],
    array_supertypes: [ClassId; 3],
}

impl World {
    /// Creates a world of the classes on a class path and in a JDK. Does not read their class files.
    ///
    /// # Panics
    /// If the JDK lacks a class such as `java.lang.Object`.
    pub fn new(class_path: impl Into<Arc<ClassPath>>, jdk: impl Into<Arc<Jdk>>) -> World {
        let unset = ClassId(u32::MAX);
        let mut world = World {
            class_path: class_path.into(),
            jdk: jdk.into(),
            names: RefCell::default(),
            classes: FrozenVec::new(),
            methods: FrozenVec::new(),
            fields: FrozenVec::new(),
            skipped: RefCell::default(),
            cache: None,
            index: OnceCell::new(),
            package_fields: PackageFields::default(),
            well_known: WellKnown {
                object: unset,
                string: unset,
                class: unset,
                boxes: [unset; 8],
                array_supertypes: [unset; 3],
            },
        };
        let find = |name: &str| {
            world.class_named(name).unwrap_or_else(|| panic!("the JDK has no class {name}; use another JDK"))
        };
        world.well_known = WellKnown {
            object: find("java.lang.Object"),
            string: find("java.lang.String"),
            class: find("java.lang.Class"),
            boxes: Primitive::ALL.map(|p| find(p.box_name())),
            array_supertypes: ["java.lang.Object", "java.lang.Cloneable", "java.io.Serializable"].map(find),
        };
        world
    }

    /// Returns the world with a cache in a folder.
    ///
    /// For later runs with the same jars, the cache stores the outline of each class: its direct supertypes
    /// and the types that its members return. The folder need not exist. If the folder cannot be used, the
    /// world works without a cache.
    pub fn with_cache(self, folder: PathBuf) -> World {
        World { cache: Some(Cache::new(folder)), ..self }
    }

    /// Returns the class path. Other threads can use the class path at the same time.
    pub fn class_path(&self) -> &Arc<ClassPath> {
        &self.class_path
    }

    /// Returns the JDK.
    pub fn jdk(&self) -> &Arc<Jdk> {
        &self.jdk
    }

    /// Returns the class with a binary name such as `java.util.Map$Entry`, or `None` if neither the class
    /// path nor the JDK has the class.
    pub fn class_named(&self, binary_name: &str) -> Option<ClassId> {
        if let Some(id) = self.names.borrow().get(binary_name) {
            return *id;
        }
        let internal_name = binary_name.replace('.', "/");
        let is_from_jdk = self.jdk.contains(&internal_name);
        let name: Arc<str> = binary_name.into();
        let id = (is_from_jdk || self.class_path.contains(&internal_name)).then(|| {
            let id = ClassId(self.classes.len() as u32);
            self.classes.push(Box::new(Entry::new(name.clone(), is_from_jdk)));
            id
        });
        self.names.borrow_mut().insert(name, id);
        id
    }

    /// Returns the class with an internal name such as `java/util/Map$Entry`.
    pub(crate) fn class_by_internal_name(&self, internal_name: &str) -> Option<ClassId> {
        self.class_named(&internal_name.replace('/', "."))
    }

    /// Returns the class with an id, and reads its class file at the first call.
    ///
    /// If the class file is damaged, the class has no members, and [`World::skipped`] reports the class.
    pub fn class(&self, id: ClassId) -> &Class {
        let entry = &self.classes[id.0 as usize];
        entry.class.get_or_init(|| load::load(self, id, &entry.name))
    }

    /// Returns the supertypes of a class, the class itself first.
    pub(crate) fn supers(&self, id: ClassId) -> &Supers {
        self.classes[id.0 as usize].supers.get_or_init(|| relations::supers(self, id))
    }

    /// Returns the packages whose source can name a class.
    pub(crate) fn accessibility(&self, id: ClassId) -> Accessibility {
        *self.classes[id.0 as usize].accessibility.get_or_init(|| self.compute_accessibility(id))
    }

    /// Returns the direct and indirect subtypes of a type, including abstract and inaccessible classes.
    ///
    /// The classes on the class path come first, sorted by name. For a type of the JDK, the subtypes in a
    /// small table of common JDK classes follow. The first call reads all classes on the class path.
    pub fn subtypes(&self, id: ClassId) -> &[ClassId] {
        self.classes[id.0 as usize].subtypes.get_or_init(|| index::subtypes(self, id))
    }

    /// Returns the producers of a class and its subtypes.
    ///
    /// For a class on the class path, the order is:
    /// - constructors, static methods and static fields of the class itself, including enum constants,
    /// - other producers in the package of the class,
    /// - producers in other packages.
    ///
    /// For a class of the JDK, all producers are in the JDK: members of the class, constructors of its
    /// subtypes, and factories in other classes. Producers on the class path follow only if the JDK has no
    /// producer, or if the package of the class begins with `javax` or `org`.
    ///
    /// The result excludes private and deprecated members, and members of classes that no source can name.
    /// [`World::is_accessible_method`] and [`World::is_accessible_field`] decide whether a package can access
    /// a producer.
    pub fn producers(&self, id: ClassId) -> &[Producer] {
        self.classes[id.0 as usize].producers.get_or_init(|| producers::producers(self, id))
    }

    /// Returns the members on the class path whose erased result type is the erasure of an array type.
    ///
    /// The members are sorted by the names of their declaring classes. The result excludes the same members
    /// as [`World::producers`]. The result is empty for arrays of classes in `java.lang` or its subpackages.
    pub fn array_producers(&self, ty: &Type) -> Vec<Producer> {
        producers::array_producers(self, ty)
    }

    /// Returns the binary name of a class, without reading the class.
    pub fn name(&self, id: ClassId) -> &Arc<str> {
        &self.classes[id.0 as usize].name
    }

    /// Whether a class belongs to the JDK.
    pub fn is_from_jdk(&self, id: ClassId) -> bool {
        self.classes[id.0 as usize].from_jdk
    }

    /// Returns the method or constructor with an id.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// Returns the field with an id.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    /// Reads the class file of a class by its internal name. As in the JVM, a class on the class path cannot
    /// replace a JDK class.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        self.jdk.bytes(internal_name).or_else(|| self.class_path.bytes(internal_name))
    }

    /// Returns the skipped parts of the loaded classes, each with the reason.
    ///
    /// The first string is `pkg.Class.member` or `class pkg.Class`. The second string is the name of a
    /// missing class, or the error in the class file.
    pub fn skipped(&self) -> Vec<(String, String)> {
        self.skipped.borrow().clone()
    }

    /// Returns the index of the class path. The first call reads all classes on the class path.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::scan(self, self.cache.as_ref()))
    }

    /// Records a skipped part of a class; see [`World::skipped`].
    pub(crate) fn record_skipped(&self, skipped: String, reason: String) {
        self.skipped.borrow_mut().push((skipped, reason));
    }

    pub(crate) fn add_method(&self, make: impl FnOnce(MethodId) -> Method) -> MethodId {
        let method = make(MethodId(self.methods.len() as u32));
        self.methods.push_get(Box::new(method)).id
    }

    pub(crate) fn add_field(&self, make: impl FnOnce(FieldId) -> Field) -> FieldId {
        let field = make(FieldId(self.fields.len() as u32));
        self.fields.push_get(Box::new(field)).id
    }

    /// Returns `java.lang.Object`.
    pub fn object(&self) -> ClassId {
        self.well_known.object
    }

    /// Returns `java.lang.String`.
    pub fn string(&self) -> ClassId {
        self.well_known.string
    }

    /// Returns `java.lang.Class`.
    pub fn class_class(&self) -> ClassId {
        self.well_known.class
    }

    /// Returns the class that boxes a primitive type: `java.lang.Integer` for `int`.
    pub fn boxed_class(&self, primitive: Primitive) -> ClassId {
        self.well_known.boxes[primitive as usize]
    }

    /// Returns the primitive type that a class boxes, or `None` if the class boxes no primitive type.
    pub fn unboxed(&self, class: ClassId) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|&p| self.boxed_class(p) == class)
    }

    /// Returns the type of the class that boxes a primitive type. Returns any other type unchanged.
    pub fn boxed(&self, ty: &Type) -> Type {
        match ty {
            Type::Primitive(primitive) => Type::class(self.boxed_class(*primitive)),
            other => other.clone(),
        }
    }

    /// Whether a class is a supertype of every array: `Object`, `Cloneable` or `Serializable`.
    pub(crate) fn is_array_supertype(&self, class: ClassId) -> bool {
        self.well_known.array_supertypes.contains(&class)
    }
}
