//! What of the JDK leads to the network: no test calls it. What others answer is not the same for everybody who runs the
//! test, and a test has no business with their machines.

use types::{ClassId, Method, MethodId, Type};

use crate::cluster::Cluster;

/// What connects without saying that it may fail, or looks hosts up, as `(class, name, descriptor of the arguments)`; no
/// name means all members, no descriptor all overloads.
const SILENT: [(&str, &str, &str); 9] = [
    ("java.net.InetAddress", "getCanonicalHostName", ""),
    ("java.net.InetAddress", "getHostName", ""),
    ("java.net.InetSocketAddress", "<init>", "(Ljava/lang/String;I)"),
    ("java.net.InetSocketAddress", "getHostName", ""),
    ("java.net.URL", "equals", ""),
    ("java.net.URL", "hashCode", ""),
    ("java.net.URL", "sameFile", ""),
    ("java.net.URLConnection", "", ""),
    ("java.net.http.HttpClient", "sendAsync", ""),
];

/// Says that it may fail, yet asks nobody.
const HARMLESS: (&str, &str) = ("java.net.InetAddress", "getByAddress");

impl Cluster<'_> {
    /// Whether a method or constructor of the JDK connects to a host, opens a port, or asks where a host is.
    pub(crate) fn leads_to_network(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        self.is_of_network(method.class) && (self.is_silent(method) || self.may_fail(method))
    }

    fn is_of_network(&self, class: ClassId) -> bool {
        let name = self.world.name(class);
        let is_in = |package| name.starts_with(package);
        self.world.is_from_jdk(class)
            && (is_in("java.net.")
                || is_in("javax.net.")
                || is_in("java.nio.channels.") && self.is_below(class, "java.nio.channels.NetworkChannel"))
    }

    fn is_silent(&self, method: &Method) -> bool {
        SILENT.iter().any(|&(class, name, arguments)| {
            (name.is_empty() || *method.name == *name)
                && method.descriptor.starts_with(arguments)
                && self.is_below(method.class, class)
        })
    }

    /// Whether it declares that input or output may fail, other than by a text that is no address.
    fn may_fail(&self, method: &Method) -> bool {
        let fails = |ty: &Type| {
            let is = |name| ty.class_id().is_some_and(|class| self.is_below(class, name));
            is("java.io.IOException") && !is("java.net.MalformedURLException")
        };
        (&**self.world.name(method.class), &*method.name) != HARMLESS && method.exceptions.iter().any(fails)
    }

    fn is_below(&self, class: ClassId, name: &str) -> bool {
        self.world.class_named(name).is_some_and(|up| self.world.is_subclass(class, up))
    }
}
