"""libhbkit.so by ctypes: where it lies, what its functions take, and the structs that cross the border.

The structs mirror include/hbkit/*.h; tests/python/layout.c prints what the compiler makes of those, and
the tests compare.  Nothing here needs a compiler.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import tempfile
from pathlib import Path
from ctypes import (POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint, c_uint32,
                    c_uint64, c_void_p)
from typing import Any, Callable, TypeVar

NONE = 0xFFFFFFFF


T = TypeVar("T")
S = TypeVar("S", bound=Structure)


class Error(Exception):
    """What the library found wrong, with file, line and column where there are any."""


class Place(Structure):
    _fields_ = [("file", c_char_p), ("line", c_size_t), ("column", c_size_t), ("text", c_char_p),
                ("length", c_size_t)]


class Limits(Structure):
    _fields_ = [("deadline", c_double), ("memory", c_uint64), ("stop", c_int), ("countdown", c_uint)]


class Rng(Structure):
    _fields_ = [("state", c_uint64 * 4)]


class CheckOptions(Structure):
    _fields_ = [("solver", c_char_p), ("seed", c_uint64), ("limits", POINTER(Limits)), ("verbose", c_bool),
                ("hint", c_void_p)]


class CertificateOptions(Structure):
    _fields_ = [("minimal", c_bool), ("limits", POINTER(Limits))]


class Certificate(Structure):
    _fields_ = [("text", c_void_p), ("size", c_size_t), ("cycles", c_size_t), ("clauses", c_size_t),
                ("open", c_bool)]


class Certified(Structure):
    _fields_ = [("verdict", c_int), ("is_certificate", c_bool), ("steps", c_size_t), ("cycles", c_size_t),
                ("clauses", c_size_t)]


class Step(Structure):
    _fields_ = [("from_", c_uint32), ("to", c_uint32), ("relation", c_int), ("before", c_uint32),
                ("after", c_uint32)]


class FamilyOptions(Structure):
    _fields_ = [("variables", c_int), ("clauses", c_size_t), ("ratio", c_double), ("twos", c_double),
                ("width", c_size_t), ("pigeons", c_int), ("holes", c_int), ("vertices", c_int),
                ("elements", c_int), ("satisfiable", c_bool), ("communities", c_int), ("inside", c_double),
                ("planted", c_bool), ("hidden", c_bool), ("every", c_bool), ("mixed", c_bool), ("graph", c_void_p),
                ("degree", c_int), ("colours", c_int), ("clique", c_int), ("height", c_int)]


class RunShape(Structure):
    _fields_ = [("handlers", c_uint32), ("messages", c_uint32), ("externals", c_uint32), ("events", c_uint32),
                ("variables", c_uint32), ("posts", c_double), ("reads", c_double), ("writes", c_double),
                ("nested", c_bool), ("depth", c_uint32), ("pattern", c_int), ("mailbox", c_int),
                ("orders", c_bool), ("stale", c_double), ("wrong_reads", c_uint32), ("wrong_writes", c_uint32),
                ("wrong_posts", c_uint32)]


# The first fields of struct hb_problem and all of struct hb_reduction.
class Problem(Structure):
    _fields_ = [("name", c_char_p), ("title", c_char_p), ("summary", c_char_p)]


LIFT = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)


class Reduction(Structure):
    _fields_ = [("name", c_char_p), ("from_", POINTER(Problem)), ("to", POINTER(Problem)), ("to_note", c_char_p),
                ("reference", c_char_p), ("handlers", c_char_p), ("size_text", c_char_p), ("ablations", c_void_p),
                ("faithful", c_bool), ("own", c_void_p), ("accepts", c_void_p), ("sizes", c_void_p),
                ("reduce", c_void_p), ("variant", c_void_p), ("lift", LIFT), ("extract", LIFT), ("draw", c_void_p)]


MIRRORED = {"hb_place": Place, "hb_limits": Limits, "hb_rng": Rng, "hb_check_options": CheckOptions,
            "hb_certificate_options": CertificateOptions, "hb_certificate": Certificate,
            "hb_certified": Certified, "hb_step": Step, "hb_family_options": FamilyOptions,
            "hb_run_shape": RunShape, "hb_reduction": Reduction}

_P, _S, _I, _Z, _B = c_void_p, c_char_p, c_int, c_size_t, c_bool
_ID = c_uint32

# name: (result, arguments)
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "hb_version": (_S, []), "hb_free": (None, [_P]),
    "hb_diag_new": (_P, []), "hb_diag_free": (None, [_P]), "hb_diag_errors": (_Z, [_P]),
    "hb_diag_kept": (_Z, [_P]),
    "hb_diag_entry": (_S, [_P, _Z, POINTER(_B), POINTER(Place)]),
    "hb_limits_new": (Limits, [c_double, c_uint64]),
    "hb_rng_seeded": (Rng, [c_uint64]), "hb_rng_stream": (Rng, [c_uint64, c_uint64]),
    "hb_input_of_bytes": (_P, [_S, _S, _Z, _P]), "hb_input_close": (None, [_P]),
    "hb_output_to_memory": (_P, []), "hb_output_text": (_P, [_P, POINTER(_Z)]), "hb_output_discard": (None, [_P]),
    "hb_cnf_new": (_P, [_I]), "hb_cnf_free": (None, [_P]), "hb_cnf_add": (None, [_P, _I]),
    "hb_cnf_variables": (_I, [_P]), "hb_cnf_clauses": (_Z, [_P]),
    "hb_cnf_clause": (POINTER(_I), [_P, _Z, POINTER(_Z)]),
    "hb_cnf_falsified": (_Z, [_P, _P]), "hb_model_new": (_P, [_P]),
    "hb_dimacs_read": (_P, [_S, _P]), "hb_dimacs_write": (None, [_P, _P, _S]),
    "hb_solve_cnf": (_I, [_P, _S, c_uint64, POINTER(Limits), _P, _P]),
    "hb_family_defaults": (FamilyOptions, []), "hb_family_find": (_P, [_S]), "hb_family_at": (_P, [_Z]),
    "hb_family_name": (_S, [_P]),
    "hb_family_formula": (_P, [_P, POINTER(FamilyOptions), POINTER(Rng), _P, _P]),
    "hb_run_defaults": (RunShape, []), "hb_run_random": (_B, [POINTER(RunShape), POINTER(Rng), _P, _P]),
    "hb_builder_to_trace": (_P, [_P]), "hb_builder_finish": (_P, [_P]),
    "hb_trace_read": (_P, [_S, _I, _P]), "hb_trace_free": (None, [_P]),
    "hb_trace_events": (_ID, [_P]), "hb_trace_messages": (_ID, [_P]), "hb_trace_handlers": (_ID, [_P]),
    "hb_trace_variables": (_ID, [_P]), "hb_handler_name": (_S, [_P, _ID]), "hb_message_name": (_S, [_P, _ID]),
    "hb_trace_message_of": (_ID, [_P, _ID]),
    "hb_variable_name": (_S, [_P, _ID]), "hb_event_address": (_P, [_P, _ID]), "hb_event_text": (_P, [_P, _ID]),
    "hb_edt_write": (None, [_P, _P, _P]),
    "hb_witness_extending": (_P, [_P, _P, _P]), "hb_witness_free": (None, [_P]),
    "hb_replay": (_B, [_P, _P, _P, _P]),
    "hb_engine_find": (_P, [_S]), "hb_decide": (_P, [_P, _P, POINTER(CheckOptions)]),
    "hb_result_free": (None, [_P]), "hb_result_verdict": (_I, [_P]), "hb_result_witness": (_P, [_P]),
    "hb_result_cycles": (_Z, [_P]), "hb_result_cycle": (_P, [_P, _Z]), "hb_result_reason": (_S, [_P]),
    "hb_cycle_steps": (_Z, [_P]), "hb_cycle_step": (Step, [_P, _Z]), "hb_relation_name": (_S, [_I]),
    "hb_certificate_new": (Certificate, [_P, _P, POINTER(CertificateOptions), _P]),
    "hb_certificate_free": (None, [POINTER(Certificate)]), "hb_certify": (Certified, [_P, _P, _P]),
    "hb_reduction_named": (POINTER(Reduction), [_S, _P]), "hb_reduction_at": (POINTER(Reduction), [_Z]),
    "hb_reduction_accepts": (_B, [POINTER(Reduction), _P, _P]),
    "hb_reduce": (_P, [POINTER(Reduction), _P, _P, _P, _P]),
    "hb_reduction_release": (None, [POINTER(Reduction)]),
    "hb_cycle_write": (None, [_P, _P, _P]),
}


def _candidates() -> list[str]:
    named = os.environ.get("HBKIT_LIBRARY")
    if named:
        return [named]
    beside = Path(__file__).resolve().parents[2] / "build" / ".libs" / "libhbkit.so"
    found = ctypes.util.find_library("hbkit")
    return [str(beside)] * beside.exists() + ["libhbkit.so.0"] + ([found] if found else [])


def load() -> ctypes.CDLL:
    """The library that HBKIT_LIBRARY names, that of a build beside this folder, or the system's."""
    tried = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            tried.append(str(error))
            continue
        for function, (result, arguments) in _FUNCTIONS.items():
            handle = getattr(library, function)
            handle.restype, handle.argtypes = result, arguments
        return library
    raise Error("libhbkit.so is not found; expected it installed, built in build/ beside python/ (without "
                "--disable-shared), or named by HBKIT_LIBRARY: " + "; ".join(tried))


lib = load()


class Diag:
    """Errors of one call: `with Diag() as diag`; those that came are raised at the end."""

    def __enter__(self) -> "Diag":
        self.handle = lib.hb_diag_new()
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        errors = self.errors()
        lib.hb_diag_free(self.handle)
        if errors and kind is None:
            raise Error("\n".join(errors))

    def errors(self) -> list[str]:
        """The errors so far, each with its place."""
        texts = []
        for i in range(lib.hb_diag_kept(self.handle)):
            is_error, place = c_bool(), Place()
            text = lib.hb_diag_entry(self.handle, i, ctypes.byref(is_error), ctypes.byref(place))
            if not is_error.value:
                continue
            at = ":".join([(place.file or b"").decode(errors="replace")]
                          + [str(n) for n in (place.line, place.column) if n])
            texts.append((at + ": " if at.strip(":") else "") + text.decode(errors="replace"))
        return texts


def take_text(pointer: int) -> str:
    """The text at POINTER, which is given back."""
    text = ctypes.string_at(pointer).decode(errors="replace")
    lib.hb_free(pointer)
    return text


def written(write: Any) -> str:
    """What WRITE (a function of an output) writes."""
    output = lib.hb_output_to_memory()
    write(output)
    return take_text(lib.hb_output_text(output, None))


def parsed(read: Callable[[str], T], text: str, suffix: str) -> T:
    """What READ makes of a file with that text."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as file:
        file.write(text)
        file.flush()
        return read(file.name)


def filled(given: S, values: dict[str, Any], what: str) -> S:
    """GIVEN, a struct of defaults, with VALUES; WHAT has these options."""
    for name, value in values.items():
        if not hasattr(given, name):
            raise Error(f"no option '{name}' of {what}")
        setattr(given, name, value)
    return given


def limits(seconds: float | None, memory: int | None) -> Limits:
    return lib.hb_limits_new(seconds or 0, memory or 0)
