//! The world over the JDK alone.

use types::{ClassPath, Jdk, World};

#[test]
fn the_jdk_alone_has_nothing_missing() {
    let world = World::new(ClassPath::open(&[]).unwrap(), Jdk::find(None).unwrap());
    for name in ["java.util.HashMap", "java.util.Collections", "java.lang.Enum", "java.util.Map$Entry"] {
        let id = world.class_named(name).unwrap();
        assert!(!world.methods_of(id, "p").is_empty(), "{name}");
    }
    assert_eq!(world.missing(), []);
}
