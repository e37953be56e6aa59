//! Checks the reader of the class file image of a JDK (the file `lib/modules`) with arbitrary bytes.

use std::fs;

use types::Jdk;

/// Opens a JDK whose image has the given bytes. Reads some classes, and queries whether the JDK exports some
/// packages.
pub fn check(bytes: &[u8]) {
    let home = tempfile::tempdir().expect("the folder for temporary files is writable");
    let write_file = |name: &str, bytes: &[u8]| {
        let path = home.path().join(name);
        let created = fs::create_dir(path.parent().expect("the path has a folder"));
        created.and_then(|()| fs::write(path, bytes)).expect("the folder for temporary files is writable");
    };
    write_file("bin/javac", &[]);
    write_file("lib/modules", bytes);
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
