//! Environments in which tests run. The environments differ in the same way as the machines of users.

/// Settings of a JVM that can change the outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Environment {
    /// Value of `-Duser.timezone`.
    pub timezone: &'static str,
    /// Value of `-Duser.language`.
    pub language: &'static str,
    /// Value of `-Duser.country`.
    pub country: &'static str,
    /// Value of `-Dfile.encoding`.
    pub encoding: &'static str,
    /// Value of `-XX:hashCode`: how the JVM generates identity hash codes.
    pub hash_codes: &'static str,
    /// Further options of the JVM.
    pub options: &'static [&'static str],
    /// Variables of the environment.
    pub variables: &'static [(&'static str, &'static str)],
    /// Whether the tests run on another JDK than the JDK that compiles them.
    pub uses_other_jdk: bool,
}

impl Environment {
    /// Describes the settings that a developer can use to reproduce a failure.
    pub fn describe(&self) -> String {
        let Environment { timezone, language, country, encoding, .. } = self;
        format!("locale {language}-{country}, time zone {timezone}, encoding {encoding}")
    }
}

/// The most common environment.
pub(super) const PLAIN: Environment = Environment {
    timezone: "UTC",
    language: "en",
    country: "US",
    encoding: "UTF-8",
    hash_codes: "5",
    options: &[],
    variables: &[],
    uses_other_jdk: false,
};
/// An environment whose language, digits, time zone, encoding, and line separator differ from [`PLAIN`].
///
/// Identity hash codes are sequential numbers. Therefore the hash codes, and the lengths of texts that
/// contain hash codes, differ from [`PLAIN`]. Functions such as `Math.sin` use the portable implementation of
/// the JVM. Formats of dates and numbers are those of JDK 8, if the JDK still has this data (JDK 9 to 22).
/// The encoding lacks most letters with accents, and each byte is a character, also if it is invalid in
/// UTF-8. The JVM has the variables that the shell of a user usually sets.
pub(super) const FOREIGN: Environment = Environment {
    timezone: "Asia/Kolkata",
    language: "ar",
    country: "EG",
    encoding: "ISO-8859-5",
    hash_codes: "3",
    options: &[
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:-UseLibmIntrinsic",
        "-Djava.locale.providers=COMPAT",
        "-Dline.separator=\r\n",
    ],
    variables: &[
        ("HOSTNAME", "workstation"),
        ("JAVA_HOME", "/opt/java"),
        ("LANG", "ar_EG.ISO-8859-6"),
        ("LOGNAME", "user"),
        ("PATH", "/usr/bin:/bin"),
        ("SHELL", "/bin/sh"),
        ("TERM", "xterm"),
        ("USER", "user"),
    ],
    uses_other_jdk: false,
};
/// The environment of isolated tests, which run in a JVM that was started with [`FOREIGN`]. The language is
/// Turkish, which has other rules for upper-case and lower-case letters.
pub(super) const ISOLATED: Environment =
    Environment { timezone: "America/St_Johns", language: "tr", country: "TR", ..FOREIGN };
/// An environment that writes numbers in the German format, and whose time zone has an offset of 12:45 hours.
/// The JVM interprets all bytecode and compiles none.
pub(super) const UNUSUAL: Environment = Environment {
    timezone: "Pacific/Chatham",
    language: "de",
    country: "DE",
    encoding: "UTF-16",
    hash_codes: "0",
    options: &["-Xint"],
    variables: &[],
    uses_other_jdk: false,
};
/// The most common environment, on another JDK.
pub(super) const OTHER_JDK: Environment = Environment { uses_other_jdk: true, ..PLAIN };
