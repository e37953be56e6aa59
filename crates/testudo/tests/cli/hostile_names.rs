//! Names in class files that contain Java code.

use std::fs;
use std::path::Path;

use crate::setup::{Workspace, sources};

/// The class under test. The test replaces the names that end with `_`.
const HOSTILE: &str = "
package hostile;

public class Names {
    public enum Kind { CONSTANT_WITH_A_LONG_NAME_, SECOND }

    public static class Failure_With_A_Long_Name_ extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    public static int method_with_a_long_name_(int n) {
        return n > 7 ? 1 : 2;
    }

    public static int FIELD_WITH_A_LONG_NAME_ = 3;

    public static Kind kind(int n) throws Exception {
        java.lang.reflect.Field field = Enum.class.getDeclaredField(\"name\");
        java.lang.reflect.Field unsafe = Class.forName(\"sun.misc.Unsafe\").getDeclaredField(\"theUnsafe\");
        unsafe.setAccessible(true);
        Object instance = unsafe.get(null);
        long offset = (Long) instance.getClass()
            .getMethod(\"objectFieldOffset\", java.lang.reflect.Field.class).invoke(instance, field);
        instance.getClass().getMethod(\"putObject\", Object.class, long.class, Object.class)
            .invoke(instance, Kind.SECOND, offset, \"SECOND); injected(\");
        return n > 100 ? Kind.CONSTANT_WITH_A_LONG_NAME_ : Kind.SECOND;
    }

    public static void fail(int n) {
        if (n > 3) {
            throw new Failure_With_A_Long_Name_();
        }
    }
}";
/// The names in the source, and the names that replace them in the class files.
const REPLACED: [(&str, &str); 4] = [
    ("CONSTANT_WITH_A_LONG_NAME_", "A), injected("),
    ("Failure_With_A_Long_Name_", "A\n{ injected() }"),
    ("method_with_a_long_name_", "kind(1), injected("),
    ("FIELD_WITH_A_LONG_NAME_", "x \\u003b injected("),
];

/// Replaces the names in a class file, and pads the new names with spaces. Returns the new bytes.
fn with_hostile_names(mut bytes: Vec<u8>) -> Vec<u8> {
    for (old, new) in REPLACED {
        let padded = format!("{new:width$}", width = old.len());
        for position in 0..bytes.len() {
            if bytes[position..].starts_with(old.as_bytes()) {
                bytes[position..position + old.len()].copy_from_slice(padded.as_bytes());
            }
        }
    }
    bytes
}

/// Compiles [`HOSTILE`] to class files with hostile names.
fn compile(folder: &Path) {
    for (path, bytes) in sources().options(&["-nowarn"]).text("hostile/Names.java", HOSTILE).class_files() {
        let bytes = with_hostile_names(bytes);
        let path = with_hostile_names(path.into_bytes());
        let path = folder.join(String::from_utf8(path).unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn code_in_the_names_of_a_class_file_does_not_become_code_of_a_test() {
    let folder = tempfile::tempdir().unwrap();
    compile(folder.path());
    let workspace = Workspace::new();
    let mut command = workspace.testudo_command(&["generate", "--class", "hostile.Names", "--tests", "2000"]);
    let run = workspace.run(command.args(["--json", "--output", "out", "--classpath"]).arg(folder.path()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = workspace.test_text("hostile/NamesTest.java");
    assert!(text.contains("Names.kind(") && text.contains("Names.fail("), "{text}");
    let strip_literals = |line: &str| line.split('"').step_by(2).collect::<String>();
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).map(strip_literals);
    let injected: Vec<String> = code.filter(|line| line.contains("injected")).collect();
    assert_eq!(injected, Vec::<String>::new(), "{text}");
    assert!(text.is_ascii() && !text.contains("\\u003b"), "{text}");
}
