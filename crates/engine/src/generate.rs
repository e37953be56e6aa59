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
/// `listener` receives events while the engine works. A cancelled run writes the tests that it has found.
///
/// # Errors
/// If the class, the options or the file cannot be used, or the worker JVMs do not run. Then no file is
/// written.
pub fn generate(
    platform: &Platform,
    request: &Request,
    cancellation: &Cancellation,
    listener: &mut dyn FnMut(Event),
) -> Result<Report, Error> {
    let began = Instant::now();
    listener(Event::Started { class: request.class.clone() });
    let mut report = match Prepared::load(platform, request, cancellation, &mut *listener)? {
        Preparation::Ready(prepared) => prepared.search()?.strengthen().finish()?.report,
        Preparation::NothingToAdd(report) => *report,
    };
    report.total_seconds = began.elapsed().as_secs_f64();
    report.sandbox = Some(platform.sandbox.into());
    listener(Event::Finished(Box::new(report.clone())));
    Ok(report)
}
