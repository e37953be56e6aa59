//! The test cluster: what a test may call.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rand::Rng;
use rand::distr::weighted::WeightedIndex;
use rand::prelude::Distribution;
use rand::seq::IndexedRandom;
use rustc_hash::FxHashMap;
use types::access::{ABSTRACT, FINAL, STATIC};
use types::{ClassId, Deprecated, FieldId, Kind, MethodId, Producer, Type, World, package_of};

use crate::asked::Asked;
use crate::build::Library;
use crate::feasible::Feasible;
use crate::pools::Pools;
use crate::recipes::Recipes;
use crate::stubs::Templates;

/// Probability that a call is one of those that can still cover something.
const USEFUL: f64 = 0.8;
/// Probability that it is one of those that prepare others.
const PREPARING: f64 = 0.1;

/// Something a test may do to the class under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Call a method or a constructor.
    Method(MethodId),
    /// Set a field.
    Write(FieldId),
}

/// What the making of tests may do beyond calls with plain values: each can be turned off, to measure what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// Interfaces, abstract classes, and classes whose constructors are protected are implemented by lambdas and anonymous
    /// classes.
    pub stubs: bool,
    /// Collections, maps and the like are filled, files have content, library types come from their factories.
    pub content: bool,
    /// A parameter of a wide type is given what the code casts it to.
    pub casts: bool,
    /// Literals follow what the code asked of them.
    pub hints: bool,
    /// Objects are made as they were made before.
    pub recipes: bool,
    /// Calls are preferred that can still cover something, and those that prepare them.
    pub focus: bool,
}

impl Default for Making {
    fn default() -> Making {
        Making { stubs: true, content: true, casts: true, hints: true, recipes: true, focus: true }
    }
}

/// Most statements of a generated test if nothing else is said (the default of EvoSuite: Fraser, Arcuri, IEEE TSE 2013).
const LENGTH: usize = 40;

/// What tests are made from.
pub struct Cluster<'w> {
    /// Types and members.
    pub world: &'w World,
    /// The package the test lives in, with dots; empty for the unnamed one.
    pub package: String,
    /// The class under test.
    pub subject: ClassId,
    /// The calls that tests are about, in the order of the class file, nested classes behind their outer ones.
    pub calls: Vec<Call>,
    /// Positions in `calls` of those that can still cover something; random choice prefers them.
    pub useful: Vec<usize>,
    /// Positions in `calls` of those that change what the code not yet covered reads; random choice prefers them, too.
    pub preparing: Vec<usize>,
    /// Constants.
    pub pools: Pools,
    /// What is done to make objects and values.
    pub making: Making,
    /// Most statements of a generated test, at least 1.
    pub length: usize,
    /// How objects were made in tests that ran.
    pub recipes: Recipes,
    /// What the code asks of its inputs.
    pub asked: Asked,
    producers: RefCell<FxHashMap<ClassId, Rc<Producers>>>,
    array_producers: RefCell<FxHashMap<Type, Rc<Producers>>>,
    methods: RefCell<FxHashMap<ClassId, Rc<[MethodId]>>>,
    pub(crate) feasible: RefCell<Feasible>,
    library: OnceCell<Library>,
    pub(crate) templates: Templates,
}

/// Who yields a type, with how likely each is to be tried.
pub(crate) struct Producers {
    choices: Vec<Producer>,
    weights: Option<WeightedIndex<f64>>,
}

impl Producers {
    pub(crate) fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    pub(crate) fn choose(&self, rng: &mut impl Rng) -> Option<Producer> {
        self.weights.as_ref().map(|weights| self.choices[weights.sample(rng)])
    }
}

impl<'w> Cluster<'w> {
    /// The cluster of a class under test with its nested classes, seen from a test in the class's package.
    pub fn new(world: &'w World, subject: ClassId, nested: &[ClassId], pools: Pools) -> Cluster<'w> {
        let package = package_of(&world.class(subject).name).to_owned();
        let mut cluster = Cluster {
            world,
            package,
            subject,
            calls: Vec::new(),
            useful: Vec::new(),
            preparing: Vec::new(),
            pools,
            making: Making::default(),
            length: LENGTH,
            recipes: Recipes::default(),
            asked: Asked::default(),
            producers: RefCell::default(),
            array_producers: RefCell::default(),
            methods: RefCell::default(),
            feasible: RefCell::default(),
            library: OnceCell::new(),
            templates: Templates::default(),
        };
        cluster.calls =
            std::iter::once(&subject).chain(nested).flat_map(|&class| cluster.calls_of(class)).collect();
        cluster
    }

    /// Whether objects of the class under test can be made.
    pub fn can_be_made(&self) -> bool {
        self.is_yielded(self.subject)
    }

    /// Whether anything that a test can use yields objects of a class, or the test can implement it.
    pub(crate) fn is_yielded(&self, class: ClassId) -> bool {
        !self.producers(class).is_empty() || self.is_stubbed(class)
    }

    /// What a test may call of one class: constructors, methods and assignable fields that it declares.
    /// Constructors of abstract classes are among them where tests may implement the class. Abstract methods are left
    /// out: what they run belongs to other classes.
    pub fn calls_of(&self, class: ClassId) -> Vec<Call> {
        if !self.world.is_accessible_class(class, &self.package) {
            return Vec::new();
        }
        let class = self.world.class(class);
        let constructible = is_concrete(class) || self.is_stubbed(class.id);
        let constructors = class.constructors.iter().filter(|_| constructible).copied();
        let methods =
            class.methods.iter().copied().filter(|&id| self.world.method(id).access & ABSTRACT == 0);
        let fields = class.fields.iter().copied().filter(|&id| self.world.field(id).access & FINAL == 0);
        constructors
            .chain(methods)
            .filter(|&id| self.is_visible(self.world.method(id).access, class.id))
            .map(Call::Method)
            .chain(
                fields.filter(|&id| self.is_visible(self.world.field(id).access, class.id)).map(Call::Write),
            )
            .collect()
    }

    /// Whether the test may use a member of a class that it may name.
    pub(crate) fn is_visible(&self, access: u16, class: ClassId) -> bool {
        self.world.is_accessible_member(access, class, &self.package)
    }

    /// A call for a test, as a rule one that can still cover something or that prepares such a one. `None` when there
    /// are no calls.
    pub(crate) fn choose_call(&self, rng: &mut impl Rng) -> Option<Call> {
        let preferred: &[usize] = match rng.random::<f64>() {
            share if share < USEFUL => &self.useful,
            share if share < USEFUL + PREPARING => &self.preparing,
            _ => &[],
        };
        if let Some(&at) = preferred.choose(rng) {
            return Some(self.calls[at]);
        }
        self.calls.choose(rng).copied()
    }

    /// What is worth calling on an object of a class, inherited methods included: no static methods, and none of the
    /// JDK that are deprecated, wait for other threads, or lead from a file to others or to the network.
    pub(crate) fn methods_of(&self, class: ClassId) -> Rc<[MethodId]> {
        let found = || {
            let methods = self.world.methods_of(class, &self.package).into_iter();
            methods.filter(|&id| self.is_worthwhile(id)).collect()
        };
        self.methods.borrow_mut().entry(class).or_insert_with(found).clone()
    }

    fn is_worthwhile(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let outdated = method.deprecated != Deprecated::No && self.world.is_from_jdk(method.class);
        method.access & STATIC == 0 && !outdated && self.is_harmless(id)
    }

    fn is_harmless(&self, id: MethodId) -> bool {
        !self.waits(id) && !self.leads_to_files(id) && !self.leads_to_network(id)
    }

    /// Whether a method of the JDK does something to a file, or may give one that is not in the folder of the test: the
    /// user's files are no business of a test.
    fn leads_to_files(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let files = &self.library().files;
        let gives = method.result.class_id().is_some_and(|class| files.contains(&class));
        self.world.is_from_jdk(method.class) && (gives || files.contains(&method.class))
    }

    fn waits(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let interrupted = |ty: &Type| matches!(ty, Type::Class(class, _) if &**self.world.name(*class) == "java.lang.InterruptedException");
        self.world.is_from_jdk(method.class) && method.exceptions.iter().any(interrupted)
    }

    /// The library types that are filled with content.
    pub(crate) fn library(&self) -> &Library {
        self.library.get_or_init(|| Library::new(self.world))
    }

    /// Whether objects of a class are files in a folder of the test.
    pub(crate) fn makes_files(&self, class: ClassId) -> bool {
        self.making.content && self.library().files.contains(&class)
    }

    /// Whether tests make objects of a class without asking who yields one: literals, files, and what reflection looks
    /// up.
    pub(crate) fn makes_by_itself(&self, class: ClassId) -> bool {
        let is_literal =
            [self.world.string(), self.world.object(), self.world.class_class()].contains(&class);
        is_literal
            || self.world.unboxed(class).is_some()
            || self.makes_files(class)
            || self.making.content && self.library().reflected.contains(&class)
    }

    /// Whether objects of a class are mere values: calling their methods tells nothing of the class under test.
    pub(crate) fn is_value(&self, class: ClassId) -> bool {
        let name = self.world.name(class);
        let package = package_of(name);
        let values = matches!(package, "java.lang" | "java.math") || package.starts_with("java.time");
        values
            && !matches!(&**name, "java.lang.StringBuilder" | "java.lang.StringBuffer" | "java.lang.Iterable")
    }

    /// Whether the test may name a type, its type arguments aside.
    pub(crate) fn can_name(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(class, _) => self.world.is_accessible_class(*class, &self.package),
            Type::Array(element) => self.can_name(element),
            _ => true,
        }
    }

    /// The constants of an enum that the test may name.
    pub(crate) fn constants(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let accessible = self.world.is_accessible_class(class, &self.package);
        let fields = self.world.class(class).fields.iter().copied().filter(move |_| accessible);
        fields.filter(|&id| self.is_constant(id))
    }

    fn is_constant(&self, id: FieldId) -> bool {
        let field = self.world.field(id);
        field.enum_constant && self.is_visible(field.access, field.class)
    }

    /// Who yields objects of a class.
    pub(crate) fn producers(&self, class: ClassId) -> Rc<Producers> {
        if let Some(known) = self.producers.borrow().get(&class) {
            return known.clone();
        }
        let found = Rc::new(self.weighed(self.world.producers(class), Some(class)));
        self.producers.borrow_mut().insert(class, found.clone());
        found
    }

    /// Who yields arrays of a type, other than by making them element by element.
    pub(crate) fn array_producers(&self, ty: &Type) -> Rc<Producers> {
        if let Some(known) = self.array_producers.borrow().get(ty) {
            return known.clone();
        }
        let found = Rc::new(self.weighed(&self.world.array_producers(ty), None));
        self.array_producers.borrow_mut().insert(ty.clone(), found.clone());
        found
    }

    fn weighed(&self, producers: &[Producer], wanted: Option<ClassId>) -> Producers {
        let usable = |producer: &&Producer| self.is_usable(producer) && self.is_feasible(producer);
        let choices: Vec<Producer> = producers.iter().filter(usable).copied().collect();
        let mut weights: Vec<f64> = choices.iter().map(|producer| self.weight(producer, wanted)).collect();
        if let Some(usual) = wanted.and_then(|wanted| self.usual_class(wanted, &choices)) {
            self.prefer(usual, &choices, &mut weights);
        }
        Producers { choices, weights: WeightedIndex::new(weights).ok() }
    }

    /// The class of the JDK that tests take for an interface or abstract class of it, which is the first: a
    /// `StringReader` for a `Reader`.
    fn usual_class(&self, wanted: ClassId, choices: &[Producer]) -> Option<ClassId> {
        let abstract_of_jdk = self.world.is_from_jdk(wanted) && self.world.class(wanted).is_abstract();
        choices.iter().find_map(|producer| self.constructed(producer)).filter(|_| abstract_of_jdk)
    }

    fn constructed(&self, producer: &Producer) -> Option<ClassId> {
        let Producer::Method(id) = *producer else { return None };
        let method = self.world.method(id);
        method.is_constructor().then_some(method.class)
    }

    /// Has the constructors of a class weigh at least as much as all other choices together.
    fn prefer(&self, class: ClassId, choices: &[Producer], weights: &mut [f64]) {
        let is_meant = |choice: &Producer| self.constructed(choice) == Some(class);
        let all: f64 = weights.iter().sum();
        let weighed = choices.iter().zip(&*weights);
        let own: f64 = weighed.filter(|(choice, _)| is_meant(choice)).map(|(_, weight)| weight).sum();
        let factor = ((all - own) / own).max(1.0);
        for (choice, weight) in choices.iter().zip(weights) {
            *weight *= if is_meant(choice) { factor } else { 1.0 };
        }
    }

    pub(crate) fn is_usable(&self, producer: &Producer) -> bool {
        let (access, class) = match *producer {
            Producer::Method(id) => (self.world.method(id).access, self.world.method(id).class),
            Producer::Field(id) => (self.world.field(id).access, self.world.field(id).class),
        };
        let harmless = !matches!(*producer, Producer::Method(id) if !self.is_harmless(id));
        self.world.is_accessible_class(class, &self.package) && self.is_visible(access, class) && harmless
    }

    /// Simple ones first: every object among the arguments, the receiver included, must be made as well.
    fn weight(&self, producer: &Producer, wanted: Option<ClassId>) -> f64 {
        let Producer::Method(id) = *producer else { return 0.5 };
        let method = self.world.method(id);
        let receiver = usize::from(&*method.name != "<init>" && method.access & STATIC == 0);
        let objects = method.arguments.iter().filter(|ty| self.is_object(ty)).count() + receiver;
        let own = if Some(method.class) == wanted { 2.0 } else { 1.0 };
        own / (1.0 + (objects * objects) as f64)
    }

    fn is_object(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(id, _) => *id != self.world.string(),
            Type::Array(element) => self.is_object(element),
            Type::Variable(_) => true,
            _ => false,
        }
    }
}

fn is_concrete(class: &types::Class) -> bool {
    class.access & ABSTRACT == 0 && matches!(class.kind, Kind::Class | Kind::Record)
}
