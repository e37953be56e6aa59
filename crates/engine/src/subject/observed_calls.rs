//! Calls of the class under test that tests can make, and the data that the workers record about these calls.

use std::collections::BTreeMap;

use analysis::{MethodIndex, TiVec};
use classfile::{ClassFile, Instruction, op};
use execution::run::Tracer;
use goals::{Criterion, Observer};
use types::{ClassId, MethodId, World, access};
use vm::Watch;

use super::Subject;
use super::method_table::indices_of_methods;

/// Maximum number of getters that observe the result of one method.
const MAX_OBSERVERS: usize = 8;

/// The calls that workers observe for criteria such as output and direct branch.
pub struct ObservedCalls {
    /// Turns executions into traces. It maps the methods and constructors that tests call to methods of the
    /// program.
    pub tracer: Tracer,
    /// For each method of the program, whether a test can call it.
    pub callable: TiVec<MethodIndex, bool>,
    /// For each method of the program, the getters that observe its result.
    pub observers: TiVec<MethodIndex, Vec<Observer>>,
    /// The data that the workers record about each call.
    pub watches: BTreeMap<MethodId, Watch>,
}

impl ObservedCalls {
    /// Returns the calls that workers must observe for `criteria`. `package` is the package of the tests. The
    /// result is empty if no criterion needs observed calls.
    pub fn new(world: &World, subject: &Subject, package: &str, criteria: &[Criterion]) -> ObservedCalls {
        use Criterion::{
            DirectBranch, Exception, Input, OrdinaryCall, Output, TopMethod, TopMethodNoException,
        };
        let has_any = |wanted: &[Criterion]| criteria.iter().any(|criterion| wanted.contains(criterion));
        let program = &subject.program;
        let about_methods = [TopMethod, TopMethodNoException, OrdinaryCall];
        let methods = match has_any(&about_methods) || has_any(&[DirectBranch, Exception, Input, Output]) {
            true => indices_of_methods(world, subject),
            false => BTreeMap::new(),
        };
        let mut callable = TiVec::from(vec![false; program.methods.len()]);
        for (&id, &method) in &methods {
            callable[method] = is_callable(world, id, package);
        }
        let mut getters = TiVec::from(vec![Vec::new(); program.methods.len()]);
        if has_any(&[Output]) {
            for (&id, &method) in methods.iter().filter(|(_, method)| callable[**method]) {
                getters[method] = result_getters(world, id, package);
            }
        }
        let watch = |(&id, &method): (&MethodId, &MethodIndex)| {
            let family = program.representative(method).0;
            let result_fields = getters[method].iter().map(|getter| getter.field.clone()).collect();
            (id, Watch { family, records_values: has_any(&[Input, OrdinaryCall, Output]), result_fields })
        };
        let needs_watches = has_any(&[DirectBranch, Input, OrdinaryCall, Output]);
        let observers =
            |getters: &Vec<Getter>| getters.iter().map(|getter| getter.observer.clone()).collect();
        ObservedCalls {
            watches: methods.iter().filter(|_| needs_watches).map(watch).collect(),
            observers: getters.iter().map(observers).collect(),
            tracer: Tracer { methods, ..Tracer::new(program.distance_count()) },
            callable,
        }
    }
}

/// Returns whether source code in a package can call a method or constructor. The constructors of an abstract
/// class are not callable.
fn is_callable(world: &World, id: MethodId, package: &str) -> bool {
    let method = world.method(id);
    let is_abstract = world.class(method.class).access & access::ABSTRACT != 0;
    world.is_accessible_class(method.class, package)
        && world.is_accessible_method(method, package)
        && !(is_abstract && &*method.name == "<init>")
}

/// A method whose code only returns a field.
#[derive(Clone)]
struct Getter {
    observer: Observer,
    /// Binary name of the class of the field, and name of the field.
    field: (String, String),
}

/// Returns the getters that can observe the result of a method, at most [`MAX_OBSERVERS`].
fn result_getters(world: &World, id: MethodId, package: &str) -> Vec<Getter> {
    let method = world.method(id);
    let result = method.descriptor.split_once(")L").and_then(|(_, result)| result.strip_suffix(';'));
    let class = result.and_then(|result| world.class_named(&result.replace('/', ".")));
    let Some(class) = class.filter(|&class| !world.is_from_jdk(class) && &*method.name != "<init>") else {
        return Vec::new();
    };
    let methods = world.methods_of(class, package);
    let candidates = methods.into_iter().filter(|&id| {
        let method = world.method(id);
        method.descriptor.starts_with("()") && method.access & access::STATIC == 0
    });
    candidates.filter_map(|id| getter(world, id)).take(MAX_OBSERVERS).collect()
}

/// Returns the getter for a method whose code only returns a field. Returns `None` for other methods.
fn getter(world: &World, id: MethodId) -> Option<Getter> {
    let method = world.method(id);
    let class = world.name(method.class).replace('.', "/");
    let file = ClassFile::read(&world.bytes(&class).filter(|_| !world.is_from_jdk(method.class))?).ok()?;
    let is_method = |name: u16, descriptor: u16| {
        let has_text = |index, wanted: &str| file.constants.utf8(index).is_ok_and(|text| text == wanted);
        has_text(name, &method.name) && has_text(descriptor, &method.descriptor)
    };
    let member = file.methods.iter().find(|member| is_method(member.name, member.descriptor))?;
    let code = file.code(member).ok()??;
    let [Instruction::Simple(op::ALOAD_0), Instruction::Pool { op: op::GETFIELD, index }, last] =
        &code.instructions[..]
    else {
        return None;
    };
    let field = file.constants.member(*index).ok().filter(|_| last.is_return())?;
    Some(Getter {
        observer: Observer {
            name: method.name.to_string(),
            descriptor: field.descriptor.to_str().into_owned(),
        },
        field: (field.class.to_str().replace('/', "."), field.name.to_str().into_owned()),
    })
}

/// Returns whether a class is a collection or a map. `name` is an internal name.
pub fn is_container(world: &World, name: &str) -> bool {
    let class = |name: &str| world.class_named(name);
    let containers: Vec<ClassId> =
        ["java.util.Collection", "java.util.Map"].into_iter().filter_map(class).collect();
    let id = class(&name.replace('/', "."));
    id.is_some_and(|id| containers.iter().any(|&it| id == it || world.is_subclass(id, it)))
}
