# src/base/: what every hall stands on: memory, vectors, names, messages, input and output, limits, child processes.
# One name a line, sorted.

libhbkit_base_sources = \
	src/base/assert.c \
	src/base/assert.h \
	src/base/buffer.c \
	src/base/buffer.h \
	src/base/cgroup.c \
	src/base/cgroup.h \
	src/base/child.c \
	src/base/child.h \
	src/base/diag.c \
	src/base/diag.h \
	src/base/escape.c \
	src/base/escape.h \
	src/base/input.c \
	src/base/input.h \
	src/base/json.c \
	src/base/json.h \
	src/base/json_load.c \
	src/base/json_load.h \
	src/base/limits.c \
	src/base/limits.h \
	src/base/linear.c \
	src/base/linear.h \
	src/base/log.c \
	src/base/log.h \
	src/base/memory.c \
	src/base/memory.h \
	src/base/names.c \
	src/base/names.h \
	src/base/names_fronts.c \
	src/base/names_fronts.h \
	src/base/notes.c \
	src/base/notes.h \
	src/base/output.c \
	src/base/output.h \
	src/base/pack.c \
	src/base/pack.h \
	src/base/plain.c \
	src/base/plain.h \
	src/base/rng.c \
	src/base/rng.h \
	src/base/session.c \
	src/base/session.h \
	src/base/sha256.c \
	src/base/sha256.h \
	src/base/stats.c \
	src/base/stats.h \
	src/base/temporary.c \
	src/base/temporary.h \
	src/base/types.h \
	src/base/unpack.c \
	src/base/unpack.h \
	src/base/vec.h \
	src/base/version.h
