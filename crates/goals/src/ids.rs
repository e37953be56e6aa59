//! Ids of goals and of what goals refer to.

analysis::ids! {
    /// A goal: a number below [`Goals::len`](crate::Goals::len).
    pub struct GoalId;

    /// A class of values of an argument or a result that a goal asks for.
    pub struct ValueId;

    /// An exception that a method threw in some execution.
    pub struct ExceptionId;

    /// A node in a control dependence graph.
    pub(crate) struct NodeId;
}
