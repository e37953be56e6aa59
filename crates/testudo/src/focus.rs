//! Which calls can still cover something: budget where it matters.

use std::collections::BTreeMap;

use analysis::{MethodId, Program};
use classfile::ClassFile;
use classfile::code::Instruction;
use goals::Goals;
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
        let method_of: Vec<usize> = (0..goals.len()).map(|goal| goals.method(goal as u32).0 as usize).collect();
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
        let reach = cluster.calls.iter().map(|call| start(call).map_or_else(Vec::new, |id| reachable(id, callees)));
        Focus { method_of, reach: reach.collect(), open }
    }

    /// Notes that a goal is covered.
    pub fn close(&mut self, goal: usize) {
        self.open[self.method_of[goal]] -= 1;
    }

    /// Positions of the calls that can still cover something. Field writes are among them as long as there are any.
    pub fn calls(&self) -> Vec<usize> {
        let useful = |reach: &Vec<usize>| reach.is_empty() || reach.iter().any(|&method| self.open[method] > 0);
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
    let mut by_name: BTreeMap<(&str, &str), Vec<MethodId>> = BTreeMap::new();
    for (id, method) in program.methods.iter().enumerate() {
        by_name.entry((&method.name, &method.descriptor)).or_default().push(MethodId(id as u32));
    }
    let files: BTreeMap<String, &ClassFile> =
        files.iter().filter_map(|file| Some((file.name().ok()?.to_string(), file))).collect();
    program.methods.iter().map(|method| called_by(method, &files, &by_name, program)).collect()
}

fn called_by(
    method: &analysis::Method,
    files: &BTreeMap<String, &ClassFile>,
    by_name: &BTreeMap<(&str, &str), Vec<MethodId>>,
    program: &Program,
) -> Vec<MethodId> {
    let Some(file) = files.get(&method.class) else { return Vec::new() };
    let mut found = Vec::new();
    for instruction in &method.code.instructions {
        match *instruction {
            Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. } => {
                let Ok(member) = file.constants.member(index) else { continue };
                let key = (member.name.to_string(), member.descriptor.to_string());
                found.extend(by_name.get(&(&*key.0, &*key.1)).into_iter().flatten());
            }
            Instruction::InvokeDynamic { .. } => found.extend(lambdas_of(method, program)),
            _ => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

fn lambdas_of<'a>(method: &'a analysis::Method, program: &'a Program) -> impl Iterator<Item = MethodId> + 'a {
    let prefix = format!("lambda${}$", method.name.trim_matches(['<', '>']).replace("init", "new"));
    let ids = program.methods.iter().enumerate();
    ids.filter(move |(_, other)| other.class == method.class && other.name.starts_with(&prefix))
        .map(|(id, _)| MethodId(id as u32))
}
