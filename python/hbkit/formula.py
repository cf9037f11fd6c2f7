"""Formulas: read, generated, solved."""
from __future__ import annotations

import ctypes
import os
from typing import Any, Iterable, Iterator

from ._library import Diag, Error, filled, lib, limits, parsed, written


class Formula:
    """A CNF formula; clauses are lists of DIMACS literals."""

    def __init__(self, clauses: Iterable[Iterable[int]] = (), variables: int = 0) -> None:
        self._handle: int | None = lib.hb_cnf_new(variables)
        for clause in clauses:
            for literal in clause:
                if not literal:
                    raise Error("a literal is not 0")
                lib.hb_cnf_add(self._handle, literal)
            lib.hb_cnf_add(self._handle, 0)

    @classmethod
    def _of(cls, handle: int | None) -> "Formula":
        formula = cls.__new__(cls)
        formula._handle = handle
        return formula

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Formula":
        """The DIMACS file at PATH, compressed or not."""
        with Diag() as diag:
            formula = cls._of(lib.hb_dimacs_read(os.fsencode(path), diag.handle))
        return formula

    @classmethod
    def parse(cls, text: str) -> "Formula":
        """The formula that a DIMACS text is."""
        return parsed(cls.read, text, ".cnf")

    @classmethod
    def generate(cls, family: str = "bisat", seed: int = 0, **options: Any) -> "Formula":
        """A formula of FAMILY as `hbkit gen cnf --family` makes it; OPTIONS are those of struct hb_family_options."""
        handle = lib.hb_family_find(family.encode())
        if not handle:
            raise Error(f"no family '{family}'; expected one of {', '.join(families())}")
        given = filled(lib.hb_family_defaults(), options, "families")
        rng = lib.hb_rng_seeded(seed)
        with Diag() as diag:
            formula = cls._of(lib.hb_family_formula(handle, ctypes.byref(given), ctypes.byref(rng), None,
                                                    diag.handle))
        return formula

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.hb_cnf_free(self._handle)
            self._handle = None

    @property
    def variables(self) -> int:
        return lib.hb_cnf_variables(self._handle)

    def __len__(self) -> int:
        return lib.hb_cnf_clauses(self._handle)

    def __iter__(self) -> Iterator[list[int]]:
        for j in range(len(self)):
            size = ctypes.c_size_t()
            literals = lib.hb_cnf_clause(self._handle, j, ctypes.byref(size))
            yield literals[:size.value]

    @property
    def clauses(self) -> list[list[int]]:
        return list(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and self.variables == other.variables and self.clauses == other.clauses

    def __hash__(self) -> int:
        return hash((self.variables, tuple(tuple(clause) for clause in self)))

    def __repr__(self) -> str:
        return f"<Formula: {self.variables} variables, {len(self)} clauses>"

    def dimacs(self) -> str:
        return written(lambda output: lib.hb_dimacs_write(output, self._handle, None))

    def holds(self, model: Iterable[int]) -> bool:
        """Does MODEL, a list of literals, make every clause true?"""
        true = set(model)
        return all(any(literal in true for literal in clause) for clause in self)

    def solve(self, solver: str = "cadical", seed: int = 0, timeout: float | None = None,
              memory: int | None = None) -> list[int] | None:
        """A model as a list of literals, or None if there is none; TimeoutError if a limit was reached."""
        values = (ctypes.c_byte * (self.variables + 1))()
        limit = limits(timeout, memory)
        with Diag() as diag:
            answer = lib.hb_solve_cnf(self._handle, solver.encode(), seed, ctypes.byref(limit), values, diag.handle)
        if answer == 20:
            return None
        if answer != 10:
            raise TimeoutError("no answer before a limit was reached")
        return [v if values[v] > 0 else -v for v in range(1, self.variables + 1)]


def families() -> list[str]:
    """The names that `Formula.generate` takes."""
    names: list[str] = []
    while handle := lib.hb_family_at(len(names)):
        names.append(lib.hb_family_name(handle).decode())
    return names
