//! Attempts to use too much memory, too many threads or too much disk space. The sandbox ends the process.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::thread;
use std::time::Duration;

use crate::driver::{Attempt, End};

/// Size of the heap for which the memory of the process is limited.
pub const HEAP_MB: u32 = 0;
/// Line that an attempt prints before it exceeds a limit.
pub const WAITS: &str = "waits for its end";

const MIB: usize = 1 << 20;
/// The sandbox ends the process long before this time.
const LIMIT: Duration = Duration::from_secs(60);

/// Returns all attempts.
pub fn attempts() -> Vec<Attempt> {
    let attempt = |name, run| Attempt { name, run, succeeds_outside: false };
    vec![
        attempt("allocate much memory", || exceed(|| (0..1200).map(|_| vec![1_u8; MIB]).collect::<Vec<_>>())),
        attempt("start many threads", || {
            let start = |_| thread::Builder::new().stack_size(1 << 16).spawn(thread::park);
            exceed(|| (0..1100).map(start).collect::<Vec<_>>())
        }),
        attempt("fill the disk with large files", || {
            exceed(|| (0..6).for_each(|number| fill(File::create(number.to_string()).ok())))
        }),
        attempt("fill the disk with deleted files", || {
            let deleted = |number: i32| {
                let file = File::create(number.to_string()).ok();
                let _ = fs::remove_file(number.to_string());
                fill(file.as_ref().and_then(|it| it.try_clone().ok()));
                file
            };
            exceed(|| (0..6).map(deleted).collect::<Vec<_>>())
        }),
        attempt("fill the disk with deleted files that are only mapped into memory", || {
            exceed(|| (0..7).for_each(|number| map_deleted(&number.to_string())))
        }),
        attempt("fill the disk with many files", || {
            exceed(|| (0..20_100).for_each(|number| drop(File::create(number.to_string()))))
        }),
        attempt("hide files below a path that is too long", || {
            let name = "d".repeat(200);
            exceed(|| {
                for _ in 0..25 {
                    let _ = fs::create_dir(&name).and_then(|()| std::env::set_current_dir(&name));
                }
            })
        }),
    ]
}

/// Calls a function that exceeds a limit, keeps its result, and waits for the end of the process.
fn exceed<T>(function: impl FnOnce() -> T) -> End {
    println!("{WAITS}");
    let _result = function();
    thread::park_timeout(LIMIT);
    End::NotDenied("the process has not ended".to_owned())
}

/// Writes 60 MiB to a file.
fn fill(file: Option<File>) {
    if let Some(mut file) = file {
        let _ = (0..60).try_for_each(|_| file.write_all(&vec![1; MIB]));
    }
}

/// Writes 60 MiB to a file, maps a part of it into memory, deletes it and closes it.
fn map_deleted(name: &str) {
    let Ok(file) = File::options().read(true).write(true).create(true).truncate(true).open(name) else {
        return;
    };
    fill(file.try_clone().ok());
    // SAFETY: the new memory does not overlap with other memory.
    unsafe {
        libc::mmap(std::ptr::null_mut(), 4096, libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd(), 0)
    };
    let _ = fs::remove_file(name);
}
