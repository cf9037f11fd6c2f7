"""The program hbkit, for what the library alone does not do."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

from ._library import Error


def program() -> str:
    """The program hbkit: HBKIT, that of a build beside this folder, or the one in PATH."""
    named = os.environ.get("HBKIT")
    beside = Path(__file__).resolve().parents[2] / "build" / "hbkit"
    found = named or (str(beside) if beside.exists() else shutil.which("hbkit"))
    if not found:
        raise Error("the program hbkit is not found; expected it in PATH, or named by HBKIT")
    return found
