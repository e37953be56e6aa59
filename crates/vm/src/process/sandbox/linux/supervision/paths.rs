//! Paths in the arguments of system calls.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

use super::super::landlock::DEVICES;

/// Maximum number of bytes of a path, with the zero byte at its end.
const MAX_PATH: usize = libc::PATH_MAX as usize;
/// Maximum number of symbolic links in a path, as in the kernel.
const MAX_LINKS: usize = 40;
/// Memory is read in parts that do not cross the end of a page: the next page may be absent.
const PAGE: u64 = 4096;

/// Reads the text at an address of the memory of a process, up to the zero byte. Returns `None` if the text
/// cannot be read or is too long for a path.
pub fn read_text(memory: &Path, address: u64) -> Option<Vec<u8>> {
    let memory = File::open(memory).ok()?;
    let mut text = Vec::new();
    let mut next = address;
    while text.len() < MAX_PATH {
        let mut part = vec![0; (PAGE - next % PAGE) as usize];
        let read = memory.read_at(&mut part, next).ok().filter(|read| *read > 0)?;
        let part = &part[..read];
        if let Some(end) = part.iter().position(|byte| *byte == 0) {
            text.extend_from_slice(&part[..end]);
            return Some(text);
        }
        text.extend_from_slice(part);
        next += read as u64;
    }
    None
}

/// Returns whether a JVM may change the file with an absolute path: the file is inside the scratch folder, or
/// is a device that has no content. An empty path is allowed, because the call fails.
pub fn is_allowed(path: &Path, follows_links: bool, scratch: &Path) -> bool {
    if path.as_os_str().is_empty() {
        return true;
    }
    resolve(path, follows_links)
        .is_some_and(|path| path.starts_with(scratch) || DEVICES.iter().any(|it| path == Path::new(it)))
}

/// Resolves the symbolic links of a path. Returns `None` if there are too many links. A link in `/proc` is
/// not resolved, because it has another target for each process.
fn resolve(path: &Path, follows_last: bool) -> Option<PathBuf> {
    let mut rest: VecDeque<OsString> = components(path).collect();
    let mut resolved = PathBuf::from("/");
    let mut links = 0;
    while let Some(component) = rest.pop_front() {
        if component == ".." {
            resolved.pop();
            continue;
        }
        let next = resolved.join(component);
        let is_followed = (follows_last || !rest.is_empty()) && !next.starts_with("/proc");
        match fs::read_link(&next) {
            Ok(target) if is_followed => {
                links += 1;
                if links > MAX_LINKS {
                    return None;
                }
                if target.is_absolute() {
                    resolved = PathBuf::from("/");
                }
                components(&target).rev().for_each(|component| rest.push_front(component));
            }
            _ => resolved = next,
        }
    }
    Some(resolved)
}

/// Returns the components of a path, without the root and without `.`.
fn components(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_files_inside_the_scratch_folder_are_allowed() {
        let outer = tempfile::tempdir().unwrap();
        let outer = outer.path().canonicalize().unwrap();
        let scratch = outer.join("scratch");
        fs::create_dir(&scratch).unwrap();
        symlink("../outside", scratch.join("out")).unwrap();
        symlink(&scratch, outer.join("in")).unwrap();
        symlink("loop", scratch.join("loop")).unwrap();
        symlink("/proc/self/fd/1", scratch.join("descriptor")).unwrap();
        let check = |path: &str, follows_links, expected| {
            assert_eq!(is_allowed(&outer.join(path), follows_links, &scratch), expected, "{path}");
        };
        check("scratch/new", true, true);
        check("scratch/./a/../b", true, true);
        check("scratch/../new", true, false);
        check("scratchy", true, false);
        check("scratch/out", true, false);
        check("scratch/out", false, true);
        check("scratch/out/x", false, false);
        check("in/new", true, true);
        check("scratch/loop", true, false);
        check("scratch/descriptor", true, false);
        check("/dev/null", true, true);
        check("/etc/x", true, false);
    }

    #[test]
    fn a_text_is_read_from_memory_up_to_its_zero_byte() {
        let memory = Path::new("/proc/self/mem");
        let text = [b"x".repeat(10), vec![0]].concat();
        assert_eq!(read_text(memory, text.as_ptr() as u64).as_deref(), Some(&text[..10]));
        let long = vec![b'x'; 3 * MAX_PATH];
        assert_eq!(read_text(memory, long.as_ptr() as u64), None);
        assert_eq!(read_text(memory, 16), None);
    }
}
