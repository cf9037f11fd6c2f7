# src/problem/: problems and reductions as values.  One name a line, sorted.

libhbkit_problem_sources = \
	src/problem/bisat.c \
	src/problem/problem.c \
	src/problem/problem.h \
	src/problem/reduction.c \
	src/problem/reduction.h \
	src/problem/sat.c \
	src/problem/sat.h \
	src/problem/sat_deciders.c
