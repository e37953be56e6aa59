//! Edits to the code of one method that never need the class hierarchy.

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

/// Collects edits to one method's code and writes it anew, with its frames, lines, handlers and other tables moved.
///
/// Every index is one of the code as it was read, whatever was inserted before; that holds for targets of jumps
/// in snippets too. A snippet
/// - leaves the stack and the local variables as it finds them (a replacement: as what it replaces would);
/// - is a straight line, with one exception: it may jump to an instruction that some instruction of the code has as
///   a target already, since only there a stack map frame is known to stand. Where the stack is not what that frame
///   says, the JVM refuses the class.
///
/// What is inserted before an instruction belongs to it: jumps, handlers, lines and the starts of exception ranges
/// and local variables that named the instruction come to name the snippet, an exception range that ends at the
/// instruction ends before the snippet.
#[derive(Clone, Debug)]
pub struct Editor {
    code: Code,
    frames: Vec<Frame>,
    attributes: Vec<(u16, Content)>,
    edits: Vec<Edit>,
    /// The instructions of all snippets, one after the other.
    snippets: Vec<Instruction>,
    extra_stack: u16,
    kept_locals: u16,
    extra_locals: u16,
    signature: Signature,
    class: Box<str>,
}

/// What the verifier knows at the start of the method.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    /// The type of `this`; `None` in a static method.
    pub(crate) receiver: Option<Type>,
    /// Constant pool index of the descriptor.
    pub(crate) descriptor: u16,
}

#[derive(Clone, Debug)]
enum Content {
    /// The stack map, kept in [`Editor::frames`].
    Frames,
    Table(Table),
}

#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) at: Index,
    pub(crate) place: Place,
    /// Which of the snippets' instructions.
    pub(crate) snippet: std::ops::Range<usize>,
}

/// Where the snippets of one instruction stand, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Where no jump leads: run once per call.
    Entry,
    /// At the entry of a handler, outside the ranges that it guards.
    Handler,
    Before,
    Instead,
    After,
}

impl Editor {
    /// Takes the code of a method apart; `None` where it has none. The method belongs to the class.
    ///
    /// Fails with [`ErrorKind::Subroutine`] for code with `jsr` or `ret`, and for malformed code.
    pub fn new(class: &ClassFile, method: &Member) -> Result<Option<Editor>> {
        let Some(data) = method.attribute("Code", &class.constants) else { return Ok(None) };
        Editor::open(class, method, data).map(Some).map_err(|error| class.named(error))
    }

    fn open(class: &ClassFile, method: &Member, data: &[u8]) -> Result<Editor> {
        let constants = &class.constants;
        let decoded = decode::decode(data, constants)?;
        let code = decoded.code;
        if code.instructions.iter().any(Instruction::is_subroutine) {
            return Err(Error::new(0, ErrorKind::Subroutine).within("Code attribute"));
        }
        let mut frames = Vec::new();
        let mut attributes = Vec::new();
        for attribute in decoded.attributes.iter() {
            let content = match constants.utf8(attribute.name)?.0 {
                b"StackMapTable" => {
                    frames = frames::read(attribute.data, &decoded.positions)
                        .map_err(|error| error.within("StackMapTable attribute"))?;
                    Content::Frames
                }
                name => Content::Table(
                    Table::read(name, attribute.data, &decoded.positions, &code)
                        .map_err(|error| error.within("attribute of code"))?,
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
            extra_stack: 0,
            kept_locals: 0,
            extra_locals: 0,
            signature: Signature { receiver: receiver(class, method), descriptor: method.descriptor },
            class: class.name().map(|name| name.to_str().into()).unwrap_or_default(),
        })
    }

    /// The code as it was read.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Runs a snippet once per call of the method, before everything else: jumps back to the first instruction do
    /// not run it again, and no exception range covers it.
    pub fn insert_at_entry(&mut self, snippet: impl IntoIterator<Item = Instruction>) {
        self.add(0, Place::Entry, snippet);
    }

    /// Runs a snippet before an instruction. Several at one place run in the order in which they were added.
    pub fn insert_before(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        self.add(at, Place::Before, snippet);
    }

    /// Runs a snippet at the entry of the handler that starts at an instruction, before what
    /// [`insert_before`](Self::insert_before) put there, and outside of every exception range that has this handler:
    /// what it throws is not caught by the handler itself, although compilers let a `finally` guard its own start.
    /// Other ranges around the handler cover it.
    pub fn insert_at_handler(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        debug_assert!(self.code.handlers.iter().any(|row| row.handler == at), "no handler starts at {at}");
        self.add(at, Place::Handler, snippet);
    }

    /// Puts a snippet in the place of an instruction, at most once. Its first instruction takes the old one's place
    /// in tables. A `new` must not be replaced where frames mention what it made.
    pub fn replace(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        debug_assert!(!self.is_replaced(at), "{at} is replaced twice");
        self.add(at, Place::Instead, snippet);
    }

    /// Whether an instruction was replaced.
    pub fn is_replaced(&self, at: Index) -> bool {
        self.edits.iter().any(|edit| edit.at == at && edit.place == Place::Instead)
    }

    /// Runs a snippet behind an instruction, where control goes on to the next one; jumps to the next one do not run
    /// it. Several at one place run in the order in which they were added. The snippet may change what the instruction
    /// pushed, as long as its type stays.
    pub fn insert_after(&mut self, at: Index, snippet: impl IntoIterator<Item = Instruction>) {
        debug_assert!(!self.code.instructions[at].ends_flow(), "control does not go on behind {at}");
        self.add(at, Place::After, snippet);
    }

    /// Makes room for `extra` slots on the operand stack above the method's own greatest depth. Of several calls
    /// the greatest counts.
    pub fn raise_stack(&mut self, extra: u16) {
        self.extra_stack = self.extra_stack.max(extra);
    }

    /// Makes room for a local variable of type `int` that all snippets can read, and yields its slot. The snippet at the
    /// entry has to set it.
    pub fn keep_local(&mut self) -> u16 {
        let slot = self.free_local();
        self.kept_locals += 1;
        slot
    }

    /// The first slot behind the method's own local variables and those that are kept.
    pub fn free_local(&self) -> u16 {
        self.code.max_locals.saturating_add(self.kept_locals)
    }

    /// Makes room for `extra` slots of local variables from the [free](Self::free_local) one on, for snippets to keep
    /// something in: what one of them wrote is unknown behind the next jump. Of several calls the greatest counts.
    pub fn raise_locals(&mut self, extra: u16) {
        self.extra_locals = self.extra_locals.max(extra);
    }

    fn add(&mut self, at: Index, place: Place, snippet: impl IntoIterator<Item = Instruction>) {
        assert!(at < self.code.instructions.len(), "no instruction {at}");
        let start = self.snippets.len();
        self.snippets.extend(snippet);
        self.edits.push(Edit { at, place, snippet: start..self.snippets.len() });
    }

    /// The data of the edited `Code` attribute, for the class whose constant pool that is.
    ///
    /// Fails with [`ErrorKind::MethodTooLarge`] over 65,535 bytes, or where a conditional jump can neither reach its
    /// target nor a place for a longer jump.
    pub fn finish(self, constants: &mut ConstantPool) -> Result<Vec<u8>> {
        let class = self.class.clone();
        self.write(constants).map_err(|error| error.in_class(&class))
    }

    fn write(mut self, constants: &mut ConstantPool) -> Result<Vec<u8>> {
        self.edits.sort_by_key(|edit| (edit.at, edit.place));
        let max_stack = self.code.max_stack.saturating_add(self.extra_stack);
        let max_locals = self.free_local().saturating_add(self.extra_locals);
        let kept = self.code.max_locals..self.free_local();
        let mut draft = Draft::weave(self.code, self.frames, &self.edits, &self.snippets);
        if !kept.is_empty() {
            draft.make_frames_full(&self.signature, constants)?;
            kept.for_each(|slot| frames::add_int(&mut draft.frames, slot));
        }
        let offsets = draft.layout(&self.signature, constants)?;

        let mut out = Vec::with_capacity(offsets[draft.instructions.len()] as usize + 256);
        put_u2(&mut out, max_stack);
        put_u2(&mut out, max_locals);
        put_code(&draft.instructions, &offsets, &mut out)?;
        let rows = u2_len("exception table", draft.handlers.len(), &out)?;
        put_u2(&mut out, rows);
        for (handler, _) in &draft.handlers {
            put_handler(handler, &offsets, &mut out);
        }
        let moves = Moves {
            start: &|index| offsets[draft.places[index].start as usize] as u16,
            itself: &|index| offsets[draft.places[index].itself as usize] as u16,
            row: &|row| draft.handlers.iter().position(|(_, from)| *from == row).unwrap_or(row) as u16,
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

fn receiver(class: &ClassFile, method: &Member) -> Option<Type> {
    const STATIC: u16 = 0x0008;
    // The constructor of `Object` has nothing above it to call: its `this` is initialised from the start.
    let is_constructor =
        class.super_class != 0 && class.constants.utf8(method.name).is_ok_and(|name| name.0 == b"<init>");
    match (method.access & STATIC != 0, is_constructor) {
        (true, _) => None,
        (false, true) => Some(frames::UNINITIALIZED_THIS),
        (false, false) => Some(Type::Object(class.this_class)),
    }
}
