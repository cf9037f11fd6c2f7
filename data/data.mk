# data/: small instances of our own, shipped with the sources.  One name a line, sorted.

EXTRA_DIST += \
	data/3sat.cnf \
	data/README.md \
	data/android-app.txt \
	data/android-overtaken.txt \
	data/config-queue.edt \
	data/crossed-queues.edt \
	data/empty.cnf \
	data/figures/README.md \
	data/figures/ablation-no-z.svg \
	data/figures/crossed-queues.svg \
	data/figures/cycle.json \
	data/figures/cycle.svg \
	data/figures/draw.sh \
	data/figures/gadget-falsified.svg \
	data/figures/gadget-falsified.tex \
	data/figures/gadget-satisfied.svg \
	data/figures/gadget.svg \
	data/figures/grid.svg \
	data/figures/grid.tex \
	data/figures/inserted.svg \
	data/figures/no-z.witness.edt \
	data/figures/one-clause.cnf \
	data/figures/queue-order.edt \
	data/figures/queue-order.svg \
	data/figures/register-run.svg \
	data/figures/saturation-1.edt \
	data/figures/saturation-1.svg \
	data/figures/saturation-2.edt \
	data/figures/saturation-2.svg \
	data/figures/saturation-3.edt \
	data/figures/saturation-3.svg \
	data/figures/shift-register.svg \
	data/figures/shift-register.witness.edt \
	data/figures/sorting-reduction.svg \
	data/figures/sorting.edt \
	data/figures/sorting.svg \
	data/figures/sorting.tex \
	data/figures/three-rounds.cnf \
	data/figures/turned-pair.svg \
	data/folded-threads.trace \
	data/free-orders.edt \
	data/php-3-2.cnf \
	data/php-4-3.cnf \
	data/posted-in-order.edt \
	data/sat-gap.cnf \
	data/sat-mixed.cnf \
	data/sat-threes.cnf \
	data/sat-twos.cnf \
	data/sat20.cnf \
	data/shift-register.edt \
	data/silent-rules.edt \
	data/smallest-unsat.cnf \
	data/stale-read.edt \
	data/store-buffering.edt \
	data/sweeps/3sat.spec \
	data/sweeps/critical.spec \
	data/sweeps/families.spec \
	data/sweeps/fits.py \
	data/sweeps/hardness.spec \
	data/sweeps/large.spec \
	data/sweeps/length.spec \
	data/sweeps/links.spec \
	data/sweeps/nesting.spec \
	data/sweeps/phase.spec \
	data/sweeps/ratio.spec \
	data/sweeps/run.sh \
	data/sweeps/scaling-3bisat-ed.spec \
	data/sweeps/scaling-3sat-edflat-4.spec \
	data/sweeps/stale.spec \
	data/touch-and-load.edt \
	data/turned-pair.edt \
	data/twice.cnf \
	data/undo-stack.edt \
	data/unsat-full.cnf \
	data/unsat-mixed.cnf \
	data/unsat20.cnf \
	data/untied-posts.edt \
	data/urgent.edt

# data/figures/ and the figures of the pages, drawn again into the sources.
figures: hbkit$(EXEEXT)
	$(srcdir)/data/figures/draw.sh ./hbkit$(EXEEXT) $(srcdir)/data $(srcdir)/data/figures
.PHONY: figures

# The benchmarks of Appendix E, where `hbkit table 2` finds them.
programsdir = $(pkgdatadir)/programs
dist_programs_DATA = \
	data/programs/buyers.ed \
	data/programs/chang-roberts.ed \
	data/programs/consensus.ed \
	data/programs/counting.ed \
	data/programs/message-loop.ed \
	data/programs/sparse-mat.ed
