# src/poset/: posets, their shapes and files; families of schedules and what they hit.  One name a line, sorted.

libhbkit_poset_sources = \
	src/poset/clocks.c \
	src/poset/clocks.h \
	src/poset/clocks_read.c \
	src/poset/expression.c \
	src/poset/expression.h \
	src/poset/file.c \
	src/poset/file.h \
	src/poset/hitting.c \
	src/poset/hitting.h \
	src/poset/hitting_forest.c \
	src/poset/hitting_forest.h \
	src/poset/minimal.c \
	src/poset/minimal.h \
	src/poset/minimal_cycles.c \
	src/poset/minimal_orders.c \
	src/poset/of_trace.c \
	src/poset/poset.c \
	src/poset/poset.h \
	src/poset/schedules.c \
	src/poset/schedules.h \
	src/poset/series.c \
	src/poset/series.h \
	src/poset/shape.c \
	src/poset/shape.h \
	src/poset/sources.h \
	src/poset/triangles.c \
	src/poset/tuples.c
