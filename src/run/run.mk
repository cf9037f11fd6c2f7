# src/run/: the operational semantics: replay.
# One name a line, sorted.

libhbkit_run_sources = \
	src/run/replay.c \
	src/run/replay.h \
	src/run/replay_machine.c \
	src/run/replay_machine.h \
	src/run/replay_mailbox.c \
	src/run/replay_mailbox.h \
	src/run/replay_obstacle.c \
	src/run/replay_report.c \
	src/run/replay_run.c \
	src/run/replay_script.c \
	src/run/replay_script.h
