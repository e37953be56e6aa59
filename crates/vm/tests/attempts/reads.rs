//! Attempts to read files that a JVM does not need.

use std::ffi::CString;
use std::os::unix::fs::symlink;

use libc::{c_int, c_long};

use crate::calls::end_of;
use crate::driver::{Attempt, End, OUTSIDE};

/// Returns all attempts.
pub fn attempts() -> Vec<Attempt> {
    let attempt = |name, run| Attempt { name, run, succeeds_outside: true };
    vec![
        attempt("read a file outside of the scratch folder", || read(OUTSIDE)),
        attempt("read this file through a symbolic link", || {
            symlink(OUTSIDE, "link").expect("the scratch folder is writable");
            read("link")
        }),
        attempt("read this file through the root folder of the process", || read(&through_root(OUTSIDE))),
        attempt("read this file through the working folder of the process", || {
            read(&format!("/proc/self/cwd/{OUTSIDE}"))
        }),
        attempt("read this file through a descriptor of its path", || {
            let (path, flags) = (c_path(OUTSIDE), libc::O_PATH);
            // SAFETY: the pointer refers to a string that ends with a zero byte.
            let descriptor = unsafe { libc::openat(libc::AT_FDCWD, path.as_ptr(), flags) };
            read(&format!("/proc/self/fd/{descriptor}"))
        }),
        attempt("read this file through a descriptor of its folder", || {
            let path = c_path("..");
            // SAFETY: the pointers refer to strings that end with a zero byte.
            unsafe {
                let folder = libc::openat(libc::AT_FDCWD, path.as_ptr(), libc::O_PATH | libc::O_DIRECTORY);
                end_of(libc::openat(folder, c_path("outside").as_ptr(), libc::O_RDONLY).into())
            }
        }),
        attempt("list the folder that contains the scratch folder", || list("..")),
        attempt("list the root folder", || list("/")),
        attempt("list the home folders", || list("/home")),
        attempt("list the folder of the settings", || list("/etc")),
        attempt("list the folder of variable data", || list("/var")),
        attempt("list the folder for temporary files", || list("/tmp")),
        attempt("list the folder of running services", || list("/run")),
        attempt("list the devices", || list("/dev")),
        attempt("list the terminals", || list("/dev/pts")),
        attempt("list the processes", || list("/proc")),
        attempt("list the threads of the parent", || list(&of_parent("task"))),
        attempt("list the descriptors of the parent", || list(&of_parent("fd"))),
        attempt("read the arguments of the parent", || read(&of_parent("cmdline"))),
        attempt("read the environment of the parent", || read(&of_parent("environ"))),
        attempt("read the status of the parent", || read(&of_parent("status"))),
        attempt("read the memory map of the parent", || read(&of_parent("maps"))),
        attempt("read the memory of the parent", || read(&of_parent("mem"))),
        attempt("read the status of the first process", || read("/proc/1/status")),
        attempt("read the interrupts of the machine", || read("/proc/interrupts")),
        attempt("list the classes of devices", || list("/sys/class")),
    ]
}

/// Tries to open a file for reading.
fn read(path: &str) -> End {
    open(path, libc::O_RDONLY)
}

/// Tries to open a folder for reading.
fn list(path: &str) -> End {
    open(path, libc::O_RDONLY | libc::O_DIRECTORY)
}

fn open(path: &str, flags: c_int) -> End {
    let path = c_path(path);
    // SAFETY: the pointer refers to a string that ends with a zero byte.
    end_of(c_long::from(unsafe { libc::openat(libc::AT_FDCWD, path.as_ptr(), flags) }))
}

fn c_path(path: &str) -> CString {
    CString::new(path).expect("the path has no zero byte")
}

/// Returns the path of an entry of the parent in `/proc`.
fn of_parent(entry: &str) -> String {
    // SAFETY: the call has no arguments.
    format!("/proc/{}/{entry}", unsafe { libc::getppid() })
}

/// Returns the path of a file below the link to the root folder of this process. `path` is relative to the
/// working folder.
fn through_root(path: &str) -> String {
    let folder = std::env::current_dir().expect("the working folder exists");
    format!("/proc/self/root{}/{path}", folder.display())
}
