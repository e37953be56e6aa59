//! The control flow graph of one method: basic blocks between an explicit entry and an explicit exit.

use std::ops::Range;

use classfile::{Code, Index, Instruction, op};
use fixedbitset::FixedBitSet;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use typed_index_collections::TiVec;

use crate::predicate;

crate::ids! {
    /// A basic block: an index into [`Cfg::blocks`].
    pub struct BlockId;
}

/// The control flow graph of one method.
///
/// The first block is the entry and the last block is the exit; both are empty. The blocks of the code are
/// between them, in the order of the code, including unreachable blocks. Blocks also end where the range of
/// an exception handler starts or ends. Therefore a handler guards either all instructions of a block or
/// none.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// The entry, the blocks of the code, and the exit.
    pub blocks: TiVec<BlockId, Block>,
}

/// Instructions that run one after the other, unless one of them throws.
#[derive(Clone, Debug)]
pub struct Block {
    /// Indexes into `Code::instructions`; empty for the entry and the exit.
    pub instructions: Range<Index>,
    /// The distinct source lines in the order of the code. Empty if the class file has no lines.
    pub lines: Vec<u16>,
    /// The edges out of the block. If the block ends with a predicate (a conditional jump or a switch), the
    /// edges for its outcomes come first, in the order of the outcomes.
    pub successors: Vec<Edge>,
}

/// An edge out of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The kind of the edge.
    pub kind: EdgeKind,
    /// The target block.
    pub to: BlockId,
}

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// An edge to the next block of the code. Also the edge from the entry to the first block.
    Fall,
    /// An edge from a jump, conditional or not, to its target.
    Jump,
    /// An edge for an outcome of a switch. The number is the index into [`predicate::outcomes`].
    Switch(u32),
    /// An edge from a return to the exit.
    Return,
    /// An edge to a handler in the method, from a block that can throw. Also an edge to the exit, from a
    /// block that ends with a `throw` whose exception can leave the method. If an exception of another
    /// instruction leaves the method, the graph has no edge for the exception.
    Exception,
    /// An edge that no run follows. The edge from the entry to the exit makes all code depend on the entry.
    /// An endless loop has an edge from its first block to the exit: post-dominators require a path from
    /// every block to the exit.
    Virtual,
}

impl Cfg {
    /// The entry of every graph.
    pub const ENTRY: BlockId = BlockId(0);

    /// Builds the graph of the code of a method.
    ///
    /// A `jsr` has a jump edge to its subroutine. A `ret` has a jump edge to the instruction after every
    /// `jsr` of the method.
    pub fn new(code: &Code) -> Cfg {
        let mut cfg = Cfg { blocks: blocks(code) };
        for block in BlockId::range(BlockId(1)..cfg.exit()) {
            cfg.blocks[block].successors = cfg.edges(code, cfg.blocks[block].instructions.clone());
        }
        cfg.add_virtual_edges();
        cfg
    }

    /// Returns the exit: the last block.
    pub fn exit(&self) -> BlockId {
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Returns the block of an instruction. The end of the code belongs to the exit.
    pub fn block_of(&self, at: Index) -> BlockId {
        self.blocks.partition_point(|block| block.instructions.end <= at).min(self.exit())
    }

    /// Returns the graph for the algorithms of the `petgraph` library. The nodes have the numbers of the
    /// blocks.
    pub(crate) fn graph(&self) -> DiGraph<(), ()> {
        let edges = |(from, block): (BlockId, &Block)| {
            block.successors.iter().map(move |edge| (from.0, edge.to.0)).collect::<Vec<_>>()
        };
        DiGraph::from_edges(self.blocks.iter_enumerated().flat_map(edges))
    }

    fn edges(&self, code: &Code, instructions: Range<Index>) -> Vec<Edge> {
        let last = instructions.end - 1;
        let edge = |kind, to| Edge { kind, to: self.block_of(to) };
        let instruction = &code.instructions[last];
        let mut edges: Vec<_> = match instruction {
            _ if instruction.is_return() => vec![Edge { kind: EdgeKind::Return, to: self.exit() }],
            Instruction::Local { op: op::RET, .. } => {
                after_subroutine_calls(code).map(|to| edge(EdgeKind::Jump, to)).collect()
            }
            Instruction::Jump { target, .. } if !instruction.is_conditional() => {
                vec![edge(EdgeKind::Jump, *target)]
            }
            _ if instruction.op() == op::ATHROW => Vec::new(),
            _ if !instruction.ends_block() => vec![edge(EdgeKind::Fall, last + 1)],
            _ => predicate::outcomes(instruction, last)
                .iter()
                .enumerate()
                .map(|(index, (outcome, to))| edge(EdgeKind::of(outcome, index), *to))
                .collect(),
        };
        if code.instructions[instructions.clone()].iter().any(can_throw) {
            edges.extend(self.exception_edges(code, instructions.start, instruction.op() == op::ATHROW));
        }
        edges
    }

    /// Returns the exception edges of a block that starts at `at`. If `throws` is true, the block ends with a
    /// `throw`, and the result can include an edge to the exit.
    fn exception_edges(&self, code: &Code, at: Index, throws: bool) -> Vec<Edge> {
        let guards = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&at));
        let mut targets = Vec::new();
        let mut is_caught = false;
        for handler in guards {
            targets.push(self.block_of(handler.handler));
            is_caught = handler.catch_type == 0;
            if is_caught {
                break;
            }
        }
        if throws && !is_caught {
            targets.push(self.exit());
        }
        targets.sort();
        targets.dedup();
        targets.into_iter().map(|to| Edge { kind: EdgeKind::Exception, to }).collect()
    }

    fn add_virtual_edges(&mut self) {
        let exit = self.exit();
        let edge = Edge { kind: EdgeKind::Virtual, to: exit };
        self.blocks[Cfg::ENTRY].successors = vec![Edge { kind: EdgeKind::Fall, to: BlockId(1) }, edge];
        // The function `tarjan_scc` of the library is recursive: a long method could overflow the stack.
        for component in kosaraju_scc(&self.graph()) {
            let blocks: FixedBitSet = component.iter().map(|node| node.index()).collect();
            let mut edges = blocks.ones().flat_map(|block| &self.blocks[BlockId::from(block)].successors);
            let is_endless = edges.all(|edge| blocks.contains(edge.to.index()));
            let first = blocks.minimum().map(BlockId::from).expect("a component has a node");
            if is_endless && first != exit {
                self.blocks[first].successors.push(edge);
            }
        }
    }
}

impl EdgeKind {
    fn of(outcome: &predicate::Outcome, index: usize) -> EdgeKind {
        match outcome {
            predicate::Outcome::Jump => EdgeKind::Jump,
            predicate::Outcome::Fall => EdgeKind::Fall,
            predicate::Outcome::Switch { .. } => EdgeKind::Switch(index as u32),
        }
    }
}

/// Divides the code into blocks. Returns the entry, the blocks and the exit, without edges.
fn blocks(code: &Code) -> TiVec<BlockId, Block> {
    let end = code.instructions.len();
    let lines = instruction_lines(code);
    let starts: Vec<_> = leaders(code).ones().chain([end]).collect();
    let block = |instructions: Range<Index>| Block {
        lines: distinct_lines(&lines[instructions.clone()]),
        instructions,
        successors: Vec::new(),
    };
    let code_blocks = starts.windows(2).map(|pair| block(pair[0]..pair[1]));
    [block(0..0)].into_iter().chain(code_blocks).chain([block(end..end)]).collect()
}

/// Returns the first instructions of the blocks.
fn leaders(code: &Code) -> FixedBitSet {
    let mut leaders = FixedBitSet::with_capacity(code.instructions.len() + 1);
    leaders.insert(0);
    for (at, instruction) in code.instructions.iter().enumerate() {
        if instruction.ends_block() {
            leaders.insert(at + 1);
            leaders.extend(instruction.targets());
        }
    }
    leaders.extend(code.handlers.iter().flat_map(|handler| [handler.start, handler.end, handler.handler]));
    leaders.set(code.instructions.len(), false);
    leaders
}

/// Returns the source line of every instruction, or 0 for an instruction without a line.
pub(crate) fn instruction_lines(code: &Code) -> Vec<u16> {
    let mut table = code.lines.clone();
    table.sort_by_key(|&(start, _)| start);
    let mut lines = vec![0; code.instructions.len()];
    for (entry, &(start, line)) in table.iter().enumerate() {
        let end = table.get(entry + 1).map_or(lines.len(), |&(next, _)| next);
        lines[start..end].fill(line);
    }
    lines
}

/// Returns the distinct lines in the order of their first occurrence, without 0.
fn distinct_lines(lines: &[u16]) -> Vec<u16> {
    let mut distinct_lines = Vec::new();
    for &line in lines {
        if line != 0 && !distinct_lines.contains(&line) {
            distinct_lines.push(line);
        }
    }
    distinct_lines
}

/// Returns the instruction after every `jsr`.
fn after_subroutine_calls(code: &Code) -> impl Iterator<Item = Index> + '_ {
    let is_call = |instruction: &Instruction| matches!(instruction.op(), op::JSR | op::JSR_W);
    (0..code.instructions.len()).filter(move |&at| is_call(&code.instructions[at])).map(|at| at + 1)
}

/// Returns whether an instruction can throw. Ignores linkage errors and out-of-memory errors. Returns false
/// for `monitorexit`: compilers generate code that exits each entered monitor exactly once, so the exit
/// cannot throw.
pub fn can_throw(instruction: &Instruction) -> bool {
    matches!(
        instruction.op(),
        op::IALOAD..=op::SALOAD
            | op::IASTORE..=op::SASTORE
            | op::IDIV | op::LDIV | op::IREM | op::LREM
            | op::GETFIELD..=op::INVOKEDYNAMIC
            | op::NEWARRAY..=op::CHECKCAST
            | op::MONITORENTER
            | op::MULTIANEWARRAY
    )
}
