# src/cfront/: a subset of C, read to a tree with positions.
# One name a line, sorted.

libhbkit_cfront_sources = \
	src/cfront/constant.c \
	src/cfront/initial.c \
	src/cfront/initial_types.c \
	src/cfront/lex.c \
	src/cfront/lex.h \
	src/cfront/lex_conditions.c \
	src/cfront/lex_define.c \
	src/cfront/lex_directives.c \
	src/cfront/lex_headers.c \
	src/cfront/lex_macros.c \
	src/cfront/lex_private.h \
	src/cfront/lex_words.c \
	src/cfront/parse.c \
	src/cfront/parse.h \
	src/cfront/parse_exp.c \
	src/cfront/parse_stmt.c \
	src/cfront/parse_tools.c \
	src/cfront/parse_tag.c \
	src/cfront/parse_type.c \
	src/cfront/sign.c \
	src/cfront/sign.h \
	src/cfront/size.c \
	src/cfront/tree.h \
	src/cfront/typing.c \
	src/cfront/typing_stmt.c \
	src/cfront/unit.c \
	src/cfront/unit.h \
	src/cfront/write.c \
	src/cfront/write.h
