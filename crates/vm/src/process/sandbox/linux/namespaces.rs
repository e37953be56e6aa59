//! Namespaces of JVMs: no network devices, and no shared memory of other processes.
//!
//! The namespaces are a second layer behind Landlock and seccomp. A JVM has no other namespaces, because a
//! test could see them, and would then pass here and fail elsewhere. In a namespace of processes, the id of
//! each JVM is 1. A namespace of mounts can make files read-only. Then code such as `if (file.canWrite())
//! file.delete();` does not try to delete the file. Testudo would not notice that the code deletes it
//! elsewhere.
//!
//! All JVMs share the namespaces, because creating a namespace of networks takes several milliseconds.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::OnceLock;

use rustix::fs::{Mode, OFlags};
use rustix::process::DumpableBehavior;
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};

use super::transfer;

/// The entries in `/proc` of the namespaces, in the order in which a JVM enters them.
const ENTRIES: [&CStr; 3] = [c"/proc/self/ns/user", c"/proc/self/ns/net", c"/proc/self/ns/ipc"];

/// The namespaces that all JVMs share.
pub struct Namespaces(Vec<OwnedFd>);

impl Namespaces {
    /// Returns the namespaces. Creates them at the first call. Returns `None` if this user cannot create
    /// them. Some distributions forbid it.
    pub fn shared() -> Option<&'static Namespaces> {
        static SHARED: OnceLock<Option<Namespaces>> = OnceLock::new();
        SHARED.get_or_init(Namespaces::create).as_ref()
    }

    /// Creates the namespaces in a child process, because only a process with a single thread can enter a
    /// namespace of users.
    fn create() -> Option<Namespaces> {
        /// Reports success. The child must not execute a program, so it always ends with an error.
        const CREATED: libc::c_int = libc::EALREADY;
        let (own, of_child) = UnixStream::pair().ok()?;
        let ids = Ids::of_this_process();
        let mut command = Command::new("/");
        let create = move || {
            ids.enter_new_namespaces()?;
            for path in ENTRIES {
                let namespace = rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
                transfer::send(of_child.as_fd(), namespace.as_fd());
            }
            Err(io::Error::from_raw_os_error(CREATED))
        };
        // SAFETY: the closure runs between fork and exec. It allocates nothing and only makes system calls.
        unsafe { command.pre_exec(create) };
        let is_created = command.status().is_err_and(|error| error.raw_os_error() == Some(CREATED));
        // Closes the end of the child, so that the connection ends after the descriptors.
        drop(command);
        let descriptors = ENTRIES.iter().map(|_| transfer::receive(&own));
        is_created.then(|| descriptors.collect()).flatten().map(Namespaces)
    }

    /// Moves this process to the namespaces. The process then has all capabilities in them. Allocates
    /// nothing.
    ///
    /// # Errors
    /// If the system forbids it. The process can then be in some of the namespaces.
    pub fn enter(&self) -> io::Result<()> {
        for namespace in &self.0 {
            move_into_link_name_space(namespace.as_fd(), None::<LinkNameSpaceType>)?;
        }
        Ok(())
    }
}

/// What to write to files of `/proc` so that the ids of the user and the group stay the same.
struct Ids {
    user: String,
    group: String,
}

impl Ids {
    fn of_this_process() -> Ids {
        let user = rustix::process::geteuid().as_raw();
        let group = rustix::process::getegid().as_raw();
        Ids { user: format!("{user} {user} 1"), group: format!("{group} {group} 1") }
    }

    /// Moves this process to new namespaces of users, networks and shared memory. In them, other users and
    /// groups have no id. Allocates nothing.
    fn enter_new_namespaces(&self) -> io::Result<()> {
        let kinds = UnshareFlags::NEWUSER | UnshareFlags::NEWNET | UnshareFlags::NEWIPC;
        // SAFETY: this process does not share its descriptors with another process.
        unsafe { rustix::thread::unshare_unsafe(kinds)? };
        // Only root may write to these files of a process that is not dumpable.
        rustix::process::set_dumpable_behavior(DumpableBehavior::Dumpable)?;
        // The kernel requires this before an ordinary user may write the groups.
        write(c"/proc/self/setgroups", "deny")?;
        write(c"/proc/self/uid_map", &self.user)?;
        write(c"/proc/self/gid_map", &self.group)
    }
}

/// Writes a text to an existing file.
fn write(path: &CStr, text: &str) -> io::Result<()> {
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(&file, text.as_bytes())?;
    Ok(())
}
