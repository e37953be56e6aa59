//! JDK methods that add content to a collection, map, builder or similar container.

use types::{MethodId, World};

/// Container types, each with the method that adds content to it, as `(class, method, descriptor)`. Subtypes
/// come before their supertypes.
pub const FILL_METHODS: [(&str, &str, &str); 7] = [
    ("java.util.Properties", "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;"),
    ("java.util.Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java.util.Collection", "add", "(Ljava/lang/Object;)Z"),
    ("java.util.BitSet", "set", "(I)V"),
    ("java.lang.StringBuilder", "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;"),
    ("java.lang.StringBuffer", "append", "(Ljava/lang/String;)Ljava/lang/StringBuffer;"),
    ("java.util.StringJoiner", "add", "(Ljava/lang/CharSequence;)Ljava/util/StringJoiner;"),
];

/// Returns whether a method is one of [`FILL_METHODS`], or a JDK method that overrides one of them.
pub fn is_fill_method(world: &World, id: MethodId) -> bool {
    let method = world.method(id);
    let overrides = |&(class, name, descriptor): &(&str, &str, &str)| {
        *method.name == *name
            && method.descriptor.split(')').next() == descriptor.split(')').next()
            && world.class_named(class).is_some_and(|class| world.is_subclass(method.class, class))
    };
    world.is_from_jdk(method.class) && FILL_METHODS.iter().any(overrides)
}
