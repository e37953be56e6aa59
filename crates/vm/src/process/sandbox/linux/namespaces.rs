//! Namespaces of JVMs: no network devices, no shared memory of other processes, and a file system that only
//! the scratch folder makes writable.
//!
//! The namespaces are a second layer behind Landlock and seccomp. A JVM has no namespace of processes: in it,
//! the id of each JVM would be 1, so a test that asserts this id would pass here and fail elsewhere.
//!
//! All JVMs share the namespaces of users, networks and shared memory, because creating a namespace of
//! networks takes several milliseconds. Each JVM has its own namespace of mounts.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountPropagationFlags, mount_bind, mount_change};
use rustix::process::DumpableBehavior;
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};

use super::transfer;

/// The entries in `/proc` of the namespaces that all JVMs share, in the order in which a JVM enters them.
const SHARED: [&CStr; 3] = [c"/proc/self/ns/user", c"/proc/self/ns/net", c"/proc/self/ns/ipc"];

/// The namespaces of one JVM. The parent prepares them before the fork.
pub struct Namespaces {
    shared: &'static [OwnedFd],
    scratch: CString,
}

impl Namespaces {
    /// Prepares namespaces in which a process can write only to the folder `scratch`. Returns `None` if this
    /// user cannot create the namespaces. Some distributions forbid it.
    pub fn new(scratch: &Path) -> Option<Namespaces> {
        Some(Namespaces { shared: shared()?, scratch: c_path(scratch)? })
    }

    /// Moves this process to the namespaces, and its working folder to the scratch folder. The process then
    /// has all capabilities in these namespaces. Allocates nothing.
    ///
    /// # Errors
    /// If the system forbids it. The process can then be in some of the namespaces.
    pub fn enter(&self) -> io::Result<()> {
        for namespace in self.shared {
            move_into_link_name_space(namespace.as_fd(), None::<LinkNameSpaceType>)?;
        }
        protect_files(&self.scratch)?;
        // Until now, the working folder was the folder below the new mount.
        Ok(rustix::process::chdir(&*self.scratch)?)
    }
}

/// Returns whether this user can create the namespaces of a JVM.
pub fn has_namespaces() -> bool {
    shared().is_some()
}

/// Returns the namespaces that all JVMs share. Creates them at the first call.
fn shared() -> Option<&'static [OwnedFd]> {
    static NAMESPACES: OnceLock<Option<Vec<OwnedFd>>> = OnceLock::new();
    NAMESPACES.get_or_init(create).as_deref()
}

/// Creates the shared namespaces in a child process, because only a process with a single thread can enter a
/// namespace of users. The child also tries to protect files.
fn create() -> Option<Vec<OwnedFd>> {
    /// Reports success. The child must not execute a program, so it always ends with an error.
    const CREATED: libc::c_int = libc::EALREADY;
    let (own, of_child) = UnixStream::pair().ok()?;
    let (ids, folder) = (Ids::of_this_process(), c_path(&std::env::temp_dir())?);
    let mut command = Command::new("/");
    let create = move || {
        ids.enter_new_namespaces()?;
        for path in SHARED {
            let namespace = rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
            transfer::send(of_child.as_fd(), namespace.as_fd());
        }
        protect_files(&folder)?;
        Err(io::Error::from_raw_os_error(CREATED))
    };
    // SAFETY: the closure runs between fork and exec. It allocates nothing and only makes system calls.
    unsafe { command.pre_exec(create) };
    let is_created = command.status().is_err_and(|error| error.raw_os_error() == Some(CREATED));
    // The child has ended. Without its end of the connection, a descriptor that is missing is an error.
    drop(command);
    let descriptors = SHARED.iter().map(|_| transfer::receive(&own));
    is_created.then(|| descriptors.collect()).flatten()
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

/// Moves this process to a new namespace of mounts, in which all files are read-only, except those in a
/// folder. Allocates nothing.
fn protect_files(folder: &CStr) -> io::Result<()> {
    // SAFETY: this process does not share its descriptors with another process.
    unsafe { rustix::thread::unshare_unsafe(UnshareFlags::NEWNS)? };
    // Without this call, other processes would see the new mounts.
    mount_change(c"/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    mount_bind(folder, folder)?;
    set_read_only(c"/", libc::AT_RECURSIVE, true)?;
    set_read_only(folder, 0, false)
}

/// Makes the mount at a path read-only or writable. The flag `AT_RECURSIVE` includes the mounts below it.
fn set_read_only(path: &CStr, flags: libc::c_int, is_read_only: bool) -> io::Result<()> {
    let (attr_set, attr_clr) = match is_read_only {
        true => (libc::MOUNT_ATTR_RDONLY, 0),
        false => (0, libc::MOUNT_ATTR_RDONLY),
    };
    let change = libc::mount_attr { attr_set, attr_clr, propagation: 0, userns_fd: 0 };
    // The crate rustix does not offer this system call. SAFETY: the pointers refer to values that live longer
    // than the call.
    let result = unsafe {
        let (path, size) = (path.as_ptr(), size_of::<libc::mount_attr>());
        libc::syscall(libc::SYS_mount_setattr, libc::AT_FDCWD, path, flags, &raw const change, size)
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Writes a text to an existing file.
fn write(path: &CStr, text: &str) -> io::Result<()> {
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(&file, text.as_bytes())?;
    Ok(())
}

/// Returns a path as the argument of a system call.
fn c_path(path: &Path) -> Option<CString> {
    CString::new(path.as_os_str().as_bytes()).ok()
}
