//! A jar that is mapped into memory, with an index of its files.

use std::{
    fs::File,
    io::{Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use memmap2::Mmap;
use zip::ZipArchive;

use crate::Error;

/// Maximum size of a file in a jar, in bytes. Larger files are skipped.
const MAX_FILE_SIZE: u64 = 1 << 28;

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
}

impl Jar {
    /// Opens a jar and reads its central directory.
    pub fn open(path: &Path) -> Result<Jar, Error> {
        let damaged = |reason: String| Error::DamagedJar { path: path.to_owned(), reason };
        let content = Shared(Arc::new(map(path)?));
        let archive = ZipArchive::new(Cursor::new(content.clone())).map_err(|e| damaged(e.to_string()))?;
        Ok(Jar { path: path.to_owned(), content, archive })
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
    /// large.
    pub fn read(&self, entry: usize) -> Option<Vec<u8>> {
        // The clone shares the central directory and the mapping, but has its own read position.
        let mut archive = self.archive.clone();
        let read = |archive: &mut ZipArchive<_>| -> Result<Vec<u8>, String> {
            let file = archive.by_index(entry).map_err(|e| e.to_string())?;
            let size = file.size();
            if size > MAX_FILE_SIZE {
                return Err(format!("the file has {size} bytes, more than the limit of {MAX_FILE_SIZE}"));
            }
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
}

/// Maps a file into memory.
pub fn map(path: &Path) -> Result<Mmap, Error> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    // SAFETY: programs do not rewrite jars and JDK images in place while a tool reads them. If a program
    // rewrites such a file, reads return wrong bytes. The same occurs in the JVM, which maps these files too.
    unsafe { Mmap::map(&file) }.map_err(unreadable)
}
