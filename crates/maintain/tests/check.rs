//! Runs tests in the build of a small Maven project. The tests need Maven and the registry with its plugins.

use std::fs;
use std::path::Path;

use maintain::{Refusal, WrittenFile, check};
use project::{LoadOptions, load};

const POM: &str =
    "<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>app</artifactId>
    <version>1</version>
    <properties>
      <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
      <maven.compiler.release>17</maven.compiler.release>
    </properties>
    <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.12</version>
      <scope>test</scope></dependency></dependencies>
    <build><plugins>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.2</version></plugin>
    </plugins></build></project>";

/// Writes a test class with one test, and returns its file.
fn write_test(root: &Path, class: &str, body: &str) -> WrittenFile {
    let path = root.join("src/test/java").join(format!("{class}.java"));
    let text = format!("public class {class} {{\n  @org.junit.Test public void test() {{ {body} }}\n}}\n");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    WrittenFile { test_class: class.to_owned(), path, earlier: Vec::new() }
}

#[test]
fn files_with_tests_that_fail_or_end_the_jvm_are_removed_and_the_other_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::write(root.join("pom.xml"), POM).unwrap();
    let bodies = [
        ("ATest", ""),
        ("BTest", "org.junit.Assert.fail(\"no\");"),
        ("CTest", "System.exit(0);"),
        ("DTest", ""),
    ];
    let files = bodies.map(|(class, body)| write_test(&root, class, body));
    let project = load(&root, &LoadOptions::default(), &|| false).unwrap();
    let checked = check(&project, &project.modules[0], &files, &|| false).unwrap();
    let refusal = |class: &str, test: Option<&str>, reason: &str| Refusal {
        test_class: class.to_owned(),
        test: test.map(str::to_owned),
        reason: reason.to_owned(),
    };
    let expected = [
        refusal("BTest", Some("test"), "it fails: java.lang.AssertionError: no"),
        refusal("CTest", None, "one of the new tests of the class does not end, or ends the JVM"),
    ];
    assert_eq!(checked.refusals, expected);
    assert_eq!(checked.not_run, Vec::<String>::new());
    let exists: Vec<bool> = files.iter().map(|file| file.path.exists()).collect();
    assert_eq!(exists, [true, false, false, true]);
}

#[test]
fn no_file_is_removed_if_no_test_can_run() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::write(root.join("pom.xml"), POM.replace("<properties>", "<properties><argLine>-Xmx1x</argLine>"))
        .unwrap();
    let files = ["ATest", "BTest"].map(|class| write_test(&root, class, ""));
    let project = load(&root, &LoadOptions::default(), &|| false).unwrap();
    let error = check(&project, &project.modules[0], &files, &|| false).unwrap_err().to_string();
    assert!(error.starts_with("a test does not end, or the JVM of the tests ends early"), "{error}");
    assert!(error.contains("The forked VM terminated"), "{error}");
    assert!(files.iter().all(|file| file.path.exists()));
}

#[test]
fn a_file_that_ends_the_jvm_loses_only_its_new_tests() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::write(root.join("pom.xml"), POM).unwrap();
    let first = write_test(&root, "ATest", "");
    let mut second = write_test(&root, "BTest", "");
    let text = fs::read_to_string(&second.path).unwrap();
    let new = "@org.junit.Test public void exits() { System.exit(0); }";
    fs::write(&second.path, text.replace("\n}", &format!("\n\n  {new}\n}}"))).unwrap();
    second.earlier = vec!["test".to_owned()];
    let project = load(&root, &LoadOptions::default(), &|| false).unwrap();
    let checked = check(&project, &project.modules[0], &[first, second.clone()], &|| false).unwrap();
    assert_eq!(checked.refusals.iter().map(|it| it.test.as_deref()).collect::<Vec<_>>(), [Some("exits")]);
    assert_eq!(fs::read_to_string(&second.path).unwrap(), text);
}
