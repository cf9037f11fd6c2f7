# hb_require.m4: the libraries hbkit needs, each check ending in advice when it fails.

# HB_MISSING(WHAT, DEBIAN-PACKAGE)
AC_DEFUN([HB_MISSING], [AC_MSG_ERROR([$1 not found; on Debian it is in the package $2:
    sudo apt-get install $2
])])

# HB_REQUIRE_PKG_CONFIG: pkg-config and its macros.
AC_DEFUN([HB_REQUIRE_PKG_CONFIG],
[m4_ifndef([PKG_PROG_PKG_CONFIG],
  [m4_fatal([pkg.m4 not found; on Debian it is in the package pkg-config:
    sudo apt-get install pkg-config])])
PKG_PROG_PKG_CONFIG([0.29])
AS_IF([test -z "$PKG_CONFIG"], [HB_MISSING([pkg-config], [pkg-config])])])

# HB_PROG_BASH: what runs the tests.
AC_DEFUN([HB_PROG_BASH],
[AC_PATH_PROG([BASH_PROGRAM], [bash])
AS_IF([test -z "$BASH_PROGRAM"], [HB_MISSING([bash], [bash])])])

# HB_REQUIRE_PKG(VARIABLE, MODULE, DEBIAN-PACKAGE): a library that pkg-config knows.
AC_DEFUN([HB_REQUIRE_PKG],
[PKG_CHECK_MODULES([$1], [$2], [], [HB_MISSING([$2], [$3])])])

# HB_WITH_CGRAPH: libcgraph, which writes traces as dot, may be left out.
AC_DEFUN([HB_WITH_CGRAPH],
[AC_ARG_WITH([cgraph], [AS_HELP_STRING([--without-cgraph], [traces are not drawn as dot])], [], [with_cgraph=yes])
CGRAPH_MODULE=
AS_IF([test "x$with_cgraph" != xno],
  [HB_REQUIRE_PKG([CGRAPH], [libcgraph], [libgraphviz-dev])
   CGRAPH_MODULE=' libcgraph'])
AC_SUBST([CGRAPH_MODULE])
AM_CONDITIONAL([HB_CGRAPH], [test "x$with_cgraph" != xno])])

# HB_REQUIRE_PICOSAT: PicoSAT has no .pc file.
AC_DEFUN([HB_REQUIRE_PICOSAT],
[AC_CHECK_HEADER([picosat/picosat.h], [], [HB_MISSING([<picosat/picosat.h>], [picosat])])
hb_save_LIBS=$LIBS
LIBS="-lpicosat $LIBS"
AC_MSG_CHECKING([for libpicosat])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <picosat/picosat.h>]],
                                [[picosat_reset (picosat_init ());]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   HB_MISSING([libpicosat], [picosat])])
LIBS=$hb_save_LIBS
AC_SUBST([PICOSAT_LIBS], [-lpicosat])])

# HB_REQUIRE_CADICAL: a static C++ library; its users link the C++ runtime as well.
AC_DEFUN([HB_REQUIRE_CADICAL],
[AC_LANG_PUSH([C++])
AC_CHECK_HEADER([cadical.hpp], [], [HB_MISSING([<cadical.hpp>], [libcadical-dev])])
hb_save_LIBS=$LIBS
LIBS="-lcadical $LIBS"
AC_MSG_CHECKING([for libcadical])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cadical.hpp>]],
                                [[CaDiCaL::Solver solver; return solver.solve () != 10;]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   HB_MISSING([libcadical], [libcadical-dev])])
LIBS=$hb_save_LIBS
AC_LANG_POP([C++])
# The library does not know what it is packaged as.
hb_cadical_package=
# One that CPPFLAGS names is not that of the package.
AS_IF([test "x$cross_compiling" != xyes &&
       echo '@%:@include <cadical.hpp>' | $CXX $CPPFLAGS -x c++ -E - 2>/dev/null | grep -q '"/usr/include/cadical.hpp"'],
  [hb_cadical_package=`dpkg-query -W -f '${binary:Package} ${Version}' libcadical-dev 2>/dev/null`])
AC_MSG_CHECKING([for the package of libcadical])
AC_MSG_RESULT([${hb_cadical_package:-none known}])
AC_DEFINE_UNQUOTED([HB_CADICAL_PACKAGE], ["${hb_cadical_package:+ ($hb_cadical_package)}"],
  [The package that CaDiCaL came in, in parentheses behind a blank; or nothing.])
AC_SUBST([CADICAL_LIBS], ["-lcadical -lstdc++ -lm"])])
