//! Loads a small Gradle project and runs its tests. The test needs Gradle and the registry with JUnit.

mod files;

use std::process::Command;

use files::{Folder, class_names};
use project::{Error, Framework, LoadOptions, Outcome, load};

/// Returns whether `gradle` is on the `PATH`. If not, prints that the test is skipped.
fn has_gradle() -> bool {
    let has_gradle =
        Command::new("gradle").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_gradle {
        println!(
            "skipped: there is no program `gradle` on the PATH; install it with `apt-get install gradle`"
        );
    }
    has_gradle
}

/// Returns the build file of a Java project whose tests use a library.
fn build_file(test_library: &str) -> String {
    // Gradle 7 has renamed the configurations.
    format!(
        "apply plugin: 'java'
         repositories {{ mavenCentral() }}
         def isOld = configurations.findByName('compile') != null
         dependencies.add(isOld ? 'testCompile' : 'testImplementation', '{test_library}')"
    )
}

#[test]
fn gradle_delivers_the_facts_about_each_module_and_runs_the_named_tests() {
    if !has_gradle() {
        return;
    }
    let folder = Folder::new();
    folder.write("settings.gradle", "include 'app', 'core', 'documents', 'jupiter'");
    // With other arguments, Gradle starts another JVM for the build.
    folder.write("gradle.properties", "org.gradle.jvmargs=-Xmx301m");
    folder.write("documents/build.gradle", "");
    folder.write("core/build.gradle", "apply plugin: 'java'");
    folder.write("jupiter/build.gradle", &build_file("org.junit.jupiter:junit-jupiter-api:5.13.4"));
    folder.write(
        "core/src/main/java/core/Core.java",
        "package core; public class Core { public static int one() { return 1; } }",
    );
    folder.write("core/src/main/resources/core.txt", "");
    let app = "
         sourceCompatibility = 8
         dependencies.add(isOld ? 'compile' : 'implementation', project(':core'))
         sourceSets.test.java.srcDir 'javatests'
         test { jvmArgs '-Xss2m'; systemProperty 'module', project.name }";
    folder.write("app/build.gradle", &(build_file("junit:junit:4.13.2") + app));
    folder.write(
        "app/src/main/java/app/App.java",
        "package app; public class App { public static int two() { return core.Core.one() + 1; } }",
    );
    folder.write(
        "app/javatests/app/AppTest.java",
        "package app;
         import static org.junit.Assert.*;
         import org.junit.Test;
         public class AppTest {
             @Test public void passes() { assertEquals(2, App.two()); }
             @Test public void fails() { assertEquals(\"number\", 3, App.two()); }
         }",
    );
    let project = load(&folder.root(), &LoadOptions::default(), &|| false).unwrap();
    let names: Vec<&str> = project.modules.iter().map(|module| &*module.name).collect();
    assert_eq!(names, [":core", ":app", ":jupiter"]);
    let [core, app, jupiter] = &project.modules[..] else { unreachable!() };
    assert_eq!(class_names(core), ["core.Core"]);
    assert_eq!(
        core.classes,
        ["classes/java/main", "resources/main"].map(|it| folder.path("core/build").join(it))
    );
    assert_eq!(core.libraries().framework, None);
    assert_eq!(app.class_path, core.classes, "the classes of another module are not in a jar");
    assert_eq!(app.libraries().framework, Some(Framework::JUnit4 { has_assert_throws: true }));
    assert_eq!(app.test_platform, Some(vec![]), "JUnit 4 needs no library that Gradle adds");
    let added = [
        "junit-platform-launcher-1.13.4.jar",
        "junit-platform-engine-1.13.4.jar",
        "junit-jupiter-engine-5.13.4.jar",
    ];
    let found =
        jupiter.test_platform.iter().flatten().map(|file| file.file_name().unwrap().to_str().unwrap());
    assert_eq!(found.collect::<Vec<_>>(), added);
    assert_eq!(app.release, Some(8));
    assert_eq!(app.test_source_root, folder.path("app/javatests"), "the default folder does not exist");
    for argument in ["-Xss2m", "-Dmodule=app"] {
        assert!(app.test_arguments.iter().any(|it| it == argument), "{:?}", app.test_arguments);
    }

    let run = project.run_tests(app, &["app.AppTest".to_owned()], &|| false).unwrap();
    let [fails, passes] = &run.tests[..] else { panic!("{run:?}") };
    let Outcome::Failed(failures) = &fails.outcome else { panic!("{fails:?}") };
    let message = "java.lang.AssertionError: number expected:<3> but was:<2>";
    assert_eq!((&*fails.method, &*failures[0].message), ("fails", message));
    assert_eq!((&*passes.method, &passes.outcome), ("passes", &Outcome::Passed));

    let file = folder.write("app/javatests/app/AppTest.java", "package app;\nclass AppTest { Missing m; }");
    let run = project.run_tests(app, &["app.AppTest".to_owned()], &|| false).unwrap();
    let [error] = &run.compile_errors[..] else { panic!("{run:?}") };
    assert_eq!((&error.file, error.line, &*error.message), (&file, 2, "cannot find symbol"));
}

#[test]
fn the_module_of_a_root_project_has_the_name_of_the_project() {
    if !has_gradle() {
        return;
    }
    let folder = Folder::new();
    folder.write("settings.gradle", "rootProject.name = 'shop'");
    folder.write("build.gradle", &build_file("junit:junit:4.13.2"));
    folder.write("src/main/java/Shop.java", "public class Shop {}");
    folder.write(
        "src/test/java/ShopTest.java",
        "public class ShopTest { @org.junit.Test public void passes() { new Shop(); } }",
    );
    let project = load(&folder.root(), &LoadOptions::default(), &|| false).unwrap();
    let [shop] = &project.modules[..] else { panic!("{:?}", project.modules) };
    assert_eq!(shop.name, "shop");
    let run = project.run_tests(shop, &["ShopTest".to_owned()], &|| false).unwrap();
    let [passes] = &run.tests[..] else { panic!("{run:?}") };
    assert_eq!((&*passes.method, &passes.outcome), ("passes", &Outcome::Passed));
}

#[test]
fn a_profile_for_gradle_is_an_error() {
    let folder = Folder::new();
    folder.write("build.gradle.kts", "");
    let options = LoadOptions { profiles: vec!["ci".to_owned()], ..LoadOptions::default() };
    let error = load(&folder.root(), &options, &|| false).unwrap_err();
    assert!(matches!(error, Error::ProfileForGradle { profile } if profile == "ci"));
}
