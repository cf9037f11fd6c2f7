# src/format/: the formats of our own: .edt, JSON, cycles as files.
# One name a line, sorted.

libhbkit_format_sources = \
	src/format/cycle_file.c \
	src/format/cycle_file.h \
	src/format/edt.h \
	src/format/edt_ahead.c \
	src/format/edt_builder.c \
	src/format/edt_read.c \
	src/format/edt_words.c \
	src/format/edt_words.h \
	src/format/edt_write.c \
	src/format/json_way.c \
	src/format/json_way.h \
	src/format/trace_json.c \
	src/format/trace_json.h \
	src/format/trace_json_read.c
