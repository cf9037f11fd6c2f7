# src/sat/: formulas, DIMACS, solvers behind one interface, refutations.
# One name a line, sorted.

libhbkit_sat_sources = \
	src/sat/bits.c \
	src/sat/bits.h \
	src/sat/bits_private.h \
	src/sat/bits_tseitin.c \
	src/sat/bits_words.c \
	src/sat/cnf.c \
	src/sat/cnf.h \
	src/sat/count.c \
	src/sat/count.h \
	src/sat/derivation.c \
	src/sat/derivation.h \
	src/sat/dimacs.c \
	src/sat/rup.c \
	src/sat/rup.h \
	src/sat/solution.c \
	src/sat/solver.c \
	src/sat/solver.h \
	src/sat/solver_cadical.cpp \
	src/sat/solver_command.c \
	src/sat/solver_ops.h \
	src/sat/solver_picosat.c \
	src/sat/units.c \
	src/sat/units.h
