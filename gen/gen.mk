# gen/: generators, one family a file.  Includes src/ only.  One name a line, sorted.

libhbkit_gen_sources = \
	gen/bisat.c \
	gen/degrees.c \
	gen/degrees.h \
	gen/enumerate.c \
	gen/families.c \
	gen/ksat.c \
	gen/perturb.c \
	gen/pigeonhole.c \
	gen/random_program.c \
	gen/run.c \
	gen/run.h \
	gen/run_tell.c \
	gen/shuffle.c \
	gen/small.c \
	gen/traces.c
pkginclude_HEADERS += \
	gen/bisat.h \
	gen/enumerate.h \
	gen/families.h \
	gen/ksat.h \
	gen/pigeonhole.h \
	gen/random_program.h \
	gen/small.h \
	gen/traces.h
