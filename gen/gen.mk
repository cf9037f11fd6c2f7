# gen/: generators, one family a file.  Includes src/ only.  One name a line, sorted.

libhbkit_gen_sources = \
	gen/bisat.c \
	gen/bisat.h \
	gen/community.c \
	gen/community.h \
	gen/degrees.c \
	gen/degrees.h \
	gen/enumerate.c \
	gen/enumerate.h \
	gen/events.c \
	gen/events.h \
	gen/families.c \
	gen/families.h \
	gen/graph_formulas.c \
	gen/graph_formulas.h \
	gen/hitting/any.c \
	gen/hitting/any.h \
	gen/hitting/cover.c \
	gen/hitting/family.c \
	gen/hitting/family.h \
	gen/hitting/hunt.c \
	gen/hitting/hunt.h \
	gen/hitting/kernel.c \
	gen/hitting/kernel.h \
	gen/hitting/kernel_table.c \
	gen/hitting/kernel_table.h \
	gen/hitting/make.c \
	gen/hitting/rule_text.c \
	gen/hitting/rules_suffice.c \
	gen/hitting/series3.c \
	gen/hitting/series3.h \
	gen/hitting/slides.c \
	gen/hitting/slides.h \
	gen/hitting/tree.c \
	gen/hitting/tree.h \
	gen/ksat.c \
	gen/ksat.h \
	gen/ordering.c \
	gen/ordering.h \
	gen/parity.c \
	gen/parity.h \
	gen/periodic.c \
	gen/periodic.h \
	gen/periodic_small.c \
	gen/perturb.c \
	gen/pigeonhole.c \
	gen/pigeonhole.h \
	gen/posets.c \
	gen/posets.h \
	gen/random_events.c \
	gen/random_program.c \
	gen/random_program.h \
	gen/run.c \
	gen/run.h \
	gen/run_tell.c \
	gen/shuffle.c \
	gen/signs.c \
	gen/signs.h \
	gen/small.c \
	gen/small.h \
	gen/traces.c \
	gen/traces.h \
	gen/transform.c \
	gen/transform.h

# The kernels of hitting families, out of data/hitting/.
kernel_files = \
	$(srcdir)/data/hitting/kernel-3-2.sched \
	$(srcdir)/data/hitting/kernel-4-2.sched \
	$(srcdir)/data/hitting/kernel-4-3.sched \
	$(srcdir)/data/hitting/kernel-5-2.sched \
	$(srcdir)/data/hitting/kernel-5-3.sched \
	$(srcdir)/data/hitting/kernel-5-4.sched

EXTRA_DIST += gen/hitting/kernel_table.awk
BUILT_SOURCES += gen/hitting/kernel_table.inc
CLEANFILES += gen/hitting/kernel_table.inc
gen/hitting/kernel_table.inc: gen/hitting/kernel_table.awk $(kernel_files)
	@$(MKDIR_P) gen/hitting
	@LC_ALL=C awk -f $(srcdir)/gen/hitting/kernel_table.awk $(kernel_files) >$@.new && mv $@.new $@
gen/hitting/kernel_table.lo: gen/hitting/kernel_table.inc
