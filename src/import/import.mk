# src/import/: other tools' files: Android logs, the prototype's traces; export to other solvers.
# One name a line, sorted.

libhbkit_import_sources = \
	src/import/android.c \
	src/import/android.h \
	src/import/android_build.c \
	src/import/android_flow.c \
	src/import/android_line.c \
	src/import/android_line.h \
	src/import/android_log.h \
	src/import/android_names.c \
	src/import/android_order.c \
	src/import/android_posts.c \
	src/import/android_read.c \
	src/import/android_recorded.c \
	src/import/android_report.c \
	src/import/android_runs.c \
	src/import/android_select.c \
	src/import/encode.c \
	src/import/encode.h \
	src/import/encode_cnf.c \
	src/import/encode_graph.c \
	src/import/encode_graph.h \
	src/import/encode_lift.c \
	src/import/encode_smt.c \
	src/import/import.c \
	src/import/import.h \
	src/import/prototype.c \
	src/import/prototype.h \
	src/import/prototype_co.c \
	src/import/prototype_decide.c \
	src/import/prototype_parse.c \
	src/import/prototype_private.h \
	src/import/prototype_tell.c \
	src/import/prototype_values.c \
	src/import/prototype_words.c \
	src/import/prototype_write.c
