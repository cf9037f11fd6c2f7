# reduce/: reductions.  One name a line.

# One reduction a file: reduce/NAME.c defines `hb_reduction_NAME`.  The commands list them in this order;
# a line here is all that a new one needs.
libhbkit_reductions = \
	reduce/sat_3bisat.c \
	reduce/bisat_ed.c \
	reduce/flat_ed.c \
	reduce/flat_4.c \
	reduce/flat_3.c \
	reduce/ed2.c \
	reduce/ed2d2.c \
	reduce/flat3v.c \
	reduce/sender3.c \
	reduce/sender2.c \
	reduce/multiset3.c \
	reduce/multiset5.c \
	reduce/stack3.c \
	reduce/stack5.c \
	reduce/multiset_ed.c \
	reduce/sat_rf.c \
	reduce/sat_sc.c \
	reduce/sc_ed.c \
	reduce/dimension_2hitting.c \
	reduce/hitting_sat.c \
	reduce/sat_nae.c \
	reduce/nae_maxcut.c \
	reduce/sat_3color.c \
	reduce/sat_clique.c \
	reduce/sat_vertexcover.c \
	reduce/sat_subsetsum.c \
	reduce/sat_hamiltonian.c \
	reduce/periodic_sat.c \
	reduce/periodic_rounds_sat.c \
	reduce/robust_reach.c \
	reduce/qbf_vk.c \
	reduce/qbf_vref.c \
	reduce/valid_v1.c

# What they are made of, sorted.
libhbkit_reduce_sources = \
	$(libhbkit_reductions) \
	reduce/beat.c \
	reduce/beat.h \
	reduce/bisat_check.c \
	reduce/bisat_ed.h \
	reduce/bisat_extract.c \
	reduce/bisat_grid.c \
	reduce/bisat_grid.h \
	reduce/bisat_lift.c \
	reduce/bisat_map.c \
	reduce/bisat_names.c \
	reduce/bisat_stage1.c \
	reduce/bisat_stage2.c \
	reduce/blocks.c \
	reduce/blocks.h \
	reduce/draft.c \
	reduce/draft.h \
	reduce/draft_record.c \
	reduce/draft_ways.c \
	reduce/flat.c \
	reduce/flat.h \
	reduce/flat3v.h \
	reduce/flat_record.c \
	reduce/flat_small.c \
	reduce/flat_small.h \
	reduce/flat_small_build.c \
	reduce/flat_small_names.c \
	reduce/flat_ways.c \
	reduce/formula.c \
	reduce/formula.h \
	reduce/gadgets.c \
	reduce/gadgets.h \
	reduce/gadgets_draw.c \
	reduce/map.h \
	reduce/periodic_formula.c \
	reduce/periodic_lift.c \
	reduce/periodic_map.c \
	reduce/periodic_sat.h \
	reduce/qbf_pair.c \
	reduce/qbf_pair.h \
	reduce/reductions.c \
	reduce/reductions.h \
	reduce/registers.c \
	reduce/registers.h \
	reduce/sat_nae.h \
	reduce/sat_nae_draw.c \
	reduce/sat_rf.h \
	reduce/sat_subsetsum.h \
	reduce/sat_subsetsum_draw.c \
	reduce/sc_ed.h \
	reduce/simplify.c \
	reduce/simplify.h \
	reduce/threes.c \
	reduce/threes.h \
	reduce/tovey.c \
	reduce/tovey.h

# The list as C, for reductions.c.
BUILT_SOURCES += reduce/reductions.inc
CLEANFILES += reduce/reductions.inc
# Who makes one target alone has no BUILT_SOURCES.
reduce/reductions.lo: reduce/reductions.inc
reduce/reductions.inc: $(srcdir)/reduce/reduce.mk
	@$(MKDIR_P) reduce
	@for file in $(libhbkit_reductions); do \
	  echo "HB_REDUCTION (`basename $$file .c`)"; \
	done >$@.new && mv $@.new $@
