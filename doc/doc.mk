# doc/: pages and figures.  One name a line, sorted.

dist_doc_DATA = README.md
