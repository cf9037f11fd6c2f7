# tests/fuzz/: one frame and a file for each family of readers; see fuzz.h.
#
#     make fuzz TIME=60                   every target for a minute each
#     make fuzz TIME=600 TARGETS=edt      one of them
#     make fuzz TIME=300 JOBS=2           two at a time: a table at the end, of this and all earlier runs
#
# builds, once, a tree of its own in fuzzing/ with clang (sanitizers, checks, libFuzzer), and keeps what
# is found in fuzzing/found/TARGET, crashes as fuzzing/crash-TARGET-*.
#
#     make fuzz-afl TIME=60 TARGETS=edt   the same under AFL++ (Debian: afl++), in fuzzing-afl/; see fuzz-afl

fuzz_sources = \
	src/cmd/frame/brought.c \
	src/cmd/sweep/spec.c \
	src/cmd/sweep/stage.c \
	src/cmd/sweep/thing.c \
	src/cmd/sweep/values.c \
	tests/certificate_damage.c \
	tests/certificate_damage.h \
	tests/certificate_oracle.c \
	tests/certificate_oracle.h \
	tests/engine_oracle.c \
	tests/engine_oracle.h \
	tests/fuzz/differential.c \
	tests/fuzz/differential.h \
	tests/fuzz/fuzz.c \
	tests/fuzz/fuzz.h \
	tests/fuzz/mutate_trace.c \
	tests/fuzz/read_android.c \
	tests/fuzz/read_events.c \
	tests/fuzz/read_executions.c \
	tests/fuzz/read_formulas.c \
	tests/fuzz/read_instances.c \
	tests/fuzz/read_moves.c \
	tests/fuzz/read_own.c \
	tests/fuzz/read_packed.c \
	tests/fuzz/read_posets.c \
	tests/fuzz/read_programs.c \
	tests/fuzz/read_proofs.c \
	tests/fuzz/read_prototype.c \
	tests/fuzz/read_sweep.c \
	tests/fuzz/read_threads.c \
	tests/fuzz/read_traces.c \
	tests/fuzz/targets.c \
	tests/fuzz/targets.h \
	tests/small_traces.c \
	tests/small_traces.h \
	tests/text_damage.c \
	tests/text_damage.h \
	tests/wild_traces.c \
	tests/wild_traces.h
fuzz_cppflags = $(AM_CPPFLAGS) -iquote $(top_srcdir)/tests

# (EXTRA_PROGRAMS has it, in tests.mk.)
tests_fuzz_fuzzer_SOURCES = tests/fuzz/fuzzer.c $(fuzz_sources)
tests_fuzz_fuzzer_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzzer_LDADD = $(test_libraries) $(JANSSON_LIBS)

EXTRA_DIST += tests/fuzz/fuzz-afl tests/fuzz/fuzz-all tests/corpus

TIME = 10
JOBS = 1
TARGETS =
FUZZ_SANITIZERS = --enable-asan --enable-ubsan
fuzz_configure = $(abs_top_srcdir)/configure -q CFLAGS='-g -O1' CXXFLAGS='-g -O1' --disable-shared \
  --enable-checking --enable-fuzzing
fuzz:
	$(MKDIR_P) fuzzing
	test -f fuzzing/Makefile || \
	  (cd fuzzing && $(fuzz_configure) CC=clang CXX=clang++ $(FUZZ_SANITIZERS))
	cd fuzzing && $(MAKE) $(AM_MAKEFLAGS) $(BUILT_SOURCES) tests/fuzz/fuzzer
	cd fuzzing && $(SHELL) $(abs_top_srcdir)/tests/fuzz/fuzz-all '$(abs_top_srcdir)/tests/corpus' $(TIME) $(JOBS) $(TARGETS)

# Without the sanitizers: AFL++ is about many executions.
fuzz-afl:
	$(MKDIR_P) fuzzing-afl
	test -f fuzzing-afl/Makefile || \
	  (cd fuzzing-afl && $(fuzz_configure) CC=afl-clang-fast CXX=afl-clang-fast++)
	cd fuzzing-afl && $(MAKE) $(AM_MAKEFLAGS) $(BUILT_SOURCES) tests/fuzz/fuzzer
	cd fuzzing-afl && $(SHELL) $(abs_top_srcdir)/tests/fuzz/fuzz-afl '$(abs_top_srcdir)/tests/corpus' $(TIME) $(TARGETS)
.PHONY: fuzz fuzz-afl
