//! Prints the facts about the modules of a project, or runs test classes of a module in the project's build.
//!
//! `cargo run -p project --example load -- FOLDER [-Dname=value]... [MODULE CLASS...]`

use std::error::Error;
use std::time::Instant;

use project::{ClassFiles, LoadOptions, load};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut options, mut words) = (LoadOptions::default(), Vec::new());
    for argument in std::env::args().skip(1) {
        match argument.strip_prefix("-D").and_then(|property| property.split_once('=')) {
            Some((name, value)) => options.properties.push((name.to_owned(), value.to_owned())),
            None => words.push(argument),
        }
    }
    let (folder, words) = words.split_first().ok_or("expected FOLDER [-Dname=value]... [MODULE CLASS...]")?;
    let start = Instant::now();
    let project = load(folder.as_ref(), &options, &|| false)?;
    println!(
        "{:?}: {} modules, {:.1} s",
        project.build,
        project.modules.len(),
        start.elapsed().as_secs_f64()
    );
    if let Some(failure) = &project.failure {
        println!("{failure}");
    }
    if let [name, classes @ ..] = words {
        let module = project.modules.iter().find(|it| it.name == *name).ok_or("there is no such module")?;
        let start = Instant::now();
        println!("{:#?}", project.run_tests(module, classes, &|| false)?);
        println!("{:.1} s", start.elapsed().as_secs_f64());
        return Ok(());
    }
    let files = ClassFiles::read(&project.modules)?;
    for module in &project.modules {
        let names = module.class_names(&files);
        println!("{module:#?}\n{:?}\n{} classes: {}", module.libraries(), names.len(), names.join(" "));
    }
    Ok(())
}
