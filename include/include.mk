# include/: what is installed, the whole interface of the library.  One name a line, sorted.

pkginclude_HEADERS += \
	include/hbkit/base.h \
	include/hbkit/draw.h \
	include/hbkit/engine.h \
	include/hbkit/file.h \
	include/hbkit/format.h \
	include/hbkit/formula.h \
	include/hbkit/generate.h \
	include/hbkit/hbkit.h \
	include/hbkit/problem.h \
	include/hbkit/program.h \
	include/hbkit/proof.h \
	include/hbkit/trace.h
