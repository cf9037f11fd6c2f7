# bench/: `make bench` measures hbkit and its peers (doc/performance.md), in about three quarters of an hour;
# `make bench-quick` in two minutes.  Results: bench.out/results.csv and bench.out/tables.md.  No test
# measures time.

# Random formulas: at this mix of 2- and 3-clauses, every variable occurring in both signs, half are
# satisfiable.  The seeds of the traces stand in bench/traces; this is the seed of the shuffling.
bench_hard = --every --mixed --twos 0.87
bench_seed = 1
# More options of bench/run, as in: make bench bench_options='--only dense --no-peers'
bench_options =

EXTRA_DIST += \
	bench/android-log.awk \
	bench/cliffs \
	bench/configurations \
	bench/diff \
	bench/goals \
	bench/import \
	bench/make-trace.sh \
	bench/own \
	bench/passes \
	bench/periodic \
	bench/profile \
	bench/read \
	bench/robust \
	bench/run \
	bench/tables.awk \
	bench/traces

in_bench = HBKIT='$(abs_top_builddir)/hbkit$(EXEEXT)' HBKIT_BENCH_HARD='$(bench_hard)' \
	HBKIT_BENCH_SEED='$(bench_seed)' $(BASH_PROGRAM) $(srcdir)/bench

bench: hbkit$(EXEEXT)
	$(in_bench)/run $(bench_options)
	$(in_bench)/goals
	$(in_bench)/own
	$(in_bench)/diff
# The goals alone; some ten minutes.
bench-goals: hbkit$(EXEEXT)
	$(in_bench)/goals
bench-quick: hbkit$(EXEEXT)
	$(in_bench)/run --quick $(bench_options)
# Where the instructions go; takes some minutes.
bench-profile: hbkit$(EXEEXT)
	$(in_bench)/profile random-200-unsat dense-300-long android-1M
# How many configurations engine `config` finds; about a minute.
bench-configurations: hbkit$(EXEEXT)
	$(in_bench)/configurations
# How fast logs are read; some seconds.
bench-import: hbkit$(EXEEXT)
	$(in_bench)/import
# How robustness of event programs scales; some minutes.
bench-robust: hbkit$(EXEEXT)
	$(in_bench)/robust
# How two versions of a program of threads are compared, and by whom; some minutes.
bench-diff: hbkit$(EXEEXT)
	$(in_bench)/diff
# The published periodic programs in FOLDER in every way; hours, but it goes on where it stopped.
FOLDER = .
bench-periodic: hbkit$(EXEEXT)
	$(in_bench)/periodic $(FOLDER)
# How fast large traces are read; some minutes.
bench-read: hbkit$(EXEEXT)
	$(in_bench)/read
# How fast reductions of one's own are verified; a minute.
bench-own: hbkit$(EXEEXT)
	$(in_bench)/own
.PHONY: bench-goals bench-read bench-own bench-diff bench-robust bench-periodic
.PHONY: bench bench-quick bench-profile bench-import bench-configurations

bench-clean:
	rm -rf bench.out
clean-local: bench-clean
.PHONY: bench-clean
