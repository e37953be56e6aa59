//! The file `testudo.sarif`: suspicious behaviour and changed behaviour in the format SARIF 2.1.0, which code
//! hosts show beside the code.

use serde_json::{Value, json};

use crate::model::{Change, Class, Report, Suspicion};

const SUSPICIOUS: &str = "suspicious-behaviour";
const CHANGED: &str = "changed-behaviour";

/// Returns the content of the file.
pub(crate) fn write(report: &Report) -> String {
    let suspicions = report.classes().flat_map(|class| class.suspicions.iter().map(move |it| (class, it)));
    let suspicions = suspicions.map(|(class, suspicion)| suspicious(class, suspicion));
    let results: Vec<Value> = suspicions.chain(report.changes.iter().map(changed)).collect();
    let content = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Testudo",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [
                    rule(SUSPICIOUS, "The code behaves in a way that is probably a fault."),
                    rule(CHANGED, "A test of an earlier run no longer passes, because the code behaves differently."),
                ],
            } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&content).expect("the content is plain data") + "\n"
}

fn rule(id: &str, description: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": { "text": description },
        "defaultConfiguration": { "level": "warning" },
    })
}

fn suspicious(class: &Class, suspicion: &Suspicion) -> Value {
    let Suspicion { method, what, code, line, .. } = suspicion;
    result(SUSPICIOUS, &format!("{method} {what}:\n{code}"), &class.path, *line)
}

fn changed(change: &Change) -> Value {
    let Change { test_class, test, what, path, line, action, .. } = change;
    result(CHANGED, &format!("{test_class}.{test}: {what}. {}", action.sentence()), path, *line)
}

fn result(rule: &str, message: &str, path: &str, line: Option<u32>) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(path) } });
    if let Some(line) = line {
        location["region"] = json!({ "startLine": line });
    }
    json!({
        "ruleId": rule,
        "level": "warning",
        "message": { "text": message },
        "locations": [{ "physicalLocation": location }],
    })
}

/// Returns a path as a URI reference (RFC 3986).
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/$+,;=@".contains(&byte);
    let encode =
        |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.bytes().map(encode).collect()
}
