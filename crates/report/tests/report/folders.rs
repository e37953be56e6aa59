//! Folders of reports: writing, reading and merging.

use std::fs;

use report::{Error, Report, merge, read};

use crate::setup::{report, written};

#[test]
fn a_written_report_can_be_read_again() {
    let report = report(&[("core", &["com.acme.List", "com.acme.Map$Entry"]), ("app", &["Main"])]);
    let root = written(&report);
    assert_eq!(read(&root.path().join("report")).unwrap(), report);
}

#[test]
fn another_file_or_version_is_not_read() {
    let root = written(&report(&[]));
    let folder = root.path().join("report");
    let message = |text: &str| {
        fs::write(folder.join("report.json"), text).unwrap();
        read(&folder).unwrap_err().to_string()
    };
    assert!(message("{}").contains("is not a report"));
    assert!(message("{\"format\": \"other\", \"version\": 1}").contains("its format is other"));
    let newer = message("{\"format\": \"testudo-report\", \"version\": 99}");
    assert!(newer.contains("has version 99") && newer.contains("same version of Testudo"), "{newer}");
    let missing = read(&root.path().join("none")).unwrap_err().to_string();
    assert!(missing.contains("does not exist"), "{missing}");
}

#[test]
fn the_reports_of_shards_are_merged_by_module() {
    let first = report(&[("core", &["com.acme.Zoo"]), ("app", &["Main"])]);
    let second = report(&[("core", &["com.acme.List"]), ("web", &["Server"])]);
    let merged = merge([first, second]).unwrap();
    let names = |report: &Report| -> Vec<String> {
        let of_module = |module: &report::Module| {
            module.classes.iter().map(|class| format!("{} {}", module.name, class.name)).collect::<Vec<_>>()
        };
        report.modules.iter().flat_map(of_module).collect()
    };
    assert_eq!(names(&merged), ["core com.acme.List", "core com.acme.Zoo", "app Main", "web Server"]);
    assert_eq!(merged.changes.len(), 1, "both shards report the same change");
}

#[test]
fn reports_of_different_projects_or_with_the_same_class_are_not_merged() {
    let one = || report(&[("core", &["com.acme.List"])]);
    let other = Report { project: "other".to_owned(), ..one() };
    assert!(matches!(merge([one(), other]), Err(Error::OtherProject { .. })));
    let error = merge([one(), one()]).unwrap_err().to_string();
    assert!(error.contains("the class com.acme.List of the module core is in two reports"), "{error}");
}

#[test]
fn unchanged_classes_come_from_the_earlier_report() {
    let mut earlier = report(&[("core", &["com.acme.List", "com.acme.Old"]), ("app", &["com.acme.Map"])]);
    for class in earlier.modules.iter_mut().flat_map(|module| &mut module.classes) {
        class.fingerprint = Some(format!("1 {}", class.name));
    }
    let mut core = report::Module { name: "core".to_owned(), ..report::Module::default() };
    let unchanged =
        [("com.acme.List", "1 com.acme.List"), ("com.acme.Old", "2"), ("com.acme.Map", "1 com.acme.Map")];
    let unchanged = unchanged.map(|(name, fingerprint)| (name.to_owned(), fingerprint.to_owned()));
    core.add_unchanged(&unchanged, Some(&earlier));
    let names: Vec<&str> = core.classes.iter().map(|class| class.name.as_str()).collect();
    assert_eq!((names, core.unchanged), (vec!["com.acme.List"], 2));
}
