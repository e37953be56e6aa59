//! Tests of a class under test that are carved out of existing tests.

use classfile::ClassFile;
use generation::{Cluster, validity};
use testcase::TestCase;

use super::ExistingTests;
use crate::subject::Subject;

/// Maximum number of carved tests of one class. The first generation runs all of them.
const MAX_TESTS: usize = 300;

impl ExistingTests {
    /// Returns tests of a class under test with the calls and values of existing tests. `test_classes` are
    /// the internal names of the test classes that mention the class under test.
    pub fn carve(&self, test_classes: &[String], cluster: &Cluster, subject: &Subject) -> Vec<TestCase> {
        let source = carving::Source {
            world: cluster.world,
            package: &cluster.package,
            test_classes: &|name| ClassFile::read(&self.tests.bytes(name)?).ok(),
            is_target: &|class| class == subject.class || subject.nested.contains(&class),
        };
        let carved = test_classes.iter().flat_map(|name| carving::carve(&source, name));
        let is_usable =
            |test: &TestCase| test.len() <= cluster.max_length && validity::check(cluster, test).is_ok();
        let tests: Vec<TestCase> = carved.filter(is_usable).take(MAX_TESTS).collect();
        tracing::debug!(tests = tests.len(), test_classes = test_classes.len(), "carved");
        tests
    }
}
