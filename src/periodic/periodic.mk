# src/periodic/: periodic programs.
# One name a line, sorted.

libhbkit_periodic_sources = \
	src/periodic/jobs.c \
	src/periodic/jobs.h \
	src/periodic/program.c \
	src/periodic/program.h \
	src/periodic/program_private.h \
	src/periodic/program_tools.c \
	src/periodic/touches.c \
	src/periodic/unfold.c \
	src/periodic/unfold.h \
	src/periodic/unfold_exp.c \
	src/periodic/unfold_private.h \
	src/periodic/unfold_state.c \
	src/periodic/unfold_stmt.c \
	src/periodic/vc.c \
	src/periodic/vc.h \
	src/periodic/vc_cone.c \
	src/periodic/vc_observe.c \
	src/periodic/vc_order.c \
	src/periodic/vc_position.c \
	src/periodic/vc_private.h \
	src/periodic/vc_rounds.c
