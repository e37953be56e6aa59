//! Mutant schemata: all mutants are compiled into the class, and the runner's class `Mutants` selects the
//! active mutant (Untch, Offutt and Harrold: "Mutation Analysis Using Mutant Schemata", 1993).
//!
//! The inserted code adds no jumps to a method. A mutated instruction is replaced by a call of the runner, or
//! is followed by a call that selects another value. A mutated jump becomes a jump on the result of a call. A
//! call or an assignment that a mutant deletes is replaced by a call of an outlined method.

use analysis::MethodIndex;
use classfile::{Code, ConstantPool, Index, Instruction, Result, op};
use mutation::{Change, Mutants, Operator, Point, Relation, Unary};

use crate::code_edit::calls;
use crate::code_edit::locals::{self, load, loaded_variable, store, stored_variable};
use crate::code_edit::outlined_methods::Parameters;
use crate::code_edit::patch::Patch;
use crate::isolation::redirects;
use crate::mutants::scope::{self, Scope};
use crate::mutants::{infections, operators};
use crate::probe_numbers::{relation, unary_operator};

/// The runner class that stores the active mutant.
const MUTANTS_CLASS: &str = "probe/Mutants";

const OBJECT_CLASS: &str = "java/lang/Object";

/// Inserts the mutants of a method.
pub(crate) fn insert(
    patch: &mut Patch<'_>,
    scope: &Scope,
    mutants: &Mutants,
    method: MethodIndex,
) -> Result<()> {
    for (_, point) in mutants.of(method) {
        let (at, first_mutant) = (point.at, point.first.0);
        match &point.change {
            Change::Operation(others) => replace_operation(patch, at, others, first_mutant)?,
            Change::Comparison { original, others } => replace_jump(patch, point, *original, others)?,
            Change::Variable { class: Some(_), .. } if !scope.has_declared_types() => {}
            Change::Variable { slots, class } => {
                select_variable(patch, at, slots, class.as_deref(), first_mutant)?;
            }
            Change::Field(names) => select_field(patch, at, names, first_mutant)?,
            Change::Unary(changes) => apply_unary(patch, at, changes, first_mutant)?,
            Change::Deleted => delete(patch, scope, point)?,
            constants => select_constant(patch, at, constants, first_mutant)?,
        }
    }
    Ok(())
}

// Values

/// Returns code that replaces the value on the stack by the value that `other` pushes, if the mutant is
/// active.
fn select_value(
    patch: &mut Patch<'_>,
    kind: u8,
    other: Instruction,
    mutant: u32,
) -> Result<[Instruction; 3]> {
    Ok([other, patch.int(mutant)?, call_select(patch, kind)?])
}

fn call_select(patch: &mut Patch<'_>, kind: u8) -> Result<Instruction> {
    let ty = calls::descriptor(&char::from(kind).to_string());
    patch.call(MUTANTS_CLASS, "choose", &format!("({ty}{ty}I){ty}"))
}

/// Returns a cast to a class, or `None` for `Object`. The cast never fails, but the verifier requires it.
fn cast(patch: &mut Patch<'_>, class: &str) -> Result<Option<Instruction>> {
    let index = patch.constants_mut().add_class(class)?;
    Ok((class != OBJECT_CLASS).then_some(Instruction::Pool { op: op::CHECKCAST, index }))
}

fn select_constant(patch: &mut Patch<'_>, at: Index, change: &Change, first_mutant: u32) -> Result<()> {
    let (kind, others) = push_constants(change, patch.constants_mut())?;
    let mut snippet = Vec::new();
    for (other, mutant) in others.into_iter().zip(first_mutant..) {
        snippet.extend(select_value(patch, kind, other, mutant)?);
    }
    if kind == b'O' {
        snippet.extend(cast(patch, "java/lang/String")?);
    }
    patch.editor.insert_after(at, snippet);
    Ok(())
}

/// Returns the kind of the replacement constants and the instructions that push them.
fn push_constants(change: &Change, pool: &mut ConstantPool) -> Result<(u8, Vec<Instruction>)> {
    let two_slots = |index| Ok(Instruction::Ldc { op: op::LDC2_W, index });
    let one_slot = |index| Ok(Instruction::Ldc { op: op::LDC, index });
    Ok(match change {
        Change::Int(all) => {
            (b'I', all.iter().map(|&it| Instruction::push_int(it, pool)).collect::<Result<_>>()?)
        }
        Change::Long(all) => {
            (b'J', all.iter().map(|&it| two_slots(pool.add_long(it)?)).collect::<Result<_>>()?)
        }
        Change::Float(all) => {
            (b'F', all.iter().map(|&it| one_slot(pool.add_float(it)?)).collect::<Result<_>>()?)
        }
        Change::Double(all) => {
            (b'D', all.iter().map(|&it| two_slots(pool.add_double(it)?)).collect::<Result<_>>()?)
        }
        Change::Text(all) => {
            (b'O', all.iter().map(|it| one_slot(pool.add_string(it)?)).collect::<Result<_>>()?)
        }
        _ => unreachable!("{change:?} has no constants"),
    })
}

fn select_variable(
    patch: &mut Patch<'_>,
    at: Index,
    other_slots: &[u16],
    class: Option<&str>,
    first_mutant: u32,
) -> Result<()> {
    let Some((kind, _)) = loaded_variable(&patch.code.instructions[at]) else { return Ok(()) };
    let mut snippet = Vec::new();
    for (&slot, mutant) in other_slots.iter().zip(first_mutant..) {
        snippet.extend(select_value(patch, kind, load(kind, slot), mutant)?);
    }
    if let Some(class) = class {
        snippet.extend(cast(patch, class)?);
    }
    patch.editor.insert_after(at, snippet);
    Ok(())
}

fn apply_unary(patch: &mut Patch<'_>, at: Index, changes: &[Unary], first_mutant: u32) -> Result<()> {
    let kind = char::from(match &patch.code.instructions[at] {
        &Instruction::Pool { index, .. } => {
            locals::kind(&patch.constants().member(index)?.descriptor.to_str())
        }
        instruction => loaded_variable(instruction).map_or(b'I', |(kind, _)| kind),
    });
    let number = |change: &Unary| {
        u32::from(match change {
            Unary::Negate => unary_operator::NEGATE,
            Unary::Increment => unary_operator::INCREMENT,
            Unary::Decrement => unary_operator::DECREMENT,
        })
    };
    let snippet = [
        patch.int(encode_choices(0, changes.iter().map(number)))?,
        patch.int(first_mutant)?,
        patch.call(MUTANTS_CLASS, "change", &format!("({kind}II){kind}"))?,
    ];
    patch.editor.insert_after(at, snippet);
    Ok(())
}

/// Encodes the number of the original and the numbers of its mutants in one number, with four bits for each
/// number. The number of the original is in the lowest bits.
fn encode_choices(original: u32, others: impl DoubleEndedIterator<Item = u32>) -> u32 {
    others.rev().fold(0, |all, other| all << 4 | other) << 4 | original
}

// Operators and jumps

fn replace_operation(patch: &mut Patch<'_>, at: Index, other_ops: &[u8], first_mutant: u32) -> Result<()> {
    let original = patch.code.instructions[at].op();
    let operands = operators::operands(original);
    let snippet = [
        patch.int(operators::numbers(original, other_ops))?,
        patch.int(first_mutant)?,
        patch.call(MUTANTS_CLASS, "operation", &format!("({operands}II){}", &operands[..1]))?,
    ];
    patch.editor.replace(at, snippet);
    Ok(())
}

fn replace_jump(
    patch: &mut Patch<'_>,
    point: &Point,
    original: Relation,
    other_relations: &[Relation],
) -> Result<()> {
    let Instruction::Jump { op: jump, target } = patch.code.instructions[point.at] else { return Ok(()) };
    let (compared_with, operands) = match jump {
        op::IFEQ..=op::IFLE => (Some(op::ICONST_0), "II"),
        op::IF_ICMPEQ..=op::IF_ICMPLE => (None, "II"),
        op::IFNULL | op::IFNONNULL => (Some(op::ACONST_NULL), "OO"),
        _ => (None, "OO"),
    };
    let relations = encode_choices(relation_number(&original), other_relations.iter().map(relation_number));
    let name = if infections::has_order(&point.change) { "order" } else { "same" };
    let mut snippet: Vec<_> = compared_with.map(Instruction::Simple).into_iter().collect();
    snippet.extend([
        patch.int(relations)?,
        patch.int(point.first.0)?,
        patch.call(MUTANTS_CLASS, name, &format!("({}II)Z", calls::descriptor(operands)))?,
        Instruction::Jump { op: op::IFNE, target },
    ]);
    patch.editor.replace(point.at, snippet);
    Ok(())
}

/// Returns the number of a relation in the runner. The number 0 cannot mean a missing relation, because the
/// relation of a jump that is never taken is empty. Therefore each number contains the bit `PRESENT`.
fn relation_number(&Relation(outcomes): &Relation) -> u32 {
    let bits = [
        (Relation::LESS, relation::LESS),
        (Relation::EQUAL, relation::EQUAL),
        (Relation::GREATER, relation::GREATER),
    ];
    let bits = bits.into_iter().filter(|(outcome, _)| outcomes & outcome != 0).map(|(_, bit)| bit);
    bits.fold(relation::PRESENT, |number, bit| number | bit).into()
}

// Fields

/// Replaces the value of a field by the value of another field if a mutant is active. An outlined method
/// reads the other fields, because a class can have many fields. The original instruction comes first, so
/// that a null object causes the original exception.
fn select_field(patch: &mut Patch<'_>, at: Index, other_fields: &[String], first_mutant: u32) -> Result<()> {
    let Instruction::Pool { op: read_op, index } = patch.code.instructions[at] else { return Ok(()) };
    let field = patch.constants().member(index)?;
    let (class, ty) = (field.class.to_str().into_owned(), field.descriptor.to_str().into_owned());
    let has_receiver = read_op == op::GETFIELD;
    let mut parameters = Parameters::new([ty.clone()]);
    if has_receiver {
        parameters.push(format!("L{class};"));
    }
    parameters.push("I".to_owned());

    let mut reads = Vec::new();
    for name in other_fields {
        let index = patch.constants_mut().add_field(&class, name, &ty)?;
        reads.push(Instruction::Pool { op: read_op, index });
    }
    let active = patch.get_static(MUTANTS_CLASS, "active", "I")?;
    let (code, frames) = select_read(&parameters, has_receiver, active, reads);
    let selected = patch.call_outlined(&parameters.descriptor(&ty), &code, &frames)?;
    let mut snippet = Vec::new();
    if has_receiver {
        patch.editor.insert_before(at, [Instruction::Simple(op::DUP)]);
        let swap_value_and_object: &[u8] =
            if parameters.slots_of(0) == 1 { &[op::SWAP] } else { &[op::DUP2_X1, op::POP2] };
        snippet.extend(swap_value_and_object.iter().map(|&op| Instruction::Simple(op)));
    }
    snippet.extend([patch.int(first_mutant)?, selected]);
    patch.editor.insert_after(at, snippet);
    Ok(())
}

/// Returns the code of an outlined method and the instructions that need a stack map frame. The parameters of
/// the method are a value, an object if `has_receiver` is set, and the number of the first mutant. If one of
/// the mutants is active, the method returns the value of the field that the mutant reads. Otherwise, the
/// method returns its first parameter.
fn select_read(
    parameters: &Parameters,
    has_receiver: bool,
    active: Instruction,
    reads: Vec<Instruction>,
) -> (Code, Vec<Index>) {
    let first_mutant = parameters.load(parameters.len() - 1);
    let mut code = vec![active, first_mutant, Instruction::Simple(op::ISUB)];
    let start = code.len() + 1;
    let length = if has_receiver { 3 } else { 2 };
    let frames: Vec<Index> = (0..=reads.len()).map(|case| start + case * length).collect();
    let (&default, targets) = frames.split_last().expect("the last target is the default");
    code.push(Instruction::TableSwitch { default, low: 0, targets: targets.to_vec() });
    let return_value = parameters.return_of(0);
    for read in reads {
        code.extend(has_receiver.then(|| parameters.load(1)));
        code.extend([read, return_value.clone()]);
    }
    code.extend([parameters.load(0), return_value]);
    (parameters.code(code, 2), frames)
}

/// Replaces the value of a field by the default value of its type if the mutant is active.
fn delete_field_read(patch: &mut Patch<'_>, at: Index, mutant: u32) -> Result<()> {
    let Instruction::Pool { index, .. } = patch.code.instructions[at] else { return Ok(()) };
    let ty = patch.constants().member(index)?.descriptor.to_str().into_owned();
    let kind = locals::kind(&ty);
    let mut snippet = select_value(patch, kind, locals::push_default(kind), mutant)?.to_vec();
    if let Some(class) = scope::class(&ty) {
        snippet.extend(cast(patch, class)?);
    }
    patch.editor.insert_after(at, snippet);
    Ok(())
}

// Deletions

fn delete(patch: &mut Patch<'_>, scope: &Scope, point: &Point) -> Result<()> {
    let (at, mutant) = (point.at, point.first.0);
    if point.operator == Operator::DeleteField {
        return delete_field_read(patch, at, mutant);
    }
    match patch.code.instructions[at] {
        Instruction::Iinc { slot, delta, .. } => delete_increment(patch, at, slot, delta, mutant),
        Instruction::Pool { .. } | Instruction::InvokeInterface { .. } => {
            delete_member_access(patch, scope, at, mutant)
        }
        Instruction::Simple(op @ op::IASTORE..=op::SASTORE) => delete_element(patch, at, op, mutant),
        ref instruction => match stored_variable(instruction) {
            Some((b'O', slot)) => match scope.class_of(slot, at) {
                Some(class) => delete_assignment(patch, at, b'O', slot, Some(class), mutant),
                None => Ok(()),
            },
            Some((kind, slot)) => delete_assignment(patch, at, kind, slot, None, mutant),
            None => Ok(()),
        },
    }
}

/// Makes the assignment store the old value of the variable if the mutant is active.
fn delete_assignment(
    patch: &mut Patch<'_>,
    at: Index,
    kind: u8,
    slot: u16,
    class: Option<&str>,
    mutant: u32,
) -> Result<()> {
    let mut snippet = select_value(patch, kind, load(kind, slot), mutant)?.to_vec();
    if let Some(class) = class {
        snippet.extend(cast(patch, class)?);
    }
    patch.editor.insert_before(at, snippet);
    Ok(())
}

fn delete_increment(patch: &mut Patch<'_>, at: Index, slot: u16, delta: i16, mutant: u32) -> Result<()> {
    let delta = Instruction::push_int(delta.into(), patch.constants_mut())?;
    let mut snippet = vec![load(b'I', slot), delta, Instruction::Simple(op::IADD)];
    snippet.extend(select_value(patch, b'I', load(b'I', slot), mutant)?);
    snippet.push(store(b'I', slot));
    patch.editor.replace(at, snippet);
    Ok(())
}

fn delete_element(patch: &mut Patch<'_>, at: Index, store: u8, mutant: u32) -> Result<()> {
    let operands = match store {
        op::IASTORE => "[III",
        op::LASTORE => "[JIJ",
        op::FASTORE => "[FIF",
        op::DASTORE => "[DID",
        op::AASTORE => "[Ljava/lang/Object;ILjava/lang/Object;",
        op::CASTORE => "[CII",
        op::SASTORE => "[SII",
        _ => "Ljava/lang/Object;II",
    };
    let snippet = [patch.int(mutant)?, patch.call(MUTANTS_CLASS, "store", &format!("({operands}I)V"))?];
    patch.editor.replace(at, snippet);
    Ok(())
}

/// Replaces a call or an assignment to a field by a call of an outlined method, which does nothing if the
/// mutant is active.
fn delete_member_access(patch: &mut Patch<'_>, scope: &Scope, at: Index, mutant: u32) -> Result<()> {
    let Some((mut parameters, result)) = signature(patch, scope, at)? else { return Ok(()) };
    parameters.push("I".to_owned());
    let body = match redirects::redirect(patch, at)? {
        Some(redirect) => redirect,
        None => vec![patch.code.instructions[at].clone()],
    };
    let last = parameters.len() - 1;
    let is_active = patch.call(MUTANTS_CLASS, "isActive", "(I)Z")?;
    let mut code = vec![parameters.load(last), is_active, Instruction::Jump { op: op::IFNE, target: 0 }];
    code.extend((0..last).map(|parameter| parameters.load(parameter)));
    code.extend(body);
    code.push(locals::return_of(&result));
    let end = code.len();
    code[2].map_targets(|_| end);
    code.extend((result != "V").then(|| locals::push_default(locals::kind(&result))));
    code.push(locals::return_of(&result));

    // A redirect can need more stack slots than its operands occupy. `slot_count` is large enough, because it
    // includes the slot of the mutant number, which the redirect does not load.
    let code = parameters.code(code, parameters.slot_count().max(2));
    let outlined = patch.call_outlined(&parameters.descriptor(&result), &code, &[end])?;
    let snippet = [patch.int(mutant)?, outlined];
    patch.editor.replace(at, snippet);
    Ok(())
}

/// Returns the operands of a call or an assignment to a field, receiver first, and the type of its result.
/// Returns `None` if another method of the class cannot execute the instruction, or if the operands leave no
/// room for a parameter with the number of the mutant.
fn signature(patch: &Patch<'_>, scope: &Scope, at: Index) -> Result<Option<(Parameters, String)>> {
    let (op, index) = match patch.code.instructions[at] {
        Instruction::Pool { op, index } => (op, index),
        Instruction::InvokeInterface { index, .. } => (op::INVOKEINTERFACE, index),
        _ => return Ok(None),
    };
    let member = patch.constants().member(index)?;
    let (class, descriptor) = (member.class.to_str(), member.descriptor.to_str());
    let receiver = match op {
        op::INVOKESTATIC | op::PUTSTATIC => None,
        // The methods `clone` and `finalize` are protected, so this class can call them only on objects of
        // this class.
        _ if class == OBJECT_CLASS && (member.name == "clone" || member.name == "finalize") => {
            Some(&*scope.class)
        }
        // The member can be protected. The verifier then requires a receiver of this class, but the parameter
        // of the outlined method would have the type of the superclass.
        _ if scope.is_superclass_in_other_package(&class) => return Ok(None),
        _ => Some(&*class),
    };
    let receiver = receiver.map(|class| match class.starts_with('[') {
        true => class.to_owned(),
        false => format!("L{class};"),
    });
    let (parameters, result) = match op {
        op::PUTFIELD | op::PUTSTATIC => (vec![descriptor.to_string()], "V"),
        _ => {
            let result = descriptor.rsplit(')').next().unwrap_or("V");
            (classfile::descriptor::parameters(&descriptor).map(str::to_owned).collect(), result)
        }
    };
    let parameters = Parameters::new(receiver.into_iter().chain(parameters));
    Ok(parameters.has_room().then(|| (parameters, result.to_owned())))
}
