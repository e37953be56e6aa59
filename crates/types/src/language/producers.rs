//! The producers of a class: members that return its instances.

use crate::{
    ClassId, FieldId, MethodId, Type, World,
    access::{PRIVATE, PUBLIC},
    jdk::common_classes,
    model::{Deprecated, Field, Method, package_of},
};

/// A member that returns a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Producer {
    /// A constructor or method.
    Method(MethodId),
    /// A static field.
    Field(FieldId),
}

/// Computes [`World::producers`].
pub fn producers(world: &World, id: ClassId) -> Vec<Producer> {
    let jdk_producers = if world.is_from_jdk(id) { jdk_producers(world, id) } else { Vec::new() };
    // Libraries have their own implementations of the standard interfaces in these packages.
    let is_standard = ["javax.", "org."].iter().any(|prefix| world.name(id).starts_with(prefix));
    if jdk_producers.is_empty() || is_standard {
        return [jdk_producers, class_path_producers(world, id)].concat();
    }
    jdk_producers
}

/// Computes [`World::array_producers`].
pub fn array_producers(world: &World, ty: &Type) -> Vec<Producer> {
    let mut producers = Vec::new();
    add_returning_members(world, &world.descriptor_of(ty), &mut producers);
    producers
}

/// Adds the members on the class path that return `result`: the internal name of a class, or the descriptor
/// of an array.
fn add_returning_members(world: &World, result: &str, producers: &mut Vec<Producer>) {
    for (declaring, member) in world.index().returning(result) {
        let declaring = world.class_by_internal_name(declaring).filter(|&c| is_nameable(world, c));
        producers.extend(declaring.and_then(|c| member_named(world, c, &member.name, &member.descriptor)));
    }
}

/// Returns the producers of a class on the class path.
fn class_path_producers(world: &World, id: ClassId) -> Vec<Producer> {
    let mut producers = Vec::new();
    for &class in [id].iter().chain(world.subtypes(id)) {
        if is_nameable(world, class) {
            add_constructors(world, class, &mut producers);
        }
        add_returning_members(world, &world.name(class).replace('.', "/"), &mut producers);
    }
    producers.sort_by_key(|&producer| rank(world, producer, id));
    producers
}

/// Returns the producers of a JDK class: its own members, then constructors of its common subtypes, then the
/// factories in [`common_classes::FACTORIES`].
fn jdk_producers(world: &World, id: ClassId) -> Vec<Producer> {
    let mut producers = Vec::new();
    if world.is_accessible_class(id, "") {
        add_constructors(world, id, &mut producers);
        add_static_members(world, id, &mut producers);
    }
    if id != world.object() {
        for &class in world.subtypes(id).iter().filter(|&&class| world.is_from_jdk(class)) {
            add_constructors(world, class, &mut producers);
        }
        add_factories(world, id, &mut producers);
    }
    let access = |producer| match producer {
        Producer::Method(m) => world.method(m).access,
        Producer::Field(f) => world.field(f).access,
    };
    let is_suitable_producer = |producer: Producer| match producer {
        Producer::Method(method) => is_suitable(world, world.method(method)),
        Producer::Field(_) => true,
    };
    producers.retain(|&producer| access(producer) & PUBLIC != 0 && is_suitable_producer(producer));
    producers
}

/// Adds the static methods and fields of a class that return the class.
fn add_static_members(world: &World, id: ClassId, producers: &mut Vec<Producer>) {
    let class = world.class(id);
    let methods = class.methods.iter().map(|&m| world.method(m));
    let methods = methods.filter(|m| m.is_static() && is_usable_method(m) && returns(world, &m.result, id));
    producers.extend(methods.map(|m| Producer::Method(m.id)));
    let fields = class.fields.iter().map(|&f| world.field(f));
    let fields = fields.filter(|f| f.is_static() && is_usable_field(f) && returns(world, &f.ty, id));
    producers.extend(fields.map(|f| Producer::Field(f.id)));
}

/// Adds the members in [`common_classes::FACTORIES`] that return a class and that other classes declare.
fn add_factories(world: &World, id: ClassId, producers: &mut Vec<Producer>) {
    for (class, name) in common_classes::FACTORIES {
        let Some(class) = world.class_named(class).filter(|&class| class != id) else { continue };
        let class = world.class(class);
        let methods = class.methods.iter().map(|&m| world.method(m)).filter(|m| &*m.name == *name);
        let methods = methods.filter(|m| is_usable_method(m) && returns(world, &m.result, id));
        producers.extend(methods.map(|m| Producer::Method(m.id)));
        let fields = class.fields.iter().map(|&f| world.field(f)).filter(|f| &*f.name == *name);
        let fields = fields.filter(|f| is_usable_field(f) && returns(world, &f.ty, id));
        producers.extend(fields.map(|f| Producer::Field(f.id)));
    }
}

fn returns(world: &World, result: &Type, wanted: ClassId) -> bool {
    result.class_id().is_some_and(|class| world.is_subclass(class, wanted))
}

/// Whether a JDK method returns the same value in every run, returns quickly, and opens no file that an
/// argument names.
fn is_suitable(world: &World, method: &Method) -> bool {
    let declares_io_exception = |ty: &Type| {
        let exception = ty.class_id().map(|id| &**world.name(id));
        matches!(exception, Some("java.io.FileNotFoundException" | "java.io.IOException"))
    };
    let first_argument_is_string = method.arguments.first() == Some(&Type::class(world.string()));
    let class = world.name(method.class);
    let parameter_descriptors = method.descriptor.split_inclusive(')').next().unwrap_or_default();
    let is_unsuitable = common_classes::UNSUITABLE.iter().any(|(owner, name, parameters)| {
        **class == **owner
            && *method.name == **name
            && (parameters.is_empty() || *parameters == parameter_descriptors)
    });
    !(is_unsuitable
        || first_argument_is_string && method.exceptions.iter().any(declares_io_exception)
        || method.is_static() && &*method.name == common_classes::CLOCK_METHOD)
}

fn add_constructors(world: &World, class: ClassId, producers: &mut Vec<Producer>) {
    let class = world.class(class);
    if !class.is_abstract() {
        let usable_constructors = class.constructors.iter().filter(|&&c| is_usable_method(world.method(c)));
        producers.extend(usable_constructors.map(|&c| Producer::Method(c)));
    }
}

fn member_named(world: &World, class: ClassId, name: &str, descriptor: &str) -> Option<Producer> {
    let class = world.class(class);
    if descriptor.starts_with('(') {
        let mut methods = class.methods.iter().map(|&m| world.method(m));
        let method = methods.find(|m| &*m.name == name && &*m.descriptor == descriptor)?;
        return is_usable_method(method).then_some(Producer::Method(method.id));
    }
    let field = class.fields.iter().map(|&f| world.field(f)).find(|f| &*f.name == name)?;
    is_usable_field(field).then_some(Producer::Field(field.id))
}

fn is_usable_method(method: &Method) -> bool {
    method.deprecated == Deprecated::No && method.access & PRIVATE == 0
}

fn is_usable_field(field: &Field) -> bool {
    field.deprecated == Deprecated::No && field.access & PRIVATE == 0
}

fn is_nameable(world: &World, class: ClassId) -> bool {
    world.is_accessible_class(class, package_of(world.name(class)))
}

/// Returns the sort key of a producer. Constructors and static members of the class come first. Other members
/// in the package of the class follow, then members in other packages. In each group the order is:
/// constructors, static methods, static fields, instance methods.
fn rank(world: &World, producer: Producer, wanted: ClassId) -> (u8, u8) {
    let (declaring, kind) = match producer {
        Producer::Method(m) if world.method(m).is_constructor() => (world.method(m).class, 0),
        Producer::Method(m) if world.method(m).is_static() => (world.method(m).class, 1),
        Producer::Method(m) => (world.method(m).class, 3),
        Producer::Field(f) => (world.field(f).class, 2),
    };
    let group = if declaring == wanted && kind < 3 {
        0
    } else if package_of(world.name(declaring)) == package_of(world.name(wanted)) {
        1
    } else {
        2
    };
    (group, kind)
}
