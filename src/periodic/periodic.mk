# src/periodic/: periodic programs.
# One name a line, sorted.

libhbkit_periodic_sources = \
	src/periodic/decide.c \
	src/periodic/decide.h \
	src/periodic/exact.c \
	src/periodic/exact.h \
	src/periodic/exact_flow.c \
	src/periodic/exact_private.h \
	src/periodic/exact_time.c \
	src/periodic/explore.c \
	src/periodic/explore.h \
	src/periodic/explore_job.c \
	src/periodic/explore_order.c \
	src/periodic/explore_point.c \
	src/periodic/explore_private.h \
	src/periodic/explore_time.c \
	src/periodic/interpret.c \
	src/periodic/interpret.h \
	src/periodic/interpret_exp.c \
	src/periodic/interpret_private.h \
	src/periodic/interpret_value.c \
	src/periodic/jobs.c \
	src/periodic/jobs.h \
	src/periodic/program.c \
	src/periodic/program.h \
	src/periodic/program_private.h \
	src/periodic/program_tools.c \
	src/periodic/replay.c \
	src/periodic/replay_order.c \
	src/periodic/replay_private.h \
	src/periodic/replay_time.c \
	src/periodic/run.h \
	src/periodic/run_file.c \
	src/periodic/run_model.c \
	src/periodic/run_trace.c \
	src/periodic/touches.c \
	src/periodic/unfold.c \
	src/periodic/unfold.h \
	src/periodic/unfold_call.c \
	src/periodic/unfold_exp.c \
	src/periodic/unfold_place.c \
	src/periodic/unfold_private.h \
	src/periodic/unfold_state.c \
	src/periodic/unfold_stmt.c \
	src/periodic/unfold_value.c \
	src/periodic/vc.c \
	src/periodic/vc.h \
	src/periodic/vc_cone.c \
	src/periodic/vc_observe.c \
	src/periodic/vc_order.c \
	src/periodic/vc_position.c \
	src/periodic/vc_private.h \
	src/periodic/vc_rounds.c \
	src/periodic/vc_sizes.c
