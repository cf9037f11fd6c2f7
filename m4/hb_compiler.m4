# hb_compiler.m4: what hbkit is compiled with: language, warnings, sanitizers, coverage.

# HB_ADD_FLAG(VARIABLE, FLAG): appends FLAG to VARIABLE if the current language's compiler takes it.
AC_DEFUN([HB_ADD_FLAG],
[AC_MSG_CHECKING([whether the _AC_LANG compiler takes $2])
hb_save_flags=$[]_AC_LANG_PREFIX[]FLAGS
_AC_LANG_PREFIX[]FLAGS="$hb_save_flags -Werror $2"
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
  [AC_MSG_RESULT([yes])
   $1="$$1 $2"],
  [AC_MSG_RESULT([no])])
_AC_LANG_PREFIX[]FLAGS=$hb_save_flags])

# HB_C17: C17, with the POSIX functions visible.
AC_DEFUN([HB_C17],
[HB_CFLAGS=
HB_CXXFLAGS=
HB_LDFLAGS=
HB_INSTRUMENTED=
HB_ADD_FLAG([HB_CFLAGS], [-std=gnu17])
AC_SUBST([HB_CFLAGS])
AC_SUBST([HB_CXXFLAGS])
AC_SUBST([HB_LDFLAGS])
AC_SUBST([HB_INSTRUMENTED])])

# HB_WARNINGS: the warnings under which the code is clean; --enable-werror makes them errors.
AC_DEFUN([HB_WARNINGS],
[AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror], [warnings are errors])],
               [], [enable_werror=no])
HB_ADD_FLAG([HB_CFLAGS], [-Wall])
HB_ADD_FLAG([HB_CFLAGS], [-Wextra])
HB_ADD_FLAG([HB_CFLAGS], [-Wshadow])
HB_ADD_FLAG([HB_CFLAGS], [-Wconversion])
AC_LANG_PUSH([C++])
HB_ADD_FLAG([HB_CXXFLAGS], [-Wall])
HB_ADD_FLAG([HB_CXXFLAGS], [-Wextra])
HB_ADD_FLAG([HB_CXXFLAGS], [-Wshadow])
AC_LANG_POP([C++])
AS_IF([test "x$enable_werror" = xyes],
  [HB_CFLAGS="$HB_CFLAGS -Werror"
   HB_CXXFLAGS="$HB_CXXFLAGS -Werror"])])

# HB_FP_CONTRACT: no fused multiply-add, so that floating-point results are the same everywhere.
AC_DEFUN([HB_FP_CONTRACT],
[HB_ADD_FLAG([HB_CFLAGS], [-ffp-contract=off])])

# HB_VISIBILITY: of the library only what is marked HB_API is seen from outside.
AC_DEFUN([HB_VISIBILITY],
[HB_ADD_FLAG([HB_CFLAGS], [-fvisibility=hidden])
AC_LANG_PUSH([C++])
HB_ADD_FLAG([HB_CXXFLAGS], [-fvisibility=hidden])
HB_ADD_FLAG([HB_CXXFLAGS], [-fvisibility-inlines-hidden])
AC_LANG_POP([C++])
HB_EXCLUDE_LIBS=
AC_MSG_CHECKING([whether the linker can keep static libraries to itself])
hb_save_flags=$LDFLAGS
LDFLAGS="$LDFLAGS -Wl,--exclude-libs,ALL"
AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
  [AC_MSG_RESULT([yes])
   HB_EXCLUDE_LIBS=-Wl,--exclude-libs,ALL],
  [AC_MSG_RESULT([no])])
LDFLAGS=$hb_save_flags
AC_SUBST([HB_EXCLUDE_LIBS])])

# HB_INSTRUMENT(FLAGS): compiles and links everything with FLAGS.
AC_DEFUN([HB_INSTRUMENT],
[HB_CFLAGS="$HB_CFLAGS $1"
HB_CXXFLAGS="$HB_CXXFLAGS $1"
HB_LDFLAGS="$HB_LDFLAGS $1"
HB_INSTRUMENTED="$HB_INSTRUMENTED $1"])

# HB_SANITIZERS: --enable-asan, --enable-ubsan, --enable-tsan.
AC_DEFUN([HB_SANITIZERS],
[AC_ARG_ENABLE([asan],
  [AS_HELP_STRING([--enable-asan], [find errors of memory with AddressSanitizer])],
  [], [enable_asan=no])
AC_ARG_ENABLE([ubsan],
  [AS_HELP_STRING([--enable-ubsan], [find undefined behaviour with UBSan])],
  [], [enable_ubsan=no])
AC_ARG_ENABLE([tsan],
  [AS_HELP_STRING([--enable-tsan], [find races of threads with ThreadSanitizer])],
  [], [enable_tsan=no])
AS_IF([test "x$enable_asan$enable_tsan" = xyesyes],
  [AC_MSG_ERROR([--enable-asan and --enable-tsan exclude each other])])
AS_IF([test "x$enable_tsan" = xyes],
  [HB_INSTRUMENT([-fsanitize=thread -fno-omit-frame-pointer])])
AS_IF([test "x$enable_asan" = xyes],
  [HB_INSTRUMENT([-fsanitize=address -fno-omit-frame-pointer])])
AS_IF([test "x$enable_ubsan" = xyes],
  [HB_INSTRUMENT([-fsanitize=undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer])
   dnl clang's runtime for C programs has nothing for the check of virtual calls
   HB_CXXFLAGS="$HB_CXXFLAGS -fno-sanitize=vptr"])
AM_CONDITIONAL([HB_SANITIZED], [test "x$enable_asan$enable_ubsan$enable_tsan" != xnonono])])

# HB_CHECKS: --enable-checking (assertions, base/assert.h), --enable-logging (base/log.h).
AC_DEFUN([HB_CHECKS],
[AC_ARG_ENABLE([checking],
  [AS_HELP_STRING([--enable-checking], [check invariants as the program runs, and log; slow])],
  [], [enable_checking=no])
AC_ARG_ENABLE([logging],
  [AS_HELP_STRING([--enable-logging], [engines tell what they do where HBKIT_LOG names them])],
  [], [enable_logging=$enable_checking])
AS_IF([test "x$enable_checking" = xyes],
  [HB_CFLAGS="$HB_CFLAGS -DHB_CHECKING"
   HB_CXXFLAGS="$HB_CXXFLAGS -DHB_CHECKING"])
AS_IF([test "x$enable_logging" = xyes],
  [HB_CFLAGS="$HB_CFLAGS -DHB_LOGGING"
   HB_CXXFLAGS="$HB_CXXFLAGS -DHB_LOGGING"])])

# HB_FUZZING: --enable-fuzzing, for `make fuzz`: counts edges, as libFuzzer wants it.
AC_DEFUN([HB_FUZZING],
[AC_ARG_ENABLE([fuzzing],
  [AS_HELP_STRING([--enable-fuzzing], [instrument the library for a fuzzer (clang)])],
  [], [enable_fuzzing=no])
AS_IF([test "x$enable_fuzzing" = xyes], [HB_INSTRUMENT([-fsanitize=fuzzer-no-link])])])

# HB_COVERAGE: --enable-coverage, for `make coverage`.
AC_DEFUN([HB_COVERAGE],
[AC_ARG_ENABLE([coverage],
  [AS_HELP_STRING([--enable-coverage], [count what the tests run; then: make coverage])],
  [], [enable_coverage=no])
AS_IF([test "x$enable_coverage" = xyes], [HB_INSTRUMENT([--coverage -O0])])
AM_CONDITIONAL([HB_COVERED], [test "x$enable_coverage" = xyes])
AC_CHECK_PROGS([GCOVR], [gcovr])
AC_CHECK_PROGS([LCOV], [lcov])
AC_CHECK_PROGS([GENHTML], [genhtml])])

# HB_SUMMARY: says what was configured.
AC_DEFUN([HB_SUMMARY],
[AC_MSG_NOTICE([hbkit $PACKAGE_VERSION: CC=$CC asan=$enable_asan ubsan=$enable_ubsan tsan=$enable_tsan dnl
checking=$enable_checking logging=$enable_logging coverage=$enable_coverage tests=$hb_tests])])
