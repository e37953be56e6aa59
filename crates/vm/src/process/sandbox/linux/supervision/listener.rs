//! The descriptor with which the kernel reports the system calls of a process (seccomp user notification).

use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use libc::{c_int, c_long};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// A system call that waits for an answer.
pub struct Call {
    id: u64,
    /// Id of the thread that makes the call.
    pub process: u32,
    pub number: c_long,
    pub arguments: [u64; 6],
}

/// The answer to a call.
#[derive(Clone, Copy)]
pub enum Answer {
    /// The kernel executes the call.
    Continue,
    /// The call fails with this error.
    Refuse(c_int),
    /// The call succeeds. The kernel does not execute it.
    Succeed,
}

/// Receives calls and answers them.
pub struct Listener(OwnedFd);

impl Listener {
    pub fn new(descriptor: OwnedFd) -> Listener {
        Listener(descriptor)
    }

    /// Waits for the next call. Returns `None` if the process has ended or the connection was closed.
    pub fn next_call(&self, connection: &UnixStream) -> Option<Call> {
        loop {
            let mut events = [
                PollFd::from_borrowed_fd(self.0.as_fd(), PollFlags::IN),
                PollFd::from_borrowed_fd(connection.as_fd(), PollFlags::RDHUP),
            ];
            match poll(&mut events, None) {
                Err(Errno::INTR) => continue,
                Err(_) => return None,
                Ok(_) => {}
            }
            if events[0].revents().contains(PollFlags::IN) {
                if let Some(call) = self.receive_call() {
                    return Some(call);
                }
            } else if !events[0].revents().is_empty() || !events[1].revents().is_empty() {
                return None;
            }
        }
    }

    /// Receives a call. Returns `None` if the thread of the call has ended or was interrupted.
    fn receive_call(&self) -> Option<Call> {
        // SAFETY: all fields are numbers. The kernel requires zeros.
        let mut report: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        if !self.control(libc::SECCOMP_IOCTL_NOTIF_RECV, &mut report) {
            return None;
        }
        let libc::seccomp_notif { id, pid, data, .. } = report;
        Some(Call { id, process: pid, number: data.nr.into(), arguments: data.args })
    }

    /// Returns whether the thread of a call still waits. If not, its id may already belong to another thread.
    pub fn is_waiting(&self, call: &Call) -> bool {
        self.control(libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &mut call.id.clone())
    }

    /// Answers a call. Does nothing if the thread of the call has ended.
    pub fn answer(&self, call: &Call, answer: Answer) {
        let (error, flags) = match answer {
            Answer::Continue => (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32),
            Answer::Refuse(error) => (-error, 0),
            Answer::Succeed => (0, 0),
        };
        let mut response = libc::seccomp_notif_resp { id: call.id, val: 0, error, flags };
        self.control(libc::SECCOMP_IOCTL_NOTIF_SEND, &mut response);
    }

    fn control<T>(&self, request: libc::Ioctl, argument: &mut T) -> bool {
        // SAFETY: the argument of each request that this module makes has the type that the kernel expects.
        unsafe { libc::ioctl(self.0.as_raw_fd(), request, std::ptr::from_mut(argument)) == 0 }
    }
}
