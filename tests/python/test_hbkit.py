"""The Python package against the program, and against what is true anyway."""
import itertools
import os
import subprocess
import tempfile
import unittest

import hbkit

DATA = os.environ["HBKIT_DATA"]


def brute(formula):
    signs = itertools.product([1, -1], repeat=formula.variables)
    return any(formula.holds([s * v for v, s in enumerate(values, 1)]) for values in signs)


class Formulas(unittest.TestCase):
    def test_read_and_write(self):
        formula = hbkit.Formula.read(f"{DATA}/smallest-unsat.cnf")
        self.assertEqual(hbkit.Formula.parse(formula.dimacs()), formula)
        self.assertEqual(len(list(formula)), len(formula))
        self.assertEqual(hbkit.Formula([[1, -2], [2]]).clauses, [[1, -2], [2]])

    def test_errors_have_places(self):
        with self.assertRaisesRegex(hbkit.Error, r":2:.*"):
            hbkit.Formula.parse("p cnf 1 1\nx 0\n")
        with self.assertRaises(hbkit.Error):
            hbkit.Formula.read("no such file")
        with self.assertRaises(hbkit.Error):
            hbkit.Formula([[0]])
        with self.assertRaises(hbkit.Error):
            hbkit.Formula.generate("nothing")
        with self.assertRaises(hbkit.Error):
            hbkit.Formula.generate("bisat", wings=2)

    def test_solve(self):
        seen = set()
        for seed in range(40):
            formula = hbkit.Formula.generate("ksat", seed=seed, variables=6, ratio=5)
            model = formula.solve(("cadical", "picosat")[seed % 2])
            self.assertEqual(model is not None, brute(formula))
            self.assertTrue(model is None or formula.holds(model))
            seen.add(model is None)
        self.assertEqual(seen, {True, False})

    def test_generates_as_the_program(self):
        said = subprocess.run([hbkit.program(), "gen", "cnf", "--variables", "30", "--seed", "7"],
                              capture_output=True, text=True, check=True).stdout
        self.assertEqual(hbkit.Formula.parse(said), hbkit.Formula.generate(seed=7, variables=30))


class Traces(unittest.TestCase):
    def test_verdicts_and_proofs(self):
        for name, verdict in ("stale-read", "INCONSISTENT"), ("free-orders", "CONSISTENT"), \
                             ("crossed-queues", "INCONSISTENT"):
            trace = hbkit.Trace.read(f"{DATA}/{name}.edt")
            for engine in None, "cds", "sat":
                result = trace.check(engine)
                self.assertEqual(result.verdict, verdict, (name, engine))
                proof = result.certificate()
                self.assertEqual(trace.certify(proof), verdict)
                if verdict == "CONSISTENT":
                    self.assertTrue(trace.explained_by(result.witness))
                    self.assertFalse(trace.explained_by(hbkit.Trace.generate(seed=1, orders=True)))
                else:
                    self.assertIsNone(result.witness)
                    for cycle in result.cycles:
                        self.assertTrue(all(a.to == b.from_ for a, b in zip(cycle, cycle[1:] + cycle[:1])))
                self.assertTrue(result.draw().startswith("<?xml") or "<svg" in result.draw()[:300])
        with self.assertRaises(hbkit.Error):
            hbkit.Trace.read(f"{DATA}/stale-read.edt").certify("no proof")
        with self.assertRaises(hbkit.Error):
            trace.check("nobody")

    def test_wrong_proofs_are_refused(self):
        consistent = hbkit.Trace.read(f"{DATA}/free-orders.edt")
        proof = hbkit.Trace.read(f"{DATA}/stale-read.edt").check().certificate()
        with self.assertRaises(hbkit.Error):
            consistent.certify(proof)

    def test_text_survives(self):
        trace = hbkit.Trace.generate(seed=3, messages=10)
        self.assertEqual(hbkit.Trace.parse(trace.edt()).edt(), trace.edt())
        self.assertEqual(trace.check().verdict, "CONSISTENT")
        with self.assertRaisesRegex(hbkit.Error, ":2"):
            hbkit.Trace.parse("edt 1\nhandle h\n")

    def test_limits(self):
        trace = hbkit.reduce(hbkit.Formula.generate("pigeonhole", pigeons=9, holes=8), "3sat-edflat-4").trace
        result = trace.check(timeout=0.05)
        self.assertEqual((result.verdict, result.reason), ("UNKNOWN", "a limit was reached"))


class Reductions(unittest.TestCase):
    def test_both_ways(self):
        seen = set()
        for seed in range(30):
            formula = hbkit.Formula.generate("bisat", seed=seed, variables=8, twos=1, every=True, mixed=True)
            for name in "3bisat-ed", "3sat-edflat-3":
                reduced = hbkit.reduce(formula, name)
                result = reduced.trace.check()
                self.assertEqual(result.verdict == "CONSISTENT", formula.solve() is not None)
                if result.verdict == "CONSISTENT":
                    self.assertTrue(formula.holds(reduced.extract(result)))
                else:
                    with self.assertRaises(hbkit.Error):
                        reduced.extract(result)
                seen.add(result.verdict)
        self.assertEqual(len(seen), 2)

    def test_what_cannot_be(self):
        with self.assertRaises(hbkit.Error):
            hbkit.reduce(hbkit.Formula([[1]]), "nothing")
        with self.assertRaises(hbkit.Error):
            hbkit.reduce(hbkit.Formula([[1, 2, 3]]), "3sat-clique")
        with self.assertRaises(hbkit.Error):
            hbkit.reduce(hbkit.Formula([[1, 2, 3, 4]] * 5), "3bisat-ed")
        self.assertIn("3bisat-ed", hbkit.reductions())

    def test_own(self):
        def flipped(formula):
            return hbkit.Formula([[-literal for literal in clause] for clause in formula], formula.variables)

        def turn(formula, model):
            return [-literal for literal in model]

        good = hbkit.verify(flipped, turn, turn, random=30, name="flip")
        self.assertTrue(good, good.report)

        def careless(formula):
            return hbkit.Formula([clause[:1] or clause for clause in formula], formula.variables)

        bad = hbkit.verify(careless, random=30, name="careless")
        self.assertFalse(bad)
        self.assertTrue(bad.counterexample)

        def broken(formula):
            raise KeyError("this one")

        with self.assertRaisesRegex(hbkit.Error, "KeyError: 'this one'"):
            hbkit.verify(broken, random=5, name="broken")


class Sweeps(unittest.TestCase):
    def test_frame(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no pandas here")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([hbkit.program(), "sweep", "--grid", "variables=5,6", "twos=1", "--reps", "2", "-q", "-o",
                            f"{folder}/d"], check=True, stderr=subprocess.DEVNULL)
            rows = hbkit.frame(f"{folder}/d")
            self.assertEqual(set(rows["p.variables"]), {5, 6})
            self.assertEqual(len(hbkit.frame(f"{folder}/d", "instances")), 4)
            self.assertEqual(set(hbkit.medians(f"{folder}/d", "variables").index), {5, 6})
            with self.assertRaises(hbkit.Error):
                hbkit.frame(folder)
            with self.assertRaises(hbkit.Error):
                hbkit.frame(f"{folder}/d", "sqlite_master")


if __name__ == "__main__":
    unittest.main(verbosity=2)
