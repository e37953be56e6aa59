//! How near a boolean was to being the other one: as near as the test came to the nodes that give it that value.

use std::collections::BTreeMap;

use analysis::{Callee, DistanceId, Method, MethodIndex, Predicate, Program, Source, Value};
use typed_index_collections::TiVec;

use crate::fitness::control_graph::ControlGraphBuilder;
use crate::fitness::{IndexedTrace, nu};
use crate::goals::Goals;
use crate::ids::NodeId;
use crate::list_table::ListTable;
use crate::trace::Trace;

/// How often flags are graded anew, since the ways to the nodes of one may lead through others.
const ROUNDS: usize = 4;

/// Something that gives a boolean a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    /// Where.
    pub(crate) node: NodeId,
    /// The branch that tells whether it is that value; `None` where it always is.
    pub(crate) branch: Option<DistanceId>,
}

impl Goals {
    /// Replaces the distances of flags that were missed and of which nothing but that is known, where the execution
    /// shows how far they were from being given the value.
    ///
    /// Which of several calls, or rounds of a loop, did not give it is not known: all that was seen counts for all.
    pub(crate) fn grade(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        let control_graph = &self.control_graph;
        let is_plain = |&&(_, distance): &&(DistanceId, f64)| distance >= 1.0;
        let flag = |&(id, distance): &(DistanceId, f64)| {
            (id, distance, &control_graph.definitions[control_graph.branch(id).map_or(id, DistanceId::from)])
        };
        let flags = trace.branches.iter().filter(is_plain).map(flag);
        let missed: Vec<_> = flags.filter(|(_, _, definitions)| !definitions.is_empty()).collect();
        for _ in 0..ROUNDS {
            let mut is_changed = false;
            for &(branch, distance, definitions) in &missed {
                let gaps = definitions.iter().filter_map(|definition| self.gap(definition, indexed));
                // A value that was given elsewhere in the test can be given: it counts as one step.
                let nearest = gaps.reduce(f64::min).map(|gap| if gap == 0.0 { 1.0 } else { gap });
                // Never further than where nothing is known: a test that shows something is not to lose by it.
                let graded = nu(distance) * nearest.map_or(1.0, nu);
                is_changed |= std::mem::replace(&mut indexed.distances[branch], graded) != graded;
            }
            if !is_changed {
                break;
            }
        }
    }

    /// How far the execution was from having the value given there, 0 if it was; `None` where it did not enter the
    /// method.
    fn gap(&self, definition: &Definition, indexed: &IndexedTrace) -> Option<f64> {
        let Definition { node, branch } = *definition;
        if !indexed.entered[self.control_graph.nodes[node].method] {
            return None;
        }
        let Some(branch) = branch else {
            // The nearest level is that of the branch that leads there.
            return Some(self.control_graph.measure(node, indexed) - 1.0);
        };
        let distance = indexed.distances[branch];
        Some(if distance.is_nan() { self.control_graph.measure(node, indexed) } else { distance })
    }
}

/// By branch of the program or of a value, what gives the boolean that it is about the value of the branch; nothing
/// where that is no boolean or nothing is known. Adds nodes to those that are measured from.
pub(crate) fn definitions<'a>(
    program: &'a Program,
    nodes: &mut ControlGraphBuilder<'a>,
) -> ListTable<DistanceId, Definition> {
    let mut resolver = Resolver { program, named: named(program), nodes };
    let mut rows = TiVec::from(vec![Vec::new(); program.branch_and_value_count() as usize]);
    for (id, method) in program.methods.iter_enumerated() {
        for Asked { first, first_means, sources } in asked(method) {
            for (branch, wanted) in [(first, first_means), (DistanceId(first.0 + 1), !first_means)] {
                let definitions = sources.iter().flat_map(|source| resolver.definitions(id, source, wanted));
                rows[branch] = definitions.collect();
            }
        }
    }
    rows.into_iter().collect()
}

/// A boolean that a probe tells of.
struct Asked<'a> {
    /// The branch of one value; the next one is that of the other.
    first: DistanceId,
    /// The value of the first branch.
    first_means: bool,
    sources: &'a [Source],
}

impl Asked<'_> {
    fn by_predicate(predicate: &Predicate) -> Option<Asked<'_>> {
        let flag = predicate.flag.as_ref()?;
        Some(Asked { first: predicate.first.into(), first_means: flag.jumps_if, sources: &flag.sources })
    }

    fn by_value(value: &Value) -> Asked<'_> {
        Asked { first: value.first, first_means: true, sources: &value.sources }
    }
}

fn asked(method: &Method) -> impl Iterator<Item = Asked<'_>> {
    let predicates = method.predicates.iter().filter_map(Asked::by_predicate);
    predicates.chain(method.values.iter().map(Asked::by_value))
}

type Named<'a> = BTreeMap<(&'a str, &'a str), Vec<MethodIndex>>;

fn named(program: &Program) -> Named<'_> {
    let mut named = Named::new();
    for (id, method) in program.methods.iter_enumerated() {
        named.entry((&method.name, &method.descriptor)).or_default().push(id);
    }
    named
}

struct Resolver<'a, 'b> {
    program: &'a Program,
    /// The methods by name and descriptor.
    named: Named<'a>,
    nodes: &'b mut ControlGraphBuilder<'a>,
}

impl Resolver<'_, '_> {
    /// What gives the wanted value by a source of a method.
    fn definitions(&mut self, method: MethodIndex, source: &Source, wanted: bool) -> Vec<Definition> {
        match source {
            Source::Constant { value, .. } if *value != wanted => Vec::new(),
            Source::Constant { block, .. } => {
                let node = self.nodes.of_block(method, *block);
                vec![Definition { node, branch: None }]
            }
            Source::Value(index) => {
                let value = &self.program.methods[method].values[*index as usize];
                let node = self.nodes.of_block(method, value.block);
                vec![Definition { node, branch: Some(DistanceId(value.first.0 + u32::from(!wanted))) }]
            }
            Source::Call(callee) => self.returns(callee, wanted),
        }
    }

    /// What gives the wanted value in the methods that a call may run.
    fn returns(&mut self, callee: &Callee, wanted: bool) -> Vec<Definition> {
        let program = self.program;
        let mut definitions = Vec::new();
        let methods = self.named.get(&(&*callee.name, &*callee.descriptor)).cloned().unwrap_or_default();
        for id in methods {
            let method = &program.methods[id];
            if callee.is_virtual || method.class == callee.class {
                definitions
                    .extend(method.returns.iter().flat_map(|source| self.definitions(id, source, wanted)));
            }
        }
        definitions
    }
}
