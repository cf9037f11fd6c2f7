"""Traces: read, generated, made of formulas, decided, proved, drawn."""
from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Any

from ._library import (CertificateOptions, CheckOptions, Diag, Error, NONE, filled, lib, limits, parsed, take_text,
                       written)
from .formula import Formula
from .program import program

CONSISTENT, INCONSISTENT, UNKNOWN = "CONSISTENT", "INCONSISTENT", "UNKNOWN"


class Figure(str):
    """A figure as SVG text, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


@dataclass(frozen=True)
class Step:
    """A step of a cycle: the events FROM_ and TO, why one is before the other, and the messages whose order is assumed."""

    from_: str
    to: str
    relation: str
    assumes: tuple[str, str] | None


class Trace:
    """A partial trace of an event-driven program."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Trace":
        """The trace at PATH: .edt or JSON, compressed or not."""
        with Diag() as diag:
            handle = lib.hb_trace_read(os.fsencode(path), 0, diag.handle)
        return cls(handle)

    @classmethod
    def parse(cls, text: str) -> "Trace":
        """The trace that an .edt text is."""
        return parsed(cls.read, text, ".edt")

    @classmethod
    def generate(cls, seed: int = 0, **shape: Any) -> "Trace":
        """A trace of a random run, consistent but for the damage asked for; SHAPE as in struct hb_run_shape."""
        given = filled(lib.hb_run_defaults(), shape, "random runs")
        rng = lib.hb_rng_seeded(seed)
        with Diag() as diag:
            builder = lib.hb_builder_to_trace(diag.handle)
            good = lib.hb_run_random(ctypes.byref(given), ctypes.byref(rng), builder, diag.handle)
            handle = lib.hb_builder_finish(builder)
            if handle and not good:
                lib.hb_trace_free(handle)
                raise Error("\n".join(diag.errors()) or "no such run")
        return cls(handle)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.hb_trace_free(self._handle)
            self._handle = None

    @property
    def events(self) -> int:
        return lib.hb_trace_events(self._handle)

    @property
    def messages(self) -> list[str]:
        return [lib.hb_message_name(self._handle, m).decode() for m in range(lib.hb_trace_messages(self._handle))]

    @property
    def handlers(self) -> list[str]:
        return [lib.hb_handler_name(self._handle, h).decode() for h in range(lib.hb_trace_handlers(self._handle))]

    def event(self, number: int) -> str:
        """Event NUMBER as files address it."""
        return take_text(lib.hb_event_address(self._handle, number))

    def edt(self) -> str:
        return written(lambda output: lib.hb_edt_write(output, self._handle, None))

    def __repr__(self) -> str:
        return f"<Trace: {self.events} events, {len(self.messages)} messages, {len(self.handlers)} handlers>"

    def check(self, engine: str | None = None, solver: str | None = None, seed: int = 0,
              timeout: float | None = None, memory: int | None = None) -> "Result":
        """Is there an order of messages that explains it?  Decided by ENGINE (default: the one that suits)."""
        handle = lib.hb_engine_find(engine.encode()) if engine else None
        if engine and not handle:
            raise Error(f"no engine '{engine}'")
        limit = limits(timeout, memory)
        options = CheckOptions(solver=solver.encode() if solver else None, seed=seed,
                               limits=ctypes.pointer(limit))
        return Result(self, lib.hb_decide(handle, self._handle, ctypes.byref(options)))

    def certify(self, certificate: str) -> str:
        """The verdict that CERTIFICATE proves of this trace, checked with no code of the engines; an Error if none."""
        data = certificate.encode()
        with Diag() as diag:
            source = lib.hb_input_of_bytes(b"certificate", data, len(data), diag.handle)
            found = lib.hb_certify(self._handle, source, diag.handle)
            lib.hb_input_close(source)
        return {10: CONSISTENT, 20: INCONSISTENT}.get(found.verdict, UNKNOWN)

    def explained_by(self, witness: "Trace") -> bool:
        """Does WITNESS extend this trace to a run that the semantics allow?"""
        trouble = lib.hb_diag_new()
        orders = lib.hb_witness_extending(self._handle, witness._handle, trouble)
        good = orders and lib.hb_replay(self._handle, orders, None, trouble)
        lib.hb_diag_free(trouble)
        lib.hb_witness_free(orders)
        return bool(good)

    def draw(self, width: float = 17.8, mono: bool = False, result: "Result | None" = None,
             options: tuple[str, ...] = ()) -> Figure:
        """The figure that `hbkit draw` makes, with more OPTIONS of it; with an inconsistent RESULT, of its first cycle."""
        with tempfile.TemporaryDirectory(prefix="hbkit-draw-") as folder:
            figure = os.path.join(folder, "t.svg")
            command = [program(), "draw", os.path.join(folder, "t.edt"), "-o", figure, "--width", str(width), *options]
            command += ["--preset", "mono"] * mono
            with open(command[2], "w", encoding="utf-8") as file:
                file.write(self.edt())
            if result is not None and result.verdict == INCONSISTENT:
                command += ["--cycle", os.path.join(folder, "c.json")]
                cycle = lib.hb_result_cycle(result._handle, 0)
                with open(command[-1], "w", encoding="utf-8") as file:
                    file.write(written(lambda output: lib.hb_cycle_write(output, self._handle, cycle)))
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Error(done.stderr.strip())
            with open(figure, encoding="utf-8") as file:
                return Figure(file.read())

    def _repr_svg_(self) -> str | None:
        return self.draw() if self.events <= 300 else None


class Result:
    """What an engine found out about a trace."""

    def __init__(self, trace: Trace, handle: int) -> None:
        self.trace, self._handle = trace, handle

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.hb_result_free(self._handle)
            self._handle = 0

    @property
    def verdict(self) -> str:
        return {10: CONSISTENT, 20: INCONSISTENT}.get(lib.hb_result_verdict(self._handle), UNKNOWN)

    @property
    def reason(self) -> str | None:
        """Why the verdict is unknown."""
        reason = lib.hb_result_reason(self._handle)
        return reason.decode() if reason else None

    def __repr__(self) -> str:
        return f"<Result: {self.verdict}>"

    @property
    def witness(self) -> Trace | None:
        """The whole trace with the orders that explain it."""
        orders = lib.hb_result_witness(self._handle)
        if not orders:
            return None
        return Trace.parse(written(lambda output: lib.hb_edt_write(output, self.trace._handle, orders)))

    @property
    def cycles(self) -> list[list[Step]]:
        """The cycles of happens-before whose assumptions cannot all be avoided."""
        cycles = []
        for i in range(lib.hb_result_cycles(self._handle)):
            cycle = lib.hb_result_cycle(self._handle, i)
            cycles.append([self._step(lib.hb_cycle_step(cycle, s)) for s in range(lib.hb_cycle_steps(cycle))])
        return cycles

    def _step(self, step: Any) -> Step:
        def end(number: int) -> str:
            events = self.trace.events
            if number < events:
                return self.trace.event(number)
            full = {lib.hb_trace_message_of(self.trace._handle, e) for e in range(events)}
            empty = [m for m in range(len(self.trace.messages)) if m not in full]
            return self.trace.messages[empty[number - events]]

        names = self.trace.messages
        assumes = None if step.before == NONE else (names[step.before], names[step.after])
        return Step(end(step.from_), end(step.to), lib.hb_relation_name(step.relation).decode(), assumes)

    def certificate(self, minimal: bool = False, timeout: float | None = None) -> str:
        """A proof of the verdict, for `Trace.certify` and `hbkit certify`."""
        limit = limits(timeout, None)
        options = CertificateOptions(minimal, ctypes.pointer(limit))
        with Diag() as diag:
            made = lib.hb_certificate_new(self.trace._handle, self._handle, ctypes.byref(options), diag.handle)
        text = ctypes.string_at(made.text, made.size).decode() if made.text else None
        lib.hb_certificate_free(ctypes.byref(made))
        if text is None:
            raise Error("this result has no proof" + (": " + self.reason if self.reason else ""))
        return text

    def draw(self, **options: Any) -> Figure:
        """The trace in the order found, or the first cycle."""
        return self.trace.draw(result=self, **options)

    def _repr_svg_(self) -> str:
        return self.draw()


class Reduced:
    """A trace made of a formula, which keeps its way back."""

    def __init__(self, formula: Formula, name: str = "3bisat-ed") -> None:
        self.formula, self.name = formula, name
        with Diag() as diag:
            self._reduction = lib.hb_reduction_named(name.encode(), diag.handle)
            if self._reduction and self._problems() != (b"sat", b"ed-consistency"):
                wrong = " to ".join(part.decode() for part in self._problems())
                raise Error(f"'{name}' leads from {wrong}; expected one from formulas to traces")
            good = self._reduction and lib.hb_reduction_accepts(self._reduction, formula._handle, diag.handle)
            handle = lib.hb_reduce(self._reduction, formula._handle, None, None, diag.handle) if good else None
        if not handle:
            raise Error(f"'{name}' cannot reduce this formula")
        self.trace = Trace(handle)

    def _problems(self) -> tuple[bytes, bytes]:
        record = self._reduction.contents
        source = record.from_.contents.name
        return (b"sat" if source in (b"sat", b"3bisat", b"3sat", b"3-bi-3sat") else source, record.to.contents.name)

    def __del__(self) -> None:
        if getattr(self, "_reduction", None):
            lib.hb_reduction_release(self._reduction)
            self._reduction = None

    def __repr__(self) -> str:
        return f"<Reduced by {self.name}: {self.formula!r} to {self.trace!r}>"

    def extract(self, result: Result) -> list[int]:
        """The model of the formula that the order found for the trace is."""
        record = self._reduction.contents
        orders = lib.hb_result_witness(result._handle)
        if not orders:
            raise Error("only a consistent trace has a model")
        with Diag() as diag:
            model = record.extract(ctypes.addressof(record), self.formula._handle, self.trace._handle, orders,
                                   diag.handle)
        values = (ctypes.c_byte * (self.formula.variables + 1)).from_address(model)
        literals = [v if values[v] > 0 else -v for v in range(1, self.formula.variables + 1)]
        lib.hb_free(model)
        return literals


def reduce(formula: Formula, name: str = "3bisat-ed") -> Reduced:
    """The trace that reduction NAME makes of FORMULA; several names with commas between are a chain."""
    return Reduced(formula, name)


def reductions() -> list[str]:
    """The names of all reductions of hbkit."""
    names: list[str] = []
    while record := lib.hb_reduction_at(len(names)):
        names.append(record.contents.name.decode())
    return names
