"""hbkit in Python: formulas, traces and their consistency, reductions, proofs, figures, sweeps.

    >>> import hbkit
    >>> formula = hbkit.Formula([[1, 2], [-1, 2], [1, -2]])
    >>> reduced = hbkit.reduce(formula)
    >>> result = reduced.trace.check()
    >>> result.verdict
    'CONSISTENT'
    >>> reduced.extract(result)
    [1, 2]
    >>> reduced.trace.certify(result.certificate())
    'CONSISTENT'

It stands on libhbkit.so by ctypes; `verify` and other long work run the program hbkit.
"""
from ._library import Error, lib as _lib
from .formula import Formula, families
from .own import Verification, verify
from .program import program
from .sweep import frame, medians
from .trace import CONSISTENT, INCONSISTENT, UNKNOWN, Figure, Reduced, Result, Step, Trace, reduce, reductions

__version__ = _lib.hb_version().decode()

__all__ = ["CONSISTENT", "INCONSISTENT", "UNKNOWN", "Error", "Figure", "Formula", "Reduced", "Result", "Step", "Trace",
           "Verification", "families", "frame", "medians", "program", "reduce", "reductions", "verify"]
