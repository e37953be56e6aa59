//! Mutants that can live: each instruction that mutants change does what the runner's `Mutants` chooses (mutant schemata:
//! Untch, Offutt and Harrold: "Mutation Analysis Using Mutant Schemata", 1993).
//!
//! What is inserted has no jumps of its own: an instruction becomes a call of the runner, or what it pushed is chosen anew
//! behind it. A call or an assignment that a mutant leaves out becomes a call of a method that is added to the class.

use analysis::MethodId;
use classfile::{Code, ConstantPool, Index, Instruction, Result, op};
use mutation::{Change, Mutants, Operator, Point, Relation, Unary};

use crate::locals::{self, load, loaded, store, stored};
use crate::outlines::Operands;
use crate::patch::Patch;
use crate::scope::{self, Scope};
use crate::{calls, detours, infections, operators};

/// The class of the runner that chooses.
const MUTANTS: &str = "Mutants";

const OBJECT: &str = "java/lang/Object";

/// Inserts the mutants of a method.
pub(crate) fn insert(
    patch: &mut Patch<'_>,
    scope: &Scope,
    mutants: &Mutants,
    method: MethodId,
) -> Result<()> {
    for (_, point) in mutants.of(method) {
        let (at, first) = (point.at, point.first.0);
        match &point.change {
            Change::Operation(others) => replace_operation(patch, at, others, first)?,
            Change::Comparison { original, others } => replace_jump(patch, point, *original, others)?,
            Change::Variable { class: Some(_), .. } if !scope.has_declared_types() => {}
            Change::Variable { slots, class } => choose_variable(patch, at, slots, class.as_deref(), first)?,
            Change::Field(names) => choose_field(patch, at, names, first)?,
            Change::Unary(changes) => change_number(patch, at, changes, first)?,
            Change::Deleted => leave_out(patch, scope, point)?,
            constants => choose_constant(patch, at, constants, first)?,
        }
    }
    Ok(())
}

// Values --------------------------------------------------------------------------------------------------------------

/// Behind an instruction that pushed a value of a kind: another one where a mutant lives.
fn choose(patch: &mut Patch<'_>, kind: u8, other: Instruction, mutant: u32) -> Result<[Instruction; 3]> {
    Ok([other, patch.int(mutant)?, call_choose(patch, kind)?])
}

fn call_choose(patch: &mut Patch<'_>, kind: u8) -> Result<Instruction> {
    let ty = calls::descriptor(&char::from(kind).to_string());
    patch.call(MUTANTS, "choose", &format!("({ty}{ty}I){ty}"))
}

/// Makes of any object one of a class, which it is.
fn cast(patch: &mut Patch<'_>, class: &str) -> Result<Option<Instruction>> {
    let index = patch.constants_mut().add_class(class)?;
    Ok((class != OBJECT).then_some(Instruction::Pool { op: op::CHECKCAST, index }))
}

fn choose_constant(patch: &mut Patch<'_>, at: Index, change: &Change, first: u32) -> Result<()> {
    let (kind, others) = pushed(change, patch.constants_mut())?;
    let mut snippet = Vec::new();
    for (other, mutant) in others.into_iter().zip(first..) {
        snippet.extend(choose(patch, kind, other, mutant)?);
    }
    if kind == b'O' {
        snippet.extend(cast(patch, "java/lang/String")?);
    }
    patch.editor.insert_after(at, snippet);
    Ok(())
}

/// The kind of constants, and what pushes them.
fn pushed(change: &Change, pool: &mut ConstantPool) -> Result<(u8, Vec<Instruction>)> {
    let long = |index| Ok(Instruction::Ldc { op: op::LDC2_W, index });
    let short = |index| Ok(Instruction::Ldc { op: op::LDC, index });
    Ok(match change {
        Change::Int(all) => (b'I', all.iter().map(|&it| Instruction::int(it, pool)).collect::<Result<_>>()?),
        Change::Long(all) => (b'J', all.iter().map(|&it| long(pool.add_long(it)?)).collect::<Result<_>>()?),
        Change::Float(all) => {
            (b'F', all.iter().map(|&it| short(pool.add_float(it)?)).collect::<Result<_>>()?)
        }
        Change::Double(all) => {
            (b'D', all.iter().map(|&it| long(pool.add_double(it)?)).collect::<Result<_>>()?)
        }
        Change::Text(all) => (b'O', all.iter().map(|it| short(pool.add_string(it)?)).collect::<Result<_>>()?),
        _ => unreachable!("no constants: {change:?}"),
    })
}

fn choose_variable(
    patch: &mut Patch<'_>,
    at: Index,
    others: &[u16],
    class: Option<&str>,
    first: u32,
) -> Result<()> {
    let Some((kind, _)) = loaded(&patch.code.instructions[at]) else { return Ok(()) };
    let mut snippet = Vec::new();
    for (&slot, mutant) in others.iter().zip(first..) {
        snippet.extend(choose(patch, kind, load(kind, slot), mutant)?);
    }
    if let Some(class) = class {
        snippet.extend(cast(patch, class)?);
    }
    patch.editor.insert_after(at, snippet);
    Ok(())
}

fn change_number(patch: &mut Patch<'_>, at: Index, changes: &[Unary], first: u32) -> Result<()> {
    let kind = char::from(match &patch.code.instructions[at] {
        &Instruction::Pool { index, .. } => {
            locals::kind(&patch.constants().member(index)?.descriptor.to_str())
        }
        instruction => loaded(instruction).map_or(b'I', |(kind, _)| kind),
    });
    let number = |change: &Unary| match change {
        Unary::Negate => 1,
        Unary::Increment => 2,
        Unary::Decrement => 3,
    };
    let snippet = [
        patch.int(choices(0, changes.iter().map(number)))?,
        patch.int(first)?,
        patch.call(MUTANTS, "change", &format!("({kind}II){kind}"))?,
    ];
    patch.editor.insert_after(at, snippet);
    Ok(())
}

/// A number for the original, lowest, and those for the mutants in its place, four bits each.
fn choices(original: u32, others: impl DoubleEndedIterator<Item = u32>) -> u32 {
    others.rev().fold(0, |all, other| all << 4 | other) << 4 | original
}

// Operators and jumps -------------------------------------------------------------------------------------------------

fn replace_operation(patch: &mut Patch<'_>, at: Index, others: &[u8], first: u32) -> Result<()> {
    let original = patch.code.instructions[at].op();
    let operands = operators::operands(original);
    let snippet = [
        patch.int(operators::numbers(original, others))?,
        patch.int(first)?,
        patch.call(MUTANTS, "operation", &format!("({operands}II){}", &operands[..1]))?,
    ];
    patch.editor.replace(at, snippet);
    Ok(())
}

fn replace_jump(patch: &mut Patch<'_>, point: &Point, original: Relation, others: &[Relation]) -> Result<()> {
    let Instruction::Jump { op: jump, target } = patch.code.instructions[point.at] else { return Ok(()) };
    let (compared_with, operands) = match jump {
        op::IFEQ..=op::IFLE => (Some(op::ICONST_0), "II"),
        op::IF_ICMPEQ..=op::IF_ICMPLE => (None, "II"),
        op::IFNULL | op::IFNONNULL => (Some(op::ACONST_NULL), "OO"),
        _ => (None, "OO"),
    };
    // Being never taken is a choice, too.
    let present = |relation: &Relation| u32::from(relation.0) | 8;
    let relations = choices(present(&original), others.iter().map(present));
    let name = if infections::has_order(&point.change) { "order" } else { "same" };
    let mut snippet: Vec<_> = compared_with.map(Instruction::Simple).into_iter().collect();
    snippet.extend([
        patch.int(relations)?,
        patch.int(point.first.0)?,
        patch.call(MUTANTS, name, &format!("({}II)Z", calls::descriptor(operands)))?,
        Instruction::Jump { op: op::IFNE, target },
    ]);
    patch.editor.replace(point.at, snippet);
    Ok(())
}

// Fields --------------------------------------------------------------------------------------------------------------

/// A method that is added to the class reads the other fields, since there may be many. It gets what was read already, so
/// that a null throws what it would.
fn choose_field(patch: &mut Patch<'_>, at: Index, others: &[String], first: u32) -> Result<()> {
    let Instruction::Pool { op: read, index } = patch.code.instructions[at] else { return Ok(()) };
    let field = patch.constants().member(index)?;
    let (class, ty) = (field.class.to_str().into_owned(), field.descriptor.to_str().into_owned());
    let has_receiver = read == op::GETFIELD;
    let mut operands = Operands::new([ty.clone()]);
    if has_receiver {
        operands.push(format!("L{class};"));
    }
    operands.push("I".to_owned());

    let mut reads = Vec::new();
    for name in others {
        let index = patch.constants_mut().add_field(&class, name, &ty)?;
        reads.push(Instruction::Pool { op: read, index });
    }
    let live = patch.get_static(MUTANTS, "live", "I")?;
    let (code, frames) = select(&operands, has_receiver, live, reads);
    let chosen = patch.outline(&operands.descriptor(&ty), &code, &frames)?;
    let mut snippet = Vec::new();
    if has_receiver {
        patch.editor.insert_before(at, [Instruction::Simple(op::DUP)]);
        let exchange: &[u8] = if operands.size(0) == 1 { &[op::SWAP] } else { &[op::DUP2_X1, op::POP2] };
        snippet.extend(exchange.iter().map(|&op| Instruction::Simple(op)));
    }
    snippet.extend([patch.int(first)?, chosen]);
    patch.editor.insert_after(at, snippet);
    Ok(())
}

/// The code of a method that gets a value, perhaps an object, and the number of a mutant, and yields what one of the reads
/// does where that mutant lives or one of those behind it, else the value; and where it has frames.
fn select(
    operands: &Operands,
    has_receiver: bool,
    live: Instruction,
    reads: Vec<Instruction>,
) -> (Code, Vec<Index>) {
    let first = operands.load(operands.len() - 1);
    let mut code = vec![live, first, Instruction::Simple(op::ISUB)];
    let start = code.len() + 1;
    let length = if has_receiver { 3 } else { 2 };
    let frames: Vec<Index> = (0..=reads.len()).map(|case| start + case * length).collect();
    let (&default, targets) = frames.split_last().expect("there is a default");
    code.push(Instruction::TableSwitch { default, low: 0, targets: targets.to_vec() });
    let give_back = operands.give_back(0);
    for read in reads {
        code.extend(has_receiver.then(|| operands.load(1)));
        code.extend([read, give_back.clone()]);
    }
    code.extend([operands.load(0), give_back]);
    (operands.code(code, 2), frames)
}

/// Behind the read of a field: what it is before anything is assigned to it, where a mutant lives.
fn read_as_nothing(patch: &mut Patch<'_>, at: Index, first: u32) -> Result<()> {
    let Instruction::Pool { index, .. } = patch.code.instructions[at] else { return Ok(()) };
    let ty = patch.constants().member(index)?.descriptor.to_str().into_owned();
    let kind = locals::kind(&ty);
    let mut snippet = choose(patch, kind, locals::nothing(kind), first)?.to_vec();
    if let Some(class) = scope::class(&ty) {
        snippet.extend(cast(patch, class)?);
    }
    patch.editor.insert_after(at, snippet);
    Ok(())
}

// What is left out ----------------------------------------------------------------------------------------------------

fn leave_out(patch: &mut Patch<'_>, scope: &Scope, point: &Point) -> Result<()> {
    let (at, mutant) = (point.at, point.first.0);
    if point.operator == Operator::DeleteField {
        return read_as_nothing(patch, at, mutant);
    }
    match patch.code.instructions[at] {
        Instruction::Iinc { slot, delta, .. } => leave_out_increment(patch, at, slot, delta, mutant),
        Instruction::Pool { .. } | Instruction::InvokeInterface { .. } => {
            leave_out_member(patch, scope, at, mutant)
        }
        Instruction::Simple(op @ op::IASTORE..=op::SASTORE) => leave_out_element(patch, at, op, mutant),
        ref instruction => match stored(instruction) {
            Some((b'O', slot)) => match scope.class_of(slot, at) {
                Some(class) => leave_out_assignment(patch, at, b'O', slot, Some(class), mutant),
                None => Ok(()),
            },
            Some((kind, slot)) => leave_out_assignment(patch, at, kind, slot, None, mutant),
            None => Ok(()),
        },
    }
}

/// The variable is assigned what it is.
fn leave_out_assignment(
    patch: &mut Patch<'_>,
    at: Index,
    kind: u8,
    slot: u16,
    class: Option<&str>,
    mutant: u32,
) -> Result<()> {
    let mut snippet = choose(patch, kind, load(kind, slot), mutant)?.to_vec();
    if let Some(class) = class {
        snippet.extend(cast(patch, class)?);
    }
    patch.editor.insert_before(at, snippet);
    Ok(())
}

fn leave_out_increment(patch: &mut Patch<'_>, at: Index, slot: u16, delta: i16, mutant: u32) -> Result<()> {
    let delta = Instruction::int(delta.into(), patch.constants_mut())?;
    let mut snippet = vec![load(b'I', slot), delta, Instruction::Simple(op::IADD)];
    snippet.extend(choose(patch, b'I', load(b'I', slot), mutant)?);
    snippet.push(store(b'I', slot));
    patch.editor.replace(at, snippet);
    Ok(())
}

fn leave_out_element(patch: &mut Patch<'_>, at: Index, store: u8, mutant: u32) -> Result<()> {
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
    let snippet = [patch.int(mutant)?, patch.call(MUTANTS, "store", &format!("({operands}I)V"))?];
    patch.editor.replace(at, snippet);
    Ok(())
}

/// A call, or an assignment to a field: a method that is added to the class does it or not.
fn leave_out_member(patch: &mut Patch<'_>, scope: &Scope, at: Index, mutant: u32) -> Result<()> {
    let Some((mut operands, result)) = signature(patch, scope, at)? else { return Ok(()) };
    operands.push("I".to_owned());
    let body = match detours::detour(patch, at)? {
        Some(detour) => detour,
        None => vec![patch.code.instructions[at].clone()],
    };
    let number = operands.len() - 1;
    let is_live = patch.call(MUTANTS, "isLive", "(I)Z")?;
    let mut code = vec![operands.load(number), is_live, Instruction::Jump { op: op::IFNE, target: 0 }];
    code.extend((0..number).map(|operand| operands.load(operand)));
    code.extend(body);
    code.push(locals::give_back(&result));
    let end = code.len();
    code[2].map_targets(|_| end);
    code.extend((result != "V").then(|| locals::nothing(locals::kind(&result))));
    code.push(locals::give_back(&result));

    // What a detour needs more, a call has for the number.
    let code = operands.code(code, operands.slots().max(2));
    let outline = patch.outline(&operands.descriptor(&result), &code, &[end])?;
    let snippet = [patch.int(mutant)?, outline];
    patch.editor.replace(at, snippet);
    Ok(())
}

/// What a call or an assignment to a field takes, the object first, and what it gives; `None` where another method of the
/// class cannot do it instead.
fn signature(patch: &Patch<'_>, scope: &Scope, at: Index) -> Result<Option<(Operands, String)>> {
    let (op, index) = match patch.code.instructions[at] {
        Instruction::Pool { op, index } => (op, index),
        Instruction::InvokeInterface { index, .. } => (op::INVOKEINTERFACE, index),
        _ => return Ok(None),
    };
    let member = patch.constants().member(index)?;
    let (class, descriptor) = (member.class.to_str(), member.descriptor.to_str());
    let receiver = match op {
        op::INVOKESTATIC | op::PUTSTATIC => None,
        // Both are protected: they can be called on objects of this class alone.
        _ if class == OBJECT && (member.name == "clone" || member.name == "finalize") => Some(&*scope.class),
        // It may be protected, so that what it is called on has to be more.
        _ if scope.inherits_from_afar(&class) => return Ok(None),
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
    let operands = Operands::new(receiver.into_iter().chain(parameters));
    Ok(operands.has_room().then(|| (operands, result.to_owned())))
}
