//! Checks that all code that reads bytes from outside the program is robust.
//!
//! A reader is code that reads bytes from outside the program, such as jars or messages of workers. For any
//! bytes, a reader terminates, does not panic, and uses memory in proportion to the number of bytes. The fuzz
//! targets in `fuzz/` and the tests of this crate check these properties.

mod class_file;
mod instrumentation;
mod jar;
mod jdk_image;
mod patterns;
mod protocol;
mod seeds;
mod types;

pub use seeds::write as write_seeds;

/// A reader and its check. The fuzz targets and the tests use the same checks.
pub struct Reader {
    /// Name of the fuzz target, and of the folder of this reader in `fuzz/regressions`.
    pub name: &'static str,
    /// Function that reads any bytes with the reader. Panics if the reader panics or returns a wrong result.
    pub check: fn(&[u8]),
    /// Function that returns valid inputs. The fuzz targets and the tests damage copies of these inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All readers, sorted by name.
pub const READERS: [Reader; 8] = [
    Reader { name: "class_file", check: class_file::check, seeds: seeds::classes },
    Reader { name: "instrumentation", check: instrumentation::check, seeds: seeds::classes },
    Reader { name: "jar", check: jar::check, seeds: seeds::jars },
    Reader { name: "jdk_image", check: jdk_image::check, seeds: seeds::images },
    Reader { name: "patterns", check: patterns::check, seeds: seeds::patterns },
    Reader { name: "requests", check: protocol::check_requests, seeds: seeds::requests },
    Reader { name: "results", check: protocol::check_results, seeds: seeds::results },
    Reader { name: "types", check: types::check, seeds: seeds::class_sequences },
];

/// Runs the check of the reader with the given name on some bytes.
///
/// # Panics
/// If no reader has this name, or the reader panics or returns a wrong result.
pub fn check(name: &str, bytes: &[u8]) {
    let reader = READERS.iter().find(|reader| reader.name == name);
    (reader.unwrap_or_else(|| panic!("no reader has the name {name}; see READERS")).check)(bytes);
}
