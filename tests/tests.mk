# tests/: `make check` counts single test cases (TAP), in parallel with -j.
#
# A unit test is a cmocka program of one file, tests/test_NAME.c, with unit.h.  A new one takes a line below: its name in
# unit_tests, sorted.  What several share stands in a file of its own in tests_libunit_a_SOURCES.  If it needs more
# libraries, a line says tests_test_NAME_LDADD = $(test_libraries) ...
#
# A case that lacks its input calls skip (); a whole program may exit 77.
#
# A command-line test is a bash script tests/cli/NAME.test that reads tests/cli/lib.sh; it stands in
# cli_tests.
#
# In the environment of all tests: HBKIT (the program), HBKIT_DATA (data/), HBKIT_TESTS (tests/),
# HBKIT_SQL (a program, tests/cli/sql.c), HBKIT_SHARED_DATA (a folder of
# larger inputs, ../shared/data unless the environment says another; often not there: skip).

# Unit tests.
unit_tests = \
	tests/fuzz/test_fuzz \
	tests/test_3bisat_ed \
	tests/test_3bisat_map \
	tests/test_3sat_3bisat \
	tests/test_3sat_edflat \
	tests/test_android \
	tests/test_android_lines \
	tests/test_android_notes \
	tests/test_android_orders \
	tests/test_bits \
	tests/test_bytes \
	tests/test_certify \
	tests/test_certify_diff \
	tests/test_certify_formula \
	tests/test_certify_history \
	tests/test_certify_hitting \
	tests/test_certify_lines \
	tests/test_certify_pair \
	tests/test_certify_bodies \
	tests/test_certify_periodic \
	tests/test_certify_pointers \
	tests/test_certify_tasks \
	tests/test_certify_step \
	tests/test_cfront \
	tests/test_cfront_constants \
	tests/test_cfront_files \
	tests/test_cfront_initial \
	tests/test_cfront_lines \
	tests/test_cfront_macros \
	tests/test_cfront_places \
	tests/test_cfront_refused \
	tests/test_cfront_trees \
	tests/test_cfront_write \
	tests/test_child \
	tests/test_clock_files \
	tests/test_cnf \
	tests/test_components \
	tests/test_core \
	tests/test_cycle_file \
	tests/test_derivation \
	tests/test_diag \
	tests/test_diff \
	tests/test_diff_formula \
	tests/test_diff_schedule \
	tests/test_draft_ways \
	tests/test_edt \
	tests/test_edt_errors \
	tests/test_encode \
	tests/test_encode_text \
	tests/test_engine_cases \
	tests/test_engine_copies \
	tests/test_engines \
	tests/test_enumerate \
	tests/test_explorer \
	tests/test_expression \
	tests/test_failure \
	tests/test_families \
	tests/test_gadget \
	tests/test_gen \
	tests/test_graph \
	tests/test_guarded_order \
	tests/test_history \
	tests/test_hitting \
	tests/test_hosts \
	tests/test_import \
	tests/test_info \
	tests/test_input \
	tests/test_interleavings \
	tests/test_json \
	tests/test_json_writer \
	tests/test_lap \
	tests/test_line \
	tests/test_mailbox \
	tests/test_minimal \
	tests/test_names \
	tests/test_order \
	tests/test_own_file \
	tests/test_periodic_ablations \
	tests/test_periodic_formula \
	tests/test_periodic_gates \
	tests/test_periodic_grid \
	tests/test_periodic_jumps \
	tests/test_periodic_orders \
	tests/test_periodic_reads \
	tests/test_periodic_run \
	tests/test_poset_files \
	tests/test_problem \
	tests/test_problem_files \
	tests/test_program \
	tests/test_program_explore \
	tests/test_program_of_witness \
	tests/test_program_read \
	tests/test_program_run \
	tests/test_prototype \
	tests/test_prototype_write \
	tests/test_reduce \
	tests/test_reduce_answers \
	tests/test_reduce_kept \
	tests/test_reduce_maps \
	tests/test_reduce_sizes \
	tests/test_reduce_solutions \
	tests/test_replay \
	tests/test_robust_bounded \
	tests/test_robust_bounded_files \
	tests/test_robust_certify \
	tests/test_robust_executions \
	tests/test_robust_laps \
	tests/test_robust_schedule \
	tests/test_rup \
	tests/test_schedule_files \
	tests/test_serial \
	tests/test_set \
	tests/test_sha256 \
	tests/test_small \
	tests/test_solver \
	tests/test_stats \
	tests/test_strip \
	tests/test_threads \
	tests/test_trace_check \
	tests/test_traces \
	tests/test_transform \
	tests/test_two_handlers \
	tests/test_unpack \
	tests/test_viz \
	tests/test_viz_pens \
	tests/test_viz_select \
	tests/test_viz_svg \
	tests/test_witness

tests_test_3bisat_map_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_3bisat_ed_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_3sat_3bisat_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_3sat_edflat_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_explorer_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_json_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_json_writer_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_reduce_maps_LDADD = $(test_libraries) $(JANSSON_LIBS)
tests_test_threads_LDADD = $(test_libraries) -lpthread
tests_test_viz_LDADD = $(test_libraries) $(CGRAPH_LIBS)

# All readers; also the body of the fuzzer (fuzz.mk).
tests_fuzz_test_fuzz_SOURCES = tests/fuzz/test_fuzz.c $(fuzz_sources)
tests_fuzz_test_fuzz_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_test_fuzz_LDADD = $(test_libraries) $(JANSSON_LIBS)

# What they share; a program takes what it calls.
EXTRA_LIBRARIES = tests/libunit.a
CLEANFILES += $(EXTRA_LIBRARIES)
tests_libunit_a_SOURCES = \
	tests/all_schedules.c \
	tests/all_schedules.h \
	tests/android_told.c \
	tests/android_told.h \
	tests/bounded_claims.c \
	tests/bounded_claims.h \
	tests/c_compiler.c \
	tests/c_compiler.h \
	tests/certificate_damage.c \
	tests/certificate_damage.h \
	tests/certificate_oracle.c \
	tests/certificate_oracle.h \
	tests/drawn_traces.c \
	tests/drawn_traces.h \
	tests/edt_example.c \
	tests/edt_example.h \
	tests/engine_oracle.c \
	tests/engine_oracle.h \
	tests/figure_checks.c \
	tests/figure_checks.h \
	tests/judged.c \
	tests/judged.h \
	tests/loaded_program.c \
	tests/loaded_program.h \
	tests/periodic_known.c \
	tests/periodic_known.h \
	tests/periodic_models.c \
	tests/periodic_orders.c \
	tests/periodic_orders.h \
	tests/periodic_proofs.c \
	tests/periodic_proofs.h \
	tests/periodic_search.c \
	tests/plain_simulator.c \
	tests/plain_simulator.h \
	tests/plain_words.c \
	tests/plain_words.h \
	tests/reduced.h \
	tests/reduction_instances.c \
	tests/reduction_instances.h \
	tests/small_formulas.c \
	tests/small_formulas.h \
	tests/small_traces.c \
	tests/small_traces.h \
	tests/svg_picture.c \
	tests/svg_picture.h \
	tests/text_changes.c \
	tests/text_changes.h \
	tests/text_damage.c \
	tests/text_damage.h \
	tests/tree_told.c \
	tests/tree_told.h \
	tests/unit.c \
	tests/unit.h \
	tests/wild_traces.c \
	tests/wild_traces.h

# Command-line tests.
cli_tests = \
	tests/cli/android-logs.test \
	tests/cli/android.test \
	tests/cli/bad-input.test \
	tests/cli/certify.test \
	tests/cli/certify_verified.test \
	tests/cli/check.test \
	tests/cli/classics.test \
	tests/cli/compressed.test \
	tests/cli/config.test \
	tests/cli/diff.test \
	tests/cli/diff_reduce.test \
	tests/cli/draw.test \
	tests/cli/looks.test \
	tests/cli/draw_options.test \
	tests/cli/encode.test \
	tests/cli/export.test \
	tests/cli/examples.test \
	tests/cli/faults.test \
	tests/cli/faults_systems.test \
	tests/cli/figures.test \
	tests/cli/gadget.test \
	tests/cli/gen_cnf.test \
	tests/cli/gen_trace.test \
	tests/cli/hard.test \
	tests/cli/history.test \
	tests/cli/hostile.test \
	tests/cli/hitting.test \
	tests/cli/hitting_problems.test \
	tests/cli/html.test \
	tests/cli/import.test \
	tests/cli/ledger.test \
	tests/cli/outside.test \
	tests/cli/limits.test \
	tests/cli/map.test \
	tests/cli/output.test \
	tests/cli/own.test \
	tests/cli/own_page.test \
	tests/cli/periodic.test \
	tests/cli/periodic_c.test \
	tests/cli/periodic_made.test \
	tests/cli/periodic_pointers.test \
	tests/cli/periodic_reduce.test \
	tests/cli/periodic_smt.test \
	tests/cli/plot.test \
	tests/cli/problems.test \
	tests/cli/progress.test \
	tests/cli/reduce.test \
	tests/cli/refused.test \
	tests/cli/proof.test \
	tests/cli/python.test \
	tests/cli/regress.test \
	tests/cli/replay.test \
	tests/cli/robust.test \
	tests/cli/run.test \
	tests/cli/satlib.test \
	tests/cli/schemas.test \
	tests/cli/shell.test \
	tests/cli/site.test \
	tests/cli/sweep.test \
	tests/cli/sweep_full.test \
	tests/cli/sweep_kill.test \
	tests/cli/sweep_slurm.test \
	tests/cli/table.test \
	tests/cli/traces.test \
	tests/cli/usage.test

# Traces and programs that some engine once got wrong, for tests/cli/regress.test, robust.test and diff.test.
regress_traces = \
	tests/regress/c-commas.c \
	tests/regress/c-indices.c \
	tests/regress/c-types.c \
	tests/regress/lock-index.c \
	tests/regress/dead-section.c \
	tests/regress/loop-end.c \
	tests/regress/choose-then-post.aed \
	tests/regress/choose-for-ever.aed \
	tests/regress/loop-then-lift.aed \
	tests/regress/order-behind-error.aed \
	tests/regress/order-on-main.aed \
	tests/regress/closure-first-flow.edt \
	tests/regress/closure-inside.edt \
	tests/regress/external-1.edt \
	tests/regress/external-2.edt \
	tests/regress/external-3.edt \
	tests/regress/external-many-1.edt \
	tests/regress/external-order.edt \
	tests/regress/late-known.edt \
	tests/regress/order-lines.edt \
	tests/regress/posts-in-circle.edt

# Programs of strangers, one for each public header, for tests/install.test.
public_programs = \
	tests/public/all.c \
	tests/public/base.c \
	tests/public/check.h \
	tests/public/draw.c \
	tests/public/engine.c \
	tests/public/file.c \
	tests/public/format.c \
	tests/public/formula.c \
	tests/public/generate.c \
	tests/public/problem.c \
	tests/public/program.c \
	tests/public/proof.c \
	tests/public/trace.c

include tests/coverage/coverage.mk
include tests/faults/faults.mk
include tests/fuzz/fuzz.mk
include tests/mutants/mutants.mk

# --- Nothing to add below ---

test_libraries = tests/libunit.a $(hbkit_library) $(CMOCKA_LIBS)
LDADD = $(test_libraries)
EXTRA_PROGRAMS = $(unit_tests) tests/fuzz/fuzzer

if HB_CMOCKA
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
else
check-local:
	@echo 'The unit tests are left out: configured without cmocka (Debian: libcmocka-dev).'
endif
TESTS += $(cli_tests) tests/adding.test tests/checker.test tests/halls.test tests/layout.test tests/headers.test tests/install.test

# Lays all code out as tests/layout.test wants it.
layout:
	cd $(srcdir) && find include src gen reduce viz tests bench -name '*.[ch]' -o -name '*.cpp' | \
	  xargs sh -c 'sed -i -z "s|[ \t]*\n *[*] [*]/\n| */\n|g" "$$@" && clang-format -i "$$@"' layout
.PHONY: layout

# The unit tests under valgrind, which sees what the address sanitizer does not: values that were never set.  An hour.
#
#     make check-valgrind                                 all of them
#     make check-valgrind VALGRIND_TESTS=tests/test_order
VALGRIND_TESTS = $(unit_tests)
check-valgrind:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(VALGRIND_TESTS)' LOG_COMPILER='$(LOG_COMPILER) \
	  $(abs_builddir)/libtool --mode=execute valgrind -q --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=99'
.PHONY: check-valgrind

# Looks into databases for the tests of sweeps.
check_PROGRAMS += tests/cli/sql
tests_cli_sql_SOURCES = tests/cli/sql.c
tests_cli_sql_LDADD = $(SQLITE_LIBS)

EXTRA_DIST += $(cli_tests) $(regress_traces) tests/cli/behind.awk tests/cli/browser.mjs tests/cli/explorer.mjs \
	tests/cli/lib.sh tests/cli/sweep_lib.sh tests/adding.test tests/checker.test tests/halls.test tests/headers.test \
	tests/install.test tests/layout.test tests/reductions.kept tests/run-tap tests/slurm-one-node $(public_programs) \
	tests/python/layout.py tests/python/test_hbkit.py tests/schemas/schemas.py

# The program under test and the data, for all tests; they may run in any folder.
AM_TESTS_ENVIRONMENT = \
	HBKIT='$(abs_top_builddir)/hbkit$(EXEEXT)'; export HBKIT; \
	HBKIT_DATA='$(abs_top_srcdir)/data'; export HBKIT_DATA; \
	HBKIT_SQL='$(abs_top_builddir)/tests/cli/sql$(EXEEXT)'; export HBKIT_SQL; \
	HBKIT_TESTS='$(abs_top_srcdir)/tests'; export HBKIT_TESTS; \
	HBKIT_FAULTS_SO='$(abs_top_builddir)/tests/faults/faults.so'; export HBKIT_FAULTS_SO; \
	HBKIT_SHARED_DATA="$${HBKIT_SHARED_DATA-$(abs_top_srcdir)/../shared/data}"; export HBKIT_SHARED_DATA; \
	HBKIT_HEADERS='$(pkginclude_HEADERS)'; export HBKIT_HEADERS; \
	HBKIT_CFLAGS='$(HB_INSTRUMENTED)'; export HBKIT_CFLAGS; \
	HBKIT_LIBS='$(libhbkit_la_LIBADD) $(LIBS)'; export HBKIT_LIBS; \
	HBKIT_CC='$(CC)'; export HBKIT_CC; HBKIT_CXX='$(CXX)'; export HBKIT_CXX; \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	ASAN_OPTIONS="$${ASAN_OPTIONS-detect_leaks=1}"; export ASAN_OPTIONS; \
	UBSAN_OPTIONS="$${UBSAN_OPTIONS-print_stacktrace=1}"; export UBSAN_OPTIONS;

TEST_EXTENSIONS = .test
tap_driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(tap_driver)
LOG_COMPILER = $(BASH_PROGRAM) $(top_srcdir)/tests/run-tap
TEST_LOG_DRIVER = $(tap_driver)
TEST_LOG_COMPILER = $(BASH_PROGRAM) $(top_srcdir)/tests/run-tap $(BASH_PROGRAM)
