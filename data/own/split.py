"""SAT to 3-SAT: a long clause becomes a chain of clauses with three literals.

    a b c d e   becomes   a b x1,  -x1 c x2,  -x2 d e

A complete example of a reduction for hbkit: `split.reduction` runs this file once for each file that it
wants, `split-serve.reduction` keeps it running and asks again and again.
"""
import sys


# --- the reduction ----------------------------------------------------------------------------------

def reduce(variables, clauses):
    """The target's variables and clauses, and for each new variable the chain's literals before it."""
    target, chains = [], []
    for clause in clauses:
        rest, before = list(clause), []
        while len(rest) > 3:
            before = before + rest[:2] if not before else before + rest[1:2]
            chains.append(before)
            new = variables + len(chains)
            target.append(rest[:2] + [new])
            rest = [-new] + rest[2:]
        target.append(rest)
    return variables + len(chains), target, chains


def lift(variables, clauses, model):
    """A new variable is true where nothing before it in the chain is."""
    chains = reduce(variables, clauses)[2]
    values = set(model)
    return model + [variables + i if not any(l in values for l in before) else -(variables + i)
                    for i, before in enumerate(chains, 1)]


def extract(variables, clauses, model):
    return [l for l in model if abs(l) <= variables]


# --- files --------------------------------------------------------------------------------------------

def read_formula(text):
    words, variables = [], 0
    for line in text.splitlines():
        if line.startswith('p'):
            variables = int(line.split()[2])
        elif not line.startswith('c'):
            words += map(int, line.split())
    clauses, clause = [], []
    for word in words:
        if word:
            clause.append(word)
        else:
            clauses.append(clause)
            clause = []
    return variables, clauses


def read_model(text):
    return [int(word) for line in text.splitlines() if line.startswith('v')
            for word in line.split()[1:] if word != '0']


def formula_text(variables, clauses):
    lines = [f'p cnf {variables} {len(clauses)}']
    return '\n'.join(lines + [' '.join(map(str, clause + [0])) for clause in clauses]) + '\n'


def model_text(model):
    return 's SATISFIABLE\nv ' + ' '.join(map(str, model + [0])) + '\n'


def answer(verb, files):
    """What is made of FILES, a dictionary from roles to texts: a role and a text."""
    variables, clauses = read_formula(files['source'])
    if verb == 'reduce':
        variables, clauses, _ = reduce(variables, clauses)
        return 'target', formula_text(variables, clauses)
    model = read_model(files['solution'])
    if verb == 'lift':
        return 'lifted', model_text(lift(variables, clauses, model))
    return 'extracted', model_text(extract(variables, clauses, model))


# --- one process for all ------------------------------------------------------------------------------

def serve():
    """Each request is a line with a verb, files (a line `ROLE LINES` before each), and a line `end`."""
    while True:
        request = sys.stdin.readline().split()
        if not request:
            return
        files = {}
        while True:
            line = sys.stdin.readline().split()
            if line == ['end']:
                break
            files[line[0]] = ''.join(sys.stdin.readline() for _ in range(int(line[1])))
        role, text = answer(request[0], files)
        sys.stdout.write(f'{role} {text.count(chr(10))}\n{text}end\n')
        sys.stdout.flush()


def main():
    if sys.argv[1] == 'serve':
        serve()
        return
    files = {}
    for argument in sys.argv[2:]:
        role = argument.split('.')[0]
        files[role] = open(argument).read()
    sys.stdout.write(answer(sys.argv[1], files)[1])


if __name__ == '__main__':
    main()
