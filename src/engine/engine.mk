# src/engine/: deciding consistency.
# One name a line, sorted.

libhbkit_engine_sources = \
	src/engine/axioms.c \
	src/engine/axioms.h \
	src/engine/cds/bag.c \
	src/engine/cds/build.c \
	src/engine/cds/cds.h \
	src/engine/cds/check.c \
	src/engine/cds/choose.c \
	src/engine/cds/circle.c \
	src/engine/cds/clauses.c \
	src/engine/cds/decide.c \
	src/engine/cds/due.c \
	src/engine/cds/late.c \
	src/engine/cds/pairs.c \
	src/engine/cds/renumber.c \
	src/engine/cds/run.c \
	src/engine/cds/saturate.c \
	src/engine/cds/solver.c \
	src/engine/cds/undo.c \
	src/engine/cds/wait.c \
	src/engine/config.c \
	src/engine/config.h \
	src/engine/config_rules.c \
	src/engine/engine.c \
	src/engine/engine.h \
	src/engine/enum.c \
	src/engine/explore.c \
	src/engine/guarded_order.c \
	src/engine/guarded_order.h \
	src/engine/one_handler.c \
	src/engine/result.c \
	src/engine/sat/cycle.c \
	src/engine/sat/decide.c \
	src/engine/sat/pairs.c \
	src/engine/sat/pairs.h \
	src/engine/sat/refute.c \
	src/engine/sat/refute.h \
	src/engine/sat/run.c \
	src/engine/sat/run.h \
	src/engine/sat/setup.c \
	src/engine/sat/state.h \
	src/engine/saturation.c \
	src/engine/saturation.h \
	src/engine/trace_info.c \
	src/engine/trace_info.h \
	src/engine/two_handlers.c \
	src/engine/two_handlers.h \
	src/engine/two_multisets.c
