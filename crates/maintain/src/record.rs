//! Records what earlier runs found out: for which classes no test can be written, and which test files pass.

use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use engine::PlatformRequest;
use project::Module;

use crate::Error;
use crate::files::files;

/// Age after which an unused entry is deleted.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A record: a folder with one empty file per entry. The name of the file is the key of the entry.
///
/// If the folder cannot be read or written, the record is empty and stores nothing.
#[derive(Clone, Debug, Default)]
pub struct Record {
    folder: Option<PathBuf>,
}

impl Record {
    /// Returns the record in a folder, which need not exist. Deletes the entries that were not used for 30
    /// days.
    pub fn open(folder: PathBuf) -> Record {
        // Other processes can delete entries at the same time.
        let is_old = |entry: &DirEntry| {
            let modified = entry.metadata().ok().filter(|it| it.is_file()).and_then(|it| it.modified().ok());
            modified.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > MAX_AGE)
        };
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten().filter(is_old) {
            let _ = fs::remove_file(entry.path());
        }
        Record { folder: Some(folder) }
    }

    /// Returns whether the record contains a key.
    pub(crate) fn contains(&self, key: &str) -> bool {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(key)) else { return false };
        let is_recorded = path.is_file();
        if is_recorded {
            // The modification time is the time of the last use.
            let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
        }
        is_recorded
    }

    /// Adds a key to the record.
    pub fn insert(&self, key: &str) {
        let Some(folder) = &self.folder else { return };
        if let Err(error) = create(folder, key) {
            tracing::debug!(folder = %folder.display(), %error, "cannot write the record; later runs repeat the work");
        }
    }
}

fn create(folder: &Path, key: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(key), "")
}

/// Returns the key of a test file whose tests pass. `fingerprint` is that of the current code, and `text` is
/// the source of the file.
pub(crate) fn passed_key(fingerprint: &str, text: &str) -> String {
    format!("{fingerprint}-{}", blake3::hash(text.as_bytes()))
}

/// Returns a hash of the environment, the time limit of the run, and the tests that people wrote. Together
/// with the class under test and the options of the search, they decide whether Testudo can write tests.
/// `generated` are the names of the test classes that Testudo generated.
///
/// # Errors
/// Returns an error if a class file of a test cannot be read.
pub(crate) fn circumstances(
    module: &Module,
    platform: &PlatformRequest,
    total_time: Option<Duration>,
    generated: &[String],
) -> Result<blake3::Hash, Error> {
    let platform =
        PlatformRequest { classes: Vec::new(), workers: None, temporary: None, ..platform.clone() };
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(serde_json::to_string(&(&platform, total_time)).expect("a request is plain data").as_bytes());
    for folder in &module.test_classes {
        for file in files(folder, "class")? {
            let name = file.strip_prefix(folder).expect("the file is below the folder").with_extension("");
            let name = name.to_string_lossy().replace(['/', '\\'], ".");
            let top_level = name.split('$').next().unwrap_or(&name);
            if !generated.iter().any(|test| test == top_level) {
                let content = fs::read(&file).map_err(Error::io("read", &file))?;
                hasher.update(name.as_bytes()).update(b"\0").update(blake3::hash(&content).as_bytes());
            }
        }
    }
    Ok(hasher.finalize())
}
