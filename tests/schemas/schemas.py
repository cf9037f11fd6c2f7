"""The shapes of what commands print with --json: doc/schemas/NAME.json, held to what they print (TAP).

    schemas.py HBKIT DATA SCHEMAS

The schemas are written by hand, from the code that prints; here every command comes to its several ends.  Two things
are tested.  What is printed is as its schema says; a member that no schema knows is an error here, which JSON Schema
would let pass.  And whatever a schema says may be (null, one of several shapes, a member that need not be there) is
met by one of the lines, but for what UNMET names.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Files that every line finds in its folder, besides `data`.
FILES = {
    "f.cnf": "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n", "f.qdimacs": "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n",
    "dimension.poset": "poset 1\nhit 2 2\norder a b\nend 2 2\n", "family.poset": "poset 1\nhit 3 2\norder a b\norder a c\nend 3 3\n",
    "f.formulas": "formulas 1\nf 1 1\n1 0\ng 1 2\n1 0\n-1 0\nend\n", "three.lines": "3\n1\n2\n",
    "hosts.log": 'start\na {"a":1}\nreceive\nb {"a":1, "b":1}\n',
    "circle.edt": "edt 1\nhandler h\nmessage m\n  post m\nend 2 1 1\n",
    "none.cert": "hbcert 1\nnothing\n", "none.periodic": "hbcert 1 periodic\ntime never\n", "none.drat": "1 0\n",
    "stops.ed": "vars x\nhandlers\n  h1 regs a\nmsgs\n  h1 { await x > 0 }\n",
    "loop.aed": "shared x = 0 : 0..1\n\nevent e() {\n  local r;\n  r := x;\n  while r {\n    async[main] p();\n    r := x;\n  }\n}\n\n"
                "proc p() {\n  x := 1;\n}\n\ndriver {\n  e*1;\n}\n",
    "range.aed": "shared x = 0 : 0..1\n\nevent e() {\n  x := 2;\n}\n\ndriver {\n  e*1;\n}\n",
    "wrong.run": "run 1\ntime 8\ndeparture rta\nsemantics arrival\nstart L 1\nstart H 1\nwrite H 1 x 1\nread L 1 x 0\ndone 4\n",
    "asserts.c": "int x;\nvoid t1 (void) { x = 1; }\nvoid t2 (void) { assert (x == 1); }\nint main () { t1 (); t2 (); }\n",
    "dead.c": "int a, b, x;\nvoid t1 (void) { lock (a); lock (b); x = 1; unlock (b); unlock (a); }\n"
              "void t2 (void) { lock (b); lock (a); x = 2; unlock (a); unlock (b); }\nint main () { t1 (); t2 (); }\n",
    "live.c": "int a, b, x;\nvoid t1 (void) { lock (a); lock (b); x = 1; unlock (b); unlock (a); }\n"
              "void t2 (void) { lock (a); lock (b); x = 2; unlock (b); unlock (a); }\nint main () { t1 (); t2 (); }\n",
    "nxt.bug1.c": "HB_TASK (L, 1, 8, 1, 0)\nHB_TASK (H, 2, 4, 1, 0)\nint x;\nvoid L () { assert (x < 2); }\nvoid H () { x = x + 1; }\n",
    "late.c": "HB_TASK (L, 1, 4, 3, 0)\nHB_TASK (H, 2, 4, 3, 0)\nint x;\nvoid L () { x = 1; }\nvoid H () { assert (x < 2); }\n",
}

# name of the schema, command lines (`D` is the folder of data).  A line that begins with ! makes files first; `cut F` is
# none of hbkit's: it takes the last line of F away, so that a certificate is none any more.
EXAMPLES = [
    ("solve", ["solve D/sat20.cnf --json", "solve D/unsat20.cnf --json", "solve D/sat20.cnf --json --solver picosat",
               "solve D/unsat20.cnf --json --solver cat", "solve D/hard/php-12-11.cnf.xz --timeout 0.01 --json"]),
    ("solve-any", ["solve D/sat20.cnf --by 3bisat-ed --json", "solve D/unsat20.cnf --by 3bisat-ed --json",
                   "solve f.cnf --decider brute --json", "solve f.qdimacs --json",
                   "!reduce 3sat-clique f.cnf -o clique.col", "solve clique.col --problem clique --json",
                   "!reduce 3sat-3color f.cnf -o colours.col", "solve colours.col --problem 3-colouring --json",
                   "!reduce 3sat-hamiltonian f.cnf -o circle.col", "solve circle.col --problem hamiltonian-cycle --json",
                   "!reduce 3sat-subsetsum f.cnf -o f.sums", "solve f.sums --json",
                   "!reduce 3sat-rf f.cnf -o h.edt", "solve h.edt --problem sc-consistency --json",
                   "!reduce 2qbf-vk f.qdimacs -o f.pair", "solve f.pair --json",
                   "!reduce robust-reach D/programs/robust/aarddict-1.aed -o r.aed",
                   "solve r.aed --problem sequential-reach --json", "solve D/programs/robust/aarddict-1.aed --json",
                   "solve D/periodic/e3-offsets.c --problem periodic-safety --json",
                   "solve dimension.poset --problem order-dimension --json", "solve family.poset --json",
                   "solve f.formulas --json", "solve D/hard/php-12-11.cnf.xz --decider cadical --timeout 0.01 --json",
                   "solve three.lines --problem D/own/wrong/unary.reduction --json",
                   "solve D/stale-read.edt --json", "solve D/free-orders.edt --timeout 0.000001 --json"]),
    ("check", ["check D/stale-read.edt --json", "check D/free-orders.edt --json", "check D/crossed-queues.edt --json",
               "check D/crossed-queues.edt --engine sat --json", "check D/undo-stack.edt --engine config --json",
               "check D/crossed-queues.edt --core core.edt --cycle c.json --json",
               "check D/free-orders.edt --engine enum --timeout 0.000001 --json"]),
    ("check-many", ["check D/stale-read.edt D/free-orders.edt D/sat20.cnf --json",
                    "check D/free-orders.edt D/undo-stack.edt --engine config --json"]),
    ("certify", ["!check D/stale-read.edt --certificate a.cert", "certify D/stale-read.edt a.cert --json",
                 "!check D/free-orders.edt --certificate b.cert", "certify D/free-orders.edt b.cert --json",
                 "certify D/stale-read.edt b.cert --json", "certify D/stale-read.edt none.cert --json"]),
    ("certify-any", ["!solve D/unsat20.cnf --proof u.drat", "certify D/unsat20.cnf u.drat --json",
                     "certify D/sat20.cnf u.drat --json", "certify D/unsat20.cnf none.drat --json",
                     "!robust D/programs/robust/aarddict-1.aed --schedule-out s.txt",
                     "certify D/programs/robust/aarddict-1.aed s.txt --json",
                     "!reduce 3sat-rf f.cnf -o h.edt", "!solve h.edt --problem sc-consistency --certificate h.cert",
                     "certify h.edt h.cert --json"]),
    ("certify-minimal", ["!minimal complete:2,2 --hit 3 --certificate m.cert", "certify complete:2,2 m.cert --json",
                         "certify complete:2,3 m.cert --json"]),
    ("certify-periodic", ["!periodic D/periodic/e5-ceiling.c --certificate p.cert",
                          "certify D/periodic/e5-ceiling.c p.cert --json", "!cut p.cert",
                          "certify D/periodic/e5-ceiling.c p.cert --json",
                          "certify D/periodic/e5-ceiling.c none.periodic --json"]),
    ("certify-diff", ["!diff D/diff/fig2-old.c D/diff/fig2-new.c -k 2 --certificate d.cert",
                      "certify D/diff/fig2-old.c D/diff/fig2-new.c d.cert --json", "!cut d.cert",
                      "certify D/diff/fig2-old.c D/diff/fig2-new.c d.cert --json",
                      "!diff D/diff/fig2-old.c D/diff/fig2-new.c --all --certificate all.cert",
                      "certify D/diff/fig2-old.c D/diff/fig2-new.c all.cert --json",
                      "certify D/diff/fig1-old.c D/diff/fig1-new.c all.cert --json",
                      "!diff D/diff/fig2-old.c D/diff/fig2-new.c --every --certificate every.cert",
                      "certify D/diff/fig2-old.c D/diff/fig2-new.c every.cert --json"]),
    ("certify-robust", ["!robust D/programs/robust/aarddict-create.aed -e summaries --certificate r.cert",
                        "certify D/programs/robust/aarddict-create.aed r.cert --json", "!cut r.cert",
                        "certify D/programs/robust/aarddict-create.aed r.cert --json",
                        "!robust loop.aed -e summaries --bound 2 --certificate l.cert", "certify loop.aed l.cert --json"]),
    ("certify-bounded", ["!robust D/programs/robust/aarddict-create.aed -e bmc --certificate b.cert",
                         "certify D/programs/robust/aarddict-create.aed b.cert --json", "!cut b.cert",
                         "certify D/programs/robust/aarddict-create.aed b.cert --json",
                         "!robust D/programs/robust/figure-3.aed -e direct --certificate x.cert",
                         "certify D/programs/robust/figure-3.aed x.cert --json", "!cut x.cert",
                         "certify D/programs/robust/figure-3.aed x.cert --json"]),
    ("replay", ["!check D/free-orders.edt --witness w.edt", "replay D/free-orders.edt w.edt --json", "replay w.edt --json",
                "replay D/free-orders.edt D/free-orders.edt --json"]),
    ("replay-periodic", ["!periodic D/periodic/e3-offsets.c --witness f.run", "replay D/periodic/e3-offsets.c f.run --json",
                         "replay D/periodic/e3-offsets.c wrong.run --json",
                         "!periodic D/periodic/e4-blocking.c --witness g.run", "replay D/periodic/e4-blocking.c g.run --json"]),
    ("info", ["info D/free-orders.edt --json", "info D/stale-read.edt --json", "info D/free-orders.edt --pairs never --json",
              "info circle.edt --json"]),
    ("info-sizes", ["info --sizes D/free-orders.edt --json"]),
    ("info-many", ["info --sizes D/free-orders.edt D/stale-read.edt --json",
                   "info D/free-orders.edt circle.edt complete:2,4 hosts.log D/diff/fig1-old.c D/periodic/fig1.c "
                   "D/programs/robust/fifo.aed --json",
                   "info D/stale-read.edt D/free-orders.edt --pairs never --json"]),
    ("info-poset", ["info complete:2,4 --json", "info poset:30,1 --json", "info hosts.log --json",
                    "info poset:6500,1 --json"]),
    ("info-threads", ["info D/diff/fig1-old.c --json"]),
    ("info-periodic", ["info D/periodic/fig1.c --json"]), ("info-robust", ["info D/programs/robust/fifo.aed --json"]),
    ("run", ["run D/programs/consensus.ed --json", "run D/programs/counting.ed --param n=2 --explore --json",
             "run stops.ed --json", "run stops.ed --schedule-out stops.txt --json", "run stops.ed --explore --json",
             "run stops.ed --explore --schedule-out all.txt --json",
             "run D/programs/counting.ed --schedule hitting:3 --mailbox multiset --json",
             "run D/programs/consensus.ed --schedule hitting:2 --json"]),
    ("run-threads", ["run D/diff/fig1-old.c --seed 3 --json", "run asserts.c --seed 1 --json"]),
    ("run-threads-explore", ["run D/diff/fig1-old.c --explore --json", "run asserts.c --explore --json",
                             "run dead.c --explore --json"]),
    ("run-robust", ["run D/programs/robust/fifo.aed --json",
                    "run D/programs/robust/aarddict-1.aed --semantics single --json"]),
    ("run-robust-explore", ["run D/programs/robust/fifo.aed --explore --json"]),
    ("periodic", ["periodic D/periodic/e1-program-order.c --json", "periodic D/periodic/e5-ceiling.c --json",
                  "periodic D/periodic/e3-offsets.c --json", "periodic D/periodic/e3-offsets.c --witness f.run --json",
                  "periodic D/periodic/e4-blocking.c --json", "periodic D/periodic/e3-offsets.c --semantics paper --json",
                  "periodic D/periodic/e3-offsets.c --timeout 0.000001 --json"]),
    ("periodic-times", ["periodic D/periodic/e4-blocking.c --response-times --json",
                        "periodic D/periodic/e3-pairs.c --response-times --json",
                        "periodic late.c --response-times --departure deadline --json"]),
    ("diff", ["diff D/diff/fig1-old.c D/diff/fig1-new.c --json", "diff D/diff/fig2-old.c D/diff/fig2-new.c --json",
              "diff D/diff/fig2-old.c D/diff/fig2-new.c --all --json", "diff D/diff/fig2-old.c D/diff/fig2-new.c --every --json",
              "diff live.c dead.c --stuck --json", "diff D/diff/fig2-old.c D/diff/fig2-new.c --timeout 0.000001 --json"]),
    ("abstract", ["abstract D/diff/fig1-old.c -k 2 --json", "abstract D/diff/fig1-old.c -k 2 --list --json",
                  "abstract dead.c --stuck --json", "abstract D/diff/fig1-old.c --timeout 0.000001 --json"]),
    ("robust", ["robust D/programs/robust/aarddict-1.aed --json", "robust D/programs/robust/fifo.aed --json",
                "robust D/programs/robust/aarddict-create.aed -e summaries --json",
                "robust D/programs/robust/aarddict-1.aed -e summaries --json",
                "robust D/programs/robust/aarddict-1.aed -e explore --timeout 0.00001 --json",
                "robust D/programs/robust/aarddict-1.aed -e all --json", "robust range.aed -e explore --json"]),
    ("robust-states", ["robust D/programs/robust/fifo.aed --states --json"]),
    ("robust-trace", ["!robust D/programs/robust/aarddict-1.aed -o v.edt", "robust v.edt --json",
                      "!run D/programs/robust/aarddict-1.aed --semantics single -o r.edt --orders", "robust r.edt --json"]),
    ("robust-predict", ["!run D/programs/robust/aarddict-1.aed --semantics single -o r.edt --orders",
                        "robust r.edt --predict --json", "robust r.edt --predict --timeout 0.000001 --json",
                        "!robust D/programs/robust/aarddict-1.aed -o v.edt", "robust v.edt --predict --json",
                        "!run D/programs/robust/aarddict-create.aed --semantics single -o s.edt --orders",
                        "robust s.edt --predict --json"]),
    ("reductions", ["reductions --json"]), ("problems", ["problems --json"]),
    ("minimal", ["minimal complete:2,2 --hit 3 --json", "minimal antichain:3 --json",
                 "minimal antichain:12 --hit 3 --timeout 0.2 --json"]),
    ("hunt", ["!gen bug --order complete:2,5 --hit 3 --seed 1 -o bug.poset", "hunt bug.poset --json",
              "hunt bug.poset --by minimal --timeout 0.000001 --json",
              "!gen bug --order complete:2,5 --hit 3 --tuple hard --seed 1 -o hard.poset",
              "hunt hard.poset --by random --seed 1 --json"]),
    ("gadget", ["gadget or1 --flat --json", "gadget or2 --flat --proofs g --json",
                "gadget xor2 --flat --mailbox multiset -e 9 --proofs g --json", "gadget or3 --timeout 0.01 --json"]),
    ("table-1", ["table 1 D/android-app.txt --json", "table 1 D/crossed-queues.edt D/free-orders.edt --json",
                 "!check D/free-orders.edt -w Aarddict.edt", "table 1 Aarddict.edt --json",
                 "table 1 D/hard/t-php-9-8.edt.xz --engine-timeout 0.001 --json"]),
    ("table-2", ["table 2 --sizes 2 --runs 1 --no-z3 --json", "table 2 --sizes 3 --runs 1 --no-enum --json",
                 "table 2 --sizes 2 --runs 1 --json", "table 2 --sizes 8 --runs 1 --no-z3 --engine-timeout 0.0001 --json"]),
    ("table-diff", ["table diff D/diff --json"]), ("table-robust", ["table robust --json"]),
    ("table-periodic", ["table periodic D/periodic --json", "table periodic . --json"]),
    ("sweep", ["sweep --grid variables=5 twos=1 --reps 2 -o d -q --json",
               "sweep --grid family=pigeonhole pigeons=11 holes=10 --stages solve:cadical --cpu 0.1 -o e -q --json"]),
    ("merge", ["!sweep --grid variables=5 twos=1 -o e -q", "merge new.db e --json"]),
    ("report", ["!sweep --grid variables=5,6 twos=1 --reps 2 -o f -q", "report f --json",
                "!sweep --grid family=pigeonhole pigeons=11 holes=10 --stages solve:cadical --cpu 0.1 -o e -q", "report e --json"]),
    ("verify", ["verify 3bisat-ed --exhaustive -m 2 -n 2 --json",
                "verify 3bisat-ed --exhaustive -m 3 --ablate one-copy --json", "verify periodic-sat --random 5 --json",
                "verify dimension-2hitting --random 5 --json", "verify 2hitting-sat --random 5 --json",
                "verify sc-ed --random 5 --json", "verify 3sat-clique --random 5 --json",
                "verify 3sat-ed2 --random 3 --engine cds --json",
                "verify 3sat-subsetsum --random 5 --json", "verify 2qbf-vk --random 2 --json", "verify nae-maxcut --random 5 --json",
                "verify sat-and-valid-v1 --random 2 --json",
                "verify D/own/flip-sh.reduction --mutate --random 3 --variables 3 --json",
                "verify D/own/wrong/unary.reduction three.lines --json",
                "verify D/own/wrong/off-by-one.reduction --random 3 --json"]),
    ("verify-claims", ["verify easy --most-events 5 --random 20 --json", "verify easy --most-events 3 --random 1 --json",
                       "verify robust-reach --random 1 --json", "verify lemma2 --json", "verify semantic-diffing --quick --json", "verify algorithm2 --keep . --json",
                       "verify saturation --most-events 3 --random 1 --timeout 0.000001 --json"]),
    ("verify-hitting", ["!gen schedule --hit 3 complete:2,5 -o f.sched", "verify hitting complete:2,5 f.sched --hit 3 --json",
                        "verify hitting complete:2,5 f.sched --hit 4 --json",
                        "verify hitting complete:2,5 f.sched --hit 3 --samples 100 --json"]),
    ("verify-all", ["verify --all --paper hitting --quick --timeout 1 --json"]),
    ("map", ["map D/map.tsv --json"]),
]

# What may be and is met by no line: a pattern of what the test calls it, by schema.
UNMET = {
    "solve-any": r"/([2-9]|1\d)\.(reason|by) not null",  # the same in every shape
    "info-poset": "dimension_most null", "info-many": r"\.(width|dimension_most) null",  # of no poset; of large ones
    "table-periodic": r"published_(average|writes) null",  # of no row as yet
    "sweep": "disagreement not null", "report": "started null",  # tools that disagree; nothing has run
    # No reduction that is here has such a source or target; those that a user brings may.
    "verify": r"/1\.(traces|reachable|unreachable|robust|pairs of programs|differs|refines|lists of numbers|universal|tasks"
              r"|statements|pairs|lines) there|/2\.",
}


def words_of(line, data):
    return [str(data) + word[1:] if word.startswith("D/") else word for word in line.split()]


def run(hbkit, line, data, folder):
    """Runs LINE; what it prints, of one that makes files nothing."""
    words = words_of(line.lstrip("!"), data)
    if words[0] == "cut":
        path = Path(folder, words[1])
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
        return None
    # A limit that comes before a busy machine has read the file leaves no object; it is not what is looked at here.
    for _ in range(10):
        done = subprocess.run([hbkit, *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=120, check=False)
        if "not finished" not in done.stderr or done.stdout.startswith("{"):
            break
    if line.startswith("!"):
        return None
    try:
        return objects(done.stdout)
    except ValueError:
        return f"no JSON, exit status {done.returncode}: {done.stderr.strip()[:300]}"


def outputs(hbkit, data, lines):
    """The command lines that print, and what they print."""
    with tempfile.TemporaryDirectory(prefix="hbkit-schemas-") as folder:
        os.symlink(data, os.path.join(folder, "data"))  # where `table 2` looks for its programs
        for name, text in FILES.items():
            Path(folder, name).write_text(text)
        for line in lines:
            printed = run(hbkit, line, data, folder)
            if printed is not None:
                yield line, printed


def objects(text):
    """The objects of TEXT: one, or one a line."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines() or [""]]


def commands_with_json(hbkit):
    """The commands whose --help lists --json."""
    told = subprocess.run([hbkit, "help"], capture_output=True, text=True, check=True).stdout
    for line in told.partition("Commands:\n")[2].partition("\n\n")[0].splitlines():
        name = line.split()[0]
        usage = subprocess.run([hbkit, name, "--help"], capture_output=True, text=True, check=True).stdout
        if any(option.split()[:1] == ["--json"] for option in usage.partition("Options:")[2].splitlines()):
            yield name


# --- schemas: as much of JSON Schema as they use ------------------------------------------------------

def type_of(value):
    names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return "null" if value is None else names[type(value)]


def types_in(schema):
    kind = schema.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)


def faults_of_members(schema, value, path):
    """The same of an object: its members, and which of them must be there."""
    found = [f"{path}.{name} is missing" for name in schema.get("required", []) if name not in value]
    for name, others in schema.get("dependencies", {}).items():
        if name in value:
            found += [f"{path}.{other} is missing beside {name}" for other in others if other not in value]
    for name, member in value.items():
        known = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
        if known is None:
            found.append(f"{path}.{name} is in no schema")
        else:
            found += faults(known, member, f"{path}.{name}")
    for several in schema.get("allOf", []):
        right = [one for one in several["oneOf"] if not set(one["required"]) - set(value)]
        if len(right) != 1:
            found.append(f"{path} has the members of {len(right)} alternatives, expected those of one")
    return found


def faults(schema, value, path="$"):
    """What in VALUE is not as SCHEMA says; a member that it does not know is a fault."""
    if "oneOf" in schema:
        tried = [faults(one, value, path) for one in schema["oneOf"]]
        if tried.count([]) > 1:
            return [f"{path} has several of the shapes"]
        return min(tried, key=len)
    kinds, kind = types_in(schema), type_of(value)
    if kind not in kinds and not (kind == "integer" and "number" in kinds):
        return [f"{path} is {kind}, expected {' or '.join(kinds) or 'nothing'}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{path} is {json.dumps(value)}, expected one of {json.dumps(schema['enum'])}"]
    if kind == "array":
        return [f for i, member in enumerate(value) for f in faults(schema["items"], member, f"{path}[{i}]")]
    return faults_of_members(schema, value, path) if kind == "object" else []


def choices(schema, path="$"):
    """What SCHEMA leaves open: what may be null or not, the shapes among which there is one, members that may be missing."""
    for i, one in enumerate(schema.get("oneOf", [])):
        yield f"{path} in shape {i + 1}"
        yield from choices(one, f"{path}/{i + 1}")
    if "null" in types_in(schema):
        yield f"{path} null"
        yield f"{path} not null"
    for name, member in schema.get("properties", {}).items():
        if name not in schema.get("required", []):
            yield f"{path}.{name} there"
        yield from choices(member, f"{path}.{name}")
    if "items" in schema:
        yield from choices(schema["items"], f"{path}[]")


def chosen(schema, value, path="$"):
    """Which of the choices VALUE takes."""
    for i, one in enumerate(schema.get("oneOf", [])):
        if not faults(one, value):
            yield f"{path} in shape {i + 1}"
            yield from chosen(one, value, f"{path}/{i + 1}")
    if "null" in types_in(schema):
        yield f"{path} null" if value is None else f"{path} not null"
    if isinstance(value, dict):
        for name, member in schema.get("properties", {}).items():
            if name in value:
                yield f"{path}.{name} there"
                yield from chosen(member, value[name], f"{path}.{name}")
    if isinstance(value, list):
        for member in value:
            yield from chosen(schema["items"], member, f"{path}[]")


# --- the tests --------------------------------------------------------------------------------------

class Tap:
    count = 0

    def ok(self, good, name, notes=()):
        self.count += 1
        print(("" if good else "not ") + f"ok {self.count} - {name}")
        for note in notes:
            print("#", note)


def test_outputs(tap, hbkit, data, name, lines, schema):
    """Each of LINES prints what SCHEMA says, and together they meet all that it leaves open."""
    try:
        import jsonschema
    except ImportError:
        jsonschema = None
    met = set()
    for line, printed in outputs(hbkit, data, lines):
        said = [printed] if isinstance(printed, str) else [f for one in printed for f in faults(schema, one)]
        if jsonschema and not said:
            said = [error.message for one in printed for error in jsonschema.Draft7Validator(schema).iter_errors(one)]
        tap.ok(not said, f"hbkit {line}", said[:10])
        if not said:
            met |= {choice for one in printed for choice in chosen(schema, one)}
    unmet = UNMET.get(name, "^$") if shutil.which("z3") or name != "table-2" else "z3"
    never = [choice for choice in choices(schema) if choice not in met and not re.search(unmet, choice)]
    tap.ok(not never, f"{name}: all that may be is met", never)


def test_problems(tap, hbkit, data, schemas):
    """Each problem has its shape among those of solve, with its measures, and its targets are measured by verify."""
    for _, printed in outputs(hbkit, data, ["problems --json"]):
        for problem in printed[0]["problems"]:
            name, sizes = problem["name"], problem["sizes"]
            shapes = [one for one in schemas["solve-any"]["oneOf"] if name in one["properties"]["problem"].get("enum", [])]
            tap.ok(len(shapes) == 1 and set(sizes) <= set(shapes[0]["required"]), f"{name} has a shape in solve-any")
            tap.ok(all(sizes[0] in one["properties"] for one in schemas["verify"]["oneOf"]), f"{name} is a target in verify")


def bare(schema):
    return {key: value for key, value in schema.items() if key not in ("$schema", "title", "description")}


def main():
    hbkit, data, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    tap = Tap()
    schemas = {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}
    for name, lines in EXAMPLES:
        test_outputs(tap, hbkit, data, name, lines, schemas[name])
    tap.ok(sorted(schemas) == sorted(name for name, _ in EXAMPLES), "every schema has its examples")
    tried = {line.split()[0] for _, lines in EXAMPLES for line in lines if not line.startswith("!")}
    for command in commands_with_json(hbkit):
        tap.ok(command in tried, f"{command} --json has a schema")
    test_problems(tap, hbkit, data, schemas)
    several = schemas["info-many"]["properties"]["traces"]["items"]["oneOf"]
    alone = [bare(schemas[name]) for name in
             ("info", "info-sizes", "info-poset", "info-threads", "info-periodic", "info-robust")]
    tap.ok(several == alone, "info of several files has the shapes of info of one")
    for wrong in ({"verdict": 1}, {}, []):
        tap.ok(faults(schemas["solve"], wrong), f"{json.dumps(wrong)} is refused")
    print(f"1..{tap.count}")


main()
