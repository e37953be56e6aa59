//! Reads jars on a class path.

use std::fs;

use types::ClassPath;

/// Opens a jar and reads the files in its directory.
pub fn read(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("temporary files can be written");
    let jar = folder.path().join("a.jar");
    fs::write(&jar, bytes).expect("temporary files can be written");
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
