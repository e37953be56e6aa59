//! Readers and bytes that are not what they are there to read. `PROPTEST_CASES` says how much is tried.

use std::fs;
use std::path::Path;

use badbytes::{READERS, Reader};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};

/// Something that happens to bytes on their way.
#[derive(Clone, Debug)]
enum Damage {
    /// A byte becomes another one.
    Set(Index, u8),
    /// One bit of a byte changes.
    Flip(Index, u8),
    /// Two or four bytes become those of a number that is special to many.
    Number(Index, u32, bool, bool),
    /// What is behind is missing.
    Cut(Index),
    /// A piece is missing.
    Remove(Index, usize),
    /// A piece is there a few times more.
    Repeat(Index, usize, usize),
    /// A piece stands in another place, too.
    Copy(Index, Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let numbers =
        prop::sample::select(vec![0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, u32::MAX]);
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        4 => (at(), 0..8_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        4 => (at(), numbers, any::<bool>(), any::<bool>()).prop_map(|(at, it, wide, big)| Damage::Number(at, it, wide, big)),
        1 => at().prop_map(Damage::Cut),
        1 => (at(), 1..20_usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        1 => (at(), 1..20_usize, 1..2000_usize).prop_map(|(at, length, times)| Damage::Repeat(at, length, times)),
        2 => (at(), at(), 1..20_usize).prop_map(|(from, to, length)| Damage::Copy(from, to, length)),
    ]
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let size = bytes.len();
        let end = |at: usize, length: usize| (at + length).min(size);
        match *self {
            Damage::Set(at, byte) => bytes[at.index(size)] = byte,
            Damage::Flip(at, bit) => bytes[at.index(size)] ^= 1 << bit,
            Damage::Number(at, number, wide, big) => {
                let number = if big { number.to_be_bytes() } else { number.to_le_bytes() };
                let number = match (wide, big) {
                    (true, _) => &number[..],
                    (false, true) => &number[2..],
                    (false, false) => &number[..2],
                };
                let at = at.index(size);
                let end = end(at, number.len());
                bytes[at..end].copy_from_slice(&number[..end - at]);
            }
            Damage::Cut(at) => bytes.truncate(at.index(size)),
            Damage::Remove(at, length) => {
                let at = at.index(size);
                let end = end(at, length);
                bytes.drain(at..end);
            }
            Damage::Repeat(at, length, times) => {
                let at = at.index(size);
                let piece = bytes[at..end(at, length)].repeat(times);
                bytes.splice(at..at, piece);
            }
            Damage::Copy(from, to, length) => {
                let from = from.index(size);
                let piece = bytes[from..end(from, length)].to_vec();
                let to = to.index(size);
                bytes.splice(to..to, piece);
            }
        }
    }
}

/// Gives a reader what it is there to read, damaged.
fn damaged(name: &str, cases: u32) {
    let Reader { read, seeds, .. } = READERS.into_iter().find(|reader| reader.name == name).unwrap();
    let seeds = seeds();
    seeds.iter().for_each(|seed| read(seed));
    let said = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if said { Config::default().cases } else { cases };
    let persistence = Box::new(FileFailurePersistence::Off);
    let mut runner =
        TestRunner::new(Config { cases, failure_persistence: Some(persistence), ..Config::default() });
    let cases = (0..seeds.len(), prop::collection::vec(damage(), 1..6));
    let tried = runner.run(&cases, |(seed, damages)| {
        let mut bytes = seeds[seed].clone();
        damages.iter().for_each(|damage| damage.apply(&mut bytes));
        read(&bytes);
        Ok(())
    });
    tried.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_damaged_class_file_is_read_and_edited_or_refused() {
    damaged("class_file", 1000);
}

#[test]
fn a_damaged_image_of_a_jdk_is_read_or_refused() {
    damaged("image", 1000);
}

#[test]
fn a_damaged_class_is_instrumented_or_left_as_it_is() {
    damaged("instrumented", 200);
}

#[test]
fn a_damaged_jar_is_read_or_refused() {
    damaged("jar", 1000);
}

#[test]
fn garbled_requests_end_the_service_of_a_worker() {
    damaged("requests", 2000);
}

#[test]
fn garbled_results_end_a_worker() {
    damaged("results", 2000);
}

#[test]
fn a_damaged_pattern_yields_a_text_or_none() {
    damaged("texts", 300);
}

#[test]
fn types_of_damaged_classes_are_told_or_left_out() {
    damaged("world", 100);
}

/// Each file once made its reader fail.
#[test]
fn what_readers_failed_on_once_they_read_or_refuse() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions");
    for Reader { name, read, .. } in READERS {
        let Ok(files) = fs::read_dir(folder.join(name)) else { continue };
        for file in files {
            let file = file.unwrap().path();
            println!("{}", file.display());
            read(&fs::read(file).unwrap());
        }
    }
}
