//! No test leads to the network.

use generation::ClusterCall;
use generation::mutate;
use generation::random::single_call;
use types::World;

use crate::setup::{called, seeded, store, world};

/// What tests of one call of a method of the fixture call of the JDK's classes for the network, as
/// `Class.method`, each once: the tests are mutated over and over.
fn called_by(world: &World, name: &str) -> Vec<String> {
    let mut context = store(world);
    let named =
        |call: &ClusterCall| matches!(call, ClusterCall::Method(id) if &*world.method(*id).name == name);
    context.cluster.calls.retain(named);
    let mut rng = seeded(1);
    let mut found = Vec::new();
    for _ in 0..300 {
        let mut test = single_call(&context, context.cluster.calls[0], &mut rng).unwrap();
        for _ in 0..10 {
            let live = test.len();
            mutate(&mut test, live, &context, &mut rng);
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

#[track_caller]
fn check(name: &str, called: &[&str], never: &[&str]) {
    let found = called_by(&world(), name);
    let has = |member: &&&str| found.iter().any(|it| it == *member);
    assert_eq!(called.iter().find(|it| !has(it)), None, "{found:?}");
    assert_eq!(never.iter().find(has), None, "{found:?}");
}

#[test]
fn urls_are_taken_apart_but_neither_opened_nor_compared() {
    let never = ["openStream", "openConnection", "getContent", "equals", "hashCode", "sameFile"];
    let never = never.map(|name| format!("URL.{name}"));
    check("url", &["URL.<init>", "URL.getPath"], &never.each_ref().map(String::as_str));
}

#[test]
fn connections_are_implemented_but_nothing_of_them_is_called() {
    let mut found = called_by(&world(), "connection");
    found.retain(|it| it.contains("URLConnection."));
    assert!(!found.is_empty() && found.iter().all(|it| it.ends_with(".<init>")), "{found:?}");
}

#[test]
fn sockets_stay_unconnected() {
    check("socket", &["Socket.<init>", "Socket.isConnected"], &["Socket.connect", "Socket.bind"]);
    check("server", &[], &["ServerSocket.<init>", "ServerSocket.accept"]);
}

#[test]
fn addresses_are_made_of_numbers() {
    let never =
        ["getByName", "getAllByName", "getLocalHost", "getHostName", "getCanonicalHostName", "isReachable"];
    let never = never.map(|name| format!("InetAddress.{name}"));
    let called = ["InetAddress.getByAddress", "InetAddress.getLoopbackAddress", "InetAddress.getHostAddress"];
    check("address", &called, &never.each_ref().map(String::as_str));
}
