# src/graph/: graphs, their DIMACS files, all small ones, random ones; a flow.  One name a line, sorted.

libhbkit_graph_sources = \
	src/graph/fill.c \
	src/graph/fill.h \
	src/graph/graph.c \
	src/graph/graph.h \
	src/graph/graph_file.c \
	src/graph/graph_make.c
