//! What a worker sends: results and requests.

use std::sync::Arc;

use vm::{Classes, LastClass, Mode, Request};

/// Results are read in every mode.
pub fn read_results(bytes: &[u8]) {
    use Mode::{Ask, EveryMutant, Mutants, Observe, ObserveOtherwise, Run, Sightings};
    for mode in [Run, Observe, ObserveOtherwise, Ask, Mutants, Sightings, EveryMutant] {
        for execution in vm::results(bytes, mode) {
            assert!(execution.executed <= 10);
        }
    }
}

/// Requests are served, and answered in as many frames as were asked for.
pub fn read_requests(bytes: &[u8]) {
    let known: Classes = Arc::new(|request| match request {
        Request::Class(name) if name == "a/B" => Some(vec![0xCA, 0xFE]),
        Request::Class(_) | Request::Resource(_) => None,
    });
    let mut answers = Vec::new();
    vm::serve(bytes, &mut answers, &known, &LastClass::new());
    let mut rest = &answers[..];
    while let Some((length, behind)) = rest.split_first_chunk() {
        rest = &behind[u32::from_le_bytes(*length) as usize..];
    }
    assert!(rest.is_empty(), "whole frames");
}
