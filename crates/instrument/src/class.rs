//! A class with everything inserted that it can take.

use analysis::{Method, MethodId, Program};
use classfile::{ClassFile, Editor, Error, ErrorKind, Result};
use mutation::Mutants;
use std::fmt;
use std::sync::Arc;

use crate::outlines::Outlines;
use crate::patch::{INITIALISER, Patch};
use crate::scope::Scope;
use crate::{budget, detours, hints, infections, near, probes, schemata, settings, statics, throws, values};

/// What is inserted into the methods of the program besides probes of entries, branches and lines.
#[derive(Clone, Debug)]
pub struct Options {
    /// Probes that tell how near calls came to what a jump on their result asks for; hints that come of comparing
    /// calls are theirs.
    pub near: bool,
    /// What parsers, matchers and the like ask of their operands, for hints.
    pub hints: bool,
    /// Branches of calls that the test makes itself are told under [ids of their own](Program::direct).
    pub direct: bool,
    /// The runner is told of exceptions that the code throws by itself.
    pub throws: bool,
    /// How near the code came to having mutants give another value is told under the ids from [`Program::distances`] on.
    pub mutants: Option<Arc<Mutants>>,
    /// Each of these mutants can be made to live, by its number.
    pub schemata: bool,
}

impl Default for Options {
    /// What helps to cover branches.
    fn default() -> Options {
        Options { near: true, hints: true, direct: false, throws: false, mutants: None, schemata: false }
    }
}

/// The result of instrumenting a class.
#[derive(Clone, Debug)]
pub struct Instrumented {
    /// The class file to be loaded.
    pub bytes: Vec<u8>,
    /// What could not be inserted.
    pub warnings: Vec<Warning>,
}

/// Something that could not be inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Binary name of the class with slashes; empty where the class file does not even tell that.
    pub class: String,
    /// Name and descriptor of the method; empty where it is about the whole class.
    pub method: String,
    /// What was lost.
    pub loss: Loss,
    /// Why.
    pub cause: Error,
}

/// What could not be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Mutants in the method do not live; they are as the original.
    Schemata,
    /// Mutants in the method are not seen, nor do they live.
    Mutants,
    /// The lines of the method are not seen.
    Lines,
    /// The method is only known to be entered; its branches and lines are not seen.
    Branches,
    /// The method is as it was: not seen at all, and without a budget.
    Method,
    /// The static initialiser is not stopped where it does not end.
    Budget,
    /// Static fields of the class are not put back after a test, nor is its static initialiser stopped.
    Statics,
    /// The whole class is as it was.
    Class,
}

/// The first version of class files, that of Java 5, whose code can load a class as a constant.
const CLASS_CONSTANTS: u16 = 49;

/// How much is inserted into a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// All but probes of branches and lines, which take the most room of what is always there.
    Entry,
    /// All but probes of lines and what is for hints, which the search can do without.
    Branches,
    /// All but what has to do with mutants, which takes more room than all else.
    Lines,
    /// All but mutants that can live.
    Infections,
    Full,
}

/// Instruments a class. The methods of the program get probes for their entry, branches and lines, under their ids
/// there; all other methods, and all classes that are not of the program, only the rest.
///
/// A method that has no room for everything gets less, and so does a class without room for all constants; a class file
/// that cannot be read or written is given back as it is. The warnings tell.
pub fn instrument(bytes: &[u8], program: &Program, options: &Options) -> Instrumented {
    let instrumented = try_instrument(bytes, program, options);
    let full = instrumented.warnings.iter().find(|warning| warning.cause.kind == ErrorKind::PoolFull);
    let Some(full) = full.filter(|_| options.mutants.is_some()) else { return instrumented };
    let full = Warning { method: String::new(), loss: Loss::Mutants, ..full.clone() };
    let options = Options { mutants: None, schemata: false, ..options.clone() };
    let mut less = try_instrument(bytes, program, &options);
    less.warnings.push(full);
    less
}

fn try_instrument(bytes: &[u8], program: &Program, options: &Options) -> Instrumented {
    let mut warnings = Vec::new();
    let edited = ClassFile::read(bytes).and_then(|mut class| {
        edit_class(&mut class, program, options, &mut warnings)?;
        class.write()
    });
    let bytes = edited.unwrap_or_else(|cause| {
        let class = cause.class.as_deref().unwrap_or_default().to_owned();
        warnings = vec![Warning { class, method: String::new(), loss: Loss::Class, cause }];
        bytes.to_vec()
    });
    Instrumented { bytes, warnings }
}

fn edit_class(
    class: &mut ClassFile,
    program: &Program,
    options: &Options,
    warnings: &mut Vec<Warning>,
) -> Result<()> {
    let name = class.name()?.to_str().into_owned();
    let ids = (0..).map(MethodId).zip(&program.methods);
    let methods: Vec<(MethodId, &Method)> = ids.filter(|(_, method)| method.class == name).collect();
    let mut outlines = Outlines::new(class)?;
    for index in 0..class.methods.len() {
        let member = &class.methods[index];
        let (own_name, descriptor) =
            (class.constants.utf8(member.name)?, class.constants.utf8(member.descriptor)?);
        let probed = methods
            .iter()
            .find(|(_, method)| own_name == method.name.as_str() && descriptor == method.descriptor.as_str());
        let method = format!("{own_name}{descriptor}");
        let task = Task { program, options, index, probed: probed.copied() };
        if let Some((loss, cause)) = task.edit(class, &mut outlines) {
            warnings.push(Warning { class: name.clone(), method, loss, cause });
        }
    }
    outlines.add_to(class)?;
    if let Err(cause) = statics::add_initialiser(class) {
        warnings.push(Warning { class: name, method: String::new(), loss: Loss::Statics, cause });
    }
    Ok(())
}

/// A method to be edited.
struct Task<'a> {
    program: &'a Program,
    options: &'a Options,
    /// Which of the methods of the class.
    index: usize,
    /// What it is in the program.
    probed: Option<(MethodId, &'a Method)>,
}

impl Task<'_> {
    /// Inserts what the method has room for; tells what was lost.
    fn edit(&self, class: &mut ClassFile, outlines: &mut Outlines) -> Option<(Loss, Error)> {
        const LESS: [(Extent, Loss); 4] = [
            (Extent::Infections, Loss::Schemata),
            (Extent::Lines, Loss::Mutants),
            (Extent::Branches, Loss::Lines),
            (Extent::Entry, Loss::Branches),
        ];
        let full = self.try_edit(class, outlines, Extent::Full).err()?;
        if self.is_initialiser(class) {
            let keeps_statics = self.try_edit(class, outlines, Extent::Entry).is_ok();
            return Some((if keeps_statics { Loss::Budget } else { Loss::Statics }, full));
        }
        let skipped = match self.options {
            Options { mutants: None, .. } => 2,
            Options { schemata: false, .. } => 1,
            _ => 0,
        };
        for (extent, loss) in LESS.into_iter().skip(skipped).filter(|_| self.probed.is_some()) {
            if self.try_edit(class, outlines, extent).is_ok() {
                return Some((loss, full));
            }
        }
        Some((Loss::Method, full))
    }

    fn try_edit(&self, class: &mut ClassFile, outlines: &mut Outlines, extent: Extent) -> Result<()> {
        let member = &class.methods[self.index];
        let Some(editor) = Editor::new(class, member)? else { return Ok(()) };
        let is_initialiser = self.is_initialiser(class);
        let name = class.constants.utf8(member.name)?.0.to_owned();
        let snapshot = is_initialiser && statics::has_any_to_restore(class)?;
        let this = class.this_class;
        let has_class_constants = class.major >= CLASS_CONSTANTS;
        let scope = Scope::new(class, member)?;
        let mut patch = Patch::new(editor, &mut class.constants, outlines);
        if is_initialiser {
            statics::insert_into_initialiser(&mut patch, snapshot.then_some(this))?;
        } else {
            patch.near = self.options.near;
            patch.hints = self.options.hints && extent >= Extent::Lines && has_class_constants;
            if let Some((id, method)) = self.probed {
                self.insert_probes(&mut patch, &scope, id, method, extent)?;
            }
            statics::insert_changes(&mut patch, &name)?;
            settings::insert_changes(&mut patch)?;
        }
        if !is_initialiser || extent == Extent::Full {
            budget::insert(&mut patch)?;
        }
        detours::replace(&mut patch)?;
        let code = patch.finish()?;
        if let Some(data) = class.methods[self.index].attribute_mut("Code", &class.constants) {
            *data = code;
        }
        Ok(())
    }

    fn is_initialiser(&self, class: &ClassFile) -> bool {
        class.constants.utf8(class.methods[self.index].name).is_ok_and(|name| name == INITIALISER)
    }

    fn insert_probes(
        &self,
        patch: &mut Patch<'_>,
        scope: &Scope,
        id: MethodId,
        method: &Method,
        extent: Extent,
    ) -> Result<()> {
        if self.options.direct && method.is_callable() {
            let has_branches = extent >= Extent::Branches && !method.predicates.is_empty();
            probes::insert_direct_entry(patch, self.program, id, has_branches)?;
        } else {
            probes::insert_entry(patch, id)?;
        }
        if extent >= Extent::Lines {
            probes::insert_statements(patch, method)?;
        }
        if extent >= Extent::Branches {
            if let Some(mutants) = self.options.mutants.as_ref().filter(|_| extent >= Extent::Infections) {
                infections::insert(patch, mutants, id, self.program.distances())?;
            }
            probes::insert_branches(patch, method)?;
            if let Some(mutants) = self.options.mutants.as_ref().filter(|_| extent == Extent::Full)
                && self.options.schemata
            {
                schemata::insert(patch, scope, mutants, id)?;
            }
            values::insert(patch, method)?;
            if patch.near {
                near::insert_matchers(patch)?;
            }
        }
        if patch.hints {
            hints::insert(patch)?;
        }
        if self.options.throws {
            throws::insert(patch)?;
        }
        Ok(())
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { class, method, loss, cause } = self;
        let lost = match loss {
            Loss::Schemata => "its mutants are as it is",
            Loss::Mutants => "its mutants cannot be seen",
            Loss::Lines => "its lines cannot be seen",
            Loss::Branches => "its branches cannot be seen",
            Loss::Method => "it cannot be seen, nor stopped where it does not end",
            Loss::Budget => "it is not stopped where it does not end",
            Loss::Statics => "its static fields are not put back after a test",
            Loss::Class => "it cannot be seen, nor stopped where it does not end",
        };
        match method.is_empty() {
            true => write!(f, "{class}: {lost} ({cause})"),
            false => write!(f, "{class}.{method}: {lost} ({cause})"),
        }
    }
}
