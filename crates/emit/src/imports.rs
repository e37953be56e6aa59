//! Which classes of a file are written by their simple names, and the import lines for that.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::java::ClassName;

/// The names of one file. While the file is first printed they are only collected; [`Imports::decide`] then
/// says who gets a contested simple name, and the file is printed again.
pub(crate) struct Imports {
    package: String,
    /// Names of the file's own methods.
    methods: Vec<String>,
    /// Uses by outermost class.
    used: RefCell<BTreeMap<ClassName, u32>>,
    /// Static members, by class and name.
    statics: RefCell<BTreeSet<(ClassName, String)>>,
    /// Outermost classes that go by their simple names.
    simple: BTreeSet<ClassName>,
}

impl Imports {
    pub(crate) fn new(package: &str, methods: Vec<String>) -> Imports {
        Imports {
            package: package.to_owned(),
            methods,
            used: RefCell::default(),
            statics: RefCell::default(),
            simple: BTreeSet::new(),
        }
    }

    /// How a class is written.
    pub(crate) fn name(&self, class: &ClassName) -> String {
        let outermost = class.outermost();
        let simple = self.simple.contains(&outermost);
        *self.used.borrow_mut().entry(outermost).or_default() += 1;
        if simple { class.path.join(".") } else { class.qualified() }
    }

    /// Imports a static member; the class to name it by where a method of the file has the same name.
    pub(crate) fn imported(&self, class: &ClassName, name: &str) -> Option<String> {
        if self.methods.iter().any(|method| method == name) {
            return Some(self.name(class));
        }
        self.statics.borrow_mut().insert((class.clone(), name.to_owned()));
        None
    }

    /// Gives every simple name to one class: to one of the file's own package, else to one of `java.lang`, else
    /// to the one used most. `own` is the file's class, `exists` tells whether there is a class of a
    /// (package, simple name): what is in scope without an import is not hidden by one.
    pub(crate) fn decide(&mut self, own: &str, exists: impl Fn(&str, &str) -> bool) {
        let used = self.used.take();
        let mut by_name: BTreeMap<&str, Vec<(&ClassName, u32)>> = BTreeMap::new();
        for (class, &count) in &used {
            by_name.entry(&class.path[0]).or_default().push((class, count));
        }
        for (name, mut classes) in by_name {
            classes.sort_by_key(|&(class, count)| {
                (class.package != self.package, class.package != "java.lang", u32::MAX - count, class)
            });
            let winner = classes[0].0;
            if self.may_be_simple(winner, name, own, &exists) {
                self.simple.insert(winner.clone());
            }
        }
    }

    fn may_be_simple(
        &self,
        class: &ClassName,
        name: &str,
        own: &str,
        exists: &impl Fn(&str, &str) -> bool,
    ) -> bool {
        match class.package.as_str() {
            package if package == self.package => true,
            _ if name == own => false,
            "java.lang" => !exists(&self.package, name),
            _ => !exists("java.lang", name),
        }
    }

    /// The import lines in the order of their characters, static ones first, groups apart by an empty line.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .statics
            .borrow()
            .iter()
            .map(|(class, name)| format!("import static {}.{name};", class.qualified()))
            .collect();
        lines.sort_unstable();
        let used = self.used.borrow();
        let mut classes: Vec<String> = self
            .simple
            .iter()
            .filter(|class| used.contains_key(*class))
            .filter(|class| class.package != self.package && class.package != "java.lang")
            .map(|class| format!("import {};", class.qualified()))
            .collect();
        classes.sort_unstable();
        if !lines.is_empty() && !classes.is_empty() {
            lines.push(String::new());
        }
        lines.extend(classes);
        lines
    }
}
