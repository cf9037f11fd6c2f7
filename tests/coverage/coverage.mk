# tests/coverage/: what do the tests run?
#
#     make coverage                                    of all tests; configured with --enable-coverage
#     make coverage TESTS='tests/cli/diff.test'        of some
#
# writes a table by hall (by-hall.awk), and pages, coverage/index.html.  Where a test fails they are written all the
# same, and make fails at the end.

EXTRA_DIST += tests/coverage/by-hall.awk tests/coverage.test

TESTS += tests/coverage.test

by_hall = $(AWK) -v root="`cd $(srcdir) && pwd -P`" -f $(srcdir)/tests/coverage/by-hall.awk $(srcdir)/src/README.md
coverage:
if HB_COVERED
	@test -n '$(GCOVR)$(LCOV)' || \
	  { echo 'make coverage: neither gcovr nor lcov found (Debian: gcovr); then configure again'; exit 1; }
	find . -name '*.gcda' | xargs rm -f
	rm -rf coverage && $(MKDIR_P) coverage
	$(MAKE) $(AM_MAKEFLAGS) check; passed=$$?; \
	if test -n '$(GCOVR)'; then \
	  $(GCOVR) --root $(abs_top_srcdir) --exclude '.*tests/' --exclude-directories '.*/[.]libs' \
	    --html-details coverage/index.html --csv coverage/files.csv $(abs_top_builddir) && \
	  $(by_hall) coverage/files.csv; \
	else \
	  $(LCOV) --quiet --capture --initial --directory . --output-file coverage/none.info && \
	  $(LCOV) --quiet --capture --directory . --output-file coverage/run.info && \
	  $(LCOV) --quiet --add-tracefile coverage/none.info --add-tracefile coverage/run.info \
	    --output-file coverage/hbkit.info && \
	  $(GENHTML) --quiet --output-directory coverage coverage/hbkit.info && \
	  $(by_hall) coverage/hbkit.info; \
	fi && exit $$passed
else
	@echo 'make coverage needs: ./configure --enable-coverage'; exit 1
endif
.PHONY: coverage
