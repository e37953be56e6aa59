//! Library types with content: arguments that their factories accept, collections with elements.

use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use smallvec::smallvec;
use types::{ClassId, MethodId, Primitive, Type, World};

use super::{Builder, fits};
use crate::accepted::{Accepted, accepted};
use crate::asked::Part;
use crate::cluster::Cluster;
use testcase::{Args, Literal, StatementKind, Var};

/// Probability that a library method is given arguments that it accepts.
const ACCEPTED: f64 = 0.8;
/// Probability that a fresh collection is filled.
const FILL: f64 = 0.6;
/// Most elements of a filled collection.
const ELEMENTS: u32 = 4;
/// Probability that an object of a wide type such as `Number` is one that can be written as it stands.
const PLAIN: f64 = 0.7;

/// Wide types that values which can be written as they stand have.
const WIDE: [&str; 4] =
    ["java.lang.CharSequence", "java.lang.Comparable", "java.lang.Number", "java.io.Serializable"];

const RESOURCE: (&str, &str, &str) =
    ("java.lang.Class", "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;");

/// Probability that a stream of bytes is the class file of the class under test.
const CLASS_FILE: f64 = 0.08;

/// Types of files.
const FILES: [&str; 2] = ["java.io.File", "java.nio.file.Path"];

/// Types of members that reflection looks up.
const REFLECTED: [&str; 3] =
    ["java.lang.reflect.Field", "java.lang.reflect.Method", "java.lang.reflect.Constructor"];

/// Collections that compare their elements.
const SORTED: [&str; 4] = [
    "java.util.SortedMap",
    "java.util.SortedSet",
    "java.util.PriorityQueue",
    "java.util.concurrent.PriorityBlockingQueue",
];

/// The library types and methods that matter here, found once.
pub(crate) struct Library {
    /// `File` and `Path`.
    pub(crate) files: Vec<ClassId>,
    /// `Field`, `Method` and `Constructor`.
    pub(crate) reflected: Vec<ClassId>,
    /// `InputStream`, and `Class.getResourceAsStream`.
    pub(super) resource: Option<(ClassId, MethodId)>,
    filling: Vec<(ClassId, MethodId)>,
    sorted: Vec<ClassId>,
    wide: Vec<ClassId>,
    plain: Vec<ClassId>,
}

impl Library {
    pub(crate) fn new(world: &World) -> Library {
        let named = |names: &[&str]| names.iter().filter_map(|name| world.class_named(name)).collect();
        let method = |&(class, name, descriptor): &(&str, &str, &str)| {
            let class = world.class_named(class)?;
            let mut methods = world.class(class).methods.iter().map(|&id| world.method(id));
            let found = methods.find(|m| &*m.name == name && &*m.descriptor == descriptor)?;
            Some((class, found.id))
        };
        let boxed = [Primitive::Int, Primitive::Long, Primitive::Double, Primitive::Char];
        let boxed = boxed.map(|primitive| world.boxed_class(primitive));
        Library {
            files: named(&FILES),
            reflected: named(&REFLECTED),
            resource: method(&RESOURCE)
                .and_then(|(_, method)| Some((world.class_named("java.io.InputStream")?, method))),
            filling: testcase::filling::FILLING.iter().filter_map(method).collect(),
            sorted: named(&SORTED),
            wide: named(&WIDE),
            // Strings as often as all others.
            plain: [[world.string(); 4], boxed].concat(),
        }
    }
}

impl<R: Rng> Builder<'_, R> {
    /// `Foo.class.getResourceAsStream("Foo.class")` for an `InputStream`, now and then: what reads class files needs one.
    pub(super) fn own_class_file(&mut self, class: ClassId) -> Option<Var> {
        let Cluster { world, subject, .. } = *self.cluster;
        let (stream, method) = self.cluster.library().resource?;
        let own = Type::class(subject);
        if class != stream || !self.cluster.can_name(&own) || !self.rng.random_bool(CLASS_FILE) {
            return None;
        }
        let of_own = Type::Class(world.class_class(), [own.clone()].into());
        let literal = self.literal(Literal::Class(own), of_own);
        let name = world.name(subject).rsplit('.').next()?;
        let units = format!("{name}.class").encode_utf16().collect();
        let name = self.literal(Literal::String(units), Type::class(world.string()));
        let kind = StatementKind::Call { method, receiver: Some(literal), args: smallvec![name] };
        Some(self.push(kind, Type::class(stream)))
    }

    /// What a method of the JDK accepts in its places; nothing, now and then, to see what else does.
    pub(super) fn accepted(&mut self, method: MethodId) -> &'static [Accepted] {
        let Cluster { world, making, .. } = self.cluster;
        let method = world.method(method);
        if !making.content || !world.is_from_jdk(method.class) || !self.rng.random_bool(ACCEPTED) {
            return &[];
        }
        accepted(world.name(method.class), &method.name)
    }

    /// A value of a type that is accepted; none where nothing is said of values of such a type.
    pub(super) fn accepted_value(&mut self, accepted: Accepted, ty: &Type) -> Option<Var> {
        let string = Type::class(self.cluster.world.string());
        let number = match accepted {
            Accepted::Any => return None,
            Accepted::Texts(texts) => {
                let text = texts.choose(self.rng).filter(|_| fits(self.cluster.world, &string, ty))?;
                return Some(self.literal(Literal::String(text.encode_utf16().collect()), string));
            }
            Accepted::Range(low, high) => self.rng.random_range(low..=high),
            Accepted::OneOf(numbers) => *numbers.choose(self.rng)?,
        };
        let Type::Primitive(primitive) = *ty else { return None };
        Some(self.literal(number_literal(primitive, number)?, ty.clone()))
    }

    /// An object of a library type that is made in a way of its own.
    pub(super) fn library_object(&mut self, class: ClassId, ty: &Type, depth: u32) -> Option<Var> {
        if !self.cluster.making.content {
            return None;
        }
        let made = self.own_class_file(class).or_else(|| self.plain_object(class, ty, depth));
        made.or_else(|| self.attempt(|this| this.reflected(class)))
    }

    /// A string or boxed number in place of an object of a wide type of the library.
    fn plain_object(&mut self, class: ClassId, ty: &Type, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let library = self.cluster.library();
        if !library.wide.contains(&class) || !self.rng.random_bool(PLAIN) {
            return None;
        }
        let plain = library.plain.iter().map(|&class| Type::class(class));
        let chosen = plain.filter(|plain| fits(world, plain, ty)).choose(self.rng)?;
        self.value(&chosen, false, depth + 1)
    }

    /// Puts elements into a collection, map or the like that was just made without any; as a rule.
    pub(super) fn fill(&mut self, made: Var, depth: u32) {
        if !self.cluster.making.content || !self.is_empty_container(made) || !self.rng.random_bool(FILL) {
            return;
        }
        let Some(class) = self.type_of(made).class_id() else { return };
        let (library, world) = (self.cluster.library(), self.cluster.world);
        let mut filling = library.filling.iter();
        let Some(&(_, method)) = filling.find(|(of, _)| world.is_subclass(class, *of)) else { return };
        let sorts = library.sorted.iter().any(|&sorted| world.is_subclass(class, sorted));
        for _ in 0..self.rng.random_range(1..=ELEMENTS) {
            if self.attempt(|this| this.add_element(made, method, sorts, depth)).is_none() {
                break;
            }
        }
    }

    /// Whether a constructor of the JDK made it that was given no object to take elements from.
    fn is_empty_container(&self, made: Var) -> bool {
        let world = self.cluster.world;
        let StatementKind::Construct { constructor, .. } = self.definition(made).kind else { return false };
        let constructor = world.method(constructor);
        world.is_from_jdk(constructor.class)
            && constructor.arguments.iter().all(|ty| matches!(ty, Type::Primitive(_)))
    }

    fn add_element(&mut self, container: Var, id: MethodId, sorts: bool, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let method = world.method(id);
        let bindings = world.bind(id, Some(self.type_of(container)), None);
        let accepted = self.accepted(id);
        let mut args = Args::with_capacity(method.arguments.len());
        let parts: &[Part] =
            if method.arguments.len() == 2 { &[Part::Key, Part::Value] } else { &[Part::Element] };
        for (index, (argument, &part)) in method.arguments.iter().zip(parts).enumerate() {
            let mut ty = world.substitute_parameter(argument, &bindings);
            if sorts && index == 0 {
                ty = self.comparable(ty)?;
            }
            let good = accepted.get(index).and_then(|&accepted| self.accepted_value(accepted, &ty));
            args.push(good.or_else(|| self.part(part, &ty, false, depth + 1))?);
        }
        let ty = self.nameable(&world.substitute(&method.result, &bindings));
        Some(self.push(StatementKind::Call { method: id, receiver: Some(container), args }, ty))
    }

    /// The type of elements that can be compared with each other: strings where all objects are allowed.
    fn comparable(&self, ty: Type) -> Option<Type> {
        let world = self.cluster.world;
        let comparable = world.class_named("java.lang.Comparable")?;
        match ty.class_id()? {
            class if world.is_subclass(class, comparable) => Some(ty),
            class if class == world.object() => Some(Type::class(world.string())),
            _ => None,
        }
    }
}

fn number_literal(primitive: Primitive, number: i32) -> Option<Literal> {
    match primitive {
        Primitive::Byte => Some(Literal::Byte(number as i8)),
        Primitive::Short => Some(Literal::Short(number as i16)),
        Primitive::Int => Some(Literal::Int(number)),
        Primitive::Long => Some(Literal::Long(number.into())),
        Primitive::Float => Some(Literal::Float(number as f32)),
        Primitive::Double => Some(Literal::Double(number.into())),
        Primitive::Boolean | Primitive::Char => None,
    }
}
