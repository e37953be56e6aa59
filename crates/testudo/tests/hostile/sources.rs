//! The classes of the collection.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use types::Jdk;

/// The folder of the compiled classes.
pub fn classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
        let _ = fs::remove_dir_all(&folder);
        // Some call what javac warns of, whatever they say against it.
        let javac = Command::new(Jdk::find(None).unwrap().javac())
            .args(["-g", "-proc:none", "-nowarn", "-Xlint:none", "-d"])
            .arg(&folder)
            .args(files())
            .output()
            .unwrap();
        assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
        folder
    })
}

/// Their simple names, in order.
pub fn names() -> Vec<String> {
    files().iter().map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/java/hostile");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}
