# proof/: proofs for Coq, outside the build: `make proof`.

EXTRA_DIST += \
	proof/Certify.v \
	proof/Definition1.v \
	proof/Ed2.v \
	proof/Ed2Run.v \
	proof/Ed2Size.v \
	proof/EightEvents.v \
	proof/ExtractEd2.v \
	proof/ExtractCertify.v \
	proof/ExtractFlat4.v \
	proof/Flat4.v \
	proof/Flat4Run.v \
	proof/Flat4Size.v \
	proof/Lists.v \
	proof/Queue.v \
	proof/README.md \
	proof/Stamps.v \
	proof/certify.ml \
	proof/check \
	proof/dimacs.ml \
	proof/ed2.ml \
	proof/flat4.ml

proof:
	@$(SHELL) $(abs_top_srcdir)/proof/check $(abs_top_builddir)/proofs || test $$? = 77
.PHONY: proof
