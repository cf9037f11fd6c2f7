# src/problem/: problems and reductions as values.  One name a line, sorted.

libhbkit_problem_sources = \
	src/problem/bisat.c \
	src/problem/chain.c \
	src/problem/chain.h \
	src/problem/ed.c \
	src/problem/ed.h \
	src/problem/ed_deciders.c \
	src/problem/hitting.c \
	src/problem/hitting.h \
	src/problem/hitting_deciders.c \
	src/problem/hitting_many.c \
	src/problem/problem.c \
	src/problem/problem.h \
	src/problem/problems.c \
	src/problem/reduction.c \
	src/problem/reduction.h \
	src/problem/sat.c \
	src/problem/sat.h \
	src/problem/sat_deciders.c \
	src/problem/sat_model.c \
	src/problem/sc.c \
	src/problem/sc.h \
	src/problem/sc_cycles.c \
	src/problem/sc_cycles.h \
	src/problem/sc_deciders.c \
	src/problem/sc_order.c \
	src/problem/sc_search.c \
	src/problem/trace_instance.c \
	src/problem/trace_instance.h
