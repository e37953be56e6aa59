//! The JDK of the tests.

use std::sync::OnceLock;

use types::Jdk;

/// Returns the JDK that Testudo uses without the option `--jdk`.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::find(None).expect("the tests need a JDK; set JAVA_HOME to its folder"))
}
