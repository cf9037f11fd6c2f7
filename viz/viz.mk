# viz/: figures.  Includes src/ only.  One name a line, sorted.

libhbkit_viz_sources =
pkginclude_HEADERS +=
