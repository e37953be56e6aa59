//! Runs test classes in the build of a project: `cargo run -p project --example run_tests -- FOLDER MODULE CLASS...`.

use std::time::Instant;

use project::{LoadOptions, load};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, module, classes @ ..] = &arguments[..] else { return Err("FOLDER MODULE CLASS...".into()) };
    let options =
        LoadOptions { properties: vec![("rat.skip".into(), "true".into())], ..LoadOptions::default() };
    let project = load(folder.as_ref(), &options, &|| false)?;
    let module = project.modules.iter().find(|it| it.name == *module).ok_or("there is no such module")?;
    let start = Instant::now();
    println!("{:#?}", project.run_tests(module, classes, &|| false)?);
    println!("{:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}
