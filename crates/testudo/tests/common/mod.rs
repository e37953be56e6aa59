//! The JDK that the tests and the binary use.

use std::sync::OnceLock;

use types::Jdk;

/// Returns the JDK that the binary also uses.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::find(None).expect("the tests need a JDK; set JAVA_HOME to its folder"))
}
