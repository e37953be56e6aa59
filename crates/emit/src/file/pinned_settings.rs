//! Members of the test class that set the default locale or time zone during each test: fields, and methods
//! that run before and after each test.

use super::FileWriter;
use crate::PinnedSettings;
use crate::ast::{ClassName, TestMethod};
use crate::dialect::Framework;
use crate::names::UniqueNames;

/// A setting of the JVM with a default value, which tests can replace.
struct Setting {
    /// English name of the setting.
    noun: &'static str,
    /// Simple name of the class in `java.util` with the methods `getDefault` and `setDefault`.
    class: &'static str,
    /// Name of the field that stores the default value.
    field: &'static str,
    /// Java expression for the value during tests, without the name of the class and the dot.
    value: &'static str,
}

fn settings(pins: PinnedSettings) -> Vec<Setting> {
    let locale = Setting { noun: "locale", class: "Locale", field: "defaultLocale", value: "US" };
    let (class, field) = ("TimeZone", "defaultTimeZone");
    let time_zone = Setting { noun: "time zone", class, field, value: "getTimeZone(\"UTC\")" };
    let candidates = [(pins.locale, locale), (pins.time_zone, time_zone)];
    candidates.into_iter().filter_map(|(is_pinned, setting)| is_pinned.then_some(setting)).collect()
}

impl FileWriter<'_> {
    /// Writes the fields and methods that set the settings `pins` during each test. Writes nothing if `pins`
    /// contains no setting.
    pub(super) fn pins(&mut self, framework: Framework, pins: PinnedSettings, methods: &[TestMethod]) {
        let settings = settings(pins);
        if settings.is_empty() {
            return;
        }
        let mut names = UniqueNames::new(methods.iter().map(|method| method.name.clone()));
        let name = |package, class| self.imports.name(&ClassName::top_level(package, class));
        let (package, before, after) = annotations(framework);
        let modifier = framework.modifier();
        let nouns: Vec<&str> = settings.iter().map(|setting| setting.noun).collect();
        let mut lines =
            vec![format!("// Some of these tests fail with another default {}.", nouns.join(" or "))];
        for Setting { class, field, .. } in &settings {
            lines.push(format!("private {} {field};", name("java.util", class)));
        }
        let mut method = |annotation: String, method: &str, body: Vec<String>| {
            lines.extend([String::new(), format!("@{annotation}")]);
            lines.push(format!("{modifier} void {}() {{", names.generate(method)).trim_start().to_owned());
            lines.extend(body.into_iter().map(|statement| format!("  {statement}")));
            lines.push("}".to_owned());
        };
        let pin = |Setting { class, field, value, .. }: &Setting| {
            let class = name("java.util", class);
            [format!("{field} = {class}.getDefault();"), format!("{class}.setDefault({class}.{value});")]
        };
        method(name(package, before), "pinSettings", settings.iter().flat_map(pin).collect());
        let restore = |Setting { class, field, .. }: &Setting| {
            format!("{}.setDefault({field});", name("java.util", class))
        };
        let after = format!("{}{}", name(package, after), attribute(framework));
        method(after, "restoreSettings", settings.iter().map(restore).collect());
        self.member(lines);
    }
}

/// Returns the package and the names of the annotations of methods that run before and after each test.
pub(super) fn annotations(framework: Framework) -> (&'static str, &'static str, &'static str) {
    match framework {
        Framework::JUnit5 => ("org.junit.jupiter.api", "BeforeEach", "AfterEach"),
        Framework::JUnit4 => ("org.junit", "Before", "After"),
        Framework::TestNg => ("org.testng.annotations", "BeforeMethod", "AfterMethod"),
    }
}

/// Returns the attributes of the annotation of a method that runs after each test. Only TestNG needs an
/// attribute: after a failure in another method of the class, it calls only methods with `alwaysRun`.
pub(super) fn attribute(framework: Framework) -> &'static str {
    if framework == Framework::TestNg { "(alwaysRun = true)" } else { "" }
}
