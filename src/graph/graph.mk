# src/graph/: graphs, their DIMACS files, all small ones, random ones.  One name a line, sorted.

libhbkit_graph_sources = \
	src/graph/graph.c \
	src/graph/graph.h \
	src/graph/graph_file.c \
	src/graph/graph_make.c
