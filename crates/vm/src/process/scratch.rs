//! Creates and removes the folders of JVMs, and reads files that code under test can create.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Creates a folder with a unique name inside `parent`. The name begins with `prefix`. Other users can
/// neither list nor enter the folder. Dropping the result removes the folder.
///
/// # Errors
/// If the folder cannot be created.
pub fn create_folder(prefix: &str, parent: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(prefix).permissions(fs::Permissions::from_mode(0o700)).tempdir_in(parent)
}

/// Reads a file directly inside the scratch folder of a JVM. The JVM can replace the file by any other file.
///
/// # Errors
/// If the file cannot be read, is larger than `limit` bytes, or is not a regular file. In particular, a
/// symbolic link, a named pipe or a device is an error.
pub fn read_from_scratch(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Without O_NONBLOCK, opening a named pipe waits until another process writes to the pipe.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let opened = File::options().read(true).custom_flags(flags).open(file)?;
    if !opened.metadata()?.is_file() {
        return Err(io::Error::other(format!("{} is not a regular file", file.display())));
    }
    let mut bytes = Vec::new();
    opened.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("{} has more than {limit} bytes", file.display())));
    }
    Ok(bytes)
}

/// Removes a folder that no process uses any more, as far as possible. Also removes folders that are nested
/// so deeply that a path would be too long or too many files would be open.
pub fn remove_folder(folder: &Path) {
    if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
        return;
    }
    let mut numbers = 0_u64..;
    let mut remaining = vec![folder.to_owned()];
    while let Some(inner) = remaining.pop() {
        restore_permissions(&inner);
        for path in entries(&inner) {
            let is_folder = path.symlink_metadata().is_ok_and(|it| it.is_dir());
            if !is_folder {
                let _ = fs::remove_file(&path);
            } else if let Some(number) = numbers.next() {
                // Each nested folder is moved directly into the outermost folder, so that no path becomes too
                // long.
                restore_permissions(&path);
                let moved = folder.join(format!("removed-{number}"));
                if fs::rename(&path, &moved).is_ok() {
                    remaining.push(moved);
                }
            }
        }
        let _ = fs::remove_dir(&inner);
    }
    let _ = fs::remove_dir_all(folder);
}

/// Returns the paths of the files and folders in a folder. Returns nothing if the folder cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .map_or_else(|_| Vec::new(), |entries| entries.flatten().map(|it| it.path()).collect())
}

/// Restores the permissions of the user for a folder. A test can remove these permissions.
fn restore_permissions(folder: &Path) {
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_regular_files_up_to_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "12345").unwrap();
        assert_eq!(read_from_scratch(&file, 5).unwrap(), b"12345");
        assert!(read_from_scratch(&file, 4).unwrap_err().to_string().contains("more than 4 bytes"));
        let link = folder.path().join("link");
        symlink(&file, &link).unwrap();
        assert_eq!(read_from_scratch(&link, 5).unwrap_err().raw_os_error(), Some(libc::ELOOP));
        let pipe = folder.path().join("pipe");
        let name = std::ffi::CString::new(pipe.to_str().unwrap()).unwrap();
        // SAFETY: the pointer refers to a string that ends with a zero byte.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        for other in [pipe, folder.path().to_owned()] {
            let error = read_from_scratch(&other, 5).unwrap_err();
            assert!(error.to_string().contains("is not a regular file"), "{error}");
        }
        assert!(read_from_scratch(Path::new("/dev/zero"), 5).is_err());
    }

    #[test]
    fn a_folder_deeper_than_the_longest_path_is_removed() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("top");
        fs::create_dir(&folder).unwrap();
        for _ in 0..3 {
            // A path has at most 4096 bytes, so deeper folders are created elsewhere and moved.
            let top = outer.path().join("nested");
            let mut bottom = top.clone();
            for _ in 0..1500 {
                fs::create_dir(&bottom).unwrap();
                bottom.push("d");
            }
            fs::write(bottom.parent().unwrap().join("file"), "deep").unwrap();
            if folder.join("next").exists() {
                fs::rename(folder.join("next"), bottom.parent().unwrap().join("next")).unwrap();
            }
            fs::rename(top, folder.join("next")).unwrap();
        }
        remove_folder(&folder);
        assert!(!folder.exists());
    }
}
