//! Reads the class file image of a JDK.

use std::fs;

use types::Jdk;

/// Opens a JDK with the image, and reads classes and exports.
pub fn read(bytes: &[u8]) {
    let home = tempfile::tempdir().expect("temporary files can be written");
    let file = |name: &str, bytes: &[u8]| {
        let path = home.path().join(name);
        let written = fs::create_dir(path.parent().expect("the path has a folder"));
        written.and_then(|()| fs::write(path, bytes)).expect("temporary files can be written");
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
