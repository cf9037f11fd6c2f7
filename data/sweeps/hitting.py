#!/usr/bin/env python3
"""hitting.py DIR: the tables of doc/hitting.md from the sweep of hitting.spec in DIR.

For each depth and kind of bug: the share found with as many schedules as the family has, with ten times as many, with
95 % intervals (Wilson), and the number of schedules to the bug, median and 95 %, in sizes of the family."""
import json, math, sqlite3, sys

def wilson(good, count):
    z, p = 1.959964, good / count
    middle, half = p + z * z / (2 * count), z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    return (middle - half) / (1 + z * z / count), (middle + half) / (1 + z * z / count)

def share(good, count):
    low, high = wilson(good, count)
    return f"{100 * good / count:.0f} % ({100 * max(0, low):.0f}-{100 * min(1, high):.0f})"

def quantile(values, q):
    value = values[min(len(values) - 1, math.ceil(q * len(values)) - 1)]
    return "-" if math.isinf(value) else f"{value:.2f}"

database = sqlite3.connect(f"file:{sys.argv[1]}/sweep.db?mode=ro", uri=True)
families, hunts = {}, []
for instance, params, tool, verdict, steps, rounds in database.execute(
        "SELECT instance, params, tool, verdict, steps, rounds FROM results"
        " WHERE stage = 'hunt' AND verdict IN ('FOUND', 'MISSED') ORDER BY instance, tool"):
    families[instance] = max(families.get(instance, 0), rounds)
    hunts.append((instance, json.loads(params), tool, steps))
cells = {}
for instance, params, tool, steps in hunts:
    place = params["hit"], params.get("tuple", "uniform"), tool
    cells.setdefault(place, []).append(math.inf if steps is None else steps / families[instance])
print("| d | bug | scheduler | bugs | found with the family's size | with ten times | median | 95 % |")
print("| --- | --- | --- | ---: | --- | --- | ---: | ---: |")
order = ["family", "shuffled", "minimal", "pct", "random"]
for place in sorted(cells, key=lambda c: (c[0], c[1] != "uniform", order.index(c[2]))):
    values = sorted(cells[place])
    count = len(values)
    print(f"| {place[0]} | {place[1]} | {place[2]} | {count} | {share(sum(v <= 1 for v in values), count)} |"
          f" {share(sum(v <= 10 for v in values), count)} | {quantile(values, .5)} | {quantile(values, .95)} |")
