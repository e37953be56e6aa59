//! Compiles the Maven extension into a jar. The Maven API is not available to the build, so the extension is
//! compiled against stubs of the few classes and methods that it uses. The jar does not contain the stubs.

use std::path::Path;

fn main() {
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("maven");
    javajar::build(&java.join("stubs"), "stubs.jar", &[]);
    javajar::build(&java.join("src"), "maven.jar", &["stubs.jar"]);
}
