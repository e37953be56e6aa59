//! What those who read bytes from outside must hold, whatever the bytes: they end, they do not panic, and they take no
//! more memory than the bytes warrant. The fuzz targets in `fuzz/` and the tests of this crate try it.
//!
//! Must never know how bytes are made up.

mod class_file;
mod image;
mod instrumented;
mod jar;
mod protocol;
mod seeds;
mod texts;
mod world;

pub use seeds::write as write_seeds;

/// A reader of bytes from outside.
pub struct Reader {
    /// The name of its fuzz target, and of its folder in `fuzz/regressions`.
    pub name: &'static str,
    /// Gives it bytes; panics where it does not hold what it must.
    pub read: fn(&[u8]),
    /// What it is there to read, to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All readers, by name.
pub const READERS: [Reader; 8] = [
    Reader { name: "class_file", read: class_file::read, seeds: seeds::classes },
    Reader { name: "image", read: image::read, seeds: seeds::images },
    Reader { name: "instrumented", read: instrumented::read, seeds: seeds::classes },
    Reader { name: "jar", read: jar::read, seeds: seeds::jars },
    Reader { name: "requests", read: protocol::read_requests, seeds: seeds::requests },
    Reader { name: "results", read: protocol::read_results, seeds: seeds::results },
    Reader { name: "texts", read: texts::read, seeds: seeds::texts },
    Reader { name: "world", read: world::read, seeds: seeds::worlds },
];

/// Gives bytes to the reader of that name.
///
/// # Panics
/// If there is no such reader, or it does not hold what it must.
pub fn read(name: &str, bytes: &[u8]) {
    let reader = READERS.iter().find(|reader| reader.name == name);
    (reader.expect("there is a reader of that name").read)(bytes);
}
