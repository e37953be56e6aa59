//! Attempts to use rights or descriptors that a process inherits.

use std::fs;
use std::path::Path;

use crate::driver::{Attempt, End, channel};

/// Returns all attempts.
pub fn attempts() -> Vec<Attempt> {
    let attempt = |name, run| Attempt { name, run, succeeds_outside: false };
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

fn denied_if(condition: bool) -> End {
    if condition {
        return End::Denied;
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    End::NotDenied(format!("succeeded; open: {:?}; {status}", descriptors()))
}

/// Returns a field of the status of this process.
fn status(field: &str) -> String {
    let status = fs::read_to_string("/proc/self/status").expect("the kernel reports the status");
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    line.expect("the status has the field").trim().to_owned()
}

/// Returns the open descriptors of this process.
fn descriptors() -> Vec<i32> {
    // SAFETY: the call only asks whether the descriptor is open.
    (0..4096).filter(|it| unsafe { libc::fcntl(*it, libc::F_GETFD) } >= 0).collect()
}
