"""Reductions of one's own, as Python functions, verified by `hbkit verify`.

The program asks a small relay process, which passes each question through a socket to the functions here: they
may be closures, methods, cells of a notebook.  doc/own.md tells what is verified and how.
"""
from __future__ import annotations

import json
import os
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

from ._library import Error
from .program import program
from .formula import Formula

Model = list[int]
_RELAY = Path(__file__).with_name("_relay.py")


@dataclass
class Verification:
    """What `hbkit verify` found."""

    holds: bool
    report: dict[str, Any]
    counterexample: dict[str, str] = field(default_factory=dict)  # the files that it kept

    def __bool__(self) -> bool:
        return self.holds


def _model_text(model: Model) -> str:
    return "s SATISFIABLE\nv " + " ".join(map(str, [*model, 0])) + "\n"


def _model_of(text: str) -> Model:
    return [int(word) for line in text.splitlines() if line.startswith("v")
            for word in line.split()[1:] if word != "0"]


class _Answers:
    """Answers the questions of `hbkit verify` by Python functions; formulas and models are values, other files texts."""

    def __init__(self, source: str, target: str, functions: dict[str, Callable[..., Any] | None]) -> None:
        self.of_role = {"source": source, "target": target}
        self.functions = functions

    def value(self, verb: str, role: str, text: str) -> Any:
        if role == "solution":
            problem = self.of_role["target" if verb == "extract" else "source"]
            return _model_of(text) if problem == "sat" else text
        return Formula.parse(text) if self.of_role.get(role) == "sat" else text

    def text(self, role: str, value: Any) -> str:
        text = value.dimacs() if isinstance(value, Formula) else _model_text(value) if isinstance(value, list) \
            else str(value)
        return text if not text or text.endswith("\n") else text + "\n"

    def answer(self, verb: str, files: dict[str, str]) -> tuple[str, str]:
        role = {"reduce": "target", "lift": "lifted", "extract": "extracted"}[verb]
        function = self.functions[verb]
        assert function
        names = {"reduce": ["source"], "lift": ["source", "solution"], "extract": ["source", "solution"]}[verb]
        return role, self.text(role, function(*[self.value(verb, name, files[name]) for name in names]))


def _serve(connection: socket.socket, answers: _Answers) -> None:
    with connection, connection.makefile("rw", encoding="utf-8", newline="\n") as stream:
        while request := stream.readline().split():
            files: dict[str, str] = {}
            while (line := stream.readline().split()) and line != ["end"]:
                files[line[0]] = "".join(stream.readline() for _ in range(int(line[1])))
            try:
                role, text = answers.answer(request[0], files)
                lines = text.count("\n")
                stream.write(f"{role} {lines}\n{text}end\n")
            except Exception as error:  # the user's own function: hbkit is told what it said
                said = f"{type(error).__name__}: {error}".replace("\n", " ")
                stream.write(f"error {said}\n")
            stream.flush()


def _listen(listener: socket.socket, answers: _Answers) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_serve, args=(connection, answers), daemon=True).start()


def verify(reduce: Callable[..., Any], lift: Callable[..., Any] | None = None,
           extract: Callable[..., Any] | None = None, *, source: str = "sat", target: str = "sat",
           name: str = "own", random: int = 200, exhaustive: bool = False, seed: int = 0,
           timeout: float | None = None, options: tuple[str, ...] = ()) -> Verification:
    """Is REDUCE, from instances of SOURCE to instances of TARGET, right?

    REDUCE takes an instance and gives one; LIFT takes an instance and a solution of it, EXTRACT an instance and a
    solution of its target.  Formulas are `Formula`, models lists of literals, instances of other problems texts.
    """
    functions = {"reduce": reduce, "lift": lift, "extract": extract}
    with tempfile.TemporaryDirectory(prefix="hbkit-own-") as folder:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(folder, "socket"))
        listener.listen()
        threading.Thread(target=_listen, args=(listener, _Answers(source, target, functions)), daemon=True).start()
        serve = shlex.join([sys.executable, str(_RELAY), os.path.join(folder, "socket")])
        lines = ["reduction 1", f"name {name}", f"from {source}", f"to {target}", f"serve {serve}"]
        lines += [f"{verb} serve" for verb, function in functions.items() if function]
        path = os.path.join(folder, f"{name}.reduction")
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [program(), "verify", path, "--json", "-q", "--seed", str(seed), *options]
        command += ["--exhaustive"] if exhaustive else ["--random", str(random)]
        command += ["--timeout", str(timeout)] if timeout else []
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        finally:
            listener.close()
        kept = {str(file.relative_to(folder)): file.read_text(errors="replace")
                for file in sorted(Path(folder).glob("counterexample*/**/*")) if file.is_file()}
    if done.returncode not in (0, 1, 3) or not done.stdout.strip():
        raise Error(done.stderr.strip() or f"hbkit verify ended with exit status {done.returncode}")
    return Verification(done.returncode == 0, json.loads(done.stdout), kept)
