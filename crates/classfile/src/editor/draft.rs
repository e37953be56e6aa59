//! Code with its snippets woven in, on its way to bytes.

use crate::code::encode::{layout, reaches, too_large};
use crate::code::frames::{self, Frame, Types};
use crate::code::{Code, Handler, Index, Instruction};
use crate::container::constants::ConstantPool;
use crate::editor::{Edit, Place, Signature};
use crate::error::Result;
use crate::op;

/// Where an instruction of the old code went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    /// The first instruction of what was inserted before it: where jumps, frames, handlers and lines lead.
    pub(crate) start: u32,
    /// The first one that the ranges guarded by a handler starting here may cover again.
    past_handler: u32,
    /// The instruction itself: what `uninitialized` types and annotations name.
    pub(crate) itself: u32,
}

/// The new code. All indexes are those of its own instructions.
pub(crate) struct Draft {
    pub(crate) instructions: Vec<Instruction>,
    /// By instruction of the old code, its end included.
    pub(crate) places: Vec<Moved>,
    /// The exception table, each row with the row of the old table that it comes from.
    pub(crate) handlers: Vec<(Handler, usize)>,
    /// In order.
    pub(crate) frames: Vec<Frame>,
}

impl Draft {
    /// Puts the snippets of the edits, ordered by instruction and place, where they belong.
    pub(crate) fn weave(code: Code, frames: Vec<Frame>, edits: &[Edit], snippets: &[Instruction]) -> Draft {
        let mut instructions = Vec::with_capacity(code.instructions.len() + snippets.len());
        let mut places = Vec::with_capacity(code.instructions.len() + 1);
        let mut edits = edits.iter().peekable();
        let mut put = |index, place, instructions: &mut Vec<Instruction>| {
            let before = instructions.len();
            while let Some(edit) = edits.next_if(|edit| edit.at == index && edit.place == place) {
                instructions.extend_from_slice(&snippets[edit.snippet.clone()]);
            }
            (before as u32, instructions.len() as u32)
        };
        for (index, instruction) in code.instructions.into_iter().enumerate() {
            put(index, Place::Entry, &mut instructions);
            let (start, past_handler) = put(index, Place::Handler, &mut instructions);
            let (_, itself) = put(index, Place::Before, &mut instructions);
            let (_, past) = put(index, Place::Instead, &mut instructions);
            if past == itself {
                instructions.push(instruction);
            }
            put(index, Place::After, &mut instructions);
            places.push(Moved { start, past_handler, itself });
        }
        let end = instructions.len() as u32;
        places.push(Moved { start: end, past_handler: end, itself: end });

        let mut draft = Draft { instructions, places, handlers: Vec::new(), frames };
        draft.handlers = draft.move_handlers(&code.handlers);
        draft.move_targets();
        draft.move_frames();
        draft
    }

    fn start(&self, old: Index) -> Index {
        self.places[old].start as Index
    }

    fn move_handlers(&self, rows: &[Handler]) -> Vec<(Handler, usize)> {
        let mut moved = Vec::with_capacity(rows.len());
        for (from, row) in rows.iter().enumerate() {
            let handler = self.start(row.handler);
            let mut add = |start, end| {
                if start < end {
                    moved.push((Handler { start, end, handler, catch_type: row.catch_type }, from));
                }
            };
            let (start, end) = (self.start(row.start), self.start(row.end));
            if (row.start..row.end).contains(&row.handler) {
                let past = self.places[row.handler].past_handler as Index;
                if past == handler {
                    add(start, end);
                } else {
                    add(start, handler);
                    add(past, end);
                }
            } else {
                add(start, end);
            }
        }
        moved
    }

    fn move_targets(&mut self) {
        for instruction in &mut self.instructions {
            instruction.map_targets(|old| self.places[old].start as Index);
        }
    }

    fn move_frames(&mut self) {
        for frame in &mut self.frames {
            frame.at = self.places[frame.at].start as Index;
            frame.types.map_uninitialized(|new| self.places[new].itself as Index);
        }
    }

    /// Where each instruction starts in bytes, and the length last, after every jump was made to reach its target.
    pub(crate) fn layout(&mut self, signature: &Signature, constants: &mut ConstantPool) -> Result<Vec<u32>> {
        let mut offsets = layout(&mut self.instructions)?;
        if self.first_far(&offsets, 0).is_none() {
            return Ok(offsets);
        }
        self.make_frames_full(signature, constants)?;
        let mut trampolines: Vec<Index> = Vec::new();
        let mut done = 0;
        while let Some((index, target)) = self.first_far(&offsets, done) {
            let reachable = trampolines
                .iter()
                .find(|&&at| reaches(&offsets, index, at) && self.instructions[at].targets().eq([target]));
            if let Some(&at) = reachable {
                self.instructions[index].map_targets(|_| at);
                done = index + 1;
                continue;
            }
            let Some(at) = self.place_for_trampoline(&offsets, index) else {
                return Err(too_large(offsets[index] as usize));
            };
            let shifted = |index: Index| index + usize::from(index >= at);
            trampolines.iter_mut().for_each(|trampoline| *trampoline = shifted(*trampoline));
            trampolines.push(at);
            self.insert_goto(at, target)?;
            self.instructions[shifted(index)].map_targets(|_| at);
            offsets = layout(&mut self.instructions)?;
            done = 0;
        }
        Ok(offsets)
    }

    /// Writes every frame out in full.
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

    /// The first jump from an instruction on that does not reach its target, with the target.
    fn first_far(&self, offsets: &[u32], from: Index) -> Option<(Index, Index)> {
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

    /// The place nearest to a jump where control never arrives from the instruction before.
    fn place_for_trampoline(&self, offsets: &[u32], jump: Index) -> Option<Index> {
        let fits = |&at: &Index| self.instructions[at - 1].ends_flow() && reaches(offsets, jump, at);
        let after = (jump + 1..=self.instructions.len()).find(fits);
        let before = (1..=jump).rev().find(fits);
        let bytes = |at: &Index| offsets[*at].abs_diff(offsets[jump]);
        before.into_iter().chain(after).min_by_key(bytes)
    }

    /// Inserts a `goto` with a frame like that of its target. No exception range comes to cover it, since the frames
    /// of handlers need not agree with that of the target.
    fn insert_goto(&mut self, at: Index, target: Index) -> Result<()> {
        let shifted = |index: Index| index + usize::from(index >= at);
        let types = self.frames.iter().find(|frame| frame.at == target).map(|frame| frame.types.clone());
        for instruction in &mut self.instructions {
            instruction.map_targets(shifted);
        }
        self.instructions.insert(at, Instruction::Jump { op: op::GOTO, target: shifted(target) });
        for place in &mut self.places {
            for index in [&mut place.start, &mut place.past_handler, &mut place.itself] {
                *index = shifted(*index as Index) as u32;
            }
        }
        self.handlers = std::mem::take(&mut self.handlers)
            .into_iter()
            .flat_map(|(row, from)| around(row, at).map(move |row| (row, from)))
            .collect();
        for frame in &mut self.frames {
            frame.at = shifted(frame.at);
            frame.types.map_uninitialized(shifted);
        }
        self.add_frame(at, types)
    }

    /// Classes before version 50 have no frames, and need none.
    fn add_frame(&mut self, at: Index, types: Option<Types>) -> Result<()> {
        match types {
            Some(mut types) => {
                let shifted = |index: Index| index + usize::from(index >= at);
                types.map_uninitialized(shifted);
                let position = self.frames.partition_point(|frame| frame.at < at);
                self.frames.insert(position, Frame { at, types });
                Ok(())
            }
            None if self.frames.is_empty() => Ok(()),
            None => Err(too_large(0)),
        }
    }
}

/// A row of the exception table after something was inserted that it must not cover: one row or two.
fn around(row: Handler, at: Index) -> impl Iterator<Item = Handler> {
    let shifted = |index: Index| index + usize::from(index >= at);
    let handler = shifted(row.handler);
    let before = Handler { start: row.start, end: row.end.min(at), handler, ..row };
    let after = Handler { start: shifted(row.start.max(at)), end: row.end + 1, handler, ..row };
    [before, after].into_iter().filter(|row| row.start < row.end)
}
