//! Removes folders in which code under test can create files.

use std::fs;
use std::path::{Path, PathBuf};

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
    use std::os::unix::fs::PermissionsExt;
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
}

#[cfg(test)]
mod tests {
    use super::*;

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
