//! Lost workers: a run keeps the tests that it has found, and a later run on the same platform works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine::{
    Budget, Cancellation, Error, Event, Platform, PlatformRequest, Report, Request, Sandbox, Status,
};
use fixtures::JavaSources;
use tempfile::TempDir;

/// A class that no test covers completely, so that its first search does not end early.
const VAULT: &str = "public class Vault {
    public int open(long code) { return code * code == -3 ? 1 : code > 5 ? 2 : 3; }
}";

/// A JDK whose workers can be lost at any moment. `bin/java` is a script that records the process ID of each
/// worker and then runs the real `java`. While the file `broken` exists, the script starts no worker.
struct BreakableJdk(TempDir);

impl BreakableJdk {
    fn create() -> BreakableJdk {
        let jdk = BreakableJdk(tempfile::tempdir().unwrap());
        let real_home = types::Jdk::find(None).unwrap().home;
        let script = format!(
            "#!/bin/sh\nfor it; do\n  if [ \"$it\" = testudo.runner.Main ]; then\n    [ -e '{home}/broken' ] && exit 1\n    \
             echo $$ >>'{home}/workers'\n  fi\ndone\nexec '{real}/bin/java' \"$@\"\n",
            home = jdk.home().display(),
            real = real_home.display(),
        );
        fixtures::create_jdk(jdk.home(), &real_home, &script);
        jdk
    }

    fn home(&self) -> &Path {
        self.0.path()
    }

    /// Kills all workers, and lets no further worker start.
    fn break_workers(&self) {
        fs::write(self.home().join("broken"), "").unwrap();
        let workers = fs::read_to_string(self.home().join("workers")).unwrap_or_default();
        for worker in workers.lines().filter(|worker| is_worker(worker)) {
            // The worker can have ended in the meantime. Then `kill` fails.
            Command::new("kill").args(["-KILL", worker]).output().unwrap();
        }
    }

    fn repair(&self) {
        fs::remove_file(self.home().join("broken")).unwrap();
    }
}

/// Returns whether a process is a worker. The process of a worker that has ended does not exist, or is
/// another program.
fn is_worker(process: &str) -> bool {
    let command_line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&command_line).contains("testudo.runner.Main")
}

/// A platform with a breakable JDK, and a folder for the tests.
struct Setup {
    jdk: BreakableJdk,
    platform: Platform,
    output: TempDir,
}

impl Setup {
    fn create() -> Setup {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
        let sources = JavaSources::new().options(&["-g"]).folder(&sources).text("Vault.java", VAULT);
        let classes: PathBuf = sources.compile();
        let jdk = BreakableJdk::create();
        let request = PlatformRequest {
            class_path: vec![classes],
            jdk: Some(jdk.home().to_owned()),
            sandbox: Sandbox::Off,
            ..Default::default()
        };
        Setup { platform: Platform::open(&request).unwrap(), jdk, output: tempfile::tempdir().unwrap() }
    }

    /// Generates tests for a class with a budget of `tests` tests. Breaks the workers at the first event for
    /// which `is_time_to_break` returns true.
    fn generate(
        &self,
        class: &str,
        tests: u64,
        is_time_to_break: &dyn Fn(&Event) -> bool,
    ) -> Result<Report, Error> {
        let request = Request {
            class: class.to_owned(),
            budget: Budget { tests: Some(tests), ..Default::default() },
            output: self.output.path().to_owned(),
            ..Default::default()
        };
        engine::generate(&self.platform, &request, &Cancellation::default(), &mut |event| {
            if is_time_to_break(&event) {
                self.jdk.break_workers();
            }
        })
    }
}

/// Checks that a report contains a warning with a certain beginning.
fn check_warning(report: &Report, beginning: &str) {
    let warnings = &report.warnings;
    assert!(warnings.iter().any(|warning| warning.starts_with(beginning)), "warnings: {warnings:?}");
}

#[test]
fn if_all_workers_are_lost_in_the_second_search_the_tests_of_the_first_search_are_written_with_a_warning() {
    let setup = Setup::create();
    let report =
        setup.generate("demo.Roman", 400, &|event| matches!(event, Event::Strengthening { .. })).unwrap();
    assert_eq!(report.status, Status::Written);
    check_warning(&report, "the search for tests that kill mutants ended early");
    check_warning(&report, "the tests were not improved or measured completely");
}

#[test]
fn if_all_workers_are_lost_in_the_first_search_the_found_tests_are_written_with_a_warning() {
    let setup = Setup::create();
    let is_half_done = |event: &Event| matches!(event, Event::Progress(progress) if progress.covered > 0);
    // The search does not run so many tests before the workers break.
    let report = setup.generate("Vault", 1_000_000, &is_half_done).unwrap();
    assert_eq!(report.status, Status::Written);
    check_warning(&report, "the search ended early, because the workers could not run more tests");
}

#[test]
fn a_class_is_tested_after_a_class_in_which_all_workers_were_lost() {
    let setup = Setup::create();
    let error =
        setup.generate("demo.Account", 400, &|event| matches!(event, Event::Started { .. })).unwrap_err();
    assert!(error.to_string().contains("java"), "{error}");
    setup.jdk.repair();
    let report = setup.generate("demo.Roman", 400, &|_| false).unwrap();
    assert_eq!((report.status, report.warnings.as_slice()), (Status::Written, &[] as &[String]));
}
