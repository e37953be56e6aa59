//! Finds the mutants of a program.

use std::collections::BTreeMap;

use analysis::cfg::can_throw;
use analysis::{BlockId, MethodIndex, Program};
use classfile::{ClassFile, Index, Member, Result};

use crate::code::assignment;
use crate::code::body::Body;
use crate::code::fields::Fields;
use crate::code::{compiler_generated, variables};
use crate::model::{Mutant, Mutants, Operator, Point, PointId};
use crate::operators::{self, Alternatives};

/// All mutants of a program, of which these are the classes.
///
/// Code that no path from the entry of its method reaches has none, and neither has what the compiler wrote and the
/// source does not have, as far as that is easily told.
///
/// Fails where a class, method or field cannot be named.
pub fn mutants(program: &Program, classes: &[&ClassFile]) -> Result<Mutants> {
    let fields = Fields::of(classes)?;
    let members = members(classes)?;
    let mut mutants = Mutants::default();
    for (id, method) in program.methods.iter_enumerated() {
        let key = (method.class.clone(), method.name.clone(), method.descriptor.clone());
        let Some(&(class, member, are_named)) = members.get(&key) else { continue };
        if let Some(body) = Body::new(class, member, method, &fields, are_named)? {
            mutants.add_method(id, &body);
        }
    }
    Ok(mutants)
}

/// Class, name and descriptor of a method.
type Key = (String, String, String);

/// Every method with its class and whether that was compiled with its variables.
fn members<'a>(classes: &[&'a ClassFile]) -> Result<BTreeMap<Key, (&'a ClassFile, &'a Member, bool)>> {
    let mut members = BTreeMap::new();
    for &class in classes {
        let are_named = variables::are_named(class);
        let text = |index| Ok(class.constants.utf8(index)?.to_str().into_owned());
        for member in &class.methods {
            let key = (class.name()?.to_str().into_owned(), text(member.name)?, text(member.descriptor)?);
            members.insert(key, (class, member, are_named));
        }
    }
    Ok(members)
}

impl Mutants {
    fn add_method(&mut self, method: MethodIndex, body: &Body<'_>) {
        let hidden = compiler_generated::instructions(body);
        let before = assignment::before_blocks(body);
        let dependences = body.method.dependences.iter_enumerated();
        for (block, _) in dependences.filter(|(_, dependences)| !dependences.is_empty()) {
            let Some(mut assigned) = before[block].clone() else { continue };
            let mut leader = None;
            for at in body.method.cfg.blocks[block].instructions.clone() {
                if !hidden[at] {
                    for (operator, found) in operators::alternatives(body, &assigned, at) {
                        let next = self.points.next_key();
                        let reached_with =
                            if operator.is_graded() { next } else { *leader.get_or_insert(next) };
                        self.add((method, block, at), body.line(at), operator, reached_with, found);
                    }
                }
                if can_throw(&body.code.instructions[at]) && !body.is_access_to_this(at) {
                    leader = None;
                }
                assigned.step(body, at);
            }
        }
    }

    fn add(
        &mut self,
        (method, block, at): (MethodIndex, BlockId, Index),
        line: u16,
        operator: Operator,
        reached_with: PointId,
        found: Alternatives,
    ) {
        let point = self.points.next_key();
        let first = self.mutants.next_key();
        let Alternatives { change, descriptions } = found;
        let described = descriptions.into_iter().map(|descriptions| format!("line {line}: {descriptions}"));
        self.mutants.extend(described.map(|description| Mutant { point, description }));
        self.points.push(Point { method, block, at, line, operator, first, reached_with, change });
    }
}
