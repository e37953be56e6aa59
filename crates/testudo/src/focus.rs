//! Which calls can still cover something: budget where it matters.

use std::collections::BTreeMap;

use analysis::{MethodId, Program};
use classfile::{ClassFile, Instruction, Member};
use goals::{Goal, Goals};
use testcase::{Call, Cluster};

/// Calls of a cluster, each with the uncovered goals of the methods it can reach inside the class under test.
pub struct Focus {
    /// By goal: the method it is in.
    method_of: Vec<usize>,
    /// By method: goals not covered yet.
    open: Vec<usize>,
    /// By call: the methods it may run. Empty for a field write, which runs none but may prepare any.
    reach: Vec<Vec<usize>>,
}

impl Focus {
    /// Every goal is open.
    pub fn new(cluster: &Cluster, program: &Program, callees: &[Vec<MethodId>], goals: &Goals) -> Focus {
        let method_of = |goal| match goals.goal(goal) {
            Goal::Branch(branch) => program.branches[branch.0 as usize].method.0 as usize,
            Goal::Root(method) => method.0 as usize,
        };
        let method_of: Vec<usize> = (0..goals.len() as u32).map(method_of).collect();
        let mut open = vec![0; program.methods.len()];
        method_of.iter().for_each(|&method| open[method] += 1);
        let ids: BTreeMap<(String, &str, &str), usize> = program
            .methods
            .iter()
            .enumerate()
            .map(|(id, method)| ((method.class.replace('/', "."), &*method.name, &*method.descriptor), id))
            .collect();
        let start = |call: &Call| match call {
            Call::Method(id) => {
                let method = cluster.world.method(*id);
                let class = cluster.world.name(method.class).to_string();
                ids.get(&(class, &*method.name, &*method.descriptor)).copied()
            }
            Call::Write(_) => None,
        };
        let reach =
            cluster.calls.iter().map(|call| start(call).map_or_else(Vec::new, |id| reachable(id, callees)));
        Focus { method_of, reach: reach.collect(), open }
    }

    /// Notes that a goal is covered.
    pub fn close(&mut self, goal: usize) {
        self.open[self.method_of[goal]] -= 1;
    }

    /// Positions of the calls that can still cover something. Field writes are among them as long as there are any.
    pub fn calls(&self) -> Vec<usize> {
        let useful =
            |reach: &Vec<usize>| reach.is_empty() || reach.iter().any(|&method| self.open[method] > 0);
        self.reach.iter().enumerate().filter(|(_, reach)| useful(reach)).map(|(call, _)| call).collect()
    }
}

fn reachable(start: usize, callees: &[Vec<MethodId>]) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        for callee in &callees[found[next]] {
            if !found.contains(&(callee.0 as usize)) {
                found.push(callee.0 as usize);
            }
        }
        next += 1;
    }
    found
}

/// By method of the program: methods of the program it may call. A call is matched by name and descriptor,
/// whatever the class, since any override may run; a lambda is called by the method that holds it.
pub fn callees(program: &Program, files: &[ClassFile]) -> Vec<Vec<MethodId>> {
    let names = Names::new(program);
    let mut found = vec![Vec::new(); program.methods.len()];
    for file in files {
        let Ok(class) = file.name() else { continue };
        for member in &file.methods {
            if let Some((method, called)) = names.called_by(file, &class.to_str(), member) {
                found[method.0 as usize] = called;
            }
        }
    }
    found
}

/// Methods of a program by what a call says of them.
struct Names<'a> {
    program: &'a Program,
    by_signature: BTreeMap<&'a str, BTreeMap<&'a str, Vec<MethodId>>>,
}

impl<'a> Names<'a> {
    fn new(program: &'a Program) -> Names<'a> {
        let mut by_signature: BTreeMap<&str, BTreeMap<&str, Vec<MethodId>>> = BTreeMap::new();
        for (id, method) in program.methods.iter().enumerate() {
            let named = by_signature.entry(&method.name).or_default();
            named.entry(&method.descriptor).or_default().push(MethodId(id as u32));
        }
        Names { program, by_signature }
    }

    fn named(&self, name: &str, descriptor: &str) -> &[MethodId] {
        let found = self.by_signature.get(name).and_then(|named| named.get(descriptor));
        found.map_or(&[], Vec::as_slice)
    }

    /// A method of the program, if the member is one, with what it calls.
    fn called_by(&self, file: &ClassFile, class: &str, member: &Member) -> Option<(MethodId, Vec<MethodId>)> {
        let name = file.constants.utf8(member.name).ok()?.to_str();
        let descriptor = file.constants.utf8(member.descriptor).ok()?.to_str();
        let of_class = |id: &&MethodId| self.program.methods[id.0 as usize].class == class;
        let caller = *self.named(&name, &descriptor).iter().find(of_class)?;
        let code = file.code(member).ok().flatten()?;
        let mut found = Vec::new();
        for instruction in &code.instructions {
            match *instruction {
                Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. } => {
                    if let Ok(called) = file.constants.member(index) {
                        found.extend(self.named(&called.name.to_str(), &called.descriptor.to_str()));
                    }
                }
                Instruction::InvokeDynamic { .. } => found.extend(self.lambdas(class, &name)),
                _ => {}
            }
        }
        found.sort();
        found.dedup();
        Some((caller, found))
    }

    /// Bodies of the lambdas of a method: javac names them after it.
    fn lambdas(&self, class: &str, holder: &str) -> impl Iterator<Item = MethodId> {
        let holder = if holder == "<init>" { "new" } else { holder };
        let prefix = format!("lambda${holder}$");
        let ids = self.program.methods.iter().enumerate();
        ids.filter(move |(_, method)| method.class == class && method.name.starts_with(&prefix))
            .map(|(id, _)| MethodId(id as u32))
    }
}
