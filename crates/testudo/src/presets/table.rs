//! The presets as data. Sections are those of the preset's paper; `EvoSuite` is the tool that all the papers extend, and
//! its defaults are what they keep where they do not say otherwise.

use super::{Parameter, Preset};

const fn row(name: &'static str, value: &'static str, source: &'static str) -> Parameter {
    Parameter { name, value, source }
}

/// What the papers' tool has no counterpart of. It has one of stubs (mocks), constants (seeding), call-distances
/// (transformed comparisons) and focus (only methods with goals left are called).
const OURS: &str = "content,casts,recipes,flags,hints,local-search";

pub const PRESETS: [Preset; 6] = [
    Preset {
        name: "testudo",
        from: "Testudo's own",
        parameters: &[
            row("criteria", "branch", "what the figures measured so far are for"),
            row("selection", "all", "one criterion leaves nothing to select"),
            row(
                "algorithm",
                "dynamosa",
                "Panichella, Kifetew, Tonella 2018, Section 5: the best of those compared",
            ),
            row("affs", "none", "ours"),
            row("affs-goal", "none", "ours"),
            row("crossover", "spx", "EvoSuite"),
            row("population", "50", "EvoSuite"),
            row("tournament", "10", "EvoSuite"),
            row("crossover-rate", "0.75", "EvoSuite"),
            row("newcomers", "0.1", "EvoSuite"),
            row("length", "40", "EvoSuite"),
            row("length-patience", "none", "Panichella, Kifetew, Tonella 2018, Definition 3"),
            row("without", "none", "docs/ablation.md: differences too small to leave one out"),
            row("time", "10s", "ours"),
        ],
    },
    Preset {
        name: "dynamosa-2018",
        from: "Panichella, Kifetew, Tonella: Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic Selection of the Targets, IEEE TSE 2018",
        parameters: &[
            row("criteria", "branch", "Section 4.2, RQ1; RQ2 has statement, RQ3 strong-mutation"),
            row("selection", "all", "not of this study"),
            row("algorithm", "dynamosa", "Section 3.2, Algorithm 6"),
            row("affs", "none", "not of this study"),
            row("affs-goal", "none", "not of this study"),
            row("crossover", "spx", "Section 4.5"),
            row("population", "50", "Section 4.5"),
            row("tournament", "10", "Section 4.5"),
            row("crossover-rate", "0.75", "Section 4.5"),
            row("newcomers", "0.1", "EvoSuite"),
            row("length", "40", "EvoSuite"),
            row("length-patience", "none", "Definition 3: length always breaks ties"),
            row("without", OURS, "no counterpart in EvoSuite 1.0.3"),
            row("time", "5m", "Section 4.5; 8m for strong-mutation"),
        ],
    },
    Preset {
        name: "whole-suite-2017",
        from: "Rojas, Vivanti, Arcuri, Fraser: A Detailed Investigation of the Effectiveness of Whole Test Suite Generation, EMSE 2017",
        parameters: &[
            row("criteria", "branch", "Section 4.1, which has line and weak-mutation, too, each alone"),
            row("selection", "all", "not of this study"),
            row("algorithm", "wsa", "Section 3.3; Section 4.1 compares it with ws and one-goal"),
            row("affs", "none", "not of this study"),
            row("affs-goal", "none", "not of this study"),
            row("crossover", "spx", "EvoSuite"),
            row("population", "50", "EvoSuite"),
            row("tournament", "10", "EvoSuite, which has it for when selection is by tournament"),
            row("crossover-rate", "0.75", "EvoSuite"),
            row("newcomers", "0.1", "EvoSuite; wsa has none"),
            row("length", "40", "EvoSuite"),
            row("length-patience", "none", "wsa has no objectives to break ties of"),
            row("without", OURS, "no counterpart in EvoSuite"),
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
            row("algorithm", "dynamosa", "Section 4.4, RQ3; RQ1 has ws, RQ2 mosa"),
            row("affs", "none", "not of this study"),
            row("affs-goal", "none", "not of this study"),
            row("crossover", "spx", "Section 4.1: EvoSuite"),
            row("population", "50", "Section 4.1: EvoSuite"),
            row("tournament", "10", "Section 4.1: EvoSuite"),
            row("crossover-rate", "0.75", "Section 4.1: EvoSuite"),
            row("newcomers", "0.1", "Section 4.1: EvoSuite"),
            row("length", "40", "Section 4.1: EvoSuite"),
            row("length-patience", "none", "Section 4.1: EvoSuite"),
            row("without", OURS, "no counterpart in EvoSuite"),
            row("time", "2m", "Section 4.1; RQ7 has 5m, 8m and 10m"),
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
            row("selection", "all", "not of this study"),
            row("algorithm", "dynamosa", "Section 4, Parameter Settings"),
            row("affs", "none", "not of this study"),
            row("affs-goal", "none", "not of this study"),
            row("crossover", "hmx", "Section 3; compared with spx"),
            row("population", "50", "Section 4, Parameter Settings"),
            row("tournament", "10", "EvoSuite"),
            row("crossover-rate", "0.75", "Section 4, Parameter Settings"),
            row("newcomers", "0.1", "EvoSuite"),
            row("length", "40", "EvoSuite"),
            row("length-patience", "none", "EvoSuite"),
            row("without", OURS, "no counterpart in EvoSuite 1.1.0"),
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
                "Section 3.4.1: those of the goal's functions",
            ),
            row("selection", "all", "not of this study"),
            row("algorithm", "wsa", "Section 3.3"),
            row("affs", "dsg-sarsa", "Section 3.2; compared with ucb, own, all and random"),
            row("affs-goal", "exceptions", "Section 3.4.1; diversity in 3.4.2, strong-mutation in 3.4.3"),
            row("crossover", "spx", "Section 5.2: EvoSuite"),
            row("population", "50", "Section 5.2: EvoSuite"),
            row(
                "tournament",
                "10",
                "Section 5.2: EvoSuite, which has it for when selection is by tournament",
            ),
            row("crossover-rate", "0.75", "Section 5.2: EvoSuite"),
            row("newcomers", "0.1", "Section 5.2: EvoSuite; wsa has none"),
            row("length", "40", "Section 5.2: EvoSuite"),
            row("length-patience", "none", "wsa has no objectives to break ties of"),
            row("without", OURS, "no counterpart in EvoSuite 1.0.7"),
            row("time", "10m", "Section 5.2"),
        ],
    },
];

/// What no preset and no option changes.
pub const FIXED: [Parameter; 26] = [
    row("line-threshold", "8", "Zhou et al. 2024, Section 3.4, whose number was lost in print: ours"),
    row("mutation", "delete; change; insert: 1/3 each", "Fraser, Arcuri 2013, Section 3.3.3"),
    row("mutation-rate", "1/length", "Panichella, Kifetew, Tonella 2018, Section 4.5"),
    row("hmx-distribution-index", "2.5", "Olsthoorn et al. 2021, Section 3.1"),
    row("suite-first-tests", "1 to 10", "EvoSuite"),
    row("suite-most-tests", "100", "EvoSuite"),
    row("suite-addition", "0.1", "Fraser, Arcuri 2013, Section 3.3.2"),
    row("suite-elite", "1", "EvoSuite"),
    row("affs-every", "4 generations", "Almulla, Gay 2022, Section 3.4: three to five"),
    row("affs-ucb-c", "0.5", "by trial; Almulla, Gay 2022 name no value"),
    row("affs-sarsa-epsilon", "0.1", "Sutton, Barto 2018, Example 10.2"),
    row("affs-sarsa-alpha", "0.05", "ours; Almulla, Gay 2022 name no value"),
    row("affs-sarsa-beta", "0.05", "ours; Almulla, Gay 2022 name no value"),
    row("test-time", "1s", "ours; EvoSuite has 3s"),
    row(
        "test-ticks",
        "25000 at first",
        "ours: method entries and backward jumps; more where most tests need more",
    ),
    row("mutants-of-a-test", "64", "by trial: those tried least"),
    row("mutant-ticks", "10 times and 1000", "ours"),
    row("archived-newcomers", "1/2", "EvoSuite"),
    row("closed-told", "1 of 32 batches", "by trial"),
    row("hints-asked", "1 of 16 batches", "by trial"),
    row("hint-followed", "0.5", "by trial"),
    row("suite-bloat", "twice the best", "Fraser, Arcuri 2013, Section 3.3"),
    row("local-search-patience", "10", "by trial"),
    row("local-search-batch", "64", "by trial"),
    row("local-search-least", "0.02", "by trial"),
    row("local-search-most", "0.3", "by trial"),
];
