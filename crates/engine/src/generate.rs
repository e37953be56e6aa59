//! Generates the tests of one class.

use std::time::Instant;

use crate::cancellation::Cancellation;
use crate::error::Error;
use crate::event::Event;
use crate::platform::Platform;
use crate::report::Report;
use crate::request::Request;
use crate::stages::{Preparation, Prepared};

/// Generates the tests of one class and writes them into a file.
///
/// `listener` receives events while the engine works. If the run is cancelled, the engine writes the tests
/// that the search has found so far. With [`Request::search_only`], the engine writes no file.
///
/// # Errors
/// Returns an error if the class, the options or the test file cannot be used, or if the worker JVMs do not
/// run. In this case the engine writes no file.
pub fn generate(
    platform: &Platform,
    request: &Request,
    cancellation: &Cancellation,
    listener: &mut dyn FnMut(Event),
) -> Result<Report, Error> {
    let start = Instant::now();
    listener(Event::Started { class: request.class.clone() });
    let mut report = match Prepared::load(platform, request, cancellation, &mut *listener)? {
        Preparation::Ready(prepared) => {
            let searched = prepared.search()?;
            if request.search_only { searched.into_report() } else { searched.strengthen().finish()?.report }
        }
        Preparation::NothingToAdd(report) => *report,
    };
    report.total_seconds = start.elapsed().as_secs_f64();
    report.sandbox = Some(platform.sandbox.into());
    listener(Event::Finished(Box::new(report.clone())));
    Ok(report)
}
