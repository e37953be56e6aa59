//! Robustness of all code that reads bytes from outside.
//!
//! For any bytes, a reader terminates, does not panic, and uses memory in proportion to the bytes. The fuzz
//! targets in `fuzz/` and the tests of this crate check this.
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

/// A reader of bytes from outside.
pub struct Reader {
    /// The name of the fuzz target, and of the folder in `fuzz/regressions`.
    pub name: &'static str,
    /// Reads bytes. Panics if the reader violates its contract.
    pub read: fn(&[u8]),
    /// Returns valid inputs, from which damaged inputs are made.
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

/// Reads bytes with the reader of a name.
///
/// # Panics
/// If there is no such reader, or the reader violates its contract.
pub fn read(name: &str, bytes: &[u8]) {
    let reader = READERS.iter().find(|reader| reader.name == name);
    (reader.expect("the reader exists").read)(bytes);
}
