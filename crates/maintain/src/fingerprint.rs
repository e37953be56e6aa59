//! Fingerprints of classes: they change if a class, the code that it reaches, or the options change.

use engine::{PlatformRequest, Request};

use crate::bytecode::Bytecode;

/// Number of hexadecimal digits of each half of a fingerprint. Two versions of the code have equal halves
/// with a probability of 2⁻³².
const HALF: usize = 8;

/// The fingerprint in a test file that lost tests. It belongs to no class, so the class gets new tests.
pub(crate) const UNKNOWN: &str = "0000000000000000";

/// Follows the fingerprint in a test file whose tests have not run in the project's build.
const UNCHECKED: &str = " (not run in the project's build)";

/// Returns a fingerprint for the header of a test file whose tests have not run in the project's build.
pub(crate) fn unchecked(fingerprint: &str) -> String {
    format!("{fingerprint}{UNCHECKED}")
}

/// Returns the fingerprint without the mark of [`unchecked`], if it has this mark.
pub(crate) fn without_mark(recorded: &str) -> Option<&str> {
    recorded.strip_suffix(UNCHECKED)
}

/// Returns the fingerprint of a top-level class. The first half changes if one of these changes:
/// - the version of Testudo
/// - an option that affects the generated tests
/// - the class
///
/// The second half changes if the class, or a class of the project that it reaches, changes.
pub(crate) fn fingerprint(
    bytecode: &Bytecode,
    class: &str,
    platform: &PlatformRequest,
    request: &Request,
) -> String {
    let mut own = blake3::Hasher::new();
    own.update(options(platform, request).as_bytes());
    let mut reached = blake3::Hasher::new();
    add_code(&mut own, bytecode, class, bytecode.files_of(class).map(|(name, _)| name));
    add_code(&mut reached, bytecode, class, bytecode.reachable(class));
    [own, reached].map(|hasher| hasher.finalize().to_hex()[..HALF].to_owned()).concat()
}

fn add_code<'n>(
    hasher: &mut blake3::Hasher,
    bytecode: &Bytecode,
    class: &str,
    names: impl IntoIterator<Item = &'n str>,
) {
    // Classes that use each other reach the same classes.
    hasher.update(class.as_bytes()).update(b"\0");
    for name in names {
        hasher.update(name.as_bytes()).update(b"\0").update(bytecode.classes[name].hash.as_bytes());
    }
}

/// Returns whether two fingerprints belong to the same version of a class, and to the same options. The code
/// that the class reaches can differ.
pub(crate) fn is_same_class(left: &str, right: &str) -> bool {
    left.get(..HALF) == right.get(..HALF)
}

/// Returns the version of Testudo, and the options that change the generated tests, as a text.
fn options(platform: &PlatformRequest, request: &Request) -> String {
    let Request { search, budget, seed, verify, suspicious, reasons, .. } = request;
    let options =
        (platform.tests, &platform.jvm_arguments, search, budget, seed, verify, suspicious, reasons);
    let options = serde_json::to_string(&options).expect("the options are plain data");
    format!("{}\0{options}\0", env!("CARGO_PKG_VERSION"))
}
