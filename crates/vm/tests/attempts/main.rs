//! Attempts to break out of the sandbox with system calls, and checks that the sandbox denies each attempt.
//!
//! Native code that a test loads can make any system call. Therefore the attempts are native code, too: this
//! program starts itself in the sandbox in place of a JVM, once for each attempt. The workers, the verifying
//! JVM and the JVM of javac start with the same function, [`vm::command`].
//!
//! The program has its own `main` because its second role needs other arguments than those of a test harness.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod driver;
#[cfg(target_os = "linux")]
mod reads;
#[cfg(target_os = "linux")]
mod state;

#[cfg(target_os = "linux")]
fn main() {
    driver::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}
