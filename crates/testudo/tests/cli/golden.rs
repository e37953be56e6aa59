//! Compares generated test classes for library classes with the files in `golden`. `UPDATE_GOLDEN=1` rewrites
//! the files. Review each rewritten file before you commit it.

use std::path::Path;

use fixtures::subject_jar;

use crate::setup::{Workspace, jdk};

/// The version of the JDK for which the golden files were generated. The behaviour and the messages of JDK
/// classes differ between versions.
const JDK_VERSION: u32 = 17;

/// Generates tests for a library class and compares them with the golden file.
#[track_caller]
fn check_golden(library: &str, class: &str) {
    let found = jdk().version;
    assert_eq!(
        found, JDK_VERSION,
        "this test needs JDK {JDK_VERSION}, because the golden files depend on the version; \
         set JAVA_HOME to a JDK {JDK_VERSION}"
    );
    let library = subject_jar(library);
    let workspace = Workspace::new();
    let class_path = library.to_str().expect("a path in Unicode");
    let mut command = workspace.testudo_command(&["generate", "--classpath", class_path, "--class", class]);
    let run = workspace.run(command.args(["--output", "out", "--tests", "300", "--seed", "1"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let written = workspace.test_text(&format!("{}Test.java", class.replace('.', "/")));
    let name = class.rsplit('.').next().expect("a name");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}Test.java"));
    fixtures::check_golden(&golden, &written);
}

macro_rules! golden {
    ($($(#[$attribute:meta])* $name:ident: $library:literal, $class:literal;)*) => {
        $(
            #[test]
            $(#[$attribute])*
            fn $name() {
                check_golden($library, $class);
            }
        )*
    };
}

golden! {
    the_tests_of_an_encoder_match_the_golden_file: "commons-codec", "org.apache.commons.codec.language.Caverphone2";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_hasher_match_the_golden_file: "commons-codec", "org.apache.commons.codec.digest.XXHash32";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_range_match_the_golden_file: "commons-lang3", "org.apache.commons.lang3.CharRange";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_mutable_number_match_the_golden_file: "commons-lang3", "org.apache.commons.lang3.mutable.MutableInt";
    the_tests_of_a_pair_match_the_golden_file: "commons-lang3", "org.apache.commons.lang3.tuple.ImmutablePair";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_class_of_static_methods_match_the_golden_file: "commons-lang3", "org.apache.commons.lang3.CharUtils";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_json_value_match_the_golden_file: "gson-2", "com.google.gson.JsonPrimitive";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_an_option_group_match_the_golden_file: "commons-cli", "org.apache.commons.cli.OptionGroup";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_complex_number_match_the_golden_file: "commons-math3", "org.apache.commons.math3.complex.Quaternion";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_qualified_name_match_the_golden_file: "commons-jxpath", "org.apache.commons.jxpath.ri.QName";
    #[ignore = "takes minutes: ./x test --all"]
    the_tests_of_a_name_format_match_the_golden_file: "guava", "com.google.common.base.CaseFormat";
    the_tests_of_a_line_iterator_match_the_golden_file: "commons-io", "org.apache.commons.io.LineIterator";
}
