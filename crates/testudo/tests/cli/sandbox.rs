//! The modes of the sandbox on systems without a part of it, and tests that could do harm outside the
//! sandbox.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;

use fixtures::subject_jar;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

use crate::setup::{Run, Workspace, check_tests_pass, java_files, javac, sources};

/// A feature of the kernel.
#[derive(Clone, Copy)]
enum Feature {
    Landlock,
    Seccomp,
    UserNotification,
    UserNamespaces,
}

/// Makes the kernel refuse a feature to a command, as a kernel without the feature does.
fn remove(feature: Feature, command: &mut Command) {
    let equal = |argument, value| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(value), value)
            .unwrap()
    };
    let rule = |condition| vec![SeccompRule::new(vec![condition]).unwrap()];
    let new_listener = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
    let (call, rules, error) = match feature {
        Feature::Landlock => (libc::SYS_landlock_create_ruleset, vec![], libc::ENOSYS),
        Feature::Seccomp => (libc::SYS_prctl, rule(equal(0, libc::PR_GET_SECCOMP as u64)), libc::EINVAL),
        Feature::UserNotification => (libc::SYS_seccomp, rule(equal(1, new_listener)), libc::EINVAL),
        Feature::UserNamespaces => (libc::SYS_unshare, vec![], libc::EPERM),
    };
    let filter = SeccompFilter::new(
        BTreeMap::from([(call, rules)]),
        SeccompAction::Allow,
        SeccompAction::Errno(error as u32),
        std::env::consts::ARCH.try_into().unwrap(),
    );
    let filter: BpfProgram = filter.unwrap().try_into().unwrap();
    // SAFETY: the closure runs between fork and exec. It allocates nothing and only makes system calls.
    unsafe {
        command.pre_exec(move || apply_filter(&filter).map_err(|_| std::io::ErrorKind::Unsupported.into()));
    }
}

/// Generates tests for a class on a system without a feature.
fn generate_without(feature: Feature, mode: &[&str]) -> (Workspace, Run) {
    let workspace = Workspace::new();
    let arguments = [&["--class", "demo.Account", "--tests", "300", "--json"], mode].concat();
    let mut command = workspace.generate_command(&arguments);
    remove(feature, &mut command);
    let run = workspace.run(&mut command);
    (workspace, run)
}

/// Checks that the default mode runs no code on a system without a feature, and that the weak mode names the
/// missing feature.
fn check_feature(feature: Feature, name: &str, field: &str) {
    let (workspace, run) = generate_without(feature, &[]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let error = run.stderr.lines().find(|line| line.starts_with("error: ")).unwrap();
    for part in [name, "--sandbox weak", "--sandbox off"] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert!(!workspace.path("out").exists());

    let (workspace, run) = generate_without(feature, &["--sandbox", "weak"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.lines().any(|line| line.contains("WARN") && line.contains(name)), "{}", run.stderr);
    let end = run.stderr.lines().last().unwrap();
    assert!(end.starts_with("sandbox: weak (missing: ") && end.contains(name), "{end}");
    let report = &run.reports()[0];
    assert_eq!(report["sandbox"]["mode"], "weak");
    assert_eq!(report["sandbox"][field], false);
    assert!(workspace.path("out/demo/AccountTest.java").exists());
}

#[test]
fn without_landlock_only_the_weak_mode_runs_code() {
    check_feature(Feature::Landlock, "Landlock", "files");
}

#[test]
fn without_seccomp_only_the_weak_mode_runs_code() {
    check_feature(Feature::Seccomp, "seccomp", "calls");
}

#[test]
fn without_user_notification_only_the_weak_mode_runs_code() {
    check_feature(Feature::UserNotification, "seccomp user notification", "denials");
}

#[test]
fn without_user_namespaces_the_rest_of_the_sandbox_is_sufficient() {
    let (workspace, run) = generate_without(Feature::UserNamespaces, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let sandbox = &run.reports()[0]["sandbox"];
    assert_eq!((&sandbox["mode"], &sandbox["namespaces"]), (&"on".into(), &false.into()));
    assert!(workspace.path("out/demo/AccountTest.java").exists());
}

#[test]
fn the_closing_line_names_a_weak_sandbox_without_gaps() {
    let run = Workspace::new().generate("--class demo.Account --tests 300 --sandbox weak");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stderr.lines().last(), Some("sandbox: weak (missing: nothing)"));
}

/// A class with methods that do harm if an argument is large.
const HARMFUL: &str = "
package harmful;

public class Tool {
    public static boolean wipe(int n) {
        return n > 7 && new java.io.File(\"/opt/testudo-victim\").delete();
    }

    public static int fetch(int n) throws java.io.IOException {
        return n > 7 ? java.net.URI.create(\"http://u\").toURL().openStream().read() : 1;
    }

    public static boolean start(int n) {
        try {
            return n > 7 && new ProcessBuilder(\"/bin/true\").start().isAlive();
        } catch (java.io.IOException e) {
            return false;
        }
    }

    public static boolean keep(int n) throws java.io.IOException {
        return n > 7 && java.io.File.createTempFile(\"testudo\", \".txt\").delete();
    }
}";

/// A class that writes into the file whose path it gets.
const JOURNAL: &str = r#"package files;

import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Paths;

public class Journal {
    private final String path;

    public Journal(String path) {
        this.path = path;
    }

    public void append(String line) throws IOException {
        if (line.isEmpty()) {
            throw new IllegalArgumentException("empty line");
        }
        try (Writer writer = new FileWriter(path, true)) {
            writer.write(line + "\n");
        }
    }

    public boolean isLong() throws IOException {
        return Files.readAllLines(Paths.get(path)).size() > 2;
    }
}
"#;

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn tests_write_files_only_into_their_folder_for_temporary_files() {
    let folder = tempfile::tempdir().unwrap();
    sources().text("files/Journal.java", JOURNAL).compile_into(folder.path());
    let workspace = Workspace::new();
    let arguments = ["generate", "--class", "files.Journal", "--tests", "2000", "--json", "--output", "out"];
    let mut command = workspace.testudo_command(&arguments);
    let run = workspace.run(command.arg("--classpath").arg(folder.path()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = workspace.test_text("files/JournalTest.java");
    let report = &run.reports()[0];
    assert_eq!(report["lines_covered"], report["lines"], "{text}");
    assert!(text.contains("tempDir.resolve(") && text.contains(".toString()"), "{text}");
    assert!(!text.contains("testudo"), "a test contains the path of a file of Testudo: {text}");
    let (mut sources, compiled) = (Vec::new(), workspace.path("compiled"));
    java_files(&workspace.path("out"), &mut sources);
    javac(&sources, &[folder.path(), &subject_jar("junit-platform-console")], &compiled);
    let project = workspace.path("project");
    fs::create_dir(&project).unwrap();
    check_tests_pass(&compiled, folder.path(), &project);
    assert_eq!(
        fs::read_dir(&project).unwrap().count(),
        0,
        "a test left a file in the working folder: {text}"
    );
}

#[test]
fn tests_that_could_do_harm_are_not_written_and_their_methods_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    sources().text("harmful/Tool.java", HARMFUL).compile_into(folder.path());
    let workspace = Workspace::new();
    let mut command = workspace.testudo_command(&["generate", "--class", "harmful.Tool", "--tests", "2000"]);
    let run = workspace.run(command.args(["--json", "--output", "out", "--classpath"]).arg(folder.path()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = workspace.test_text("harmful/ToolTest.java");
    assert!(!text.contains("throws_") && !text.contains("assertThrows"), "{text}");
    let report = &run.reports()[0];
    let denied: BTreeMap<&str, &str> = report["denied"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["method"].as_str().unwrap(), it["action"].as_str().unwrap()))
        .collect();
    let expected = [
        ("Tool.fetch", "opens a socket"),
        ("Tool.start", "starts a program"),
        ("Tool.wipe", "deletes /opt/testudo-victim"),
    ];
    assert_eq!(denied, BTreeMap::from(expected), "{text}");
    let calls_of = |method: &str| text.matches(&format!("Tool.{method}(")).count();
    assert!(calls_of("keep") >= 2, "{text}");
    for (method, action) in expected {
        let is_named =
            |warning: &serde_json::Value| warning.as_str().unwrap().contains(&format!("{method} {action}"));
        assert!(report["warnings"].as_array().unwrap().iter().any(is_named), "{}", report["warnings"]);
    }
}
