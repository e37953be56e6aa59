//! The methods, branches, lines and statements of the class under test, in tables.

use std::collections::{BTreeMap, BTreeSet};

use classfile::{ClassFile, Code, Index, Member, Result};
use typed_index_collections::{TiSlice, TiVec};

use crate::cfg::{BlockId, Cfg, EdgeKind, instruction_lines};
use crate::conditions;
use crate::control::control_dependences;
use crate::flags::{self, BooleanValue, Source};
use crate::predicate::{self, Predicate};

crate::ids! {
    /// A method with code: an index into [`Program::methods`].
    pub struct MethodIndex;

    /// One outcome of one predicate: an index into [`Program::branches`].
    pub struct BranchId;

    /// A branch distance that a probe reports. Three ranges of ids follow each other: the branches, two
    /// distances for each [`BooleanValue`], and the branches in direct calls; see
    /// [`Program::direct_distance`].
    pub struct DistanceId;

    /// A source statement: an index into [`Program::statements`].
    pub struct StatementId;

    /// A source line of a class: an index into [`Program::lines`].
    pub struct LineId;
}

impl From<BranchId> for DistanceId {
    #[inline]
    fn from(branch: BranchId) -> DistanceId {
        DistanceId(branch.0)
    }
}

/// The class under test with its nested and anonymous classes.
///
/// The ids are in the order of class, method and instruction, so they are the same in every run.
#[derive(Debug, Default)]
pub struct Program {
    /// Every method with code that a developer wrote and a test can run. The list excludes:
    ///
    /// - Bridges, and synthetic methods other than lambda bodies.
    /// - `values`, `valueOf` and the constructors of enums.
    /// - Empty constructors that are private, or whose class has static members only.
    /// - Methods that deserialise lambdas.
    /// - Static initialisers, because they run only when the class is initialised.
    pub methods: TiVec<MethodIndex, Method>,
    /// Every branch of [`methods`](Self::methods).
    pub branches: TiVec<BranchId, Branch>,
    /// Every source line with code that is reachable from the entry of one of the [`methods`](Self::methods),
    /// in the order of class and line. A line that several methods of a class share, such as the line of a
    /// lambda, appears once.
    pub lines: TiVec<LineId, Line>,
    /// Every place in the code where one of the [`lines`](Self::lines) begins, in the order of method and
    /// instruction. Each place counts as a source statement, because the line table contains no finer
    /// positions.
    pub statements: TiVec<StatementId, Statement>,
    /// Methods that are missing in `methods` because their code is damaged.
    pub undecoded: Vec<Undecoded>,
}

/// One method of the program.
#[derive(Debug)]
pub struct Method {
    /// Binary name of the class with slashes: `java/util/Map$Entry`.
    pub class: String,
    /// Name of the method, `<init>` for constructors.
    pub name: String,
    /// Descriptor of the method.
    pub descriptor: String,
    /// Access flags of the class file.
    pub access: u16,
    /// The conditional jumps and switches that are reachable from the entry, in the order of the code.
    pub predicates: Vec<Predicate>,
    /// The control flow graph.
    pub cfg: Cfg,
    /// The instructions that begin a source line, ascending, with their lines. A line begins at an entry of
    /// the line table, and at a jump target that another line jumps to. A line can begin at several places,
    /// but only once in a block. The list excludes unreachable blocks.
    pub lines: Vec<(Index, LineId)>,
    /// The statement of the first element of `lines`. The other elements have the following ids, in
    /// order.
    pub first_statement: StatementId,
    /// Binary names with slashes of the declared exceptions.
    pub throws: Vec<String>,
    /// For every block of the graph, its control dependences in the order of the code; see
    /// [`control_dependences`]. Empty for the entry, the exit and unreachable blocks.
    pub dependences: TiVec<BlockId, Vec<Dependence>>,
    /// The sources of the boolean that the method returns. Empty if no source shows how close the boolean was
    /// to the other value, or if the method returns no boolean.
    pub returns: Vec<Source>,
    /// The booleans that probes report separately from predicates, in no particular order.
    pub values: Vec<BooleanValue>,
}

/// A condition for a block to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependence {
    /// The entry of the method. The block runs in every call, unless an exception leaves the method before
    /// the block runs.
    Entry,
    /// The branch of a predicate that leads to the block.
    Branch(BranchId),
    /// Whether the given block throws an exception. The dependent block is the handler of the exception, or
    /// runs only if the given block does not throw. Two other decisions count as exceptions too: whether an
    /// endless loop that starts with the given block continues, and the target of a `ret` at the end of the
    /// given block.
    Exception(BlockId),
}

/// A branch: one outcome of one predicate.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The method of the branch.
    pub method: MethodIndex,
    /// Index into [`Method::predicates`].
    pub predicate: u32,
    /// Index into [`Predicate::outcomes`].
    pub outcome: u32,
    /// Source line of the predicate, or 0 if the class file contains no line for the predicate.
    pub line: u16,
}

/// A source line of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first method of the class with code on the line.
    pub method: MethodIndex,
    /// Number of the line in the source file.
    pub line: u16,
}

/// A place in the code where a source line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The method of the statement.
    pub method: MethodIndex,
    /// The first instruction of the statement.
    pub at: Index,
    /// The source line of the statement.
    pub line: LineId,
}

/// A method whose code could not be decoded.
#[derive(Debug)]
pub struct Undecoded {
    /// Binary name of the class with slashes.
    pub class: String,
    /// Name of the method.
    pub name: String,
    /// Descriptor of the method.
    pub descriptor: String,
    /// The error in the code.
    pub error: classfile::Error,
}

const PRIVATE: u16 = 0x0002;
const STATIC: u16 = 0x0008;
const BRIDGE: u16 = 0x0040;
const SYNTHETIC: u16 = 0x1000;
const ENUM: u16 = 0x4000;

impl Program {
    /// Builds the program of a class under test and its nested classes, in this order.
    ///
    /// Fails if a class or method has no valid name, or if a class has the same method twice. Damaged code is
    /// no error: [`undecoded`](Self::undecoded) lists the methods with damaged code.
    pub fn new(classes: &[&ClassFile]) -> Result<Program> {
        let mut program = Program::default();
        for class in classes {
            class.check_methods()?;
            let class_name = class.name()?.to_str().into_owned();
            let mut starts = Vec::new();
            for member in &class.methods {
                program.add_method(class, &class_name, member, &mut starts)?;
            }
            program.add_lines(&starts);
        }
        program.number_values();
        Ok(program)
    }

    /// Returns the number of distance ids: all branches, two ids for each [`BooleanValue`], and all branches
    /// again for direct calls; see [`direct_distance`](Program::direct_distance).
    pub fn distance_count(&self) -> u32 {
        self.branch_and_value_count() + self.branches.len() as u32
    }

    /// Returns the distance id of a branch in direct calls. A direct call is a call of the branch's method
    /// that the test makes itself.
    pub fn direct_distance(&self, branch: BranchId) -> DistanceId {
        DistanceId(self.branch_and_value_count() + branch.0)
    }

    /// Returns the representative of a method: the first method with the same name and number of parameters.
    /// A method and the methods that override it have the same representative.
    pub fn representative(&self, method: MethodIndex) -> MethodIndex {
        let key = |method: &Method| {
            let parameters = classfile::descriptor::parameters(&method.descriptor).count();
            (method.name.clone(), parameters)
        };
        let wanted_key = key(&self.methods[method]);
        let first = self.methods.iter_enumerated().find(|(_, method)| key(method) == wanted_key);
        first.map_or(method, |(first, _)| first)
    }

    /// Returns the number of distance ids without direct calls: all branches, and two ids for each
    /// [`BooleanValue`].
    pub fn branch_and_value_count(&self) -> u32 {
        let values: usize = self.methods.iter().map(|method| method.values.len()).sum();
        (self.branches.len() + 2 * values) as u32
    }

    /// Returns the predicate of a branch.
    pub fn predicate(&self, branch: BranchId) -> &Predicate {
        let Branch { method, predicate, .. } = self.branches[branch];
        &self.methods[method].predicates[predicate as usize]
    }

    fn add_method(
        &mut self,
        class: &ClassFile,
        class_name: &str,
        member: &Member,
        starts: &mut Vec<Start>,
    ) -> Result<()> {
        let class_name = class_name.to_owned();
        let name = class.constants.utf8(member.name)?.to_str().into_owned();
        let descriptor = class.constants.utf8(member.descriptor)?.to_str().into_owned();
        if !is_written(class, member, &name, &descriptor) {
            return Ok(());
        }
        match class.code(member) {
            Ok(None) => {}
            Ok(Some(code)) if is_useless_constructor(class, member, &name, &descriptor, &code) => {}
            Ok(Some(code)) => {
                let (cfg, mut predicates, dependences) = self.analyse(&code);
                let is_boolean = descriptor.ends_with(")Z");
                let method_flags =
                    flags::find(&code, &class.constants, &cfg, &dependences, is_boolean, &mut predicates);
                conditions::find(class, member, &descriptor, &code, &mut predicates);
                let method = self.methods.next_key();
                let method_starts = line_starts(&code, &cfg, &dependences);
                starts.extend(method_starts.into_iter().map(|(at, line)| Start { method, at, line }));
                let access = member.access;
                let throws = throws(class, member)?;
                let class = class_name;
                self.methods.push(Method {
                    class,
                    name,
                    descriptor,
                    access,
                    predicates,
                    cfg,
                    lines: Vec::new(),
                    first_statement: StatementId(0),
                    throws,
                    dependences,
                    returns: method_flags.returns,
                    values: method_flags.values,
                });
            }
            Err(error) => self.undecoded.push(Undecoded { class: class_name, name, descriptor, error }),
        }
        Ok(())
    }

    /// Computes the graph, the predicates and the control dependences of a method. Adds the branches of the
    /// method.
    fn analyse(&mut self, code: &Code) -> (Cfg, Vec<Predicate>, TiVec<BlockId, Vec<Dependence>>) {
        let cfg = Cfg::new(code);
        let controls = control_dependences(&cfg);
        let mut predicates = Vec::new();
        for block in controls.keys().filter(|&block| !controls[block].is_empty()) {
            let at = cfg.blocks[block].instructions.end - 1;
            let outcomes = predicate::outcomes(&code.instructions[at], at);
            let outcomes: Vec<_> = outcomes.into_iter().map(|(outcome, _)| outcome).collect();
            if !outcomes.is_empty() {
                let first = self.add_branches(predicates.len(), outcomes.len(), code.line(at).unwrap_or(0));
                predicates.push(Predicate { at, block, first, outcomes, flag: None, condition: None });
            }
        }
        let dependence = |&(block, edge)| dependence(&predicates, block, edge);
        let dependences =
            controls.iter().map(|controls| distinct_dependences(controls.iter().map(dependence))).collect();
        (cfg, predicates, dependences)
    }

    /// Adds the lines and statements of a class whose methods are already in the program.
    fn add_lines(&mut self, starts: &[Start]) {
        let mut ids = BTreeMap::new();
        for start in starts {
            ids.entry(start.line).or_insert((start.method, LineId(0)));
        }
        for (&line, (method, id)) in &mut ids {
            *id = self.lines.push_and_get_key(Line { method: *method, line });
        }
        for &Start { method, at, line } in starts {
            let (_, line) = ids[&line];
            let statement = self.statements.push_and_get_key(Statement { method, at, line });
            let method = &mut self.methods[method];
            if method.lines.is_empty() {
                method.first_statement = statement;
            }
            method.lines.push((at, line));
        }
    }

    /// Assigns distance ids to the boolean values of all methods.
    fn number_values(&mut self) {
        let values = self.methods.iter_mut().flat_map(|method| &mut method.values);
        for (first, value) in (self.branches.len() as u32..).step_by(2).zip(values) {
            value.first = DistanceId(first);
        }
    }

    /// Adds the branches of a predicate in the method that the caller adds next. Returns the id of the first
    /// branch.
    fn add_branches(&mut self, predicate: usize, outcomes: usize, line: u16) -> BranchId {
        let first = self.branches.next_key();
        let method = self.methods.next_key();
        let predicate = predicate as u32;
        let branch = |outcome| Branch { method, predicate, outcome, line };
        self.branches.extend((0..outcomes as u32).map(branch));
        first
    }
}

/// A place in a method where a line of the class begins.
struct Start {
    method: MethodIndex,
    at: Index,
    line: u16,
}

/// Returns the instructions that begin a line, with their lines, in the order of the code; see
/// [`Method::lines`].
fn line_starts(code: &Code, cfg: &Cfg, dependences: &TiSlice<BlockId, Vec<Dependence>>) -> Vec<(Index, u16)> {
    // If the line table has several entries for an instruction, the last entry is valid, as in the JVM.
    let mut lines: BTreeMap<Index, u16> = code.lines.iter().copied().collect();
    for (at, line) in jump_targets_in_lines(code, cfg) {
        lines.entry(at).or_insert(line);
    }
    let mut visited = BTreeSet::new();
    let is_first = |&(at, line): &(Index, u16)| {
        let block = cfg.block_of(at);
        !dependences[block].is_empty() && visited.insert((block, line))
    };
    lines.into_iter().filter(is_first).collect()
}

/// Returns the places where control jumps from one line into the middle of another line. The line table has
/// no entry at such a place if the preceding instruction belongs to the same line. An example is the
/// condition of `} else if (...) {`: it follows a jump that belongs to the brace.
fn jump_targets_in_lines(code: &Code, cfg: &Cfg) -> Vec<(Index, u16)> {
    let lines = instruction_lines(code);
    let line = |at: Index| lines.get(at).copied().unwrap_or(0);
    let mut places = Vec::new();
    for block in cfg.blocks.iter().filter(|block| !block.instructions.is_empty()) {
        let jump_line = line(block.instructions.end - 1);
        let targets = block.successors.iter().map(|edge| cfg.blocks[edge.to].instructions.start);
        places.extend(targets.map(|to| (to, line(to))).filter(|&(_, line)| line != 0 && line != jump_line));
    }
    places
}

impl Method {
    /// Returns whether the access flags of the method allow a call from a test: the method is neither private
    /// nor synthetic. Its class can still be inaccessible. Lambda bodies are synthetic.
    pub fn is_callable(&self) -> bool {
        self.access & (PRIVATE | SYNTHETIC) == 0
    }

    /// Returns the predicate that ends a block, if there is one.
    pub fn predicate_of(&self, block: BlockId) -> Option<&Predicate> {
        predicate_of(&self.predicates, block)
    }
}

fn predicate_of(predicates: &[Predicate], block: BlockId) -> Option<&Predicate> {
    predicates.binary_search_by_key(&block, |predicate| predicate.block).ok().map(|index| &predicates[index])
}

fn dependence(predicates: &[Predicate], block: BlockId, edge: EdgeKind) -> Dependence {
    if block == Cfg::ENTRY {
        return Dependence::Entry;
    }
    predicate_of(predicates, block)
        .and_then(|predicate| predicate.branch(edge))
        .map_or(Dependence::Exception(block), Dependence::Branch)
}

/// Removes adjacent equal dependences. Different edges, such as an exception edge and the edge to the next
/// block, can become equal dependences.
fn distinct_dependences(dependences: impl Iterator<Item = Dependence>) -> Vec<Dependence> {
    let mut dependences: Vec<_> = dependences.collect();
    dependences.dedup();
    dependences
}

/// Returns the exceptions that a method declares.
fn throws(class: &ClassFile, member: &Member) -> Result<Vec<String>> {
    let data: &[u8] = member.attribute("Exceptions", &class.constants).unwrap_or_default();
    let indexes = data.get(2..).unwrap_or_default().chunks_exact(2);
    let name = |index: &[u8]| class.constants.class_name(u16::from_be_bytes([index[0], index[1]]));
    indexes.map(|index| Ok(name(index)?.to_str().into_owned())).collect()
}

/// Returns whether a method is an empty constructor without parameters that no code needs to call. It is
/// private, and prevents instances of the class. Or the class has static methods and no other members, so its
/// instances are of no use.
fn is_useless_constructor(
    class: &ClassFile,
    member: &Member,
    name: &str,
    descriptor: &str,
    code: &Code,
) -> bool {
    let is_empty = code.instructions.len() == 3; // Load `this`, call `super()`, return.
    name == "<init>"
        && descriptor == "()V"
        && is_empty
        && (member.access & PRIVATE != 0 || has_only_static_members(class))
}

/// Returns whether a class has static methods, and all its fields and other methods are static. Constructors
/// are ignored.
fn has_only_static_members(class: &ClassFile) -> bool {
    let superclass = class.constants.class_name(class.super_class);
    let has_name = |member: &Member, name: &str| {
        class.constants.utf8(member.name).is_ok_and(|member_name| member_name.to_str() == name)
    };
    let mut methods = class.methods.iter().filter(|it| !has_name(it, "<init>") && !has_name(it, "<clinit>"));
    superclass.is_ok_and(|name| name.to_str() == "java/lang/Object")
        && methods.clone().next().is_some()
        && methods.all(|it| it.access & STATIC != 0)
        && class.fields.iter().all(|it| it.access & STATIC != 0)
}

/// Returns whether a developer wrote a method and the method can run after the initialisation of the class.
fn is_written(class: &ClassFile, member: &Member, name: &str, descriptor: &str) -> bool {
    let has_attribute = member.attribute("Synthetic", &class.constants).is_some();
    let is_synthetic = member.access & SYNTHETIC != 0 || has_attribute;
    // The constructors of enums run only when the class is initialised.
    let is_enum_method = class.access & ENUM != 0
        && (name == "values" && descriptor.starts_with("()")
            || name == "valueOf" && descriptor.starts_with("(Ljava/lang/String;)")
            || name == "<init>");
    // The compiler generates the methods that deserialise lambdas.
    let is_lambda = name.contains("lambda$") && !name.starts_with("$deserializeLambda$");
    name != "<clinit>" && member.access & BRIDGE == 0 && !is_enum_method && (!is_synthetic || is_lambda)
}
