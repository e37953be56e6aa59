//! Names of classes that are almost right.

use types::World;

/// Names suggested at most.
const MOST: usize = 3;
/// How much of a name must be right, from 0 to 1.
const ALIKE: f64 = 0.85;

/// What to do about a name that is not that of a class on the class path.
pub fn hint(world: &World, name: &str) -> String {
    if let Some(right) = binary_name(world, name) {
        return format!("the name of the class is {}", quoted(&right));
    }
    if !name.contains('/') && world.jdk().contains(&name.replace('.', "/")) {
        return "it is a class of the JDK, whose tests could not be in its package; name a class of your own"
            .to_owned();
    }
    let names: Vec<String> = similar(world, name).iter().map(|name| quoted(name)).collect();
    match &names[..] {
        [] => "check --classpath".to_owned(),
        names => format!("did you mean {}?", names.join(" or ")),
    }
}

/// The name as it should be, where it is given with slashes, as a file, or with a dot before a nested class.
fn binary_name(world: &World, name: &str) -> Option<String> {
    let mut name = name.strip_suffix(".class").unwrap_or(name).replace('/', ".");
    loop {
        if world.class_path().contains(&name.replace('.', "/")) {
            return Some(name);
        }
        let dot = name.rfind('.')?;
        name.replace_range(dot..=dot, "$");
    }
}

/// For a shell, which takes what follows a `$` for a variable.
fn quoted(name: &str) -> String {
    if name.contains('$') { format!("'{name}'") } else { name.to_owned() }
}

/// The class names that are most like a name: whose simple name is the same or alike, the package counting less.
fn similar(world: &World, name: &str) -> Vec<String> {
    let wanted = simple(name);
    let mut scored: Vec<(f64, String)> = Vec::new();
    for known in world.class_path().names() {
        let alike = strsim::jaro_winkler(&simple(known), &wanted);
        if alike >= ALIKE && !is_anonymous(known) {
            let known = known.replace('/', ".");
            scored.push((2.0 * alike + strsim::jaro_winkler(&known, name), known));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.into_iter().take(MOST).map(|(_, name)| name).collect()
}

fn simple(name: &str) -> String {
    name.rsplit(['.', '/', '$']).next().unwrap_or_default().to_lowercase()
}

fn is_anonymous(name: &str) -> bool {
    name.rsplit('$').next().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()))
}
