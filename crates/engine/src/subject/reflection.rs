//! Decides whether the code under test inspects classes, for example by reflection.

use classfile::ClassFile;
use generation::{Cluster, ClusterCall};
use types::{Type, package_of};

/// Names of the methods of `Class` that return members.
const LOOKUPS: [&str; 12] = [
    "getConstructor",
    "getConstructors",
    "getDeclaredConstructor",
    "getDeclaredConstructors",
    "getDeclaredField",
    "getDeclaredFields",
    "getDeclaredMethod",
    "getDeclaredMethods",
    "getField",
    "getFields",
    "getMethod",
    "getMethods",
];

/// Returns whether the code under test inspects classes that a test chooses: whether one of these is true.
///
/// - A method or constructor has a parameter of a type such as `Class` or `Field`.
/// - A parameter can be any object, and the code looks up members of classes.
///
/// `files` are the class files of the code.
pub fn inspects_classes(cluster: &Cluster, files: &[ClassFile]) -> bool {
    let world = cluster.world;
    let parameters = cluster.calls.iter().flat_map(|call| match *call {
        ClusterCall::Method(method) => &world.method(method).arguments[..],
        ClusterCall::WriteField(_) => &[],
    });
    let describes_class = |ty: &Type| {
        let package = ty.class_id().map(|class| package_of(world.name(class)));
        package == Some("java.lang.reflect") || ty.class_id() == Some(world.class_class())
    };
    let is_any_object = |ty: &Type| world.erase(ty).class_id() == Some(world.object());
    let mut takes_any_object = false;
    for parameter in parameters {
        if describes_class(parameter) {
            return true;
        }
        takes_any_object |= is_any_object(parameter);
    }
    takes_any_object && files.iter().any(looks_up_members)
}

/// Returns whether code looks up members of classes.
fn looks_up_members(file: &ClassFile) -> bool {
    file.constants.iter().filter_map(|(index, _)| file.constants.member(index).ok()).any(|member| {
        let (class, name) = (member.class.to_str(), member.name.to_str());
        class.starts_with("java/beans/") || class == "java/lang/Class" && LOOKUPS.contains(&&*name)
    })
}
