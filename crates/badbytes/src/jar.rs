//! Checks the reader of jars with arbitrary bytes.

use std::fs;

use types::ClassPath;

/// Opens a jar as a class path, and reads at most 20 classes and the manifest.
pub fn check(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("the folder for temporary files is writable");
    let jar = folder.path().join("a.jar");
    fs::write(&jar, bytes).expect("the folder for temporary files is writable");
    let Ok(path) = ClassPath::open(std::slice::from_ref(&jar)) else { return };
    let names: Vec<String> = path.names().map(str::to_owned).collect();
    for name in names.iter().take(20) {
        assert!(path.contains(name));
        let _ = path.bytes(name);
    }
    let _ = path.resource("META-INF/MANIFEST.MF");
    let _ = path.resources("META-INF/MANIFEST.MF").count();
    assert!(path.entries().contains(&jar));
}
