//! Embeds what runs existing tests.

use std::path::Path;

fn main() {
    javajar::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("java"), "existing.jar", &[]);
}
