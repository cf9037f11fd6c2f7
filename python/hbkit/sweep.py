"""Databases of `hbkit sweep` as pandas frames."""
from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._library import Error

if TYPE_CHECKING:
    import pandas

_APPLICATION, _VERSION = 0x68626B74, 4


def _open(path: str | os.PathLike[str]) -> sqlite3.Connection:
    file = Path(path)
    file = file / "sweep.db" if file.is_dir() else file
    if not file.exists():
        raise Error(f"{file}: no such database; expected the folder of a sweep, or its sweep.db")
    connection = sqlite3.connect(f"file:{file.resolve().as_posix().replace('%', '%25').replace('?', '%3f')}?mode=ro",
                                 uri=True)
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != _APPLICATION or version > _VERSION:
        raise Error(f"{file}: is no database of this hbkit")
    return connection


def frame(path: str | os.PathLike[str], table: str = "results") -> "pandas.DataFrame":
    """The rows of TABLE (results, runs, instances, timings, machines, specs) of the sweep at PATH; parameters of the
    instances are columns of their own, named `p.NAME`.  doc/sweep.md explains the columns."""
    import pandas

    if table not in ("results", "runs", "instances", "timings", "machines", "specs"):
        raise Error(f"no table '{table}'")
    connection = _open(path)
    try:
        rows = pandas.read_sql_query(f"SELECT * FROM {table}", connection)
    finally:
        connection.close()
    if "params" in rows:
        params: Any = pandas.DataFrame([json.loads(text) for text in rows["params"]], index=rows.index)
        rows = rows.join(params.add_prefix("p."))
    return rows


def medians(path: str | os.PathLike[str], by: str, value: str = "decide_cpu", tool: str | None = None) -> Any:
    """The median of VALUE over the solved runs at each value of parameter BY, for each tool (or TOOL alone)."""
    rows = frame(path)
    rows = rows[(rows["outcome"] == "solved") & rows[value].notna()]
    if tool:
        rows = rows[rows["tool"] == tool]
    return rows.groupby(["tool", f"p.{by}"])[value].median().unstack("tool")
