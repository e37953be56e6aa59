//! Tests of a class under test that are carved out of existing tests.

use std::collections::BTreeMap;

use classfile::ClassFile;
use generation::{Cluster, validity};
use testcase::{Statement, TestCase};
use types::MethodId;

use super::ExistingTests;
use crate::subject::Subject;

/// Maximum number of carved tests of one class. The first generation runs all of them.
const MAX_TESTS: usize = 50;
/// Maximum number of carved tests that end with a call of the same method.
const MAX_TESTS_OF_METHOD: usize = 4;

impl ExistingTests {
    /// Returns tests of a class under test with the calls and values of existing tests. `test_classes` are
    /// the internal names of the test classes that mention the class under test.
    pub fn carve(&self, test_classes: &[String], cluster: &Cluster, subject: &Subject) -> Vec<TestCase> {
        let source = carving::Source {
            world: cluster.world,
            package: &cluster.package,
            // The class path of the tests can also contain the code under test.
            test_classes: &|name| match cluster.world.class_path().entries_contain(name) {
                true => None,
                false => ClassFile::read(&self.tests.bytes(name)?).ok(),
            },
            is_target: &|class| class == subject.class || subject.nested.contains(&class),
        };
        let carved = test_classes.iter().flat_map(|name| carving::carve(&source, name));
        let is_usable =
            |test: &TestCase| test.len() <= cluster.max_length && validity::check(cluster, test).is_ok();
        let mut tests: Vec<TestCase> = carved.filter(is_usable).collect();
        tests.sort_by_key(TestCase::len);
        let mut of_method: BTreeMap<Option<MethodId>, usize> = BTreeMap::new();
        tests.retain(|test| {
            let method = test.statements.last().and_then(Statement::called_method);
            let count = of_method.entry(method).or_default();
            *count += 1;
            *count <= MAX_TESTS_OF_METHOD
        });
        tests.truncate(MAX_TESTS);
        tracing::debug!(tests = tests.len(), test_classes = test_classes.len(), "carved");
        tests
    }
}
