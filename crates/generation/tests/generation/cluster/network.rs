//! Tests never access the network.

use generation::ClusterCall;
use generation::mutate;
use generation::random::single_call;
use types::World;

use crate::setup::{called, seeded, store, world};

/// Returns the methods of `java.net` that tests of a method of the fixture call, as `Class.method`. Each
/// method occurs once. The tests are mutated repeatedly.
fn network_calls(world: &World, name: &str) -> Vec<String> {
    let mut context = store(world);
    let named =
        |call: &ClusterCall| matches!(call, ClusterCall::Method(id) if &*world.method(*id).name == name);
    context.cluster.calls.retain(named);
    let mut rng = seeded(1);
    let mut found = Vec::new();
    for _ in 0..300 {
        let mut test = single_call(&context, context.cluster.calls[0], &mut rng).unwrap();
        for _ in 0..10 {
            let completed = test.len();
            mutate(&mut test, completed, &context, &mut rng);
            found.extend(called(&test).filter_map(|id| {
                let method = world.method(id);
                let class = world.name(method.class).strip_prefix("java.net.")?;
                Some(format!("{class}.{}", method.name))
            }));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Asserts that tests of a method of the fixture call all members in `called` and no member in `never`.
#[track_caller]
fn check(name: &str, called: &[&str], never: &[&str]) {
    let found = network_calls(&world(), name);
    let has = |member: &&&str| found.iter().any(|it| it == *member);
    assert_eq!(called.iter().find(|it| !has(it)), None, "{found:?}");
    assert_eq!(never.iter().find(has), None, "{found:?}");
}

#[test]
fn urls_are_parsed_but_neither_opened_nor_compared() {
    let never = ["openStream", "openConnection", "getContent", "equals", "hashCode", "sameFile"];
    let never = never.map(|name| format!("URL.{name}"));
    check("url", &["URL.<init>", "URL.getPath"], &never.each_ref().map(String::as_str));
}

#[test]
fn connections_are_stubbed_but_their_methods_are_not_called() {
    let mut found = network_calls(&world(), "connection");
    found.retain(|it| it.contains("URLConnection."));
    assert!(!found.is_empty() && found.iter().all(|it| it.ends_with(".<init>")), "{found:?}");
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
