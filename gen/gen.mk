# gen/: generators, one family a file.  Includes src/ only.  One name a line, sorted.

libhbkit_gen_sources = \
	gen/bisat.c \
	gen/community.c \
	gen/degrees.c \
	gen/degrees.h \
	gen/enumerate.c \
	gen/families.c \
	gen/ksat.c \
	gen/ordering.c \
	gen/parity.c \
	gen/perturb.c \
	gen/pigeonhole.c \
	gen/random_program.c \
	gen/run.c \
	gen/run.h \
	gen/run_tell.c \
	gen/shuffle.c \
	gen/signs.c \
	gen/signs.h \
	gen/small.c \
	gen/traces.c
pkginclude_HEADERS += \
	gen/bisat.h \
	gen/community.h \
	gen/enumerate.h \
	gen/families.h \
	gen/ksat.h \
	gen/ordering.h \
	gen/parity.h \
	gen/pigeonhole.h \
	gen/random_program.h \
	gen/small.h \
	gen/traces.h
