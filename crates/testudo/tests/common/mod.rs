//! The JDK of the tests, and temporary folders in which the tests run `testudo`.

mod mount;
mod workspace;

use std::sync::OnceLock;

use types::Jdk;

pub use mount::mounted;
pub use workspace::Workspace;

/// Returns the JDK that Testudo uses without the option `--jdk`.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::find(None).expect("the tests need a JDK; set JAVA_HOME to its folder"))
}
