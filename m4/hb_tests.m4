# hb_tests.m4: cmocka, without which the unit tests are left out.

# HB_TESTS: --without-tests leaves them out; a missing cmocka does too, with advice.
AC_DEFUN([HB_TESTS],
[AC_ARG_WITH([tests], [AS_HELP_STRING([--without-tests], [leave out the unit tests (cmocka)])],
             [], [with_tests=auto])
hb_tests=no
AS_IF([test "x$with_tests" != xno],
  [PKG_CHECK_MODULES([CMOCKA], [cmocka], [hb_tests=yes],
    [AC_MSG_WARN([cmocka not found: `make check` leaves the unit tests out; on Debian:
    sudo apt-get install libcmocka-dev])])])
AM_CONDITIONAL([HB_CMOCKA], [test "x$hb_tests" = xyes])])
