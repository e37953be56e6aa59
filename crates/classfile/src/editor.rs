//! Edits the code of one method without information about the class hierarchy.

mod draft;
mod tables;

use crate::bytes::{put_u2, put_u4, u2_len};
use crate::code::decode;
use crate::code::encode::{put_code, put_handler};
use crate::code::frames::{self, Frame, Type};
use crate::code::{Code, Index, Instruction};
use crate::container::class::{ClassFile, Member};
use crate::container::constants::ConstantPool;
use crate::editor::draft::Draft;
use crate::editor::tables::{Moves, Table};
use crate::error::{Error, ErrorKind, Result};

/// Collects edits to the code of one method, and writes the code with its moved frames, lines, handlers and
/// other tables.
///
/// An edit inserts a snippet: a short sequence of instructions. Every instruction index refers to the code
/// before all edits, even a jump target in a snippet. A snippet obeys these rules:
/// - After the snippet, the stack and the local variables of the method are the same as before. (A
///   replacement has the same effect as the replaced instruction.)
/// - The snippet jumps only to instructions that already are jump targets in the method, because such
///   instructions have a stack map frame. The JVM refuses the class if the stack differs from the frame.
///
/// A snippet inserted before an instruction belongs to the instruction. After the edit, jumps to the
/// instruction lead to the snippet. Handlers, lines, exception ranges and ranges of local variables that
/// started at the instruction then start at the snippet. An exception range that ends at the instruction ends
/// before the snippet.
#[derive(Clone, Debug)]
pub struct Editor {
    code: Code,
    frames: Vec<Frame>,
    attributes: Vec<(u16, Content)>,
    edits: Vec<Edit>,
    /// The instructions of all snippets, one snippet after the other.
    snippets: Vec<Instruction>,
    /// Number of operand stack slots to add to the maximum depth.
    reserved_stack: u16,
    /// Number of added local variables of type `int`.
    int_local_count: u16,
    /// Number of local variable slots to reserve after the added variables.
    reserved_locals: u16,
    signature: Signature,
    /// The name of the class, for errors.
    class: Box<str>,
}

/// The data that determine the verification types at the start of the method.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    /// The type of `this`; `None` in a static method.
    pub(crate) receiver: Option<Type>,
    /// Constant pool index of the descriptor.
    pub(crate) descriptor: u16,
}

/// The content of an attribute of the `Code` attribute.
#[derive(Clone, Debug)]
enum Content {
    /// The stack map, stored in [`Editor::frames`].
    Frames,
    /// Any other attribute.
    Table(Table),
}

/// A snippet and its insertion point.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    /// The instruction of the old code to which the snippet belongs.
    pub(crate) at: Index,
    pub(crate) point: InsertionPoint,
    /// The range of the snippet in `Editor::snippets`.
    pub(crate) snippet: std::ops::Range<usize>,
}

/// Insertion point of a snippet, relative to its instruction. The snippets of one instruction run in the
/// order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum InsertionPoint {
    /// At the start of the method. No jump leads to the snippet, so it runs once per call.
    Entry,
    /// At the entry of a handler, outside the ranges that the handler guards.
    Handler,
    Before,
    Replacement,
    After,
}

impl Editor {
    /// Creates an editor for the code of a method of the class. Returns `None` if the method has no code.
    ///
    /// Fails with [`ErrorKind::Subroutine`] for code with `jsr` or `ret`, and with other errors for malformed
    /// code.
    pub fn new(class: &ClassFile, method: &Member) -> Result<Option<Editor>> {
        let Some(data) = method.attribute("Code", &class.constants) else { return Ok(None) };
        Editor::decode(class, method, data).map(Some).map_err(|error| class.with_class_name(error))
    }

    fn decode(class: &ClassFile, method: &Member, data: &[u8]) -> Result<Editor> {
        let constants = &class.constants;
        let decoded = decode::decode(data, constants)?;
        let code = decoded.code;
        if code.instructions.iter().any(Instruction::is_subroutine_instruction) {
            return Err(Error::new(0, ErrorKind::Subroutine).in_part("Code attribute"));
        }
        let mut frames = Vec::new();
        let mut attributes = Vec::new();
        for attribute in decoded.attributes.iter() {
            let content = match constants.utf8(attribute.name)?.0 {
                b"StackMapTable" => {
                    frames = frames::read(attribute.data, &decoded.positions)
                        .map_err(|error| error.in_part("StackMapTable attribute"))?;
                    Content::Frames
                }
                name => Content::Table(
                    Table::read(name, attribute.data, &decoded.positions, &code)
                        .map_err(|error| error.in_part("attribute of code"))?,
                ),
            };
            attributes.push((attribute.name, content));
        }
        Ok(Editor {
            code,
            frames,
            attributes,
            edits: Vec::new(),
            snippets: Vec::new(),
            reserved_stack: 0,
            int_local_count: 0,
            reserved_locals: 0,
            signature: Signature { receiver: receiver(class, method), descriptor: method.descriptor },
            class: class.name().map(|name| name.to_str().into()).unwrap_or_default(),
        })
    }

    /// Returns the code without the edits.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Inserts a snippet that runs once per call of the method, before all other code.
    ///
    /// Jumps back to the first instruction do not run the snippet again. No exception range covers the
    /// snippet.
    pub fn insert_at_entry(&mut self, snippet: impl IntoIterator<Item = Instruction>) {
        self.add(0, InsertionPoint::Entry, snippet);
    }

    /// Inserts a snippet before an instruction. Several snippets at one instruction run in the order of their
    /// insertion.
    pub fn insert_before(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        self.add(at, InsertionPoint::Before, snippet);
    }

    /// Inserts a snippet at the entry of the handler that starts at an instruction.
    ///
    /// The snippet runs before the snippets of [`insert_before`](Self::insert_before). No exception range of
    /// this handler covers the snippet, so the handler does not catch exceptions of the snippet. (Compilers
    /// let a `finally` handler guard its own start.) A range of another handler covers the snippet if the
    /// range covers the instruction.
    pub fn insert_at_handler(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        debug_assert!(
            self.code.handlers.iter().any(|row| row.handler == at),
            "no handler starts at instruction {at}"
        );
        self.add(at, InsertionPoint::Handler, snippet);
    }

    /// Replaces an instruction by a snippet. Each instruction can be replaced at most once.
    ///
    /// Tables that refer to the instruction then refer to the first instruction of the snippet. If the
    /// snippet is empty, the instruction remains. Do not replace a `new` if a frame mentions the new object.
    pub fn replace(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        debug_assert!(!self.is_replaced(at), "instruction {at} is replaced twice");
        self.add(at, InsertionPoint::Replacement, snippet);
    }

    /// Whether an instruction is replaced.
    pub fn is_replaced(&self, at: Index) -> bool {
        self.edits.iter().any(|edit| edit.at == at && edit.point == InsertionPoint::Replacement)
    }

    /// Inserts a snippet after an instruction, on the path to the next instruction.
    ///
    /// Jumps to the next instruction do not run the snippet. Several snippets run in the order of their
    /// insertion. The snippet can pop the value that the instruction pushed, and push another value of the
    /// same type.
    pub fn insert_after(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        debug_assert!(
            !self.code.instructions[at].ends_flow(),
            "control does not continue after instruction {at}"
        );
        self.add(at, InsertionPoint::After, snippet);
    }

    /// Reserves `extra` slots of the operand stack above the maximum depth of the original code. Several
    /// calls reserve the maximum of their arguments.
    pub fn reserve_stack(&mut self, extra: u16) {
        self.reserved_stack = self.reserved_stack.max(extra);
    }

    /// Adds a local variable of type `int` that all snippets can read, and returns its slot. The snippet at
    /// the entry must assign the variable.
    pub fn add_int_local(&mut self) -> u16 {
        let slot = self.first_free_local();
        self.int_local_count += 1;
        slot
    }

    /// Returns the first slot after the local variables of the method and of
    /// [`add_int_local`](Self::add_int_local).
    pub fn first_free_local(&self) -> u16 {
        self.code.max_locals.saturating_add(self.int_local_count)
    }

    /// Reserves `extra` slots of local variables from [`first_free_local`](Self::first_free_local) on, for
    /// temporary values in a snippet.
    ///
    /// The frames do not contain these slots, so code after the next jump target cannot read the values.
    /// Several calls reserve the maximum of their arguments.
    pub fn reserve_locals(&mut self, extra: u16) {
        self.reserved_locals = self.reserved_locals.max(extra);
    }

    fn add(&mut self, at: Index, point: InsertionPoint, snippet: impl IntoIterator<Item = Instruction>) {
        assert!(at < self.code.instructions.len(), "the method has no instruction {at}");
        let start = self.snippets.len();
        self.snippets.extend(snippet);
        self.edits.push(Edit { at, point, snippet: start..self.snippets.len() });
    }

    /// Returns the data of the edited `Code` attribute. `constants` is the constant pool of the class.
    ///
    /// Fails with [`ErrorKind::MethodTooLarge`] if the code exceeds 65,535 bytes. The same error occurs if a
    /// conditional jump reaches neither its target nor a position where the editor can insert a longer jump.
    pub fn finish(self, constants: &mut ConstantPool) -> Result<Vec<u8>> {
        let class = self.class.clone();
        self.write(constants).map_err(|error| error.in_class(&class))
    }

    fn write(mut self, constants: &mut ConstantPool) -> Result<Vec<u8>> {
        self.edits.sort_by_key(|edit| (edit.at, edit.point));
        let max_stack = self.code.max_stack.saturating_add(self.reserved_stack);
        let max_locals = self.first_free_local().saturating_add(self.reserved_locals);
        let int_locals = self.code.max_locals..self.first_free_local();
        let mut draft = Draft::insert_snippets(self.code, self.frames, &self.edits, &self.snippets);
        if !int_locals.is_empty() {
            draft.make_frames_full(&self.signature, constants)?;
            int_locals.for_each(|slot| frames::add_int(&mut draft.frames, slot));
        }
        let offsets = draft.layout(&self.signature, constants)?;

        let mut out = Vec::with_capacity(offsets[draft.instructions.len()] as usize + 256);
        put_u2(&mut out, max_stack);
        put_u2(&mut out, max_locals);
        put_code(&draft.instructions, &offsets, &mut out)?;
        let row_count = u2_len("exception table", draft.handlers.len(), &out)?;
        put_u2(&mut out, row_count);
        for (handler, _) in &draft.handlers {
            put_handler(handler, &offsets, &mut out);
        }
        let moves = Moves {
            start: &|index| offsets[draft.new_positions[index].start as usize] as u16,
            itself: &|index| offsets[draft.new_positions[index].itself as usize] as u16,
            row: &|row| draft.handlers.iter().position(|(_, old_row)| *old_row == row).unwrap_or(row) as u16,
        };
        put_u2(&mut out, self.attributes.len() as u16);
        for (name, content) in self.attributes {
            let data = match content {
                Content::Frames => frames::write(&draft.frames, &offsets),
                Content::Table(table) => table.write(&moves),
            };
            put_u2(&mut out, name);
            put_u4(&mut out, data.len() as u32);
            out.extend(data);
        }
        Ok(out)
    }
}

/// Returns the verification type of `this` at the start of a method, or `None` for a static method.
fn receiver(class: &ClassFile, method: &Member) -> Option<Type> {
    const STATIC: u16 = 0x0008;
    // The constructor of `Object` calls no superclass constructor, so its `this` is initialised from the
    // start.
    let is_constructor =
        class.super_class != 0 && class.constants.utf8(method.name).is_ok_and(|name| name.0 == b"<init>");
    match (method.access & STATIC != 0, is_constructor) {
        (true, _) => None,
        (false, true) => Some(frames::UNINITIALIZED_THIS),
        (false, false) => Some(Type::Object(class.this_class)),
    }
}
