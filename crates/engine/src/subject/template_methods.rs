//! Template methods: public methods of superclasses that call hooks of the class under test. A hook is a
//! method that is neither public nor private, and that overrides a method of a superclass. Users of the class
//! run a hook only through template methods (Gamma et al.: "Design Patterns", 1994, "Template Method").

use std::collections::{BTreeMap, BTreeSet};

use analysis::{MethodIndex, Program};
use classfile::descriptor::parameters;
use classfile::{ClassFile, Instruction};
use types::access::{ABSTRACT, PRIVATE, PUBLIC, STATIC};
use types::{ClassId, MethodId, World};

/// An inherited method that can run hooks of the class under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateMethod {
    /// The method, which a superclass declares.
    pub method: MethodId,
    /// The hooks that the method can run, directly or indirectly. Not empty.
    pub hooks: Vec<MethodIndex>,
}

/// Name and descriptor of a method.
type Signature = (String, String);

/// Returns the class files of the superclasses of a class that are on the class path, the direct superclass
/// first. Stops at a class file that is missing or damaged, and at a class that extends itself indirectly.
pub fn superclass_files(world: &World, class: ClassId) -> Vec<ClassFile> {
    let superclass = |&class: &ClassId| world.class(class).superclass.as_ref()?.class_id();
    let mut visited = BTreeSet::from([class]);
    std::iter::successors(superclass(&class), superclass)
        .take_while(|&class| !world.is_from_jdk(class) && visited.insert(class))
        .map_while(|class| ClassFile::read(&world.bytes(&world.name(class).replace('.', "/"))?).ok())
        .collect()
}

/// Returns the template methods of a class. `file` is its class file, and `superclasses` are the class files
/// of its superclasses, the direct superclass first.
pub fn template_methods(
    world: &World,
    file: &ClassFile,
    superclasses: &[ClassFile],
    program: &Program,
) -> Vec<TemplateMethod> {
    let hooks = hooks(file, superclasses, program);
    if hooks.is_empty() {
        return Vec::new();
    }
    let hooks = hooks_by_caller(hooks, file, superclasses);
    let mut overridden: BTreeSet<Signature> = parameter_signatures(file).collect();
    let mut found = Vec::new();
    for superclass in superclasses {
        let class =
            superclass.name().ok().and_then(|name| world.class_named(&name.to_str().replace('/', ".")));
        for &id in class.iter().flat_map(|&class| &world.class(class).methods) {
            let method = world.method(id);
            let is_callable = method.access & PUBLIC != 0 && method.access & (ABSTRACT | STATIC) == 0;
            let signature = (method.name.to_string(), method.descriptor.to_string());
            let is_overridden = overridden.contains(&without_result(&signature.0, &signature.1));
            if let Some(hooks) = hooks.get(&signature).filter(|_| is_callable && !is_overridden) {
                found.push(TemplateMethod { method: id, hooks: hooks.iter().copied().collect() });
            }
        }
        overridden.extend(parameter_signatures(superclass));
    }
    found
}

/// Returns the methods of the class that can be hooks, by signature. A method probably overrides a method of
/// a superclass if the names and the numbers of parameters are equal. The types of parameters can differ,
/// because the types in descriptors are erased.
fn hooks(
    file: &ClassFile,
    superclasses: &[ClassFile],
    program: &Program,
) -> BTreeMap<Signature, BTreeSet<MethodIndex>> {
    let shape = |name: &str, descriptor: &str| (name.to_owned(), parameters(descriptor).count());
    let inherited = superclasses
        .iter()
        .flat_map(|superclass| superclass.methods.iter().filter_map(|member| superclass.signature(member)));
    let inherited: BTreeSet<(String, usize)> =
        inherited.map(|(name, descriptor)| shape(&name, &descriptor)).collect();
    let class = file.name().map(|name| name.to_str().into_owned()).unwrap_or_default();
    let methods = program.methods.iter_enumerated().filter(|(_, method)| method.class == class);
    let hooks = methods.filter(|(_, method)| {
        method.access & (PUBLIC | PRIVATE | STATIC) == 0
            && !method.name.starts_with('<')
            && inherited.contains(&shape(&method.name, &method.descriptor))
    });
    hooks
        .map(|(id, method)| ((method.name.clone(), method.descriptor.clone()), BTreeSet::from([id])))
        .collect()
}

/// Returns for each method the hooks that it can run. A call can run each method with its name and
/// descriptor.
fn hooks_by_caller(
    hooks: BTreeMap<Signature, BTreeSet<MethodIndex>>,
    file: &ClassFile,
    superclasses: &[ClassFile],
) -> BTreeMap<Signature, BTreeSet<MethodIndex>> {
    let mut hooks_of = hooks;
    let calls: Vec<(Signature, Vec<Signature>)> =
        superclasses.iter().chain([file]).flat_map(calls_by_method).collect();
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (caller, called) in &calls {
            let new: BTreeSet<MethodIndex> =
                called.iter().filter_map(|it| hooks_of.get(it)).flatten().copied().collect();
            if !new.is_empty() {
                let known = hooks_of.entry(caller.clone()).or_default();
                let count = known.len();
                known.extend(new);
                has_changed |= known.len() > count;
            }
        }
    }
    hooks_of
}

/// Returns the methods of a class, each with the methods that its code calls.
fn calls_by_method(file: &ClassFile) -> Vec<(Signature, Vec<Signature>)> {
    let called = |instruction: &Instruction| {
        let (Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. }) = *instruction
        else {
            return None;
        };
        let member = file.constants.member(index).ok()?;
        Some((member.name.to_str().into_owned(), member.descriptor.to_str().into_owned()))
    };
    let methods = file.methods.iter().filter_map(|member| {
        let code = file.code(member).ok().flatten()?;
        Some((file.signature(member)?, code.instructions.iter().filter_map(called).collect()))
    });
    methods.collect()
}

/// Returns the signatures of the methods of a class without their result types.
fn parameter_signatures(file: &ClassFile) -> impl Iterator<Item = Signature> {
    let signatures = file.methods.iter().filter_map(|member| file.signature(member));
    signatures.map(|(name, descriptor)| without_result(&name, &descriptor))
}

fn without_result(name: &str, descriptor: &str) -> Signature {
    let parameters = descriptor.split_once(')').map_or(descriptor, |(parameters, _)| parameters);
    (name.to_owned(), parameters.to_owned())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use types::{ClassPath, Jdk};

    use crate::subject;

    const SOURCE: &str = "
        abstract class Base {
            public final int run(int x) { return step(x); }
            public int twice(int x) { return run(x) + run(x); }
            public int simple() { return 1; }
            public int changed(int x) { return step(x); }
            int internal(int x) { return step(x); }
            public static int any(Base base) { return base.step(1); }
            protected abstract int step(int x);
        }
        abstract class Middle<T> extends Base {
            public T convert(int x) { return result(x); }
            abstract T result(int x);
        }
        class Subject extends Middle<String> {
            protected int step(int x) { return x; }
            String result(int x) { return String.valueOf(own(x)); }
            public int changed(int x) { return 0; }
            int own(int x) { return x; }
        }";

    #[test]
    fn public_inherited_methods_that_run_hooks_are_template_methods() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("Subject.java");
        std::fs::write(&source, SOURCE).unwrap();
        let jdk = Jdk::find(None).unwrap();
        let output = Command::new(jdk.javac()).arg("-d").arg(folder.path()).arg(&source).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let world = types::World::new(ClassPath::open(&[folder.path().to_owned()]).unwrap(), jdk);
        let subject = subject::read(&world, "Subject").unwrap();
        let found = subject.template_methods.iter().map(|template| {
            let hooks = template.hooks.iter().map(|&hook| &*subject.program.methods[hook].name);
            (&*world.method(template.method).name, hooks.collect::<Vec<_>>())
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found, [("convert", vec!["result"]), ("run", vec!["step"]), ("twice", vec!["step"])]);
    }
}
