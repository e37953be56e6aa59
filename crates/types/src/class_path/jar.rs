//! A jar, memory-mapped and indexed once.

use std::{
    fs::File,
    io::{Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use memmap2::Mmap;
use zip::ZipArchive;

use crate::Error;

/// The longest file in a jar that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// A mapped file that many cursors can share.
#[derive(Clone)]
struct Shared(Arc<Mmap>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// An open jar or zip file. Reading is possible from many threads at once.
pub struct Jar {
    path: PathBuf,
    content: Shared,
    archive: ZipArchive<Cursor<Shared>>,
}

impl Jar {
    /// Opens a jar and reads its directory.
    pub fn open(path: &Path) -> Result<Jar, Error> {
        let damaged = |reason: String| Error::DamagedJar { path: path.to_owned(), reason };
        let content = Shared(Arc::new(map(path)?));
        let archive = ZipArchive::new(Cursor::new(content.clone())).map_err(|e| damaged(e.to_string()))?;
        Ok(Jar { path: path.to_owned(), content, archive })
    }

    /// All its bytes.
    pub fn content(&self) -> &[u8] {
        self.content.as_ref()
    }

    /// Number and name of every file in the jar, in the order of its directory.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &str)> {
        (0..self.archive.len()).filter_map(|i| Some((i, self.archive.name_for_index(i)?)))
    }

    /// The number of the file of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.archive.index_for_name(name)
    }

    /// The content of a file; `None`, with a warning in the log, when it is damaged.
    pub fn read(&self, entry: usize) -> Option<Vec<u8>> {
        // A clone shares the directory and the mapping; it only has a read position of its own.
        let mut archive = self.archive.clone();
        let read = |archive: &mut ZipArchive<_>| -> Result<Vec<u8>, String> {
            let file = archive.by_index(entry).map_err(|e| e.to_string())?;
            let size = file.size();
            if size > LONGEST {
                return Err(format!("{size} bytes are too many"));
            }
            let mut bytes = Vec::with_capacity(size.min(1 << 24) as usize);
            // A few bytes can inflate to any number.
            file.take(size + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
            if bytes.len() as u64 == size { Ok(bytes) } else { Err("it has another size".to_owned()) }
        };
        read(&mut archive)
            .inspect_err(|reason| {
                tracing::warn!(jar = %self.path.display(), entry, reason, "unreadable entry of a jar");
            })
            .ok()
    }
}

/// Maps a file into memory.
pub fn map(path: &Path) -> Result<Mmap, Error> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    // SAFETY: jars and JDK images are not rewritten in place while a tool reads them; as with every
    // reader that maps them (the JVM's included), one that does so anyway gets wrong bytes.
    unsafe { Mmap::map(&file) }.map_err(unreadable)
}
