# reduce/: reductions, one a file.  Includes src/ only.  One name a line, sorted.

libhbkit_reduce_sources = \
	reduce/bisat_check.c \
	reduce/bisat_ed.c \
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
	reduce/flat.c \
	reduce/flat.h \
	reduce/flat_ed.c \
	reduce/flat_record.c \
	reduce/flat_small.c \
	reduce/flat_small.h \
	reduce/flat_small_build.c \
	reduce/flat_ways.c \
	reduce/multiset_ed.c \
	reduce/reduction.h \
	reduce/sat_3bisat.c \
	reduce/sat_sc.c \
	reduce/sc_ed.c \
	reduce/sc_ed.h \
	reduce/simplify.c \
	reduce/simplify.h \
	reduce/table.c \
	reduce/tovey.h \
	reduce/tovey_map.c
