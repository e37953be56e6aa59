//! Tests of running tests until a deadline.

use std::time::{Duration, Instant};

use vm::Mode;

use crate::setup::{Setup, gauge_call, world};

#[test]
fn a_test_that_is_still_running_at_the_deadline_has_no_result() {
    let world = world();
    let mut setup = Setup::gauge(&world);
    let fast = gauge_call(&world, "number", &[]);
    let covered = setup.covered(std::slice::from_ref(&fast));
    let tests = [vec![fast.clone()], vec![gauge_call(&world, "park", &[]); 50]].concat();
    let deadline = Instant::now() + Duration::from_millis(500);
    let executions = setup.executor().run(&tests, Mode::Run, deadline);
    assert!(
        executions.len() <= 1,
        "the parked test must not have a result at the deadline, because its time \
         limit is one second; results: {}",
        executions.len()
    );
    assert_eq!(setup.covered(&[fast]), covered, "the worker still runs tests");
}
