//! Checks all readers with damaged inputs. The environment variable `PROPTEST_CASES` sets the number of
//! damaged inputs for each reader.

use std::fs;
use std::path::Path;

use badbytes::{READERS, Reader};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};

/// A random change of an input.
#[derive(Clone, Debug)]
enum Damage {
    /// Sets a byte to a value.
    Set(Index, u8),
    /// Flips one bit of a byte. Bit 0 is the least significant bit.
    Flip(Index, u8),
    /// Overwrites bytes with a boundary value of a number: four bytes if the first flag is set, otherwise
    /// two bytes. The bytes are in big-endian order if the second flag is set, otherwise in little-endian
    /// order.
    Number(Index, u32, bool, bool),
    /// Removes all bytes from a position to the end.
    Cut(Index),
    /// Removes the given number of bytes, beginning at a position.
    Remove(Index, usize),
    /// Inserts copies of the bytes at a position before these bytes. The first number is the number of copied
    /// bytes, the second is the number of copies.
    Repeat(Index, usize, usize),
    /// Copies bytes from the first position and inserts the copy at the second position. The number is
    /// the number of copied bytes.
    Copy(Index, Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let numbers =
        prop::sample::select(vec![0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, u32::MAX]);
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        4 => (at(), 0..8_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        4 => (at(), numbers, any::<bool>(), any::<bool>()).prop_map(|(at, number, wide, big)| Damage::Number(at, number, wide, big)),
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

/// Checks a reader with its valid inputs, and then with damaged copies of these inputs. `cases` is the
/// default number of damaged copies.
fn check_damaged(name: &str, cases: u32) {
    let Reader { check, seeds, .. } = READERS.into_iter().find(|reader| reader.name == name).unwrap();
    let seeds = seeds();
    seeds.iter().for_each(|seed| check(seed));
    let is_set = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if is_set { Config::default().cases } else { cases };
    let persistence = Box::new(FileFailurePersistence::Off);
    let mut runner =
        TestRunner::new(Config { cases, failure_persistence: Some(persistence), ..Config::default() });
    let damaged_inputs = (0..seeds.len(), prop::collection::vec(damage(), 1..6));
    let result = runner.run(&damaged_inputs, |(seed, damages)| {
        let mut bytes = seeds[seed].clone();
        damages.iter().for_each(|damage| damage.apply(&mut bytes));
        check(&bytes);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_damaged_class_file_is_either_read_and_edited_or_refused() {
    check_damaged("class_file", 1000);
}

#[test]
fn a_damaged_image_of_a_jdk_is_read_or_refused() {
    check_damaged("jdk_image", 1000);
}

#[test]
fn a_damaged_class_is_instrumented_or_stays_unchanged() {
    check_damaged("instrumentation", 200);
}

#[test]
fn a_damaged_jar_is_read_or_refused() {
    check_damaged("jar", 1000);
}

#[test]
fn damaged_requests_are_answered_or_stop_the_class_server() {
    check_damaged("requests", 2000);
}

#[test]
fn damaged_results_are_read_or_refused() {
    check_damaged("results", 2000);
}

#[test]
fn generating_a_text_for_a_damaged_pattern_does_not_panic() {
    check_damaged("patterns", 300);
}

#[test]
fn types_of_damaged_classes_are_computed_or_skipped() {
    check_damaged("types", 100);
}

#[test]
fn inputs_that_made_an_earlier_version_of_a_reader_fail_are_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions");
    for Reader { name, check, .. } in READERS {
        let Ok(files) = fs::read_dir(folder.join(name)) else { continue };
        for file in files {
            let file = file.unwrap().path();
            println!("{}", file.display());
            check(&fs::read(file).unwrap());
        }
    }
}
