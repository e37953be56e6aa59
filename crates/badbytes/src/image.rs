//! The class file image of a JDK.

use std::fs;

use types::Jdk;

/// A JDK with that image is opened, and asked for classes and exports.
pub fn read(bytes: &[u8]) {
    let home = tempfile::tempdir().expect("there is room for a JDK");
    let file = |name: &str, bytes: &[u8]| {
        let path = home.path().join(name);
        let written = fs::create_dir(path.parent().expect("it is in a folder"));
        written.and_then(|()| fs::write(path, bytes)).expect("there is room for a JDK");
    };
    file("bin/javac", &[]);
    file("lib/modules", bytes);
    let Ok(jdk) = Jdk::find(Some(home.path())) else { return };
    for class in ["java/lang/Object", "java/util/Map$Entry", "p/A", "A", ""] {
        if jdk.bytes(class).is_some() {
            assert!(jdk.contains(class));
        }
    }
    for package in ["java.lang", "p", ""] {
        let _ = jdk.is_exported(package);
    }
}
