//! The HTML pages: one for the project, each module, each package and each class.
//!
//! The pages need no network and no script. A script only sorts tables.

mod class_page;
mod file_names;
mod group_page;
mod site;

use askama::Template;

use crate::folder::ReportFile;
use crate::model::Report;
use class_page::class_page;
use group_page::{module_page, package_page, project_page};
use site::Site;

/// Returns all pages, and the files that they need.
pub fn pages(report: &Report) -> Vec<ReportFile> {
    let site = Site::new(report);
    let mut pages = vec![
        ("style.css".to_owned(), include_str!("style.css").to_owned()),
        ("sort.js".to_owned(), include_str!("sort.js").to_owned()),
        ("index.html".to_owned(), render(&project_page(&site))),
    ];
    for module in &site.modules {
        if site.has_module_pages() {
            pages.push((module.path.clone(), render(&module_page(&site, module))));
        }
        for package in &module.packages {
            pages.push((package.path.clone(), render(&package_page(&site, module, package))));
            for class in &package.classes {
                let page = class_page(&site, module, package, class);
                pages.push((class.path.clone(), render(&page)));
            }
        }
    }
    pages
}

fn render(page: &impl Template) -> String {
    page.render().expect("a page is written to memory")
}

/// A link to a page of the report.
struct Link {
    text: String,
    /// The address, relative to the page with the link.
    address: String,
}

impl Link {
    /// Returns the parts of the text between dots. A narrow page can break a line after each dot.
    fn parts(&self) -> std::str::Split<'_, char> {
        self.text.split('.')
    }
}

/// Returns the address of the root folder, relative to a page. The result is empty or ends with `/`.
fn root_of(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}
