"""Computes which mutants of an operator are subsumed. Prints the tables of
`crates/mutation/src/subsumption.rs`.

    python3 -m venv venv && venv/bin/pip install z3-solver && venv/bin/python scripts/subsumption.py

Operands kill a mutant of an expression if the mutant and the original have different values, or if exactly
one of the mutant and the original throws an exception. Mutant A subsumes mutant B if some operands kill A, and
all operands that kill A also kill B. The solver searches for operands that kill A but not B. Operands are bit
vectors of 32 bits (`int`) and 64 bits (`long`).

The tables list the mutants to keep. A mutant is dropped if no operands kill it, or if another mutant subsumes
it. If mutants subsume each other, the first of these mutants is kept.

The script fails if the solver reaches its time limit, or if the results for `int` and `long` differ.
"""

from z3 import And, BitVec, BitVecVal, BoolVal, LShR, Not, Or, Solver, SRem, sat, unknown

BITS = (32, 64)
MINUTE = 60_000  # milliseconds


def is_possible(*conditions):
    """Returns whether some operands satisfy all conditions. Fails if the solver reaches its time limit."""
    solver = Solver()
    solver.set("timeout", 10 * MINUTE)
    solver.add(*conditions)
    result = solver.check()
    assert result != unknown, conditions
    return result == sat


def mutants_to_keep(original, mutants, kill, likely_conditions):
    """Returns the mutants of `original` to keep.

    `kill(original, mutant)` is the condition under which operands kill `mutant`. The solver is slow for
    products and quotients of many bits. Therefore, the solver first searches among operands that satisfy a
    condition in `likely_conditions`.
    """

    def is_satisfiable(*conditions):
        return any(is_possible(condition, *conditions) for condition in likely_conditions) or is_possible(*conditions)

    kills = {mutant: kill(original, mutant) for mutant in mutants}

    def subsumes(one, other):
        return not is_satisfiable(kills[one], Not(kills[other]))

    killable = [mutant for mutant in mutants if is_satisfiable(kills[mutant])]

    def is_kept(mutant):
        for other in killable:
            if other != mutant and subsumes(other, mutant):
                if not subsumes(mutant, other) or killable.index(other) < killable.index(mutant):
                    return False
        return True

    return [mutant for mutant in killable if is_kept(mutant)]


def operations(bits):
    """Returns three families of operators: arithmetic, shift and bitwise operators. A family maps each operator
    to two terms: the condition under which the operator throws an exception, and the value of the operator.

    As in Java, a shift uses only the low bits of its right operand.
    """
    a, b = BitVec("a", bits), BitVec("b", bits)
    never, if_zero, distance = BoolVal(False), b == 0, b & BitVecVal(bits - 1, bits)
    return [
        {
            "IADD": (never, a + b),
            "ISUB": (never, a - b),
            "IMUL": (never, a * b),
            "IDIV": (if_zero, a / b),
            "IREM": (if_zero, SRem(a, b)),
        },
        {"ISHL": (never, a << distance), "ISHR": (never, a >> distance), "IUSHR": (never, LShR(a, distance))},
        {"IAND": (never, a & b), "IOR": (never, a | b), "IXOR": (never, a ^ b)},
    ]


def likely_operands(bits):
    """Returns two conditions. First: both operands are small. Second: both operands are 2 ** (bits / 2), so
    their product overflows to 0."""
    a, b = BitVec("a", bits), BitVec("b", bits)
    half = BitVecVal(1, bits) << (bits // 2)
    small = And(-9 < a, a < 9, -9 < b, b < 9)
    return [small, And(a == half, b == half)]


def mutants_by_operator(bits):
    """Yields each arithmetic, shift and bitwise operator with its mutants to keep."""
    likely_conditions = likely_operands(bits)
    for family in operations(bits):

        def kill(original, mutant):
            (throws, value), (mutant_throws, mutant_value) = family[original], family[mutant]
            return Or(
                throws != mutant_throws,
                And(Not(throws), Not(mutant_throws), value != mutant_value),
            )

        for original in family:
            yield original, mutants_to_keep(original, [op for op in family if op != original], kill, likely_conditions)


# A relation is a set of bits: 1 for less, 2 for equal, 4 for greater.
RELATIONS = {"<": 1, "==": 2, "<=": 3, ">": 4, "!=": 5, ">=": 6}
NAMES = {0: "false", 7: "true"} | {mask: name for name, mask in RELATIONS.items()}


def mutants_by_relation(bits):
    """Yields each relation with its mutants to keep."""
    a, b = BitVec("a", bits), BitVec("b", bits)

    def is_true(mask):
        return Or(And(bool(mask & 1), a < b), And(bool(mask & 2), a == b), And(bool(mask & 4), a > b))

    for original in RELATIONS.values():
        mutants = [mask for mask in range(8) if mask != original]
        yield original, mutants_to_keep(original, mutants, lambda one, other: is_true(one) != is_true(other), [])


def same_for_all_sizes(tables):
    """Returns the rows of a table that must be the same for all sizes of the operands. `tables` contains the
    table for each size. Fails if these tables differ."""
    first, *others = [list(table) for table in tables]
    assert all(other == first for other in others)
    return first


print("const OPERATIONS: &[(u8, &[u8])] = &[")
for original, mutants in same_for_all_sizes(mutants_by_operator(bits) for bits in BITS):
    print(f"    (op::{original}, &[{', '.join('op::' + mutant for mutant in mutants)}]),")
print("];")
print("const RELATIONS: &[(u8, &[u8])] = &[")
for original, mutants in same_for_all_sizes(mutants_by_relation(bits) for bits in BITS):
    names = ", ".join(NAMES[mutant] for mutant in mutants)
    print(f"    ({original}, &{mutants}), // {NAMES[original]}: {names}")
print("];")
