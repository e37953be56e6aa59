//! Tests that the JVM accepts code with probes, and that probes do not change the behaviour of the code.

mod common;

use classfile::{ClassFile, Editor, ErrorKind, Instruction, op};
use common::{insert_probes, jar_folder, module_jar, programs, source};
use fixtures::{JavaSources, class_files_of_jar, jdk_tool, run, subject_jars, write_jar};
use std::fs;
use std::path::{Path, PathBuf};

/// Loads the classes in `jars`. Returns one line for each class that HotSpot refuses: its name and the error.
fn refused_classes(jars: &[PathBuf]) -> Vec<String> {
    let mut java = jdk_tool("java");
    java.args(["-Xverify:all", "-cp"]).arg(programs()).args(["Classes", "verify"]).args(jars);
    let output = run(&mut java);
    output.lines().filter(|line| is_refusal(line)).map(str::to_owned).collect()
}

/// Whether a line reports a class that the JVM refuses. Ignores errors about missing classes.
fn is_refusal(line: &str) -> bool {
    let message = line.split_once(' ').map_or("", |(_, message)| message);
    ["VerifyError", "ClassFormatError", "IncompatibleClassChange"].iter().any(|error| message.contains(error))
}

/// Inserts probes into the classes of a jar and returns the number of probes. Classes with subroutines
/// receive no probes.
fn probe_jar(from: &Path, to: &Path) -> usize {
    let mut total = 0;
    let classes_with_probes: Vec<_> = class_files_of_jar(from)
        .into_iter()
        .map(|(name, bytes)| match insert_probes(&bytes) {
            // If `Object.finalize` is not empty, the JVM calls `finalize` of every object. So `Object`
            // receives no probes.
            Ok(_) if name == "java/lang/Object.class" => (name, bytes),
            Ok((bytes, probes)) => {
                total += probes;
                (name, bytes)
            }
            Err(error) => {
                assert_eq!(error.kind, ErrorKind::Subroutine, "{error}");
                (name, bytes)
            }
        })
        .collect();
    write_jar(to, &classes_with_probes);
    total
}

/// Asserts that probes do not make the JVM refuse any class of the jars. The names of the jars with probes
/// begin with `prefix`.
fn check_jars(jars: &[PathBuf], prefix: &str) {
    let mut probes = 0;
    let jars_with_probes: Vec<PathBuf> = jars
        .iter()
        .map(|jar| {
            let to =
                jar_folder().join(format!("{prefix}-probed-{}", jar.file_name().unwrap().to_str().unwrap()));
            probes += probe_jar(jar, &to);
            to
        })
        .collect();
    let (refused_with_probes, refused_without_probes) = std::thread::scope(|scope| {
        let refused_without_probes = scope.spawn(|| refused_classes(jars));
        (refused_classes(&jars_with_probes), refused_without_probes.join().unwrap())
    });
    eprintln!(
        "{prefix}: {probes} probes; refused classes: {} without probes, {} with probes",
        refused_without_probes.len(),
        refused_with_probes.len()
    );
    let new_refusals: Vec<_> =
        refused_with_probes.iter().filter(|line| !refused_without_probes.contains(line)).collect();
    assert!(
        new_refusals.is_empty(),
        "the JVM refuses {} classes only with probes: {:#?}",
        new_refusals.len(),
        &new_refusals[..new_refusals.len().min(20)]
    );
}

#[test]
fn the_jvm_verifies_library_classes_with_probes() {
    check_jars(&subject_jars(), "library");
}

#[test]
fn the_jvm_verifies_jdk_classes_with_probes() {
    let jars = ["java.xml", "jdk.compiler"].map(module_jar);
    check_jars(&jars, "jdk");
}

#[test]
fn a_jvm_starts_with_probes_in_java_base_and_verifies_the_module() {
    let jar_with_probes = jar_folder().join("java.base-probed.jar");
    let probes = probe_jar(&module_jar("java.base"), &jar_with_probes);
    let mut patch = std::ffi::OsString::from("java.base=");
    patch.push(&jar_with_probes);
    patch.push(if cfg!(windows) { ";" } else { ":" });
    patch.push(programs());
    let output = run(jdk_tool("java")
        .args(["-Xverify:all", "-Xshare:off", "--patch-module"])
        .arg(patch)
        .arg("-cp")
        .arg(programs())
        .args(["Classes", "boot"])
        .arg(&jar_with_probes));
    let refused_lines: Vec<_> = output.lines().filter(|line| is_refusal(line)).collect();
    eprintln!("java.base: {probes} probes; {} classes", output.lines().count());
    assert!(refused_lines.is_empty(), "{refused_lines:#?}");
    assert!(output.lines().filter(|line| !line.contains(' ')).count() > 5000, "{output}");
}

#[test]
fn the_jvm_verifies_methods_that_are_too_long_for_short_jumps() {
    let mut classes = class_files_of_jar(&module_jar("jdk.compiler"));
    let mut long_methods = 0;
    for (selector, (_, bytes)) in classes.iter_mut().enumerate().step_by(3) {
        let (longer_class, is_long) = common::with_long_method(bytes, selector).unwrap();
        *bytes = longer_class;
        long_methods += usize::from(is_long);
    }
    eprintln!("{long_methods} methods are too long for short jumps");
    assert!(long_methods > 100);
    let jar = jar_folder().join("long-methods.jar");
    write_jar(&jar, &classes);
    let refused_lines = refused_classes(&[jar]);
    assert!(refused_lines.is_empty(), "{refused_lines:#?}");
}

/// Returns the source of the class whose method the probes call.
fn probe_class() -> JavaSources {
    JavaSources::new().file(&source("testudo/probe/Probe.java"))
}

/// Asserts that a program prints the same output with and without probes in its classes.
fn check_same_output(main: &str, sources: &JavaSources) {
    let folder_with_probes = tempfile::tempdir().unwrap();
    probe_class().compile_into(folder_with_probes.path());
    for (name, bytes) in sources.class_files() {
        fs::write(folder_with_probes.path().join(name), insert_probes(&bytes).unwrap().0).unwrap();
    }
    let output = |folder: &Path| run(jdk_tool("java").args(["-Xverify:all", "-cp"]).arg(folder).arg(main));
    let expected = output(&sources.compile());
    assert!(!expected.is_empty());
    assert_eq!(output(folder_with_probes.path()), expected);
}

#[test]
fn every_construct_that_the_editor_supports_behaves_the_same_with_probes() {
    check_same_output(
        "Fixture",
        &JavaSources::new().options(&["-g", "-parameters"]).file(&source("Fixture.java")),
    );
}

#[test]
fn switches_over_patterns_behave_the_same_with_probes_from_java_21() {
    check_same_output("Patterns", &JavaSources::new().file(&source("Patterns.java")));
}

#[test]
fn the_jvm_refuses_a_snippet_that_pops_from_the_stack() {
    // This test shows that `refused_classes` detects damaged code.
    let (name, bytes) = probe_class().class_files().remove(0);
    let mut class = ClassFile::read(&bytes).unwrap();
    let mut editor = Editor::new(&class, &class.methods[1]).unwrap().unwrap();
    editor.insert_before(0, [Instruction::Simple(op::POP)]);
    let code = editor.finish(&mut class.constants).unwrap();
    *class.methods[1].attribute_mut("Code", &class.constants).unwrap() = code;
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("broken.jar");
    write_jar(&jar, &[(name, class.write().unwrap())]);
    let refused_lines = refused_classes(&[jar]);
    assert!(
        refused_lines.len() == 1 && refused_lines[0].contains("java.lang.VerifyError"),
        "{refused_lines:?}"
    );
}

/// Returns the source of the class `Long`. Its method `run` has a loop, an `if` and a `try`. The short jumps
/// of the method reach their targets only if the class has no probes.
fn long_class(repetitions: usize) -> String {
    let steps = |add: usize| -> String {
        (0..repetitions)
            .map(|k| format!("if (i % 5 == {k}) sum += {}; else sum ^= a[{k}];\n", k + add))
            .collect()
    };
    format!(
        "public class Long {{
            static long run(int n, String s, int[] a) {{
                long sum = 0;
                int i = 0;
                while (i < n) {{
                    i++;
                    double inside = i;
                    try {{
                        if (i % 2 == 0) {{ {} }} else {{ String other = s + i; {} s = other; }}
                    }} catch (ArrayIndexOutOfBoundsException e) {{
                        sum -= s.length() + (long) inside;
                    }} finally {{
                        sum++;
                    }}
                }}
                return sum;
            }}
            public static void main(String[] args) {{
                int[] enough = new int[{repetitions}];
                java.util.Arrays.setAll(enough, i -> i * i);
                System.out.println(run(10, \"some\", enough) + \" \" + run(10, \"\", new int[9]));
            }}
        }}",
        steps(3),
        steps(7)
    )
}

#[test]
fn jumps_reach_their_targets_although_probes_increase_the_distance() {
    let source = JavaSources::new().text("Long.java", &long_class(420));
    for release in ["8", "17"] {
        check_same_output("Long", &source.clone().options(&["-g", "--release", release]));
    }
    let max_code_length = |bytes: &[u8]| {
        let class = ClassFile::read(bytes).unwrap();
        let codes =
            class.methods.iter().map(|method| method.attribute("Code", &class.constants).unwrap().len());
        codes.max().unwrap()
    };
    let (_, bytes) = source.class_files().remove(0);
    let length = max_code_length(&bytes);
    assert!(length < 0x7FFF, "the code without probes is too long for short jumps: {length} bytes");
    assert!(
        max_code_length(&insert_probes(&bytes).unwrap().0) > 0xA000,
        "the code with probes is too short for long jumps"
    );
}
