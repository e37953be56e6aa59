//! Outlines of jars, kept between runs.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::outline::Outline;

/// Tells files of this format from all others, by the version and the very code that makes outlines.
const CONTEXT: &str = concat!("testudo outlines ", env!("CARGO_PKG_VERSION"), include_str!("outline.rs"));

/// What is older goes; who still needs it makes it again.
const AGE: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The bytes of a checksum, with which a file begins.
const CHECKSUM: usize = blake3::OUT_LEN;

/// A folder with one file for each jar that was read, named by a hash of the jar's content.
///
/// A file that is missing, damaged or of another version is as good as none, and so is a folder that cannot be written to.
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// A cache in a folder, which need not exist.
    pub fn new(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// The outlines of a jar of that content: those of an earlier run, or else those that `read` finds now.
    pub fn outlines(&self, jar: &[u8], read: impl FnOnce() -> Vec<Outline>) -> Vec<Outline> {
        let file = self.folder.join(hash(jar).to_hex().as_str());
        if let Some(known) = fs::read(&file).ok().and_then(|bytes| decode(&bytes)) {
            return known;
        }
        let outlines = read();
        if let Err(error) = self.write(&file, &outlines) {
            tracing::debug!(folder = %self.folder.display(), %error, "outlines cannot be kept");
        }
        outlines
    }

    /// Whoever reads at the same time finds all of it or nothing.
    fn write(&self, file: &Path, outlines: &[Outline]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        self.remove_old()?;
        let mut written = NamedTempFile::new_in(&self.folder)?;
        written.write_all(&encode(outlines))?;
        written.persist(file)?;
        Ok(())
    }

    fn remove_old(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.metadata()?.modified()?.elapsed().is_ok_and(|age| age > AGE) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
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
    // Compared before it is decoded: lengths in what is damaged could be any.
    (hash(content) == *checksum).then(|| postcard::from_bytes(content).ok())?
}
