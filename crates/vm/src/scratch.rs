//! Folders that code under test may write to, and their end.

use std::fs;
use std::path::{Path, PathBuf};

/// Removes a folder that nobody uses any more with all that is in it, as far as that is possible: folders of any depth too, of which
/// neither the path nor so many open descriptors can be had.
pub fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
        return;
    }
    let mut names = 0_u64..;
    let mut open = vec![folder.to_owned()];
    while let Some(inner) = open.pop() {
        unlock(&inner);
        for path in entries(&inner) {
            let is_folder = path.symlink_metadata().is_ok_and(|it| it.is_dir());
            if !is_folder {
                let _ = fs::remove_file(&path);
            } else if let Some(number) = names.next() {
                // What is in it comes up to the top, so that nothing is ever deep.
                unlock(&path);
                let up = folder.join(format!("removed-{number}"));
                if fs::rename(&path, &up).is_ok() {
                    open.push(up);
                }
            }
        }
        let _ = fs::remove_dir(&inner);
    }
    let _ = fs::remove_dir_all(folder);
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .map_or_else(|_| Vec::new(), |entries| entries.flatten().map(|it| it.path()).collect())
}

/// Allows what may have been forbidden.
fn unlock(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_deeper_than_any_path_is_removed() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("top");
        fs::create_dir(&folder).unwrap();
        for _ in 0..3 {
            // A path has 4096 bytes at most: what is deeper is moved there.
            let mut bottom = outer.path().join("bottom");
            let first = bottom.clone();
            for _ in 0..1500 {
                fs::create_dir(&bottom).unwrap();
                bottom.push("d");
            }
            fs::write(bottom.parent().unwrap().join("file"), "deep").unwrap();
            if folder.join("next").exists() {
                fs::rename(folder.join("next"), bottom.parent().unwrap().join("next")).unwrap();
            }
            fs::rename(first, folder.join("next")).unwrap();
        }
        remove(&folder);
        assert!(!folder.exists());
    }
}
