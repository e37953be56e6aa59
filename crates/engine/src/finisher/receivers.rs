//! Uses one variable for one object: the receiver of a call instead of the result, if the call returned its
//! receiver.

use std::time::Instant;

use execution::run::Executor;
use suite::minimise::plain::with_receiver;
use testcase::{Observation, TestCase};
use vm::{Execution, Mode};

use super::suite::FinishedTest;

/// Uses the receivers of calls instead of their results if the calls return their receivers, and if later
/// statements use both. So a reader sees that both are the same object. Runs the tests until the deadline to
/// find such calls. Suspicious tests remain as they are.
pub fn use_receivers(executor: &mut Executor, finished: &mut [FinishedTest], deadline: Instant) {
    let cases: Vec<TestCase> = finished.iter().map(|(_, test)| test.case.clone()).collect();
    let executions = executor.run(&cases, Mode::Observe, deadline);
    for ((kept, test), execution) in finished.iter_mut().zip(&executions) {
        if test.suspicion.is_none() {
            test.case = with_receivers(&test.case, execution);
            kept.test.clone_from(&test.case);
        }
    }
}

fn with_receivers(test: &TestCase, execution: &Execution) -> TestCase {
    let mut changed = test.clone();
    for (position, value) in execution.observations.iter().enumerate() {
        if let Some(Observation::Same(same)) = value
            && let Some(with_receiver) = with_receiver(&changed, position, *same)
        {
            changed = with_receiver;
        }
    }
    changed
}
