//! The HTML pages.

use std::fs;
use std::path::Path;

use crate::setup::{report, text, written};

/// Returns the paths of all pages below a folder.
fn pages(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => pages.extend(self::pages(&path)),
            false if path.extension().is_some_and(|it| it == "html") => pages.push(path),
            false => {}
        }
    }
    pages
}

#[test]
fn names_and_sources_are_text_and_not_markup() {
    let mut report = report(&[("<core>", &["com.acme.Li&<b>st"])]);
    report.modules[0].classes[0].tests[0].name = "<script>alert(1)</script>".to_owned();
    let root = written(&report);
    for page in pages(&root.path().join("report")) {
        let html = fs::read_to_string(&page).unwrap();
        for markup in ["<T>", "<String>", "<b>st", "<core>", "<method>", "<script>", "&&", " <= "] {
            assert!(!html.contains(markup), "{} contains {markup}", page.display());
        }
    }
}

#[test]
fn the_page_of_a_class_shows_reasons_and_surviving_mutants_in_the_line() {
    let root = written(&report(&[("core", &["com.acme.List"])]));
    let html = text(&root, "core/com.acme/List.html");
    let row = |line: u32| {
        let start = html.find(&format!("id=\"L{line}\"")).unwrap();
        html[start..start + html[start..].find("</tr>").unwrap()].to_owned()
    };
    let branches = row(5);
    assert!(branches.contains("class=\"partial\"") && branches.contains(">1/2<"), "{branches}");
    assert!(
        branches.contains("condition 1, false: every evaluation had another outcome")
            && branches.contains("&#60; replaced by &#60;=")
            && !branches.contains("replaced by &#62;"),
        "{branches}"
    );
    assert!(row(6).contains("class=\"covered\""));
    let uncovered = row(8);
    assert!(
        uncovered.contains("class=\"uncovered\"") && uncovered.contains("no test entered its"),
        "{uncovered}"
    );
    assert!(row(1).contains("class=\"none\""));
    assert!(html.contains("isShort_returnsTrue") && html.contains("throws NullPointerException"), "{html}");
    assert!(html.contains("expected true, but now false"), "{html}");
}

#[test]
fn without_its_source_a_class_has_a_list_of_lines() {
    let mut report = report(&[("core", &["com.acme.List"])]);
    report.modules[0].classes[0].source = None;
    let html = text(&written(&report), "core/com.acme/List.html");
    assert!(html.contains("The source file was not found"), "{html}");
    assert!(html.contains("id=\"L8\"") && !html.contains("id=\"L7\""), "{html}");
}

#[test]
fn all_links_lead_to_pages_of_the_report() {
    let root = written(&report(&[
        ("core", &["com.acme.List", "com.acme.list", "com.acme.index", "Main"]),
        ("com.acme:core", &["com.acme.Other"]),
        ("com.acme_core", &["com.acme.Other2"]),
    ]));
    let all = pages(&root.path().join("report"));
    assert_eq!(
        all.len(),
        1 + 3 + 4 + 6,
        "the project, three modules, four packages and six classes: {all:?}"
    );
    for page in &all {
        let html = fs::read_to_string(page).unwrap();
        for link in html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let (file, line) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let target = fs::read_to_string(&target).unwrap_or_else(|_| panic!("{}: {link}", page.display()));
            assert!(
                line.is_empty() || target.contains(&format!("id=\"{line}\"")),
                "{}: {link}",
                page.display()
            );
        }
    }
}
