//! Prints the facts about the modules of a project: `cargo run -p project --example load -- FOLDER`.

use std::time::Instant;

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let start = Instant::now();
    let project = match project::load(folder.as_ref(), &project::LoadOptions::default(), &|| false) {
        Ok(project) => project,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    };
    println!(
        "{:?}, {} modules, {:.1} s",
        project.build,
        project.modules.len(),
        start.elapsed().as_secs_f64()
    );
    if let Some(failure) = &project.failure {
        println!("{failure}");
    }
    for module in &project.modules {
        let classes = module.class_names();
        println!("{module:#?}\n{:?}", module.libraries());
        match classes {
            Ok(names) => println!("{} classes: {}", names.len(), names.join(" ")),
            Err(error) => println!("{error}"),
        }
    }
}
