//! Generates JUnit or TestNG tests for one class. The engine is a library: it reads no command line and
//! prints nothing.
//!
//! A [`Platform`] is the environment that all classes of a run share: class path, JDK, sandbox and cache. A
//! [`Request`] contains the name of a class, the options of the search, and the folder for the test file. A
//! [`Cancellation`] ends a run early. [`generate()`] reports [`Event`]s while it works. It returns a
//! [`Report`] or an [`Error`]. An error can contain a remedy.
//!
//! ```
//! # let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/numerals/src/main/java/demo/Roman.java");
//! # let folder = tempfile::tempdir()?;
//! # let classes = folder.path().join("classes");
//! # let javac = types::Jdk::find(None)?.javac();
//! # assert!(std::process::Command::new(javac).arg("-d").arg(&classes).arg(sources).status()?.success());
//! use engine::{Budget, Cancellation, Platform, PlatformRequest, Request, generate};
//!
//! let platform = Platform::open(&PlatformRequest { class_path: vec![classes], ..Default::default() })?;
//! let request = Request {
//!     class: "demo.Roman".to_owned(),
//!     budget: Budget { tests: Some(200), ..Default::default() },
//!     output: folder.path().join("tests"),
//!     ..Default::default()
//! };
//! let report = generate(&platform, &request, &Cancellation::default(), &mut |event| println!("{event:?}"))?;
//! println!("{} of {} branches are covered; see {:?}", report.covered, report.goals, report.files);
//! # assert!(report.files[0].exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cancellation;
mod class_path;
pub mod configuration;
pub mod correlation;
mod counts;
pub mod details;
mod error;
mod event;
mod existing_coverage;
mod existing_runs;
mod existing_tests;
mod findings;
#[doc(hidden)]
pub mod finisher;
mod generate;
#[doc(hidden)]
pub mod harness;
mod platform;
#[doc(hidden)]
pub mod problem;
pub mod report;
mod request;
#[doc(hidden)]
pub mod stages;
#[doc(hidden)]
pub mod subject;
mod test_file;

pub use cancellation::Cancellation;
pub use class_path::class_names;
pub use configuration::options::{Budget, SearchOptions};
pub use error::{Cause, Error};
pub use event::{CoveragePoint, Event, Progress};
pub use existing_runs::ExistingRuns;
pub use existing_tests::test_class_names;
pub use generate::generate;
pub use goals::Criterion;
pub use platform::{Platform, cache_folder};
pub use report::{Report, Status};
pub use request::{
    Assertions, Framework, Mocks, PlatformRequest, Request, Sandbox, SuspiciousTests, TestStyle, Verify,
};
