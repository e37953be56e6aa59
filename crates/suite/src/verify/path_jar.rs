//! A jar that replaces a long class path.
//!
//! The kernel limits the length of one argument of a process. A jar can name other entries in its manifest
//! (`Class-Path`), and every JVM since Java 1.2 reads these entries.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Maximum length of a class path that is passed as an argument, in bytes. The limit of Linux is 128 KiB.
const MAX_CLASS_PATH: usize = 100_000;
/// Maximum length of a line of a manifest, in bytes (jar file specification). Excludes the line end, and the
/// space at the start of a continuation line.
const MAX_LINE: usize = 70;

/// Returns entries of a class path that are short enough for an argument: the entries themselves, or one jar
/// that names them. The jar is written to `jar`.
///
/// # Errors
/// If the jar cannot be written.
pub fn short_entries(entries: Vec<PathBuf>, jar: &Path) -> io::Result<Vec<PathBuf>> {
    let length: usize = entries.iter().map(|entry| entry.as_os_str().len() + 1).sum();
    if length <= MAX_CLASS_PATH {
        return Ok(entries);
    }
    write(&entries, jar)?;
    Ok(vec![jar.to_owned()])
}

fn write(entries: &[PathBuf], jar: &Path) -> io::Result<()> {
    let mut zip = ZipWriter::new(File::create(jar)?);
    zip.start_file("META-INF/MANIFEST.MF", SimpleFileOptions::default())?;
    zip.write_all(manifest(entries).as_bytes())?;
    zip.finish()?.sync_all()
}

fn manifest(entries: &[PathBuf]) -> String {
    let urls: Vec<String> = entries.iter().map(|entry| url(entry)).collect();
    let attribute = format!("Class-Path: {}", urls.join(" "));
    let mut manifest = "Manifest-Version: 1.0\n".to_owned();
    for (index, line) in attribute.as_bytes().chunks(MAX_LINE).enumerate() {
        // A line that begins with a space continues the previous line. URLs are ASCII, so a line can end
        // after any byte.
        manifest += if index == 0 { "" } else { " " };
        manifest += &String::from_utf8_lossy(line);
        manifest += "\n";
    }
    manifest
}

/// Returns the URL of an entry. The URL of a folder ends with a slash.
fn url(entry: &Path) -> String {
    let mut url = "file:".to_owned();
    for &byte in entry.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => url.push(char::from(byte)),
            _ => url += &format!("%{byte:02X}"),
        }
    }
    if entry.is_dir() && !url.ends_with('/') {
        url.push('/');
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_class_path_is_unchanged() {
        let entries = vec![PathBuf::from("/a.jar"), PathBuf::from("/b.jar")];
        assert_eq!(short_entries(entries.clone(), Path::new("/not/written.jar")).unwrap(), entries);
    }

    #[test]
    fn a_long_class_path_becomes_one_jar() {
        let folder = tempfile::tempdir().unwrap();
        let jar = folder.path().join("path.jar");
        let entries = vec![folder.path().to_owned(); MAX_CLASS_PATH / 5];
        assert_eq!(short_entries(entries, &jar).unwrap(), std::slice::from_ref(&jar));
        assert!(jar.exists());
    }

    #[test]
    fn the_lines_of_a_manifest_are_short_and_the_urls_are_encoded() {
        let manifest = manifest(&[PathBuf::from("/with space/é.jar"), PathBuf::from("/b".repeat(60))]);
        assert!(manifest.lines().all(|line| line.len() <= MAX_LINE + 1), "{manifest}");
        let joined = manifest.replace("\n ", "");
        assert!(joined.contains("Class-Path: file:/with%20space/%C3%A9.jar file:/b/b"), "{joined}");
    }
}
