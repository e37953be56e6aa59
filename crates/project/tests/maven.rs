//! Loads small Maven projects and runs their tests. The tests need Maven and the registry with its plugins.

mod files;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use files::{Folder, class_names};
use project::{AssertionLibrary, Error, Framework, LoadOptions, Outcome, Project, TestLibraries, load};

const JUNIT4: &str = "<dependency><groupId>junit</groupId><artifactId>junit</artifactId>\
                      <version>4.12</version><scope>test</scope></dependency>";
const JUPITER: &str = "<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter-api</artifactId>\
                       <version>6.0.3</version><scope>test</scope></dependency>";
const ASSERTJ: &str = "<dependency><groupId>org.assertj</groupId><artifactId>assertj-core</artifactId>\
                       <version>3.27.7</version><scope>test</scope></dependency>";
const CORE: &str = "<dependency><groupId>com.acme</groupId><artifactId>core</artifactId>\
                    <version>1</version></dependency>";

/// Returns the POM of a module.
fn pom(name: &str, dependencies: &str, rest: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion>\
         <parent><groupId>com.acme</groupId><artifactId>parent</artifactId><version>1</version></parent>\
         <artifactId>{name}</artifactId><dependencies>{dependencies}</dependencies>{rest}</project>"
    )
}

/// Creates a project with several modules. `app` depends on `core`, although the project lists `app` first.
/// The profile `more` adds the modules `plain` (without tests) and `empty` (without classes), the profile
/// `broken` adds the module `broken` (which does not compile).
fn reactor() -> Folder {
    let folder = Folder::new();
    folder.write(
        "pom.xml",
        "<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>parent</artifactId>
         <version>1</version><packaging>pom</packaging>
         <properties>
           <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
           <maven.compiler.release>17</maven.compiler.release><memory>300</memory><argLine/>
         </properties>
         <modules><module>app</module><module>core</module></modules>
         <profiles>
           <profile><id>more</id><modules><module>plain</module><module>empty</module></modules></profile>
           <profile><id>broken</id><modules><module>broken</module></modules></profile>
         </profiles>
         <build><pluginManagement><plugins>
           <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
           <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.2</version></plugin>
         </plugins></pluginManagement></build></project>",
    );
    let release = "<properties><maven.compiler.testRelease>8</maven.compiler.testRelease></properties>";
    folder.write("core/pom.xml", &pom("core", JUNIT4, release));
    folder.write(
        "core/src/main/java/core/Core.java",
        "package core;
         public class Core {
             public static int one() { return new Object() { int value = 1; }.value; }
             public static class Nested {}
             private static class Hidden { class Inner {} }
         }",
    );
    folder.write("core/src/main/java/core/package-info.java", "/** A package. */ package core;");
    folder.write("core/src/main/java/core/Generated.java", "package core; public @interface Generated {}");
    folder.write(
        "core/src/main/java/core/Builder.java",
        "package core; @Generated class Builder { static class Step {} }",
    );
    folder.write(
        "core/src/test/java/core/CoreTest.java",
        "package core;
         import static org.junit.Assert.*;
         public class CoreTest { @org.junit.Test public void one() { assertEquals(1, Core.one()); } }",
    );
    let surefire = "<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>\
                    <argLine>@{argLine} -Xmx${memory}m '-Dgreeting=good day'</argLine>\
                    <includes><include>**/*Test.java</include><include>${suite}</include></includes>\
                    <systemPropertyVariables><module>${project.artifactId}</module></systemPropertyVariables>\
                    </configuration></plugin></plugins></build>";
    folder.write("app/pom.xml", &pom("app", &[CORE, JUPITER, ASSERTJ].concat(), surefire));
    folder.write(
        "app/src/main/java/app/App.java",
        "package app; public class App { public static int two() { return core.Core.one() + 1; } }",
    );
    folder.write(
        "app/src/test/java/app/AppTest.java",
        "package app;
         import static org.assertj.core.api.Assertions.assertThat;
         import org.junit.jupiter.api.Test;
         class AppTest { @Test void two() { assertThat(App.two()).isEqualTo(2); } }",
    );
    folder.write("plain/pom.xml", &pom("plain", "", ""));
    folder.write("plain/src/main/java/plain/Plain.java", "package plain; public class Plain {}");
    folder.write("empty/pom.xml", &pom("empty", "", ""));
    folder.write("broken/pom.xml", &pom("broken", CORE, ""));
    folder.write("broken/src/main/java/broken/Broken.java", "package broken;\nclass Broken { Missing m; }");
    folder
}

/// Loads a project with a profile, unless `profile` is empty.
fn load_profile(root: &Path, profile: &str) -> Result<Project, Error> {
    let profiles = if profile.is_empty() { Vec::new() } else { vec![profile.to_owned()] };
    load(root, &LoadOptions { profiles, ..LoadOptions::default() }, &|| false)
}

/// Returns the names of files that must exist.
fn file_names(files: &[PathBuf]) -> Vec<&str> {
    files
        .iter()
        .filter(|file| file.is_file())
        .map(|file| file.file_name().unwrap().to_str().unwrap())
        .collect()
}

#[test]
fn the_build_delivers_the_facts_about_each_module_in_build_order() {
    let folder = reactor();
    let project = load_profile(&folder.root(), "more").unwrap();
    assert_eq!(project.failure, None);
    let names: Vec<&str> = project.modules.iter().map(|module| &*module.name).collect();
    assert_eq!(names, ["com.acme:core", "com.acme:app", "com.acme:plain", "com.acme:empty"]);
    let [core, app, plain, empty] = &project.modules[..] else { unreachable!() };

    assert_eq!(core.classes, [folder.path("core/target/classes")]);
    assert_eq!(core.test_classes, [folder.path("core/target/test-classes")]);
    assert_eq!(core.source_roots, [folder.path("core/src/main/java")]);
    assert_eq!(core.generated_source_roots, [folder.path("core/target/generated-sources/annotations")]);
    assert_eq!(core.test_source_roots, [folder.path("core/src/test/java")]);
    assert_eq!(class_names(core), ["core.Core", "core.Core$Nested", "core.Generated"]);
    assert_eq!(core.test_platform, Some(vec![]), "JUnit 4 needs no library that Surefire adds");
    let added = [
        "junit-platform-launcher-6.0.3.jar",
        "junit-platform-engine-6.0.3.jar",
        "junit-jupiter-engine-6.0.3.jar",
    ];
    assert_eq!(file_names(app.test_platform.as_ref().unwrap()), added);
    let junit4 = Some(Framework::JUnit4 { has_assert_throws: false });
    let assertions = AssertionLibrary::Framework;
    assert_eq!(
        core.libraries(),
        TestLibraries { framework: junit4, assertions, has_junit3_api: true, uses_mockito: false }
    );
    assert_eq!((core.release, app.release), (Some(8), Some(17)));

    assert_eq!(app.class_path, core.classes, "the classes of another module are not in a jar");
    let file_names = |paths: &[PathBuf]| -> Vec<String> {
        paths.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    let test_libraries = file_names(&app.test_class_path);
    assert!(test_libraries.contains(&"assertj-core-3.27.7.jar".to_owned()), "{test_libraries:?}");
    let framework = Some(Framework::Jupiter { version: Some(6), has_params: false });
    let assertions = AssertionLibrary::AssertJ;
    assert_eq!(
        app.libraries(),
        TestLibraries { framework, assertions, has_junit3_api: false, uses_mockito: false }
    );
    assert_eq!(app.test_includes, ["**/*Test.java"], "a pattern without a value does not count");
    assert_eq!(core.test_includes, [""; 0]);
    assert_eq!(app.test_arguments, ["-Xmx300m", "-Dgreeting=good day", "-Dmodule=app"]);
    assert!(app.java_home.as_ref().is_some_and(|home| home.join("bin/java").exists()), "{:?}", app.java_home);

    assert_eq!(class_names(plain), ["plain.Plain"]);
    assert_eq!(plain.libraries().framework, None);
    assert_eq!(plain.test_source_root, folder.path("plain/src/test/java"));
    assert!(!plain.test_source_root.exists());
    assert_eq!((&empty.classes, class_names(empty)), (&Vec::new(), Vec::new()));
    let written: Vec<_> =
        fs::read_dir(folder.path("plain")).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(written.len(), 3, "the build creates only the folder target: {written:?}");
}

#[test]
fn the_build_runs_exactly_the_named_tests() {
    let folder = reactor();
    let project = load_profile(&folder.root(), "").unwrap();
    folder.write(
        "app/src/test/java/app/NewTest.java",
        "package app;
         import static org.junit.jupiter.api.Assertions.*;
         import org.junit.jupiter.api.Test;
         class NewTest {
             @Test void passes() { assertEquals(2, App.two()); }
             @Test void fails() { assertEquals(\"a\\0<\\n\", \"b\"); }
         }",
    );
    let app = project.modules.iter().find(|module| module.name == "com.acme:app").unwrap();
    let classes = ["app.NewTest".to_owned(), "app.MissingTest".to_owned()];
    let run = project.run_tests(app, &classes, &|| false).unwrap();
    assert_eq!(run.compile_errors, []);
    assert_eq!(run.not_run, ["app.MissingTest"]);
    let [fails, passes] = &run.tests[..] else { panic!("{:?}", run.tests) };
    assert_eq!((&*fails.class, &*fails.method), ("app.NewTest", "fails"));
    let Outcome::Failed(failures) = &fails.outcome else { panic!("{fails:?}") };
    let message = &failures[0].message;
    assert!(message.starts_with("org.opentest4j.AssertionFailedError: expected: <a"), "{message}");
    assert_eq!((&*passes.method, &passes.outcome), ("passes", &Outcome::Passed));

    let file =
        folder.write("app/src/test/java/app/NewTest.java", "package app;\nclass NewTest { Missing m; }");
    let run = project.run_tests(app, &classes[..1], &|| false).unwrap();
    let [error] = &run.compile_errors[..] else { panic!("{:?}", run.compile_errors) };
    assert_eq!((&error.file, error.line, &*error.message), (&file, 2, "cannot find symbol"));
    assert_eq!((run.tests, run.not_run), (vec![], vec!["app.NewTest".to_owned()]));
}

#[test]
fn a_run_with_a_test_that_does_not_end_is_stuck() {
    let folder = reactor();
    let mut project = load_profile(&folder.root(), "").unwrap();
    project.idle_limit = Duration::from_secs(3);
    folder.write(
        "app/src/test/java/app/EndlessTest.java",
        "package app;
         import java.nio.file.*;
         import org.junit.jupiter.api.Test;
         class EndlessTest {
             @Test void ends() throws Exception {
                 Files.write(Paths.get(\"begun\"), new byte[0]);
                 System.in.read();
             }
         }",
    );
    let app = project.modules.iter().find(|module| module.name == "com.acme:app").unwrap();
    let run = project.run_tests(app, &["app.EndlessTest".to_owned()], &|| false).unwrap();
    assert!(run.early_end.is_some());
    assert!(folder.path("app/begun").exists(), "the run ended before the test");
    assert_eq!(run.not_run, ["app.EndlessTest"]);
}

#[test]
fn a_module_that_does_not_compile_costs_only_itself() {
    let folder = reactor();
    let project = load_profile(&folder.root(), "broken").unwrap();
    let names: Vec<&str> = project.modules.iter().map(|module| &*module.name).collect();
    assert_eq!(names, ["com.acme:core", "com.acme:app"]);
    let failure = project.failure.expect("the module broken fails");
    let command = format!("cd {} && mvn -q -B -Pbroken --fail-at-end test-compile", folder.root().display());
    assert_eq!(failure.command, command);
    assert!(failure.output.contains("Broken.java:[2,16] cannot find symbol"), "{}", failure.output);
}

#[test]
fn a_build_that_fails_is_an_error_with_the_output_of_the_build() {
    let folder = Folder::new();
    folder.write("pom.xml", "<project><modelVersion>4.0.0</modelVersion></project>");
    let error = load_profile(&folder.root(), "").unwrap_err();
    let Error::BuildFailed(failure) = &error else { panic!("{error}") };
    assert!(failure.output.contains("'artifactId' is missing"), "{error}");
}

#[test]
fn a_folder_without_a_build_file_is_an_error_that_names_the_build_files() {
    let message = load_profile(&Folder::new().root(), "").unwrap_err().to_string();
    assert!(
        message.contains("neither pom.xml nor build.gradle") && message.contains("--classpath"),
        "{message}"
    );
}

#[test]
fn the_wrapper_of_a_folder_above_has_precedence_over_the_path() {
    let folder = Folder::new();
    folder.write("mvnw", "echo the wrapper was called with $* >&2; exit 1");
    folder.write("module/pom.xml", "<project/>");
    let error = load_profile(&folder.path("module"), "").unwrap_err();
    let Error::BuildFailed(failure) = &error else { panic!("{error}") };
    assert!(failure.output.starts_with("the wrapper was called with -q -B "), "{error}");
}

#[test]
fn a_cancelled_build_is_an_error() {
    let folder = reactor();
    let result = load(&folder.root(), &LoadOptions::default(), &|| true);
    assert!(matches!(result, Err(Error::Cancelled)));
}
