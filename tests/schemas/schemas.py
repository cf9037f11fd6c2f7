"""The shapes of what commands print with --json: doc/schemas/NAME.json, written and tested by this program.

    schemas.py HBKIT DATA SCHEMAS            runs every example and holds its output to its schema (TAP)
    schemas.py HBKIT DATA SCHEMAS --write    writes the schemas from what the examples print

A schema says which members there are, their types, and which are always there.  In the test a member that
no schema knows is an error: who adds one writes the schemas anew, and reads the difference.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# name of the schema, command lines (`D` is the folder of data); a line that begins with ! makes a file first.
EXAMPLES = [
    ("solve", ["solve D/sat20.cnf --json", "solve D/unsat20.cnf --json", "solve D/sat20.cnf --json --solver picosat",
               "solve D/unsat20.cnf --json --solver cat"]),
    ("solve-any", ["solve D/sat20.cnf --by 3bisat-ed --json", "solve D/unsat20.cnf --by 3bisat-ed --json"]),
    ("check", ["check D/stale-read.edt --json", "check D/free-orders.edt --json", "check D/crossed-queues.edt --json",
               "check D/crossed-queues.edt --engine sat --json", "check D/undo-stack.edt --engine config --json"]),
    ("check-many", ["check D/stale-read.edt D/free-orders.edt D/sat20.cnf --json"]),
    ("certify", ["!check D/stale-read.edt --certificate a.cert", "certify D/stale-read.edt a.cert --json",
                 "!check D/free-orders.edt --certificate b.cert", "certify D/free-orders.edt b.cert --json",
                 "certify D/stale-read.edt b.cert --json"]),
    ("certify-any", ["!solve D/unsat20.cnf --proof u.drat", "certify D/unsat20.cnf u.drat --json",
                     "certify D/sat20.cnf u.drat --json"]),
    ("certify-minimal", ["!minimal complete:2,2 --hit 3 --certificate m.cert", "certify complete:2,2 m.cert --json"]),
    ("certify-periodic", ["!periodic D/periodic/e5-ceiling.c --certificate p.cert",
                          "certify D/periodic/e5-ceiling.c p.cert --json"]),
    ("certify-diff", ["!diff D/diff/fig2-old.c D/diff/fig2-new.c -k 2 --certificate d.cert",
                      "certify D/diff/fig2-old.c D/diff/fig2-new.c d.cert --json"]),
    ("certify-robust", ["!robust D/programs/robust/aarddict-create.aed -e summaries --certificate r.cert",
                        "certify D/programs/robust/aarddict-create.aed r.cert --json"]),
    ("certify-bounded", ["!robust D/programs/robust/aarddict-create.aed -e bmc --certificate b.cert",
                         "certify D/programs/robust/aarddict-create.aed b.cert --json",
                         "!robust D/programs/robust/figure-3.aed -e direct --certificate x.cert",
                         "certify D/programs/robust/figure-3.aed x.cert --json"]),
    ("replay", ["!check D/free-orders.edt --witness w.edt", "replay D/free-orders.edt w.edt --json"]),
    ("replay-periodic", ["!periodic D/periodic/e3-offsets.c --witness f.run", "replay D/periodic/e3-offsets.c f.run --json"]),
    ("info", ["info D/free-orders.edt --json", "info D/stale-read.edt --json"]),
    ("info-sizes", ["info --sizes D/free-orders.edt D/stale-read.edt --json"]),
    ("info-poset", ["info complete:2,4 --json"]), ("info-threads", ["info D/diff/fig1-old.c --json"]),
    ("info-periodic", ["info D/periodic/fig1.c --json"]), ("info-robust", ["info D/programs/robust/fifo.aed --json"]),
    ("run", ["run D/programs/consensus.ed --json", "run D/programs/counting.ed --param n=2 --explore --json"]),
    ("run-threads", ["run D/diff/fig1-old.c --seed 3 --json"]),
    ("run-threads-explore", ["run D/diff/fig1-old.c --explore --json"]),
    ("run-robust", ["run D/programs/robust/fifo.aed --json",
                    "run D/programs/robust/aarddict-1.aed --semantics single --json"]),
    ("run-robust-explore", ["run D/programs/robust/fifo.aed --explore --json"]),
    ("periodic", ["periodic D/periodic/e1-program-order.c --json", "periodic D/periodic/e5-ceiling.c --json"]),
    ("periodic-times", ["periodic D/periodic/e4-blocking.c --response-times --json",
                        "periodic D/periodic/e3-pairs.c --response-times --json"]),
    ("diff", ["diff D/diff/fig1-old.c D/diff/fig1-new.c --json", "diff D/diff/fig2-old.c D/diff/fig2-new.c --json"]),
    ("abstract", ["abstract D/diff/fig1-old.c -k 2 --json", "abstract D/diff/fig1-old.c -k 2 --list --json"]),
    ("robust", ["robust D/programs/robust/aarddict-1.aed --json",
                "robust D/programs/robust/aarddict-create.aed -e summaries --json"]),
    ("robust-states", ["robust D/programs/robust/fifo.aed --states --json"]),
    ("robust-trace", ["!robust D/programs/robust/aarddict-1.aed -o v.edt", "robust v.edt --json"]),
    ("robust-predict", ["!run D/programs/robust/aarddict-1.aed --semantics single -o r.edt --orders",
                        "robust r.edt --predict --json"]),
    ("reductions", ["reductions --json"]), ("problems", ["problems --json"]),
    ("minimal", ["minimal complete:2,2 --hit 3 --json", "minimal antichain:3 --json"]),
    ("hunt", ["!gen bug --order complete:2,5 --hit 3 --seed 1 -o bug.poset", "hunt bug.poset --json"]),
    ("gadget", ["gadget or1 --flat --json", "gadget or2 --flat --proofs g --json"]),
    ("table-1", ["table 1 D/android-app.txt --json"]), ("table-2", ["table 2 --sizes 2 --runs 1 --no-z3 --json"]),
    ("sweep", ["sweep --grid variables=5 twos=1 --reps 2 -o d -q --json"]),
    ("merge", ["!sweep --grid variables=5 twos=1 -o e -q", "merge new.db e --json"]),
    ("report", ["!sweep --grid variables=5,6 twos=1 --reps 2 -o f -q", "report f --json"]),
    ("verify", ["verify 3bisat-ed --exhaustive -m 2 -n 2 --json",
                "verify 3bisat-ed --ablate no-z --exhaustive -m 4 --json"]),
    ("verify-claims", ["verify easy --random 20 --json"]),
    ("verify-hitting", ["!gen schedule --hit 3 complete:2,5 -o f.sched", "verify hitting complete:2,5 f.sched --hit 3 --json"]),
    ("map", ["map D/map.tsv --json"]),
]

MEANINGS = {
    "verdict": "the answer; null: none", "reason": "why there is no answer; null: there is one",
    "seconds": "wall-clock seconds of the decision alone", "cpu_seconds": "processor seconds of the decision alone",
    "peak_memory": "most resident bytes of the process", "decide_memory": "most resident bytes when it was decided",
    "solver": "name and version", "engine": "who decided", "seed": "of the random choices",
    "on_its_word": "an outside solver's answer that nothing here has proved", "conflicts": "clauses or cycles learned",
    "events": "events, the gets included", "messages": "messages, the initial ones included",
    "twos": "clauses of two literals", "verified": "is it a proof?", "file": "as it was named",
}


def run(hbkit, line, data, folder):
    words = [word.replace("D/", str(data) + "/", 1) if word.startswith("D/") else word for word in line.split()]
    return subprocess.run([hbkit, *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=120, check=False)


def outputs(hbkit, data, lines):
    """The command lines that print, and what they print."""
    with tempfile.TemporaryDirectory(prefix="hbkit-schemas-") as folder:
        os.symlink(data, os.path.join(folder, "data"))  # where `table 2` looks for its programs
        for line in lines:
            done = run(hbkit, line.lstrip("!"), data, folder)
            if not line.startswith("!"):
                try:
                    yield line, objects(done.stdout)
                except ValueError:
                    yield line, f"no JSON, exit status {done.returncode}: {done.stderr.strip()[:300]}"


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


# --- types ------------------------------------------------------------------------------------------

def type_of(value):
    names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return "null" if value is None else names[type(value)]


def types_in(schema):
    kind = schema.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)


def widen(schema, value):
    """SCHEMA, made to admit VALUE as well."""
    kinds, kind = types_in(schema), type_of(value)
    first = not schema
    if kind == "integer" and "number" in kinds:
        kind = "number"
    if kind == "number" and "integer" in kinds:
        kinds.remove("integer")
    kinds = sorted({*kinds, kind})
    schema["type"] = kinds[0] if len(kinds) == 1 else kinds
    if kind == "object":
        properties = schema.setdefault("properties", {})
        for name, member in value.items():
            if name in MEANINGS and name not in properties:
                properties[name] = {}
                widen(properties[name], member)
                properties[name]["description"] = MEANINGS[name]
            else:
                widen(properties.setdefault(name, {}), member)
        always = set(value) if first or "required" not in schema else set(schema["required"]) & set(value)
        schema["required"] = sorted(always)
    if kind == "array":
        schema.setdefault("items", {})
        for member in value:
            widen(schema["items"], member)
    return schema


def faults(schema, value, path="$"):
    """What in VALUE is not as SCHEMA says; a member that it does not know is a fault."""
    kinds, kind = types_in(schema), type_of(value)
    if kind not in kinds and not (kind == "integer" and "number" in kinds):
        return [f"{path} is {kind}, expected {' or '.join(kinds) or 'nothing'}"]
    if kind == "array":
        return [f for i, member in enumerate(value) for f in faults(schema["items"], member, f"{path}[{i}]")]
    if kind != "object":
        return []
    found = [f"{path}.{name} is missing" for name in schema.get("required", []) if name not in value]
    for name, member in value.items():
        if name not in schema.get("properties", {}):
            found.append(f"{path}.{name} is in no schema")
        else:
            found += faults(schema["properties"][name], member, f"{path}.{name}")
    return found


# --- both ways --------------------------------------------------------------------------------------

def write(hbkit, data, folder):
    for name, lines in EXAMPLES:
        schema = {}
        for line, output in outputs(hbkit, data, lines):
            if isinstance(output, str):
                sys.exit(f"hbkit {line}: {output}")
            for one in output:
                widen(schema, one)
        head = {"$schema": "http://json-schema.org/draft-07/schema#", "title": f"hbkit {name}",
                "description": "What is printed by: " + "; ".join(f"hbkit {line}".replace(" D/", " data/") for line in lines
                                                                  if not line.startswith("!"))}
        (folder / f"{name}.json").write_text(json.dumps({**head, **schema}, indent=1, sort_keys=False) + "\n")


def test(hbkit, data, folder):
    try:
        import jsonschema
    except ImportError:
        jsonschema = None
    count = 0
    for name, lines in EXAMPLES:
        schema = json.loads((folder / f"{name}.json").read_text())
        for line, output in outputs(hbkit, data, lines):
            count += 1
            said = [output] if isinstance(output, str) else [f for one in output for f in faults(schema, one)]
            if jsonschema and not said:
                said = [error.message for one in output for error in jsonschema.Draft7Validator(schema).iter_errors(one)]
            print(("not " if said else "") + f"ok {count} - hbkit {line}")
            for fault in said[:10]:
                print("#", fault)
    tried = {line.split()[0] for _, lines in EXAMPLES for line in lines if not line.startswith("!")}
    for command in commands_with_json(hbkit):
        count += 1
        print(("" if command in tried else "not ") + f"ok {count} - {command} --json has a schema")
    for wrong in ({"verdict": 1}, {}, []):
        count += 1
        good = faults(json.loads((folder / "solve.json").read_text()), wrong)
        print(("" if good else "not ") + f"ok {count} - {json.dumps(wrong)} is refused")
    print(f"1..{count}")


def main():
    hbkit, data, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    write(hbkit, data, folder) if "--write" in sys.argv else test(hbkit, data, folder)


main()
