# data/: small instances of our own, shipped with the sources.  One name a line, sorted.

EXTRA_DIST +=
