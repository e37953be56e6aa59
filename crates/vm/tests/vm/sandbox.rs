//! Tests of the sandbox, and of the removal of processes and files.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use testcase::{Literal, Observation};
use vm::{BatchSettings, Config, Mode, Outcome, Sandbox};

use crate::setup::{COMPILED, call, config, fixtures, outcomes, run_on, script, start, world};

fn require_landlock() {
    assert!(
        Sandbox::On.report().files,
        "this test needs Landlock version 3: run it on Linux 6.2 or later, outside of \
         containers that forbid Landlock"
    );
}

fn require_seccomp() {
    assert!(
        Sandbox::On.report().calls,
        "this test needs seccomp: run it on Linux, outside of containers that forbid seccomp"
    );
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn files_can_be_written_only_in_the_scratch_folder() {
    require_landlock();
    let outside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    let world = world();
    let mut test = script(&world);
    let file = test.string(outside.to_str().unwrap());
    test.call("demo.Wild", "writeOutside", None, &[file]);
    test.call("demo.Wild", "writeTemporary", None, &[]);
    let result = run_on(&mut start(config()), &world, &[test.test], Mode::Observe).remove(0);
    let boolean = |value| Some(Observation::Literal(Literal::Boolean(value)));
    assert_eq!(result.observations[1..], [boolean(false), boolean(true)], "{:?}", result.outcome);
    assert!(!outside.exists());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn no_file_can_be_created_in_the_working_folder_and_in_the_home() {
    let world = world();
    for property in ["user.dir", "user.home"] {
        let mut test = script(&world);
        let name = test.string(property);
        test.call("demo.Wild", "writeInFolderOfUser", None, &[name]);
        let result = run_on(&mut start(config()), &world, &[test.test], Mode::Observe).remove(0);
        let is_written = Some(Observation::Literal(Literal::Boolean(false)));
        assert_eq!(result.observations[1], is_written, "{property}: {:?}", result.outcome);
    }
}

#[test]
fn without_the_sandbox_code_has_the_rights_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let outside = folder.path().join("outside");
    let world = world();
    let mut test = script(&world);
    let file = test.string(outside.to_str().unwrap());
    test.call("demo.Wild", "writeOutside", None, &[file]);
    let mut pool = start(Config { sandbox: Sandbox::Off, ..config() });
    assert!(!pool.sandbox().files && !pool.sandbox().calls);
    run_on(&mut pool, &world, &[test.test], Mode::Run);
    assert!(outside.exists());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn network_new_processes_and_environment_are_unavailable() {
    require_seccomp();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let world = world();
    let mut test = script(&world);
    let port = test.int(listener.local_addr().unwrap().port().into());
    test.call("demo.Wild", "connect", None, &[port]);
    test.call("demo.Wild", "startProcess", None, &[]);
    test.call("demo.Wild", "environment", None, &[]);
    let result = run_on(&mut start(config()), &world, &[test.test], Mode::Observe).remove(0);
    let observed = format!("{:?}", &result.observations[2..]);
    assert_eq!(observed, "[Some(Literal(Boolean(false))), Some(Literal(Int(0)))]", "{:?}", result.outcome);
    let Some(Observation::Literal(Literal::String(answer))) = &result.observations[1] else {
        panic!("{result:?}")
    };
    let answer = String::from_utf16_lossy(answer);
    assert!(answer.to_lowercase().contains("denied"), "{answer}");
}

/// Calls a method of `demo.Trespasser`. Returns `done`, or the reason why the action of the method failed.
fn attempt(sandbox: Sandbox, method: &str, argument: &str) -> String {
    attempt_with(Config { sandbox, ..config() }, method, argument)
}

fn attempt_with(config: Config, method: &str, argument: &str) -> String {
    let world = world();
    let mut test = script(&world);
    let argument = test.string(argument);
    test.call("demo.Trespasser", method, None, &[argument]);
    let result = run_on(&mut start(config), &world, &[test.test], Mode::Observe).remove(0);
    match &result.observations[..] {
        [_, Some(Observation::Literal(Literal::String(report)))] => String::from_utf16_lossy(report),
        _ => panic!("{result:?}"),
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_given_working_folder_can_be_read_and_not_changed() {
    require_landlock();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data.txt"), "text").unwrap();
    let given = || Config {
        working_folder: Some(folder.path().to_owned()),
        readable: vec![folder.path().to_owned()],
        ..config()
    };
    assert_eq!(attempt_with(given(), "read", "data.txt"), "done");
    for method in ["delete", "append", "truncate", "rename"] {
        assert_ne!(attempt_with(given(), method, "data.txt"), "done", "{method}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("data.txt")).unwrap(), "text");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn files_outside_the_scratch_folder_cannot_be_deleted_renamed_or_changed() {
    require_landlock();
    for method in ["delete", "rename", "moveIn", "truncate", "append", "link", "createFolder"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "mine").unwrap();
        let path = file.to_str().unwrap();
        assert_ne!(attempt(Sandbox::On, method, path), "done", "{method}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine", "{method}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{method}");
        assert_eq!(attempt(Sandbox::Off, method, path), "done", "{method}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn only_files_that_the_configuration_names_can_be_read() {
    require_landlock();
    let folder = tempfile::tempdir().unwrap();
    let (mine, named) = (folder.path().join("mine"), folder.path().join("named"));
    for inner in [&mine, &named] {
        std::fs::create_dir(inner).unwrap();
        std::fs::write(inner.join("file"), "text").unwrap();
    }
    for sandbox in [Sandbox::On, Sandbox::Off] {
        let config = || Config { sandbox, readable: vec![named.clone()], ..config() };
        let attempt = |method, path: &Path| attempt_with(config(), method, path.to_str().unwrap());
        for (method, name) in [("read", "file"), ("list", "")] {
            assert_eq!(attempt(method, &named.join(name)), "done");
            assert_eq!(attempt(method, &mine.join(name)) == "done", sandbox == Sandbox::Off, "{method}");
        }
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn no_kind_of_socket_is_available() {
    require_seccomp();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _listener = UnixListener::bind(&path).unwrap();
    let datagrams = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = datagrams.local_addr().unwrap().port().to_string();
    for (method, argument) in [("connect", path.to_str().unwrap()), ("send", &port), ("listen", "0")] {
        assert_ne!(attempt(Sandbox::On, method, argument), "done", "{method}");
        assert_eq!(attempt(Sandbox::Off, method, argument), "done", "{method}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn code_under_test_cannot_send_signals_to_other_processes() {
    require_seccomp();
    let mut other_process = Command::new("sleep").arg("60").spawn().unwrap();
    let process = other_process.id().to_string();
    let denied = attempt(Sandbox::On, "kill", &process);
    let exit_status = other_process.try_wait().unwrap();
    let done = attempt(Sandbox::Off, "kill", &process);
    other_process.kill().unwrap();
    other_process.wait().unwrap();
    assert!(exit_status.is_none() && denied != "done", "{denied}");
    assert_eq!(done, "done");
}

#[test]
fn a_file_above_the_maximum_size_cannot_be_written() {
    assert!(attempt(Sandbox::Off, "fill", &(65 << 20).to_string()).contains("File too large"));
    assert_eq!(attempt(Sandbox::On, "fill", "1000"), "done");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn no_process_and_no_file_remains_after_the_pool_is_dropped() {
    let world = world();
    let tests = [call(&world, "demo.Wild", "process", &[]), call(&world, "demo.Wild", "startThread", &[])];
    let mut pool = start(config());
    let results = run_on(&mut pool, &world, &tests, Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned"; 2]);
    let Some(Observation::Literal(Literal::Long(process))) = results[0].observations[0] else {
        panic!("{results:?}")
    };
    let process = Path::new("/proc").join(process.to_string());
    let work = std::fs::read_link(process.join("cwd")).unwrap();
    let scratch = work.parent().unwrap();
    for folder in [scratch, scratch.parent().unwrap()] {
        let mode = folder.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "other users can enter {}", folder.display());
    }
    drop(pool);
    assert!(!process.exists() && !scratch.exists());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn workers_end_if_their_parent_process_is_killed() {
    let world = world();
    if std::env::var_os(COMPILED).is_some() {
        let mut pool = start(config());
        let result =
            run_on(&mut pool, &world, &[call(&world, "demo.Wild", "process", &[])], Mode::Observe).remove(0);
        let Some(Observation::Literal(Literal::Long(process))) = result.observations[0] else {
            panic!("{result:?}")
        };
        println!("worker {process}");
        pool.submit(&world, &[&call(&world, "demo.Wild", "spin", &[])], BatchSettings::new(Mode::Run));
        let _ = pool.next_results();
        return;
    }
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sandbox::workers_end_if_their_parent_process_is_killed", "--nocapture"])
        .env(COMPILED, fixtures())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(parent.stdout.take().unwrap()).lines().map(Result::unwrap);
    let worker = lines.filter_map(|line| Some(line.split_once("worker ")?.1.to_owned())).next().unwrap();
    parent.kill().unwrap();
    parent.wait().unwrap();
    let worker = Path::new("/proc").join(worker);
    let deadline = Instant::now() + Duration::from_secs(20);
    while is_running(&worker) && Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert!(!is_running(&worker));
}

#[test]
fn a_worker_starts_if_the_parent_has_more_open_files_than_a_worker_may_have() {
    let files: Vec<File> = (0..1500).map(|_| File::open("/dev/null").unwrap()).collect();
    let world = world();
    let mut pool = start(config());
    let test = call(&world, "demo.Wild", "process", &[]);
    let result = run_on(&mut pool, &world, &[test], Mode::Observe).remove(0);
    assert_eq!(result.outcome, Outcome::Returned);
    drop(files);
}

/// Returns whether a process exists and has not ended. `process` is its folder in `/proc`.
fn is_running(process: &Path) -> bool {
    std::fs::read_to_string(process.join("stat")).is_ok_and(|stat| !stat.contains(") Z"))
}

#[test]
fn a_pool_survives_the_thread_that_started_it() {
    let world = world();
    let mut pool = std::thread::spawn(|| start(config())).join().unwrap();
    let test = call(&world, "demo.Sample", "nothing", &[]);
    for _ in 0..3 {
        assert_eq!(
            outcomes(&run_on(&mut pool, &world, std::slice::from_ref(&test), Mode::Run)),
            ["Returned"]
        );
    }
}
