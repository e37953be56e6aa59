//! Attempts that are system calls.

use std::fs;
use std::os::fd::AsRawFd;
use std::process;

use libc::{c_int, c_long};

use crate::driver::{Attempt, End, scratch};

/// Returns how an attempt ended, from the result of its system call.
pub fn end_of(result: c_long) -> End {
    if result >= 0 {
        return End::NotDenied(format!("succeeded with {result}"));
    }
    let error = std::io::Error::last_os_error();
    match error.raw_os_error() {
        Some(libc::EPERM | libc::EACCES | libc::ENOSYS) => End::Denied,
        _ => End::NotDenied(error.to_string()),
    }
}

/// Makes a system call.
macro_rules! call {
    ($number:expr $(, $argument:expr)*) => {
        // SAFETY: the arguments are numbers, or pointers that are valid during the call.
        end_of(unsafe { libc::syscall($number $(, $argument as c_long)*) })
    };
}

/// Returns an attempt that makes one system call. With these arguments, the kernel would refuse the call as
/// invalid, or do nothing.
macro_rules! refused {
    ($name:ident $(, $argument:expr)*) => {
        Attempt {
            name: concat!(stringify!($name) $(, " ", stringify!($argument))*),
            run: || call!(libc::$name $(, $argument)*),
            succeeds_outside: false,
        }
    };
}

/// Returns an attempt that succeeds outside of the sandbox.
macro_rules! attempt {
    ($name:literal, $run:expr) => {
        Attempt { name: $name, run: $run, succeeds_outside: true }
    };
}

/// Address that no process maps.
const BAD: usize = 8;

fn parent() -> c_int {
    // SAFETY: the call has no arguments.
    unsafe { libc::getppid() }
}

/// Attempts that have an effect outside of the sandbox.
pub fn effects() -> Vec<Attempt> {
    vec![
        attempt!("set the set-user-id bit of a file", || {
            let file = scratch("file");
            fs::write("file", "").expect("the scratch folder is writable");
            call!(libc::SYS_fchmodat, libc::AT_FDCWD, file.as_ptr(), 0o4755)
        }),
        attempt!("set the set-group-id bit of an open file", || {
            let file = fs::File::create("file").expect("the scratch folder is writable");
            call!(libc::SYS_fchmod, file.as_raw_fd(), 0o2755)
        }),
        attempt!("create a file with the set-user-id bit", || {
            let file = scratch("new");
            call!(libc::SYS_openat, libc::AT_FDCWD, file.as_ptr(), libc::O_CREAT | libc::O_WRONLY, 0o4755)
        }),
        attempt!("create an unnamed file with the set-user-id bit", || {
            let folder = scratch(".");
            call!(libc::SYS_openat, libc::AT_FDCWD, folder.as_ptr(), libc::O_TMPFILE | libc::O_WRONLY, 0o4755)
        }),
        attempt!("create a folder with the set-group-id bit", || {
            call!(libc::SYS_mkdirat, libc::AT_FDCWD, scratch("folder").as_ptr(), 0o2755)
        }),
        attempt!("create a named pipe", || {
            call!(libc::SYS_mknodat, libc::AT_FDCWD, scratch("pipe").as_ptr(), libc::S_IFIFO | 0o644, 0)
        }),
        attempt!("change the owner of a file", || {
            fs::write("file", "").expect("the scratch folder is writable");
            call!(libc::SYS_fchownat, libc::AT_FDCWD, scratch("file").as_ptr(), -1, -1, 0)
        }),
        attempt!("start a process", || {
            let end = call!(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0);
            if end == End::NotDenied("succeeded with 0".to_owned()) {
                process::exit(0);
            }
            end
        }),
        attempt!("send a signal to the parent", || call!(libc::SYS_kill, parent(), 0)),
        attempt!("send a signal to a thread of the parent", || {
            call!(libc::SYS_tgkill, parent(), parent(), 0)
        }),
        attempt!("send a signal to a thread of the parent, by its id", || {
            call!(libc::SYS_tkill, parent(), 0)
        }),
        attempt!("have the kernel send signals to the parent", || {
            let (reader, _writer) = std::io::pipe().expect("a pipe can be created");
            call!(libc::SYS_fcntl, reader.as_raw_fd(), libc::F_SETOWN, parent())
        }),
        attempt!("get a handle of the parent", || call!(libc::SYS_pidfd_open, parent(), 0)),
        attempt!("read a resource limit of the parent", || {
            let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            call!(libc::SYS_prlimit64, parent(), libc::RLIMIT_CPU, 0, &raw mut limit)
        }),
        attempt!("change a resource limit", || {
            let limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            call!(libc::SYS_prlimit64, 0, libc::RLIMIT_CORE, &raw const limit, 0)
        }),
        attempt!("change the priority of the parent", || {
            call!(libc::SYS_setpriority, libc::PRIO_PROCESS, parent(), 19)
        }),
        attempt!("change the processors of the parent", || {
            let mut set = [0_u8; 128];
            // SAFETY: the kernel writes at most the given number of bytes.
            let bytes =
                unsafe { libc::syscall(libc::SYS_sched_getaffinity, parent(), set.len(), set.as_mut_ptr()) };
            call!(libc::SYS_sched_setaffinity, parent(), bytes, set.as_ptr())
        }),
        attempt!("outlive the parent", || call!(libc::SYS_prctl, libc::PR_SET_PDEATHSIG, 0, 0, 0, 0)),
        attempt!("create a file in memory", || call!(libc::SYS_memfd_create, c"name".as_ptr(), 0)),
        attempt!("create shared memory that outlives the process", || {
            let end = call!(libc::SYS_shmget, libc::IPC_PRIVATE, 4096, 0o600);
            if let End::NotDenied(text) = &end {
                let id: c_int = text.trim_start_matches("succeeded with ").parse().expect("an id");
                // SAFETY: the id is that of the segment above.
                unsafe { libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut()) };
            }
            end
        }),
        attempt!("execute a program", || {
            let arguments = [c"true".as_ptr(), std::ptr::null()];
            call!(libc::SYS_execve, c"/bin/true".as_ptr(), arguments.as_ptr(), 0)
        }),
        attempt!("execute a program through its loader", || {
            let loaders = [c"/lib64/ld-linux-x86-64.so.2", c"/lib/ld-linux-aarch64.so.1"];
            let loader =
                loaders.into_iter().find(|it| fs::exists(it.to_str().unwrap_or_default()).is_ok_and(|it| it));
            let loader = loader.expect("the system uses the GNU C library");
            let arguments = [loader.as_ptr(), c"/bin/true".as_ptr(), std::ptr::null()];
            call!(libc::SYS_execve, loader.as_ptr(), arguments.as_ptr(), 0)
        }),
        attempt!("execute a program of the scratch folder", || {
            let program = std::env::current_exe().expect("the program has a path");
            fs::copy(program, "copy").expect("the scratch folder is writable");
            // With this argument, the program does nothing.
            let arguments = [c"copy".as_ptr(), c"--list".as_ptr(), std::ptr::null()];
            let file = scratch("copy");
            call!(libc::SYS_execve, file.as_ptr(), arguments.as_ptr(), 0)
        }),
    ]
}

/// Attempts to create sockets.
pub fn sockets() -> Vec<Attempt> {
    use libc::{
        AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_UNIX, AF_VSOCK, SOCK_DGRAM, SOCK_RAW, SOCK_STREAM,
    };
    vec![
        attempt!("create a TCP socket", || call!(libc::SYS_socket, AF_INET, SOCK_STREAM, 0)),
        attempt!("create a UDP socket", || call!(libc::SYS_socket, AF_INET, SOCK_DGRAM, 0)),
        attempt!("create a Unix socket", || call!(libc::SYS_socket, AF_UNIX, SOCK_STREAM, 0)),
        attempt!("create a netlink socket", || call!(libc::SYS_socket, AF_NETLINK, SOCK_RAW, 0)),
        attempt!("create a pair of datagram sockets, which can send to other sockets", || {
            let mut pair = [0; 2];
            call!(libc::SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, pair.as_mut_ptr())
        }),
        Attempt {
            name: "create an IPv6 socket",
            run: || call!(libc::SYS_socket, AF_INET6, SOCK_STREAM, 0),
            succeeds_outside: false,
        },
        Attempt {
            name: "create a packet socket",
            run: || call!(libc::SYS_socket, AF_PACKET, SOCK_RAW, 0),
            succeeds_outside: false,
        },
        Attempt {
            name: "create a socket to the host of a virtual machine",
            run: || call!(libc::SYS_socket, AF_VSOCK, SOCK_STREAM, 0),
            succeeds_outside: false,
        },
    ]
}

/// System calls that the sandbox refuses whatever their arguments are.
pub fn refused_calls() -> Vec<Attempt> {
    vec![
        refused!(SYS_accept4, -1, 0, 0, 0),
        refused!(SYS_acct, BAD),
        refused!(SYS_add_key, BAD, BAD, 0, 0, 0),
        refused!(SYS_adjtimex, BAD),
        refused!(SYS_bind, -1, 0, 0),
        refused!(SYS_bpf, 0, BAD, 0),
        refused!(SYS_capset, BAD, BAD),
        refused!(SYS_chroot, BAD),
        refused!(SYS_clock_settime, 0, BAD),
        refused!(SYS_clone3, BAD, 64),
        refused!(SYS_connect, -1, 0, 0),
        refused!(SYS_delete_module, BAD, 0),
        refused!(SYS_execveat, -1, BAD, 0, 0, 0),
        refused!(SYS_fanotify_init, -1, -1),
        refused!(SYS_fchown, -1, -1, -1),
        refused!(SYS_finit_module, -1, BAD, 0),
        refused!(SYS_flock, -1, libc::LOCK_EX),
        refused!(SYS_fsconfig, -1, 0, 0, 0, 0),
        refused!(SYS_fsetxattr, -1, BAD, BAD, 0, 0),
        refused!(SYS_fsmount, -1, 0, 0),
        refused!(SYS_fsopen, BAD, 0),
        refused!(SYS_get_robust_list, 1, BAD, BAD),
        refused!(SYS_init_module, BAD, 0, BAD),
        refused!(SYS_io_setup, 0, BAD),
        refused!(SYS_io_uring_enter, -1, 0, 0, 0, 0),
        refused!(SYS_io_uring_register, -1, 0, 0, 0),
        refused!(SYS_io_uring_setup, 1, BAD),
        refused!(SYS_ioctl, 0, libc::TIOCLINUX, BAD),
        refused!(SYS_ioctl, 0, libc::TIOCSTI, BAD),
        refused!(SYS_kcmp, -1, -1, 0, 0, 0),
        refused!(SYS_kexec_load, 0, 0, 0, -1),
        refused!(SYS_keyctl, -1, 0, 0, 0, 0),
        refused!(SYS_landlock_create_ruleset, BAD, 0, 0),
        refused!(SYS_listen, -1, 0),
        refused!(SYS_lookup_dcookie, 0, BAD, 0),
        refused!(SYS_lremovexattr, BAD, BAD),
        refused!(SYS_lsetxattr, BAD, BAD, BAD, 0, 0),
        refused!(SYS_migrate_pages, 1, 0, 0, 0),
        refused!(SYS_mmap, 0, 4096, libc::PROT_READ, libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1, 0),
        refused!(SYS_mount, BAD, BAD, BAD, 0, BAD),
        refused!(SYS_mount_setattr, -1, BAD, 0, BAD, 0),
        refused!(SYS_move_mount, -1, BAD, -1, BAD, 0),
        refused!(SYS_move_pages, 1, 0, 0, 0, 0, 0),
        refused!(SYS_mq_open, BAD, 0, 0, 0),
        refused!(SYS_msgget, 0, 0),
        refused!(SYS_name_to_handle_at, -1, BAD, BAD, BAD, 0),
        refused!(SYS_open_by_handle_at, -1, BAD, 0),
        refused!(SYS_open_tree, -1, BAD, 0),
        refused!(SYS_perf_event_open, BAD, 0, -1, -1, 0),
        refused!(SYS_personality, 0x0040000),
        refused!(SYS_pidfd_getfd, -1, 0, 0),
        refused!(SYS_pidfd_send_signal, -1, 0, 0, 0),
        refused!(SYS_pivot_root, BAD, BAD),
        refused!(SYS_prctl, libc::PR_SET_DUMPABLE, 0, 0, 0, 0),
        refused!(SYS_prctl, libc::PR_SET_PTRACER, 1, 0, 0, 0),
        refused!(SYS_prctl, libc::PR_SET_SECUREBITS, 0, 0, 0, 0),
        refused!(SYS_process_madvise, -1, BAD, 0, 0, 0),
        refused!(SYS_process_mrelease, -1, 0),
        refused!(SYS_process_vm_readv, 1, 0, 0, 0, 0, 0),
        refused!(SYS_process_vm_writev, 1, 0, 0, 0, 0, 0),
        refused!(SYS_ptrace, libc::PTRACE_TRACEME, 0, 0, 0),
        refused!(SYS_quotactl, -1, BAD, 0, 0),
        refused!(SYS_reboot, 0, 0, 0, 0),
        refused!(SYS_recvmsg, -1, 0, 0),
        refused!(SYS_removexattr, BAD, BAD),
        refused!(SYS_request_key, BAD, BAD, BAD, 0),
        refused!(SYS_rt_sigqueueinfo, 1, 0, BAD),
        refused!(SYS_rt_tgsigqueueinfo, 1, 1, 0, BAD),
        refused!(SYS_sched_setattr, 0, BAD, 0),
        refused!(SYS_sched_setscheduler, 0, -1, BAD),
        refused!(SYS_seccomp, 1, 0, BAD),
        refused!(SYS_semget, 0, 0, 0),
        refused!(SYS_sendmsg, -1, 0, 0),
        refused!(SYS_sendto, -1, 0, 0, 0, 0, 0),
        refused!(SYS_setdomainname, BAD, -1),
        refused!(SYS_setgid, 0),
        refused!(SYS_setgroups, 1, BAD),
        refused!(SYS_sethostname, BAD, -1),
        refused!(SYS_setns, -1, 0),
        refused!(SYS_setpgid, 0, 0),
        refused!(SYS_setresgid, -1, -1, -1),
        refused!(SYS_setresuid, -1, -1, -1),
        refused!(SYS_setsid),
        refused!(SYS_settimeofday, BAD, 0),
        refused!(SYS_setuid, 0),
        refused!(SYS_setxattr, BAD, BAD, BAD, 0, 0),
        refused!(SYS_shmat, -1, 0, 0),
        refused!(SYS_swapoff, BAD),
        refused!(SYS_swapon, BAD, 0),
        refused!(SYS_syslog, 3, BAD, 0),
        refused!(SYS_timer_create, libc::CLOCK_MONOTONIC, 0, BAD),
        refused!(SYS_umount2, BAD, 0),
        refused!(SYS_unshare, libc::CLONE_NEWUSER),
        refused!(SYS_userfaultfd, -1),
        refused!(SYS_vhangup),
        refused!(SYS_vmsplice, -1, 0, 0, 0),
    ]
}
