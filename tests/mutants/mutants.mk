# tests/mutants/: do the tests notice?  See mutants.
#
#     make mutants FILE=src/trace/order.c        the mutants of a file, or of several
#     make mutants                               of all that a verdict rests on: takes hours
#     make mutants FILE='-n 1/10 reduce/flat.c'  with options
#
# builds, once, a tree of its own in mutated/: programs with the shared library, all of whose functions can be
# replaced.

EXTRA_DIST += tests/mutants/mutants tests/mutants/mutants.awk tests/mutants/parts tests/mutants/same

mutants_files = \
	src/proof/certify.c src/proof/certify_cycle.c src/proof/certify_drat.c src/proof/certify_formula.c \
	src/proof/certify_history.c src/proof/certify_hitting.c src/proof/certify_hitting_refute.c src/proof/certify_host.c \
	src/proof/certify_pair.c src/proof/certify_run.c src/proof/certify_step.c src/proof/certify_words.c \
	src/base/line.c src/sat/units.c src/trace/cycle_check.c \
	src/run/replay.c src/run/replay_machine.c src/run/replay_mailbox.c src/run/replay_run.c \
	src/trace/order.c src/trace/builder_co.c src/trace/builder_resolve.c src/trace/builder_trace.c \
	src/trace/witness.c src/trace/witness_extending.c \
	src/format/cycle_file.c src/format/edt_ahead.c src/format/edt_read.c src/format/edt_words.c \
	src/format/json_way.c src/format/trace_json_read.c \
	src/diff/certify.c src/diff/certify_head.c src/diff/formula.c src/diff/formula_bits.c \
	src/diff/formula_cover.c src/diff/formula_order.c src/diff/replay.c src/robust/certify.c \
	src/sat/cnf.c src/sat/dimacs.c src/sat/solution.c src/engine/sat/cycle.c \
	src/proof/robust/executions_order.c src/proof/robust/executions_prove.c \
	src/proof/robust/laps.c src/proof/robust/prove.c src/proof/robust/value.c \
	src/periodic/replay.c src/periodic/replay_order.c src/periodic/replay_time.c src/periodic/run_file.c \
	src/robust/replay.c src/robust/schedule.c \
	src/proof/periodic/certify.c src/proof/periodic/formula.c src/proof/periodic/gates.c src/proof/periodic/jobs.c \
	src/proof/periodic/mentions.c src/proof/periodic/order.c src/proof/periodic/program.c src/proof/periodic/refutation.c \
	src/proof/periodic/slots.c src/proof/periodic/tasks.c src/proof/periodic/walk.c src/proof/periodic/walk_call.c \
	src/proof/periodic/walk_exp.c src/proof/periodic/walk_place.c src/proof/periodic/walk_state.c \
	src/proof/periodic/walk_stmt.c src/proof/periodic/words.c \
	src/diff/schedule.c src/graph/graph_file.c src/poset/file.c src/problem/qbf_file.c src/problem/sums_file.c \
	src/problem/valid_file.c gen/hitting/family.c src/own/file.c src/poset/clocks_read.c \
	src/trace/hosts.c src/trace/mailbox.c src/trace/history.c src/program/schedule_file.c src/base/input.c src/base/unpack.c \
	src/problem/refinement_file.c \
	src/import/android.c src/import/android_build.c src/import/android_flow.c src/import/android_line.c \
	src/import/android_names.c src/import/android_order.c src/import/android_posts.c src/import/android_read.c \
	src/import/android_recorded.c src/import/android_report.c src/import/android_runs.c src/import/android_select.c \
	src/import/prototype.c src/import/prototype_co.c src/import/prototype_decide.c src/import/prototype_parse.c \
	src/import/prototype_tell.c src/import/prototype_values.c src/import/prototype_words.c src/import/prototype_write.c \
	src/trace/trace_check.c \
	src/program/lex.c src/program/read.c src/program/read_decl.c src/program/read_exp.c src/program/read_stmt.c \
	src/cfront/constant.c src/cfront/initial.c src/cfront/initial_types.c src/cfront/lex.c src/cfront/lex_conditions.c \
	src/cfront/lex_define.c src/cfront/lex_directives.c src/cfront/lex_headers.c src/cfront/lex_macros.c src/cfront/lex_words.c \
	src/cfront/parse.c src/cfront/parse_exp.c src/cfront/parse_stmt.c src/cfront/parse_tag.c src/cfront/parse_tools.c src/cfront/parse_type.c \
	src/cfront/sign.c src/cfront/size.c src/cfront/typing.c src/cfront/typing_stmt.c src/cfront/unit.c src/cfront/write.c \
	src/import/import.c src/import/encode.c src/import/encode_cnf.c src/import/encode_graph.c \
	src/import/encode_lift.c src/import/encode_smt.c \
	reduce/dimension_2hitting.c reduce/beat.c reduce/ed2.c reduce/ed2d2.c reduce/flat3v.c reduce/threes.c \
	reduce/multiset3.c reduce/multiset5.c reduce/multiset_ed.c reduce/sat_sc.c reduce/sender2.c reduce/sender3.c \
	reduce/stack3.c reduce/stack5.c reduce/bisat_check.c reduce/bisat_ed.c reduce/bisat_extract.c \
	reduce/bisat_grid.c reduce/bisat_lift.c reduce/bisat_map.c reduce/bisat_names.c reduce/bisat_stage1.c \
	reduce/bisat_stage2.c reduce/flat_ways.c reduce/flat_ed.c reduce/flat_small.c reduce/sat_3bisat.c \
	reduce/simplify.c reduce/tovey.c reduce/blocks.c reduce/formula.c reduce/gadgets.c reduce/draft_record.c \
	reduce/sat_rf.c reduce/sc_ed.c reduce/qbf_pair.c reduce/qbf_vk.c reduce/qbf_vref.c reduce/valid_v1.c \
	reduce/sat_3color.c reduce/sat_clique.c reduce/sat_hamiltonian.c reduce/sat_nae.c reduce/sat_subsetsum.c \
	reduce/sat_vertexcover.c reduce/nae_maxcut.c reduce/hitting_sat.c reduce/gadgets_draw.c reduce/sat_nae_draw.c \
	reduce/sat_subsetsum_draw.c reduce/draft.c reduce/draft_ways.c reduce/flat_3.c reduce/flat_4.c reduce/flat_record.c \
	reduce/flat_small_build.c reduce/flat_small_names.c reduce/periodic_formula.c reduce/periodic_lift.c \
	reduce/periodic_map.c reduce/periodic_rounds_sat.c reduce/periodic_sat.c reduce/reductions.c reduce/registers.c \
	reduce/robust_reach.c src/poset/expression.c src/run/replay_obstacle.c src/run/replay_report.c \
	src/run/replay_script.c src/trace/builder_reference.c
FILE = $(mutants_files)
mutants:
	$(MKDIR_P) mutated
	test -f mutated/Makefile || \
	  (cd mutated && $(abs_top_srcdir)/configure -q --enable-shared CC='$(CC)' CFLAGS='-g -O2 -fvisibility=default')
	cd mutated && $(MAKE) $(AM_MAKEFLAGS) AM_LDFLAGS= $(BUILT_SOURCES) libhbkit.la hbkit$(EXEEXT) \
	  `sed -n '/^#/d; s/^[^:]*://; s/@[^ ]*//g; s/[^ ]*\.test//g; p' $(abs_top_srcdir)/tests/mutants/parts | tr ' ' '\n' | sort -u`
	cd mutated && $(MAKE) $(AM_MAKEFLAGS) mutants-here FILE='$(FILE)'
mutants-here:
	COMPILE='$(COMPILE)' MUTANTS_SOURCE='$(abs_top_srcdir)' $(SHELL) $(srcdir)/tests/mutants/mutants $(FILE)
.PHONY: mutants mutants-here
