//! Compiler-generated instructions, which the source does not contain.

use classfile::{Index, Instruction, op};
use fixedbitset::FixedBitSet;

use crate::code::body::{Body, argument_slots};
use crate::code::variables::{loaded_slot, stored_slot};

/// Returns the instructions that have no mutants because the compiler added them:
///
/// - Accesses to variables that the compiler added, in loops over arrays and collections and when resources
///   are closed.
/// - Checks whether assertions are enabled.
/// - Switches on strings and enum constants.
/// - Null checks.
/// - Indexes in array initialisers.
///
/// This function recognises only simple patterns. It recognises the added variables only if the class was
/// compiled with the names of local variables.
pub(crate) fn instructions(body: &Body<'_>) -> FixedBitSet {
    let length = body.code.instructions.len();
    let mut finder = Finder { body, found: FixedBitSet::with_capacity(length) };
    for at in 0..length {
        finder.add_array_initialiser(at);
        finder.add_array_loop(at);
        finder.add_string_switch(at);
        if finder.accesses_unnamed_variable(at)
            || finder.is_generated_field(at)
            || finder.is_generated_call(at)
            || finder.is_generated_jump(at)
        {
            finder.found.insert(at);
        }
    }
    finder.found
}

struct Finder<'a> {
    body: &'a Body<'a>,
    /// The compiler-generated instructions that the finder has already found.
    found: FixedBitSet,
}

impl Finder<'_> {
    /// Returns whether an instruction loads, stores or increments a variable without a name.
    fn accesses_unnamed_variable(&self, at: Index) -> bool {
        let variables = &self.body.variables;
        let Some(instruction) = self.body.code.instructions.get(at).filter(|_| variables.has_variable_names)
        else {
            return false;
        };
        let (slot, at) = match (instruction, loaded_slot(instruction), stored_slot(instruction)) {
            (&Instruction::Iinc { slot, .. }, ..) | (_, Some((_, slot)), _) => (slot, at),
            (.., Some((_, slot))) => (slot, at + 1),
            _ => return false,
        };
        let is_this = slot == 0 && !self.body.is_static();
        !is_this && variables.variable_at(slot, at).is_none()
    }

    /// Returns whether an instruction reads the flag that disables assertions, or the table that maps enum
    /// constants to the cases of a switch.
    fn is_generated_field(&self, at: Index) -> bool {
        let name = self.body.member(at).filter(|_| self.body.op(at) == op::GETSTATIC).map(|field| field.name);
        name.is_some_and(|name| name == "$assertionsDisabled" || name.0.starts_with(b"$SwitchMap$"))
    }

    /// Returns whether an instruction is a call that the compiler added: on a variable without a name, for a
    /// switch on enum constants, or for a null check.
    fn is_generated_call(&self, at: Index) -> bool {
        let body = self.body;
        let Some(callee) = body.member(at).filter(|member| member.descriptor.0.starts_with(b"(")) else {
            return false;
        };
        let name = callee.name.to_str();
        let is_on_unnamed_variable = || {
            let object = body.producer(at, argument_slots(&callee));
            body.op(at) != op::INVOKESTATIC
                && object.is_some_and(|object| self.accesses_unnamed_variable(object))
        };
        let is_enum_key =
            || name == "ordinal" && body.op(at + 1) == op::IALOAD && self.is_generated_value(at + 1, 1);
        let is_null_check = || {
            matches!(&*name, "requireNonNull" | "getClass")
                && body.op(at.wrapping_sub(1)) == op::DUP
                && body.op(at + 1) == op::POP
        };
        is_on_unnamed_variable() || is_enum_key() || is_null_check() || name.starts_with("$SWITCH_TABLE$")
    }

    /// Returns whether compiler-generated instructions produce all operands of a conditional jump.
    fn is_generated_jump(&self, at: Index) -> bool {
        match self.body.op(at) {
            op::IF_ICMPEQ..=op::IF_ACMPNE => self.is_generated_value(at, 0) && self.is_generated_value(at, 1),
            op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => self.is_generated_value(at, 0),
            _ => false,
        }
    }

    /// Returns whether a compiler-generated instruction produces the value below the top `below` slots of the
    /// stack.
    fn is_generated_value(&self, at: Index, below: usize) -> bool {
        self.body.producer(at, below).is_some_and(|producer| self.found[producer])
    }

    /// Adds the constants of an array initialiser that the source does not contain: the length and the
    /// indexes of the elements. The code is `iconst_2, newarray, dup, iconst_0`, and then `iastore, dup,
    /// iconst_1` after each element.
    fn add_array_initialiser(&mut self, at: Index) {
        let creates_array = matches!(self.body.op(at), op::NEWARRAY | op::ANEWARRAY);
        let stores_element = matches!(self.body.op(at), op::IASTORE..=op::SASTORE);
        if !(creates_array || stores_element) || self.body.op(at + 1) != op::DUP || !self.pushes_int(at + 2) {
            return;
        }
        self.found.insert(at + 2);
        if creates_array && self.pushes_int(at.wrapping_sub(1)) {
            self.found.insert(at - 1);
        }
    }

    /// Adds the constant 0 that starts the counter of a loop over an array: `arraylength, istore_2, iconst_0,
    /// istore_3`.
    fn add_array_loop(&mut self, at: Index) {
        let body = self.body;
        let is_start = body.op(at) == op::ARRAYLENGTH && body.op(at + 2) == op::ICONST_0;
        if is_start && self.accesses_unnamed_variable(at + 1) && self.accesses_unnamed_variable(at + 3) {
            self.found.insert(at + 2);
        }
    }

    /// Adds the instructions of a switch on a string. The compiler translates such a switch into three parts:
    ///
    /// - a switch on the hash code of the string: `iconst_m1, istore_2, aload_1, hashCode, lookupswitch`
    /// - for each case, a comparison that stores the number of the case: `aload_1, ldc, equals, ifeq,
    ///   iconst_0, istore_2`
    /// - a switch on the stored number
    fn add_string_switch(&mut self, at: Index) {
        let code = &self.body.code.instructions;
        if !self.calls_string_method(at, "hashCode") || !code.get(at + 1).is_some_and(Instruction::is_switch)
        {
            return;
        }
        let previous = code.get(at.wrapping_sub(1));
        let Some((_, string_slot)) =
            previous.and_then(|previous| loaded_slot(previous).or_else(|| stored_slot(previous)))
        else {
            return;
        };
        self.found.insert(at);
        self.add_case_number(at.wrapping_sub(3));
        for at in at..code.len().saturating_sub(3) {
            let loads_string = loaded_slot(&code[at]).is_some_and(|(_, slot)| slot == string_slot);
            if loads_string && self.calls_string_method(at + 2, "equals") && code[at + 3].is_conditional() {
                self.found.extend(at..at + 4);
                self.add_case_number(at + 4);
            }
        }
    }

    /// Adds the instruction at `at` if it pushes a number that the next instruction stores.
    fn add_case_number(&mut self, at: Index) {
        let stores = self.body.code.instructions.get(at.wrapping_add(1)).and_then(stored_slot);
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

    fn calls_string_method(&self, at: Index, name: &str) -> bool {
        self.body.member(at).is_some_and(|it| it.class == "java/lang/String" && it.name == name)
    }
}
