//! The page of a project, a module or a package: tables with links to the pages below it, and findings.

use askama::Template;

use super::site::{ClassNode, ModuleNode, PackageNode, Site, totals};
use super::{Link, root_of};
use crate::model::{Change, Class, Suspicion};
use crate::totals::Totals;

/// The page of a group of classes.
#[derive(Template)]
#[template(path = "group.html")]
pub struct GroupPage<'r> {
    root: String,
    above: Vec<Link>,
    title: String,
    /// What the group is: `Project`, `Module` or `Package`.
    kind: &'static str,
    totals: Totals,
    /// Number of classes without new results, because they have not changed.
    unchanged: usize,
    /// Number of classes that the run did not begin.
    skipped: usize,
    /// What the groups in this group are: `Modules` or `Packages`.
    kind_of_groups: &'static str,
    groups: Vec<Row>,
    classes: Vec<Row>,
    suspicions: Vec<(Link, &'r Suspicion)>,
    changes: Vec<(Option<Link>, &'r Change)>,
}

/// A row of a table: a module, a package or a class.
struct Row {
    link: Link,
    /// Package of a class, if the page shows several packages.
    package: Option<String>,
    /// Why the class has no new tests.
    note: Option<String>,
    totals: Totals,
}

/// Returns the page of the project.
pub fn project_page<'r>(site: &Site<'r>) -> GroupPage<'r> {
    let path = "index.html";
    let classes: Vec<&ClassNode> = site.modules.iter().flat_map(ModuleNode::classes).collect();
    let group = match site.has_module_pages() {
        true => site.modules.iter().map(|module| module_row(path, module)).collect(),
        false => site.modules.iter().flat_map(|module| package_rows(path, module)).collect(),
    };
    let change = |change: &'r Change| {
        let path = change.class.as_ref().and_then(|class| site.path_of(class));
        let text = change.class.clone().unwrap_or_default();
        (path.map(|path| Link { text, address: path.to_owned() }), change)
    };
    GroupPage {
        above: Vec::new(),
        kind: "Project",
        unchanged: site.modules.iter().map(|module| module.module.unchanged).sum(),
        skipped: site.modules.iter().map(|module| module.module.skipped).sum(),
        kind_of_groups: if site.has_module_pages() { "Modules" } else { "Packages" },
        changes: site.report.changes.iter().map(change).collect(),
        ..page(path, site.report.project.clone(), group, &classes)
    }
}

/// Returns the page of a module.
pub fn module_page<'r>(site: &Site, module: &ModuleNode<'r>) -> GroupPage<'r> {
    let classes: Vec<&ClassNode> = module.classes().collect();
    GroupPage {
        above: site.links_above(&module.path, None, None),
        kind: "Module",
        unchanged: module.module.unchanged,
        skipped: module.module.skipped,
        ..page(&module.path, module.module.name.clone(), package_rows(&module.path, module), &classes)
    }
}

/// Returns the page of a package.
pub fn package_page<'r>(site: &Site, module: &ModuleNode<'r>, package: &PackageNode<'r>) -> GroupPage<'r> {
    let classes: Vec<&ClassNode> = package.classes.iter().collect();
    GroupPage {
        above: site.links_above(&package.path, Some(module), None),
        ..page(&package.path, package.title().to_owned(), Vec::new(), &classes)
    }
}

fn page<'r>(path: &str, title: String, groups: Vec<Row>, classes: &[&ClassNode<'r>]) -> GroupPage<'r> {
    let suspicions_of = |node: &&ClassNode<'r>| {
        let class = node.class;
        let link = class_link(path, node, &class.name);
        let link = move |line: Option<u32>| Link {
            text: link.text.clone(),
            address: line.map_or(link.address.clone(), |line| format!("{}#L{line}", link.address)),
        };
        class.suspicions.iter().map(move |suspicion| (link(suspicion.line), suspicion))
    };
    GroupPage {
        root: root_of(path),
        above: Vec::new(),
        title,
        kind: "Package",
        totals: totals(classes.iter().copied()),
        unchanged: 0,
        skipped: 0,
        kind_of_groups: "Packages",
        classes: classes.iter().map(|node| class_row(path, node, !groups.is_empty())).collect(),
        groups,
        suspicions: classes.iter().flat_map(suspicions_of).collect(),
        changes: Vec::new(),
    }
}

fn module_row(path: &str, module: &ModuleNode) -> Row {
    let address = format!("{}{}", root_of(path), module.path);
    let link = Link { text: module.module.name.clone(), address };
    Row { link, package: None, note: None, totals: totals(module.classes()) }
}

fn package_rows(path: &str, module: &ModuleNode) -> Vec<Row> {
    let row = |package: &PackageNode| {
        let address = format!("{}{}", root_of(path), package.path);
        let link = Link { text: package.title().to_owned(), address };
        Row { link, package: None, note: None, totals: totals(package.classes.iter()) }
    };
    module.packages.iter().map(row).collect()
}

fn class_row(path: &str, node: &ClassNode, has_packages: bool) -> Row {
    let class: &Class = node.class;
    Row {
        link: class_link(path, node, class.simple_name()),
        package: has_packages.then(|| class.package().to_owned()),
        note: class.message.clone(),
        totals: Totals::of(class),
    }
}

fn class_link(path: &str, node: &ClassNode, text: &str) -> Link {
    Link { text: text.to_owned(), address: format!("{}{}", root_of(path), node.path) }
}
