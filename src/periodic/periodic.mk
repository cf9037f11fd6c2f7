# src/periodic/: periodic programs.
# One name a line, sorted.

libhbkit_periodic_sources = \
	src/periodic/jobs.c \
	src/periodic/jobs.h \
	src/periodic/program.c \
	src/periodic/program.h \
	src/periodic/program_private.h \
	src/periodic/touches.c
