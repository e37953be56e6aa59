//! Files and folders in the temporary folder of a test.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;
use types::Type;

use super::Builder;
use testcase::{StatementKind, Stored, Var};

/// Names for the files that a test creates.
const FILE_NAMES: [&str; 4] = ["a.txt", "b.xml", "c.properties", "d"];
/// Names for the folders that a test creates.
const FOLDER_NAMES: [&str; 2] = ["folder", "other"];

/// Probability that a path refers to a file with text.
const TEXT_PROBABILITY: f64 = 0.7;
/// Probability that a path refers to a folder, if it does not refer to a file with text.
const FOLDER_PROBABILITY: f64 = 0.5;

impl<R: Rng> Builder<'_, R> {
    /// Appends a statement that returns a path as a `File` or `Path`. At the path, the statement creates a
    /// file with text, a folder, or nothing.
    pub(super) fn temp_file(&mut self, ty: &Type, depth: u32) -> Option<Var> {
        let (names, stored) = if self.rng.random_bool(TEXT_PROBABILITY) {
            let string = Type::class(self.cluster.world.string());
            (&FILE_NAMES[..], Stored::Text(self.value(&string, false, depth + 1)?))
        } else if self.rng.random_bool(FOLDER_PROBABILITY) {
            (&FOLDER_NAMES[..], Stored::Folder)
        } else {
            (&FILE_NAMES[..], Stored::Nothing)
        };
        let name = Arc::from(*names.choose(self.rng)?);
        Some(self.push(StatementKind::TempFile { name, stored }, ty.clone()))
    }
}
