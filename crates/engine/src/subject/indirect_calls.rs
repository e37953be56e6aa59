//! The way to a class of which a test can make no object: through the classes that hide its subclasses.

use std::collections::BTreeSet;

use classfile::{ClassFile, Constant, Instruction};
use generation::{Cluster, ClusterCall};
use types::{ClassId, World};

/// Calls of classes in which hidden subclasses of the class under test are nested, as far as they lead there. None
/// when objects of the class can be made.
pub fn calls(cluster: &Cluster) -> Vec<ClusterCall> {
    if cluster.is_subject_instantiable() {
        return Vec::new();
    }
    let world = cluster.world;
    let mut hidden: BTreeSet<String> = BTreeSet::from([internal(world, cluster.subject)]);
    let mut around = BTreeSet::new();
    for &subtype in world.subtypes(cluster.subject) {
        hidden.insert(internal(world, subtype));
        let mut outers = std::iter::successors(Some(subtype), |&class| world.class(class).outer);
        around.extend(outers.find(|&class| world.is_accessible_class(class, &cluster.package)));
    }
    around
        .into_iter()
        .filter(|&class| class != cluster.subject)
        .flat_map(|class| leading(cluster, class, &hidden))
        .collect()
}

fn internal(world: &World, class: ClassId) -> String {
    world.name(class).replace('.', "/")
}

/// Calls of one class whose code mentions a hidden class, or calls code of the same class that does.
fn leading(cluster: &Cluster, class: ClassId, hidden: &BTreeSet<String>) -> Vec<ClusterCall> {
    let world = cluster.world;
    let file = world.bytes(&internal(world, class)).and_then(|bytes| ClassFile::read(&bytes).ok());
    let Some(file) = file else { return Vec::new() };
    let mut leads: BTreeSet<(String, String)> = BTreeSet::new();
    let mut before = usize::MAX;
    while before != leads.len() {
        before = leads.len();
        for member in &file.methods {
            let signature = (text(&file, member.name), text(&file, member.descriptor));
            let code = file.code(member).ok().flatten();
            if code.is_some_and(|code| code.instructions.iter().any(|it| mentions(&file, it, hidden, &leads)))
            {
                leads.insert(signature);
            }
        }
    }
    let leads = |call: &ClusterCall| match call {
        ClusterCall::Method(id) => {
            let method = world.method(*id);
            leads.contains(&(method.name.to_string(), method.descriptor.to_string()))
        }
        ClusterCall::WriteField(_) => false,
    };
    cluster.calls_of(class).into_iter().filter(leads).collect()
}

fn text(file: &ClassFile, index: u16) -> String {
    file.constants.utf8(index).map(|utf8| utf8.to_str().into_owned()).unwrap_or_default()
}

fn mentions(
    file: &ClassFile,
    instruction: &Instruction,
    hidden: &BTreeSet<String>,
    leads: &BTreeSet<(String, String)>,
) -> bool {
    let (Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. }) = *instruction else {
        return false;
    };
    if let Ok(Constant::Class { .. }) = file.constants.constant(index) {
        return file.constants.class_name(index).is_ok_and(|name| hidden.contains(&*name.to_str()));
    }
    file.constants.member(index).is_ok_and(|member| {
        let signature = (member.name.to_str().into_owned(), member.descriptor.to_str().into_owned());
        hidden.contains(&*member.class.to_str()) || leads.contains(&signature)
    })
}
