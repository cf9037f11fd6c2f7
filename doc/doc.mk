# doc/: pages and figures, which are installed; manual pages and completions, which hbkit prints from its own tables (they
# are left out when cross compiling, where it cannot run).  One name a line, sorted.

dist_doc_DATA = CHANGELOG.md CITATION.cff INSTALL.md LICENSE README.md SECURITY.md

# With their folders, so that links between the pages hold where they are installed.
nobase_dist_doc_DATA = \
	bench/configurations.svg \
	bench/passes.svg \
	bench/seconds.svg \
	data/figures/ed2.svg \
	data/figures/gadget.svg \
	data/figures/map.svg \
	data/figures/multiset3.svg \
	data/figures/shift-register.svg \
	data/figures/turned-pair.svg \
	data/periodic/e6-ctm.ok4.svg \
	doc/adding.md \
	doc/artifact.md \
	doc/claims.md \
	doc/experiments.md \
	doc/figures.md \
	doc/flat.md \
	doc/map.md \
	doc/formats.md \
	doc/hitting.md \
	doc/hitting/coverage.csv \
	doc/hitting/coverage.svg \
	doc/hitting/coverage.tex \
	doc/hardness.md \
	doc/hardness/3sat-passes.csv \
	doc/hardness/3sat-passes.svg \
	doc/hardness/3sat.csv \
	doc/hardness/3sat.svg \
	doc/hardness/conflicts.csv \
	doc/hardness/conflicts.svg \
	doc/hardness/critical.csv \
	doc/hardness/critical.svg \
	doc/hardness/damage-posts.csv \
	doc/hardness/damage-posts.svg \
	doc/hardness/damage.csv \
	doc/hardness/damage.svg \
	doc/hardness/draw.sh \
	doc/hardness/families.csv \
	doc/hardness/families.svg \
	doc/hardness/length.csv \
	doc/hardness/length.svg \
	doc/hardness/links-sat.csv \
	doc/hardness/links-sat.svg \
	doc/hardness/links.csv \
	doc/hardness/links.svg \
	doc/hardness/nesting.csv \
	doc/hardness/nesting.svg \
	doc/hardness/passes.csv \
	doc/hardness/passes.svg \
	doc/hardness/peak.csv \
	doc/hardness/peak.svg \
	doc/hardness/phase.csv \
	doc/hardness/phase.svg \
	doc/hardness/ratio.csv \
	doc/hardness/ratio.svg \
	doc/hardness/scaling-3bisat-ed.csv \
	doc/hardness/scaling-3bisat-ed.svg \
	doc/hardness/scaling-3sat-edflat-4.csv \
	doc/hardness/scaling-3sat-edflat-4.svg \
	doc/hardness/scatter.csv \
	doc/hardness/scatter.svg \
	doc/hardness/stale.csv \
	doc/hardness/stale.svg \
	doc/hardness/threshold.csv \
	doc/hardness/threshold.svg \
	doc/language.md \
	doc/import.md \
	doc/own.md \
	doc/papers.md \
	doc/performance.md \
	doc/periodic.md \
	doc/robustness.md \
	doc/schemas/README.md \
	doc/schemas/abstract.json \
	doc/schemas/certify-any.json \
	doc/schemas/certify-bounded.json \
	doc/schemas/certify-diff.json \
	doc/schemas/certify-minimal.json \
	doc/schemas/certify-periodic.json \
	doc/schemas/certify-robust.json \
	doc/schemas/certify.json \
	doc/schemas/check-many.json \
	doc/schemas/check.json \
	doc/schemas/diff.json \
	doc/schemas/gadget.json \
	doc/schemas/hunt.json \
	doc/schemas/info-many.json \
	doc/schemas/info-periodic.json \
	doc/schemas/info-poset.json \
	doc/schemas/info-robust.json \
	doc/schemas/info-sizes.json \
	doc/schemas/info-threads.json \
	doc/schemas/info.json \
	doc/schemas/map.json \
	doc/schemas/merge.json \
	doc/schemas/minimal.json \
	doc/schemas/periodic-times.json \
	doc/schemas/periodic.json \
	doc/schemas/problems.json \
	doc/schemas/reductions.json \
	doc/schemas/replay-periodic.json \
	doc/schemas/replay.json \
	doc/schemas/report.json \
	doc/schemas/robust-predict.json \
	doc/schemas/robust-states.json \
	doc/schemas/robust-trace.json \
	doc/schemas/robust.json \
	doc/schemas/run-robust-explore.json \
	doc/schemas/run-robust.json \
	doc/schemas/run-threads-explore.json \
	doc/schemas/run-threads.json \
	doc/schemas/run.json \
	doc/schemas/solve-any.json \
	doc/schemas/solve.json \
	doc/schemas/sweep.json \
	doc/schemas/table-1.json \
	doc/schemas/table-2.json \
	doc/schemas/table-diff.json \
	doc/schemas/table-periodic.json \
	doc/schemas/table-robust.json \
	doc/schemas/verify-all.json \
	doc/schemas/verify-claims.json \
	doc/schemas/verify-hitting.json \
	doc/schemas/verify.json \
	doc/reductions.md \
	doc/semantic-diffing.md \
	doc/semantics.md \
	doc/sweep.md \
	doc/versions.md

# One for each command.
manual_pages = \
	man/hbkit.1 \
	man/hbkit-abstract.1 \
	man/hbkit-certify.1 \
	man/hbkit-check.1 \
	man/hbkit-completions.1 \
	man/hbkit-convert.1 \
	man/hbkit-diff.1 \
	man/hbkit-draw.1 \
	man/hbkit-encode.1 \
	man/hbkit-export.1 \
	man/hbkit-extract.1 \
	man/hbkit-fmt.1 \
	man/hbkit-gadget.1 \
	man/hbkit-gen.1 \
	man/hbkit-info.1 \
	man/hbkit-lift.1 \
	man/hbkit-manual.1 \
	man/hbkit-map.1 \
	man/hbkit-merge.1 \
	man/hbkit-hunt.1 \
	man/hbkit-minimal.1 \
	man/hbkit-periodic.1 \
	man/hbkit-plot.1 \
	man/hbkit-problems.1 \
	man/hbkit-reduce.1 \
	man/hbkit-reductions.1 \
	man/hbkit-replay.1 \
	man/hbkit-report.1 \
	man/hbkit-robust.1 \
	man/hbkit-run.1 \
	man/hbkit-shuffle.1 \
	man/hbkit-solve.1 \
	man/hbkit-sweep.1 \
	man/hbkit-table.1 \
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

# What the site is made by, and what editors colour programs and traces by.
EXTRA_DIST += \
	doc/site/build.py \
	doc/site/template.html \
	doc/syntax/make.py \
	doc/syntax/vim/ftdetect/hbkit.vim \
	doc/syntax/vim/syntax/ed-program.vim \
	doc/syntax/vim/syntax/edt.vim \
	doc/syntax/vscode/language-configuration.json \
	doc/syntax/vscode/package.json \
	doc/syntax/vscode/syntaxes/ed.tmLanguage.json \
	doc/syntax/vscode/syntaxes/edt.tmLanguage.json

# All pages as a site, site/index.html: needs pandoc and python3.
site: hbkit$(EXEEXT)
	python3 $(srcdir)/doc/site/build.py $(srcdir) ./hbkit$(EXEEXT) site
.PHONY: site
