//! Types of which no test can make an object.

use generation::Cluster;
use generation::cluster::UninstantiableClass;

use crate::problem::focus::Focus;
use crate::report::Unbuildable;

/// The types of which no test can make an object, as far as goals are left that need one.
pub fn unbuildable(cluster: &Cluster, focus: &Focus) -> Vec<Unbuildable> {
    let describe = |obstacle: UninstantiableClass| Unbuildable {
        goals: focus.blocked(&obstacle.calls),
        class: cluster.world.name(obstacle.class).to_string(),
        reason: obstacle.reason,
    };
    cluster.uninstantiable_classes().into_iter().map(describe).filter(|it| it.goals > 0).collect()
}
