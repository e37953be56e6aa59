//! A jar that is mapped into memory, with an index of its files.

use std::{
    fs::File,
    io::{Cursor, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use fixedbitset::FixedBitSet;
use memmap2::Mmap;
use zip::ZipArchive;

use crate::Error;

/// Maximum size of a file in a jar, in bytes. Larger files are skipped.
const MAX_FILE_SIZE: u64 = 1 << 28;

/// Maximum total size of the files that are read from an empty jar, in bytes. The maximum is larger by
/// [`MAX_EXPANSION`] bytes for each byte of the jar. Without a limit, files that overlap in a small jar could
/// have any total size.
const MAX_TOTAL: u64 = 1 << 24;
/// Number of bytes that a byte of a jar can expand to, on average. Usual jars expand to less than ten bytes.
const MAX_EXPANSION: u64 = 100;

/// The files of a jar that have been read.
struct ReadFiles {
    /// By index of the file, whether it was read.
    is_read: FixedBitSet,
    /// Total size of these files in bytes.
    total: u64,
}

/// A memory-mapped file that several cursors share.
#[derive(Clone)]
struct Shared(Arc<Mmap>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// An open jar or zip file. Several threads can read from it at the same time.
pub struct Jar {
    path: PathBuf,
    content: Shared,
    archive: ZipArchive<Cursor<Shared>>,
    read_files: Mutex<ReadFiles>,
}

impl Jar {
    /// Opens a jar and reads its central directory.
    pub fn open(path: &Path) -> Result<Jar, Error> {
        let damaged = |reason: String| Error::DamagedJar { path: path.to_owned(), reason };
        let content = Shared(Arc::new(map(path)?));
        let archive = ZipArchive::new(Cursor::new(content.clone())).map_err(|e| damaged(e.to_string()))?;
        let is_read = FixedBitSet::with_capacity(archive.len());
        let read_files = Mutex::new(ReadFiles { is_read, total: 0 });
        Ok(Jar { path: path.to_owned(), content, archive, read_files })
    }

    /// Returns the bytes of the jar file.
    pub fn content(&self) -> &[u8] {
        self.content.as_ref()
    }

    /// Returns the index and the name of every entry of the jar, in the order of the central directory.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &str)> {
        (0..self.archive.len()).filter_map(|i| Some((i, self.archive.name_for_index(i)?)))
    }

    /// Returns the index of the file with the given name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.archive.index_for_name(name)
    }

    /// Reads the file with the given index. Returns `None` and logs a warning if the file is damaged or too
    /// large, or if the files that were read from the jar are too large together.
    pub fn read(&self, entry: usize) -> Option<Vec<u8>> {
        // The clone shares the central directory and the mapping, but has its own read position.
        let mut archive = self.archive.clone();
        let read = |archive: &mut ZipArchive<_>| -> Result<Vec<u8>, String> {
            let file = archive.by_index(entry).map_err(|e| e.to_string())?;
            let size = file.size();
            if size > MAX_FILE_SIZE {
                return Err(format!("the file has {size} bytes, more than the limit of {MAX_FILE_SIZE}"));
            }
            self.count(entry, size)?;
            let mut bytes = Vec::with_capacity(size.min(1 << 24) as usize);
            // The limit is necessary because a few compressed bytes can expand to any size.
            file.take(size + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
            if bytes.len() as u64 == size {
                Ok(bytes)
            } else {
                Err("the size differs from the size in the directory of the jar".to_owned())
            }
        };
        read(&mut archive)
            .inspect_err(|reason| {
                tracing::warn!(jar = %self.path.display(), entry, reason, "skipping an unreadable file of a jar; build or download the jar again");
            })
            .ok()
    }

    /// Counts the size of a file for the limit of the total size, unless the file was counted before. Returns
    /// the reason as an error if the total size would exceed the limit.
    fn count(&self, entry: usize, size: u64) -> Result<(), String> {
        let limit = MAX_TOTAL + MAX_EXPANSION * self.content().len() as u64;
        let mut read_files = self.read_files.lock().unwrap_or_else(PoisonError::into_inner);
        if read_files.is_read.contains(entry) {
            return Ok(());
        }
        if read_files.total + size > limit {
            return Err(format!("the files of the jar are larger together than the limit of {limit} bytes"));
        }
        read_files.is_read.insert(entry);
        read_files.total += size;
        Ok(())
    }
}

/// Maps a file into memory.
pub fn map(path: &Path) -> Result<Mmap, Error> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    // SAFETY: programs do not rewrite jars and JDK images in place while a tool reads them. If a program
    // rewrites such a file, reads return wrong bytes. The same occurs in the JVM, which maps these files too.
    unsafe { Mmap::map(&file) }.map_err(unreadable)
}
