//! Checks that generating strings for arbitrary patterns never panics. A pattern is a regular expression or a
//! date format of the code under test.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use specialise::Specialisation;

/// Generates three strings for a pattern. The first byte selects the kind of the pattern. The second byte
/// contains the flags of a regular expression. The remaining bytes are the pattern.
pub fn check(bytes: &[u8]) {
    let [kind, flags, pattern @ ..] = bytes else { return };
    let pattern: std::sync::Arc<str> = String::from_utf8_lossy(pattern).into();
    let requirement = match kind % 3 {
        0 => Specialisation::Match(pattern, u32::from(*flags)),
        1 => Specialisation::Find(pattern, u32::from(*flags)),
        _ => Specialisation::DatePattern(pattern),
    };
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(*kind));
    for _ in 0..3 {
        let _ = specialise::generate(&requirement, &mut rng);
    }
}
