//! Replaces the sandbox on systems that do not support it.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Child;
use std::sync::Mutex;

use super::Restrictions;
use super::program::Program;
use super::supervision::{Files, Record, Supervision};

/// Contains no restrictions, because this system does not support the sandbox.
pub struct Confinement;

pub fn prepare(_: &Path, _: &Program, _: &Path, _: &Restrictions, _: Option<&Supervision>) -> Confinement {
    Confinement
}

pub fn supervise(_: &UnixStream, _: &Files, _: &Mutex<Record>) {}

pub fn reports_denials() -> bool {
    false
}

/// Does nothing, because this system does not report the memory and the threads of a process.
pub struct ProcessHandle;

impl ProcessHandle {
    pub fn of(_: &Child) -> io::Result<ProcessHandle> {
        Ok(ProcessHandle)
    }

    pub fn kill(&self) {}
}

impl Confinement {
    pub fn apply(&self, limit_files: &dyn Fn()) -> io::Result<()> {
        limit_files();
        Ok(())
    }
}

pub fn protects_files() -> bool {
    false
}

pub fn has_namespaces() -> bool {
    false
}

pub fn filters_calls() -> bool {
    false
}
