# src/proof/: certificates, their checker, cores.
# One name a line, sorted.

libhbkit_proof_sources = \
	src/proof/certificate.c \
	src/proof/certificate.h \
	src/proof/certificate_lemmas.c \
	src/proof/certificate_refute.c \
	src/proof/certificate_refute.h \
	src/proof/certificate_shrink.c \
	src/proof/certificate_trim.c \
	src/proof/certify.c \
	src/proof/certify.h \
	src/proof/certify_cycle.c \
	src/proof/certify_cycle.h \
	src/proof/certify_host.c \
	src/proof/certify_host.h \
	src/proof/certify_hitting.c \
	src/proof/certify_hitting.h \
	src/proof/certify_hitting_refute.c \
	src/proof/certify_pair.c \
	src/proof/certify_pair.h \
	src/proof/certify_rup.c \
	src/proof/certify_rup.h \
	src/proof/certify_run.c \
	src/proof/certify_run.h \
	src/proof/certify_step.c \
	src/proof/certify_step.h \
	src/proof/certify_words.c \
	src/proof/certify_words.h \
	src/proof/core.c \
	src/proof/core.h \
	src/proof/core_mentioned.c \
	src/proof/core_part.c \
	src/proof/core_part.h
