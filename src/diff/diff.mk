# src/diff/: semantic diffing: programs of threads, what they depend on, how two of them differ.
# One name a line, sorted.

libhbkit_diff_sources = \
	src/diff/compare.c \
	src/diff/compare.h \
	src/diff/compare_search.c \
	src/diff/compare_search.h \
	src/diff/difference.c \
	src/diff/difference.h \
	src/diff/encode.c \
	src/diff/encode.h \
	src/diff/encode_bits.c \
	src/diff/encode_order.c \
	src/diff/encode_private.h \
	src/diff/encode_run.c \
	src/diff/encode_thread.c \
	src/diff/engine.c \
	src/diff/engine.h \
	src/diff/facts.c \
	src/diff/facts.h \
	src/diff/facts_scope.c \
	src/diff/family.c \
	src/diff/family.h \
	src/diff/graph.c \
	src/diff/graph.h \
	src/diff/instrument.c \
	src/diff/instrument.h \
	src/diff/lower.c \
	src/diff/lower.h \
	src/diff/lower_call.c \
	src/diff/lower_exp.c \
	src/diff/lower_node.c \
	src/diff/lower_place.c \
	src/diff/lower_stmt.c \
	src/diff/lower_words.c \
	src/diff/machine.c \
	src/diff/machine.h \
	src/diff/match.c \
	src/diff/match.h \
	src/diff/normal.c \
	src/diff/random.c \
	src/diff/random.h \
	src/diff/replay.c \
	src/diff/replay.h \
	src/diff/schedule.c \
	src/diff/schedule.h \
	src/diff/search.c \
	src/diff/search.h \
	src/diff/truth.c \
	src/diff/truth.h \
	src/diff/value.c
