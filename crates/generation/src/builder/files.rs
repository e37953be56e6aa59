//! Files and folders in the temporary folder of a test.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;
use types::Type;

use super::Builder;
use testcase::{StatementKind, Stored, Var};

const FILES: [&str; 4] = ["a.txt", "b.xml", "c.properties", "d"];
const FOLDERS: [&str; 2] = ["folder", "other"];

/// Probability that a file with text exists.
const TEXT: f64 = 0.7;
/// Probability that a folder exists if no file with text does.
const FOLDER: f64 = 0.5;

impl<R: Rng> Builder<'_, R> {
    /// Creates a file with text, a folder, or the path of a missing file, as a `File` or a `Path`.
    pub(super) fn temp_file(&mut self, ty: &Type, depth: u32) -> Option<Var> {
        let (names, stored) = if self.rng.random_bool(TEXT) {
            let string = Type::class(self.cluster.world.string());
            (&FILES[..], Stored::Text(self.value(&string, false, depth + 1)?))
        } else if self.rng.random_bool(FOLDER) {
            (&FOLDERS[..], Stored::Folder)
        } else {
            (&FILES[..], Stored::Nothing)
        };
        let name = Arc::from(*names.choose(self.rng)?);
        Some(self.push(StatementKind::TempFile { name, stored }, ty.clone()))
    }
}
