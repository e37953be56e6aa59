//! Distances of flags: how close an execution came to a definition of the other value of a flag. A flag is a
//! boolean that a predicate tests or that a method computes.

use std::collections::BTreeMap;

use analysis::{BooleanValue, Callee, DistanceId, Method, MethodIndex, Predicate, Program, Source};
use typed_index_collections::TiVec;

use crate::fitness::control_graph::ControlGraphBuilder;
use crate::fitness::{IndexedTrace, nu};
use crate::goals::Goals;
use crate::ids::NodeId;
use crate::list_table::ListTable;
use crate::trace::Trace;

/// Maximum number of rounds. Each round reduces the distances of all flags that had the wrong value. Several
/// rounds are necessary, because the paths to the definitions of one flag can contain other flags.
const MAX_ROUNDS: usize = 4;

/// A place in the code that defines the value of a boolean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    /// The node of the block that contains the place.
    pub(crate) node: NodeId,
    /// The id of the distance between the value at the place and the wanted value. `None` if the value is a
    /// constant.
    pub(crate) distance: Option<DistanceId>,
}

impl Goals {
    /// Reduces the distances of flags that had the wrong value, if the trace shows how close the execution
    /// came to a definition of the wanted value.
    ///
    /// The trace does not show which of several calls, or which iteration of a loop, had the wrong value.
    /// Therefore all executions of a definition count for all uses of the flag.
    pub(crate) fn grade_flags(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        let control_graph = &self.control_graph;
        let is_missed = |&&(_, distance): &&(DistanceId, f64)| distance >= 1.0;
        let flag = |&(id, distance): &(DistanceId, f64)| {
            (id, distance, &control_graph.definitions[control_graph.branch(id).map_or(id, DistanceId::from)])
        };
        let flags = trace.branches.iter().filter(is_missed).map(flag);
        let missed_flags: Vec<_> = flags.filter(|(_, _, definitions)| !definitions.is_empty()).collect();
        for _ in 0..MAX_ROUNDS {
            let mut is_changed = false;
            for &(branch, distance, definitions) in &missed_flags {
                let distances = definitions
                    .iter()
                    .filter_map(|definition| self.distance_to_definition(definition, indexed));
                // If the nearest distance is 0, the execution assigned the wanted value, but another use of
                // the flag read it. The distance is 1 in this case.
                let nearest =
                    distances.reduce(f64::min).map(|nearest| if nearest == 0.0 { 1.0 } else { nearest });
                // The factor is at most 1, so the distance never grows. If it could grow, a test that
                // executes more code could have a worse fitness.
                let graded = nu(distance) * nearest.map_or(1.0, nu);
                is_changed |= std::mem::replace(&mut indexed.distances[branch], graded) != graded;
            }
            if !is_changed {
                break;
            }
        }
    }

    /// Returns how far the execution was from the wanted value at a definition: 0 if the definition produced
    /// this value. `None` if the execution did not enter the method.
    fn distance_to_definition(&self, definition: &Definition, indexed: &IndexedTrace) -> Option<f64> {
        let Definition { node, distance } = *definition;
        if !indexed.entered[self.control_graph.nodes[node].method] {
            return None;
        }
        let Some(distance) = distance else {
            // The value is a constant, so it is enough that the execution reaches the node. Therefore the
            // nearest branch before the node counts as level 0, not as level 1.
            return Some(self.control_graph.compute_approach(node, indexed) - 1.0);
        };
        let distance = indexed.distances[distance];
        Some(if distance.is_nan() { self.control_graph.compute_approach(node, indexed) } else { distance })
    }
}

/// Returns, for each branch of the program and each outcome of a boolean value, the definitions of the
/// boolean that lead to this branch or outcome. A list is empty if the predicate tests no boolean, or if no
/// definition is known. Adds the nodes of the definitions to the graph.
pub(crate) fn definitions<'a>(
    program: &'a Program,
    graph: &mut ControlGraphBuilder<'a>,
) -> ListTable<DistanceId, Definition> {
    let mut resolver = Resolver { program, methods_by_signature: methods_by_signature(program), graph };
    let mut table = TiVec::from(vec![Vec::new(); program.branch_and_value_count() as usize]);
    for (id, method) in program.methods.iter_enumerated() {
        for ReportedBoolean { first, first_value, sources } in reported_booleans(method) {
            for (branch, wanted) in [(first, first_value), (DistanceId(first.0 + 1), !first_value)] {
                let definitions = sources.iter().flat_map(|source| resolver.definitions(id, source, wanted));
                table[branch] = definitions.collect();
            }
        }
    }
    table.into_iter().collect()
}

/// A boolean whose distances a probe reports.
struct ReportedBoolean<'a> {
    /// The distance id of `first_value`. The distance id of the other value is `first` + 1.
    first: DistanceId,
    /// The value whose distance has the id `first`.
    first_value: bool,
    /// The places that define the boolean.
    sources: &'a [Source],
}

impl ReportedBoolean<'_> {
    fn of_predicate(predicate: &Predicate) -> Option<ReportedBoolean<'_>> {
        let flag = predicate.flag.as_ref()?;
        Some(ReportedBoolean {
            first: predicate.first.into(),
            first_value: flag.jumps_if,
            sources: &flag.sources,
        })
    }

    fn of_value(value: &BooleanValue) -> ReportedBoolean<'_> {
        ReportedBoolean { first: value.first, first_value: true, sources: &value.sources }
    }
}

/// Returns the tested booleans and the boolean values of a method.
fn reported_booleans(method: &Method) -> impl Iterator<Item = ReportedBoolean<'_>> {
    let predicates = method.predicates.iter().filter_map(ReportedBoolean::of_predicate);
    predicates.chain(method.values.iter().map(ReportedBoolean::of_value))
}

type MethodsBySignature<'a> = BTreeMap<(&'a str, &'a str), Vec<MethodIndex>>;

fn methods_by_signature(program: &Program) -> MethodsBySignature<'_> {
    let mut methods = MethodsBySignature::new();
    for (id, method) in program.methods.iter_enumerated() {
        methods.entry((&method.name, &method.descriptor)).or_default().push(id);
    }
    methods
}

/// Finds the definitions of booleans. If a called method returns the boolean, also finds the definitions in
/// this method.
struct Resolver<'a, 'b> {
    program: &'a Program,
    /// The methods by name and descriptor.
    methods_by_signature: MethodsBySignature<'a>,
    graph: &'b mut ControlGraphBuilder<'a>,
}

impl Resolver<'_, '_> {
    /// Returns the places where a source in a method, such as a constant or a call, defines the wanted value.
    fn definitions(&mut self, method: MethodIndex, source: &Source, wanted: bool) -> Vec<Definition> {
        match source {
            Source::Constant { value, .. } if *value != wanted => Vec::new(),
            Source::Constant { block, .. } => {
                let node = self.graph.node_of(method, *block);
                vec![Definition { node, distance: None }]
            }
            Source::Value(index) => {
                let value = &self.program.methods[method].values[*index as usize];
                let node = self.graph.node_of(method, value.block);
                vec![Definition { node, distance: Some(DistanceId(value.first.0 + u32::from(!wanted))) }]
            }
            Source::Call(callee) => self.definitions_in_callees(callee, wanted),
        }
    }

    /// Returns the definitions of the wanted value in the methods that a call can run.
    fn definitions_in_callees(&mut self, callee: &Callee, wanted: bool) -> Vec<Definition> {
        let program = self.program;
        let mut definitions = Vec::new();
        let methods =
            self.methods_by_signature.get(&(&*callee.name, &*callee.descriptor)).cloned().unwrap_or_default();
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
