//! The test classes, and the methods that a test framework would run.

use std::cell::RefCell;
use std::rc::Rc;

use classfile::{Attribute, ClassFile, Member, attributes};
use rustc_hash::FxHashMap;
use types::access::{ABSTRACT, STATIC};

use crate::has_flag;

/// Names of methods that prepare or clean up each test in JUnit 3.
const SET_UP: &str = "setUp";
const TEAR_DOWN: &str = "tearDown";
/// The beginnings of the names of annotations: of methods that run before tests, and of methods that run
/// after tests. They are the same in JUnit 4, JUnit 5 and TestNG.
const BEFORE: &str = "Before";
const AFTER: &str = "After";

/// The test classes that were read so far.
pub struct Classes<'a> {
    read: &'a dyn Fn(&str) -> Option<ClassFile>,
    known: RefCell<FxHashMap<String, Option<Rc<ClassFile>>>>,
}

/// A method of a test class.
#[derive(Clone)]
pub struct Method {
    pub class: Rc<ClassFile>,
    /// Index in the methods of the class.
    pub index: usize,
}

/// A test method, and the methods that run before it.
pub struct TestMethod {
    /// The static methods that prepare all tests, the constructor of the test class, and the methods that
    /// prepare each test.
    pub preparations: Vec<Method>,
    /// The test method.
    pub method: Method,
}

impl Method {
    pub fn member(&self) -> &Member {
        &self.class.methods[self.index]
    }

    pub fn is_static(&self) -> bool {
        has_flag(self.member(), STATIC)
    }

    fn name(&self) -> String {
        text(&self.class, self.member().name)
    }

    /// Returns whether the method has no parameters and no result.
    fn takes_and_returns_nothing(&self) -> bool {
        text(&self.class, self.member().descriptor) == "()V"
    }

    /// Returns whether the simple name of an annotation of the method begins with a prefix.
    fn has_annotation(&self, prefix: &str) -> bool {
        const ANNOTATIONS: &str = "RuntimeVisibleAnnotations";
        let constants = &self.class.constants;
        let attribute = Attribute::find(&self.member().attributes, ANNOTATIONS, constants);
        let names = attribute.and_then(|it| attributes::annotations(&it.data, constants).ok());
        names
            .into_iter()
            .flatten()
            .any(|it| it.to_str().rsplit('/').next().is_some_and(|it| it.starts_with(prefix)))
    }

    fn prepares_tests(&self) -> bool {
        self.name() == SET_UP || self.has_annotation(BEFORE)
    }

    fn is_test(&self) -> bool {
        let is_other = self.name().starts_with('<') || self.name() == TEAR_DOWN || self.has_annotation(AFTER);
        self.takes_and_returns_nothing() && !is_other && !self.prepares_tests()
    }
}

/// Returns a text of the constant pool. Returns an empty text if it does not exist.
fn text(class: &ClassFile, index: u16) -> String {
    class.constants.utf8(index).map(|it| it.to_str().into_owned()).unwrap_or_default()
}

impl<'a> Classes<'a> {
    pub fn new(read: &'a dyn Fn(&str) -> Option<ClassFile>) -> Classes<'a> {
        Classes { read, known: RefCell::default() }
    }

    /// Returns a test class by its internal name.
    pub fn class(&self, name: &str) -> Option<Rc<ClassFile>> {
        if let Some(class) = self.known.borrow().get(name) {
            return class.clone();
        }
        let class = (self.read)(name).map(Rc::new);
        self.known.borrow_mut().insert(name.to_owned(), class.clone());
        class
    }

    /// Returns a method of a test class, or of a superclass that is a test class.
    pub fn method(&self, class: &str, name: &str, descriptor: &str) -> Option<Method> {
        self.hierarchy(class).into_iter().find_map(|class| declared(class, name, descriptor))
    }

    /// Returns a method that a test class declares itself.
    pub fn own_method(&self, class: &str, name: &str, descriptor: &str) -> Option<Method> {
        declared(self.class(class)?, name, descriptor)
    }

    /// Returns the methods of a test class that are tests, the own methods first, then the inherited ones. A
    /// method is a test if it has no parameters and no result, because the annotations of frameworks differ.
    pub fn test_methods(&self, class: &str) -> Vec<TestMethod> {
        let hierarchy = self.hierarchy(class);
        let Some(own) = hierarchy.first() else { return Vec::new() };
        let is_overridden = |it: &Method| {
            let called = self.method(class, &it.name(), &text(&it.class, it.member().descriptor));
            called.is_some_and(|called| !Rc::ptr_eq(&called.class, &it.class))
        };
        let constructor = methods(own).find(|it| it.name() == "<init>");
        let before = hierarchy.iter().rev().flat_map(methods).filter(Method::prepares_tests);
        let (before_class, before_test): (Vec<Method>, Vec<Method>) =
            before.filter(|it| !is_overridden(it)).partition(Method::is_static);
        let preparations: Vec<Method> =
            before_class.into_iter().chain(constructor).chain(before_test).collect();
        let is_test = |it: &Method| !has_flag(it.member(), ABSTRACT) && it.is_test() && !is_overridden(it);
        let tests = hierarchy.iter().flat_map(methods).filter(is_test);
        tests.map(|method| TestMethod { preparations: preparations.clone(), method }).collect()
    }

    /// Returns a test class and its superclasses, as far as they are test classes.
    fn hierarchy(&self, class: &str) -> Vec<Rc<ClassFile>> {
        /// A damaged class file can name a class as its own superclass.
        const MAX_DEPTH: usize = 20;
        let superclass = |class: &Rc<ClassFile>| {
            let name = class.constants.optional_class_name(class.super_class).ok().flatten()?;
            self.class(&name.to_str())
        };
        std::iter::successors(self.class(class), superclass).take(MAX_DEPTH).collect()
    }
}

/// Returns a method that a class declares.
fn declared(class: Rc<ClassFile>, name: &str, descriptor: &str) -> Option<Method> {
    let is_wanted = |it: &Member| text(&class, it.name) == name && text(&class, it.descriptor) == descriptor;
    let index = class.methods.iter().position(is_wanted)?;
    Some(Method { class, index })
}

fn methods(class: &Rc<ClassFile>) -> impl Iterator<Item = Method> + use<> {
    let class = class.clone();
    (0..class.methods.len()).map(move |index| Method { class: class.clone(), index })
}
