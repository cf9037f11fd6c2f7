#!/usr/bin/env python3
"""How long did they take?  grades.py FOLDER [LOAD]

For each instance of a sweep such as graded.spec, a line of tab-separated values: its grade, which is the time of the fastest that
decided it (below 1 s, 1 to 10 s, to 1 min, to 10 min, to 1 h, or more than the limit where nobody did), whether it is a formula
or the trace of one, the answer and who says so, sizes, the processor seconds of each tool (of solvers those of the whole process, of
engines those of the decision; the limit behind > where it was reached), the largest load of the machine at the start of a run, and the command that makes the instance.  With LOAD, runs that
began on a machine with more to do are left out.
"""
import json
import sqlite3
import sys

BANDS = [(1, "<1s"), (10, "1s"), (60, "10s"), (600, "1min"), (3600, "10min"), (float("inf"), "1h")]
BY_CONSTRUCTION = {"pigeonhole", "tseitin", "clique-colouring", "parity"}
ANSWER = {0: "unsatisfiable", 1: "satisfiable"}


def grade(times, limit):
    if not times:
        return f">{limit:g}s"
    return next(name for bound, name in BANDS if min(times) < bound)


def known(answers, source, family, params):
    """The answer, and who says so: two tools, one, or how the instance was made."""
    if len(set(answers)) > 1:
        return "DISPUTED", "-"
    if answers:
        return ANSWER[answers[0]], f"{len(answers)} tool{'s' * (len(answers) > 1)}"
    if source == "trace":
        return "satisfiable", "construction"
    if family in BY_CONSTRUCTION and "satisfiable" not in params:
        return "unsatisfiable", "construction"
    return "unknown", "-"


def main():
    folder, most = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
    rows = sqlite3.connect(f"file:{folder}/sweep.db?mode=ro", uri=True).execute(
        "SELECT i.id, i.source, i.family, i.params, i.command, r.stage, r.tool, r.outcome, r.answer, "
        "CASE r.stage WHEN 'check' THEN coalesce (r.decide_cpu, r.cpu) ELSE r.cpu END, "
        "r.limit_cpu, r.load, coalesce (r.events, r.variables), coalesce (r.messages, r.clauses) FROM runs r "
        "JOIN instances i ON i.id = r.instance WHERE r.stage IN ('solve', 'check') ORDER BY i.rowid, r.rowid")
    cases = {}
    for (instance, source, family, params, command, stage, tool, outcome, answer, cpu, limit, load, size, more) in rows:
        if (load or 0) > most:
            continue
        kind = "formula" if stage == "solve" else "trace"
        case = cases.setdefault((instance, kind), {"source": source, "family": family, "params": json.loads(params), "command": command,
                                                   "size": (size, more), "tools": [], "answers": [], "times": [], "limit": 0, "load": 0})
        solved = outcome == "solved"
        case["tools"].append(f"{tool} {cpu:.1f}" if solved else f"{tool} >{limit:g}" if outcome == "time" else f"{tool} {outcome}")
        case["times"] += [cpu] if solved else []
        case["answers"] += [answer] if answer is not None else []
        case["limit"] = max(case["limit"], limit or 0)
        case["load"] = max(case["load"], load or 0)
    print("grade\twhat\tanswer\tsaid by\tvariables or events\tclauses or messages\tseconds\tload\tcommand")
    for (_, kind), case in sorted(cases.items(), key=lambda item: (item[0][1], min(item[1]["times"], default=1e9))):
        answer, by = known(case["answers"], case["source"], case["family"], case["params"])
        print(grade(case["times"], case["limit"]), kind, answer, by, *case["size"], ", ".join(case["tools"]), f"{case['load']:.1f}",
              case["command"], sep="\t")


if __name__ == "__main__":
    main()
