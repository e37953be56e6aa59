//! Converts the hints of the runner to text.

use std::fmt::Write;

use specialise::Format;

use crate::varint;

/// Returns a line for each hint: the observed value and the required property.
pub fn describe(bytes: &mut impl Iterator<Item = u8>) -> String {
    let mut text = String::new();
    for _ in 0..varint(bytes) {
        let _branch = varint(bytes);
        let observed = value(bytes);
        let _ = writeln!(text, "{observed} should {}", required(bytes));
    }
    assert_eq!(bytes.next(), None);
    text
}

fn value(bytes: &mut impl Iterator<Item = u8>) -> String {
    match varint(bytes) {
        0 => i64::from_le_bytes(eight_bytes(bytes)).to_string(),
        1 => format!("{:?}", f64::from_le_bytes(eight_bytes(bytes))),
        _ => utf16(bytes),
    }
}

fn required(bytes: &mut impl Iterator<Item = u8>) -> String {
    match varint(bytes) {
        0 => format!("be {}", value(bytes)),
        1 => format!("be {} in any case", utf16(bytes)),
        2 => format!("start with {}", utf16(bytes)),
        3 => format!("end with {}", utf16(bytes)),
        4 => format!("contain {}", utf16(bytes)),
        5 => {
            let texts: Vec<_> = (0..varint(bytes)).map(|_| utf16(bytes)).collect();
            format!("be one of {}", texts.join(", "))
        }
        6 => format!("match {}, flags {}", utf16(bytes), varint(bytes)),
        7 => format!("contain a match of {}, flags {}", utf16(bytes), varint(bytes)),
        8 => format!("be of format {:?}", Format::ALL[varint(bytes) as usize]),
        9 => format!("be a date by {}", utf16(bytes)),
        kind => panic!("{kind} is not a kind of hint"),
    }
}

fn eight_bytes(bytes: &mut impl Iterator<Item = u8>) -> [u8; 8] {
    std::array::from_fn(|_| bytes.next().unwrap())
}

fn utf16(bytes: &mut impl Iterator<Item = u8>) -> String {
    let units: Vec<_> = (0..varint(bytes)).map(|_| varint(bytes) as u16).collect();
    format!("{:?}", String::from_utf16_lossy(&units))
}
