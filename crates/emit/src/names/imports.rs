//! Import declarations, and the choice between simple and qualified class names.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::ast::ClassName;

/// Class names of one file.
///
/// The file is printed twice. The first pass only counts the names, and every class name is qualified.
/// [`Imports::assign_simple_names`] then assigns each simple name to at most one class, and the second pass
/// uses the simple names.
pub(crate) struct Imports {
    package: String,
    /// Names of the test methods that the file declares.
    methods: Vec<String>,
    /// Names of the assertions that the file declares. The source calls them without an import.
    own_assertions: &'static [&'static str],
    /// Number of uses of each top-level class.
    use_counts: RefCell<BTreeMap<ClassName, u32>>,
    /// Statically imported members, by class and name.
    static_members: RefCell<BTreeSet<(ClassName, String)>>,
    /// Top-level classes that the source names by their simple names.
    classes_with_simple_names: BTreeSet<ClassName>,
}

impl Imports {
    pub(crate) fn new(
        package: &str,
        methods: Vec<String>,
        own_assertions: &'static [&'static str],
    ) -> Imports {
        Imports {
            package: package.to_owned(),
            methods,
            own_assertions,
            use_counts: RefCell::default(),
            static_members: RefCell::default(),
            classes_with_simple_names: BTreeSet::new(),
        }
    }

    /// Returns the source of a class name, and counts the use.
    pub(crate) fn name(&self, class: &ClassName) -> String {
        let outermost = class.outermost();
        let is_simple = self.classes_with_simple_names.contains(&outermost);
        *self.use_counts.borrow_mut().entry(outermost).or_default() += 1;
        if is_simple { class.path.join(".") } else { class.qualified() }
    }

    /// Adds a static import, unless the file declares the assertion. If the file declares a test method of
    /// the same name, adds no import and returns the class name that must qualify the member.
    pub(crate) fn import_static(&self, class: &ClassName, name: &str) -> Option<String> {
        if self.own_assertions.contains(&name) {
            return None;
        }
        if self.methods.iter().any(|method| method == name) {
            return Some(self.name(class));
        }
        self.static_members.borrow_mut().insert((class.clone(), name.to_owned()));
        None
    }

    /// Assigns every simple name to at most one class. A class of the file's package has priority, then a
    /// class of `java.lang`, then the class with the most uses.
    ///
    /// `file_classes` are the simple names of the classes that the file declares. `exists` returns whether a
    /// class with the given package and simple name exists. An import must not shadow a class that is in
    /// scope without an import.
    pub(crate) fn assign_simple_names(&mut self, file_classes: &[&str], exists: impl Fn(&str, &str) -> bool) {
        let use_counts = self.use_counts.take();
        let mut classes_by_name: BTreeMap<&str, Vec<(&ClassName, u32)>> = BTreeMap::new();
        for (class, &count) in &use_counts {
            classes_by_name.entry(&class.path[0]).or_default().push((class, count));
        }
        for (name, mut classes) in classes_by_name {
            classes.sort_by_key(|&(class, count)| {
                (class.package != self.package, class.package != "java.lang", u32::MAX - count, class)
            });
            let preferred = classes[0].0;
            if !file_classes.contains(&name) && self.can_be_simple(preferred, name, &exists) {
                self.classes_with_simple_names.insert(preferred.clone());
            }
        }
    }

    /// Returns whether the simple name of a class can refer to the class, with an import if necessary.
    fn can_be_simple(&self, class: &ClassName, name: &str, exists: &impl Fn(&str, &str) -> bool) -> bool {
        match class.package.as_str() {
            package if package == self.package => true,
            "java.lang" => !exists(&self.package, name),
            _ => !exists("java.lang", name),
        }
    }

    /// Returns the parts of all names that the file uses: of top-level classes, and of statically imported
    /// members.
    pub(crate) fn name_parts(&self) -> Vec<String> {
        let use_counts = self.use_counts.borrow();
        let static_members = self.static_members.borrow();
        let of_classes = use_counts.keys().flat_map(ClassName::parts);
        let of_members = static_members.iter().flat_map(|(class, name)| class.parts().chain([name.as_str()]));
        of_classes.chain(of_members).map(str::to_owned).collect()
    }

    /// Returns the import lines in ASCII order. Static imports come first, and a blank line separates them
    /// from the other imports.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .static_members
            .borrow()
            .iter()
            .map(|(class, name)| format!("import static {}.{name};", class.qualified()))
            .collect();
        lines.sort_unstable();
        let use_counts = self.use_counts.borrow();
        let mut classes: Vec<String> = self
            .classes_with_simple_names
            .iter()
            .filter(|class| use_counts.contains_key(*class))
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
