//! The program of a JVM: executes it in the child process.
//!
//! The filters of system calls allow `execve` only if the path has the address of this path in the memory of
//! Testudo. The JVM does not know this address, so it cannot replace itself by another program.

use std::ffi::{CString, OsStr, c_char};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

/// The path of a program.
#[derive(Debug)]
pub struct Program(CString);

impl Program {
    /// # Errors
    /// If the path contains a zero byte.
    pub fn new(path: &Path) -> io::Result<Program> {
        Ok(Program(text(&[path.as_os_str()])?))
    }

    /// Returns the address of the path. It does not change as long as the program exists.
    pub fn address(&self) -> u64 {
        self.0.as_ptr() as u64
    }

    /// Prepares the execution of this program with the arguments and variables of a command. The command must
    /// have cleared the environment.
    ///
    /// # Errors
    /// If an argument or a variable contains a zero byte.
    pub fn with_arguments_of(self, command: &Command) -> io::Result<Execution> {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let arguments = words.map(|word| text(&[word])).collect::<io::Result<_>>()?;
        let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
        let variables =
            set.map(|(name, value)| text(&[name, OsStr::new("="), value])).collect::<io::Result<_>>()?;
        Ok(Execution { program: self, arguments: Words::new(arguments), variables: Words::new(variables) })
    }
}

/// Joins texts.
fn text(parts: &[&OsStr]) -> io::Result<CString> {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.as_bytes()).copied().collect();
    Ok(CString::new(bytes)?)
}

/// A program with its arguments and variables.
pub struct Execution {
    program: Program,
    arguments: Words,
    variables: Words,
}

impl Execution {
    /// Replaces this process by the program. Returns only if this fails. Allocates nothing.
    pub fn run(&self) -> io::Error {
        // SAFETY: the pointers refer to texts of this value that end with a zero byte. A null pointer ends
        // each list.
        unsafe { libc::execve(self.program.0.as_ptr(), self.arguments.list(), self.variables.list()) };
        io::Error::last_os_error()
    }
}

/// A list of texts in the form that the kernel expects.
struct Words {
    _texts: Vec<CString>,
    /// The addresses of the texts, and 0 at the end.
    addresses: Vec<usize>,
}

impl Words {
    fn new(texts: Vec<CString>) -> Words {
        let addresses = texts.iter().map(|text| text.as_ptr() as usize).chain([0]).collect();
        Words { _texts: texts, addresses }
    }

    fn list(&self) -> *const *const c_char {
        self.addresses.as_ptr().cast()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt;

    use super::*;

    #[test]
    fn the_program_gets_the_arguments_and_variables_of_the_command() {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "printf '%s|%s|%s' \"$0\" \"$A\" \"$B\"", "first word"]);
        command.env_clear().env("A", "1").env("B", "b c").env_remove("C");
        let execution = Program::new(Path::new("/bin/sh")).unwrap().with_arguments_of(&command).unwrap();
        // SAFETY: the closure only executes the program.
        unsafe { command.pre_exec(move || Err(execution.run())) };
        let output = command.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "first word|1|b c");
    }

    #[test]
    fn a_program_that_does_not_exist_is_an_error() {
        let mut command = Command::new("/bin/sh");
        let execution = Program::new(Path::new("/no/program")).unwrap().with_arguments_of(&command).unwrap();
        // SAFETY: the closure only tries to execute the program.
        unsafe { command.pre_exec(move || Err(execution.run())) };
        assert_eq!(command.spawn().unwrap_err().raw_os_error(), Some(libc::ENOENT));
    }
}
