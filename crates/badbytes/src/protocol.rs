//! Checks the readers of messages from a worker: results of tests, and requests for classes.

use std::sync::Arc;

use vm::{Classes, LastClass, Mode, Request};

/// Decodes results in every mode. Asserts that no result reports more than ten completed statements, because
/// [`vm::decode_results`] assumes that each test has ten statements.
pub fn check_results(bytes: &[u8]) {
    use Mode::{Detections, Hints, Mutants, Observe, ObserveOtherwise, Run, UntilSurvivor};
    for mode in [Run, Observe, ObserveOtherwise(1), Hints, Mutants, Detections, UntilSurvivor] {
        for execution in vm::decode_results(bytes, mode) {
            assert!(execution.executed <= 10);
        }
    }
}

/// Parses bytes as frames and adds a correct checksum to the end of each frame. Without a correct checksum,
/// the class server refuses a frame before it decodes the content.
fn add_checksums(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk()
        && let Some((content, after_frame)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)
    {
        out.extend((content.len() as u32 + 4).to_le_bytes());
        out.extend(content);
        out.extend(crc32fast::hash(content).to_le_bytes());
        bytes = after_frame;
    }
    out.extend(bytes);
    out
}

/// Answers requests for classes and resources. Asserts that the answers are complete frames.
pub fn check_requests(bytes: &[u8]) {
    let classes: Classes = Arc::new(|request| match request {
        Request::Class(name) if name == "a/B" => Some(vec![0xCA, 0xFE]),
        Request::Class(_) | Request::Resource(_) => None,
    });
    let mut answers = Vec::new();
    vm::serve(&add_checksums(bytes)[..], &mut answers, &classes, &LastClass::new());
    let mut rest = &answers[..];
    while let Some((length, after_frame)) = rest.split_first_chunk() {
        rest = &after_frame[u32::from_le_bytes(*length) as usize..];
    }
    assert!(rest.is_empty(), "the last answer must be a complete frame");
}
