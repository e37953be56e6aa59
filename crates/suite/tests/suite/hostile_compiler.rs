//! Tests that code on the class path, or a hostile JVM, cannot misuse the compiler.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use emit::Dialect;
use fixtures::JavaSources;
use suite::verify::{VerifiedClass, Verifier};
use tempfile::TempDir;
use types::World;

use crate::setup::world;
use crate::verify::{add_test, verify_with};

/// A plugin of javac that starts without an option. It creates a file next to its own jar.
const PLUGIN: &str = "
package hostile;

public class Plugin implements com.sun.source.util.Plugin {
    public String getName() {
        return \"hostile\";
    }

    public boolean autoStart() {
        return true;
    }

    public void init(com.sun.source.util.JavacTask task, String... arguments) {
        try {
            String jar = Plugin.class.getProtectionDomain().getCodeSource().getLocation().getPath();
            java.nio.file.Files.createFile(java.nio.file.Paths.get(jar + \".ran\"));
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
";

/// Writes a jar with [`PLUGIN`] into a folder. Returns the jar, and the file that the plugin creates.
fn plugin_jar(folder: &Path) -> (PathBuf, PathBuf) {
    let mut classes = JavaSources::new().text("hostile/Plugin.java", PLUGIN).class_files();
    classes.push(("META-INF/services/com.sun.source.util.Plugin".to_owned(), b"hostile.Plugin\n".to_vec()));
    let jar = folder.join("plugin.jar");
    fixtures::write_jar(&jar, &classes);
    (jar, folder.join("plugin.jar.ran"))
}

/// Verifies a test with the compiler of a JDK, without the sandbox.
fn verify_without_sandbox(world: &World, java: PathBuf, plugins: &[PathBuf], folder: &Path) -> VerifiedClass {
    let class_path = [world.class_path().entries(), plugins].concat();
    let dialect = Dialect::default();
    let verifier =
        Verifier::new(java, None, class_path, dialect, vm::Sandbox::Off, folder).expect("a writable folder");
    verifier.warm_up().expect("the compiler starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    verify_with(world, &verifier, dialect, vec![add_test(world, "adds", 3)], deadline)
}

/// Checks that the verification runs no plugin from the class path, and that plain javac runs the plugin.
#[track_caller]
fn check_that_no_plugin_runs(world: &World, java: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let (jar, trace) = plugin_jar(folder.path());
    let verified =
        verify_without_sandbox(world, java.to_path_buf(), std::slice::from_ref(&jar), folder.path());
    assert_eq!(verified.class.tests.len(), 1, "{:?}", verified.dropped);
    assert!(!trace.exists(), "the verification runs the plugin");

    let source = folder.path().join("Any.java");
    fs::write(&source, "class Any {}").unwrap();
    let mut javac = Command::new(java.with_file_name("javac"));
    fixtures::run(javac.args(["-proc:none", "-cp"]).arg(&jar).arg("-d").arg(folder.path()).arg(&source));
    assert!(trace.exists(), "javac does not run the plugin, so this test proves nothing");
}

#[test]
fn javac_runs_no_plugin_of_the_class_path() {
    let world = world();
    check_that_no_plugin_runs(&world, &world.jdk().java());
}

/// Verifies a test with a program instead of a JVM, and returns the reason why the test is dropped. The
/// program is a shell script. As hostile code in the JVM of the compiler could do, it creates links in its
/// working folder to the file `victim`. The script changes nothing outside its working folder.
fn reason_with_hostile_compiler(script: &str, victim: &Path) -> String {
    let folder = tempfile::tempdir().unwrap();
    let java = folder.path().join("java");
    let script = format!("#!/bin/sh\nvictim='{}'\n{script}", victim.display());
    fixtures::write_program(&java, &script);
    let verified = verify_without_sandbox(&world(), java, &[], folder.path());
    assert!(verified.class.tests.is_empty());
    format!("{:?}", verified.dropped)
}

/// Returns a file of the user with a known content, and its folder.
fn victim() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("victim");
    fs::write(&file, "private text").unwrap();
    (folder, file)
}

#[test]
fn no_file_is_written_through_a_link_that_the_compiler_created() {
    let (_folder, victim) = victim();
    // The script ends after a request. Then the verifier starts the next compiler in the same folder.
    let script = "
        for name in Warm.java warm javac; do ln -sf $victim $name; done
        read -r request";
    let reason = reason_with_hostile_compiler(script, &victim);
    assert!(reason.contains("crashes"), "{reason}");
    assert_eq!(fs::read_to_string(victim).unwrap(), "private text");
}

#[test]
fn only_regular_files_are_read_as_the_output_of_the_compiler() {
    let (_folder, victim) = victim();
    for command in ["ln -s $victim", "mkfifo", "mkdir"] {
        let script = format!(
            "while read -r request; do
                output=$(basename $request).output
                case $request in $PWD/*) output=$request.output ;; esac
                {command} $output
                echo 1
            done"
        );
        let reason = reason_with_hostile_compiler(&script, &victim);
        assert!(reason.contains("cannot compile tests"), "{command}: {reason}");
        assert!(!reason.contains("private text"), "{command}: {reason}");
    }
}

/// These tests need a second JDK.
mod other_jdks {
    use super::*;

    #[test]
    fn javac_of_another_jdk_runs_no_plugin_of_the_class_path() {
        let world = world();
        for home in fixtures::other_jdks() {
            check_that_no_plugin_runs(&world, &home.join("bin/java"));
        }
    }
}
