//! Help outside the program: completions of the command line in a shell, and manual pages.

use std::fs;
use std::process::Command;

use crate::setup::Workspace;

/// Returns the script that completes the command line in a shell.
fn script(shell: &str) -> String {
    let workspace = Workspace::new();
    let run = workspace.run(&mut workspace.testudo_command(&["completions", shell]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn bash_completes_an_option_of_generate() {
    let words = "COMP_WORDS=(testudo generate --total); COMP_CWORD=2";
    let test =
        format!("{}\n{words}\n_testudo testudo --total generate\necho ${{COMPREPLY[@]}}", script("bash"));
    let output = Command::new("bash").args(["--noprofile", "--norc", "-c", &test]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "--total-time\n", "{:?}", output.stderr);
}

#[test]
fn the_scripts_of_all_shells_name_the_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(script(shell).contains("total-time"), "{shell}");
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let workspace = Workspace::new();
    let run = workspace.run(&mut workspace.testudo_command(&["man", "pages"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let page = |name: &str| fs::read_to_string(workspace.path("pages").join(name)).unwrap();
    assert!(page("testudo.1").contains("Exit codes"));
    for command in ["generate", "init", "explain", "presets", "completions", "correlation"] {
        let text = page(&format!("testudo-{command}.1"));
        assert!(text.contains(&format!(".TH testudo-{command} 1")), "{text}");
    }
    assert!(page("testudo-generate.1").contains("\\-\\-total\\-time"));
}

#[test]
fn manual_pages_that_cannot_be_written_are_reported() {
    let workspace = Workspace::new();
    fs::write(workspace.path("pages"), "a file").unwrap();
    let run = workspace.run(&mut workspace.testudo_command(&["man", "pages"]));
    assert_eq!(run.code, 7);
    assert!(run.stderr.starts_with("error: cannot write manual pages to pages: "), "{}", run.stderr);
}
