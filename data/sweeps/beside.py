#!/usr/bin/env python3
"""Is a formula's trace hard where the formula is?  beside.py SWEEP...

For each sweep's folder: Spearman's rank correlation, over the instances at each point, between the conflicts of a solver on the
formula and the work of cds on its trace (passes and cycles), and the medians of both.  Instances that hit a limit rank
highest, all of them alike: they are censored, not left out.
"""
import sqlite3
import sys
from collections import defaultdict


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    rank, i = [0.0] * len(values), 0
    while i < len(order):
        j = i
        while j < len(order) and values[order[j]] == values[order[i]]:
            j += 1
        for k in range(i, j):
            rank[order[k]] = (i + j - 1) / 2
        i = j
    return rank


def spearman(xs, ys):
    rx, ry = ranks(xs), ranks(ys)
    mx, my = sum(rx) / len(rx), sum(ry) / len(ry)
    top = sum((a - mx) * (b - my) for a, b in zip(rx, ry))
    bottom = (sum((a - mx) ** 2 for a in rx) * sum((b - my) ** 2 for b in ry)) ** 0.5
    return top / bottom if bottom else float("nan")


def main():
    print("sweep\tparameters\tinstances\tcensored\tsolver\tof trace\tmedian of solver\tmedian of trace\trank correlation")
    for folder in sys.argv[1:]:
        rows = sqlite3.connect(f"file:{folder}/sweep.db?mode=ro", uri=True).execute(
            "SELECT i.params, s.tool, s.outcome, s.conflicts, c.outcome, c.conflicts, c.passes FROM runs s "
            "JOIN runs c ON c.instance = s.instance JOIN instances i ON i.id = s.instance "
            "WHERE s.stage = 'solve' AND s.conflicts IS NOT NULL AND c.stage = 'check' AND c.tool = 'cds'")
        points = defaultdict(list)
        for params, tool, solved, conflicts, checked, cycles, passes in rows:
            points[params, tool].append((conflicts if solved == "solved" else float("inf"),
                                         (cycles, passes) if checked == "solved" else (float("inf"),) * 2))
        for (params, tool), pairs in sorted(points.items()):
            xs = [x for x, _ in pairs]
            for k, name in enumerate(("cycles", "passes")):
                ys = [y[k] for _, y in pairs]
                censored = sum(x == float("inf") or y == float("inf") for x, y in zip(xs, ys))
                print(folder, params, len(pairs), censored, tool, name, sorted(xs)[len(xs) // 2], sorted(ys)[len(ys) // 2],
                      f"{spearman(xs, ys):.3f}", sep="\t")


main()
