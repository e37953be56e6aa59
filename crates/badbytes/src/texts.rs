//! Patterns that code under test asks for.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use specialise::Specialisation;

/// Texts are made for a pattern; the first byte says of what kind it is, the second its flags.
pub fn read(bytes: &[u8]) {
    let [kind, flags, pattern @ ..] = bytes else { return };
    let pattern: std::sync::Arc<str> = String::from_utf8_lossy(pattern).into();
    let wanted = match kind % 3 {
        0 => Specialisation::Match(pattern, u32::from(*flags)),
        1 => Specialisation::Find(pattern, u32::from(*flags)),
        _ => Specialisation::DatePattern(pattern),
    };
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(*kind));
    for _ in 0..3 {
        let _ = specialise::instance(&wanted, &mut rng);
    }
}
