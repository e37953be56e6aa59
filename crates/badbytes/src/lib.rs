//! Checks that all code that reads bytes from outside the program is robust.
//!
//! For any bytes, a reader terminates, does not panic, and uses memory in proportion to the number of bytes.
//! The fuzz targets in `fuzz/` and the tests of this crate check this.
//!
//! A [`Reader`] takes any byte slice, so the fuzz targets and the tests can share it.

mod class_file;
mod instrumentation;
mod jar;
mod jdk_image;
mod patterns;
mod protocol;
mod seeds;
mod types;

pub use seeds::write as write_seeds;

/// A check of one part of the program that reads bytes from outside, such as jars or messages of workers.
pub struct Reader {
    /// Name of the fuzz target, and of the folder of this reader in `fuzz/regressions`.
    pub name: &'static str,
    /// Function that reads any bytes. Panics if the code that reads the bytes returns a wrong result.
    pub read: fn(&[u8]),
    /// Function that returns valid inputs. Fuzzing and tests make damaged inputs from valid inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All readers, sorted by name.
pub const READERS: [Reader; 8] = [
    Reader { name: "class_file", read: class_file::read, seeds: seeds::classes },
    Reader { name: "instrumentation", read: instrumentation::read, seeds: seeds::classes },
    Reader { name: "jar", read: jar::read, seeds: seeds::jars },
    Reader { name: "jdk_image", read: jdk_image::read, seeds: seeds::images },
    Reader { name: "patterns", read: patterns::read, seeds: seeds::patterns },
    Reader { name: "requests", read: protocol::read_requests, seeds: seeds::requests },
    Reader { name: "results", read: protocol::read_results, seeds: seeds::results },
    Reader { name: "types", read: types::read, seeds: seeds::class_sequences },
];

/// Reads bytes with the reader that has the given name.
///
/// # Panics
/// If no reader has this name, or the code that reads the bytes panics or returns a wrong result.
pub fn read(name: &str, bytes: &[u8]) {
    let reader = READERS.iter().find(|reader| reader.name == name);
    (reader.unwrap_or_else(|| panic!("no reader has the name {name}; see READERS")).read)(bytes);
}
