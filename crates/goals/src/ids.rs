//! Ids of goals and of the tables that goals refer to.

analysis::ids! {
    /// A goal: a number below [`Goals::len`](crate::Goals::len).
    pub struct GoalId;

    /// A set of values that a goal of input or output coverage requires.
    pub struct ValueId;

    /// An exception that a method threw in an execution.
    pub struct ExceptionId;

    /// A node of a control dependence graph.
    pub(crate) struct NodeId;
}

impl GoalId {
    /// Returns the goal at an offset from this goal.
    pub fn plus(self, offset: u32) -> GoalId {
        GoalId(self.0 + offset)
    }
}
