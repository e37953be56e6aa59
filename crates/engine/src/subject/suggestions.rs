//! Suggestions for a class name that is not on the class path.

use types::World;

/// Maximum number of suggested names.
const MAX_NAMES: usize = 3;
/// Minimum similarity of a suggested name, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.85;

/// Returns advice for the user who named a class that is not on the class path.
pub fn advice(world: &World, name: &str) -> String {
    if let Some(binary_name) = binary_name(world, name) {
        return format!("use the binary name {}", quoted(&binary_name));
    }
    if !name.contains('/') && world.jdk().contains(&name.replace('.', "/")) {
        return "name a class of your own, because tests of a JDK class would have to be in a package of the JDK"
            .to_owned();
    }
    let names: Vec<String> = similar(world, name).iter().map(|name| quoted(name)).collect();
    match &names[..] {
        [] => "check the name and --classpath".to_owned(),
        names => format!("did you mean {}?", names.join(" or ")),
    }
}

/// Returns the binary name of a class on the class path. `name` can contain slashes, end with `.class`, or
/// have a dot before a nested class.
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

/// Returns a name, in quotes if it contains `$`, because a shell would replace `$` and the name after it.
fn quoted(name: &str) -> String {
    if name.contains('$') { format!("'{name}'") } else { name.to_owned() }
}

/// Returns the class names that are most similar to a name. The similarity of the simple names counts twice
/// as much as the similarity of the full names.
fn similar(world: &World, name: &str) -> Vec<String> {
    let wanted = lowercase_simple_name(name);
    let mut scored: Vec<(f64, String)> = Vec::new();
    for candidate in world.class_path().names() {
        let similarity = strsim::jaro_winkler(&lowercase_simple_name(candidate), &wanted);
        if similarity >= MIN_SIMILARITY && !is_anonymous_or_local(candidate) {
            let candidate = candidate.replace('/', ".");
            scored.push((2.0 * similarity + strsim::jaro_winkler(&candidate, name), candidate));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.into_iter().take(MAX_NAMES).map(|(_, name)| name).collect()
}

/// Returns the simple name of a class in lower case.
fn lowercase_simple_name(name: &str) -> String {
    name.rsplit(['.', '/', '$']).next().unwrap_or_default().to_lowercase()
}

/// Returns whether a class is anonymous or local.
fn is_anonymous_or_local(name: &str) -> bool {
    name.rsplit('$').next().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()))
}
