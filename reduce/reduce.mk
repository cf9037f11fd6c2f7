# reduce/: reductions, one a file.  Includes src/ only.  One name a line, sorted.

libhbkit_reduce_sources = \
	reduce/sat_3bisat.c \
	reduce/simplify.c \
	reduce/simplify.h \
	reduce/table.c \
	reduce/tovey.h \
	reduce/tovey_map.c

pkginclude_HEADERS += \
	reduce/reduction.h
