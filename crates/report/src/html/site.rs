//! The paths of all pages.

use std::collections::BTreeMap;

use super::file_names::FileNames;
use super::{Link, root_of};
use crate::model::{Class, Module, Report};
use crate::totals::Totals;

/// The files in the root folder of a report, and the name `index` of pages in other folders.
const RESERVED: [&str; 8] = [
    "index",
    "index.html",
    "style.css",
    "sort.js",
    "report.json",
    "mutation.json",
    "lcov.info",
    "testudo.sarif",
];

/// All pages of a report.
pub struct Site<'r> {
    /// The report.
    pub report: &'r Report,
    /// The modules, in the order of the report.
    pub modules: Vec<ModuleNode<'r>>,
}

/// A module with the path of its page.
pub struct ModuleNode<'r> {
    /// The module.
    pub module: &'r Module,
    /// Path of its page, from the root folder.
    pub path: String,
    /// The packages, sorted by name.
    pub packages: Vec<PackageNode<'r>>,
}

/// A package with the path of its page.
pub struct PackageNode<'r> {
    /// Name of the package; empty for the unnamed package.
    name: &'r str,
    /// Path of its page, from the root folder.
    pub path: String,
    /// The classes, sorted by name.
    pub classes: Vec<ClassNode<'r>>,
}

/// A class with the path of its page.
pub struct ClassNode<'r> {
    /// The class.
    pub class: &'r Class,
    /// Path of its page, from the root folder.
    pub path: String,
}

impl<'r> Site<'r> {
    /// Chooses the paths of the pages of a report.
    pub fn new(report: &'r Report) -> Site<'r> {
        let mut names = FileNames::with(&RESERVED);
        let modules = report.modules.iter().map(|module| {
            let folder = names.choose(&module.name);
            ModuleNode {
                module,
                path: format!("{folder}/index.html"),
                packages: packages(&module.classes, &folder),
            }
        });
        Site { report, modules: modules.collect() }
    }

    /// Returns whether modules have pages. The only module of a project has none, because the page of the
    /// project shows the same.
    pub fn has_module_pages(&self) -> bool {
        self.modules.len() > 1
    }

    /// Returns the links from a page to the pages above it: the project, then `module` if modules have pages,
    /// then `package`.
    pub fn links_above(
        &self,
        path: &str,
        module: Option<&ModuleNode>,
        package: Option<&PackageNode>,
    ) -> Vec<Link> {
        let root = root_of(path);
        let module = module.filter(|_| self.has_module_pages());
        let module = module.map(|module| (module.module.name.clone(), &*module.path));
        let package = package.map(|package| (package.title().to_owned(), &*package.path));
        let project = (self.report.project.clone(), "index.html");
        let above = [Some(project), module, package].into_iter().flatten();
        above.map(|(text, path)| Link { text, address: format!("{root}{path}") }).collect()
    }

    /// Returns the path of the page of a class with a name.
    pub fn path_of(&self, class: &str) -> Option<&str> {
        let mut classes = self.modules.iter().flat_map(ModuleNode::classes);
        classes.find(|node| node.class.name == class).map(|node| &*node.path)
    }
}

impl<'r> ModuleNode<'r> {
    /// Returns the classes of all packages.
    pub fn classes(&self) -> impl Iterator<Item = &ClassNode<'r>> {
        self.packages.iter().flat_map(|package| &package.classes)
    }
}

impl PackageNode<'_> {
    /// Returns the name of the package as a heading.
    pub fn title(&self) -> &str {
        if self.name.is_empty() { "unnamed package" } else { self.name }
    }
}

/// Returns the sum of the numbers of classes.
pub fn totals<'a>(classes: impl Iterator<Item = &'a ClassNode<'a>>) -> Totals {
    classes.map(|node| Totals::of(node.class)).sum()
}

fn packages<'r>(classes: &'r [Class], folder: &str) -> Vec<PackageNode<'r>> {
    let mut packages: BTreeMap<&str, BTreeMap<&str, &Class>> = BTreeMap::new();
    for class in classes {
        packages.entry(class.package()).or_default().insert(&class.name, class);
    }
    let mut names = FileNames::with(&RESERVED);
    let packages = packages.into_iter().map(|(name, classes)| {
        let folder = format!("{folder}/{}", names.choose(if name.is_empty() { "unnamed" } else { name }));
        let mut names = FileNames::with(&RESERVED);
        let class = |class: &'r Class| {
            let path = format!("{folder}/{}.html", names.choose(class.simple_name()));
            ClassNode { class, path }
        };
        let classes = classes.into_values().map(class).collect();
        PackageNode { name, path: format!("{folder}/index.html"), classes }
    });
    packages.collect()
}
