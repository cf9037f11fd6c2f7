"""A dozen reductions that look right and are wrong, each in a way that was seen in practice.

Run as `wrong.py NAME`, a server for hbkit (see ../split.py, whose readers are used here); the files
NAME.reduction beside this one say what each claims.
"""
import os
import sys
from itertools import combinations

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from split import formula_text, model_text, read_formula, read_model  # noqa: E402
import split  # noqa: E402


# --- from formulas to formulas: a function of the variables and clauses -----------------------------

def last_clause(variables, clauses):
    """The loop ends one clause early: right on whatever is satisfiable."""
    return variables, clauses[:-1]


def repeated_literal(variables, clauses):
    """Literals are collected by symmetric difference, so that one that comes twice is gone."""
    kept = []
    for clause in clauses:
        literals = set()
        for literal in clause:
            literals ^= {literal}
        kept.append(sorted(literals))
    return variables, kept


def unit_clause(variables, clauses):
    """Short clauses are filled up to three literals by new variables, which nothing makes false."""
    filled = []
    for clause in clauses:
        while len(clause) < 3:
            variables += 1
            clause = clause + [variables]
        filled.append(clause)
    return variables, filled


def empty_clause(variables, clauses):
    """What has no literals is passed over as if it were an empty line."""
    return variables, [clause for clause in clauses if clause]


def tautology(variables, clauses):
    """A clause is a dictionary from variables to signs: x or not x becomes not x."""
    return variables, [list({abs(l): l for l in clause}.values()) for clause in clauses]


def shared_chain(variables, clauses):
    """Long clauses are split with one new variable for all of them, not one for each."""
    new, parts = variables + 1, []
    for clause in clauses:
        parts += [clause[:2] + [new], [-new] + clause[2:]] if len(clause) > 2 else [clause]
    return new, parts


def copies(variables, clauses):
    """Every variable gets a copy that it implies; the clauses are over the variables."""
    return 2 * variables, clauses + [[-v, variables + v] for v in range(1, variables + 1)]


def split_clauses(variables, clauses):
    return split.reduce(variables, clauses)[:2]


# --- ways back and forth ------------------------------------------------------------------------------

def pad(model, source, target):
    return model + list(range(source + 1, target + 1))


def prefix(model, source, target):
    return [l for l in model if abs(l) <= source]


def of_copies(model, source, target):
    """Reads the copies: solvers that set what nothing forces to false give a model by luck."""
    values = {abs(l): l > 0 for l in model}
    return [v if values[source + v] else -v for v in range(1, source + 1)]


FORMULAS = {
    'last-clause': (last_clause, pad, prefix),
    'repeated-literal': (repeated_literal, pad, prefix),
    'unit-clause': (unit_clause, pad, prefix),
    'empty-clause': (empty_clause, pad, prefix),
    'tautology': (tautology, pad, prefix),
    'shared-chain': (shared_chain, pad, prefix),
    'one-solver': (copies, lambda m, s, t: m + [l + s if l > 0 else l - s for l in m], of_copies),
    'lift-true': (split_clauses, pad, prefix),
    'size': (split_clauses, None, prefix),
}


def formula_answer(name, verb, files):
    make, lift, extract = FORMULAS[name]
    variables, clauses = read_formula(files['source'])
    target = make(variables, clauses)
    if verb == 'reduce':
        return 'target', formula_text(*target)
    model = read_model(files['solution'])
    if verb == 'extract':
        return 'extracted', model_text(extract(model, variables, target[0]))
    if not lift:
        return 'lifted', model_text(split.lift(variables, clauses, model))
    return 'lifted', model_text(lift(model, variables, target[0]))


# --- sets of vertices -----------------------------------------------------------------------------------
#
# Instances are graphs in DIMACS format with a bound; a solution is a line `v` with vertices, ended by 0.

def read_graph(text):
    vertices, bound, edges = 0, 0, []
    for line in text.splitlines():
        words = line.split()
        if words[0] == 'p':
            vertices = int(words[2])
        elif words[0] == 'k':
            bound = int(words[1])
        elif words[0] == 'e':
            edges.append((int(words[1]), int(words[2])))
    return vertices, bound, edges


def graph_text(vertices, bound, edges):
    return f'p edge {vertices} {len(edges)}\nk {bound}\n' + ''.join(f'e {u} {v}\n' for u, v in edges)


def read_set(text):
    return set(read_model(text))


def set_text(vertices):
    return 's YES\nv ' + ' '.join(map(str, sorted(vertices) + [0])) + '\n'


def is_independent(graph, chosen):
    vertices, bound, edges = graph
    return (len(chosen) >= bound and chosen <= set(range(1, vertices + 1))
            and not any(u in chosen and v in chosen for u, v in edges))


def solve(graph):
    vertices = range(1, graph[0] + 1)
    for size in range(graph[0] + 1):
        for chosen in combinations(vertices, size):
            if is_independent(graph, set(chosen)):
                return 'answer yes\nsolution 2\n' + set_text(chosen)
    return 'answer no\n'


def off_by_one(graph):
    """At least k are independent iff at most n - k cover; here it is n - k + 1."""
    vertices, bound, edges = graph
    return vertices, max(0, vertices - bound + 1), edges


def isolated(graph):
    """The vertices are those that edges name: those without edges are lost, and count no more."""
    bound, edges = graph[1], graph[2]
    names = {v: i for i, v in enumerate(sorted({v for e in edges for v in e}), 1)}
    return len(names), max(0, len(names) - bound), [(names[u], names[v]) for u, v in edges]


GRAPHS = {'off-by-one': off_by_one, 'isolated-vertices': isolated}


def complement(files, graph):
    chosen = read_set(files['solution'])
    return set_text(v for v in range(1, graph[0] + 1) if v not in chosen)


def graph_answer(name, verb, files):
    graph = read_graph(files['source'])
    if verb == 'reduce':
        # No set is larger than all vertices: an edge, and nothing to cover it.
        too_large = graph[1] > graph[0]
        return 'target', graph_text(*((2, 0, [(1, 2)]) if too_large else GRAPHS[name](graph)))
    return 'lifted' if verb == 'lift' else 'extracted', complement(files, graph)


# --- numbers ------------------------------------------------------------------------------------------
#
# Is the first number the sum of some of the others?  Binary to unary: right, but what is claimed of sizes is not.

def number_answer(verb, files, size):
    if verb == 'enumerate':
        return 'instances', '---\n'.join(f'{a}\n{b}\n' for a in range(2 * size) for b in range(2 * size))
    numbers = [int(w) for w in files['source'].split()]
    return 'target', ''.join('1' * n + '\n' for n in numbers)


def value(line):
    """Of the unary target only ones occur; 1 alone is 1 either way."""
    return len(line) if set(line) <= {'1'} else int(line)


def subset_sum(text):
    numbers = [value(line) for line in text.splitlines()]
    sums = {0}
    for n in numbers[1:]:
        sums |= {s + n for s in sums}
    return 'answer yes\n' if not numbers or numbers[0] in sums else 'answer no\n'


# --- serving --------------------------------------------------------------------------------------------

def reply(name, verb, files, size):
    kind = sys.argv[2] if len(sys.argv) > 2 else ''
    if verb == 'decide':
        if kind == 'sum':
            return subset_sum(files['instance'])
        return solve(read_graph(files['instance']))
    if verb == 'check':
        good = is_independent(read_graph(files['instance']), read_set(files['solution']))
        return 'answer yes\n' if good else 'answer no it is no solution\n'
    if name in FORMULAS:
        role, text = formula_answer(name, verb, files)
    elif name in GRAPHS:
        role, text = graph_answer(name, verb, files)
    else:
        role, text = number_answer(verb, files, size)
    return f'{role} {text.count(chr(10))}\n{text}'


def main():
    while True:
        request = sys.stdin.readline().split()
        if not request:
            return
        options = dict(word.split('=') for word in request[1:])
        files = {}
        while True:
            line = sys.stdin.readline().split()
            if line == ['end']:
                break
            files[line[0]] = ''.join(sys.stdin.readline() for _ in range(int(line[1])))
        sys.stdout.write(reply(sys.argv[1], request[0], files, int(options.get('size', 0))) + 'end\n')
        sys.stdout.flush()


if __name__ == '__main__':
    main()
