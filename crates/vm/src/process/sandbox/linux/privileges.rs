//! Gives up the rights of this process that go beyond those of an ordinary user.

use std::io;

use rustix::io::Errno;
use rustix::thread::{CapabilitySet, CapabilitySets};

/// Number of capabilities that the interface of the kernel can represent.
const CAPABILITIES: u32 = 64;

/// Drops all capabilities, and all ways to get capabilities. The process cannot get other rights by executing
/// a program (`no_new_privs`). Allocates nothing.
///
/// # Errors
/// If the process keeps a capability.
pub fn drop_all() -> io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    drop_bounding_set()?;
    // The ambient set is a subset of the other sets. It becomes empty with them.
    let none = CapabilitySet::empty();
    rustix::thread::set_capabilities(
        None,
        CapabilitySets { effective: none, permitted: none, inheritable: none },
    )?;
    Ok(())
}

/// Drops the capabilities that executed programs could get. Does nothing if the process must not change this
/// set. Then it has no capabilities itself, and `no_new_privs` keeps programs from getting them.
fn drop_bounding_set() -> io::Result<()> {
    for capability in 0..CAPABILITIES {
        let capability = CapabilitySet::from_bits_retain(1 << capability);
        match rustix::thread::remove_capability_from_bounding_set(capability) {
            // The kernel has no capability with this number or with a larger number.
            Err(Errno::INVAL) => break,
            Err(Errno::PERM) => return Ok(()),
            result => result?,
        }
    }
    Ok(())
}
