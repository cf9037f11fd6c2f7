# doc/: pages and figures; manual pages and completions, which hbkit prints from its own tables (they
# are left out when cross compiling, where it cannot run).  One name a line, sorted.

dist_doc_DATA = README.md

EXTRA_DIST += \
	doc/figures/README.md \
	doc/figures/cycle.svg \
	doc/figures/gadget-falsified.svg \
	doc/figures/gadget-satisfied.svg \
	doc/figures/gadget.svg \
	doc/figures/shift-register.svg \
	doc/figures/turned-pair.svg \
	doc/claims.md \
	doc/flat.md \
	doc/formats.md \
	doc/performance.md \
	doc/reductions.md \
	doc/semantics.md \
	doc/sweep.md

# One for each command.
manual_pages = \
	man/hbkit.1 \
	man/hbkit-certify.1 \
	man/hbkit-check.1 \
	man/hbkit-completions.1 \
	man/hbkit-convert.1 \
	man/hbkit-draw.1 \
	man/hbkit-encode.1 \
	man/hbkit-extract.1 \
	man/hbkit-fmt.1 \
	man/hbkit-gen.1 \
	man/hbkit-info.1 \
	man/hbkit-lift.1 \
	man/hbkit-manual.1 \
	man/hbkit-merge.1 \
	man/hbkit-reduce.1 \
	man/hbkit-reductions.1 \
	man/hbkit-replay.1 \
	man/hbkit-run.1 \
	man/hbkit-shuffle.1 \
	man/hbkit-solve.1 \
	man/hbkit-sweep.1 \
	man/hbkit-verify.1

bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d

if HB_RUNNABLE
man1_MANS = $(manual_pages)
bashcompletion_DATA = completions/hbkit
zshcompletion_DATA = completions/_hbkit
fishcompletion_DATA = completions/hbkit.fish
CLEANFILES += $(man1_MANS) $(bashcompletion_DATA) $(zshcompletion_DATA) $(fishcompletion_DATA)
endif

run_to_target = $(AM_V_GEN)$(MKDIR_P) $(@D) && ./hbkit$(EXEEXT)
from_target = >$@.new && mv $@.new $@

man/hbkit.1: hbkit$(EXEEXT)
	$(run_to_target) manual $(from_target)
man/hbkit-%.1: hbkit$(EXEEXT)
	$(run_to_target) manual $* $(from_target)
completions/hbkit: hbkit$(EXEEXT)
	$(run_to_target) completions bash $(from_target)
completions/_hbkit: hbkit$(EXEEXT)
	$(run_to_target) completions zsh $(from_target)
completions/hbkit.fish: hbkit$(EXEEXT)
	$(run_to_target) completions fish $(from_target)

# The figures of README.md, drawn again into the sources.
figures: hbkit$(EXEEXT)
	$(MKDIR_P) $(srcdir)/doc/figures figures.tmp
	./hbkit$(EXEEXT) reduce 3bisat-ed $(srcdir)/data/smallest-unsat.cnf -o figures.tmp/t.edt
	./hbkit$(EXEEXT) draw figures.tmp/t.edt --gadget clause:1 -o $(srcdir)/doc/figures/gadget.svg
	./hbkit$(EXEEXT) check -q figures.tmp/t.edt --cycle figures.tmp/c.json; test $$? -eq 20
	./hbkit$(EXEEXT) draw figures.tmp/t.edt --cycle figures.tmp/c.json \
	  -o $(srcdir)/doc/figures/cycle.svg
	./hbkit$(EXEEXT) reduce 3bisat-ed $(srcdir)/data/sat-threes.cnf -o figures.tmp/s.edt
	printf 's SATISFIABLE\nv 1 -2 -3 -4 5 6 0\n' >figures.tmp/model
	./hbkit$(EXEEXT) lift 3bisat-ed $(srcdir)/data/sat-threes.cnf figures.tmp/model \
	  -o figures.tmp/w.edt
	./hbkit$(EXEEXT) draw figures.tmp/s.edt --gadget clause:3 --witness figures.tmp/w.edt \
	  -o $(srcdir)/doc/figures/gadget-satisfied.svg
	./hbkit$(EXEEXT) draw figures.tmp/s.edt --gadget clause:3 \
	  -o $(srcdir)/doc/figures/gadget-falsified.svg
	./hbkit$(EXEEXT) check -q $(srcdir)/data/shift-register.edt --witness figures.tmp/r.edt; test $$? -eq 10
	./hbkit$(EXEEXT) draw $(srcdir)/data/shift-register.edt --whole --witness figures.tmp/r.edt \
	  -o $(srcdir)/doc/figures/shift-register.svg
	./hbkit$(EXEEXT) draw $(srcdir)/data/turned-pair.edt -o $(srcdir)/doc/figures/turned-pair.svg
	rm -rf figures.tmp
.PHONY: figures
