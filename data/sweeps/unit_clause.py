#!/usr/bin/env python3
"""How far unit-clause heuristics carry on 3-BI-3SAT with three occurrences of every variable in both signs.

    unit_clause.py                 the largest share of 2-clauses at which each rule stays subcritical
    unit_clause.py --simulate N    the same rule run on random formulas of N variables, as a check of the equations

The model is the configuration model: clauses are slots, paired uniformly with occurrences of literals.  A round sets one
free variable by a rule and then all that unit clauses force.  Per variable of the formula, c2 and c3 are the clauses of 2
and 3 literals that are left, v[a, b] the unset variables whose literals occur a and b times in them.  A literal that is forced
is that of a uniform occurrence; it satisfies the a - 1 other clauses of its own, and shortens the b clauses of its negation,
each of which has 2 literals with probability 2 c2 / L, L being all occurrences that are left.  So one forced literal forces

    rho = 2 c2 / L * sum a b v[a, b] / sum a v[a, b]          others on average.

While rho < 1 rounds are short, the equations describe the process (Wormald 1995), and no conflict is met with a
probability that stays away from 0 (Chao and Franco 1986, 1990): formulas are satisfiable with such a probability.  This is
a numerical integration, no proof; the threshold's sharpness is not known for these degrees, either.
"""
import random
import sys

TYPES = [(a, b) for a in range(4) for b in range(4) if a + b <= 3]


def start(twos):
    """c2, c3, v for the share TWOS of 2-clauses: 3 / (3 - t) clauses a variable, all literals (2, 1) or (1, 2)."""
    clauses = 3 / (3 - twos)
    v = dict.fromkeys(TYPES, 0.0)
    v[2, 1] = v[1, 2] = 0.5
    return clauses * twos, clauses * (1 - twos), v


def rule_uniform(v):
    """A uniform unset variable, a uniform sign."""
    total = sum(v.values())
    return {(a, b): n / total for (a, b), n in v.items()}


def rule_majority(v):
    """A uniform unset variable; the literal that occurs more often becomes true."""
    total, chosen = sum(v.values()), dict.fromkeys(TYPES, 0.0)
    for (a, b), n in v.items():
        chosen[max(a, b), min(a, b)] += n / total
    return chosen


RULES = {"uniform": rule_uniform, "majority": rule_majority}


def occurrences(v):
    return sum((a + b) * n for (a, b), n in v.items())


def rho(c2, v):
    total = occurrences(v)
    biased = sum((a * b + b * a) * n for (a, b), n in v.items())
    return 0.0 if total <= 0 else 2 * c2 / total * biased / total


def change(c2, c3, v, rule):
    """What a round does to (c2, c3, v), in expectation."""
    total = occurrences(v)
    two = 2 * c2 / total if total else 0.0
    dv, d2, d3 = dict.fromkeys(TYPES, 0.0), 0.0, 0.0
    satisfied = shortened = 0.0
    # The variable that is set freely: A of it by the sign that becomes true.
    for (a, b), share in rule(v).items():
        satisfied += share * a
        shortened += share * b
        back = v[a, b] + v[b, a]
        if back > 0:
            dv[a, b] -= share * v[a, b] / back
            dv[b, a] -= share * v[b, a] / back
    forced = shortened * two / (1 - rho(c2, v))
    for (a, b), n in v.items():
        for mine, other in ((a, b), (b, a)):
            if mine and n > 0:
                chance = mine * n / total
                satisfied += forced * chance * (mine - 1)
                shortened += forced * chance * other
                dv[a, b] -= forced * chance
    # Clauses that go take their other literals along; those become one shorter.
    d2 += -satisfied * two - shortened * two + shortened * (1 - two)
    d3 += -satisfied * (1 - two) - shortened * (1 - two)
    gone = satisfied * (two * 1 + (1 - two) * 2)
    # What a 2-clause leaves when it is shortened is the unit, whose own occurrence was counted with its variable.
    for (a, b), n in v.items():
        for lost, to in ((a, (a - 1, b)), (b, (a, b - 1))):
            if lost and n > 0:
                dv[a, b] -= gone * lost * n / total
                dv[to] += gone * lost * n / total
    return d2, d3, dv


def largest_rho(twos, rule, step=2e-4):
    """The largest rho on the way, by Euler's method, until nothing is left."""
    c2, c3, v = start(twos)
    worst = rho(c2, v)
    while worst < 1 and c2 + c3 > 1e-3 and occurrences(v) > 3e-3:
        d2, d3, dv = change(c2, c3, v, rule)
        shortest = min([step] + [-n / d * 0.5 for n, d in ((c2, d2), (c3, d3)) if d < 0 and n > 0]
                       + [-v[t] / dv[t] * 0.9 for t in TYPES if dv[t] < 0 and v[t] > 1e-7])
        scale = max(shortest, step / 50)
        c2, c3 = max(0.0, c2 + scale * d2), max(0.0, c3 + scale * d3)
        v = {t: max(0.0, v[t] + scale * dv[t]) for t in TYPES}
        worst = max(worst, rho(c2, v))
    return worst


def limit(rule):
    low, high = 0.5, 9 / 11
    while high - low > 2e-4:
        middle = (low + high) / 2
        low, high = (middle, high) if largest_rho(middle, rule) < 1 else (low, middle)
    return low


# --- the same on formulas -----------------------------------------------------------------------------

def formula(n, twos, rng):
    literals = []
    for v in range(1, n + 1):
        sign = rng.choice((1, -1))
        literals += [sign * v, sign * v, -sign * v]
    clauses = round(3 * n / (3 - twos))
    threes = 3 * n - 2 * clauses
    rng.shuffle(literals)
    widths = [3] * threes + [2] * (clauses - threes)
    made, at = [], 0
    for width in widths:
        made.append(literals[at:at + width])
        at += width
    return made


def run(clauses, n, rule_name, rng):
    """Does the heuristic reach a model without a conflict?"""
    where = {}
    for j, clause in enumerate(clauses):
        for literal in clause:
            where.setdefault(literal, []).append(j)
    value, left, done = {}, [len(c) for c in clauses], [False] * len(clauses)
    units = []

    def assign(literal):
        value[abs(literal)] = literal
        for j in where.get(literal, []):
            done[j] = True
        for j in where.get(-literal, []):
            left[j] -= 1
            if not done[j] and left[j] == 1:
                units.append(j)
            if not done[j] and left[j] == 0:
                return False
        return True

    def count(literal):
        return sum(not done[j] for j in where.get(literal, []))

    order = list(range(1, n + 1))
    rng.shuffle(order)
    while len(value) < n:
        if units:
            j = units.pop()
            free = [l for l in clauses[j] if abs(l) not in value]
            if done[j] or not free:
                continue
            if not assign(free[0]):
                return False
            continue
        v = order.pop()
        if v in value:
            continue
        positive = rng.random() < .5 if rule_name == "uniform" else count(v) >= count(-v)
        literal = v if positive else -v
        if not assign(literal):
            return False
    return True


def main():
    if "--simulate" in sys.argv:
        n, rng = int(sys.argv[-1]), random.Random(8)
        print("rule\ttwos\tvariables\tof 100 without a conflict")
        for name in ("uniform", "majority"):
            for twos in (0.6, 0.7, 0.75, 0.8, 9 / 11, 0.85):
                good = sum(run(formula(n, twos, rng), n, name, rng) for _ in range(100))
                print(f"{name}\t{twos:.4f}\t{n}\t{good}")
        return
    print("rule\tsubcritical up to a share of 2-clauses of\tand at 9/11 = 0.8182 rho is at the start")
    c2, _, v = start(9 / 11)
    for name, rule in RULES.items():
        print(f"{name}\t{limit(rule):.3f}\t{rho(c2, v):.4f}")


main()
