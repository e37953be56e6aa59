"""Which mutants of an operator are subsumed by others: prints the tables of `crates/mutation/src/subsumption.rs`.

    python3 -m venv venv && venv/bin/pip install z3-solver && venv/bin/python scripts/subsumption.py

A mutant of an expression is killed by the operands for which it gives another value than the original, or fails where
the other does not. It subsumes a second one if some operands kill it and all of them kill the second. The solver looks
for operands that kill the first and not the second, as bit vectors of the size that Java has: 32 and 64 bits. Kept are
the mutants that no other subsumes but those that it subsumes itself, and of several that subsume each other the first.

It stops where the solver gives up or `int` and `long` differ.
"""

from z3 import And, BitVec, BitVecVal, BoolVal, LShR, Not, Or, Solver, SRem, sat, unknown

BITS = (32, 64)
MINUTE = 60_000


def is_possible(*conditions):
    """Whether there are such operands."""
    solver = Solver()
    solver.set("timeout", 10 * MINUTE)
    solver.add(*conditions)
    result = solver.check()
    assert result != unknown, conditions
    return result == sat


def kept(original, mutants, kill, likely):
    """The mutants of `original` to keep; `kill(original, mutant)` is the condition on the operands. Products and quotients
    of many bits are hard to solve, so `likely` operands are tried first."""

    def is_killed(*conditions):
        return any(is_possible(hint, *conditions) for hint in likely) or is_possible(*conditions)

    killed = {mutant: kill(original, mutant) for mutant in mutants}

    def subsumes(one, other):
        return not is_killed(killed[one], Not(killed[other]))

    live = [mutant for mutant in mutants if is_killed(killed[mutant])]

    def is_kept(mutant):
        for other in live:
            if other != mutant and subsumes(other, mutant):
                if not subsumes(mutant, other) or live.index(other) < live.index(mutant):
                    return False
        return True

    return [mutant for mutant in live if is_kept(mutant)]


def operations(bits):
    """The operators in families, each as (fails, value) of two operands; shifts take the low bits of the right one."""
    a, b = BitVec("a", bits), BitVec("b", bits)
    fine, zero, by = BoolVal(False), b == 0, b & BitVecVal(bits - 1, bits)
    return [
        {
            "IADD": (fine, a + b),
            "ISUB": (fine, a - b),
            "IMUL": (fine, a * b),
            "IDIV": (zero, a / b),
            "IREM": (zero, SRem(a, b)),
        },
        {"ISHL": (fine, a << by), "ISHR": (fine, a >> by), "IUSHR": (fine, LShR(a, by))},
        {"IAND": (fine, a & b), "IOR": (fine, a | b), "IXOR": (fine, a ^ b)},
    ]


def likely_operands(bits):
    """Small ones, and those whose product is 0."""
    a, b = BitVec("a", bits), BitVec("b", bits)
    half = BitVecVal(1, bits) << (bits // 2)
    small = And(-9 < a, a < 9, -9 < b, b < 9)
    return [small, And(a == half, b == half)]


def kept_operations(bits):
    likely = likely_operands(bits)
    for family in operations(bits):

        def kill(original, mutant):
            (fails, value), (other_fails, other) = family[original], family[mutant]
            return Or(fails != other_fails, And(Not(fails), Not(other_fails), value != other))

        for original in family:
            yield original, kept(original, [op for op in family if op != original], kill, likely)


RELATIONS = {"<": 1, "==": 2, "<=": 3, ">": 4, "!=": 5, ">=": 6}
NAMES = {0: "false", 7: "true"} | {mask: name for name, mask in RELATIONS.items()}


def kept_relations(bits):
    a, b = BitVec("a", bits), BitVec("b", bits)

    def holds(mask):
        return Or(And(bool(mask & 1), a < b), And(bool(mask & 2), a == b), And(bool(mask & 4), a > b))

    for original in RELATIONS.values():
        mutants = [mask for mask in range(8) if mask != original]
        yield original, kept(original, mutants, lambda one, other: holds(one) != holds(other), [])


def agreed(tables):
    """The rows on which the sizes of operands agree."""
    first, *others = [list(table) for table in tables]
    assert all(other == first for other in others)
    return first


print("const OPERATIONS: &[(u8, &[u8])] = &[")
for original, mutants in agreed(kept_operations(bits) for bits in BITS):
    print(f"    (op::{original}, &[{', '.join('op::' + mutant for mutant in mutants)}]),")
print("];")
print("const RELATIONS: &[(u8, &[u8])] = &[")
for original, mutants in agreed(kept_relations(bits) for bits in BITS):
    names = ", ".join(NAMES[mutant] for mutant in mutants)
    print(f"    ({original}, &{mutants}), // {NAMES[original]}: {names}")
print("];")
