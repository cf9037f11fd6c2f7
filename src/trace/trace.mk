# src/trace/: traces, builders, witnesses, orders, cycles, histories, mailboxes.
# One name a line, sorted.

libhbkit_trace_sources = \
	src/trace/builder.c \
	src/trace/builder.h \
	src/trace/builder_co.c \
	src/trace/builder_private.h \
	src/trace/builder_reference.c \
	src/trace/builder_resolve.c \
	src/trace/builder_trace.c \
	src/trace/builder_trace.h \
	src/trace/cycle.c \
	src/trace/cycle_check.c \
	src/trace/cycle_shorten.c \
	src/trace/history.c \
	src/trace/history.h \
	src/trace/hosts.c \
	src/trace/hosts.h \
	src/trace/mailbox.c \
	src/trace/mailbox.h \
	src/trace/order.c \
	src/trace/order.h \
	src/trace/record.c \
	src/trace/record.h \
	src/trace/trace.c \
	src/trace/trace.h \
	src/trace/trace_alike.c \
	src/trace/trace_alike.h \
	src/trace/trace_look.c \
	src/trace/trace_check.c \
	src/trace/trace_check.h \
	src/trace/witness.c \
	src/trace/witness.h \
	src/trace/witness_extending.c
