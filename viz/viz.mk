# viz/: figures.  Includes src/ only.  One name a line, sorted.

libhbkit_viz_sources = \
	viz/arrange.c \
	viz/arrange.h \
	viz/dot.c \
	viz/draw.c \
	viz/figure.c \
	viz/figure.h \
	viz/html.c \
	viz/html.h \
	viz/label.c \
	viz/legend.c \
	viz/path.c \
	viz/place.c \
	viz/ports.c \
	viz/relate.c \
	viz/route.c \
	viz/route.h \
	viz/rows.c \
	viz/select.c \
	viz/select.h \
	viz/select_cycle.c \
	viz/select_gadget.c \
	viz/select_trace.c \
	viz/style.c \
	viz/svg.c \
	viz/text.c \
	viz/text.h \
	viz/tikz.c \
	viz/tracks.c

pkginclude_HEADERS += \
	viz/draw.h
