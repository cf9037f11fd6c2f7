# tests/faults/: calls that fail; see faults.c and faults.sh.
#
#     make faults        every fault of every small run; `make check` tries some (tests/cli/faults*.test)

EXTRA_DIST += tests/faults/faults.c tests/faults/faults.sh

# Loaded before all libraries, so compiled by itself.  With sanitizers, whose memory is not the C library's,
# there is none, and the test is skipped.
if !HB_SANITIZED
check_DATA = tests/faults/faults.so
endif
CLEANFILES += tests/faults/faults.so
tests/faults/faults.so: tests/faults/faults.c
	@$(MKDIR_P) tests/faults
	$(AM_V_CC)$(CC) -std=gnu17 -O1 -g -fPIC -shared -o $@ $(srcdir)/tests/faults/faults.c -ldl || rm -f $@

faults:
	HBKIT_FAULTS=all $(MAKE) $(AM_MAKEFLAGS) check TESTS='tests/cli/faults.test tests/cli/faults_systems.test'
.PHONY: faults
