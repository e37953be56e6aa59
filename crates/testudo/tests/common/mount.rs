//! Commands that see other file systems than the test itself.

use std::process::Command;

/// Returns a command that runs the shell commands `before`, which mount file systems, then `command`, and
/// then the shell commands `after`. The mounts exist only for these. The exit code is that of `command`.
pub fn mounted(before: &str, command: &Command, after: &str) -> Command {
    let options: &[&str] =
        if can_mount(&["--mount"]) { &["--mount"] } else { &["--user", "--map-root-user", "--mount"] };
    assert!(
        can_mount(options),
        "this test needs the right to mount a file system; run as root, or allow user namespaces, or use `./x test`, \
         which skips this test if mounting is not possible"
    );
    let mut unshare = Command::new("unshare");
    let script = format!("{before} && {{ \"$0\" \"$@\"; code=$?; {after}; exit $code; }}");
    unshare.args(options).args(["sh", "-c", &script]);
    unshare.arg(command.get_program()).args(command.get_args());
    unshare.current_dir(command.get_current_dir().unwrap());
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            unshare.env(name, value)
        } else {
            unshare.env_remove(name)
        };
    }
    unshare
}

/// Returns whether this user can mount a file system with these options of `unshare`.
fn can_mount(options: &[&str]) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("unshare");
    command.args(options).args(["mount", "-t", "tmpfs", "tmpfs"]).arg(folder.path());
    command.output().is_ok_and(|output| output.status.success())
}
