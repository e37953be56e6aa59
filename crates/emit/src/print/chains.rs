//! Printing of dotted chains: qualified names, field accesses and method calls.
//!
//! google-java-format breaks a chain before all of its dots or before none of them. This rule does not apply
//! within a *prefix* of the chain: a class name, or the receiver and the name of the only call. A prefix
//! remains on one line if it fits.

use super::{CONTINUATION_INDENT, Printer, name_case};
use crate::ast::{Expr, Qualifier, TypeName};
use crate::layout::{Indent, SharedFlag};

/// Maximum width of a short link (a part between two dots), in columns. There is no break between a short
/// first link and the next link.
const MAX_SHORT_LINK: usize = 4;
/// Methods whose names end a prefix. If a chain is broken, its first line contains all links up to the name
/// of one of these methods.
const STREAM_METHODS: [&str; 3] = ["stream", "parallelStream", "toBuilder"];

/// Methods of the logging library Flogger. If a chain contains only calls of these methods and ends with
/// `log`, the whole chain is one prefix.
const LOGGER_METHODS: [&str; 16] = [
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

/// A part of a chain, between two dots.
struct Link<'a> {
    name: String,
    /// Arguments, if the link is a call.
    args: Option<&'a [Expr]>,
    /// Array indices after the name: `[0][1]`.
    indices: Vec<u32>,
}

/// Start of a chain, if the chain does not start with a link.
enum Root<'a> {
    None,
    Expr(&'a Expr),
    /// A type that is not a class, as in `int[].class`.
    Type(&'a TypeName),
}

/// Prefixes of a chain: its first links, which remain on one line if they fit.
struct Prefixes {
    /// Index of the last link of each prefix, in the order of discovery.
    ends: Vec<usize>,
    /// Whether a prefix ends with a stream method.
    has_stream: bool,
}

impl Printer<'_> {
    /// Prints a qualified name.
    pub(super) fn name(&mut self, qualified: &str) {
        let links = self.path(qualified);
        if links.len() == 1 {
            return self.layout.text(qualified);
        }
        self.links(&links, false);
    }

    /// Prints a field access, call, array access or class literal.
    pub(super) fn chain(&mut self, expr: &Expr) {
        let (root, links) = self.split(expr);
        match root {
            Root::None => self.links(&links, false),
            root => {
                self.layout.open(CONTINUATION_INDENT);
                match root {
                    Root::Expr(root) => self.primary(root),
                    Root::Type(ty) => self.type_name(ty),
                    Root::None => unreachable!("the chain has a root"),
                }
                self.layout.unified_break("");
                self.links(&links, true);
                self.layout.close();
            }
        }
    }
}

impl<'a> Printer<'_> {
    /// Returns the links of a qualified name.
    fn path(&self, qualified: &str) -> Vec<Link<'a>> {
        let link = |name: &str| Link { name: name.to_owned(), args: None, indices: Vec::new() };
        qualified.split('.').map(link).collect()
    }

    /// Returns the root and the links of an expression, in the order of the source.
    fn split(&self, expr: &'a Expr) -> (Root<'a>, Vec<Link<'a>>) {
        let (qualifier, name, args) = match expr {
            Expr::Name(name) => return (Root::None, self.path(name)),
            Expr::ClassLiteral(TypeName::Class(class, _)) => {
                return (Root::None, self.path(&format!("{}.class", self.imports.name(class))));
            }
            Expr::ClassLiteral(ty) => return (Root::Type(ty), self.path("class")),
            Expr::Element(array, index) => {
                let (root, mut links) = self.split(array);
                links.last_mut().expect("an array has a name").indices.push(*index);
                return (root, links);
            }
            Expr::EnumConstant(class, name) => {
                let links = self.path(&self.imports.name(class)).into_iter();
                let constant = Link { name: name.clone(), args: None, indices: Vec::new() };
                return (Root::None, links.chain([constant]).collect());
            }
            Expr::Field(qualifier, name) => (qualifier, name, None),
            Expr::Call { qualifier, name, args } => (qualifier, name, Some(&args[..])),
            root => return (Root::Expr(root), Vec::new()),
        };
        let (root, mut links) = match qualifier {
            Qualifier::Value(value) => self.split(value),
            Qualifier::Class(class) => (Root::None, self.path(&self.imports.name(class))),
            Qualifier::StaticImport(class) => match self.imports.import_static(class, name) {
                Some(class) => (Root::None, self.path(&class)),
                None => (Root::None, Vec::new()),
            },
            Qualifier::TestClass => (Root::None, Vec::new()),
        };
        links.push(Link { name: name.clone(), args, indices: Vec::new() });
        (root, links)
    }

    /// Prints links, with or without a root before them.
    fn links(&mut self, links: &[Link], has_root: bool) {
        let prefixes = prefixes(links, has_root);
        if prefixes.ends.is_empty() {
            self.links_without_prefix(links, has_root);
        } else {
            self.links_with_prefixes(links, has_root, &prefixes);
        }
    }

    /// Prints links without a prefix. The layout breaks before all dots or before no dot.
    fn links_without_prefix(&mut self, links: &[Link], has_root: bool) {
        let has_several_links = links.len() > 1;
        if !has_root {
            self.layout.open(CONTINUATION_INDENT);
        }
        // There is no break after a short first link.
        let mut can_break = false;
        for (index, link) in links.iter().enumerate() {
            if index > 0 || has_root {
                if can_break {
                    self.layout.unified_break("");
                }
                self.layout.text(".");
            }
            if !self.print_short_first_call(link, links) {
                self.layout.text(&link.name);
                self.suffix(
                    link,
                    Indent::Fixed(if has_several_links || has_root { CONTINUATION_INDENT } else { 0 }),
                );
            }
            can_break = has_root || index > 0 || link.width() > MAX_SHORT_LINK;
        }
        if !has_root {
            self.layout.close();
        }
    }

    /// Prints a short first call such as `when(call)` without a break after its parenthesis. Returns false if
    /// the link is not such a call.
    fn print_short_first_call(&mut self, link: &Link, links: &[Link]) -> bool {
        let [first, _, ..] = links else { return false };
        let Some([only]) =
            link.args.filter(|_| std::ptr::eq(first, link) && link.name.len() <= MAX_SHORT_LINK)
        else {
            return false;
        };
        self.layout.text(format!("{}(", link.name));
        self.expr(only);
        self.layout.text(")");
        true
    }

    /// Prints links with prefixes. Each prefix remains on one line if it fits.
    fn links_with_prefixes(&mut self, links: &[Link], has_root: bool, prefixes: &Prefixes) {
        let has_links_after_prefixes = prefixes.ends.last().is_some_and(|&last| last + 1 < links.len());
        let mut ends = prefixes.ends.clone();
        ends.sort_unstable();
        ends.dedup();
        self.layout.open(CONTINUATION_INDENT);
        ends.iter().for_each(|_| self.layout.open(0));
        let mut ends = ends.into_iter().peekable();
        let is_broken = SharedFlag::default();
        for (index, link) in links.iter().enumerate() {
            if index > 0 || has_root {
                let is_in_prefix = ends.peek().is_some_and(|&end| index <= end);
                self.layout.recorded_break("", is_in_prefix && !prefixes.has_stream, &is_broken);
                self.layout.text(".");
            }
            self.layout.text(&link.name);
            if ends.next_if_eq(&index).is_some() {
                self.layout.close();
            }
            let indent = if has_links_after_prefixes { CONTINUATION_INDENT } else { 0 };
            self.suffix(link, Indent::Conditional(is_broken.clone(), CONTINUATION_INDENT, indent));
        }
        self.layout.close();
    }

    /// Prints the arguments and array indices of a link.
    fn suffix(&mut self, link: &Link, indent: Indent) {
        if let Some(args) = link.args {
            self.arguments(args, indent);
        }
        if !link.indices.is_empty() {
            self.layout.open(0);
            for index in &link.indices {
                self.layout.text("[");
                self.layout.independent_break("");
                self.layout.text(format!("{index}]"));
            }
            self.layout.close();
        }
    }
}

impl Link<'_> {
    /// Returns the width of the link, in columns. The parentheses of a call without arguments have their real
    /// width. Arguments have the width [`MAX_SHORT_LINK`], so a call with arguments is never a short link.
    fn width(&self) -> usize {
        let call = self.args.map_or(0, |args| if args.is_empty() { "()".len() } else { MAX_SHORT_LINK });
        let indices = self.indices.iter().map(|index| format!("[{index}]").len());
        self.name.chars().count() + call + indices.sum::<usize>()
    }
}

/// Returns the prefixes of a chain.
fn prefixes(links: &[Link], has_root: bool) -> Prefixes {
    if !has_root && is_logging(links) {
        return Prefixes { ends: vec![links.len() - 1], has_stream: false };
    }
    let is_call = |index: &usize| links[*index].args.is_some();
    let calls: Vec<usize> = (0..links.len()).filter(is_call).collect();
    let mut ends: Vec<usize> = type_prefix(links).into_iter().collect();
    if let [only] = calls[..]
        && only > 0
    {
        ends.push(only);
    }
    let stream_calls = calls.into_iter().filter(|&index| STREAM_METHODS.contains(&&*links[index].name));
    let count = ends.len();
    ends.extend(stream_calls);
    Prefixes { has_stream: ends.len() > count, ends }
}

/// Returns whether a chain consists of calls of logger methods on a variable or a class.
fn is_logging(links: &[Link]) -> bool {
    let [logger, calls @ .., Link { name, args: Some(_), .. }] = links else { return false };
    let is_logger_call = |link: &Link| link.args.is_some() && LOGGER_METHODS.contains(&&*link.name);
    let is_name = logger.args.is_none() && logger.indices.is_empty();
    name == "log" && is_name && calls.iter().all(is_logger_call)
}

/// Returns the index of the last link of the class name at the start of a chain. If a static member follows
/// the class name, returns the index of the member.
fn type_prefix(links: &[Link]) -> Option<usize> {
    let ends_name = |link: &Link| link.args.is_some() || !link.indices.is_empty();
    let end = links.iter().position(ends_name).map_or(links.len(), |last| last + 1);
    name_case::class_prefix(links[..end].iter().map(|link| &*link.name))
}
