//! Methods of the JDK that fill a collection, a map or a builder.

use types::{MethodId, World};

/// How objects get content, as `(class, method, descriptor)`: the first that fits is meant.
pub const FILLING: [(&str, &str, &str); 7] = [
    ("java.util.Properties", "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;"),
    ("java.util.Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java.util.Collection", "add", "(Ljava/lang/Object;)Z"),
    ("java.util.BitSet", "set", "(I)V"),
    ("java.lang.StringBuilder", "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;"),
    ("java.lang.StringBuffer", "append", "(Ljava/lang/String;)Ljava/lang/StringBuffer;"),
    ("java.util.StringJoiner", "add", "(Ljava/lang/CharSequence;)Ljava/util/StringJoiner;"),
];

/// Whether a method of the JDK only puts something into its object, as tests do to give it content.
pub fn fills(world: &World, id: MethodId) -> bool {
    let method = world.method(id);
    let same = |&(class, name, descriptor): &(&str, &str, &str)| {
        *method.name == *name
            && method.descriptor.split(')').next() == descriptor.split(')').next()
            && world.class_named(class).is_some_and(|class| world.is_subclass(method.class, class))
    };
    world.is_from_jdk(method.class) && FILLING.iter().any(same)
}
