//! Finds the mutants of a program.

use std::collections::BTreeMap;

use analysis::cfg::can_throw;
use analysis::{MethodIndex, Program};
use classfile::{ClassFile, Member, Result};

use crate::code::assignment;
use crate::code::body::Body;
use crate::code::fields::Fields;
use crate::code::{compiler_generated, variables};
use crate::model::{Mutant, Mutants, Point};
use crate::operators;
use crate::usual;

/// Returns all mutants of a program. `classes` are the classes of the program.
///
/// Two kinds of code have no mutants: code that is unreachable from the entry of its method, and
/// compiler-generated code that the source does not contain and that is easy to recognise.
///
/// Fails if a class, method or field has no valid name.
pub fn mutants(program: &Program, classes: &[&ClassFile]) -> Result<Mutants> {
    let fields = Fields::of(classes)?;
    let members = members(classes)?;
    let mut mutants = Mutants::default();
    for (id, method) in program.methods.iter_enumerated() {
        let key = (method.class.clone(), method.name.clone(), method.descriptor.clone());
        let Some(&(class, member, has_variable_names)) = members.get(&key) else { continue };
        if let Some(body) = Body::new(class, member, method, &fields, has_variable_names)? {
            mutants.add_method(id, &body);
        }
    }
    Ok(mutants)
}

/// Class, name and descriptor of a method.
type Key = (String, String, String);

/// Returns every method with its class, and whether the class was compiled with the names of local variables.
fn members<'a>(classes: &[&'a ClassFile]) -> Result<BTreeMap<Key, (&'a ClassFile, &'a Member, bool)>> {
    let mut members = BTreeMap::new();
    for &class in classes {
        let has_variable_names = variables::has_variable_names(class);
        let text = |index| Ok(class.constants.utf8(index)?.to_str().into_owned());
        for member in &class.methods {
            let key = (class.name()?.to_str().into_owned(), text(member.name)?, text(member.descriptor)?);
            members.insert(key, (class, member, has_variable_names));
        }
    }
    Ok(members)
}

impl Mutants {
    fn add_method(&mut self, method: MethodIndex, body: &Body<'_>) {
        let compiler_generated = compiler_generated::instructions(body);
        let kinds_before = assignment::before_blocks(body);
        let dependences = body.method.dependences.iter_enumerated();
        for (block, _) in dependences.filter(|(_, dependences)| !dependences.is_empty()) {
            let Some(mut assigned) = kinds_before[block].clone() else { continue };
            // Mutants of some operators infect whenever they are reached. Such mutants share one mutation
            // point as long as no instruction between them can throw. `None` if there is no such point yet.
            let mut shared_point = None;
            for at in body.method.cfg.blocks[block].instructions.clone() {
                if !compiler_generated[at] {
                    for (operator, alternatives) in operators::alternatives(body, &assigned, at) {
                        let next_point = self.points.next_key();
                        let reached_with = if operator.has_infection_condition() {
                            next_point
                        } else {
                            *shared_point.get_or_insert(next_point)
                        };
                        let usual = usual::are_usual(body, at, operator, &alternatives.change);
                        let point = Point {
                            method,
                            block,
                            at,
                            line: body.line(at),
                            operator,
                            first: self.mutants.next_key(),
                            reached_with,
                            change: alternatives.change,
                        };
                        self.add(point, alternatives.descriptions, usual);
                    }
                }
                if can_throw(&body.code.instructions[at]) && !body.is_access_to_this(at) {
                    shared_point = None;
                }
                assigned.step(body, at);
            }
        }
    }

    /// Adds a mutation point with the description of each mutant, and with whether the mutant is usual.
    fn add(&mut self, point: Point, descriptions: Vec<String>, usual: Vec<bool>) {
        let (id, line) = (self.points.next_key(), point.line);
        let mutants = descriptions.into_iter().zip(usual).map(|(description, is_usual)| Mutant {
            point: id,
            description: format!("line {line}: {description}"),
            is_usual,
        });
        self.mutants.extend(mutants);
        self.points.push(point);
    }
}
