# src/own/: reductions that users bring.  One name a line, sorted.

libhbkit_own_sources = \
	src/own/answer.c \
	src/own/answer.h \
	src/own/call.c \
	src/own/call.h \
	src/own/call_texts.c \
	src/own/command.c \
	src/own/command.h \
	src/own/fault.c \
	src/own/file.c \
	src/own/formula.c \
	src/own/formula.h \
	src/own/keep.c \
	src/own/memo.c \
	src/own/memo.h \
	src/own/own.c \
	src/own/own.h \
	src/own/parts.h \
	src/own/problem.c \
	src/own/problem_lines.c \
	src/own/problem_lines.h \
	src/own/process.c \
	src/own/process.h \
	src/own/reduction.c \
	src/own/serve.c \
	src/own/serve.h \
	src/own/words.c \
	src/own/words.h
