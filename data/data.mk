# data/: small instances of our own, shipped with the sources.  One name a line, sorted.

EXTRA_DIST += \
	data/3sat.cnf \
	data/README.md \
	data/android-app.txt \
	data/android-overtaken.txt \
	data/config-queue.edt \
	data/crossed-queues.edt \
	data/empty.cnf \
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
	data/touch-and-load.edt \
	data/turned-pair.edt \
	data/undo-stack.edt \
	data/unsat-full.cnf \
	data/unsat-mixed.cnf \
	data/unsat20.cnf \
	data/untied-posts.edt \
	data/urgent.edt
