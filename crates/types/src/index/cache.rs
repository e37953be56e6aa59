//! A cache of outlines of jars in files.

use std::fs::{self, DirEntry, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::outline::Outline;

/// Context of every hash, so that files of another version are not found. Increase the first number if the
/// set of classes read from a jar changes, or their bytes.
const CONTEXT: &str = concat!("testudo outlines 1 ", env!("CARGO_PKG_VERSION"), include_str!("outline.rs"));

/// Age after which an unused file is deleted.
const MAX_AGE: Duration = Duration::from_secs(30 * DAY.as_secs());

/// Interval for updating the time of the last use of a file.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Number of bytes in the checksum at the start of a file.
const CHECKSUM: usize = blake3::OUT_LEN;

/// The key of a jar's outlines: a hash of the content of the jar and of the format of the outlines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(blake3::Hash);

impl Key {
    /// Returns the key of a jar by its content.
    pub fn of(jar: &[u8]) -> Key {
        Key(hash(jar))
    }
}

/// A folder with one file per jar. The name of a file is the key.
///
/// Missing and damaged files and files of another version are ignored. If the folder cannot be written,
/// nothing is stored.
pub struct Cache {
    folder: PathBuf,
    is_cleaned: AtomicBool,
}

impl Cache {
    /// Returns a cache in a folder, which need not exist.
    pub fn new(folder: PathBuf) -> Cache {
        Cache { folder, is_cleaned: AtomicBool::new(false) }
    }

    /// Returns the outlines of a jar if the cache has them.
    pub fn find(&self, key: Key) -> Option<Vec<Outline>> {
        let path = self.path(key);
        let metadata = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        let outlines = decode(&fs::read(&path).ok()?)?;
        if is_older(&metadata, DAY) {
            // If the update fails, another run deletes the file, and a later run writes it again.
            let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        }
        Some(outlines)
    }

    /// Stores the outlines of a jar for later runs.
    pub fn store(&self, key: Key, outlines: &[Outline]) {
        if let Err(error) = self.write(&self.path(key), outlines) {
            tracing::debug!(folder = %self.folder.display(), %error, "cannot store outlines; later runs read the jar again");
        }
        if !self.is_cleaned.swap(true, Ordering::Relaxed) {
            self.delete_old_files();
        }
    }

    /// Writes directly to the final path. If the process is killed, a temporary file would stay, but the
    /// checksum detects an incomplete file.
    fn write(&self, path: &Path, outlines: &[Outline]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        fs::write(path, encode(outlines))
    }

    /// Deletes files that were not used for a long time. Ignores errors, because other processes delete files
    /// at the same time.
    fn delete_old_files(&self) {
        let is_old = |entry: &DirEntry| {
            entry.metadata().is_ok_and(|metadata| metadata.is_file() && is_older(&metadata, MAX_AGE))
        };
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten().filter(is_old) {
            let _ = fs::remove_file(entry.path());
        }
    }

    fn path(&self, key: Key) -> PathBuf {
        self.folder.join(key.0.to_hex().as_str())
    }
}

fn is_older(metadata: &Metadata, than: Duration) -> bool {
    let age = metadata.modified().ok().and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > than)
}

fn hash(bytes: &[u8]) -> blake3::Hash {
    blake3::Hasher::new_derive_key(CONTEXT).update(bytes).finalize()
}

fn encode(outlines: &[Outline]) -> Vec<u8> {
    let content = postcard::to_stdvec(outlines).expect("outlines can be encoded");
    [hash(&content).as_bytes(), &*content].concat()
}

fn decode(bytes: &[u8]) -> Option<Vec<Outline>> {
    let (checksum, content) = bytes.split_first_chunk::<CHECKSUM>()?;
    if hash(content) != *checksum {
        return None;
    }
    postcard::from_bytes(content).ok()
}
