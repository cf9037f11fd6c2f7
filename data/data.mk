# data/: small instances of our own, shipped with the sources.  One name a line, sorted.

EXTRA_DIST += \
	data/crossed-queues.edt \
	data/free-orders.edt \
	data/posted-in-order.edt \
	data/store-buffering.edt \
	data/touch-and-load.edt \
	data/undo-stack.edt \
	data/urgent.edt
