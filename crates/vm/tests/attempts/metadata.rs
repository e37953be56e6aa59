//! Attempts to change permissions and times of files outside of the scratch folder.

use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;

use libc::AT_FDCWD;

use crate::calls::end_of;
use crate::driver::{Attempt, End, OUTSIDE, scratch};

/// Number of denied calls after which replacing a path between its check and its use counts as denied.
const DENIED_CALLS: u32 = 1500;

/// Returns all attempts.
pub fn attempts() -> Vec<Attempt> {
    let attempt = |name, run| Attempt { name, run, succeeds_outside: true };
    vec![
        attempt("change the permissions of a file", || set_mode(OUTSIDE)),
        attempt("change the permissions of the folder that contains the scratch folder", || set_mode("..")),
        attempt("change the permissions of a file through a symbolic link", || {
            symlink(OUTSIDE, "link").expect("the scratch folder is writable");
            set_mode("link")
        }),
        attempt("change the permissions of a file through the root folder of the process", || {
            let file = fs::canonicalize(OUTSIDE).expect("the file exists");
            set_mode(&format!("/proc/self/root{}", file.display()))
        }),
        attempt("change the permissions of a readable file by its descriptor", || {
            let program = File::open("/proc/self/exe").expect("the program is readable");
            // SAFETY: the call has no pointers.
            end_of(unsafe { libc::syscall(libc::SYS_fchmod, program.as_raw_fd(), 0o755) })
        }),
        attempt("change the permissions of a file while its path changes", replace_path),
        attempt("change the times of a file", || set_times(OUTSIDE, 0)),
        attempt("change the times of a symbolic link", || {
            symlink("x", "link").expect("the scratch folder is writable");
            let own = set_times("link", libc::AT_SYMLINK_NOFOLLOW);
            assert!(matches!(own, End::NotDenied(_)), "links in the scratch folder can be changed");
            set_times("..", libc::AT_SYMLINK_NOFOLLOW)
        }),
        attempt("change the times of a readable file by its descriptor", || {
            let program = File::open("/proc/self/exe").expect("the program is readable");
            // SAFETY: null pointers are allowed here.
            end_of(unsafe { libc::syscall(libc::SYS_utimensat, program.as_raw_fd(), 0, 0, 0) })
        }),
        #[cfg(target_arch = "x86_64")]
        attempt("change the permissions of a file with an older system call", || {
            // SAFETY: the pointer refers to a string that ends with a zero byte.
            end_of(unsafe { libc::syscall(libc::SYS_chmod, scratch(OUTSIDE).as_ptr(), 0o777) })
        }),
        #[cfg(target_arch = "x86_64")]
        attempt("change the times of a file with older system calls", || {
            let file = scratch(OUTSIDE);
            let calls = [libc::SYS_utime, libc::SYS_utimes];
            // SAFETY: the pointers refer to a string that ends with a zero byte, or are null.
            let ends = calls.map(|call| end_of(unsafe { libc::syscall(call, file.as_ptr(), 0) }));
            ends.into_iter().find(|end| *end != End::Denied).unwrap_or(End::Denied)
        }),
    ]
}

fn set_mode(path: &str) -> End {
    // SAFETY: the pointer refers to a string that ends with a zero byte.
    end_of(unsafe { libc::syscall(libc::SYS_fchmodat, AT_FDCWD, scratch(path).as_ptr(), 0o777) })
}

fn set_times(path: &str, flags: i32) -> End {
    let times = [libc::timespec { tv_sec: 1000, tv_nsec: 0 }; 2];
    let path = scratch(path);
    // SAFETY: the pointers refer to a string that ends with a zero byte, and to two times.
    let call =
        || unsafe { libc::syscall(libc::SYS_utimensat, AT_FDCWD, path.as_ptr(), times.as_ptr(), flags) };
    end_of(call())
}

/// Changes the permissions of a file of the scratch folder again and again, while another thread replaces the
/// path by the path of another file. Ends when the permissions of the other file change, or after many denied
/// calls. Outside of the sandbox, no call is denied, and the first call with the other path changes the
/// permissions.
fn replace_path() -> End {
    // Both paths differ only in their first byte.
    fs::create_dir("x.").and_then(|()| fs::write("x./outside", "")).expect("the scratch folder is writable");
    let path: Vec<AtomicU8> = b"x./outside\0".iter().copied().map(AtomicU8::new).collect();
    let is_done = AtomicBool::new(false);
    let before = mode();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                path[0].store(b'.', Ordering::Relaxed);
                path[0].store(b'x', Ordering::Relaxed);
            }
        });
        let mut denied = 0;
        while denied < DENIED_CALLS && mode() == before {
            // SAFETY: the pointer refers to bytes that end with a zero byte.
            let call = || unsafe { libc::syscall(libc::SYS_fchmodat, AT_FDCWD, path.as_ptr(), 0o777) };
            denied += u32::from(end_of(call()) == End::Denied);
        }
        is_done.store(true, Ordering::Relaxed);
    });
    if mode() == before { End::Denied } else { End::NotDenied("succeeded".to_owned()) }
}

/// Returns the permissions of the file outside of the scratch folder.
fn mode() -> u32 {
    fs::metadata(OUTSIDE).expect("metadata can be read").permissions().mode()
}
