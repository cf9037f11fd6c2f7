# src/gadget/: the search for smallest traces that express a relation.
# One name a line, sorted.

libhbkit_gadget_sources = \
	src/gadget/code.c \
	src/gadget/code.h \
	src/gadget/orders.c \
	src/gadget/relation.c \
	src/gadget/relation.h \
	src/gadget/search.c \
	src/gadget/search.h \
	src/gadget/trace.c
