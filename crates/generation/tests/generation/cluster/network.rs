//! Tests never access the network.

use generation::ClusterCall;
use generation::mutate;
use generation::random::single_call;
use types::World;

use crate::setup::{called_methods, seeded, store, world};

/// Returns the methods of `java.net` that generated tests call, as `Class.method` and without duplicates. The
/// tests begin as calls of the method `name` of the fixture, and are then mutated repeatedly.
fn network_calls(world: &World, name: &str) -> Vec<String> {
    let mut context = store(world);
    let has_name =
        |call: &ClusterCall| matches!(call, ClusterCall::Method(id) if &*world.method(*id).name == name);
    context.cluster.calls.retain(has_name);
    let mut rng = seeded(1);
    let mut calls = Vec::new();
    for _ in 0..300 {
        let mut test = single_call(&context, context.cluster.calls[0], &mut rng).unwrap();
        for _ in 0..10 {
            let completed = test.len();
            mutate(&mut test, completed, &context, &mut rng);
            calls.extend(called_methods(&test).filter_map(|id| {
                let method = world.method(id);
                let class = world.name(method.class).strip_prefix("java.net.")?;
                Some(format!("{class}.{}", method.name))
            }));
        }
    }
    calls.sort();
    calls.dedup();
    calls
}

/// Asserts that generated tests of the method `name` of the fixture call all members in `called`, and no
/// member in `never`.
#[track_caller]
fn check(name: &str, called: &[&str], never: &[&str]) {
    let calls = network_calls(&world(), name);
    let is_called = |member: &&&str| calls.iter().any(|it| it == *member);
    assert_eq!(called.iter().find(|it| !is_called(it)), None, "{calls:?}");
    assert_eq!(never.iter().find(is_called), None, "{calls:?}");
}

#[test]
fn urls_are_parsed_but_neither_opened_nor_compared() {
    let never = ["openStream", "openConnection", "getContent", "equals", "hashCode", "sameFile"];
    let never = never.map(|name| format!("URL.{name}"));
    check("url", &["URL.<init>", "URL.getPath"], &never.each_ref().map(String::as_str));
}

#[test]
fn connections_are_stubbed_but_their_methods_are_not_called() {
    let mut calls = network_calls(&world(), "connection");
    calls.retain(|it| it.contains("URLConnection."));
    assert!(!calls.is_empty() && calls.iter().all(|it| it.ends_with(".<init>")), "{calls:?}");
}

#[test]
fn sockets_are_not_connected() {
    check("socket", &["Socket.<init>", "Socket.isConnected"], &["Socket.connect", "Socket.bind"]);
    check("server", &[], &["ServerSocket.<init>", "ServerSocket.accept"]);
}

#[test]
fn addresses_are_created_from_bytes() {
    let never =
        ["getByName", "getAllByName", "getLocalHost", "getHostName", "getCanonicalHostName", "isReachable"];
    let never = never.map(|name| format!("InetAddress.{name}"));
    let called = ["InetAddress.getByAddress", "InetAddress.getLoopbackAddress", "InetAddress.getHostAddress"];
    check("address", &called, &never.each_ref().map(String::as_str));
}
