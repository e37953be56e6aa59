//! The plan for a project: which classes need tests, how the tests look, and where they go.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use batch::{Batch, Task};
use engine::{PlatformRequest, Request};
use project::{ClassFiles, Module};

use crate::bytecode::{Bytecode, ProjectBytecode};
use crate::files::{files, is_same_file};
use crate::fingerprint::{fingerprint, is_same_class, unchecked, without_mark};
use crate::jvm_arguments::jvm_arguments;
use crate::merge::names_of_tests;
use crate::pattern::Pattern;
use crate::record::{Record, circumstances, passed_key};
use crate::selection::{check_patterns, top_level};
use crate::shard::Shard;
use crate::style::{StyleOptions, style};
use crate::test_names::{TestName, TestNames};
use crate::{Error, WrittenFile};

/// What to generate tests for, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Options of each module, in the order of the modules.
    pub modules: Vec<ModuleOptions>,
    /// Only classes of these source files. `None`: classes of all source files.
    pub sources: Option<Vec<PathBuf>>,
    /// Only classes of this shard. `None`: all classes.
    pub shard: Option<Shard>,
    /// Folder for the new tests of classes that have tests of an earlier run. [`merge`](crate::merge) adds
    /// them to the earlier tests.
    pub scratch: PathBuf,
    /// The classes for which earlier runs could write no test.
    pub record: Record,
    /// The test files whose tests passed in earlier runs, although code that their classes reach had changed.
    pub passed: Record,
    /// See [`Batch::jobs`].
    pub jobs: usize,
    /// See [`Batch::total_time`].
    pub total_time: Option<Duration>,
}

/// Options of one module.
#[derive(Clone, Debug)]
pub struct ModuleOptions {
    /// Patterns of the classes that get tests. Empty: all classes.
    pub include: Vec<Pattern>,
    /// Patterns of the classes that get no tests.
    pub exclude: Vec<Pattern>,
    /// One folder for all tests. `None`: the folder for tests of the module.
    pub output: Option<PathBuf>,
    /// Style of the tests.
    pub style: StyleOptions,
    /// JDK, workers, sandbox and temporary folder. The plan sets the other fields.
    pub platform: PlatformRequest,
    /// Options of the search. The plan sets the class, the test class, the folder and the fingerprint.
    pub request: Request,
}

/// What the plan for a module depends on.
struct Input<'a> {
    module: &'a Module,
    /// The names of all top-level classes of the module.
    names: &'a [String],
    bytecode: Bytecode<'a>,
    options: &'a Options,
    of_module: &'a ModuleOptions,
}

impl ModuleOptions {
    fn selects(&self, class: &str) -> bool {
        let matches = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(class));
        (self.include.is_empty() || matches(&self.include)) && !matches(&self.exclude)
    }
}

/// The plan for a project.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The tasks. A task belongs to the class at the same index in [`Plan::classes`].
    pub batch: Batch,
    /// The classes that need tests.
    pub classes: Vec<PlannedClass>,
    /// The modules of the project, in the same order.
    pub modules: Vec<PlannedModule>,
}

/// A class that needs tests.
#[derive(Clone, Debug)]
pub struct PlannedClass {
    /// Index of the module in [`Plan::modules`].
    pub module: usize,
    /// Fully qualified name of the test class.
    pub test_class: String,
    /// The test file.
    pub path: PathBuf,
    /// Whether the file contains tests of an earlier run, which stay.
    pub has_earlier_tests: bool,
    /// The earlier tests, if they belong to this version of the class, and only code that the class reaches
    /// has changed.
    pub same_class: Option<SameClass>,
    /// The fingerprint of the class and the options.
    pub fingerprint: String,
    /// The key of the class in the record of the classes for which no test could be written. `None` if the
    /// class has tests of an earlier run.
    pub record_key: Option<String>,
}

/// Tests of an earlier run that belong to this version of a class and to these options. The code that the
/// class reaches can have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameClass {
    /// The fingerprint in the test file.
    pub fingerprint: String,
    /// The key of the test file in [`Options::passed`].
    pub passed_key: String,
}

impl SameClass {
    /// Returns the tests in the source of a test file, if they belong to the class with a fingerprint.
    fn of(text: &str, fingerprint: &str) -> Option<SameClass> {
        let recorded = emit::fingerprint(text)?;
        let earlier = without_mark(recorded).unwrap_or(recorded);
        if !is_same_class(earlier, fingerprint) {
            return None;
        }
        Some(SameClass { fingerprint: earlier.to_owned(), passed_key: passed_key(fingerprint, text) })
    }
}

/// What the plan says about a module.
#[derive(Clone, Debug, Default)]
pub struct PlannedModule {
    /// Number of selected classes with code.
    pub classes: usize,
    /// The names of the classes whose test file belongs to this version of the class, or for which an earlier
    /// run could write no test. Also the fingerprint in the test file, or of the class if there is no file.
    pub up_to_date: Vec<(String, String)>,
    /// The test files of these classes whose tests have not run in the project's build, for example because
    /// the earlier run was interrupted.
    pub unchecked: Vec<WrittenFile>,
    /// Number of these classes for which an earlier run could write no test.
    pub without_tests: usize,
    /// Whether the module has selected classes, but no test framework.
    pub has_no_framework: bool,
    /// Whether Testudo cannot run the module's own tests, because libraries are missing. Then the new tests
    /// also cover what these tests cover.
    pub ignores_own_tests: bool,
}

/// Plans the tests of the modules of a project.
///
/// # Errors
/// Returns an error if a file cannot be read, or if a pattern matches no class.
pub fn plan(modules: &[Module], options: &Options) -> Result<Plan, Error> {
    let class_files = ClassFiles::read(modules)?;
    let names: Vec<Vec<String>> =
        modules.iter().map(|module| top_level(&module.class_names(&class_files))).collect();
    check_patterns(&options.modules, &names)?;
    let batch = Batch {
        environments: Vec::new(),
        tasks: Vec::new(),
        jobs: options.jobs,
        total_time: options.total_time,
    };
    let mut plan = Plan { batch, classes: Vec::new(), modules: Vec::new() };
    let bytecode = ProjectBytecode::new(&class_files);
    for ((module, names), of_module) in modules.iter().zip(&names).zip(&options.modules) {
        let bytecode = bytecode.of_module(module);
        plan.add_module(&Input { module, names, bytecode, options, of_module })?;
    }
    Ok(plan)
}

impl Plan {
    /// Returns the classes of a module that have tests of an earlier run.
    pub fn earlier_files(&self, module: usize) -> Vec<WrittenFile> {
        let classes = self.classes.iter().filter(|class| class.module == module && class.has_earlier_tests);
        classes
            .map(|class| WrittenFile {
                test_class: class.test_class.clone(),
                path: class.path.clone(),
                earlier: Vec::new(),
            })
            .collect()
    }

    /// Returns the class under test of each test class. The names are fully qualified.
    pub fn tested_classes(&self) -> BTreeMap<String, String> {
        let tasks = self.batch.tasks.iter().zip(&self.classes);
        tasks.map(|(task, class)| (class.test_class.clone(), task.request.class.clone())).collect()
    }

    /// Removes the classes whose test files are in a list.
    pub fn remove_files(&mut self, files: &[PathBuf]) {
        let is_kept = |class: &PlannedClass| !files.contains(&class.path);
        let mut kept = self.classes.iter().map(is_kept);
        self.batch.tasks.retain(|_| kept.next().unwrap_or(true));
        self.classes.retain(is_kept);
        self.remove_unused_environments();
    }

    fn remove_unused_environments(&mut self) {
        let used: BTreeSet<usize> = self.batch.tasks.iter().map(|task| task.environment).collect();
        for task in &mut self.batch.tasks {
            task.environment = used.range(..task.environment).count();
        }
        let mut numbers = 0..;
        self.batch.environments.retain(|_| numbers.next().is_some_and(|number| used.contains(&number)));
    }

    /// Removes the classes that need no new tests, because only code that they reach has changed, and their
    /// earlier tests pass. Records that these tests pass with the current code. `passed_files` are the files
    /// whose tests pass.
    pub fn remove_passed(&mut self, passed_files: &[PathBuf], record: &Record) {
        let mut removed = Vec::new();
        for (task, class) in self.batch.tasks.iter().zip(&self.classes) {
            let Some(earlier) = &class.same_class else { continue };
            if passed_files.contains(&class.path) {
                record.insert(&earlier.passed_key);
                let up_to_date = &mut self.modules[class.module].up_to_date;
                up_to_date.push((task.request.class.clone(), earlier.fingerprint.clone()));
                removed.push(class.path.clone());
            }
        }
        self.remove_files(&removed);
    }

    /// Ignores the compiled tests of files that no longer exist, because all their tests were removed. The
    /// build keeps these class files.
    pub fn ignore_removed_files(&mut self) {
        let is_removed = |class: &&PlannedClass| class.has_earlier_tests && !class.path.exists();
        let removed: Vec<&String> =
            self.classes.iter().filter(is_removed).map(|class| &class.test_class).collect();
        for task in &mut self.batch.tasks {
            task.request.ignored_tests.extend(removed.iter().copied().cloned());
        }
    }

    fn add_module(&mut self, input: &Input) -> Result<(), Error> {
        let Input { module, names, bytecode, options, of_module } = input;
        let is_selected = |class: &&String| {
            let is_in_shard = options.shard.is_none_or(|shard| shard.contains(class));
            let source = || module.source_file(class);
            let is_in_sources = || {
                options.sources.as_ref().is_none_or(|files| source().is_some_and(|it| files.contains(&it)))
            };
            of_module.selects(class) && is_in_shard && is_in_sources()
        };
        let has_code =
            |class: &&String| bytecode.files_of(&class.replace('.', "/")).any(|(_, facts)| facts.has_code);
        let selected: Vec<&String> = names.iter().filter(is_selected).filter(has_code).collect();
        let mut planned = PlannedModule { classes: selected.len(), ..PlannedModule::default() };
        match style(module, &of_module.style) {
            _ if selected.is_empty() => {}
            None => planned.has_no_framework = true,
            Some(style) => {
                let platform =
                    PlatformRequest { tests: style, ..platform(module, &selected, &of_module.platform) };
                planned.ignores_own_tests =
                    platform.existing_tests.is_none() && !module.test_classes.is_empty();
                self.add_tasks(input, &selected, platform, &mut planned)?;
            }
        }
        self.modules.push(planned);
        Ok(())
    }

    /// Adds a task for each class whose tests are not up to date. Counts the other classes.
    fn add_tasks(
        &mut self,
        input: &Input,
        selected: &[&String],
        platform: PlatformRequest,
        planned_module: &mut PlannedModule,
    ) -> Result<(), Error> {
        let Input { module, names, bytecode, of_module: options, .. } = input;
        let root = options.output.as_ref().unwrap_or(&module.test_source_root);
        let environment = self.batch.environments.len();
        let scratch = input.options.scratch.join(environment.to_string());
        let generated = generated_tests(&module.test_source_roots)?;
        let circumstances = circumstances(module, &platform, input.options.total_time, &generated)?;
        let mut build_folders = module.test_source_roots.iter().chain([&module.test_source_root]);
        let is_in_build = build_folders.any(|folder| is_same_file(folder, root));
        let mut test_names = TestNames::new(root, &module.test_source_roots, names);
        let mut tasks = Vec::new();
        // The classes that are not selected also choose names, so that the names do not depend on the
        // selection.
        let chosen: Vec<TestName> = names.iter().map(|class| test_names.choose(class)).collect();
        // The build can keep the class files of tests whose sources somebody deleted.
        let deleted: Vec<String> =
            chosen.iter().filter(|it| it.earlier.is_none()).map(|it| it.qualified.clone()).collect();
        for (class, TestName { name, qualified, path, earlier }) in names.iter().zip(chosen) {
            if !selected.contains(&class) {
                continue;
            }
            let internal = class.replace('.', "/");
            let fingerprint = fingerprint(bytecode, &internal, &platform, &options.request);
            let earlier = earlier.filter(|_| !options.request.force);
            let same_class = earlier.as_ref().and_then(|text| SameClass::of(text, &fingerprint));
            let is_up_to_date = |it: &&SameClass| {
                it.fingerprint == fingerprint || input.options.passed.contains(&it.passed_key)
            };
            if let Some(up_to_date) = same_class.as_ref().filter(is_up_to_date) {
                planned_module.unchecked.extend(unchecked_file(earlier.as_deref(), &qualified, &path));
                planned_module.up_to_date.push((class.clone(), up_to_date.fingerprint.clone()));
                continue;
            }
            // The build does not run tests outside of its folders, so it is unknown whether they still pass.
            let earlier = earlier.filter(|text| is_in_build || !emit::is_unedited(text));
            let same_class = same_class.filter(|_| earlier.is_some());
            let record_key = earlier.is_none().then(|| format!("{fingerprint}-{circumstances}"));
            let is_recorded = record_key.as_ref().is_some_and(|key| input.options.record.contains(key));
            if is_recorded && !options.request.force {
                planned_module.without_tests += 1;
                planned_module.up_to_date.push((class.clone(), fingerprint));
                continue;
            }
            let planned = PlannedClass {
                module: self.modules.len(),
                test_class: qualified,
                path,
                has_earlier_tests: earlier.is_some(),
                same_class,
                fingerprint: fingerprint.clone(),
                record_key,
            };
            let size: usize = bytecode.files_of(&internal).map(|(_, facts)| facts.size).sum();
            let request = Request {
                class: class.clone(),
                output: if planned.has_earlier_tests { scratch.clone() } else { root.clone() },
                test_class: Some(name),
                fingerprint: Some(unchecked(&fingerprint)),
                // The tests of an earlier run count as existing tests of their class only.
                ignored_tests: generated
                    .iter()
                    .filter(|test| **test != planned.test_class)
                    .chain(&deleted)
                    .cloned()
                    .collect(),
                ..options.request.clone()
            };
            // The number of goals grows with the size of the code. The first goals need less time than the
            // last.
            let task = Task { environment, request, weight: (size as f64).sqrt() };
            tasks.push((task, planned));
        }
        if !tasks.is_empty() {
            self.batch.environments.push(platform);
        }
        let (tasks, classes): (Vec<_>, Vec<_>) = tasks.into_iter().unzip();
        self.batch.tasks.extend(tasks);
        self.classes.extend(classes);
        Ok(())
    }
}

/// Returns a test file with the source `text`, if its tests have not run in the project's build. All tests of
/// a file that a person edited stay, even if they fail.
fn unchecked_file(text: Option<&str>, test_class: &str, path: &Path) -> Option<WrittenFile> {
    let text = text.filter(|text| emit::fingerprint(text).is_some_and(|it| without_mark(it).is_some()))?;
    let earlier = if emit::is_unedited(text) { Vec::new() } else { names_of_tests(text) };
    Some(WrittenFile { test_class: test_class.to_owned(), path: path.to_owned(), earlier })
}

/// Returns the environment of a module, without the style of the tests.
fn platform(module: &Module, selected: &[&String], options: &PlatformRequest) -> PlatformRequest {
    let can_run_tests = module.test_platform.is_some() && !module.test_classes.is_empty();
    PlatformRequest {
        class_path: module.classes.iter().chain(&module.class_path).cloned().collect(),
        test_class_path: module
            .test_class_path
            .iter()
            .cloned()
            .chain(module.test_platform.iter().flatten().cloned())
            .collect(),
        existing_tests: can_run_tests.then(|| module.test_classes.clone()),
        // The folder can contain only resources, or only helper classes.
        can_lack_tests: true,
        classes: selected.iter().map(|&class| class.clone()).collect(),
        jvm_arguments: jvm_arguments(&module.test_arguments),
        readable: vec![module.folder.clone()],
        working_folder: Some(module.folder.clone()),
        jdk: options.jdk.clone().or_else(|| module.java_home.clone()),
        ..options.clone()
    }
}

/// Returns the qualified names of the test classes that Testudo generated and nobody edited.
fn generated_tests(roots: &[PathBuf]) -> Result<Vec<String>, Error> {
    let mut generated = Vec::new();
    for root in roots {
        for file in files(root, "java")? {
            let text = fs::read(&file).map_err(Error::io("read", &file))?;
            if std::str::from_utf8(&text).is_ok_and(emit::is_unedited) {
                let name = file.strip_prefix(root).expect("the file is below the folder").with_extension("");
                generated.push(name.to_string_lossy().replace(['/', '\\'], "."));
            }
        }
    }
    Ok(generated)
}
