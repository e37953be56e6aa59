//! Tests of test generation: random tests, variation, the test cluster, validity and compilation.

mod builder {
    mod input_casts;
    mod library;
    mod literals;
    mod number_arrays;
    mod random_tests;
    mod recipes;
    mod sample_class;
    mod sequences;
    mod stubs;
}
mod cluster {
    mod network;
    mod uninstantiable;
}
mod compilation;
mod diversity;
mod parts;
mod plain;
mod setup;
mod validity;
mod variation {
    mod crossover;
    mod hints;
    mod mutation;
    mod neighbourhood;
}
