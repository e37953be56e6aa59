//! A test of the search, with the results of its most recent run.

use std::rc::Rc;

use generation::{Cluster, OperatorSet, VariationOperator};
use testcase::{Hint, Literal, Statement, StatementKind, TestCase, Var};
use types::access::PUBLIC;
use types::{ClassId, MethodId, Type};

/// How unusual it is that a test reads a clock or a random number, compared with a literal that is not
/// ordinary. What such a test returns can often not be asserted.
const CLOCK_COST: usize = 3;
/// How unusual it is that a test uses a detail of the implementation, compared with a literal that is not
/// ordinary.
const INTERNAL_COST: usize = 3;
/// How unusual it is that code that inspects classes inspects another class than the sample class, compared
/// with a literal that is not ordinary. A test with an object of the sample class has three statements more.
const OTHER_CLASS_COST: usize = 4;
/// Number of ticks up to which a test is fast, as an exponent of 2. A slow test runs on fewer mutants.
const FAST_TICKS_EXPONENT: u32 = 12;

/// A test, with the results of its most recent run.
#[derive(Clone)]
pub struct Individual {
    /// The test.
    pub case: TestCase,
    /// Number of statements that completed in the most recent run. If a statement threw, only the statements
    /// before it count. Before the first run, all statements count.
    pub completed: usize,
    /// Hints of the most recent run that recorded hints, of this test or of a test from which it was derived.
    pub hints: Option<Rc<[Hint]>>,
    /// Operators that derived the test from its parents, or changed the test after its most recent run.
    pub(crate) operators: OperatorSet,
    /// Tick limit of the most recent run.
    pub(crate) tick_limit: u64,
    /// Number of ticks of the most recent run.
    pub(crate) ticks: u64,
    /// Whether the test read a clock or a random number in the most recent run.
    reads_clock: bool,
    /// Whether the test ran since its last change.
    has_run: bool,
}

impl Individual {
    /// Returns a test that no operator derived and that has not run.
    pub(crate) fn new(case: TestCase) -> Individual {
        let operators = OperatorSet::default();
        let completed = case.len();
        Individual {
            case,
            completed,
            hints: None,
            operators,
            tick_limit: 0,
            ticks: 0,
            reads_clock: false,
            has_run: false,
        }
    }

    /// Returns a test that one operator derived from other tests.
    pub(crate) fn derived_by(operator: VariationOperator, case: TestCase) -> Individual {
        Individual { operators: operator.into(), ..Individual::new(case) }
    }

    /// Records that the test ran: how many statements completed, how many ticks the run took, and whether it
    /// read a clock or a random number.
    pub(crate) fn record_run(&mut self, execution: &vm::Execution) {
        self.completed = execution.executed as usize;
        self.ticks = execution.ticks;
        self.reads_clock = execution.reads_clock;
        self.has_run = true;
    }

    /// Records that operators changed the test, and removes the results of its most recent run. The hints
    /// stay until an operator follows one of them.
    pub(crate) fn record_change(&mut self, operators: OperatorSet) {
        let earlier_operators = if self.has_run { OperatorSet::default() } else { self.operators };
        self.operators = earlier_operators.union(operators);
        self.completed = self.case.len();
        if operators.contains(VariationOperator::FollowHint) {
            self.hints = None;
        }
        self.has_run = false;
    }

    /// Returns the statements that ran, including the statement that threw.
    pub(crate) fn executed(&self) -> TestCase {
        let mut case = self.case.clone();
        case.truncate(self.completed + 1);
        case
    }

    /// Returns the sum of the sizes of the statements that ran, including the statement that threw.
    pub(crate) fn executed_size(&self) -> usize {
        self.executed_statements().map(Statement::size).sum()
    }

    /// Returns how slow the test is, as a number of statements: 1 for each doubling of the number of ticks
    /// from [`FAST_TICKS_EXPONENT`].
    pub(crate) fn slowness(&self) -> usize {
        (u64::BITS - (self.ticks >> FAST_TICKS_EXPONENT).leading_zeros()) as usize
    }

    /// Returns how unusual the test is, as a number of statements. Counts these statements that ran:
    ///
    /// - a literal that is not ordinary
    /// - a stub; it counts once for each method that it implements, but at least once
    /// - a call of a member of a class that is neither public nor the class under test
    /// - a call of a method of the class under test that is not public; it counts [`INTERNAL_COST`] times
    /// - a class or value of the JDK that the code under test inspects, although there is a
    ///   [sample class](Cluster::sample); it counts [`OTHER_CLASS_COST`] times
    /// - a call of an unrelated class that returns an object of the class under test; it counts
    ///   [`INTERNAL_COST`] times, too
    ///
    /// Adds [`CLOCK_COST`] if the test read a clock or a random number.
    pub(crate) fn unusualness(&self, cluster: &Cluster) -> usize {
        let internal_cost = |method: MethodId, result: &Type| {
            let method = cluster.world.method(method);
            let class = cluster.world.class(method.class);
            if class.id == cluster.subject {
                return if method.access & PUBLIC == 0 { INTERNAL_COST } else { 0 };
            }
            let creates_subject = result.class_id() == Some(cluster.subject);
            match creates_subject && !is_related(cluster, class.id) {
                true => INTERNAL_COST,
                false => usize::from(class.access & PUBLIC == 0),
            }
        };
        let inspects = |method: MethodId| {
            cluster.sample.is_some() && cluster.world.method(method).class == cluster.subject
        };
        let unusualness = |statement: &Statement| match &statement.kind {
            StatementKind::Literal(literal) => usize::from(!literal.is_ordinary()),
            StatementKind::Implement { methods, .. } => methods.len().max(1),
            _ => statement.called_method().map_or(0, |method| {
                let others =
                    if inspects(method) { self.inspected_others(method, statement, cluster) } else { 0 };
                internal_cost(method, &statement.ty) + OTHER_CLASS_COST * others
            }),
        };
        let clock_cost = if self.reads_clock { CLOCK_COST } else { 0 };
        self.executed_statements().map(unusualness).sum::<usize>() + clock_cost
    }

    /// Returns the number of arguments of a call that code can inspect and that are classes or values of the
    /// JDK.
    fn inspected_others(&self, method: MethodId, call: &Statement, cluster: &Cluster) -> usize {
        let world = cluster.world;
        let is_other = |(var, parameter): &(Var, &Type)| {
            let accepts_any = world.erase(parameter).class_id() == Some(world.object());
            match &self.case.definition(*var).kind {
                StatementKind::Literal(Literal::Class(ty)) => {
                    ty.class_id().is_none_or(|class| world.is_from_jdk(class))
                }
                StatementKind::Literal(literal) => accepts_any && *literal != Literal::Null,
                _ => false,
            }
        };
        call.arguments().iter().copied().zip(&world.method(method).arguments).filter(is_other).count()
    }

    fn executed_statements(&self) -> impl Iterator<Item = &Statement> {
        self.case.statements.iter().take(self.completed + 1)
    }
}

/// Returns whether a class is a subclass of the class under test, or nested in it, such as a builder.
fn is_related(cluster: &Cluster, class: ClassId) -> bool {
    let world = &cluster.world;
    let is_nested = std::iter::successors(Some(class), |class| world.class(*class).outer)
        .any(|class| class == cluster.subject);
    is_nested || world.is_subclass(class, cluster.subject)
}
