# src/program/: event-driven programs.
# One name a line, sorted.

libhbkit_program_sources = \
	src/program/check.c \
	src/program/check.h \
	src/program/check_body.c \
	src/program/code.c \
	src/program/code.h \
	src/program/eval.c \
	src/program/explore.c \
	src/program/explore.h \
	src/program/lex.c \
	src/program/lex.h \
	src/program/local.c \
	src/program/local.h \
	src/program/of_witness.c \
	src/program/of_witness.h \
	src/program/parser.h \
	src/program/program.c \
	src/program/program.h \
	src/program/read.c \
	src/program/read_decl.c \
	src/program/read_exp.c \
	src/program/read_stmt.c \
	src/program/run.c \
	src/program/run.h \
	src/program/run_local.c \
	src/program/run_state.h \
	src/program/run_tell.c \
	src/program/schedule.c \
	src/program/schedule.h \
	src/program/schedule_file.c \
	src/program/source.c \
	src/program/source.h \
	src/program/steps.c \
	src/program/words.c \
	src/program/words.h \
	src/program/write.c \
	src/program/write_body.c \
	src/program/write_body.h \
	src/program/write_exp.c \
	src/program/write_exp.h
