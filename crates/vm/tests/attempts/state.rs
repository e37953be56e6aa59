//! Attempts to use rights, descriptors or namespaces that a process inherits.

use std::fs;
use std::path::Path;

use crate::driver::{Attempt, End, channel};

/// Returns the attempts to use what the namespaces of a JVM hide.
pub fn in_namespaces() -> Vec<Attempt> {
    vec![
        attempt("see a network device", || {
            let devices = read("/proc/self/net/dev");
            denied_if(devices.lines().skip(2).all(|line| line.trim_start().starts_with("lo:")))
        }),
        attempt("see open connections", || {
            let files = ["tcp", "tcp6", "udp", "udp6", "unix"].map(|it| Path::new("/proc/self/net").join(it));
            let connections = |file: &Path| fs::read_to_string(file).unwrap_or_default().lines().count();
            denied_if(files.iter().all(|file| connections(file) <= 1))
        }),
    ]
}

/// Returns the attempts to use inherited rights and descriptors.
pub fn attempts() -> Vec<Attempt> {
    vec![
        attempt("have a capability", || {
            let is_empty = |set| status(set) == "0000000000000000";
            let sets_are_empty = ["CapInh", "CapPrm", "CapEff", "CapAmb"].into_iter().all(is_empty);
            // Only a privileged user can make the bounding set empty, and only such a user needs this.
            denied_if(sets_are_empty && (is_empty("CapBnd") || !rustix::process::getuid().is_root()))
        }),
        attempt("get rights from a program", || denied_if(status("NoNewPrivs") == "1")),
        attempt("use a descriptor that the caller left open", || {
            denied_if(descriptors().into_iter().all(|it| it <= 2 || it == channel()))
        }),
        attempt("read what the user types", || {
            let input = fs::read_link("/proc/self/fd/0").expect("the standard input is open");
            denied_if(input == Path::new("/dev/null"))
        }),
        // The channels themselves must be open.
        attempt("close the channel", || denied_if(descriptors().contains(&channel()))),
    ]
}

fn attempt(name: &'static str, run: fn() -> End) -> Attempt {
    Attempt { name, run, succeeds_outside: false }
}

fn denied_if(condition: bool) -> End {
    if condition {
        return End::Denied;
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    End::NotDenied(format!("succeeded; open: {:?}; {status}", descriptors()))
}

/// Reads a file that the kernel always has.
fn read(path: &str) -> String {
    fs::read_to_string(path).expect("the kernel reports this")
}

/// Returns a field of the status of this process.
fn status(field: &str) -> String {
    let status = read("/proc/self/status");
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    line.expect("the status has the field").trim().to_owned()
}

/// Returns the open descriptors of this process.
fn descriptors() -> Vec<i32> {
    // SAFETY: the call only asks whether the descriptor is open.
    (0..4096).filter(|it| unsafe { libc::fcntl(*it, libc::F_GETFD) } >= 0).collect()
}
