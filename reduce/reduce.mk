# reduce/: reductions, one a file.  Includes src/ only.  One name a line, sorted.

libhbkit_reduce_sources =

pkginclude_HEADERS += \
	reduce/reduction.h
