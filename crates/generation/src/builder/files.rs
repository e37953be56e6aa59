//! Files and folders in the temporary folder of a test, and their paths as texts.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;
use smallvec::smallvec;
use types::Type;

use super::Builder;
use crate::cluster::{Input, InputPart};
use testcase::{StatementKind, Stored, Var};

/// Names for the files that a test creates.
const FILE_NAMES: [&str; 4] = ["a.txt", "b.xml", "c.properties", "d"];
/// Names for the folders that a test creates.
const FOLDER_NAMES: [&str; 2] = ["folder", "other"];

/// Probability that a path refers to a file with text.
const TEXT_PROBABILITY: f64 = 0.7;
/// Probability that a path refers to a folder, if it does not refer to a file with text.
const FOLDER_PROBABILITY: f64 = 0.5;
/// Probability that the builder creates the path of a file for a text that the code under test uses as a
/// path.
const PATH_PROBABILITY: f64 = 0.6;

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

    /// Creates a text for an input that the code under test uses as a path. The text is the path of a file or
    /// folder in the temporary folder of the test. Returns `None` with some probability, and for other
    /// inputs.
    pub(super) fn path_text(&mut self, input: Input, ty: &Type, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let (path, to_string) = self.cluster.library().path_text?;
        let is_file = |(part, ty): &(InputPart, Type)| {
            let class = ty.class_id();
            *part == InputPart::Whole && class.is_some_and(|class| self.cluster.creates_files(class))
        };
        let is_path =
            ty.class_id() == Some(world.string()) && self.cluster.casts.of(input).iter().any(is_file);
        if !is_path || !self.rng.random_bool(PATH_PROBABILITY) {
            return None;
        }
        let receiver = self.temp_file(&Type::class(path), depth)?;
        let kind = StatementKind::Call { method: to_string, receiver: Some(receiver), args: smallvec![] };
        Some(self.push(kind, ty.clone()))
    }
}
