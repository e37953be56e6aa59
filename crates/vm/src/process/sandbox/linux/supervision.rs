//! Decides about the system calls that a supervised JVM reports, and records the denied actions.
//!
//! The rules for files (Landlock) deny changes of files outside the scratch folder, and reads of files that a
//! JVM does not need. Therefore this module only records these actions, and the system call continues: if the
//! JVM replaces the path after it was read, the rules for files still apply. Landlock has no rules for
//! permissions and times. This module changes them itself, only inside the scratch folder. The filters of a
//! JVM whose actions are recorded do not deny sockets, processes and signals. This module denies them.
//!
//! The working folder, the home and the folder for temporary files have other files without the sandbox. This
//! module records actions whose result probably depends on these files: see [`paths`].

pub mod calls;
mod listener;
mod metadata;
mod paths;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use libc::c_int;

use super::super::folders;
use super::super::supervision::{Files, MARKERS, Record};
use super::readable::Readable;
use super::transfer;
use calls::{FileCall, Metadata, Target};
use listener::{Answer, Call, Listener};
use metadata::Change;

/// The files that a supervised JVM may use.
struct Access {
    /// The folder to which the JVM may write.
    scratch: PathBuf,
    readable: Readable,
    /// The working folder of this process, and the folders that the JVM may read, such as the folder of a
    /// module. Without the sandbox, the tests of the JVM probably run in one of them.
    projects: Vec<PathBuf>,
}

impl Access {
    fn of(files: &Files) -> Access {
        let folders = files.readable.iter().filter(|it| it.is_dir()).cloned();
        Access {
            scratch: files.scratch.clone(),
            readable: Readable::new(&files.java, &files.scratch, &files.readable),
            projects: std::env::current_dir().into_iter().chain(folders).collect(),
        }
    }
}

/// Answers the reports of a JVM until the JVM has ended or the connection is closed.
pub fn supervise(connection: &UnixStream, files: &Files, record: &Mutex<Record>) {
    let Some(listener) = transfer::receive(connection) else { return };
    let listener = Listener::new(listener);
    let access = Access::of(files);
    while let Some(call) = listener.next_call(connection) {
        let answer = answer(&listener, &call, &access, record);
        listener.answer(&call, answer);
    }
}

/// Returns the answer to a call. Records a denied action before the call returns.
fn answer(listener: &Listener, call: &Call, access: &Access, record: &Mutex<Record>) -> Answer {
    let Access { scratch, readable, projects } = access;
    let mut record = record.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let Some(file_call) = calls::file_call(call.number) else {
        record.add_denied(|| calls::description(call.number).to_owned());
        return Answer::Refuse(calls::error(call.number));
    };
    let only_reads = file_call.only_reads(&call.arguments);
    if only_reads && !record.has_markers() {
        // The JVM opens many files before the first test.
        return Answer::Continue;
    }
    let verb = if only_reads && !file_call.asks { "reads" } else { file_call.verb };
    let targets = file_call.targets.iter().map(|target| path(call, target));
    let Some(targets) = targets.collect::<Option<Vec<PathBuf>>>() else {
        // The address of the path is invalid, or the system does not let this process read it.
        record.add_denied(|| format!("{verb} a file whose name cannot be read"));
        return Answer::Refuse(libc::EPERM);
    };
    if !listener.is_waiting(call) {
        return Answer::Continue;
    }
    if let Some(marker) = targets[0].strip_prefix(MARKERS).ok().filter(|_| file_call.deletes()) {
        record.add_marker(marker.as_os_str().as_bytes());
        return Answer::Refuse(libc::ENOENT);
    }
    let is_allowed = |target: &Path| match only_reads {
        true if file_call.asks => paths::can_ask(target, scratch, projects),
        true => paths::can_read(target, call.process, readable, scratch, projects),
        false => paths::can_change(target, file_call.follows_links(&call.arguments), scratch),
    };
    if let Some(target) = targets.iter().find(|target| !is_allowed(target)) {
        record.add_denied(|| format!("{verb} {}", folders::description(target, scratch)));
        return if file_call.metadata.is_some() { Answer::Refuse(libc::EPERM) } else { Answer::Continue };
    }
    match file_call.metadata {
        Some(metadata) => change(listener, call, file_call, metadata, &targets[0], scratch),
        None => Answer::Continue,
    }
}

/// Changes permissions or times in place of the JVM, and returns the answer to the call.
fn change(
    listener: &Listener,
    call: &Call,
    file_call: &FileCall,
    metadata: Metadata,
    target: &Path,
    scratch: &Path,
) -> Answer {
    let path = match file_call.targets[0].path.filter(|index| call.arguments[*index] != 0) {
        Some(_) => paths::as_seen_by(target, call.process),
        // The file can be deleted, so its path is not sufficient.
        None => PathBuf::from(format!("/proc/{}/fd/{}", call.process, call.arguments[0] as c_int)),
    };
    let change = Change::new(call, metadata, &path, file_call.follows_links(&call.arguments));
    if !listener.is_waiting(call) {
        return Answer::Continue;
    }
    let result = change.and_then(|change| change.apply(scratch));
    result.map_or_else(|error| Answer::Refuse(error.raw_os_error()), |()| Answer::Succeed)
}

/// Returns the path of the file to which a target refers. The path is absolute, but can contain symbolic
/// links. Returns `None` if the path cannot be read.
fn path(call: &Call, target: &Target) -> Option<PathBuf> {
    let process = Path::new("/proc").join(call.process.to_string());
    let of_descriptor = |descriptor: c_int| {
        let link = match descriptor {
            libc::AT_FDCWD => process.join("cwd"),
            _ => process.join("fd").join(descriptor.to_string()),
        };
        std::fs::read_link(link).ok()
    };
    let descriptor = target.descriptor.map(|index| call.arguments[index] as c_int);
    let address = target.path.map_or(0, |index| call.arguments[index]);
    if address == 0 {
        return of_descriptor(descriptor?);
    }
    let text = paths::read_text(&process.join("mem"), address)?;
    let path = Path::new(OsStr::from_bytes(&text));
    match path.is_absolute() {
        true => Some(path.to_owned()),
        // An invalid descriptor makes the call fail.
        false => Some(of_descriptor(descriptor.unwrap_or(libc::AT_FDCWD)).unwrap_or_default().join(path)),
    }
}

/// Returns whether a process can read the memory of its children, as the supervision requires.
pub fn can_read_children() -> bool {
    let scope = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    matches!(scope.trim(), "" | "0" | "1") || scope.trim() == "2" && rustix::process::geteuid().is_root()
}
