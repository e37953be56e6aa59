//! What the compiler wrote and the source does not have.

use classfile::{Index, Instruction, op};
use fixedbitset::FixedBitSet;

use crate::code::body::{Body, argument_slots};
use crate::code::variables::{loaded, stored};

/// The instructions that get no mutants because the source does not have what they do: the compiler's own variables
/// and what is done with them (loops over arrays and collections, closing of resources), asking whether assertions are
/// on, switches on texts and enum constants, checks for null, places in array initialisers.
///
/// As far as that is easily told, and of variables only where the class was compiled with theirs.
pub(crate) fn instructions(body: &Body<'_>) -> FixedBitSet {
    let length = body.code.instructions.len();
    let mut hidden = Hidden { body, found: FixedBitSet::with_capacity(length) };
    for at in 0..length {
        hidden.add_array_initialiser(at);
        hidden.add_array_loop(at);
        hidden.add_text_switch(at);
        if hidden.is_unnamed(at) || hidden.is_field(at) || hidden.is_call(at) || hidden.is_jump(at) {
            hidden.found.insert(at);
        }
    }
    hidden.found
}

struct Hidden<'a> {
    body: &'a Body<'a>,
    found: FixedBitSet,
}

impl Hidden<'_> {
    /// Loads, stores or counts a variable that has no name.
    fn is_unnamed(&self, at: Index) -> bool {
        let variables = &self.body.variables;
        let Some(instruction) = self.body.code.instructions.get(at).filter(|_| variables.are_named) else {
            return false;
        };
        let (slot, at) = match (instruction, loaded(instruction), stored(instruction)) {
            (&Instruction::Iinc { slot, .. }, ..) | (_, Some((_, slot)), _) => (slot, at),
            (.., Some((_, slot))) => (slot, at + 1),
            _ => return false,
        };
        let is_this = slot == 0 && !self.body.is_static();
        !is_this && variables.at(slot, at).is_none()
    }

    /// Whether assertions are on, and the keys of switches on enum constants.
    fn is_field(&self, at: Index) -> bool {
        let name = self.body.member(at).filter(|_| self.body.op(at) == op::GETSTATIC).map(|field| field.name);
        name.is_some_and(|name| name == "$assertionsDisabled" || name.0.starts_with(b"$SwitchMap$"))
    }

    fn is_call(&self, at: Index) -> bool {
        let body = self.body;
        let Some(called) = body.member(at).filter(|member| member.descriptor.0.starts_with(b"(")) else {
            return false;
        };
        let name = called.name.to_str();
        let on_unnamed = || {
            let object = body.maker(at, argument_slots(&called));
            body.op(at) != op::INVOKESTATIC && object.is_some_and(|object| self.is_unnamed(object))
        };
        let makes_key = || name == "ordinal" && body.op(at + 1) == op::IALOAD && self.is_made(at + 1, 1);
        let checks_null = || {
            matches!(&*name, "requireNonNull" | "getClass")
                && body.op(at.wrapping_sub(1)) == op::DUP
                && body.op(at + 1) == op::POP
        };
        on_unnamed() || makes_key() || checks_null() || name.starts_with("$SWITCH_TABLE$")
    }

    fn is_jump(&self, at: Index) -> bool {
        match self.body.op(at) {
            op::IF_ICMPEQ..=op::IF_ACMPNE => self.is_made(at, 0) && self.is_made(at, 1),
            op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => self.is_made(at, 0),
            _ => false,
        }
    }

    /// Whether a hidden instruction makes what lies below the top `below` slots of the stack.
    fn is_made(&self, at: Index, below: usize) -> bool {
        self.body.maker(at, below).is_some_and(|maker| self.found[maker])
    }

    /// The length of the array, `iconst_2, newarray, dup, iconst_0`, and the places of its elements, `iastore, dup,
    /// iconst_1`.
    fn add_array_initialiser(&mut self, at: Index) {
        let is_made = matches!(self.body.op(at), op::NEWARRAY | op::ANEWARRAY);
        let is_filled = matches!(self.body.op(at), op::IASTORE..=op::SASTORE);
        if !(is_made || is_filled) || self.body.op(at + 1) != op::DUP || !self.pushes_int(at + 2) {
            return;
        }
        self.found.insert(at + 2);
        if is_made && self.pushes_int(at.wrapping_sub(1)) {
            self.found.insert(at - 1);
        }
    }

    /// The start of a loop over an array: `arraylength, istore_2, iconst_0, istore_3`.
    fn add_array_loop(&mut self, at: Index) {
        let body = self.body;
        let is_start = body.op(at) == op::ARRAYLENGTH && body.op(at + 2) == op::ICONST_0;
        if is_start && self.is_unnamed(at + 1) && self.is_unnamed(at + 3) {
            self.found.insert(at + 2);
        }
    }

    /// A switch on a text asks for its hash, compares it with each case and notes the number of that, and switches on the
    /// number: `iconst_m1, istore_2, aload_1, hashCode, lookupswitch`, then for each case `aload_1, ldc, equals, ifeq,
    /// iconst_0, istore_2`.
    fn add_text_switch(&mut self, at: Index) {
        let code = &self.body.code.instructions;
        if !self.calls_string(at, "hashCode") || !code.get(at + 1).is_some_and(Instruction::is_switch) {
            return;
        }
        let before = code.get(at.wrapping_sub(1));
        let Some((_, text)) = before.and_then(|before| loaded(before).or_else(|| stored(before))) else {
            return;
        };
        self.found.insert(at);
        self.add_number(at.wrapping_sub(3));
        for at in at..code.len().saturating_sub(3) {
            let loads_text = loaded(&code[at]).is_some_and(|(_, slot)| slot == text);
            if loads_text && self.calls_string(at + 2, "equals") && code[at + 3].is_conditional() {
                self.found.extend(at..at + 4);
                self.add_number(at + 4);
            }
        }
    }

    /// What is pushed and stored at once.
    fn add_number(&mut self, at: Index) {
        let stores = self.body.code.instructions.get(at.wrapping_add(1)).and_then(stored);
        if self.pushes_int(at) && stores.is_some() {
            self.found.insert(at);
        }
    }

    fn pushes_int(&self, at: Index) -> bool {
        matches!(
            self.body.op(at),
            op::ICONST_M1..=op::ICONST_5 | op::BIPUSH | op::SIPUSH | op::LDC | op::LDC_W
        )
    }

    fn calls_string(&self, at: Index, name: &str) -> bool {
        self.body.member(at).is_some_and(|it| it.class == "java/lang/String" && it.name == name)
    }
}
