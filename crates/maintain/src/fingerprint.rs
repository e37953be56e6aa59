//! Fingerprints of classes: they change if a class, the code that it reaches, or the options change.

use engine::{PlatformRequest, Request};

use crate::bytecode::Bytecode;

/// Number of hexadecimal digits of a fingerprint. Two versions of one class have equal fingerprints with a
/// probability of 2⁻⁶⁴.
const DIGITS: usize = 16;

/// Returns the fingerprint of a top-level class. It changes if one of these changes:
/// - the version of Testudo
/// - an option that affects the generated tests
/// - the class, or a class of the project that it reaches
pub(crate) fn fingerprint(
    bytecode: &Bytecode,
    class: &str,
    platform: &PlatformRequest,
    request: &Request,
) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(options(platform, request).as_bytes());
    // Classes that use each other reach the same classes.
    hasher.update(class.as_bytes()).update(b"\0");
    for name in bytecode.reachable(class) {
        hasher.update(name.as_bytes()).update(b"\0").update(bytecode.classes[name].hash.as_bytes());
    }
    let mut text = hasher.finalize().to_hex().to_string();
    text.truncate(DIGITS);
    text
}

/// Returns the version of Testudo, and the options that change the generated tests, as a text.
fn options(platform: &PlatformRequest, request: &Request) -> String {
    let Request { search, budget, seed, verify, suspicious, reasons, .. } = request;
    let options =
        (platform.tests, &platform.jvm_arguments, search, budget, seed, verify, suspicious, reasons);
    let options = serde_json::to_string(&options).expect("the options are plain data");
    format!("{}\0{options}\0", env!("CARGO_PKG_VERSION"))
}
