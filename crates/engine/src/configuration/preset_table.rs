//! The presets as data. Section numbers refer to the paper of the preset. All papers extend the tool
//! `EvoSuite`. If a paper states no value, the preset uses the default value of `EvoSuite`.

use super::presets::{Parameter, Preset};

/// Returns a parameter. The name of the function is short, because most parameters then fit on one line.
const fn row(name: &'static str, value: &'static str, source: &'static str) -> Parameter {
    Parameter { name, value, source }
}

/// The features that `EvoSuite` does not have. `EvoSuite` has counterparts of the other features: mocks
/// (`stubs`), seeding of constants (`constants`), transformed comparisons (`call-distances`), and calls only
/// of methods with uncovered goals (`focus`).
const NOT_IN_EVOSUITE: &str =
    "content,ordinary-tests,casts,recipes,flags,hints,local-search,overlap,single-calls,carved-tests";

/// All presets, first the preset of Testudo.
pub const PRESETS: [Preset; 6] = [
    Preset {
        name: "testudo",
        from: "the configuration of Testudo",
        parameters: &[
            row("criteria", "branch", "the criterion of Testudo's published measurements"),
            row("selection", "all", "selection has no effect if there is only one criterion"),
            row(
                "algorithm",
                "dynamosa",
                "Panichella, Kifetew, Tonella 2018, Section 5: the best of the compared algorithms",
            ),
            row("affs", "none", "Testudo's choice"),
            row("affs-aim", "none", "Testudo's choice"),
            row("crossover", "hmx", "docs/studies.md: covers more branches and kills more mutants than spx"),
            row("population", "50", "EvoSuite"),
            row("tournament", "10", "EvoSuite"),
            row("crossover-rate", "0.75", "EvoSuite"),
            row("newcomers", "0.1", "EvoSuite"),
            row("length", "40", "EvoSuite"),
            row("without", "none", "docs/studies.md: no part reduces coverage significantly"),
            row("strengthen", "40", "Testudo's choice"),
            row("stop-when-stale", "true", "docs/methods.md: measured loss of coverage and saved time"),
            row("time", "10s", "Testudo's choice"),
        ],
    },
    Preset {
        name: "dynamosa-2018",
        from: "Panichella, Kifetew, Tonella: Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic Selection of the Targets, IEEE TSE 2018",
        parameters: &[
            row("criteria", "branch", "Section 4.2, RQ1; RQ2 uses statement, RQ3 uses strong-mutation"),
            row("selection", "all", "not part of this study"),
            row("algorithm", "dynamosa", "Section 3.2, Algorithm 6"),
            row("affs", "none", "not part of this study"),
            row("affs-aim", "none", "not part of this study"),
            row("crossover", "spx", "Section 4.5"),
            row("population", "50", "Section 4.5"),
            row("tournament", "10", "Section 4.5"),
            row("crossover-rate", "0.75", "Section 4.5"),
            row("newcomers", "0.1", "EvoSuite"),
            row("length", "40", "EvoSuite"),
            row("without", NOT_IN_EVOSUITE, "no counterpart in EvoSuite 1.0.3"),
            row("strengthen", "0", "not part of this study"),
            row("stop-when-stale", "false", "studies compare searches of equal length"),
            row("time", "5m", "Section 4.5; 8m for strong-mutation"),
        ],
    },
    Preset {
        name: "whole-suite-2017",
        from: "Rojas, Vivanti, Arcuri, Fraser: A Detailed Investigation of the Effectiveness of Whole Test Suite Generation, EMSE 2017",
        parameters: &[
            row("criteria", "branch", "Section 4.1, which also uses line alone and weak-mutation alone"),
            row("selection", "all", "not part of this study"),
            row("algorithm", "wsa", "Section 3.3; Section 4.1 compares it with ws and one-goal"),
            row("affs", "none", "not part of this study"),
            row("affs-aim", "none", "not part of this study"),
            row("crossover", "spx", "EvoSuite"),
            row("population", "50", "EvoSuite"),
            row("tournament", "10", "EvoSuite, for tournament selection"),
            row("crossover-rate", "0.75", "EvoSuite"),
            row("newcomers", "0.1", "EvoSuite; wsa has no newcomers"),
            row("length", "40", "EvoSuite"),
            row("without", NOT_IN_EVOSUITE, "no counterpart in EvoSuite"),
            row("strengthen", "0", "not part of this study"),
            row("stop-when-stale", "false", "studies compare searches of equal length"),
            row("time", "2m", "Section 4.1"),
        ],
    },
    Preset {
        name: "smart-selection-2024",
        from: "Zhou et al.: Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation, IEEE TSE 2024",
        parameters: &[
            row(
                "criteria",
                "branch,direct-branch,line,weak-mutation,top-method,top-method-no-exception,exception,output",
                "Section 2.1",
            ),
            row("selection", "smart", "Section 3"),
            row("algorithm", "dynamosa", "Section 4.4, RQ3; RQ1 uses ws, RQ2 uses mosa"),
            row("affs", "none", "not part of this study"),
            row("affs-aim", "none", "not part of this study"),
            row("crossover", "spx", "Section 4.1: EvoSuite"),
            row("population", "50", "Section 4.1: EvoSuite"),
            row("tournament", "10", "Section 4.1: EvoSuite"),
            row("crossover-rate", "0.75", "Section 4.1: EvoSuite"),
            row("newcomers", "0.1", "Section 4.1: EvoSuite"),
            row("length", "40", "Section 4.1: EvoSuite"),
            row("without", NOT_IN_EVOSUITE, "no counterpart in EvoSuite"),
            row("strengthen", "0", "not part of this study"),
            row("stop-when-stale", "false", "studies compare searches of equal length"),
            row("time", "2m", "Section 4.1; RQ7 uses 5m, 8m and 10m"),
        ],
    },
    Preset {
        name: "hmx-2021",
        from: "Olsthoorn, Derakhshanfar, Panichella: Hybrid Multi-level Crossover for Unit Test Case Synthesis, SSBSE 2021",
        parameters: &[
            row(
                "criteria",
                "branch,direct-branch,line,weak-mutation,top-method,top-method-no-exception,exception,output",
                "Section 4, Parameter Settings: EvoSuite 1.1.0",
            ),
            row("selection", "all", "not part of this study"),
            row("algorithm", "dynamosa", "Section 4, Parameter Settings"),
            row("affs", "none", "not part of this study"),
            row("affs-aim", "none", "not part of this study"),
            row("crossover", "hmx", "Section 3; compared with spx"),
            row("population", "50", "Section 4, Parameter Settings"),
            row("tournament", "10", "EvoSuite"),
            row("crossover-rate", "0.75", "Section 4, Parameter Settings"),
            row("newcomers", "0.1", "EvoSuite"),
            row("length", "40", "EvoSuite"),
            row("without", NOT_IN_EVOSUITE, "no counterpart in EvoSuite 1.1.0"),
            row("strengthen", "0", "not part of this study"),
            row("stop-when-stale", "false", "studies compare searches of equal length"),
            row("time", "2m", "Section 4, Parameter Settings"),
        ],
    },
    Preset {
        name: "affs-2022",
        from: "Almulla, Gay: Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function Selection, EMSE 2022",
        parameters: &[
            row(
                "criteria",
                "branch,direct-branch,line,weak-mutation,method,top-method-no-exception,exception,output",
                "Section 3.4.1: the criteria of the fitness functions for the aim exceptions",
            ),
            row("selection", "all", "not part of this study"),
            row("algorithm", "wsa", "Section 3.3"),
            row("affs", "dsg-sarsa", "Section 3.2; compared with ucb, own, all and random"),
            row("affs-aim", "exceptions", "Section 3.4.1; diversity in 3.4.2, strong-mutation in 3.4.3"),
            row("crossover", "spx", "Section 5.2: EvoSuite"),
            row("population", "50", "Section 5.2: EvoSuite"),
            row("tournament", "10", "Section 5.2: EvoSuite, for tournament selection"),
            row("crossover-rate", "0.75", "Section 5.2: EvoSuite"),
            row("newcomers", "0.1", "Section 5.2: EvoSuite; wsa has no newcomers"),
            row("length", "40", "Section 5.2: EvoSuite"),
            row("without", NOT_IN_EVOSUITE, "no counterpart in EvoSuite 1.0.7"),
            row("strengthen", "0", "not part of this study"),
            row("stop-when-stale", "false", "studies compare searches of equal length"),
            row("time", "10m", "Section 5.2"),
        ],
    },
];

/// The parameters that no preset and no option changes.
pub const FIXED: [Parameter; 26] = [
    row("line-threshold", "8", "Testudo's choice; Zhou et al. 2024, Section 3.4, state no number"),
    row("mutation", "delete; change; insert: 1/3 each", "Fraser, Arcuri 2013, Section 3.3.3"),
    row("mutation-rate", "1/length", "Panichella, Kifetew, Tonella 2018, Section 4.5"),
    row("hmx-distribution-index", "2.5", "Olsthoorn et al. 2021, Section 3.1"),
    row("suite-first-tests", "1 to 10", "EvoSuite"),
    row("suite-most-tests", "100", "EvoSuite"),
    row("suite-addition", "0.1", "Fraser, Arcuri 2013, Section 3.3.2"),
    row("suite-elite", "1", "EvoSuite"),
    row("affs-every", "4 generations", "Almulla, Gay 2022, Section 3.4: three to five"),
    row("affs-ucb-c", "0.5", "Testudo's experiments; Almulla, Gay 2022 state no value"),
    row("affs-sarsa-epsilon", "0.1", "Sutton, Barto 2018, Example 10.2"),
    row("affs-sarsa-alpha", "0.05", "Testudo's choice; Almulla, Gay 2022 state no value"),
    row("affs-sarsa-beta", "0.05", "Testudo's choice; Almulla, Gay 2022 state no value"),
    row("test-time", "1s", "Testudo's choice; EvoSuite uses 3s"),
    row(
        "test-ticks",
        "25000 at first",
        "Testudo's choice: method entries and backward jumps; the limit grows if many tests need more",
    ),
    row(
        "mutants-of-a-test",
        "64",
        "Testudo's experiments; a test runs on the infected mutants with the fewest runs so far",
    ),
    row("mutant-ticks", "10 * ticks without the mutant + 1000", "Testudo's choice"),
    row("archived-newcomers", "1/2", "EvoSuite"),
    row("covered-goals-reported", "1 of 32 batches", "Testudo's experiments"),
    row("hints-recorded", "1 of 16 batches", "Testudo's experiments"),
    row("hint-rate", "0.5", "Testudo's experiments"),
    row("suite-bloat", "twice the best", "Fraser, Arcuri 2013, Section 3.3"),
    row("local-search-patience", "10", "Testudo's experiments"),
    row("local-search-batch", "64", "Testudo's experiments"),
    row("local-search-least", "0.02", "Testudo's experiments"),
    row("local-search-most", "0.3", "Testudo's experiments"),
];
