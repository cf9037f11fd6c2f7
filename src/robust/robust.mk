# src/robust/: robustness of event programs.
# One name a line, sorted.

libhbkit_robust_sources = \
	src/robust/alone.c \
	src/robust/alone.h \
	src/robust/bmc.c \
	src/robust/bmc.h \
	src/robust/bmc_unroll.c \
	src/robust/bmc_unroll.h \
	src/robust/certify.c \
	src/robust/certify.h \
	src/robust/check.c \
	src/robust/code.c \
	src/robust/code.h \
	src/robust/decide.c \
	src/robust/decide.h \
	src/robust/explore.c \
	src/robust/explore.h \
	src/robust/explore_history.c \
	src/robust/explore_private.h \
	src/robust/explore_step.c \
	src/robust/extract.c \
	src/robust/extract.h \
	src/robust/instrument.c \
	src/robust/instrument.h \
	src/robust/instrument_main.c \
	src/robust/instrument_posts.c \
	src/robust/instrument_private.h \
	src/robust/instrument_rules.c \
	src/robust/machine.c \
	src/robust/machine.h \
	src/robust/outcomes.c \
	src/robust/outcomes.h \
	src/robust/parser.h \
	src/robust/program.c \
	src/robust/program.h \
	src/robust/read.c \
	src/robust/read_stmt.c \
	src/robust/replay.c \
	src/robust/robust.h \
	src/robust/rows.c \
	src/robust/rows.h \
	src/robust/schedule.c \
	src/robust/schedule.h \
	src/robust/seq_run.c \
	src/robust/seq_run.h \
	src/robust/split.c \
	src/robust/summaries.c \
	src/robust/summaries.h \
	src/robust/summaries_path.c \
	src/robust/summaries_private.h \
	src/robust/summaries_step.c \
	src/robust/trace.c \
	src/robust/trace.h \
	src/robust/trace_graph.c \
	src/robust/trace_graph.h \
	src/robust/write.c
