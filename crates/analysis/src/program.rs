//! The methods and branches of the class under test in dense tables.

use std::collections::{BTreeMap, BTreeSet};

use classfile::{ClassFile, Code, Index, Member, Result};
use typed_index_collections::{TiSlice, TiVec};

use crate::cfg::{BlockId, Cfg, EdgeKind, instruction_lines};
use crate::control::control_dependences;
use crate::flags::{self, Source, Value};
use crate::predicate::{self, Predicate};

crate::ids! {
    /// A method with code: an index into [`Program::methods`].
    pub struct MethodIndex;

    /// One outcome of one predicate: an index into [`Program::branches`].
    pub struct BranchId;

    /// A branch distance that probes report. Three ranges follow each other: the branches, two distances for each
    /// [`Value`], and the branches in direct calls; see [`Program::direct`].
    pub struct DistanceId;

    /// A place where a source line begins: an index into [`Program::statements`].
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
/// Ids are given in order of class, method and instruction, so they are the same in every run.
#[derive(Debug, Default)]
pub struct Program {
    /// Every method with code that a developer wrote and a test can run: no bridges, no `values`/`valueOf` and
    /// constructors of enums, no empty private constructors, no synthetic methods but lambda bodies, nothing that makes
    /// serialised lambdas anew, no static initialisers (loading the class runs them).
    pub methods: TiVec<MethodIndex, Method>,
    /// Every branch of those methods.
    pub branches: TiVec<BranchId, Branch>,
    /// Every source line with code that a path from the entry of one of those methods reaches, in order of class and
    /// line. A line that several methods of a class share, as those of a lambda and around it do, stands there once.
    pub lines: TiVec<LineId, Line>,
    /// Every place where one of those lines begins, in order of method and instruction: a source statement, as far as
    /// the line table tells.
    pub statements: TiVec<StatementId, Statement>,
    /// Methods left out of `methods` because their code is damaged.
    pub undecoded: Vec<Undecoded>,
}

/// One method of the program.
#[derive(Debug)]
pub struct Method {
    /// Binary name of the class with slashes: `java/util/Map$Entry`.
    pub class: String,
    /// Name, `<init>` for constructors.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
    /// Access flags of the class file.
    pub access: u16,
    /// Its conditional jumps and switches in order of code, without those that no path from the entry reaches.
    pub predicates: Vec<Predicate>,
    /// Its control flow graph.
    pub cfg: Cfg,
    /// The instructions that begin a source line, by the line table or as control comes there from another line,
    /// ascending. A line may begin at several places, but is named once a block. Nothing of blocks that no path from the entry reaches.
    pub lines: Vec<(Index, LineId)>,
    /// The statement that begins at the first of `lines`; that of the next one follows.
    pub first_statement: StatementId,
    /// Binary names, with slashes, of the exceptions that it declares.
    pub throws: Vec<String>,
    /// For every block of the graph what it is control dependent on, in order of code; see
    /// [`control_dependences`]. Nothing for entry and exit and for blocks that no path from the entry reaches.
    pub dependences: TiVec<BlockId, Vec<Dependence>>,
    /// Where the boolean that it returns comes from, as far as that tells how near it was to the other one. Empty where it
    /// returns something else.
    pub returns: Vec<Source>,
    /// The booleans that probes tell apart from predicates, in no particular order.
    pub values: Vec<Value>,
}

/// What decides whether a block runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependence {
    /// Entering the method is enough, unless an exception leaves it.
    Entry,
    /// A predicate: this is the branch that leads to the block.
    Branch(BranchId),
    /// Whether that block throws: the dependent block is its handler, or runs only if all goes well. Also how often
    /// an endless loop goes round, where that block is its first, and where a `ret` at its end returns to.
    Exception(BlockId),
}

/// Where a branch stands.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Its method.
    pub method: MethodIndex,
    /// Index into [`Method::predicates`].
    pub predicate: u32,
    /// Index into [`Predicate::outcomes`].
    pub outcome: u32,
    /// Source line of the predicate, 0 where the class file has none.
    pub line: u16,
}

/// A source line of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first method of the class that has code there.
    pub method: MethodIndex,
    /// Its number in the source file.
    pub line: u16,
}

/// A place where a source line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its method.
    pub method: MethodIndex,
    /// The instruction.
    pub at: Index,
    /// The line.
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
    /// What is wrong with its code.
    pub error: classfile::Error,
}

const PRIVATE: u16 = 0x0002;
const BRIDGE: u16 = 0x0040;
const SYNTHETIC: u16 = 0x1000;
const ENUM: u16 = 0x4000;

impl Program {
    /// The program of a class under test and its nested classes, in this order.
    ///
    /// Fails where a class or method cannot be named, or a class has the same method twice. A method whose code is damaged is only listed as undecoded.
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

    /// How many ids probes tell distances under: all branches; behind them two for each [`Value`]; behind these all
    /// branches again, for when the test calls their method itself, see [`direct`](Program::direct).
    pub fn distance_count(&self) -> u32 {
        self.branch_and_value_count() + self.branches.len() as u32
    }

    /// The id of a branch in a call of its method that the test makes itself.
    pub fn direct(&self, branch: BranchId) -> DistanceId {
        DistanceId(self.branch_and_value_count() + branch.0)
    }

    /// What stands for all methods of that name and number of parameters, overridden ones and bridges among them: the
    /// first one.
    pub fn family(&self, method: MethodIndex) -> MethodIndex {
        let key = |method: &Method| {
            let parameters = classfile::descriptor::parameters(&method.descriptor).count();
            (method.name.clone(), parameters)
        };
        let wanted = key(&self.methods[method]);
        let first = self.methods.iter_enumerated().find(|(_, method)| key(method) == wanted);
        first.map_or(method, |(first, _)| first)
    }

    /// How many ids there are for all branches and, behind them, two for each [`Value`].
    pub fn branch_and_value_count(&self) -> u32 {
        let values: usize = self.methods.iter().map(|method| method.values.len()).sum();
        (self.branches.len() + 2 * values) as u32
    }

    /// The predicate that a branch is an outcome of.
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
            Ok(Some(code)) if is_forbidding(member, &name, &descriptor, &code) => {}
            Ok(Some(code)) => {
                let (cfg, mut predicates, dependences) = self.analyse(&code);
                let is_boolean = descriptor.ends_with(")Z");
                let found =
                    flags::find(&code, &class.constants, &cfg, &dependences, is_boolean, &mut predicates);
                let method = self.methods.next_key();
                let reached = line_starts(&code, &cfg, &dependences);
                starts.extend(reached.into_iter().map(|(at, line)| Start { method, at, line }));
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
                    returns: found.returns,
                    values: found.values,
                });
            }
            Err(error) => self.undecoded.push(Undecoded { class: class_name, name, descriptor, error }),
        }
        Ok(())
    }

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
                predicates.push(Predicate { at, block, first, outcomes, flag: None });
            }
        }
        let dependence = |&(block, edge)| dependence(&predicates, block, edge);
        let dependences = controls.iter().map(|controls| distinct(controls.iter().map(dependence))).collect();
        (cfg, predicates, dependences)
    }

    /// Gives ids to the lines of a class whose methods were added.
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

    fn number_values(&mut self) {
        let values = self.methods.iter_mut().flat_map(|method| &mut method.values);
        for (first, value) in (self.branches.len() as u32..).step_by(2).zip(values) {
            value.first = DistanceId(first);
        }
    }

    /// Adds the branches of a predicate of the method to be added next, and gives the id of the first.
    fn add_branches(&mut self, predicate: usize, outcomes: usize, line: u16) -> BranchId {
        let first = self.branches.next_key();
        let method = self.methods.next_key();
        let predicate = predicate as u32;
        let branch = |outcome| Branch { method, predicate, outcome, line };
        self.branches.extend((0..outcomes as u32).map(branch));
        first
    }
}

/// Where a line of a class begins in one of its methods.
struct Start {
    method: MethodIndex,
    at: Index,
    line: u16,
}

/// The instructions that begin a line and the lines, in order of code; see [`Method::lines`].
fn line_starts(code: &Code, cfg: &Cfg, dependences: &TiSlice<BlockId, Vec<Dependence>>) -> Vec<(Index, u16)> {
    // Of entries for the same instruction the last one wins, as in the JVM.
    let mut begins: BTreeMap<Index, u16> = code.lines.iter().copied().collect();
    for (at, line) in jumped_into(code, cfg) {
        begins.entry(at).or_insert(line);
    }
    let mut named = BTreeSet::new();
    let is_first = |&(at, line): &(Index, u16)| {
        let block = cfg.block_of(at);
        !dependences[block].is_empty() && named.insert((block, line))
    };
    begins.into_iter().filter(is_first).collect()
}

/// Where control comes from one line into the midst of another. The table has no entry there if the instruction before
/// is of the same line: at the condition of `} else if (...) {`, which follows a jump that the brace stands for.
fn jumped_into(code: &Code, cfg: &Cfg) -> Vec<(Index, u16)> {
    let lines = instruction_lines(code);
    let line = |at: Index| lines.get(at).copied().unwrap_or(0);
    let mut found = Vec::new();
    for block in cfg.blocks.iter().filter(|block| !block.instructions.is_empty()) {
        let from = line(block.instructions.end - 1);
        let targets = block.successors.iter().map(|edge| cfg.blocks[edge.to].instructions.start);
        found.extend(targets.map(|to| (to, line(to))).filter(|&(_, line)| line != 0 && line != from));
    }
    found
}

impl Method {
    /// Whether a test can call it: it is not private and the compiler did not name it, as it does bodies of lambdas.
    pub fn is_callable(&self) -> bool {
        self.access & (PRIVATE | SYNTHETIC) == 0
    }

    /// The predicate that ends a block, if one does.
    pub fn predicate_of(&self, block: BlockId) -> Option<&Predicate> {
        predicate_of(&self.predicates, block)
    }
}

fn predicate_of(predicates: &[Predicate], block: BlockId) -> Option<&Predicate> {
    predicates.binary_search_by_key(&block, |predicate| predicate.block).ok().map(|found| &predicates[found])
}

fn dependence(predicates: &[Predicate], block: BlockId, edge: EdgeKind) -> Dependence {
    if block == Cfg::ENTRY {
        return Dependence::Entry;
    }
    predicate_of(predicates, block)
        .and_then(|predicate| predicate.branch(edge))
        .map_or(Dependence::Exception(block), Dependence::Branch)
}

/// A block's throwing and its going on may both lead to the same block by different edges.
fn distinct(dependences: impl Iterator<Item = Dependence>) -> Vec<Dependence> {
    let mut dependences: Vec<_> = dependences.collect();
    dependences.dedup();
    dependences
}

/// The exceptions that a method declares.
fn throws(class: &ClassFile, member: &Member) -> Result<Vec<String>> {
    let declared: &[u8] = member.attribute("Exceptions", &class.constants).unwrap_or_default();
    let indexes = declared.get(2..).unwrap_or_default().chunks_exact(2);
    let name = |index: &[u8]| class.constants.class_name(u16::from_be_bytes([index[0], index[1]]));
    indexes.map(|index| Ok(name(index)?.to_str().into_owned())).collect()
}

/// Whether it is the empty private constructor by which a class forbids objects of itself: nothing calls it.
fn is_forbidding(member: &Member, name: &str, descriptor: &str, code: &Code) -> bool {
    let empty = code.instructions.len() == 3; // this, super(), return
    name == "<init>" && descriptor == "()V" && member.access & PRIVATE != 0 && empty
}

/// Whether a developer wrote the method, and more than its class's loading runs it.
fn is_written(class: &ClassFile, member: &Member, name: &str, descriptor: &str) -> bool {
    let has_attribute = member.attribute("Synthetic", &class.constants).is_some();
    let synthetic = member.access & SYNTHETIC != 0 || has_attribute;
    // Constructors of enums run when the class is loaded, and never again.
    let of_enum = class.access & ENUM != 0
        && (name == "values" && descriptor.starts_with("()")
            || name == "valueOf" && descriptor.starts_with("(Ljava/lang/String;)")
            || name == "<init>");
    // What the compiler adds to make serialised lambdas anew is nobody's code.
    let lambda = name.contains("lambda$") && !name.starts_with("$deserializeLambda$");
    name != "<clinit>" && member.access & BRIDGE == 0 && !of_enum && (!synthetic || lambda)
}
