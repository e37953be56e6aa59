//! A cache that stores the [outlines](Outline) of the classes in jars, with one file per jar.

use std::fs::{self, DirEntry, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::outline::Outline;

/// A text that is part of every hash, so that each version of this program ignores the files of other
/// versions. Increase the number in the text if the program reads other classes from a jar than before, or
/// other bytes of a class.
const CONTEXT: &str = concat!("testudo outlines 1 ", env!("CARGO_PKG_VERSION"), include_str!("outline.rs"));

/// Age after which an unused file is deleted.
const MAX_AGE: Duration = Duration::from_secs(30 * DAY.as_secs());

/// One day. If a used file was modified more than one day ago, the cache sets its modification time to the
/// current time.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Number of bytes in the checksum at the start of a file.
const CHECKSUM_LENGTH: usize = blake3::OUT_LEN;

/// The key of a jar in the cache: a hash of the content of the jar and of the format of the outlines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(blake3::Hash);

impl Key {
    /// Returns the key for the content of a jar.
    pub fn of(jar: &[u8]) -> Key {
        Key(hash(jar))
    }
}

/// A folder with one file per jar. The name of a file is the key of the jar.
///
/// The cache ignores missing and damaged files, and files of another version. If the folder cannot be
/// written, the cache stores nothing.
pub struct Cache {
    folder: PathBuf,
    /// Whether this process has deleted the old files.
    is_cleaned: AtomicBool,
}

impl Cache {
    /// Returns a cache in a folder, which need not exist.
    pub fn new(folder: PathBuf) -> Cache {
        Cache { folder, is_cleaned: AtomicBool::new(false) }
    }

    /// Returns the outlines of the classes in a jar, or `None` if the cache does not contain them.
    pub fn find(&self, key: Key) -> Option<Vec<Outline>> {
        let path = self.path(key);
        let metadata = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        let outlines = decode(&fs::read(&path).ok()?)?;
        if is_older(&metadata, DAY) {
            // The modification time records the last use. If it cannot be set, a later run can delete the
            // file as unused, and then writes the file again when it needs the file.
            let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        }
        Some(outlines)
    }

    /// Stores the outlines of the classes in a jar for later runs.
    pub fn store(&self, key: Key, outlines: &[Outline]) {
        if let Err(error) = self.write(&self.path(key), outlines) {
            tracing::debug!(folder = %self.folder.display(), %error, "cannot store facts about the classes of a jar in the cache; later runs read the jar again");
        }
        if !self.is_cleaned.swap(true, Ordering::Relaxed) {
            self.delete_old_files();
        }
    }

    /// Writes a file of the cache directly to its final path. The checksum detects a file that is incomplete
    /// because the process was killed. A temporary file would stay in the folder in this case.
    fn write(&self, path: &Path, outlines: &[Outline]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        fs::write(path, encode(outlines))
    }

    /// Deletes the files that were not used for [`MAX_AGE`]. Ignores errors, because other processes can
    /// delete files at the same time.
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

fn is_older(metadata: &Metadata, limit: Duration) -> bool {
    let age = metadata.modified().ok().and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > limit)
}

fn hash(bytes: &[u8]) -> blake3::Hash {
    blake3::Hasher::new_derive_key(CONTEXT).update(bytes).finalize()
}

fn encode(outlines: &[Outline]) -> Vec<u8> {
    let content = postcard::to_stdvec(outlines).expect("outlines can be encoded");
    [hash(&content).as_bytes(), &*content].concat()
}

fn decode(bytes: &[u8]) -> Option<Vec<Outline>> {
    let (checksum, content) = bytes.split_first_chunk::<CHECKSUM_LENGTH>()?;
    if hash(content) != *checksum {
        return None;
    }
    postcard::from_bytes(content).ok()
}
