//! Types of which no test can make an object.

use generation::Cluster;
use generation::cluster::UninstantiableClass;

use crate::problem::focus::Focus;
use crate::report::Unbuildable;

/// Returns each type of which no test can make an object, if an uncovered goal needs an object of this type.
pub fn unbuildable(cluster: &Cluster, focus: &Focus) -> Vec<Unbuildable> {
    let describe = |obstacle: UninstantiableClass| Unbuildable {
        goals: focus.open_goals_of(&obstacle.calls),
        class: cluster.world.name(obstacle.class).to_string(),
        reason: obstacle.reason,
    };
    cluster.uninstantiable_classes().into_iter().map(describe).filter(|it| it.goals > 0).collect()
}
