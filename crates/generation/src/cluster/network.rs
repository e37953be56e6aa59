//! JDK methods that access the network. Tests never call these methods, because the results differ between
//! environments and a test must not disturb other machines.

use types::{ClassId, Method, MethodId, Type};

use super::Cluster;

/// Members that connect to a host or look up a host without declaring an `IOException`, as `(class, name,
/// start of the descriptor)`. An empty name matches all members of the class, and an empty descriptor matches
/// all overloads.
const WITHOUT_EXCEPTION: [(&str, &str, &str); 9] = [
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

/// A method that declares an `IOException` but does not access the network.
const HARMLESS: (&str, &str) = ("java.net.InetAddress", "getByAddress");

impl Cluster<'_> {
    /// Returns whether a JDK method or constructor can connect to a host, open a port or look up a host.
    pub(super) fn can_access_network(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        self.is_network_class(method.class)
            && (self.is_listed_without_exception(method) || self.declares_io_exception(method))
    }

    fn is_network_class(&self, class: ClassId) -> bool {
        let name = self.world.name(class);
        let is_in = |package| name.starts_with(package);
        self.world.is_from_jdk(class)
            && (is_in("java.net.")
                || is_in("javax.net.")
                || is_in("java.nio.channels.")
                    && self.is_subclass_of(class, "java.nio.channels.NetworkChannel"))
    }

    fn is_listed_without_exception(&self, method: &Method) -> bool {
        WITHOUT_EXCEPTION.iter().any(|&(class, name, arguments)| {
            (name.is_empty() || *method.name == *name)
                && method.descriptor.starts_with(arguments)
                && self.is_subclass_of(method.class, class)
        })
    }

    /// Returns whether a method declares an `IOException` other than `MalformedURLException`.
    fn declares_io_exception(&self, method: &Method) -> bool {
        let is_io_exception = |ty: &Type| {
            let is_a = |name| ty.class_id().is_some_and(|class| self.is_subclass_of(class, name));
            is_a("java.io.IOException") && !is_a("java.net.MalformedURLException")
        };
        (&**self.world.name(method.class), &*method.name) != HARMLESS
            && method.exceptions.iter().any(is_io_exception)
    }

    fn is_subclass_of(&self, class: ClassId, name: &str) -> bool {
        self.world.class_named(name).is_some_and(|superclass| self.world.is_subclass(class, superclass))
    }
}
