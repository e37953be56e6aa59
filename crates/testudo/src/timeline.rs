//! Coverage over time, as JSON lines in a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use engine::CoveragePoint;

/// A file with coverage over time. Each line is a JSON object: the coverage of one class at one moment.
pub struct Timeline {
    path: PathBuf,
    out: BufWriter<File>,
    /// The first error while writing. After an error, no further line is written.
    failure: Option<io::Error>,
}

impl Timeline {
    /// Creates an empty file. Overwrites an existing file.
    ///
    /// # Errors
    /// Returns a message if the file cannot be written.
    pub fn create(path: &Path) -> Result<Timeline, String> {
        let file = File::create(path).map_err(|error| {
            format!("--timeline: cannot write {}: {error}; name a file in an existing folder", path.display())
        })?;
        Ok(Timeline { path: path.to_owned(), out: BufWriter::new(file), failure: None })
    }

    /// Writes the coverage at one moment as one line. Does nothing after an error.
    pub fn write(&mut self, point: &CoveragePoint) {
        if self.failure.is_none() {
            self.failure = self.try_write(point).err();
        }
    }

    fn try_write(&mut self, point: &CoveragePoint) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, point)?;
        writeln!(self.out)?;
        self.out.flush()
    }

    /// Closes the file. Returns a message if a line could not be written.
    pub fn failure(self) -> Option<String> {
        let path = self.path.display();
        let message = |error| {
            format!("--timeline: {path} is incomplete: {error}; name a file on a disk with free space")
        };
        self.failure.map(message)
    }
}
