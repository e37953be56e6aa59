//! Finds calls that run code of the class under test indirectly, if tests cannot make an object of the class
//! under test. The calls are members of subclasses of the class under test, or of the classes in which
//! inaccessible subclasses are nested.

use std::collections::BTreeSet;

use classfile::{ClassFile, Constant, Instruction};
use generation::{Cluster, ClusterCall};
use types::{ClassId, World};

/// Returns the calls that can run code of the class under test or of its subclasses. The calls are members of
/// the accessible subclasses, or of the innermost accessible class around each inaccessible subclass. Returns
/// no call if tests can make objects of the class under test.
pub fn calls(cluster: &Cluster) -> Vec<ClusterCall> {
    if cluster.is_subject_instantiable() {
        return Vec::new();
    }
    let world = cluster.world;
    let mut subtypes: BTreeSet<String> = BTreeSet::from([internal_name(world, cluster.subject)]);
    let mut enclosing = BTreeSet::new();
    for &subtype in world.subtypes(cluster.subject) {
        subtypes.insert(internal_name(world, subtype));
        let mut outers = std::iter::successors(Some(subtype), |&class| world.class(class).outer);
        enclosing.extend(outers.find(|&class| world.is_accessible_class(class, &cluster.package)));
    }
    enclosing
        .into_iter()
        .filter(|&class| class != cluster.subject)
        .flat_map(|class| calls_that_use(cluster, class, &subtypes))
        .collect()
}

/// Returns the internal name of a class.
fn internal_name(world: &World, class: ClassId) -> String {
    world.name(class).replace('.', "/")
}

/// Returns the calls of `class` whose code uses the class under test or its subclasses, directly or through
/// another method of `class`. `subtypes` are the internal names of the class under test and its subclasses.
fn calls_that_use(cluster: &Cluster, class: ClassId, subtypes: &BTreeSet<String>) -> Vec<ClusterCall> {
    let world = cluster.world;
    let file = world.bytes(&internal_name(world, class)).and_then(|bytes| ClassFile::read(&bytes).ok());
    let Some(file) = file else { return Vec::new() };
    let mut users: BTreeSet<Signature> = BTreeSet::new();
    let mut previous_count = usize::MAX;
    while previous_count != users.len() {
        previous_count = users.len();
        for member in &file.methods {
            let Some(signature) = file.signature(member) else { continue };
            let code = file.code(member).ok().flatten();
            if code.is_some_and(|code| code.instructions.iter().any(|it| is_use(&file, it, subtypes, &users)))
            {
                users.insert(signature);
            }
        }
    }
    let is_user = |call: &ClusterCall| match call {
        ClusterCall::Method(id) => {
            let method = world.method(*id);
            users.contains(&(method.name.to_string(), method.descriptor.to_string()))
        }
        ClusterCall::WriteField(_) => false,
    };
    cluster.calls_of(class).into_iter().filter(is_user).collect()
}

/// Name and descriptor of a method.
type Signature = (String, String);

/// Returns whether an instruction uses a class in `subtypes`, or calls one of the methods `users`.
fn is_use(
    file: &ClassFile,
    instruction: &Instruction,
    subtypes: &BTreeSet<String>,
    users: &BTreeSet<Signature>,
) -> bool {
    let (Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. }) = *instruction else {
        return false;
    };
    if let Ok(Constant::Class { .. }) = file.constants.constant(index) {
        return file.constants.class_name(index).is_ok_and(|name| subtypes.contains(&*name.to_str()));
    }
    file.constants.member(index).is_ok_and(|member| {
        let signature = (member.name.to_str().into_owned(), member.descriptor.to_str().into_owned());
        subtypes.contains(&*member.class.to_str()) || users.contains(&signature)
    })
}
