//! Generates the numbers that instrumented code passes to the runner from the runner's `ProbeNumbers.java`.

use std::path::Path;

fn main() {
    let table = "../../runner/src/testudo/runner/probe/ProbeNumbers.java";
    javajar::generate_constants(&Path::new(env!("CARGO_MANIFEST_DIR")).join(table), "probe_numbers.rs");
}
