//! Outlines of jars, kept between runs.

use std::fs::{self, DirEntry, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::outline::Outline;

/// Goes into every hash, so that files of another version are not found. The first number is to be raised when other classes of a
/// jar are read than before, or when their bytes are.
const CONTEXT: &str = concat!("testudo outlines 1 ", env!("CARGO_PKG_VERSION"), include_str!("outline.rs"));

/// What was not used for so long goes.
const KEPT: Duration = Duration::from_secs(30 * DAY.as_secs());

/// That a file was used is noted once in this time.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The bytes of a checksum, with which a file begins.
const CHECKSUM: usize = blake3::OUT_LEN;

/// What the outlines of a jar hang on: its content, and how they are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(blake3::Hash);

impl Key {
    /// The key of a jar with that content.
    pub fn of(jar: &[u8]) -> Key {
        Key(hash(jar))
    }
}

/// A folder with one file for each jar that was read, named by its key.
///
/// A file that is missing, damaged or of another version is as good as none, and so is a folder that cannot be written to.
pub struct Cache {
    folder: PathBuf,
    is_tidy: AtomicBool,
}

impl Cache {
    /// A cache in a folder, which need not exist.
    pub fn new(folder: PathBuf) -> Cache {
        Cache { folder, is_tidy: AtomicBool::new(false) }
    }

    /// The outlines of a jar, if they were kept.
    pub fn find(&self, key: Key) -> Option<Vec<Outline>> {
        let path = self.path(key);
        let about = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        let outlines = decode(&fs::read(&path).ok()?)?;
        if is_older(&about, DAY) {
            // Where that cannot be noted it will be made again some day.
            let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        }
        Some(outlines)
    }

    /// Keeps the outlines of a jar for later runs.
    pub fn keep(&self, key: Key, outlines: &[Outline]) {
        if let Err(error) = self.write(&self.path(key), outlines) {
            tracing::debug!(folder = %self.folder.display(), %error, "outlines cannot be kept");
        }
        if !self.is_tidy.swap(true, Ordering::Relaxed) {
            self.tidy();
        }
    }

    /// Not by way of a temporary file, which might stay when the run is ended: whoever finds a part of it sees that by the checksum.
    fn write(&self, path: &Path, outlines: &[Outline]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        fs::write(path, encode(outlines))
    }

    /// Removes what has not been used for long, where that is possible: others may do the same at the same time.
    fn tidy(&self) {
        let is_old =
            |entry: &DirEntry| entry.metadata().is_ok_and(|about| about.is_file() && is_older(&about, KEPT));
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten().filter(is_old) {
            let _ = fs::remove_file(entry.path());
        }
    }

    fn path(&self, key: Key) -> PathBuf {
        self.folder.join(key.0.to_hex().as_str())
    }
}

fn is_older(about: &Metadata, than: Duration) -> bool {
    let age = about.modified().ok().and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > than)
}

fn hash(bytes: &[u8]) -> blake3::Hash {
    blake3::Hasher::new_derive_key(CONTEXT).update(bytes).finalize()
}

fn encode(outlines: &[Outline]) -> Vec<u8> {
    let content = postcard::to_stdvec(outlines).expect("names and lists can be written");
    [hash(&content).as_bytes(), &*content].concat()
}

fn decode(bytes: &[u8]) -> Option<Vec<Outline>> {
    let (checksum, content) = bytes.split_first_chunk::<CHECKSUM>()?;
    if hash(content) != *checksum {
        return None;
    }
    postcard::from_bytes(content).ok()
}
