//! Instruments a class. Each method receives as much instrumentation as the limits of class files permit.

use std::sync::Arc;

use analysis::{Method, MethodIndex, Program};
use classfile::{ClassFile, Editor, Error, ErrorKind, Result};
use mutation::Mutants;

use crate::code_edit::outlined_methods::OutlinedMethods;
use crate::code_edit::patch::{INITIALISER_NAME, Patch};
use crate::isolation::{budget, redirects, settings, statics};
use crate::mutants::scope::Scope;
use crate::mutants::{infections, schemata};
use crate::probes::{booleans, call_distances, coverage, exceptions, hints};
use crate::warning::{Omission, Warning};

/// The optional instrumentation, mostly of the methods of the program, that is, of the class under test.
/// Probes for entries, branches and lines do not depend on these options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to insert probes that report how close the result of a call, such as `String.equals`, was to
    /// the other result. The probes also report hints for such calls.
    pub call_distances: bool,
    /// Whether to insert probes that report the format or value that parsers, matchers and similar calls
    /// require, for hints. Methods outside the program receive these probes, too: helpers of the class under
    /// test often decide which texts are valid.
    pub hints: bool,
    /// Whether the branches of a method are reported under [separate ids](Program::direct_distance) if the
    /// test itself calls the method.
    pub direct_branches: bool,
    /// Whether to report the exceptions that the code throws explicitly.
    pub exceptions: bool,
    /// Mutants whose infection distances are reported, under the ids from [`Program::distance_count`] on.
    pub mutants: Option<Arc<Mutants>>,
    /// Whether each mutant in `mutants` can be activated by its number (mutant schemata).
    pub schemata: bool,
}

impl Default for Options {
    /// Returns the instrumentation that helps to cover branches.
    fn default() -> Options {
        Options {
            call_distances: true,
            hints: true,
            direct_branches: false,
            exceptions: false,
            mutants: None,
            schemata: false,
        }
    }
}

/// The result of instrumenting a class.
#[derive(Clone, Debug)]
pub struct InstrumentedClass {
    /// The class file to load.
    pub bytes: Vec<u8>,
    /// The parts that could not be instrumented.
    pub warnings: Vec<Warning>,
}

/// The first class file version whose instruction `ldc` can load a class (Java 5).
const CLASS_CONSTANTS_VERSION: u16 = 49;

/// The amount of instrumentation of a method, from least to most. A larger extent adds parts that need more
/// room or are less useful for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// Everything except mutants and probes for branches, lines and hints.
    Entry,
    /// Everything except mutants, probes for lines and probes for hints. The search works without these
    /// parts.
    Branches,
    /// Everything except mutants, which are the largest part.
    Lines,
    /// Everything except mutant schemata.
    Infections,
    /// Everything.
    Full,
}

/// Instruments a class. The methods in `program` receive probes, which report the ids of `program`. All other
/// methods receive only budgets, redirected calls, the reports of changed state, and probes for hints.
///
/// If the instrumented code of a method would be longer than the JVM permits, the method receives less
/// instrumentation. If the constant pool has no room for all constants, the methods of the class receive no
/// mutants. If the class file cannot be read or written, the original bytes are returned. The warnings list
/// the missing parts.
pub fn instrument(bytes: &[u8], program: &Program, options: &Options) -> InstrumentedClass {
    let instrumented = try_instrument(bytes, program, options);
    let pool_full_warning =
        instrumented.warnings.iter().find(|warning| warning.cause.kind == ErrorKind::PoolFull);
    let Some(pool_full_warning) = pool_full_warning.filter(|_| options.mutants.is_some()) else {
        return instrumented;
    };
    let no_mutants_warning =
        Warning { method: String::new(), omission: Omission::Mutants, ..pool_full_warning.clone() };
    let options = Options { mutants: None, schemata: false, ..options.clone() };
    let mut reduced_class = try_instrument(bytes, program, &options);
    reduced_class.warnings.push(no_mutants_warning);
    reduced_class
}

fn try_instrument(bytes: &[u8], program: &Program, options: &Options) -> InstrumentedClass {
    let mut warnings = Vec::new();
    let edited = ClassFile::read(bytes).and_then(|mut class| {
        edit_class(&mut class, program, options, &mut warnings)?;
        class.write()
    });
    let bytes = edited.unwrap_or_else(|cause| {
        let class = cause.class.as_deref().unwrap_or_default().to_owned();
        warnings = vec![Warning { class, method: String::new(), omission: Omission::Class, cause }];
        bytes.to_vec()
    });
    InstrumentedClass { bytes, warnings }
}

fn edit_class(
    class: &mut ClassFile,
    program: &Program,
    options: &Options,
    warnings: &mut Vec<Warning>,
) -> Result<()> {
    let name = class.name()?.to_str().into_owned();
    let ids = program.methods.iter_enumerated();
    let methods: Vec<(MethodIndex, &Method)> = ids.filter(|(_, method)| method.class == name).collect();
    let mut outlined = OutlinedMethods::new(class)?;
    for index in 0..class.methods.len() {
        let member = &class.methods[index];
        let (method_name, descriptor) =
            (class.constants.utf8(member.name)?, class.constants.utf8(member.descriptor)?);
        let program_method = methods.iter().find(|(_, method)| {
            method_name == method.name.as_str() && descriptor == method.descriptor.as_str()
        });
        let method = format!("{method_name}{descriptor}");
        let task = Task { program, options, index, program_method: program_method.copied() };
        if let Some((omission, cause)) = task.edit(class, &mut outlined) {
            warnings.push(Warning { class: name.clone(), method, omission, cause });
        }
    }
    outlined.add_to(class)?;
    if let Err(cause) = statics::add_initialiser(class) {
        warnings.push(Warning { class: name, method: String::new(), omission: Omission::Statics, cause });
    }
    Ok(())
}

/// The instrumentation of one method.
struct Task<'a> {
    program: &'a Program,
    options: &'a Options,
    /// Index of the method in its class.
    index: usize,
    /// The method in the program, if it belongs to the program.
    program_method: Option<(MethodIndex, &'a Method)>,
}

impl Task<'_> {
    /// Inserts as much instrumentation as the method has room for. Returns the omission and its cause, if
    /// instrumentation was omitted.
    fn edit(&self, class: &mut ClassFile, outlined: &mut OutlinedMethods) -> Option<(Omission, Error)> {
        /// The smaller extents, from most to least instrumentation, with the omission that each causes.
        const REDUCED_EXTENTS: [(Extent, Omission); 4] = [
            (Extent::Infections, Omission::Schemata),
            (Extent::Lines, Omission::Mutants),
            (Extent::Branches, Omission::Lines),
            (Extent::Entry, Omission::Branches),
        ];
        let cause = self.try_edit(class, outlined, Extent::Full).err()?;
        if self.is_initialiser(class) {
            let restores_statics = self.try_edit(class, outlined, Extent::Entry).is_ok();
            return Some((if restores_statics { Omission::Budget } else { Omission::Statics }, cause));
        }
        // Hints from code outside the program are not worth a warning.
        if self.program_method.is_none() && self.try_edit(class, outlined, Extent::Entry).is_ok() {
            return None;
        }
        let skip_count = match self.options {
            Options { mutants: None, .. } => 2,
            Options { schemata: false, .. } => 1,
            _ => 0,
        };
        for (extent, omission) in
            REDUCED_EXTENTS.into_iter().skip(skip_count).filter(|_| self.program_method.is_some())
        {
            if self.try_edit(class, outlined, extent).is_ok() {
                return Some((omission, cause));
            }
        }
        Some((Omission::Method, cause))
    }

    /// Inserts the instrumentation of an extent. Returns an error and does not change the code if the method
    /// has no room for this instrumentation.
    fn try_edit(&self, class: &mut ClassFile, outlined: &mut OutlinedMethods, extent: Extent) -> Result<()> {
        let member = &class.methods[self.index];
        let Some(editor) = Editor::new(class, member)? else { return Ok(()) };
        let is_initialiser = self.is_initialiser(class);
        let name = class.constants.utf8(member.name)?.0.to_owned();
        let needs_snapshot = is_initialiser && statics::has_fields_to_restore(class)?;
        let this = class.this_class;
        let has_class_constants = class.major >= CLASS_CONSTANTS_VERSION;
        let scope = Scope::new(class, member)?;
        let mut patch = Patch::new(editor, &mut class.constants, outlined);
        if is_initialiser {
            statics::insert_into_initialiser(&mut patch, needs_snapshot.then_some(this))?;
        } else {
            patch.call_distances = self.options.call_distances;
            patch.hints = self.options.hints && extent >= Extent::Lines && has_class_constants;
            if let Some((id, method)) = self.program_method {
                self.insert_probes(&mut patch, &scope, id, method, extent)?;
            }
            if patch.hints {
                hints::insert(&mut patch, self.program_method.is_none())?;
            }
            statics::insert_reports(&mut patch, &name)?;
            settings::insert_reports(&mut patch)?;
        }
        if !is_initialiser || extent == Extent::Full {
            budget::insert(&mut patch)?;
        }
        redirects::replace(&mut patch)?;
        let code = patch.finish()?;
        if let Some(data) = class.methods[self.index].attribute_mut("Code", &class.constants) {
            *data = code;
        }
        Ok(())
    }

    fn is_initialiser(&self, class: &ClassFile) -> bool {
        class.constants.utf8(class.methods[self.index].name).is_ok_and(|name| name == INITIALISER_NAME)
    }

    fn insert_probes(
        &self,
        patch: &mut Patch<'_>,
        scope: &Scope,
        id: MethodIndex,
        method: &Method,
        extent: Extent,
    ) -> Result<()> {
        if self.options.direct_branches && method.is_callable() {
            let has_branches = extent >= Extent::Branches && !method.predicates.is_empty();
            coverage::insert_direct_entry(patch, self.program, id, has_branches)?;
        } else {
            coverage::insert_entry_probe(patch, id)?;
        }
        if extent >= Extent::Lines {
            coverage::insert_statements(patch, method)?;
        }
        if extent >= Extent::Branches {
            if let Some(mutants) = self.options.mutants.as_ref().filter(|_| extent >= Extent::Infections) {
                infections::insert(patch, mutants, id, self.program.distance_count())?;
            }
            coverage::insert_branches(patch, method)?;
            if let Some(mutants) = self.options.mutants.as_ref().filter(|_| extent == Extent::Full)
                && self.options.schemata
            {
                schemata::insert(patch, scope, mutants, id)?;
            }
            booleans::insert(patch, method)?;
            if patch.call_distances {
                call_distances::insert_matchers(patch)?;
            }
        }
        if self.options.exceptions {
            exceptions::insert(patch)?;
        }
        Ok(())
    }
}
