//! Who yields a value of a class.

use crate::{
    ClassId, FieldId, MethodId, Type, World,
    access::{PRIVATE, PUBLIC},
    jdk::common,
    model::{Deprecated, Field, Method, package_of},
};

/// A member that yields a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Producer {
    /// A constructor or method.
    Method(MethodId),
    /// A static field.
    Field(FieldId),
}

/// See [`World::producers`].
pub fn producers(world: &World, id: ClassId) -> Vec<Producer> {
    if world.is_from_jdk(id) {
        let found = of_jdk(world, id);
        if !found.is_empty() {
            return found;
        }
    }
    of_class_path(world, id)
}

/// See [`World::array_producers`].
pub fn array_producers(world: &World, ty: &Type) -> Vec<Producer> {
    let mut found = Vec::new();
    yielding(world, &world.descriptor_of(ty), &mut found);
    found
}

/// Members of the class path that yield a class of that internal name, or an array of that descriptor.
fn yielding(world: &World, result: &str, found: &mut Vec<Producer>) {
    for (declaring, member) in world.index().yielding(result) {
        let declaring = world.class_internal(declaring).filter(|&c| is_nameable(world, c));
        found.extend(declaring.and_then(|c| member_named(world, c, &member.name, &member.descriptor)));
    }
}

fn of_class_path(world: &World, id: ClassId) -> Vec<Producer> {
    let mut found = Vec::new();
    for &class in [id].iter().chain(world.subtypes(id)) {
        if is_nameable(world, class) {
            constructors(world, class, &mut found);
        }
        yielding(world, &world.name(class).replace('.', "/"), &mut found);
    }
    found.sort_by_key(|&producer| rank(world, producer, id));
    found
}

/// A class of the JDK: its own members, then constructors of its common subtypes, then well-known factories.
fn of_jdk(world: &World, id: ClassId) -> Vec<Producer> {
    let mut found = Vec::new();
    if world.is_accessible_class(id, "") {
        constructors(world, id, &mut found);
        statics(world, id, &mut found);
    }
    if id != world.object() {
        for &class in world.subtypes(id).iter().filter(|&&class| world.is_from_jdk(class)) {
            constructors(world, class, &mut found);
        }
        factories(world, id, &mut found);
    }
    let access = |producer| match producer {
        Producer::Method(m) => world.method(m).access,
        Producer::Field(f) => world.field(f).access,
    };
    let suitable = |producer: Producer| match producer {
        Producer::Method(method) => is_suitable(world, world.method(method)),
        Producer::Field(_) => true,
    };
    found.retain(|&producer| access(producer) & PUBLIC != 0 && suitable(producer));
    found
}

/// Static methods and fields of a class that yield it.
fn statics(world: &World, id: ClassId, found: &mut Vec<Producer>) {
    let class = world.class(id);
    let methods = class.methods.iter().map(|&m| world.method(m));
    let methods = methods.filter(|m| m.is_static() && is_usable_method(m) && yields(world, &m.result, id));
    found.extend(methods.map(|m| Producer::Method(m.id)));
    let fields = class.fields.iter().map(|&f| world.field(f));
    let fields = fields.filter(|f| f.is_static() && is_usable_field(f) && yields(world, &f.ty, id));
    found.extend(fields.map(|f| Producer::Field(f.id)));
}

/// Members of other classes of the JDK that are known to yield a class.
fn factories(world: &World, id: ClassId, found: &mut Vec<Producer>) {
    for (class, name) in common::FACTORIES {
        let Some(class) = world.class_named(class).filter(|&class| class != id) else { continue };
        let class = world.class(class);
        let methods = class.methods.iter().map(|&m| world.method(m)).filter(|m| &*m.name == *name);
        let methods = methods.filter(|m| is_usable_method(m) && yields(world, &m.result, id));
        found.extend(methods.map(|m| Producer::Method(m.id)));
        let fields = class.fields.iter().map(|&f| world.field(f)).filter(|f| &*f.name == *name);
        let fields = fields.filter(|f| is_usable_field(f) && yields(world, &f.ty, id));
        found.extend(fields.map(|f| Producer::Field(f.id)));
    }
}

fn yields(world: &World, result: &Type, wanted: ClassId) -> bool {
    result.class_id().is_some_and(|class| world.is_subclass(class, wanted))
}

/// Whether a JDK method yields the same in every run, and soon, and opens no file by its name.
fn is_suitable(world: &World, method: &Method) -> bool {
    let opens = |ty: &Type| {
        let exception = ty.class_id().map(|id| &**world.name(id));
        matches!(exception, Some("java.io.FileNotFoundException" | "java.io.IOException"))
    };
    let by_name = method.arguments.first() == Some(&Type::class(world.string()));
    let class = world.name(method.class);
    let arguments = method.descriptor.split_inclusive(')').next().unwrap_or_default();
    let unsuitable = common::UNSUITABLE.iter().any(|(of, name, taking)| {
        **class == **of && *method.name == **name && (taking.is_empty() || *taking == arguments)
    });
    !(unsuitable
        || by_name && method.exceptions.iter().any(opens)
        || method.is_static() && &*method.name == common::CLOCK)
}

fn constructors(world: &World, class: ClassId, found: &mut Vec<Producer>) {
    let class = world.class(class);
    if !class.is_abstract() {
        let usable = class.constructors.iter().filter(|&&c| is_usable_method(world.method(c)));
        found.extend(usable.map(|&c| Producer::Method(c)));
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

/// Own before same package before others; in each, constructors, factories, constants, then methods of instances.
fn rank(world: &World, producer: Producer, wanted: ClassId) -> (u8, u8) {
    let (declaring, kind) = match producer {
        Producer::Method(m) if world.method(m).is_constructor() => (world.method(m).class, 0),
        Producer::Method(m) if world.method(m).is_static() => (world.method(m).class, 1),
        Producer::Method(m) => (world.method(m).class, 3),
        Producer::Field(f) => (world.field(f).class, 2),
    };
    let distance = if declaring == wanted && kind < 3 {
        0
    } else if package_of(world.name(declaring)) == package_of(world.name(wanted)) {
        1
    } else {
        2
    };
    (distance, kind)
}
