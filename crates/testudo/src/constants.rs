//! Pools of values from the constants of the code under test.

use std::sync::Arc;

use analysis::constants::Constants;
use classfile::ClassFile;
use testcase::Pools;
use types::{Type, World};

/// Boundary values that are worth trying on any code.
const INTS: [i32; 7] = [0, 1, -1, 2, 10, i32::MAX, i32::MIN];
const DOUBLES: [f64; 8] = [0.0, 1.0, -1.0, 0.5, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

/// The constants of some classes, with their neighbours and boundary values.
pub fn pools(world: &World, files: &[ClassFile]) -> Pools {
    let mut pools = Pools::default();
    let files: Vec<&ClassFile> = files.iter().collect();
    match Constants::of(&files) {
        Ok(constants) => add(&mut pools, &constants, world),
        Err(error) => tracing::warn!("no constants are used as values: {error}"),
    }
    let neighbours = pools.ints.iter().flat_map(|&int| [int, int.wrapping_add(1), int.wrapping_sub(1)]);
    pools.ints = neighbours.chain(INTS).collect();
    pools.ints.sort_unstable();
    pools.ints.dedup();
    pools.longs.extend([0, 1, -1, i64::MAX, i64::MIN]);
    pools.longs.sort_unstable();
    pools.longs.dedup();
    pools.doubles.extend(DOUBLES);
    pools.doubles.sort_unstable_by(f64::total_cmp);
    pools.doubles.dedup_by_key(|double| double.to_bits());
    pools.floats.extend(DOUBLES.map(|double| double as f32));
    pools.floats.sort_unstable_by(f32::total_cmp);
    pools.floats.dedup_by_key(|float| float.to_bits());
    pools.strings.push(Arc::from([]));
    pools.strings.sort_unstable();
    pools.strings.dedup();
    pools.classes.sort_unstable();
    pools.classes.dedup();
    pools
}

fn add(pools: &mut Pools, constants: &Constants, world: &World) {
    pools.ints.extend(&constants.ints);
    pools.longs.extend(&constants.longs);
    pools.floats.extend(&constants.floats);
    pools.doubles.extend(&constants.doubles);
    pools.strings.extend(constants.strings.iter().map(|string| Arc::from(string.as_slice())));
    let classes = constants.classes.iter().filter(|name| !name.starts_with('['));
    let classes = classes.filter_map(|name| world.class_named(&name.replace('/', ".")));
    pools.classes.extend(classes.map(Type::class));
}
