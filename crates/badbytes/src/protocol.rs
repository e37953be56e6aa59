//! Reads the results and requests of a worker.

use std::sync::Arc;

use vm::{Classes, LastClass, Mode, Request};

/// Reads results in every mode.
pub fn read_results(bytes: &[u8]) {
    use Mode::{Detections, Hints, Mutants, Observe, ObserveOtherwise, Run, UntilSurvivor};
    for mode in [Run, Observe, ObserveOtherwise(1), Hints, Mutants, Detections, UntilSurvivor] {
        for execution in vm::decode_results(bytes, mode) {
            assert!(execution.executed <= 10);
        }
    }
}

/// Appends a checksum to the content of each frame.
fn with_checksums(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk()
        && let Some((content, behind)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)
    {
        out.extend((content.len() as u32 + 4).to_le_bytes());
        out.extend(content);
        out.extend(crc32fast::hash(content).to_le_bytes());
        bytes = behind;
    }
    out.extend(bytes);
    out
}

/// Serves requests. Asserts that the answers are complete frames.
pub fn read_requests(bytes: &[u8]) {
    let classes: Classes = Arc::new(|request| match request {
        Request::Class(name) if name == "a/B" => Some(vec![0xCA, 0xFE]),
        Request::Class(_) | Request::Resource(_) => None,
    });
    let mut answers = Vec::new();
    vm::serve(&with_checksums(bytes)[..], &mut answers, &classes, &LastClass::new());
    let mut rest = &answers[..];
    while let Some((length, behind)) = rest.split_first_chunk() {
        rest = &behind[u32::from_le_bytes(*length) as usize..];
    }
    assert!(rest.is_empty(), "the last frame is incomplete");
}
