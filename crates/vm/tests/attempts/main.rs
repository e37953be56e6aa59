//! Attempts to break out of the sandbox with system calls, and checks that the sandbox denies each attempt.
//!
//! Native code that a test loads can make any system call. Therefore the attempts are native code, too: this
//! program starts itself in the sandbox in place of a JVM: for each attempt once as a worker, as the
//! verifying JVM and as javac. All JVMs start with [`vm::Jvm`].
//!
//! `./x sandbox` prints a row for each attempt.
//!
//! The program has its own `main` because its second role needs other arguments than those of a test harness.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod driver;
#[cfg(target_os = "linux")]
mod exhaustion;
#[cfg(target_os = "linux")]
mod metadata;
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
