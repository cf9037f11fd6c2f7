# include/: what is installed, the whole interface of the library.  One name a line, sorted.

pkginclude_HEADERS += \
	include/hbkit/base.h \
	include/hbkit/file.h \
	include/hbkit/formula.h \
	include/hbkit/hbkit.h
