//! Code with probes is still accepted by the JVM and does what it did.

mod common;

use classfile::{ClassFile, Editor, ErrorKind, Instruction, op};
use common::{cache, module_jar, probed, programs, source};
use fixtures::{JavaSources, class_files_of_jar, javac_release, jdk_tool, run, subject_jars, write_jar};
use std::fs;
use std::path::{Path, PathBuf};

/// The classes of jars that HotSpot refuses, with what it says.
fn refused(jars: &[PathBuf]) -> Vec<String> {
    let mut java = jdk_tool("java");
    java.args(["-Xverify:all", "-cp"]).arg(programs()).args(["Classes", "verify"]).args(jars);
    let verify = run(&mut java);
    verify.lines().filter(|line| is_refusal(line)).map(str::to_owned).collect()
}

/// Missing classes are no fault of the class that needs them.
fn is_refusal(line: &str) -> bool {
    let said = line.split_once(' ').map_or("", |(_, said)| said);
    ["VerifyError", "ClassFormatError", "IncompatibleClassChange"].iter().any(|error| said.contains(error))
}

/// Puts probes into the classes of a jar that allow it; yields how many.
fn probe_jar(from: &Path, to: &Path) -> usize {
    let mut total = 0;
    let probed: Vec<_> = class_files_of_jar(from)
        .into_iter()
        .map(|(name, bytes)| match probed(&bytes) {
            // A JVM takes every object for one with a finalizer unless `Object`'s own is empty.
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
    write_jar(to, &probed);
    total
}

fn check_jars(jars: &[PathBuf], prefix: &str) {
    let mut probes = 0;
    let probed: Vec<PathBuf> = jars
        .iter()
        .map(|jar| {
            let to = cache().join(format!("{prefix}-probed-{}", jar.file_name().unwrap().to_str().unwrap()));
            probes += probe_jar(jar, &to);
            to
        })
        .collect();
    let (after, before) = std::thread::scope(|scope| {
        let before = scope.spawn(|| refused(jars));
        (refused(&probed), before.join().unwrap())
    });
    eprintln!("{prefix}: {probes} probes; refused before {}, after {}", before.len(), after.len());
    let new: Vec<_> = after.iter().filter(|line| !before.contains(line)).collect();
    assert!(
        new.is_empty(),
        "{} classes are refused only with probes: {:#?}",
        new.len(),
        &new[..new.len().min(20)]
    );
}

#[test]
fn library_classes_with_probes_are_verified() {
    check_jars(&subject_jars(), "library");
}

#[test]
fn jdk_classes_with_probes_are_verified() {
    let jars = ["java.xml", "jdk.compiler"].map(module_jar);
    check_jars(&jars, "jdk");
}

#[test]
fn a_jvm_whose_own_library_is_full_of_probes_starts_and_verifies_it() {
    let probed = cache().join("java.base-probed.jar");
    let probes = probe_jar(&module_jar("java.base"), &probed);
    let mut patch = std::ffi::OsString::from("java.base=");
    patch.push(&probed);
    patch.push(if cfg!(windows) { ";" } else { ":" });
    patch.push(programs());
    let verify = run(jdk_tool("java")
        .args(["-Xverify:all", "-Xshare:off", "--patch-module"])
        .arg(patch)
        .arg("-cp")
        .arg(programs())
        .args(["Classes", "boot"])
        .arg(&probed));
    let refused: Vec<_> = verify.lines().filter(|line| is_refusal(line)).collect();
    eprintln!("java.base: {probes} probes; {} classes", verify.lines().count());
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(verify.lines().filter(|line| !line.contains(' ')).count() > 5000, "{verify}");
}

#[test]
fn jdk_classes_with_a_method_stretched_beyond_short_jumps_are_verified() {
    let mut classes = class_files_of_jar(&module_jar("jdk.compiler"));
    let mut stretched = 0;
    for (which, (_, bytes)) in classes.iter_mut().enumerate().step_by(3) {
        let (longer, done) = common::stretched(bytes, which).unwrap();
        *bytes = longer;
        stretched += usize::from(done);
    }
    eprintln!("{stretched} methods were stretched");
    assert!(stretched > 100);
    let jar = cache().join("stretched.jar");
    write_jar(&jar, &classes);
    let refused = refused(&[jar]);
    assert!(refused.is_empty(), "{refused:#?}");
}

/// The class whose method the probes call.
fn probe_class() -> JavaSources {
    JavaSources::new().file(&source("testudo/probe/Probe.java"))
}

/// Compiles a source, runs its `main`, puts probes into its classes, runs it again: it must print the same.
fn check_same_output(main: &str, sources: &JavaSources) {
    let edited = tempfile::tempdir().unwrap();
    probe_class().compile_into(edited.path());
    for (name, bytes) in sources.class_files() {
        fs::write(edited.path().join(name), probed(&bytes).unwrap().0).unwrap();
    }
    let output = |folder: &Path| run(jdk_tool("java").args(["-Xverify:all", "-cp"]).arg(folder).arg(main));
    let expected = output(&sources.compile());
    assert!(!expected.is_empty());
    assert_eq!(output(edited.path()), expected);
}

#[test]
fn code_of_every_shape_does_with_probes_what_it_did() {
    check_same_output(
        "Fixture",
        &JavaSources::new().options(&["-g", "-parameters"]).file(&source("Fixture.java")),
    );
}

#[test]
fn switches_over_patterns_do_with_probes_what_they_did() {
    if javac_release() < 21 {
        return; // Java has these switches since Java 21.
    }
    check_same_output("Patterns", &JavaSources::new().file(&source("Patterns.java")));
}

#[test]
fn a_snippet_that_takes_from_the_stack_is_refused() {
    // Not a promise of this crate, but a proof that these tests would notice.
    let (name, bytes) = probe_class().class_files().remove(0);
    let mut class = ClassFile::read(&bytes).unwrap();
    let mut editor = Editor::new(&class, &class.methods[1]).unwrap().unwrap();
    editor.insert_before(0, [Instruction::Simple(op::POP)]);
    let code = editor.finish(&mut class.constants).unwrap();
    *class.methods[1].attribute_mut("Code", &class.constants).unwrap() = code;
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("broken.jar");
    write_jar(&jar, &[(name, class.write().unwrap())]);
    let refused = refused(&[jar]);
    assert!(refused.len() == 1 && refused[0].contains("java.lang.VerifyError"), "{refused:?}");
}

/// A method whose loop, `if` and `try` are within reach of a jump until probes are put between.
fn long_method(repetitions: usize) -> String {
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
fn jumps_that_probes_put_out_of_reach_still_reach_their_targets() {
    let source = JavaSources::new().text("Long.java", &long_method(420));
    for release in ["8", "17"] {
        check_same_output("Long", &source.clone().options(&["-g", "--release", release]));
    }
    let lengths = |bytes: &[u8]| {
        let class = ClassFile::read(bytes).unwrap();
        let codes =
            class.methods.iter().map(|method| method.attribute("Code", &class.constants).unwrap().len());
        codes.max().unwrap()
    };
    let (_, bytes) = source.class_files().remove(0);
    assert!(lengths(&bytes) < 0x7FFF, "the compiler had to make long jumps already: {}", lengths(&bytes));
    assert!(lengths(&probed(&bytes).unwrap().0) > 0xA000, "nothing is out of reach");
}
