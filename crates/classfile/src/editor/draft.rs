//! The code of a method with all inserted snippets, not encoded yet.

use crate::code::encode::{layout, reaches, too_large};
use crate::code::frames::{self, Frame, Types};
use crate::code::{Code, Handler, Index, Instruction};
use crate::container::constants::ConstantPool;
use crate::editor::{Edit, InsertionPoint, Signature};
use crate::error::Result;
use crate::op;

/// The new position of an instruction of the old code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewPosition {
    /// First instruction of the snippets before the old instruction. Jumps, frames, handlers and lines refer
    /// to this instruction.
    pub(crate) start: u32,
    /// First instruction after the snippets at the entry of a handler. If the handler guards its own start,
    /// its exception range continues here.
    past_handler: u32,
    /// The old instruction itself. Annotations and verification types of uninitialised objects refer to this
    /// instruction.
    pub(crate) itself: u32,
}

/// The new code. All indexes refer to `instructions`, unless their names begin with `old`.
pub(crate) struct Draft {
    pub(crate) instructions: Vec<Instruction>,
    /// The new position of each instruction of the old code. The last element is the new position of the
    /// end of the old code.
    pub(crate) new_positions: Vec<NewPosition>,
    /// The rows of the exception table, each with the index of the corresponding row in the old table.
    pub(crate) handlers: Vec<(Handler, usize)>,
    /// The frames in code order.
    pub(crate) frames: Vec<Frame>,
}

impl Draft {
    /// Inserts the snippets of the edits into the code. The edits are sorted by instruction and insertion
    /// point.
    pub(crate) fn insert_snippets(
        code: Code,
        frames: Vec<Frame>,
        edits: &[Edit],
        snippets: &[Instruction],
    ) -> Draft {
        let mut instructions = Vec::with_capacity(code.instructions.len() + snippets.len());
        let mut new_positions = Vec::with_capacity(code.instructions.len() + 1);
        let mut edits = edits.iter().peekable();
        let mut put = |index, point, instructions: &mut Vec<Instruction>| {
            let snippets_start = instructions.len();
            while let Some(edit) = edits.next_if(|edit| edit.at == index && edit.point == point) {
                instructions.extend_from_slice(&snippets[edit.snippet.clone()]);
            }
            (snippets_start as u32, instructions.len() as u32)
        };
        for (index, instruction) in code.instructions.into_iter().enumerate() {
            put(index, InsertionPoint::Entry, &mut instructions);
            let (start, past_handler) = put(index, InsertionPoint::Handler, &mut instructions);
            let (_, itself) = put(index, InsertionPoint::Before, &mut instructions);
            let (_, after_replacement) = put(index, InsertionPoint::Replacement, &mut instructions);
            if after_replacement == itself {
                instructions.push(instruction);
            }
            put(index, InsertionPoint::After, &mut instructions);
            new_positions.push(NewPosition { start, past_handler, itself });
        }
        let end = instructions.len() as u32;
        new_positions.push(NewPosition { start: end, past_handler: end, itself: end });

        let mut draft = Draft { instructions, new_positions, handlers: Vec::new(), frames };
        draft.handlers = draft.move_handlers(&code.handlers);
        draft.move_targets();
        draft.move_frames();
        draft
    }

    fn start(&self, old: Index) -> Index {
        self.new_positions[old].start as Index
    }

    fn move_handlers(&self, rows: &[Handler]) -> Vec<(Handler, usize)> {
        let mut new_rows = Vec::with_capacity(rows.len());
        for (old_row, row) in rows.iter().enumerate() {
            let handler = self.start(row.handler);
            let mut add = |start, end| {
                if start < end {
                    new_rows.push((Handler { start, end, handler, catch_type: row.catch_type }, old_row));
                }
            };
            let (start, end) = (self.start(row.start), self.start(row.end));
            if (row.start..row.end).contains(&row.handler) {
                let past_snippets = self.new_positions[row.handler].past_handler as Index;
                if past_snippets == handler {
                    add(start, end);
                } else {
                    add(start, handler);
                    add(past_snippets, end);
                }
            } else {
                add(start, end);
            }
        }
        new_rows
    }

    fn move_targets(&mut self) {
        for instruction in &mut self.instructions {
            instruction.map_targets(|old| self.new_positions[old].start as Index);
        }
    }

    fn move_frames(&mut self) {
        for frame in &mut self.frames {
            frame.at = self.new_positions[frame.at].start as Index;
            frame.types.map_uninitialized(|new| self.new_positions[new].itself as Index);
        }
    }

    /// Makes every jump reach its target. Returns the byte offset of each instruction, and the length of the
    /// code as the last element.
    ///
    /// If a conditional jump does not reach its target, the method inserts a trampoline: a `goto` to the
    /// target, at a position that the conditional jump reaches.
    pub(crate) fn layout(&mut self, signature: &Signature, constants: &mut ConstantPool) -> Result<Vec<u32>> {
        let mut offsets = layout(&mut self.instructions)?;
        if self.first_unreachable_jump(&offsets, 0).is_none() {
            return Ok(offsets);
        }
        self.make_frames_full(signature, constants)?;
        let mut trampolines: Vec<Index> = Vec::new();
        let mut first_unchecked = 0;
        while let Some((index, target)) = self.first_unreachable_jump(&offsets, first_unchecked) {
            let reachable_trampoline = trampolines
                .iter()
                .find(|&&at| reaches(&offsets, index, at) && self.instructions[at].targets().eq([target]));
            if let Some(&at) = reachable_trampoline {
                self.instructions[index].map_targets(|_| at);
                first_unchecked = index + 1;
                continue;
            }
            let Some(at) = self.nearest_trampoline_position(&offsets, index) else {
                return Err(too_large(offsets[index] as usize));
            };
            let new_index = |index: Index| index + usize::from(index >= at);
            trampolines.iter_mut().for_each(|trampoline| *trampoline = new_index(*trampoline));
            trampolines.push(at);
            self.insert_goto(at, target)?;
            self.instructions[new_index(index)].map_targets(|_| at);
            offsets = layout(&mut self.instructions)?;
            first_unchecked = 0;
        }
        Ok(offsets)
    }

    /// Converts every frame to [`Types::Full`].
    pub(crate) fn make_frames_full(
        &mut self,
        signature: &Signature,
        constants: &mut ConstantPool,
    ) -> Result<()> {
        let mut locals: Vec<_> = signature.receiver.into_iter().collect();
        let descriptor = constants.utf8(signature.descriptor)?.to_str().into_owned();
        locals.extend(frames::parameters(&descriptor, constants)?);
        frames::make_full(&mut self.frames, locals)
    }

    /// Returns the first jump at or after `from` that does not reach its target, together with the target.
    fn first_unreachable_jump(&self, offsets: &[u32], from: Index) -> Option<(Index, Index)> {
        if offsets[self.instructions.len()] <= i16::MAX as u32 {
            return None;
        }
        (from..self.instructions.len()).find_map(|index| match self.instructions[index] {
            Instruction::Jump { op, target } if op != op::GOTO_W && !reaches(offsets, index, target) => {
                Some((index, target))
            }
            _ => None,
        })
    }

    /// Returns the position nearest to a jump at which [`layout`](Self::layout) can insert a trampoline. The
    /// jump reaches the position, and the instruction before the position never continues with the next
    /// instruction.
    fn nearest_trampoline_position(&self, offsets: &[u32], jump: Index) -> Option<Index> {
        let fits = |&at: &Index| self.instructions[at - 1].ends_flow() && reaches(offsets, jump, at);
        let next_position = (jump + 1..=self.instructions.len()).find(fits);
        let previous_position = (1..=jump).rev().find(fits);
        let distance = |at: &Index| offsets[*at].abs_diff(offsets[jump]);
        previous_position.into_iter().chain(next_position).min_by_key(distance)
    }

    /// Inserts a `goto` to `target` at the index `at`, with the frame of the target.
    ///
    /// No exception range covers the `goto`, because the frames of the handlers can differ from the frame of
    /// the target.
    fn insert_goto(&mut self, at: Index, target: Index) -> Result<()> {
        let new_index = |index: Index| index + usize::from(index >= at);
        let types = self.frames.iter().find(|frame| frame.at == target).map(|frame| frame.types.clone());
        for instruction in &mut self.instructions {
            instruction.map_targets(new_index);
        }
        self.instructions.insert(at, Instruction::Jump { op: op::GOTO, target: new_index(target) });
        for position in &mut self.new_positions {
            for index in [&mut position.start, &mut position.past_handler, &mut position.itself] {
                *index = new_index(*index as Index) as u32;
            }
        }
        self.handlers = std::mem::take(&mut self.handlers)
            .into_iter()
            .flat_map(|(row, old_row)| split_row(row, at).map(move |row| (row, old_row)))
            .collect();
        for frame in &mut self.frames {
            frame.at = new_index(frame.at);
            frame.types.map_uninitialized(new_index);
        }
        self.add_frame(at, types)
    }

    /// Inserts a frame with `types` at the index `at`. Does nothing if the code has no frames: class files
    /// before version 51 need no frames. Fails if the code has frames and `types` is `None`.
    fn add_frame(&mut self, at: Index, types: Option<Types>) -> Result<()> {
        match types {
            Some(mut types) => {
                let new_index = |index: Index| index + usize::from(index >= at);
                types.map_uninitialized(new_index);
                let position = self.frames.partition_point(|frame| frame.at < at);
                self.frames.insert(position, Frame { at, types });
                Ok(())
            }
            None if self.frames.is_empty() => Ok(()),
            None => Err(too_large(0)),
        }
    }
}

/// Splits a row of the exception table into rows that do not cover the instruction inserted at `at`. Returns
/// the new rows.
fn split_row(row: Handler, at: Index) -> impl Iterator<Item = Handler> {
    let new_index = |index: Index| index + usize::from(index >= at);
    let handler = new_index(row.handler);
    let row_before = Handler { start: row.start, end: row.end.min(at), handler, ..row };
    let row_after = Handler { start: new_index(row.start.max(at)), end: row.end + 1, handler, ..row };
    [row_before, row_after].into_iter().filter(|row| row.start < row.end)
}
