//! Embeds the runner.

use std::path::Path;

fn main() {
    javajar::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/src"), "runner.jar", &[]);
}
