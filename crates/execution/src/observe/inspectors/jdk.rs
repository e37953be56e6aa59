//! Finds inspectors among the methods of the JDK, and methods outside the JDK that write to a buffer.

use types::access::{STATIC, SYNTHETIC};
use types::{ClassId, Deprecated, MethodId, Type, World};

use super::Inspector;

/// Classes of the JDK, each with the names of its methods that are inspectors. The methods are inspectors of
/// subclasses, too.
const METHODS: [(&str, &[&str]); 17] = [
    ("java.io.ByteArrayInputStream", &["available"]),
    ("java.io.ByteArrayOutputStream", &["size", "toByteArray"]),
    ("java.io.File", &["exists", "isDirectory", "length", "toPath"]),
    ("java.lang.Class", &["getName"]),
    ("java.lang.Throwable", &["getCause", "getMessage"]),
    ("java.lang.reflect.Member", &["getName"]),
    ("java.nio.Buffer", &["limit", "position"]),
    ("java.util.Calendar", &["getTimeInMillis"]),
    ("java.util.Collection", &["size"]),
    ("java.util.Date", &["getTime"]),
    ("java.util.Enumeration", &["hasMoreElements"]),
    ("java.util.Iterator", &["hasNext"]),
    ("java.util.List", &["get"]),
    ("java.util.Map", &["size"]),
    ("java.util.Map$Entry", &["getKey", "getValue"]),
    ("java.util.Optional", &["get", "isPresent"]),
    ("java.util.StringTokenizer", &["countTokens"]),
];

/// Types of parameters to which a method can write. Each type is followed by the class of the buffer that a
/// test passes as the argument.
const BUFFERS: [(&str, &str); 6] = [
    ("java.io.ByteArrayOutputStream", "java.io.ByteArrayOutputStream"),
    ("java.io.OutputStream", "java.io.ByteArrayOutputStream"),
    ("java.io.Writer", "java.io.StringWriter"),
    ("java.lang.Appendable", "java.lang.StringBuilder"),
    ("java.lang.StringBuffer", "java.lang.StringBuffer"),
    ("java.lang.StringBuilder", "java.lang.StringBuilder"),
];

/// Returns whether a method of a JDK class is an inspector of objects with this static type.
pub fn is_inspector(world: &World, class: ClassId, method: MethodId) -> bool {
    let is_listed = |&(declaring, names): &(&str, &[&str])| {
        names.contains(&&*world.method(method).name)
            && world.class_named(declaring).is_some_and(|declaring| world.is_subclass(class, declaring))
    };
    METHODS.iter().any(is_listed)
}

/// Packages that belong to the implementation of a JDK, not to its documented classes.
const INTERNAL_PACKAGES: [&str; 3] = ["sun.", "com.sun.", "jdk.internal."];

/// Returns whether a class belongs to the implementation of the JDK. The text of a `Path` is documented, so
/// its implementations do not count.
pub(super) fn is_internal(world: &World, class: ClassId) -> bool {
    let is_path = world.class_named("java.nio.file.Path").is_some_and(|path| world.is_subclass(class, path));
    !is_path && INTERNAL_PACKAGES.iter().any(|package| world.name(class).starts_with(package))
}

/// Returns the inspector that calls a method with a buffer, and reads the text of the buffer.
///
/// Returns `None` in these cases:
///
/// - The method does not have exactly one parameter, or the type of the parameter is not in [`BUFFERS`].
/// - The method is static, synthetic or deprecated.
/// - The method declares an exception other than `IOException`.
pub(super) fn buffer_writer(world: &World, id: MethodId, package: &str) -> Option<Inspector> {
    let method = world.method(id);
    let [Type::Class(parameter, _)] = method.arguments[..] else { return None };
    let is_io_exception =
        |ty: &Type| ty.class_id().is_some_and(|it| &**world.name(it) == "java.io.IOException");
    let is_usable = method.access & (STATIC | SYNTHETIC) == 0
        && method.deprecated == Deprecated::No
        && method.exceptions.iter().all(is_io_exception);
    let parameter = &**world.name(parameter);
    let (_, buffer) = BUFFERS.iter().find(|(accepted, _)| is_usable && *accepted == parameter)?;
    let buffer = world.class_named(buffer)?;
    let has_no_parameters = |it: &MethodId| world.method(*it).arguments.is_empty();
    let constructor = world.class(buffer).constructors.iter().copied().find(has_no_parameters)?;
    let text = world.to_string_method(buffer, package)?;
    Some(Inspector::BufferWriter { method: id, buffer: constructor, text })
}
