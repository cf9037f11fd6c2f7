#!/usr/bin/env python3
"""fits.py FIGURES: the fits of doc/hardness.md, from FIGURES/threshold.csv and FIGURES/phase.csv.

Weighted least squares; a point's error is a quarter of its 95 % interval.  Crossings: the logit of the probability as a
straight line in the share of 2-clauses near the transition, for each size, and where the lines of two successive sizes
meet; intervals by drawing all counts again (parametric bootstrap)."""
import csv
import math
import random
import sys

CRITICAL = 9 / 11


def rows(name):
    with open(sys.argv[1] + "/" + name, encoding="ascii") as file:
        return list(csv.reader(file))[1:]


def line(xs, ys, errors):
    """y = a + b x: a, its error, b, its error, chi^2."""
    w = [1 / e**2 for e in errors]
    s = sum(w)
    mx = sum(a * x for a, x in zip(w, xs)) / s
    my = sum(a * y for a, y in zip(w, ys)) / s
    sxx = sum(a * (x - mx) ** 2 for a, x in zip(w, xs))
    b = sum(a * (x - mx) * (y - my) for a, x, y in zip(w, xs, ys)) / sxx
    a = my - b * mx
    chi = sum(((y - a - b * x) / e) ** 2 for x, y, e in zip(xs, ys, errors))
    return a, math.sqrt(1 / s + mx * mx / sxx), b, math.sqrt(1 / sxx), chi


def thresholds():
    levels = {}
    for name, size, x, low, high, *_ in rows("threshold.csv"):
        levels.setdefault(name.split()[1], {})[float(size)] = (float(x), (float(high) - float(low)) / 4)
    half = {n: v for n, v in levels["0.5"].items() if n >= 200}
    sizes = sorted(half)
    xs = [half[n][0] for n in sizes]
    errors = [half[n][1] for n in sizes]
    shift = line([math.log(n) for n in sizes], [math.log(x - CRITICAL) for x in xs],
                 [e / (x - CRITICAL) for x, e in zip(xs, errors)])
    print(f"half-way point - 9/11 = n^b:  b = {shift[2]:.3f} +- {shift[3]:.3f}, chi^2 {shift[4]:.1f} of {len(sizes) - 2}")
    for power in (3, 2.5, 2):
        a, error, _, _, chi = line([n ** (-1 / power) for n in sizes], xs, errors)
        print(f"half-way point over n^-1/{power}: ends at {a:.4f} +- {error:.4f}, chi^2 {chi:.1f} of {len(sizes) - 2}")
    outer = sorted(set(levels["0.8"]) & set(levels["0.2"]))
    widths = [levels["0.2"][n][0] - levels["0.8"][n][0] for n in outer]
    errors = [math.hypot(levels["0.2"][n][1], levels["0.8"][n][1]) / w for n, w in zip(outer, widths)]
    width = line([math.log(n) for n in outer], [math.log(w) for w in widths], errors)
    print(f"80 % to 20 % = n^b:  b = {width[2]:.3f} +- {width[3]:.3f}, chi^2 {width[4]:.1f} of {len(outer) - 2}")


def probability(logit):
    return 1 / (1 + math.exp(-max(-30, min(30, logit))))


def logit_line(points):
    """Of [(x, good, all)]: logistic regression by Newton's method."""
    a, b = 0.0, 0.0
    mean = sum(x for x, _, _ in points) / len(points)
    for _ in range(40):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, good, count in points:
            u = x - mean
            p = probability(a + b * u)
            g0 += good - count * p
            g1 += (good - count * p) * u
            v = count * p * (1 - p)
            h00 += v
            h01 += v * u
            h11 += v * u * u
        d = h00 * h11 - h01 * h01
        if not d > 1e-12:
            return None
        a += (g0 * h11 - g1 * h01) / d
        b += (g1 * h00 - g0 * h01) / d
    return a - b * mean, b


def crossings():
    sizes = {}
    for name, x, y, _, _, count, *_ in rows("phase.csv"):
        if 0.79 <= float(x) <= 0.86:
            sizes.setdefault(float(name.split()[1]), []).append((float(x), float(y) * int(count), int(count)))
    order = sorted(sizes)
    rng = random.Random(1)
    for small, large in zip(order, order[1:]):
        found = []
        for again in range(501):
            lines = []
            for n in (small, large):
                points = sizes[n]
                if again:
                    points = [(x, sum(rng.random() < g / c for _ in range(c)), c) for x, g, c in points]
                lines.append(logit_line(points))
            if all(lines) and abs(lines[0][1] - lines[1][1]) > 1e-9:
                (a, b), (c, d) = lines
                x = (a - c) / (d - b)
                found.append((x, probability(a + b * x)))
        best, rest = found[0], sorted(x for x, _ in found[1:])
        print(f"{small:.0f} and {large:.0f} cross at {best[0]:.4f} [{rest[len(rest) // 40]:.4f}, "
              f"{rest[-len(rest) // 40]:.4f}], probability {best[1]:.2f}")


thresholds()
crossings()
