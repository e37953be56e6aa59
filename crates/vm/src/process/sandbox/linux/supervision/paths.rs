//! Paths in the arguments of system calls.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

use super::super::super::folders;
use super::super::landlock::DEVICES;
use super::super::readable::{Place, Readable};

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

/// Returns whether a JVM may change the file with an absolute path. The JVM may change devices without
/// content, and files inside the scratch folder. But it must not change the working folder and the home. An
/// empty path is allowed, because the call fails.
pub fn can_change(path: &Path, follows_links: bool, scratch: &Path) -> bool {
    if path.as_os_str().is_empty() {
        return true;
    }
    resolve(path, follows_links).is_some_and(|path| {
        path.starts_with(scratch) && !folders::is_fixed(&path, scratch)
            || DEVICES.iter().any(|it| path == Path::new(it))
    })
}

/// Returns whether a JVM may read the file with an absolute path. `thread` is the thread that reads the file.
/// A file that does not exist is allowed, because the call fails without the sandbox, too, unless one of
/// `projects` has the file. A folder that has other files without the sandbox is not allowed.
pub fn can_read(path: &Path, thread: u32, readable: &Readable, scratch: &Path, projects: &[PathBuf]) -> bool {
    let Some(place) = Place::open(as_seen_by(path, thread)) else {
        return resolve(path, true).is_none_or(|path| !folders::is_elsewhere(&path, scratch, projects));
    };
    let path = &place.path;
    // Pipes and sockets have no absolute path.
    path.is_relative()
        || readable.places().any(|it| it.contains(path)) && !folders::has_other_files(path, scratch)
        || is_own_entry(path, thread)
}

/// Returns whether a JVM may ask for facts about the file with an absolute path: the answer is probably the
/// same without the sandbox.
pub fn can_ask(path: &Path, scratch: &Path, projects: &[PathBuf]) -> bool {
    resolve(path, true).is_none_or(|path| {
        !folders::is_in_home(&path, scratch) && !folders::is_elsewhere(&path, scratch, projects)
    })
}

/// Replaces the names in `/proc` and `/dev` that have another meaning for each process.
pub fn as_seen_by(path: &Path, thread: u32) -> PathBuf {
    let own = Path::new("/proc").join(thread.to_string());
    let names = [("/proc/self", ""), ("/proc/thread-self", ""), ("/dev/fd", "fd")];
    let own_path = |(name, entry)| Some(own.join(entry).join(path.strip_prefix(name).ok()?));
    names.into_iter().find_map(own_path).unwrap_or_else(|| path.to_owned())
}

/// Returns whether a path without symbolic links is in the entries in `/proc` of the process of a thread.
fn is_own_entry(path: &Path, thread: u32) -> bool {
    let Some(process) = path.strip_prefix("/proc").ok().and_then(|it| it.iter().next()) else { return false };
    // The links `/proc/mounts` and `/proc/net` lead to the process that follows them, which is this process.
    process == OsStr::new(&std::process::id().to_string())
        || Path::new("/proc").join(thread.to_string()).join("task").join(process).exists()
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
            assert_eq!(can_change(&outer.join(path), follows_links, &scratch), expected, "{path}");
        };
        check("scratch/new", true, true);
        check("scratch/./a/../b", true, true);
        check("scratch/work/new", true, false);
        check("scratch/home/new", true, false);
        check("scratch/workshop", true, true);
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
    fn only_readable_files_and_the_own_entries_in_proc_can_be_read() {
        let outer = tempfile::tempdir().unwrap();
        let outer = outer.path().canonicalize().unwrap();
        let (scratch, further, other) = (outer.join("scratch"), outer.join("further"), outer.join("other"));
        for folder in [&scratch, &further, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "").unwrap();
        }
        symlink(other.join("file"), scratch.join("out")).unwrap();
        let readable = Readable::new(Path::new("/no/java"), &scratch, std::slice::from_ref(&further));
        // SAFETY: the call has no arguments.
        let thread = unsafe { libc::gettid() }.cast_unsigned();
        let projects = [other.clone()];
        let check = |path: &Path, expected| {
            let can_read = can_read(path, thread, &readable, &scratch, &projects);
            assert_eq!(can_read, expected, "{}", path.display());
        };
        check(&further, true);
        for folder in [&scratch, &further] {
            check(&folder.join("file"), true);
        }
        check(&scratch.join("work/absent"), true);
        // The working folder of the tests without the sandbox has this file.
        check(&scratch.join("work/file"), false);
        for folder in ["temporary", "home", "work-of-verification"] {
            fs::create_dir(scratch.join(folder)).unwrap();
            check(&scratch.join(folder), false);
        }
        check(&scratch, false);
        check(&other.join("file"), false);
        check(&other.join("absent"), true);
        check(&outer, false);
        check(&scratch.join("out"), false);
        for own in ["/proc/self/status", "/proc/thread-self/stat", "/proc/mounts"] {
            check(Path::new(own), true);
        }
        check(&Path::new("/proc/self/root").join(other.strip_prefix("/").unwrap()), false);
        check(Path::new("/proc/1/status"), false);
        check(Path::new("/proc"), false);
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
