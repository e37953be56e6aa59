//! Prints what is joined by dots: names, fields, calls. google-java-format breaks all of a chain's dots or none, but
//! keeps together what looks like the name of a class, and the receiver of an only call.

use crate::java::{Expr, Scope, Ty};
use crate::layout::{Indent, Later};
use crate::letters;
use crate::print::{CONTINUATION, Printer};

/// Longest name that keeps the first call behind it on its line.
const SHORT_NAME: usize = 4;
/// A broken chain goes on in the same line up to these.
const STREAMS: [&str; 3] = ["stream", "parallelStream", "toBuilder"];

/// Calls that stay on the line of a logger; its last one is called `log`.
const LOGGING: [&str; 16] = [
    "at",
    "atConfig",
    "atDebug",
    "atFine",
    "atFiner",
    "atFinest",
    "atInfo",
    "atMostEvery",
    "atSevere",
    "atWarning",
    "every",
    "log",
    "logVarargs",
    "perUnique",
    "withCause",
    "withStackTrace",
];

/// A part of a chain.
struct Link<'a> {
    name: String,
    /// Of a call.
    args: Option<&'a [Expr]>,
    indices: Vec<u32>,
}

/// What comes first, if that is no link.
enum Root<'a> {
    None,
    Expr(&'a Expr),
    /// A type that is no class.
    Type(&'a Ty),
}

/// Links that stay together where their chain is broken.
struct Prefixes {
    /// The indices of their last links, as they were found.
    ends: Vec<usize>,
    /// Whether one of them ends with a stream.
    streams: bool,
}

impl Printer<'_> {
    /// A name with dots.
    pub(crate) fn name(&mut self, qualified: &str) {
        let links = self.path(qualified);
        if links.len() == 1 {
            return self.to.text(qualified);
        }
        self.links(&links, false);
    }

    pub(crate) fn chain(&mut self, expr: &Expr) {
        let (root, links) = self.split(expr);
        match root {
            Root::None => self.links(&links, false),
            root => {
                self.to.open(CONTINUATION);
                match root {
                    Root::Expr(root) => self.primary(root),
                    Root::Type(ty) => self.ty(ty),
                    Root::None => unreachable!("it has a root"),
                }
                self.to.soft("");
                self.links(&links, true);
                self.to.close();
            }
        }
    }
}

impl<'a> Printer<'_> {
    fn path(&self, qualified: &str) -> Vec<Link<'a>> {
        let link = |name: &str| Link { name: name.to_owned(), args: None, indices: Vec::new() };
        qualified.split('.').map(link).collect()
    }

    /// The links of an expression, from the first.
    fn split(&self, expr: &'a Expr) -> (Root<'a>, Vec<Link<'a>>) {
        let (scope, name, args) = match expr {
            Expr::Name(name) => return (Root::None, self.path(name)),
            Expr::ClassLiteral(Ty::Class(class, _)) => {
                return (Root::None, self.path(&format!("{}.class", self.imports.name(class))));
            }
            Expr::ClassLiteral(ty) => return (Root::Type(ty), self.path("class")),
            Expr::Element(array, index) => {
                let (root, mut links) = self.split(array);
                links.last_mut().expect("an array has a name").indices.push(*index);
                return (root, links);
            }
            Expr::Field(scope, name) => (scope, name, None),
            Expr::Call { scope, name, args } => (scope, name, Some(&args[..])),
            root => return (Root::Expr(root), Vec::new()),
        };
        let (root, mut links) = match scope {
            Scope::Value(value) => self.split(value),
            Scope::Class(class) => (Root::None, self.path(&self.imports.name(class))),
            Scope::Imported(class) => match self.imports.imported(class, name) {
                Some(class) => (Root::None, self.path(&class)),
                None => (Root::None, Vec::new()),
            },
        };
        links.push(Link { name: name.clone(), args, indices: Vec::new() });
        (root, links)
    }

    /// Links, behind a root or alone.
    fn links(&mut self, links: &[Link], rooted: bool) {
        let prefixes = prefixes(links, rooted);
        if prefixes.ends.is_empty() {
            self.equals(links, rooted);
        } else {
            self.prefixed(links, rooted, &prefixes);
        }
    }

    /// Links of one kind: all dots are broken or none.
    fn equals(&mut self, links: &[Link], rooted: bool) {
        let several = links.len() > 1;
        if !rooted {
            self.to.open(CONTINUATION);
        }
        // The dot behind a short name is not broken.
        let mut may_break = false;
        for (index, link) in links.iter().enumerate() {
            if index > 0 || rooted {
                if may_break {
                    self.to.soft("");
                }
                self.to.text(".");
            }
            if !self.keeps_argument(link, links) {
                self.to.text(&link.name);
                self.tail(link, Indent::By(if several || rooted { CONTINUATION } else { 0 }));
            }
            may_break = rooted || index > 0 || link.width() > SHORT_NAME;
        }
        if !rooted {
            self.to.close();
        }
    }

    /// Writes `when(call)`, at the start of a chain, without a break behind the parenthesis.
    fn keeps_argument(&mut self, link: &Link, links: &[Link]) -> bool {
        let [first, _, ..] = links else { return false };
        let Some([only]) = link.args.filter(|_| std::ptr::eq(first, link) && link.name.len() <= SHORT_NAME)
        else {
            return false;
        };
        self.to.text(format!("{}(", link.name));
        self.expr(only);
        self.to.text(")");
        true
    }

    /// Links of which some stay together.
    fn prefixed(&mut self, links: &[Link], rooted: bool, prefixes: &Prefixes) {
        let more = prefixes.ends.last().is_some_and(|&last| last + 1 < links.len());
        let mut ends = prefixes.ends.clone();
        ends.sort_unstable();
        ends.dedup();
        self.to.open(CONTINUATION);
        ends.iter().for_each(|_| self.to.open(0));
        let mut ends = ends.into_iter().peekable();
        let broken = Later::default();
        for (index, link) in links.iter().enumerate() {
            if index > 0 || rooted {
                let inside = ends.peek().is_some_and(|&end| index <= end);
                self.to.noted("", inside && !prefixes.streams, &broken);
                self.to.text(".");
            }
            self.to.text(&link.name);
            if ends.next_if_eq(&index).is_some() {
                self.to.close();
            }
            let indent = if more { CONTINUATION } else { 0 };
            self.tail(link, Indent::If(broken.clone(), CONTINUATION, indent));
        }
        self.to.close();
    }

    /// What follows a name.
    fn tail(&mut self, link: &Link, indent: Indent) {
        if let Some(args) = link.args {
            self.arguments(args, indent);
        }
        if !link.indices.is_empty() {
            self.to.open(0);
            for index in &link.indices {
                self.to.text("[");
                self.to.fill("");
                self.to.text(format!("{index}]"));
            }
            self.to.close();
        }
    }
}

impl Link<'_> {
    /// At least what it takes on a line.
    fn width(&self) -> usize {
        let call = self.args.map_or(0, |args| if args.is_empty() { "()".len() } else { SHORT_NAME });
        let indices = self.indices.iter().map(|index| format!("[{index}]").len());
        self.name.chars().count() + call + indices.sum::<usize>()
    }
}

fn prefixes(links: &[Link], rooted: bool) -> Prefixes {
    if !rooted && is_logging(links) {
        return Prefixes { ends: vec![links.len() - 1], streams: false };
    }
    let is_call = |index: &usize| links[*index].args.is_some();
    let calls: Vec<usize> = (0..links.len()).filter(is_call).collect();
    let mut ends: Vec<usize> = type_prefix(links).into_iter().collect();
    if let [only] = calls[..]
        && only > 0
    {
        ends.push(only);
    }
    let streams = calls.into_iter().filter(|&index| STREAMS.contains(&&*links[index].name));
    let before = ends.len();
    ends.extend(streams);
    Prefixes { streams: ends.len() > before, ends }
}

/// Calls of one of the names that loggers have, on a variable or a class.
fn is_logging(links: &[Link]) -> bool {
    let [logger, calls @ .., Link { name, args: Some(_), .. }] = links else { return false };
    let logs = |link: &Link| link.args.is_some() && LOGGING.contains(&&*link.name);
    let named = logger.args.is_none() && logger.indices.is_empty();
    name == "log" && named && calls.iter().all(logs)
}

/// The last link of what the letters say is a class, or a static member of one.
fn type_prefix(links: &[Link]) -> Option<usize> {
    let is_last = |link: &Link| link.args.is_some() || !link.indices.is_empty();
    let end = links.iter().position(is_last).map_or(links.len(), |last| last + 1);
    letters::class_prefix(links[..end].iter().map(|link| &*link.name))
}
