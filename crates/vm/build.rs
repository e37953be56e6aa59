//! Compiles the runner into a jar, and generates the constants of the protocol from the runner's
//! `Protocol.java`.

use std::path::Path;

fn main() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/src");
    javajar::build(&sources, "runner.jar", &[]);
    javajar::generate_constants(&sources.join("testudo/runner/message/Protocol.java"), "protocol.rs");
}
