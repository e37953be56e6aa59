//! The environment of a run: class path, JDK, sandbox, and a folder for temporary files.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use emit::TestClass;
use etcetera::BaseStrategy;
use suite::verify::{OtherJdk, Verifier};
use tempfile::TempDir;
use types::{ClassPath, Jdk, World};

use crate::class_path::open_class_path;
use crate::error::{Cause, Error};
use crate::existing_runs::ExistingRuns;
use crate::existing_tests::ExistingTests;
use crate::request::{Mocks, PlatformRequest, Sandbox, TestStyle};

/// The environment that all classes of a run share. Several platforms can be open in one process.
///
/// Dropping a platform removes its temporary files.
pub struct Platform {
    /// Types and members of the class path and the JDK.
    pub(crate) world: World,
    /// Sandbox of the code under test.
    pub(crate) sandbox: vm::Sandbox,
    /// Files and folders that the code under test may read in the sandbox.
    pub(crate) readable: Vec<PathBuf>,
    /// Working folder of the existing tests; `None`: an empty folder.
    pub(crate) working_folder: Option<PathBuf>,
    /// Number of worker JVMs.
    pub(crate) workers: usize,
    /// Arguments of the JVMs that run code under test.
    pub(crate) jvm_arguments: Vec<String>,
    /// Style of the generated tests.
    pub(crate) tests: TestStyle,
    /// The verifier, which compiles and runs the generated tests.
    pub(crate) verifier: Verifier,
    /// Existing tests, if the request names any.
    pub(crate) existing: Option<ExistingTests>,
    /// What the existing tests execute, if they ran before the work on the classes began.
    pub(crate) existing_runs: Option<Arc<ExistingRuns>>,
    /// Sentences about what the code under test can do, because this system does not offer the whole sandbox.
    sandbox_gaps: Vec<String>,
    /// Paths of the test files of this run, without `.java`, and the class under test of each file.
    pub(crate) test_files: Mutex<BTreeMap<PathBuf, String>>,
    /// Folder for temporary files. It must be the last field: the fields above use the folder until they are
    /// dropped.
    temporary: TempDir,
}

impl Platform {
    /// Opens the class path, finds the JDK, and creates a folder for temporary files.
    ///
    /// Tests use only the members that the JDK classes have in one Java release. The request can name this
    /// release; by default, it is the newest release that a class under test was compiled for. So the tests
    /// do not depend on the version of the JDK.
    ///
    /// # Errors
    /// Returns an error if the JDK, the class path, the sandbox or the folder for temporary files cannot be
    /// used.
    pub fn open(request: &PlatformRequest) -> Result<Platform, Error> {
        // Finding out what the system supports takes some milliseconds. The later call in `sandbox` waits for
        // the answer.
        std::thread::spawn(|| vm::Sandbox::On.report());
        let temporary = create_temporary_folder(request.temporary.as_deref())?;
        let jdk = find_jdk(request)?;
        let class_path = open_class_path(&request.class_path)?;
        check_release(request.tests.release, &jdk)?;
        let release = request.tests.release.map(u32::from);
        let jdk = match release.or_else(|| newest_release(&class_path, &request.classes)) {
            Some(release) => jdk.with_release(release),
            None => jdk,
        };
        let world = World::new(with_sample_classes(class_path, &request.classes), jdk);
        let world = match cache_folder() {
            Some(folder) => world.with_cache(folder.join("index")),
            None => world,
        };
        let (sandbox, sandbox_gaps) = sandbox(request.sandbox)?;
        let test_class_path = test_class_path(request, world.class_path())?;
        let verifier = verifier(request, &world, &test_class_path, sandbox, temporary.path())?;
        let existing = match &request.existing_tests {
            Some(tests) => {
                let libraries = test_class_path.entries();
                let existing = ExistingTests::open(&world, tests, libraries, temporary.path())?;
                Some(if request.can_lack_tests { existing } else { existing.require_test_class()? })
            }
            None => None,
        };
        let entries = [world.class_path().entries(), test_class_path.entries(), &request.readable];
        let readable = entries.into_iter().flatten().cloned().collect();
        let workers = request.workers.unwrap_or_else(default_workers);
        let (tests, test_files) = (request.tests, Mutex::default());
        let jvm_arguments = vm::arguments_for(world.jdk().version, &request.jvm_arguments);
        Ok(Platform {
            world,
            sandbox,
            readable,
            working_folder: request.working_folder.clone(),
            workers,
            jvm_arguments,
            tests,
            verifier,
            existing,
            existing_runs: None,
            sandbox_gaps,
            test_files,
            temporary,
        })
    }

    /// Returns this platform with what existing tests execute. Another platform of the same request may have
    /// run these tests.
    pub fn with_existing_runs(self, runs: Option<Arc<ExistingRuns>>) -> Platform {
        Platform { existing_runs: runs, ..self }
    }

    /// Returns the simple name for the test class of a class, if the class exists. No existing test class,
    /// and no test class of another class for which this method was called, has this name.
    pub fn test_class_name(&self, output: &Path, class: &str) -> Option<String> {
        let id = self.world.class_named(class)?;
        let TestClass { package, name, .. } = TestClass::named(&self.world, id);
        let wanted = match &self.existing {
            Some(existing) => existing.free_name(&package, &name),
            None => name,
        };
        Some(self.free_name(output, &package, &wanted, class))
    }

    /// Returns the name for the test class of `class`. It is the wanted name, or a name with a number if the
    /// test class of another class of this run has the wanted name. For example, the wanted name of both
    /// `Outer$Inner` and `OuterInner` is `OuterInnerTest`.
    fn free_name(&self, output: &Path, package: &str, wanted: &str, class: &str) -> String {
        let folder = output.join(package.replace('.', "/"));
        let stem = wanted.strip_suffix("Test").unwrap_or(wanted);
        let numbered = (2..).map(|number| format!("{stem}{number}Test"));
        let mut test_files = self.test_files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let is_free = |name: &String| test_files.get(&folder.join(name)).is_none_or(|owner| owner == class);
        let name = names.find(is_free).expect("there are infinitely many numbers");
        test_files.insert(folder.join(&name), class.to_owned());
        name
    }

    /// Returns the folder for temporary files. A process that exits without dropping the platform should
    /// remove this folder.
    pub fn temporary_folder(&self) -> &Path {
        self.temporary.path()
    }

    /// Returns sentences about what the code under test can do, because this system does not offer the whole
    /// sandbox. The list is empty if the sandbox is complete or turned off.
    pub fn sandbox_gaps(&self) -> &[String] {
        &self.sandbox_gaps
    }
}

fn find_jdk(request: &PlatformRequest) -> Result<Jdk, Error> {
    // The programs of the JDK run in another working folder. So the path must be absolute.
    let absolute_path = |home: &PathBuf| home.canonicalize().unwrap_or_else(|_| home.clone());
    let home = request.jdk.as_ref().map(absolute_path);
    let jdk = Jdk::find(home.as_deref()).map_err(|error| Error::user(Cause::Environment, &error))?;
    tracing::info!("JDK {} in {}", jdk.version, jdk.home.display());
    Ok(jdk)
}

fn check_release(release: Option<u8>, jdk: &Jdk) -> Result<(), Error> {
    match release {
        Some(release) if u32::from(release) > jdk.version => {
            let message = format!(
                "--release {release} is newer than the JDK in {}, which has version {}; name a newer JDK with --jdk, or choose an older release",
                jdk.home.display(),
                jdk.version
            );
            Err(Error::user(Cause::Environment, &message))
        }
        _ => Ok(()),
    }
}

/// Returns a class path with the sample classes that the tests of the given classes can declare.
fn with_sample_classes(class_path: ClassPath, classes: &[String]) -> ClassPath {
    let test_classes = classes.iter().map(|class| sample::test_class_of(&class.replace('.', "/")));
    let class_files = test_classes.filter_map(|test_class| sample::class_files(&test_class).ok());
    class_path.with_classes(class_files.flatten())
}

/// Returns the newest Java release that any of the classes was compiled for.
fn newest_release(class_path: &ClassPath, classes: &[String]) -> Option<u32> {
    let bytes = classes.iter().filter_map(|class| class_path.bytes(&class.replace('.', "/")));
    bytes.filter_map(|bytes| Some(release_of(*bytes.first_chunk()?))).max()
}

/// Returns the Java release of a class file, from its first eight bytes. Bytes 7 and 8 are the major version
/// of the class file; version 45 is release 1.
fn release_of([.., high, low]: [u8; 8]) -> u32 {
    u32::from(u16::from_be_bytes([high, low])).saturating_sub(44)
}

/// Opens the class path that only the tests need. Returns an error if the tests need Mockito and no class
/// path contains it.
fn test_class_path(request: &PlatformRequest, class_path: &ClassPath) -> Result<ClassPath, Error> {
    let path = open_class_path(&request.test_class_path)?;
    let has_mockito = |path: &ClassPath| path.contains("org/mockito/Mockito");
    if request.tests.mocks == Mocks::Mockito && !has_mockito(&path) && !has_mockito(class_path) {
        let message = "--mocks mockito needs Mockito to compile and run the tests, but no class path contains it; \
                       add the jars of mockito-core, byte-buddy and objenesis to --test-classpath";
        return Err(Error::user(Cause::ClassPath, &message));
    }
    Ok(path)
}

fn verifier(
    request: &PlatformRequest,
    world: &World,
    test_class_path: &ClassPath,
    sandbox: vm::Sandbox,
    temporary: &Path,
) -> Result<Verifier, Error> {
    let entries = world.class_path().entries().iter().chain(test_class_path.entries()).cloned().collect();
    let jdk = world.jdk();
    // The test classes are compiled for this release.
    let release = request.tests.release.map_or(jdk.version, u32::from);
    let other_jdk = jdk.find_other(release).map(|jdk| OtherJdk { java: jdk.java(), version: jdk.version });
    let jvm_arguments = vm::arguments_for(jdk.version, &request.jvm_arguments);
    Verifier::new(jdk.java(), other_jdk, entries, request.tests.dialect(), sandbox, temporary)
        .map(|it| it.with_jvm_arguments(jvm_arguments).with_readable(request.readable.clone()))
        .map_err(|error| Error::unwritable_temporary_folder(temporary, &error))
}

/// Returns the sandbox, and sentences about what it cannot prevent on this system.
fn sandbox(requested: Sandbox) -> Result<(vm::Sandbox, Vec<String>), Error> {
    let gaps = sandbox_gaps(vm::Sandbox::On.report());
    match requested {
        Sandbox::Off => Ok((vm::Sandbox::Off, Vec::new())),
        Sandbox::Weak => Ok((vm::Sandbox::Weak, gaps)),
        Sandbox::On if gaps.is_empty() => Ok((vm::Sandbox::On, gaps)),
        Sandbox::On => Err(Error::User {
            cause: Cause::Environment,
            message: format!("this system does not offer the whole sandbox: {}", gaps.join(", and ")),
            remedy: "run Testudo on Linux 6.2 or later with Landlock and seccomp, accept these gaps \
                     with --sandbox weak, or trust the code under test with --sandbox off"
                .into(),
        }),
    }
}

/// Returns a sentence about each part of the sandbox that the system does not offer.
fn sandbox_gaps(report: vm::SandboxReport) -> Vec<String> {
    let parts = [
        (
            report.files,
            "without Landlock (version 3 or later), the code under test can read and write files anywhere",
        ),
        (
            report.calls,
            "without seccomp, the code under test can use the network, start programs and send signals",
        ),
        (
            report.denials,
            "without seccomp user notification, Testudo can write tests that do harm outside the sandbox",
        ),
    ];
    parts.iter().filter(|(is_active, _)| !is_active).map(|(_, gap)| (*gap).to_owned()).collect()
}

/// Returns the folder for Testudo's caches: a subfolder of the user's cache folder. Returns `None` if the
/// user has no cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.cache_dir().join("testudo"))
}

fn create_temporary_folder(parent: Option<&Path>) -> Result<TempDir, Error> {
    let parent = parent.map_or_else(std::env::temp_dir, Path::to_owned);
    vm::create_folder("testudo-", &parent)
        .map_err(|error| Error::unwritable_temporary_folder(&parent, &error))
}

/// Returns the number of processor cores minus one, but at least 1: the search uses one core.
fn default_workers() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get).saturating_sub(1).max(1)
}
