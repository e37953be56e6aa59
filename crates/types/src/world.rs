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
    language::{producers, relations, visibility::Accessibility},
    load,
};

/// The tables of classes, methods and fields. The tables only grow, so ids and references stay valid.
///
/// A class has an id from its first mention on. The first call of [`World::class`] reads its class file.
pub struct World {
    class_path: Arc<ClassPath>,
    jdk: Arc<Jdk>,
    names: RefCell<FxHashMap<Arc<str>, Option<ClassId>>>,
    classes: FrozenVec<Box<Entry>>,
    methods: FrozenVec<Box<Method>>,
    fields: FrozenVec<Box<Field>>,
    skipped: RefCell<Vec<(String, String)>>,
    /// The cache of outlines across runs.
    cache: Option<Cache>,
    index: OnceCell<Index>,
    well_known: WellKnown,
}

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

/// Classes with a special role in the language.
struct WellKnown {
    object: ClassId,
    string: ClassId,
    class: ClassId,
    boxes: [ClassId; 8],
    array_supertypes: [ClassId; 3],
}

impl World {
    /// Creates a world of the classes on a class path and in a JDK. Reads no class file.
    ///
    /// # Panics
    /// If the JDK lacks a class such as `java.lang.Object`.
    pub fn new(class_path: impl Into<Arc<ClassPath>>, jdk: impl Into<Arc<Jdk>>) -> World {
        let placeholder = ClassId(u32::MAX);
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
            well_known: WellKnown {
                object: placeholder,
                string: placeholder,
                class: placeholder,
                boxes: [placeholder; 8],
                array_supertypes: [placeholder; 3],
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
    /// The cache stores the outlines of the jars on the class path for later runs with the same jars. The
    /// folder need not exist. If the folder cannot be used, the world has no cache.
    pub fn with_cache(self, folder: PathBuf) -> World {
        World { cache: Some(Cache::new(folder)), ..self }
    }

    /// Returns the class path, which other threads can share.
    pub fn class_path(&self) -> &Arc<ClassPath> {
        &self.class_path
    }

    /// Returns the JDK.
    pub fn jdk(&self) -> &Arc<Jdk> {
        &self.jdk
    }

    /// Returns the class of a binary name, `java.util.Map$Entry`, if the class path or the JDK has it.
    pub fn class_named(&self, binary_name: &str) -> Option<ClassId> {
        if let Some(id) = self.names.borrow().get(binary_name) {
            return *id;
        }
        let internal = binary_name.replace('.', "/");
        let from_jdk = self.jdk.contains(&internal);
        let name: Arc<str> = binary_name.into();
        let id = (from_jdk || self.class_path.contains(&internal)).then(|| {
            let id = ClassId(self.classes.len() as u32);
            self.classes.push(Box::new(Entry::new(name.clone(), from_jdk)));
            id
        });
        self.names.borrow_mut().insert(name, id);
        id
    }

    /// Returns the class of an internal name, `java/util/Map$Entry`.
    pub(crate) fn class_by_internal_name(&self, internal_name: &str) -> Option<ClassId> {
        self.class_named(&internal_name.replace('/', "."))
    }

    /// Returns the class of an id, and reads its class file at the first call.
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
    /// The classes on the class path come first, sorted by name. For a type of the JDK, a small table of
    /// common accessible JDK classes follows. The first call reads the outlines of the whole class path.
    pub fn subtypes(&self, id: ClassId) -> &[ClassId] {
        self.classes[id.0 as usize].subtypes.get_or_init(|| index::subtypes(self, id))
    }

    /// Returns the producers of a class and its subtypes.
    ///
    /// The order is: constructors, static factories and constants (including enum constants) of the class;
    /// then producers in other classes, those in the same package first, and those in subtypes before the
    /// rest. Private and deprecated members are not included, nor members of classes that no source can name.
    /// [`World::is_accessible_member`] decides whether a package can access a producer.
    ///
    /// For a class of the JDK, the producers are in the JDK. Only if the JDK has none, the class path is
    /// searched.
    pub fn producers(&self, id: ClassId) -> &[Producer] {
        self.classes[id.0 as usize].producers.get_or_init(|| producers::producers(self, id))
    }

    /// Returns the members on the class path that return exactly an array type, ignoring its type arguments.
    ///
    /// The order is that of the names of the declaring classes. The result excludes the same members as
    /// [`World::producers`], and arrays of `java.lang` classes.
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

    /// Returns the method or constructor of an id.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// Returns the field of an id.
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

    /// Returns the index of the class path. The first call reads the outlines of all classes.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::scan(self, self.cache.as_ref()))
    }

    pub(crate) fn report(&self, skipped: String, reason: String) {
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

    /// Returns the primitive type that a class boxes.
    pub fn unboxed(&self, class: ClassId) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|&p| self.boxed_class(p) == class)
    }

    /// Returns the boxed class of a primitive type, and any other type unchanged.
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
