//! All classes of a class path and a JDK, loaded when first asked for.

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
    language::{producers, relations, visibility::Reach},
    load,
};

/// The tables of classes, methods and fields. They only grow: ids and references stay valid.
///
/// A class gets its id when it is first mentioned and is read when [`World::class`] first asks for it.
pub struct World {
    class_path: Arc<ClassPath>,
    jdk: Arc<Jdk>,
    names: RefCell<FxHashMap<Arc<str>, Option<ClassId>>>,
    classes: FrozenVec<Box<Entry>>,
    methods: FrozenVec<Box<Method>>,
    fields: FrozenVec<Box<Field>>,
    missing: RefCell<Vec<(String, String)>>,
    /// Where outlines of jars are kept between runs.
    cache: Option<Cache>,
    index: OnceCell<Index>,
    well_known: WellKnown,
}

struct Entry {
    name: Arc<str>,
    from_jdk: bool,
    class: OnceCell<Class>,
    supers: OnceCell<Supers>,
    reach: OnceCell<Reach>,
    subtypes: OnceCell<Vec<ClassId>>,
    producers: OnceCell<Vec<Producer>>,
}

/// Every supertype of a class, itself first, each with arguments in terms of the class's own type variables.
pub(crate) type Supers = IndexMap<ClassId, Type, FxBuildHasher>;

impl Entry {
    fn new(name: Arc<str>, from_jdk: bool) -> Entry {
        Entry {
            name,
            from_jdk,
            class: OnceCell::new(),
            supers: OnceCell::new(),
            reach: OnceCell::new(),
            subtypes: OnceCell::new(),
            producers: OnceCell::new(),
        }
    }
}

/// Classes that the language itself knows.
struct WellKnown {
    object: ClassId,
    string: ClassId,
    class: ClassId,
    boxes: [ClassId; 8],
    array_supertypes: [ClassId; 3],
}

impl World {
    /// A world of the classes on the class path and those of the JDK; nothing is read yet.
    ///
    /// # Panics
    /// If the JDK lacks a class such as `java.lang.Object`.
    pub fn new(class_path: impl Into<Arc<ClassPath>>, jdk: impl Into<Arc<Jdk>>) -> World {
        let nowhere = ClassId(u32::MAX);
        let mut world = World {
            class_path: class_path.into(),
            jdk: jdk.into(),
            names: RefCell::default(),
            classes: FrozenVec::new(),
            methods: FrozenVec::new(),
            fields: FrozenVec::new(),
            missing: RefCell::default(),
            cache: None,
            index: OnceCell::new(),
            well_known: WellKnown {
                object: nowhere,
                string: nowhere,
                class: nowhere,
                boxes: [nowhere; 8],
                array_supertypes: [nowhere; 3],
            },
        };
        let find = |name: &str| {
            world.class_named(name).unwrap_or_else(|| panic!("the JDK has a class named {name}"))
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

    /// Keeps what a pass over the jars of the class path finds in a folder, for later runs with jars of the same content. The
    /// folder need not exist; one that cannot be used is as good as none.
    pub fn cache_in(self, folder: PathBuf) -> World {
        World { cache: Some(Cache::new(folder)), ..self }
    }

    /// The class path, to be shared with other threads.
    pub fn class_path(&self) -> &Arc<ClassPath> {
        &self.class_path
    }

    /// The JDK.
    pub fn jdk(&self) -> &Arc<Jdk> {
        &self.jdk
    }

    /// The class of a binary name, `java.util.Map$Entry`, if the class path or the JDK has it.
    pub fn class_named(&self, binary_name: &str) -> Option<ClassId> {
        if let Some(known) = self.names.borrow().get(binary_name) {
            return *known;
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

    /// The class of an internal name, `java/util/Map$Entry`.
    pub(crate) fn class_internal(&self, internal_name: &str) -> Option<ClassId> {
        self.class_named(&internal_name.replace('/', "."))
    }

    /// The class of an id, read now if it has not been. One whose file is damaged has no members and is reported in
    /// [`World::missing`].
    pub fn class(&self, id: ClassId) -> &Class {
        let entry = &self.classes[id.0 as usize];
        entry.class.get_or_init(|| load::load(self, id, &entry.name))
    }

    /// The supertypes of a class, itself first.
    pub(crate) fn supers(&self, id: ClassId) -> &Supers {
        self.classes[id.0 as usize].supers.get_or_init(|| relations::supers(self, id))
    }

    /// From where source can name a class.
    pub(crate) fn reach(&self, id: ClassId) -> Reach {
        *self.classes[id.0 as usize].reach.get_or_init(|| self.find_reach(id))
    }

    /// Direct and indirect subtypes: of any type, those on the class path in the order of their names; of a type of
    /// the JDK, after them those of a small table of common accessible classes of the JDK. Abstract and inaccessible ones
    /// are among them. The first call reads the outline of the whole class path.
    pub fn subtypes(&self, id: ClassId) -> &[ClassId] {
        self.classes[id.0 as usize].subtypes.get_or_init(|| index::subtypes(self, id))
    }

    /// Who yields a value of that class or of a subtype: its own constructors, its static factories, its constants
    /// (enum constants included), then those of others, same package first, subtypes before strangers. Left
    /// out are private members, deprecated ones and those of classes that no source can name; whether a package can see the
    /// rest, [`World::is_accessible_member`] says.
    ///
    /// For a class of the JDK only the JDK is asked, unless it has nothing.
    pub fn producers(&self, id: ClassId) -> &[Producer] {
        self.classes[id.0 as usize].producers.get_or_init(|| producers::producers(self, id))
    }

    /// Who on the class path yields an array of exactly that type, its type arguments aside; in the order of the names of
    /// the classes that declare them. Left out is what [`World::producers`] leaves out, and arrays of `java.lang`.
    pub fn array_producers(&self, ty: &Type) -> Vec<Producer> {
        producers::array_producers(self, ty)
    }

    /// The binary name of a class, without reading it.
    pub fn name(&self, id: ClassId) -> &Arc<str> {
        &self.classes[id.0 as usize].name
    }

    /// Whether a class is one of the JDK's.
    pub fn is_from_jdk(&self, id: ClassId) -> bool {
        self.classes[id.0 as usize].from_jdk
    }

    /// The method or constructor of an id.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// The field of an id.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    /// Bytes of a class by internal name. As in the JVM, nobody can shadow a class of the JDK.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        self.jdk.bytes(internal_name).or_else(|| self.class_path.bytes(internal_name))
    }

    /// What was left out of the classes read so far, and why: `(pkg.Class.member or class pkg.Class, name of the
    /// missing class or what is wrong with the file)`.
    pub fn missing(&self) -> Vec<(String, String)> {
        self.missing.borrow().clone()
    }

    /// The outlines of all classes on the class path, read now if they have not been.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::scan(self, self.cache.as_ref()))
    }

    pub(crate) fn report(&self, what: String, missing: String) {
        self.missing.borrow_mut().push((what, missing));
    }

    pub(crate) fn add_method(&self, make: impl FnOnce(MethodId) -> Method) -> MethodId {
        let method = make(MethodId(self.methods.len() as u32));
        self.methods.push_get(Box::new(method)).id
    }

    pub(crate) fn add_field(&self, make: impl FnOnce(FieldId) -> Field) -> FieldId {
        let field = make(FieldId(self.fields.len() as u32));
        self.fields.push_get(Box::new(field)).id
    }

    /// `java.lang.Object`.
    pub fn object(&self) -> ClassId {
        self.well_known.object
    }

    /// `java.lang.String`.
    pub fn string(&self) -> ClassId {
        self.well_known.string
    }

    /// `java.lang.Class`.
    pub fn class_class(&self) -> ClassId {
        self.well_known.class
    }

    /// The class that boxes a primitive type: `java.lang.Integer` of `int`.
    pub fn boxed_class(&self, primitive: Primitive) -> ClassId {
        self.well_known.boxes[primitive as usize]
    }

    /// The primitive type that a class boxes.
    pub fn unboxed(&self, class: ClassId) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|&p| self.boxed_class(p) == class)
    }

    /// The box of a primitive type; any other type as it is.
    pub fn boxed(&self, ty: &Type) -> Type {
        match ty {
            Type::Primitive(primitive) => Type::class(self.boxed_class(*primitive)),
            other => other.clone(),
        }
    }

    /// The types that every array has: `Object`, `Cloneable`, `Serializable`.
    pub(crate) fn is_array_supertype(&self, class: ClassId) -> bool {
        self.well_known.array_supertypes.contains(&class)
    }
}
