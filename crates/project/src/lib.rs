//! Asks the build of a project (Maven or Gradle) for all facts that Testudo needs about each module: folders,
//! class paths, source roots, the Java release, the JDK and the arguments of the JVM that runs tests.
//!
//! One run of the project's own build delivers all facts. The build compiles the project and its tests, and
//! an extension that this crate adds to the build writes the facts to a temporary file. Apart from the
//! build's own output folders, the project does not change.
//!
//! This crate depends on no other crate of the workspace, prints nothing, and knows neither classes under
//! test nor generated tests.
//!
//! ```no_run
//! use project::{ClassFiles, LoadOptions, load};
//!
//! let project = load(".".as_ref(), &LoadOptions::default(), &|| false)?;
//! let files = ClassFiles::read(&project.modules)?;
//! for module in &project.modules {
//!     println!("{}: {} classes", module.name, module.class_names(&files).len());
//! }
//! # Ok::<(), project::Error>(())
//! ```

mod class_files;
mod class_names;
mod error;
mod facts;
mod files;
mod formatter;
mod gradle;
mod includes;
mod java_version;
mod libraries;
mod maven;
mod process;
mod reports;
mod test_run;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use process::{BuildCommand, Finished};

pub use class_files::{ClassFile, ClassFiles};
pub use error::{BuildFailure, Error};
pub use files::files;
pub use libraries::{AssertionLibrary, Framework, TestLibraries};
pub use test_run::{CompileError, EarlyEnd, Failure, Outcome, TestResult, TestRun};

/// A project that Maven or Gradle builds.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder in which the build runs.
    pub root: PathBuf,
    /// The build tool.
    pub build: Build,
    /// The modules with Java code, in build order: a module follows the modules that it depends on. May be
    /// empty.
    pub modules: Vec<Module>,
    /// The failure of the build, if it failed for some modules. `modules` contains only the other modules.
    pub failure: Option<BuildFailure>,
    /// The longest time in which a test run of Maven reports nothing after its first test has started. After
    /// that time, the run is stuck. For Gradle, the limit is ten times as long.
    pub idle_limit: Duration,
    /// The options of the build.
    options: LoadOptions,
    /// The duration of the build that compiled all modules.
    compilation: Duration,
}

/// The build tool of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Build {
    /// Maven 3.6 or later.
    Maven {
        /// The program: the wrapper `mvnw` of the project, or `mvn` on the `PATH`.
        command: PathBuf,
    },
    /// Gradle 4.4 or later.
    Gradle {
        /// The program: the wrapper `gradlew` of the project, or `gradle` on the `PATH`.
        command: PathBuf,
    },
}

/// Options of the builds that [`load`] and [`Project::run_tests`] run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Profiles of Maven, for `-P`. Gradle has no profiles.
    pub profiles: Vec<String>,
    /// Names and values of properties: system properties of Maven (`-D`), project properties of Gradle
    /// (`-P`).
    pub properties: Vec<(String, String)>,
    /// Whether the build must not use the network.
    pub offline: bool,
}

/// One module of a project.
///
/// All paths are absolute. All entries of the class paths exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The name: `group:artifact` for Maven, the project path for Gradle (`:` for the root project).
    pub name: String,
    /// The folder of the module.
    pub folder: PathBuf,
    /// The existing folders with the compiled main classes and their resources. Empty if the module has no
    /// main classes.
    pub classes: Vec<PathBuf>,
    /// The existing folders with the compiled tests and their resources, without those of other modules.
    pub test_classes: Vec<PathBuf>,
    /// What the main classes need at compile time or at run time, without `classes`: libraries, and the class
    /// folders of other modules.
    pub class_path: Vec<PathBuf>,
    /// What only the tests need.
    pub test_class_path: Vec<PathBuf>,
    /// The libraries that start the tests of JUnit 5 and later, without those that the class paths contain.
    /// The build tool adds them itself when it runs tests. Empty if the tests do not use JUnit 5
    /// or later. `None` if the build tool does not find the libraries.
    pub test_platform: Option<Vec<PathBuf>>,
    /// The folders with the sources that people wrote, without tests.
    pub source_roots: Vec<PathBuf>,
    /// The folders with the sources that the build generated, without tests.
    pub generated_source_roots: Vec<PathBuf>,
    /// The existing folders with the sources of tests that people wrote.
    pub test_source_roots: Vec<PathBuf>,
    /// The folder for new tests, usually `src/test/java`. The folder may not exist.
    pub test_source_root: PathBuf,
    /// The Java release of the tests' class files, such as 8 or 17. `None` if the build does not set it.
    pub release: Option<u8>,
    /// The JDK that runs the tests: the toolchain of the module, or the JDK that runs the build. `None` if
    /// unknown.
    pub java_home: Option<PathBuf>,
    /// The arguments of the JVM that runs the tests, without agents that measure coverage.
    pub test_arguments: Vec<String>,
    /// The patterns of the test files that the build runs, as in Surefire's parameter `includes`. Empty for
    /// the default patterns, which match the names of Testudo's test classes.
    pub test_includes: Vec<String>,
    /// The folder to which the build writes the XML reports of the tests. The folder may not exist.
    pub reports: PathBuf,
}

impl Module {
    /// Returns the source file of a top-level class that people wrote. `class` is its fully qualified name.
    /// Returns `None` if no file has the name of the class.
    pub fn source_file(&self, class: &str) -> Option<PathBuf> {
        let path = format!("{}.java", class.replace('.', "/"));
        self.source_roots.iter().map(|root| root.join(&path)).find(|file| file.is_file())
    }
}

impl Build {
    /// Returns the name of the build tool: `Maven` or `Gradle`.
    pub fn name(&self) -> &'static str {
        match self {
            Build::Maven { .. } => "Maven",
            Build::Gradle { .. } => "Gradle",
        }
    }

    /// Returns the program that runs the build.
    pub fn command(&self) -> &Path {
        match self {
            Build::Maven { command } | Build::Gradle { command } => command,
        }
    }

    /// Runs the build tool. A failed build is not an error.
    fn run(
        &self,
        command: &BuildCommand,
        is_cancelled: &dyn Fn() -> bool,
        is_stuck: &dyn Fn() -> bool,
    ) -> Result<Finished, Error> {
        let (program, package, wrapper_task) = match self {
            Build::Maven { .. } => ("mvn", "maven", "wrapper:wrapper"),
            Build::Gradle { .. } => ("gradle", "gradle", "wrapper"),
        };
        command.run(is_cancelled, is_stuck).map_err(|error| match error {
            Error::Io { error, .. } if error.kind() == ErrorKind::NotFound => {
                Error::MissingTool { tool: self.name(), program, package, wrapper_task }
            }
            error => error,
        })
    }

    /// Finds the build tool of the project in a folder. If the folder has the files of both build tools, the
    /// result is Maven.
    fn find(root: &Path) -> Result<Build, Error> {
        let exists = |name: &&str| root.join(name).is_file();
        if exists(&"pom.xml") {
            Ok(Build::Maven { command: wrapper(root, "mvnw").unwrap_or_else(|| "mvn".into()) })
        } else if GRADLE_BUILD_FILES.iter().any(exists) {
            Ok(Build::Gradle { command: wrapper(root, "gradlew").unwrap_or_else(|| "gradle".into()) })
        } else {
            Err(Error::NoBuildFile { folder: root.to_owned() })
        }
    }
}

/// The value of [`Project::idle_limit`]. Generated tests take far less time.
const IDLE_LIMIT: Duration = Duration::from_secs(60);
/// The files of which a Gradle project has at least one.
const GRADLE_BUILD_FILES: [&str; 4] =
    ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

/// Returns the wrapper of a build tool: the file `name` in the folder or in the next folder above that has
/// it. The search ends at the root of the git repository.
fn wrapper(root: &Path, name: &str) -> Option<PathBuf> {
    for folder in root.ancestors() {
        let file = folder.join(name);
        if file.is_file() {
            return Some(file);
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    None
}

/// Compiles the project in the folder `root` with its own build, and returns the facts about its modules.
///
/// `is_cancelled` is called every 50 milliseconds or more often. If it returns true, the build and all
/// processes that it started end.
///
/// # Errors
/// Returns an error if the folder has no build file, the build tool is missing, the build fails for all
/// modules, or the build was cancelled. A module without classes is not an error. If the build fails for some
/// modules, the result contains the other modules and [`Project::failure`].
pub fn load(root: &Path, options: &LoadOptions, is_cancelled: &dyn Fn() -> bool) -> Result<Project, Error> {
    let root = root.canonicalize().map_err(Error::io(format!("read the folder {}", root.display())))?;
    let build = Build::find(&root)?;
    let scratch = tempfile::tempdir().map_err(Error::io("create a temporary folder"))?;
    let file = scratch.path().join("facts");
    let command = match &build {
        Build::Maven { command } => maven::facts_command(command, &root, options, &file)?,
        Build::Gradle { command } => gradle::facts_command(command, &root, options, &file)?,
    };
    let start = Instant::now();
    // A build can report nothing for minutes, for example while it downloads libraries.
    let finished = build.run(&command, is_cancelled, &|| false)?;
    let compilation = start.elapsed();
    let failure = (!finished.is_success).then(|| command.failure(&finished.output));
    let facts = match (fs::read_to_string(&file), &failure) {
        (Ok(text), _) => facts::parse(&text).map_err(|problem| command.no_facts(problem))?,
        (Err(_), Some(_)) => Vec::new(),
        (Err(_), None) => return Err(command.no_facts("the extension of the build did not run")),
    };
    let modules = facts::modules(&facts);
    if let (Some(failure), true) = (&failure, modules.is_empty()) {
        return Err(Error::BuildFailed(failure.clone()));
    }
    Ok(Project {
        root,
        build,
        modules,
        failure,
        idle_limit: IDLE_LIMIT,
        options: options.clone(),
        compilation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_build_tool_is_an_error_that_names_the_package_and_the_wrapper() {
        let build = Build::Maven { command: "testudo-missing-mvn".into() };
        let result = build.run(&BuildCommand::new(build.command(), Path::new("/")), &|| false, &|| false);
        let message = result.err().expect("the program is missing").to_string();
        assert!(
            message.starts_with("the project needs Maven, but there is no program mvn on the PATH"),
            "{message}"
        );
        assert!(
            message.contains("apt-get install maven") && message.contains("`mvn wrapper:wrapper`"),
            "{message}"
        );
    }
}
