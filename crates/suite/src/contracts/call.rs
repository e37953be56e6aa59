//! The calls that check contracts.

use testcase::{Args, Literal, Statement, StatementKind, Var};
use types::{ClassId, MethodId, World};

/// A call of the contract's method `m`, of `hashCode`, or of `hasNext`, on the first object `x` or the second
/// object `y`.
#[derive(Clone, Copy)]
pub(super) enum ContractCall {
    /// `x.m()`
    Plain,
    /// `x.m(x)`
    WithItself,
    /// `x.m(y)`
    WithOther,
    /// `y.m(x)`
    Reverse,
    /// `x.m(null)`
    WithNull,
    /// `x.m(new Object())`
    WithForeign,
    /// `x.hashCode()`
    Hash,
    /// `y.hashCode()`
    HashOfOther,
    /// `x.hasNext()`
    HasNext,
    /// `x.m(a, b)`, where `a` and `b` are arguments that a test passes to `m`.
    Compare,
    /// `x.m(b, a)`
    CompareReverse,
    /// `x.m(a, a)`
    CompareSame,
}

impl ContractCall {
    /// Returns the statement that creates the argument of the call, if the call needs a new object or null.
    pub fn argument(self) -> Option<fn(&World) -> StatementKind> {
        match self {
            ContractCall::WithNull => Some(|_| StatementKind::Literal(Literal::Null)),
            ContractCall::WithForeign => Some(|world| StatementKind::Construct {
                constructor: world.class(world.object()).constructors[0],
                receiver: None,
                args: Args::new(),
            }),
            _ => None,
        }
    }

    /// Returns the call as a statement. `arguments` contains the two objects that a comparator compares, or
    /// only the variable of the statement that [`ContractCall::argument`] returns.
    pub fn statement(
        self,
        world: &World,
        method: MethodId,
        [x, y]: [Var; 2],
        arguments: &[Var],
    ) -> Statement {
        let method_named = |class: ClassId, name: &str| {
            let methods = &world.class(class).methods;
            *methods
                .iter()
                .find(|&&id| &*world.method(id).name == name)
                .expect("the JDK class has the method")
        };
        let hash_code = || method_named(world.object(), "hashCode");
        let has_next = || {
            method_named(world.class_named("java.util.Iterator").expect("the JDK has the class"), "hasNext")
        };
        let (method, receiver, args) = match self {
            ContractCall::Plain => (method, x, Vec::new()),
            ContractCall::WithItself => (method, x, vec![x]),
            ContractCall::WithOther => (method, x, vec![y]),
            ContractCall::Reverse => (method, y, vec![x]),
            ContractCall::WithNull | ContractCall::WithForeign => (method, x, vec![arguments[0]]),
            ContractCall::Hash => (hash_code(), x, Vec::new()),
            ContractCall::HashOfOther => (hash_code(), y, Vec::new()),
            ContractCall::HasNext => (has_next(), x, Vec::new()),
            ContractCall::Compare => (method, x, arguments.to_vec()),
            ContractCall::CompareReverse => (method, x, arguments.iter().rev().copied().collect()),
            ContractCall::CompareSame => (method, x, vec![arguments[0]; 2]),
        };
        let ty = world.upper_bound(&world.erase(&world.method(method).result));
        Statement { kind: StatementKind::Call { method, receiver: Some(receiver), args: args.into() }, ty }
    }
}
