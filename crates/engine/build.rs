//! Compiles the Java class that runs existing tests into a jar. The engine embeds this jar.

use std::path::Path;

fn main() {
    javajar::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("java"), "existing.jar", &[]);
}
