//! Types and methods of the JDK for which the builder has its own rules.

use types::{ClassId, FieldId, MethodId, Primitive, World};

use testcase::fill::FILL_METHODS;

/// Wide types for which a string or boxed primitive is a suitable value.
const WIDE: [&str; 4] =
    ["java.lang.CharSequence", "java.lang.Comparable", "java.lang.Number", "java.io.Serializable"];

/// The method that opens a class file, as `(class, method, descriptor)`.
const GET_RESOURCE: (&str, &str, &str) =
    ("java.lang.Class", "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;");

/// The methods that return the content of a string as an array, as `(class, method, descriptor)`.
const GET_BYTES: (&str, &str, &str) = ("java.lang.String", "getBytes", "(Ljava/nio/charset/Charset;)[B");
const TO_CHAR_ARRAY: (&str, &str, &str) = ("java.lang.String", "toCharArray", "()[C");

/// The method that returns the text of a path, as `(class, method, descriptor)`.
const PATH_TEXT: (&str, &str, &str) = ("java.nio.file.Path", "toString", "()Ljava/lang/String;");

/// Types that represent files.
const FILES: [&str; 2] = ["java.io.File", "java.nio.file.Path"];

/// Types that represent members in reflection.
const REFLECTED: [&str; 3] =
    ["java.lang.reflect.Field", "java.lang.reflect.Method", "java.lang.reflect.Constructor"];

/// Collections that compare their elements.
const SORTED: [&str; 4] = [
    "java.util.SortedMap",
    "java.util.SortedSet",
    "java.util.PriorityQueue",
    "java.util.concurrent.PriorityBlockingQueue",
];

/// The ids of the types and methods that the constants of this module name.
pub(crate) struct Library {
    /// `File` and `Path`.
    pub(crate) files: Vec<ClassId>,
    /// `Field`, `Method` and `Constructor`.
    pub(crate) reflected: Vec<ClassId>,
    /// `InputStream`, and `Class.getResourceAsStream`, which returns an `InputStream`.
    pub(crate) resource: Option<(ClassId, MethodId)>,
    /// `String.getBytes`, and the charset UTF-8 as its argument.
    pub(crate) text_bytes: Option<(MethodId, FieldId)>,
    /// `String.toCharArray`.
    pub(crate) text_characters: Option<MethodId>,
    /// `Path`, and `Path.toString`.
    pub(crate) path_text: Option<(ClassId, MethodId)>,
    /// Container types, each with the method that adds content to it. Subtypes come before their supertypes.
    pub(crate) fill_methods: Vec<(ClassId, MethodId)>,
    /// Collections and maps that order their elements or keys. Tests add only elements or keys that are
    /// `Comparable`.
    pub(crate) sorted: Vec<ClassId>,
    /// Wide types for which a string or boxed primitive is a suitable value.
    pub(crate) wide: Vec<ClassId>,
    /// `String` and the boxed types `Integer`, `Long`, `Double` and `Character`. `String` occurs as often as
    /// all boxed types together.
    pub(crate) simple: Vec<ClassId>,
}

impl Library {
    pub(crate) fn new(world: &World) -> Library {
        let named = |names: &[&str]| names.iter().filter_map(|name| world.class_named(name)).collect();
        let method = |&(class, name, descriptor): &(&str, &str, &str)| {
            let class = world.class_named(class)?;
            let mut methods = world.class(class).methods.iter().map(|&id| world.method(id));
            let method = methods.find(|it| &*it.name == name && &*it.descriptor == descriptor)?;
            Some((class, method.id))
        };
        let utf_8 = || {
            let charsets = world.class(world.class_named("java.nio.charset.StandardCharsets")?);
            charsets.fields.iter().copied().find(|&id| &*world.field(id).name == "UTF_8")
        };
        let boxed = [Primitive::Int, Primitive::Long, Primitive::Double, Primitive::Char];
        let boxed = boxed.map(|primitive| world.boxed_class(primitive));
        Library {
            files: named(&FILES),
            reflected: named(&REFLECTED),
            resource: method(&GET_RESOURCE)
                .and_then(|(_, method)| Some((world.class_named("java.io.InputStream")?, method))),
            text_bytes: method(&GET_BYTES).and_then(|(_, method)| Some((method, utf_8()?))),
            text_characters: method(&TO_CHAR_ARRAY).map(|(_, method)| method),
            path_text: method(&PATH_TEXT),
            fill_methods: FILL_METHODS.iter().filter_map(method).collect(),
            sorted: named(&SORTED),
            wide: named(&WIDE),
            simple: [[world.string(); 4], boxed].concat(),
        }
    }
}
