//! `testudo juge`: generates tests for JUGE, the infrastructure of the JUnit tool contest.

mod protocol;

use std::cell::{Cell, RefCell};
use std::io::{stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use engine::{
    Budget, Cancellation, Error, Event, Framework, Platform, PlatformRequest, Request, SuspiciousTests,
    TestStyle,
};
use protocol::{Benchmark, Challenge};

use super::open;
use crate::arguments::Juge;
use crate::console::{Console, Display};
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupt;

/// The folder in which JUGE looks for tests.
const TESTS: &str = "temp/testcases";
/// The Java release with which JUGE compiles tests.
const RELEASE: u8 = 8;
/// Part of the time budget that is not for the work on the class. After the answer, JUGE waits for one second
/// before it stops its clock.
const RESERVE: Duration = Duration::from_millis(1300);
/// Time limit of the steps after the search.
const FINISH: Duration = Duration::from_millis(4200);

/// Serves JUGE on standard input and output. Everything else is printed to standard error.
pub fn run(options: &Juge, display: Display) -> Exit {
    let cancellation = Cancellation::default();
    let console = RefCell::new(Console::new(display, false));
    let interrupt = match Interrupt::install(&cancellation) {
        Ok(interrupt) => interrupt,
        Err(error) => return fail(&console.borrow(), &error.into()),
    };
    let exit = Cell::new(Exit::Success);
    let served = protocol::serve(
        stdin().lock(),
        stdout(),
        |benchmark| {
            console.borrow_mut().begin(benchmark.classes, 1);
            Ok(open(&mut platform(options, benchmark), &interrupt)?)
        },
        |platform, challenge| {
            let request = request(options, platform, challenge);
            let ended = generate(platform, &request, &cancellation, &mut console.borrow_mut());
            exit.set(exit.get().max(ended));
        },
    );
    let mut console = console.into_inner();
    console.close();
    match served {
        Ok(()) => exit.get(),
        Err(failure) => exit.get().max(fail(&console, &failure)),
    }
}

fn fail(console: &Console, failure: &Failure) -> Exit {
    console.error(&failure.message);
    failure.exit
}

fn platform(options: &Juge, benchmark: &Benchmark) -> PlatformRequest {
    let tests = TestStyle { framework: Framework::Junit412, release: Some(RELEASE), ..TestStyle::default() };
    PlatformRequest { class_path: benchmark.class_path.clone(), tests, ..options.environment.platform() }
}

fn request(options: &Juge, platform: &Platform, challenge: &Challenge) -> Request {
    let Challenge { class, budget } = challenge;
    let (search, finish) = divide(*budget);
    let output = PathBuf::from(TESTS);
    Request {
        class: class.clone(),
        budget: Budget { time: Some(search), ..Budget::default() },
        finish_time: Some(finish),
        seed: options.seed,
        // These tests pass, and JUGE measures what they cover.
        suspicious: SuspiciousTests::Keep,
        test_class: platform.test_class_name(&output, class),
        output,
        ..Request::default()
    }
}

/// Divides the time budget of a class into the time of the search and the time of the steps after it.
fn divide(budget: Duration) -> (Duration, Duration) {
    let work = budget.saturating_sub(RESERVE).max(budget / 4);
    let finish = FINISH.min(work * 2 / 5);
    (work - finish, finish)
}

/// Generates the tests of a class. A panic is a fault of Testudo. It costs only the class.
fn generate(
    platform: &Platform,
    request: &Request,
    cancellation: &Cancellation,
    console: &mut Console,
) -> Exit {
    let mut show = |event| console.show(event);
    let generate = AssertUnwindSafe(|| engine::generate(platform, request, cancellation, &mut show));
    let message = "Testudo failed; report this to the developers of Testudo".to_owned();
    let result = catch_unwind(generate).unwrap_or(Err(Error::Internal { message }));
    match result {
        Ok(report) => Exit::of_status(report.status),
        Err(error) => {
            console.show(Event::of_error(&request.class, &error));
            Exit::of_error(&error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_and_the_steps_after_it_end_within_the_budget() {
        for seconds in [1, 2, 5, 10, 30, 600] {
            let budget = Duration::from_secs(seconds);
            let (search, finish) = divide(budget);
            assert!(search > Duration::ZERO && finish > Duration::ZERO && search + finish < budget);
        }
        assert_eq!(divide(Duration::from_secs(30)), (Duration::from_millis(24_500), FINISH));
    }
}
