//! Files in a folder of the test.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;
use types::{ClassId, Type};

use super::Builder;
use crate::cluster::Cluster;
use crate::model::{Literal, StatementKind, Stored, Var};

/// Probability that a stream of bytes is the class file of the class under test.
const CLASS_FILE: f64 = 0.08;

const FILES: [&str; 4] = ["a.txt", "b.xml", "c.properties", "d"];
const FOLDERS: [&str; 2] = ["folder", "other"];

/// Probability that a file is there.
const TEXT: f64 = 0.7;
/// Probability that a folder is there instead.
const FOLDER: f64 = 0.5;

impl<R: Rng> Builder<'_, R> {
    /// `Foo.class.getResourceAsStream("Foo.class")` for an `InputStream`, now and then: what reads class files needs one.
    pub(super) fn own_class_file(&mut self, class: ClassId) -> Option<Var> {
        let Cluster { world, subject, .. } = *self.cluster;
        let (stream, method) = self.cluster.library().resource?;
        if class != stream || !self.rng.random_bool(CLASS_FILE) {
            return None;
        }
        let own = Type::class(subject);
        let of_own = Type::Class(world.class_class(), [own.clone()].into());
        let literal = self.literal(Literal::Class(own), of_own);
        let name = world.name(subject).rsplit('.').next()?;
        let units = format!("{name}.class").encode_utf16().collect();
        let name = self.literal(Literal::String(units), Type::class(world.string()));
        let kind = StatementKind::Call { method, receiver: Some(literal), args: vec![name] };
        Some(self.push(kind, Type::class(stream)))
    }

    /// A file, a folder, or one that does not exist; of type `File` or `Path`.
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
