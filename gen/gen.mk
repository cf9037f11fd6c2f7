# gen/: generators, one family a file.  Includes src/ only.  One name a line, sorted.

libhbkit_gen_sources =
pkginclude_HEADERS +=
